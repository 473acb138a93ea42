"""The evening on one screen: tables, what to call, what to decide, what undo would take back."""

from collections.abc import Iterable
from datetime import datetime
from itertools import islice
from typing import Final

from carrom.server.desk.roles import power_to_undo
from carrom.server.desk.views import shapes as s
from carrom.server.desk.views.decisions import decisions_shown, unsigned_shown
from carrom.server.desk.views.matches import match_shown, sides_shown
from carrom.server.desk.views.protests import protests_shown
from carrom.tournament.desk.calling import Calling, WaitingTogether, grouped
from carrom.tournament.desk.hall_now import TableNow, hall_now
from carrom.tournament.desk.hanging import hangs_on
from carrom.tournament.desk.meant import record_of
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.fact_text import phrase_of
from carrom.tournament.log.facts import Created
from carrom.tournament.log.state import State
from carrom.tournament.log.view import TO_PLAY, TournamentView
from carrom.tournament.plan.queue import Call, Cause, Waits, obstacles

_OVERRULED: Final[tuple[Cause, ...]] = ("closing", "not-before", "rest", "absent")
"""What the desk is proposed to call against, with a reason."""
_MOST_OVERRULED = 30


def hall_shown(view: TournamentView, seq: int, now: datetime, *, is_private_shown: bool) -> s.HallShown:
    """Everything that the desk looks at while play is on; who has paid only where that may be seen."""
    hall = hall_now(view, now)
    calling = Calling(view, now, frozenset())
    called, waiting = calling.calls()
    names = {str(one): person.name for one, person in view.state.people.items()}
    return s.HallShown(
        seq=seq,
        at=now.isoformat(timespec="seconds"),
        played=hall.played,
        unsettled=hall.unsettled,
        to_play=hall.to_play,
        tables=[table_shown(one) for one in hall.tables],
        calls=[_call(view, one, names, now) for one in called],
        waiting=[_waiting(calling, row) for row in grouped(waiting)],
        overrules=_overrules(calling, waiting, {one.table for one in called}),
        closing=_closing(calling, waiting),
        decisions=decisions_shown(view, now),
        unsigned=unsigned_shown(view),
        protests=[one for one in protests_shown(view) if one.is_open],
        last=last_act(view.state, is_private_shown=is_private_shown),
        is_drawn=bool(view.state.matches),
    )


def table_shown(one: TableNow) -> s.TableShown:
    """A table and what is on it."""
    match = one.match
    if match is None:
        return s.TableShown(table=one.table, state=one.state, match=None)
    return s.TableShown(
        table=one.table,
        state=one.state,
        match=s.AtTable(
            id=match.match,
            event=match.event,
            title=match.title,
            sides=sides_shown(match.sides),
            missing=list(match.missing),
            umpire=match.umpire,
            since=match.since.isoformat(timespec="seconds"),
            expected_end=match.expected_end.isoformat(timespec="seconds"),
            report_by=match.report_by.isoformat(timespec="seconds"),
            game_at=None if match.game_at is None else match.game_at.isoformat(timespec="seconds"),
            test_from=None if match.test_from is None else match.test_from.isoformat(timespec="seconds"),
            is_over_time=match.is_over_time,
            score=match.score,
            in_doubt=list(match.in_doubt),
        ),
    )


def why_waiting(view: TournamentView, now: datetime, text: str) -> s.WhyWaiting:
    """All that one match waits for, and hangs on; nothing if it can be called as it is."""
    match = record_of(view.state, text).fixture.id
    calling = Calling(view, now, frozenset())
    status = view.status(match)
    if status not in TO_PLAY or (calling.is_on_table(match) and status != "on hold"):
        return s.WhyWaiting(match=match, why=[status], table=None)
    why = [one.why for one in obstacles(calling.hall, calling.queued(match))] + list(hangs_on(view, match, now))
    why += [] if calling.hall.tables else ["no table is free"]
    return s.WhyWaiting(match=match, why=why, table=calling.overruled(match))


def last_act(state: State, *, is_private_shown: bool) -> s.LastAct | None:
    """What undo would take back. That there is a tournament is not undone."""
    if not state.past:
        return None
    act = state.past[0]
    body = state.seen[act.fact]
    if isinstance(body, Created):
        return None
    more = f", and {act.count - 1} more with it" if act.count > 1 else ""
    text = phrase_of(body, state.seen, state, is_private_shown=is_private_shown)
    return s.LastAct(fact=act.fact, text=text + more, power=power_to_undo(body))


def _waiting(calling: Calling, row: WaitingTogether) -> s.WaitingShown:
    people, names = calling.view.state.people, calling.view.state.namesakes
    missing = calling.missing(row.matches) if row.cause == "absent" else []
    return s.WaitingShown(
        cause=row.cause,
        why=row.why,
        matches=[str(one) for one in row.matches],
        missing=[s.MissingShown(id=one, name=names.told_apart(people[one])) for one in missing],
    )


def _overrules(calling: Calling, waiting: Iterable[Waits], taken: set[int]) -> list[s.OverruleShown]:
    """Matches that the desk may call with a reason, those that wait for the clock alone first. Who is at another table
    is not proposed: such a match is found by its number."""
    free = next((table for table in calling.hall.tables if table not in taken), None)
    if free is None:
        return []
    found: list[tuple[int, s.OverruleShown]] = []
    able = (MatchId(one.match) for one in waiting if one.cause in _OVERRULED)
    for match in islice((one for one in able if calling.overruled(one) is not None), _MOST_OVERRULED):
        waits = obstacles(calling.hall, calling.queued(match))
        if all(one.cause in _OVERRULED for one in waits):
            one, why = match_shown(calling.view, match), "; ".join(wait.why for wait in waits)
            place = max((_OVERRULED.index(wait.cause) for wait in waits), default=0)
            found.append(
                (
                    place,
                    s.OverruleShown(id=one.id, event=one.event, title=one.title, sides=one.sides, table=free, why=why),
                )
            )
    return [one for _, one in sorted(found, key=lambda row: row[0])]


def _closing(calling: Calling, waiting: Iterable[Waits]) -> s.ClosingShown | None:
    """How long the hall has to stay open for the longest match that does not fit any more."""
    late = [calling.minutes(one.match) for one in waiting if one.cause == "closing"]
    if not late:
        return None
    closes = calling.view.state.announced.hall.end
    return s.ClosingShown(minutes=max(late), closes=closes or "", later=calling.closing_later(max(late)))


def _call(view: TournamentView, call: Call, names: dict[str, str], now: datetime) -> s.CallShown:
    match = MatchId(call.match)
    shown = match_shown(view, match)
    return s.CallShown(
        id=shown.id,
        event=shown.event,
        title=shown.title,
        sides=shown.sides,
        table=call.table,
        umpire=names.get(call.umpire, call.umpire) if call.umpire is not None else None,
        hangs_on=list(hangs_on(view, match, now)),
    )
