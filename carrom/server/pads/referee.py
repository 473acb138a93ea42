"""What a referee sees of the pads: how each stands, where two sources differ, what was set aside, who calls."""

import time
from collections.abc import Sequence

import msgspec

from carrom.match.telling import score_words, tell_line
from carrom.server.pads import wire as w
from carrom.server.pads.comparing import (
    Source,
    are_results_different,
    as_told,
    desk_source,
    differing_boards,
)
from carrom.server.pads.pad_log import REFEREE_CALLED, REFEREE_CAME, PadFold, StoredFact, has_written_since, plain
from carrom.server.pads.pads import Pads, now_ms
from carrom.server.pads.results import is_told_by_pad, pad_source, told_by, told_result
from carrom.server.stores.store import Kept
from carrom.tournament.desk.match_result import boards_of
from carrom.tournament.desk.naming import match_title, sides_of
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.facts import ResultGiven
from carrom.tournament.log.scores import agree, counted_result
from carrom.tournament.log.state import MatchRecord
from carrom.tournament.log.view import TournamentView

ANSWERED = "pad-call"
_CALLS_KEPT = 7 * 86_400.0
_SHOWN = 3600.0
"""Seconds for which a pad is shown after its match is over and its result stands."""


async def pads_view(pads: Pads, tournament: str, view: TournamentView, *, every: bool = False) -> w.PadsView:
    """Everything of the pads of a tournament; pads whose result stands are left out after an hour, unless `every` one
    is wanted. Whoever looks puts on record what a server that died left undone."""
    states: list[w.PadState] = []
    calls: list[w.RefereeCall] = []
    by_match: dict[str, list[PadFold]] = {}
    answered = {one.id for one in await pads.store.all_kept(ANSWERED, f"{tournament}.")}
    for fold in await pads.stands(tournament):
        result = (await pads.settle(fold, view)).result
        is_settled = result is not None and result.state in ("told", "confirmed") and fold.aside is None
        if every or not is_settled or fold.heard > time.time() - _SHOWN:
            states.append(pad_state(fold, result))
        by_match.setdefault(fold.head.match, []).append(fold)
        calls += _calls(fold, view, answered)
    disputes = [found for match, folds in by_match.items() if (found := dispute(view, match, folds)) is not None]
    calls.sort(key=lambda call: (call.is_answered, call.at))
    doubles = [both for match, folds in by_match.items() if (both := two_writers(view, match, folds)) is not None]
    return w.PadsView(states, disputes, calls, now_ms(), doubles)


def pad_state(fold: PadFold, result: w.ResultState | None) -> w.PadState:
    """One pad's log as it stands, with what is set aside."""
    match = fold.whole
    problem = fold.stop.text if fold.stop is not None else None
    if problem is None and result is not None and result.state in ("not-taken", "withdrawn"):
        problem = result.text
    return w.PadState(
        match=fold.head.match,
        pad=fold.head.pad,
        place=fold.head.place,
        facts=fold.has,
        last=int(fold.heard * 1000),
        score="" if match is None else score_words(match),
        boards=[] if match is None else list(as_told(boards_of(match))),
        is_over=match is not None and match.winner is not None,
        is_signed=fold.is_signed,
        aside=fold.aside,
        set_aside=fold.set_aside,
        problem=problem,
        result=result,
    )


def dispute(view: TournamentView, match: str, folds: Sequence[PadFold]) -> w.Dispute | None:
    """Where the sources of a match differ; None where they agree, or where the referee has chosen."""
    if match not in view.state.matches:
        return None
    id = MatchId(match)
    record = view.state.matches[id]
    sources = [_source(view, id, fold) for fold in folds if fold.counted and fold.match is not None]
    names = {source.name for source in sources}
    own = next((one for one in sources if is_told_by_pad(record, one.name)), None)
    is_withdrawn = own is not None and own.result is None and record.history[-1].fact == record.result_fact
    # A pad that has corrected, or taken back, what it told is two sources: what it says now, and what stands.
    if record.result is not None and (own is None or not _says(own, record.result)):
        by = told_by(record) or "desk"
        sources.append(desk_source(record.result, by if own is None else f"{by}, before"))
    if len(sources) < 2 or (_is_decided(record, names) and not is_withdrawn):
        return None
    boards, is_different = differing_boards(sources), is_withdrawn or are_results_different(sources)
    if not boards and not is_different:
        return None
    sides = sides_of(view, id)
    told = [source.told() for source in sources]
    return w.Dispute(match, match_title(view, id), (sides[0].text, sides[1].text), told, boards, is_different)


def _says(source: Source, given: ResultGiven) -> bool:
    """Whether a pad still says what it has told."""
    return source.result is not None and agree(source.result, counted_result(given))


def two_writers(view: TournamentView, match: str, folds: Sequence[PadFold]) -> w.TwoWriters | None:
    """Phones that write one match at the same time: each has written since the other began, and nobody has a result.
    Who takes over from a phone that is silent is alone."""
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
    id, sides = record.fixture.id, sides_of(view, record.fixture.id)
    told = [_source(view, id, fold).told() for fold in writing]
    return w.TwoWriters(match, match_title(view, id), (sides[0].text, sides[1].text), record.table, told)


def _is_decided(record: MatchRecord, pads: set[str]) -> bool:
    """Whether somebody knew of all these pads and let one result stand: chose, confirmed, or corrected it."""
    if record.is_under_review or record.result is None or not record.history:
        return False
    return record.history[-1].fact != record.result_fact or pads <= {one.by for one in record.history}


def _source(view: TournamentView, match: MatchId, fold: PadFold) -> Source:
    assert fold.match is not None
    found = told_result(fold.match, view, match) if fold.match.announced is not None else ""
    result = None if isinstance(found, str) else counted_result(found.given)
    return Source(pad_source(fold), fold.head.pad, as_told(boards_of(fold.match)), score_words(fold.match), result)


def _calls(fold: PadFold, view: TournamentView, answered: set[str]) -> list[w.RefereeCall]:
    record = view.state.matches.get(MatchId(fold.head.match))
    table = None if record is None else record.table
    found = []
    came = max((said.number for said in fold.said if said.what == REFEREE_CAME), default=0)
    for said in fold.said:
        id = f"{fold.log}.{said.number}"
        head, is_answered = fold.head, id in answered or said.number < came
        if said.what == REFEREE_CALLED:
            found.append(w.RefereeCall(id, head.match, table, head.place, said.text, said.when, is_answered))
    return found


async def answer_call(pads: Pads, answer: w.AnswerCall, now: float) -> bool:
    """Note that the referee has heard a call; whether there was one."""
    log, _, number = answer.call.rpartition(".")
    fold = await pads.fold(log) if log.startswith(f"{answer.tournament}.") else None
    if fold is None or not any(str(said.number) == number for said in fold.said):
        return False
    await pads.store.keep(Kept(ANSWERED, answer.call, "{}", now + _CALLS_KEPT), of=log)
    return True


async def pad_log_view(pads: Pads, fold: PadFold, view: TournamentView) -> w.PadLogView:
    """A whole log for people: also what does not fold, and what was set aside."""
    lines = []
    steps = {} if fold.whole is None else {step.number: step for step in fold.whole.steps()}
    number = 0
    for event in await pads.store.events(fold.log):
        fact = msgspec.json.decode(event.body, type=StoredFact)
        body = plain(fact.body)
        is_said = isinstance(body, dict) and "say" in body
        number += not is_said
        stopped = fold.stop is not None and event.seq >= fold.stop.number
        text = ("the referee has come" if body["say"] == REFEREE_CAME else "the referee is called") if is_said else ""
        if not is_said and not stopped and number in steps:
            text = tell_line(steps[number])
        elif stopped and fold.stop is not None and event.seq == fold.stop.number:
            text = fold.stop.text
        is_aside = event.seq > fold.upto and (fact.aside or fold.head.aside) is not None
        lines.append(w.PadLine(event.seq, fact.when, text, is_aside, fact.body))
    return w.PadLogView(pad_state(fold, (await pads.settle(fold, view)).result), lines)
