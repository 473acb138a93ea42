"""Pads as the referee sees them. No source takes precedence; sources agree if their common boards do."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from carrom.match.views.sentences import game_scores_text, tell_on_one_line
from carrom.server.pads import wire as w
from carrom.server.pads.pad_log import REFEREE_CALLED, REFEREE_CAME, PadFold, StoredFact, has_written_since, parse_raw
from carrom.server.pads.pads import Pads, now_ms
from carrom.server.pads.results import is_result_from_pad, pad_source, result_source
from carrom.server.pads.wire import BoardDifference, SourceBoard, SourceReport
from carrom.server.stores.store import KeptItem
from carrom.tournament.desk.match_result import boards_of
from carrom.tournament.desk.match_text import match_sides, match_title
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.events import BoardPoints, ResultGiven
from carrom.tournament.model.scores import are_boards_same, counted_result, do_results_agree, score_text
from carrom.tournament.model.state import MatchRecord
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import Result

CALL_ANSWERED = "pad-call"
_CALLS_KEPT = 7 * 86_400.0
_SHOWN = 3600.0
"""Seconds a recorded pad is listed."""


# --- sources of a match -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchSource:
    report: SourceReport
    result: Result | None = None


def source_boards(boards: Iterable[BoardPoints]) -> list[SourceBoard]:
    return msgspec.convert(list(boards), list[SourceBoard], from_attributes=True)


def desk_source(given: ResultGiven, name: str) -> MatchSource:
    boards = source_boards(given.boards)
    return MatchSource(SourceReport(name, None, score_text(given), boards, True), counted_result(given))


def differing_boards(sources: Sequence[MatchSource]) -> list[BoardDifference]:
    listed = [one.report.boards for one in sources]
    found = []
    for at in range(max(map(len, listed), default=0)):
        reported = [boards[at] if at < len(boards) else None for boards in listed]
        known = [one for one in reported if one is not None]
        if not all(are_boards_same(one, other) for at, one in enumerate(known) for other in known[:at]):
            found.append(BoardDifference(at + 1, reported))
    return found


def are_results_different(sources: Sequence[MatchSource]) -> bool:
    results = [one.result for one in sources if one.result is not None]
    return any(not do_results_agree(one, other) for at, one in enumerate(results) for other in results[:at])


# --- the referee's view -----------------------------------------------------------------------------------------------


async def pads_view(pads: Pads, tournament: str, view: TournamentNow, *, every: bool = False) -> w.PadsView:
    """List pads for the referee; with `every`, also those recorded over an hour ago. Record what a crash left
    unrecorded."""
    states: list[w.PadState] = []
    calls: list[w.RefereeCall] = []
    by_match: dict[str, list[PadFold]] = {}
    answered = {one.id for one in await pads.store.all_kept(CALL_ANSWERED, f"{tournament}.")}
    for fold in await pads.folds(tournament):
        result = (await pads.settle(fold, view)).result
        is_settled = result is not None and result.state in ("told", "confirmed") and fold.aside is None
        if every or not is_settled or fold.received_last > time.time() - _SHOWN:
            states.append(pad_state(fold, result))
        by_match.setdefault(fold.head.match, []).append(fold)
        calls += _calls(fold, view, answered)
    disputes = [found for match, folds in by_match.items() if (found := dispute(view, match, folds)) is not None]
    calls.sort(key=lambda call: (call.is_answered, call.at))
    doubles = [both for match, folds in by_match.items() if (both := two_writers(view, match, folds)) is not None]
    return w.PadsView(states, disputes, calls, now_ms(), doubles)


def pad_state(fold: PadFold, result: w.ResultState | None) -> w.PadState:
    match = fold.with_quarantined
    problem = fold.stop.text if fold.stop is not None else None
    if problem is None and result is not None and result.state in ("not-taken", "withdrawn"):
        problem = result.text
    return w.PadState(
        match=fold.head.match,
        pad=fold.head.pad,
        place=fold.head.place,
        facts=fold.has,
        last=int(fold.received_last * 1000),
        score="" if match is None else game_scores_text(match),
        boards=[] if match is None else source_boards(boards_of(match)),
        is_over=match is not None and match.winner is not None,
        is_signed=fold.is_signed,
        aside=fold.aside,
        set_aside=fold.set_aside,
        problem=problem,
        result=result,
    )


def dispute(view: TournamentNow, match: str, folds: Sequence[PadFold]) -> w.Dispute | None:
    """Describe how sources differ; None if they agree or the referee has chosen."""
    if match not in view.state.matches:
        return None
    id = MatchId(match)
    record = view.state.matches[id]
    sources = [_source(view, id, fold) for fold in folds if fold.counted and fold.match is not None]
    names = {one.report.source for one in sources}
    own = next((one for one in sources if is_result_from_pad(record, one.report.source)), None)
    is_withdrawn = own is not None and own.result is None and record.history[-1].fact == record.result_fact
    # A pad whose recorded result was corrected or withdrawn is two sources: its present result and the recorded one.
    if record.result is not None and (own is None or not _still_reports(own, record.result)):
        by = result_source(record) or "desk"
        sources.append(desk_source(record.result, by if own is None else f"{by}, before"))
    if len(sources) < 2 or (_is_decided(record, names) and not is_withdrawn):
        return None
    boards, is_different = differing_boards(sources), is_withdrawn or are_results_different(sources)
    if not boards and not is_different:
        return None
    sides = match_sides(view, id)
    reports = [one.report for one in sources]
    return w.Dispute(match, match_title(view, id), (sides[0].text, sides[1].text), reports, boards, is_different)


def _still_reports(source: MatchSource, given: ResultGiven) -> bool:
    return source.result is not None and do_results_agree(source.result, counted_result(given))


def two_writers(view: TournamentNow, match: str, folds: Sequence[PadFold]) -> w.TwoWriters | None:
    """Pads that each wrote since the other began, without a result."""
    record = view.state.matches.get(MatchId(match))
    if record is None or (record.result is not None and not record.is_under_review):
        return None
    writing = [
        fold
        for fold in folds
        if any(
            other is not fold and has_written_since(fold, other) and has_written_since(other, fold) for other in folds
        )
    ]
    if not writing:
        return None
    id, sides = record.fixture.id, match_sides(view, record.fixture.id)
    reports = [_source(view, id, fold).report for fold in writing]
    return w.TwoWriters(match, match_title(view, id), (sides[0].text, sides[1].text), record.table, reports)


def _is_decided(record: MatchRecord, pads: set[str]) -> bool:
    """Whether a person who knew these pads decided."""
    if record.is_under_review or record.result is None or not record.history:
        return False
    return record.history[-1].fact != record.result_fact or pads <= {one.by for one in record.history}


def _source(view: TournamentNow, match: MatchId, fold: PadFold) -> MatchSource:
    assert fold.match is not None
    found = fold.result(view) if fold.match.announced is not None else ""
    result = None if isinstance(found, str) else counted_result(found.given)
    boards, score = source_boards(boards_of(fold.match)), game_scores_text(fold.match)
    return MatchSource(SourceReport(pad_source(fold), fold.head.pad, score, boards, result is not None), result)


def _calls(fold: PadFold, view: TournamentNow, answered: set[str]) -> list[w.RefereeCall]:
    record = view.state.matches.get(MatchId(fold.head.match))
    table = None if record is None else record.table
    found = []
    last_arrival = max((message.number for message in fold.messages if message.what == REFEREE_CAME), default=0)
    for message in fold.messages:
        id = f"{fold.log}.{message.number}"
        head, is_answered = fold.head, id in answered or message.number < last_arrival
        if message.what == REFEREE_CALLED:
            found.append(w.RefereeCall(id, head.match, table, head.place, message.text, message.when, is_answered))
    return found


async def answer_call(pads: Pads, answer: w.AnswerCall, now: float) -> bool:
    """Return whether the call exists."""
    log, _, number = answer.call.rpartition(".")
    fold = await pads.fold(log) if log.startswith(f"{answer.tournament}.") else None
    if fold is None or not any(str(message.number) == number for message in fold.messages):
        return False
    await pads.store.keep(KeptItem(CALL_ANSWERED, answer.call, "{}", now + _CALLS_KEPT), of=log)
    return True


async def pad_log_view(pads: Pads, fold: PadFold, view: TournamentNow) -> w.PadLogView:
    lines = []
    steps = {} if fold.with_quarantined is None else {step.number: step for step in fold.with_quarantined.steps()}
    number = 0
    for event in await pads.store.events(fold.log):
        fact = msgspec.json.decode(event.body, type=StoredFact)
        body = parse_raw(fact.body)
        is_message = isinstance(body, dict) and "say" in body
        number += not is_message
        stopped = fold.stop is not None and event.seq >= fold.stop.number
        text = (
            ("the referee has come" if body["say"] == REFEREE_CAME else "the referee is called") if is_message else ""
        )
        if not is_message and not stopped and number in steps:
            text = tell_on_one_line(steps[number])
        elif stopped and fold.stop is not None and event.seq == fold.stop.number:
            text = fold.stop.text
        is_aside = event.seq > fold.accepted_upto and (fact.aside or fold.head.aside) is not None
        lines.append(w.PadLine(event.seq, fact.when, text, is_aside, fact.body))
    return w.PadLogView(pad_state(fold, (await pads.settle(fold, view)).result), lines)
