"""Main screens of desk and referee."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import Final

from carrom.laws.register import register, search_laws
from carrom.server.desk.roles import power_to_undo
from carrom.server.desk.views import hall_types as s
from carrom.server.desk.views.list_types import LawShown, LawsShown
from carrom.server.desk.views.matches import boards_shown, match_shown, result_as_typed, sides_shown
from carrom.tournament.desk.blockers import contested_because
from carrom.tournament.desk.calling import CallQueue, WaitingGroup, group_by_cause
from carrom.tournament.desk.decisions import Task, how_match_resumes, tasks
from carrom.tournament.desk.hall_now import TableNow, hall_now
from carrom.tournament.desk.references import find_match
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.event_text import event_phrase
from carrom.tournament.log.protests import decision_deadline, protest_deadline
from carrom.tournament.model.events import ProtestId, TournamentCreated
from carrom.tournament.model.scores import result_text
from carrom.tournament.model.state import MatchRecord, State
from carrom.tournament.schedule.queue import Call, WaitCause, WaitingMatch, obstacles
from carrom.tournament.seating.now import TO_PLAY, TournamentNow
from carrom.tournament.seating.rulings import contested_seats
from carrom.tournament.tables.explain import explain_standings

_LISTED_ELSEWHERE = ("provisional", "fee", "protest")
"""These have their own lists."""


# --- decisions --------------------------------------------------------------------------------------------------------


def decisions_shown(view: TournamentNow, now: datetime) -> list[s.DecisionShown]:
    """Contested seats of a stage are one decision."""
    found: list[s.DecisionShown] = []
    listed = [task for task in tasks(view, now) if task.code not in _LISTED_ELSEWHERE]
    for task in listed:
        if task.code == "seat" and any(one.code == "seat" and one.stage == str(task.stage) for one in found):
            continue
        found.append(_decision(view, task, listed))
    return found


def unsigned_shown(view: TournamentNow) -> list[s.UnsignedShown]:
    found = []
    for match, record in view.state.matches.items():
        if view.status(match) == "provisional" and record.result is not None:
            shown = match_shown(view, match)
            text = result_text(record.result)
            found.append(
                s.UnsignedShown(id=shown.id, event=shown.event, title=shown.title, sides=shown.sides, text=text)
            )
    return found


def _decision(view: TournamentNow, task: Task, listed: Sequence[Task]) -> s.DecisionShown:
    seats = list(contested_seats(view, task.stage)) if task.code == "seat" and task.stage is not None else []
    same = [one.text for one in listed if one.code == "seat" and one.stage == task.stage] if seats else []
    return s.DecisionShown(
        code=task.code,
        text=" ".join(same) if seats else task.text,
        match=match_shown(view, task.match) if task.match is not None else None,
        stage=None if task.stage is None else str(task.stage),
        event=task.event,
        why=_why(view, task),
        pairs=[(str(a), str(b)) for a, b in task.pairs],
        lots=list(map(str, task.lots)),
        seats=[s.SeatShown(place=one.place, seated=one.seated, now=one.now, played=one.played) for one in seats],
        drafts=_drafts(view.state.matches[task.match]) if task.code == "review" and task.match is not None else [],
        fact=view.state.matches[task.match].result_fact if task.code == "void" and task.match is not None else None,
    )


def _why(view: TournamentNow, task: Task) -> list[str]:
    if task.code != "tie" or task.stage is None or task.group is None:
        return []
    table, policy = view.tables(task.stage)[task.group], view.state.policy(task.stage)
    return explain_standings(table.standings, policy, advance=table.advance)


def _drafts(record: MatchRecord) -> list[s.DraftShown]:
    by = {one.fact: one.by for one in record.history}
    return [
        s.DraftShown(
            fact=fact,
            by=by.get(fact, ""),
            text=result_text(record.drafts[fact]) if fact in record.drafts else "",
            boards=result_as_typed(record.drafts.get(fact)),
        )
        for fact in record.rivals
    ]


# --- protests ---------------------------------------------------------------------------------------------------------


def protests_shown(view: TournamentNow) -> list[s.ProtestShown]:
    return [protest_shown(view, name) for name in reversed(list(view.state.protests))]


def protest_shown(view: TournamentNow, name: ProtestId) -> s.ProtestShown:
    state = view.state
    protest = state.protests[name]
    lodged = protest.lodged
    record = state.matches[lodged.match]
    given = (record.drafts.get(protest.contested) if protest.contested is not None else None) or record.result
    shown = match_shown(view, lodged.match)
    until: datetime | None = protest_deadline(state, protest)
    return s.ProtestShown(
        id=name,
        match=shown,
        side=lodged.side,
        who=shown.sides[0 if lodged.side == "a" else 1].text,
        board=lodged.board,
        game=lodged.game,
        text=lodged.text,
        signed_by=lodged.signed_by,
        status=protest.status,
        lodged=protest.at.isoformat(timespec="seconds"),
        fee=state.announced.protests.fee,
        fee_paid=protest.fee_paid,
        refunded=protest.refunded,
        fee_until=None if until is None else until.isoformat(timespec="seconds"),
        decide_by=decision_deadline(state, protest).isoformat(timespec="seconds"),
        is_open=protest.status in ("lodged", "admissible", "late"),
        boards=boards_shown(given.boards if given is not None else (), (lodged.game, lodged.board)),
        goes_on=how_match_resumes(state, name),
    )


# --- the desk's screen ------------------------------------------------------------------------------------------------

_CAN_OVERRULE: Final[tuple[WaitCause, ...]] = ("closing", "not-before", "rest", "absent")
"""Reasons the desk may overrule, in proposed order."""
_MOST_OVERRULED = 30


def hall_shown(view: TournamentNow, seq: int, now: datetime, *, is_private_shown: bool) -> s.HallShown:
    """Payments are shown only with `is_private_shown`."""
    hall = hall_now(view, now)
    calling = CallQueue(view, now, frozenset())
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
        waiting=[_waiting(calling, row) for row in group_by_cause(waiting)],
        overrules=_overrules(calling, waiting, {one.table for one in called}),
        closing=_closing(calling, waiting),
        decisions=decisions_shown(view, now),
        unsigned=unsigned_shown(view),
        protests=[one for one in protests_shown(view) if one.is_open],
        last=last_act(view.state, is_private_shown=is_private_shown),
        is_drawn=bool(view.state.matches),
    )


def table_shown(one: TableNow) -> s.TableShown:
    match = one.match
    if match is None:
        return s.TableShown(table=one.table, state=one.state, match=None)
    return s.TableShown(
        table=one.table,
        state=one.state,
        match=s.MatchAtTable(
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


def why_waiting(view: TournamentNow, now: datetime, text: str) -> s.WhyWaiting:
    match = find_match(view.state, text).fixture.id
    calling = CallQueue(view, now, frozenset())
    status = view.status(match)
    if status not in TO_PLAY or (calling.is_on_table(match) and status != "on hold"):
        return s.WhyWaiting(match=match, why=[status], table=None)
    why = [one.why for one in obstacles(calling.hall, calling.queued(match))] + list(
        contested_because(view, match, now)
    )
    why += [] if calling.hall.tables else ["no table is free"]
    return s.WhyWaiting(match=match, why=why, table=calling.table_if_overruled(match))


def last_act(state: State, *, is_private_shown: bool) -> s.LastAct | None:
    """What undo would revert; None after creation."""
    if not state.past:
        return None
    act = state.past[0]
    body = state.seen[act.fact]
    if isinstance(body, TournamentCreated):
        return None
    more = f", and {act.count - 1} more with it" if act.count > 1 else ""
    text = event_phrase(body, state.seen, state, is_private_shown=is_private_shown)
    return s.LastAct(fact=act.fact, text=text + more, power=power_to_undo(body))


def _waiting(calling: CallQueue, row: WaitingGroup) -> s.WaitingShown:
    people, names = calling.view.state.people, calling.view.state.namesakes
    missing = calling.missing(row.matches) if row.cause == "absent" else []
    return s.WaitingShown(
        cause=row.cause,
        why=row.why,
        matches=[str(one) for one in row.matches],
        missing=[s.MissingShown(id=one, name=names.distinct_name(people[one])) for one in missing],
    )


def _overrules(calling: CallQueue, waiting: Iterable[WaitingMatch], taken: set[int]) -> list[s.OverruleShown]:
    """Matches callable with a reason, those waiting for the clock first. Busy players' matches are found by number."""
    free = next((table for table in calling.hall.tables if table not in taken), None)
    if free is None:
        return []
    found: list[tuple[int, s.OverruleShown]] = []
    able = (MatchId(one.match) for one in waiting if one.cause in _CAN_OVERRULE)
    for match in islice((one for one in able if calling.table_if_overruled(one) is not None), _MOST_OVERRULED):
        waits = obstacles(calling.hall, calling.queued(match))
        if all(one.cause in _CAN_OVERRULE for one in waits):
            one, why = match_shown(calling.view, match), "; ".join(wait.why for wait in waits)
            place = max((_CAN_OVERRULE.index(wait.cause) for wait in waits), default=0)
            found.append(
                (
                    place,
                    s.OverruleShown(id=one.id, event=one.event, title=one.title, sides=one.sides, table=free, why=why),
                )
            )
    return [one for _, one in sorted(found, key=lambda row: row[0])]


def _closing(calling: CallQueue, waiting: Iterable[WaitingMatch]) -> s.ClosingShown | None:
    """How much later the hall must close for the longest match that no longer fits."""
    late = [calling.minutes(one.match) for one in waiting if one.cause == "closing"]
    if not late:
        return None
    closes = calling.view.state.announced.hall.end
    return s.ClosingShown(minutes=max(late), closes=closes or "", later=calling.closing_time_that_fits(max(late)))


def _call(view: TournamentNow, call: Call, names: dict[str, str], now: datetime) -> s.CallShown:
    match = MatchId(call.match)
    shown = match_shown(view, match)
    return s.CallShown(
        id=shown.id,
        event=shown.event,
        title=shown.title,
        sides=shown.sides,
        table=call.table,
        umpire=names.get(call.umpire, call.umpire) if call.umpire is not None else None,
        hangs_on=list(contested_because(view, match, now)),
    )


# --- the referee's screen ---------------------------------------------------------------------------------------------

_LAWS = 12
_FOR_REFEREES = ("review", "tie", "seat", "void", "both-left", "replay")


def referee_shown(view: TournamentNow, seq: int, now: datetime) -> s.RefereeShown:
    hall = hall_now(view, now)
    books = {stage.rulebook for event in view.state.announced.events for stage in event.stages}
    return s.RefereeShown(
        seq=seq,
        at=now.isoformat(timespec="seconds"),
        protests=protests_shown(view),
        overdue=[table_shown(one) for one in hall.tables if one.state == "past its reporting time"],
        long=[table_shown(one) for one in hall.tables if one.match is not None and one.match.is_over_time],
        in_doubt=[table_shown(one) for one in hall.tables if one.match is not None and one.match.in_doubt],
        decisions=[one for one in decisions_shown(view, now) if one.code in _FOR_REFEREES],
        unsigned=unsigned_shown(view),
        rulebooks=sorted(books),
    )


def referee_waits(view: TournamentNow, seq: int, now: datetime) -> s.RefereeWaits:
    decisions = [one for one in decisions_shown(view, now) if one.code in _FOR_REFEREES]
    return s.RefereeWaits(seq=seq, n=len(decisions) + sum(one.is_open for one in protests_shown(view)))


def laws_shown(view: TournamentNow, words: str, rulebook: str | None) -> LawsShown:
    """Search this tournament's rulebooks and the ICF Laws."""
    own = {stage.rulebook for event in view.state.announced.events for stage in event.stages}
    books = {rulebook} if rulebook else own
    known = register().get(words.strip())
    found = [known] if known is not None else [one for one in search_laws(words) if one.source in books | {"icf"}]
    return LawsShown(
        laws=[LawShown(id=one.id, title=one.title, text=one.text, source=one.source) for one in found[:_LAWS]]
    )
