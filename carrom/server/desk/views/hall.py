"""The evening on one screen: tables, what to call, what to decide, what undo would take back."""

from datetime import datetime

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
from carrom.tournament.plan.queue import Call, obstacles


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
        return s.WhyWaiting(match=match, why=[status])
    why = [one.why for one in obstacles(calling.hall, calling.queued(match))] + list(hangs_on(view, match, now))
    return s.WhyWaiting(match=match, why=why + ([] if calling.hall.tables else ["no table is free"]))


def last_act(state: State, *, is_private_shown: bool) -> s.LastAct | None:
    """What undo would take back. That there is a tournament is not undone."""
    if not state.past:
        return None
    act = state.past[0]
    body = state.seen[act.fact]
    if isinstance(body, Created):
        return None
    more = f", and {act.count - 1} more with it" if act.count > 1 else ""
    text = phrase_of(body, state.seen, state.people, is_private_shown=is_private_shown)
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
