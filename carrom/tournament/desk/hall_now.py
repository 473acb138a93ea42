"""The hall at one moment: each table with its match, results to confirm, and decisions to make."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from carrom.tournament.desk.blockers import depends_on_open_seat, is_any_seat_open, table_warnings
from carrom.tournament.desk.decisions import Task, tasks
from carrom.tournament.desk.hall import MatchOnTable, game_start, matches_on_tables, report_deadline
from carrom.tournament.desk.match_text import SideNames, match_sides, match_title, outcome_text
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.calls import busy_players
from carrom.tournament.model.scores import score_text
from carrom.tournament.seating.now import TO_PLAY, TournamentNow
from carrom.tournament.settings.match_lengths import MatchLengths, match_lengths

_UNSETTLED = ("provisional", "under protest", "under review")
TableState = Literal[
    "free",
    "called",
    "one side present",
    "both present",
    "in play",
    "past its reporting time",
    "waits for a player",
    "on hold",
    "to be moved",
    "out of service",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchNow:
    """A match at a table with its expected end and its reporting deadline (143 i)."""

    match: MatchId
    event: str
    title: str
    sides: tuple[SideNames, SideNames]
    missing: tuple[str, ...]
    """Sides that have not reported, without those whose players are busy at another table; empty once play began."""
    umpire: str | None
    since: datetime
    expected_end: datetime
    report_by: datetime
    game_at: datetime | None
    """Start of play; None unless players must report some time before."""
    test_from: datetime | None
    """Start of testing the board, if the rulebook allows it. It ends at `game_at`."""
    is_over_time: bool
    score: tuple[int, int] | None
    """The latest score sent by a pad."""
    in_doubt: tuple[str, ...] = ()
    """Why the match or its result may not count, as predicates (see `blockers.table_warnings`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNow:
    table: int
    state: TableState
    match: MatchNow | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnconfirmedResult:
    match: MatchId
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HallView:
    """All tables by number, and what needs attention."""

    at: datetime
    tables: tuple[TableNow, ...]
    provisional: tuple[UnconfirmedResult, ...]
    decisions: tuple[Task, ...]
    played: int
    unsettled: int
    """Results that are not final, as the public sees them: provisional, under protest or review, or tied to an open
    seat."""
    to_play: int

    @property
    def late(self) -> tuple[MatchNow, ...]:
        return tuple(
            one.match for one in self.tables if one.state == "past its reporting time" and one.match is not None
        )


def hall_now(view: TournamentNow, now: datetime) -> HallView:
    statuses = {match: view.status(match) for match in view.state.matches}
    over = [match for match, status in statuses.items() if status == "played"]
    undecided = sum(depends_on_open_seat(view, match) for match in over) if is_any_seat_open(view) else 0
    return HallView(
        at=now,
        tables=tables_now(view, now),
        provisional=tuple(_unconfirmed(view, match) for match, status in statuses.items() if status == "provisional"),
        decisions=tuple(task for task in tasks(view, now) if task.code != "provisional"),
        played=len(over) - undecided,
        unsettled=sum(status in _UNSETTLED for status in statuses.values()) + undecided,
        to_play=sum(status in TO_PLAY for status in statuses.values()),
    )


def tables_now(view: TournamentNow, now: datetime) -> tuple[TableNow, ...]:
    sitting: dict[int, list[MatchOnTable]] = {}
    for one in matches_on_tables(view):
        sitting.setdefault(one.table, []).append(one)
    lengths = match_lengths(view)
    rows: list[TableNow] = []
    for table in range(1, max([view.state.announced.hall.tables, *sitting]) + 1):
        here = [_table(view, one, now, lengths) for one in sitting.get(table, [])]
        state: TableState = "out of service" if table in view.state.tables_out else "free"
        is_there = table <= view.state.announced.hall.tables
        rows += here or ([TableNow(table=table, state=state)] if is_there else [])
    return tuple(rows)


def _table(view: TournamentNow, one: MatchOnTable, now: datetime, lengths: MatchLengths) -> TableNow:
    record = view.state.matches[one.match]
    names = match_sides(view, one.match)
    report_by, game_at = report_deadline(view, one.called), game_start(view, one.called)
    test = view.state.stage(record.key).book_in(record.fixture.round).test_minutes
    expected_end = one.since + timedelta(minutes=lengths.minutes(one.match))
    is_in_play = record.started is not None or record.latest is not None
    away = busy_players(view).get(one.match, ())
    there = record.reported | {other.side for other in away}
    missing = (
        ()
        if is_in_play
        else tuple(side.text for side, party in zip(names, ("a", "b"), strict=True) if party not in there)
    )
    score = None if record.latest is None else record.latest.score
    match = MatchNow(
        match=one.match,
        event=view.state.event(record.key.event).name,
        title=match_title(view, one.match),
        sides=names,
        missing=missing,
        umpire=record.umpire,
        since=one.since,
        expected_end=expected_end,
        report_by=report_by,
        game_at=game_at,
        test_from=None if game_at is None or test is None else max(report_by, game_at - timedelta(minutes=test)),
        is_over_time=now > expected_end,
        score=score,
        in_doubt=table_warnings(view, one.match, now),
    )
    state = _state(one, is_in_play=is_in_play, is_waiting=bool(away), missing=missing, is_late=now > report_by)
    return TableNow(table=one.table, state=state, match=match)


def _state(
    one: MatchOnTable, *, is_in_play: bool, is_waiting: bool, missing: tuple[str, ...], is_late: bool
) -> TableState:
    if one.has_to_move:
        return "to be moved"
    if one.is_on_hold:
        return "on hold"
    if is_in_play:
        return "in play"
    if is_waiting:
        return "waits for a player"
    if not missing:
        return "both present"
    if is_late:
        return "past its reporting time"
    return "one side present" if len(missing) == 1 else "called"


def _unconfirmed(view: TournamentNow, match: MatchId) -> UnconfirmedResult:
    given = view.state.matches[match].result
    text = score_text(given) if given is not None else outcome_text(view, match)
    names = " – ".join(side.text for side in match_sides(view, match))
    return UnconfirmedResult(match=match, title=match_title(view, match), text=f"{names} {text}")


def hall_json(hall: HallView) -> dict[str, Any]:
    return {
        "at": hall.at.isoformat(),
        "tables": [
            {"table": one.table, "state": one.state, "match": None if one.match is None else _match_json(one.match)}
            for one in hall.tables
        ],
        "late": [one.match for one in hall.late],
        "provisional": [{"match": one.match, "title": one.title, "text": one.text} for one in hall.provisional],
        "decisions": [{"code": task.code, "text": task.typed} for task in hall.decisions],
        "played": hall.played,
        "unsettled": hall.unsettled,
        "to_play": hall.to_play,
    }


def _match_json(match: MatchNow) -> dict[str, Any]:
    return {
        "id": match.match,
        "event": match.event,
        "title": match.title,
        "sides": [{"entry": side.entry, "people": list(side.people), "text": side.text} for side in match.sides],
        "missing": list(match.missing),
        "umpire": match.umpire,
        "since": match.since.isoformat(),
        "expected_end": match.expected_end.isoformat(),
        "report_by": match.report_by.isoformat(),
        "game_at": None if match.game_at is None else match.game_at.isoformat(),
        "test_from": None if match.test_from is None else match.test_from.isoformat(),
        "is_over_time": match.is_over_time,
        "score": match.score,
        "in_doubt": list(match.in_doubt),
    }
