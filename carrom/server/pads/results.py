"""From a pad's finished and signed match to the tournament: exactly once, and never over somebody else's word.

Where the desk has typed the same result already, the pad confirms it and nothing is written. Where it differs, the
pad's is a second version: the tournament puts the match under review, and the referee chooses. A pad that takes its own
result back and signs another corrects it, as long as nobody else has said or played anything on it.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from carrom.base.errors import CarromError
from carrom.base.refusal import refuse
from carrom.match import Match
from carrom.server.pads.desk import PadDesk
from carrom.server.pads.pad_log import PadFold
from carrom.server.pads.wire import ResultState
from carrom.tournament.desk.acts import Asked, DeskAct
from carrom.tournament.desk.acts.act import Telling
from carrom.tournament.desk.acts.hall_acts import GIVE_A_REASON, StartMatch
from carrom.tournament.desk.match_result import MatchResult, result_of
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.built_on import is_built_on
from carrom.tournament.log.scores import are_same, score_text
from carrom.tournament.log.state import MatchRecord
from carrom.tournament.log.view import TournamentView


def pad_source(fold: PadFold) -> str:
    """How the tournament's log names this pad: its place, and which of the phones there."""
    return f"pad {fold.head.place} {fold.head.pad[:4]}"


def _again(source: str) -> str:
    """The same pad, where a second word of it must stand beside its first."""
    return f"{source} corrected"


def told_by(record: MatchRecord) -> str | None:
    """Who told the result that stands."""
    if record.result is None:
        return None
    return next((one.by for one in record.history if one.fact == record.result_fact), "desk")


def is_told_by_pad(record: MatchRecord, source: str) -> bool:
    """Whether the result that stands is the word of this pad."""
    return told_by(record) in (source, _again(source))


def told_result(match: Match, view: TournamentView, id: MatchId) -> MatchResult | str:
    """The result of a match that is over, or why the tournament cannot take it."""
    try:
        return result_of(match, view, id)
    except CarromError as error:
        return str(error)


async def tell_start(desk: PadDesk, fold: PadFold, view: TournamentView) -> str | None:
    """The desk sees that a match which it has called is in play, as soon as a pad says so; why it is not, if not. The
    desk knows better then, and what the pad has kept is kept."""
    record = view.state.matches.get(MatchId(fold.head.match))
    is_called = record is not None and record.table is not None and record.result is None and not record.rivals
    if fold.match is None or record is None or record.started is not None or not is_called:
        return None
    if not fold.match.course.has_begun and not fold.match.course.boards:
        return None
    key = f"pad-start-{fold.head.pad}-{fold.counted}"
    act = StartMatch(match=fold.head.match)
    refused = await desk.tell(fold.head.tournament, act, by=pad_source(fold), key=key)
    return None if refused is None else refused.text.removesuffix(GIVE_A_REASON).rstrip()


def known_result(fold: PadFold, view: TournamentView) -> ResultState | None:
    """What has become of the result of a signed match; None where the tournament does not know it yet."""
    match = MatchId(fold.head.match)
    if fold.match is None or match not in view.state.matches:
        return ResultState("not-taken", f"there is no match {match} any more")
    found = told_result(fold.match, view, match)
    return ResultState("not-taken", found) if isinstance(found, str) else standing(view, match, found, pad_source(fold))


def withdrawn_result(fold: PadFold, view: TournamentView) -> ResultState | None:
    """What is to be said of the result that a pad has told, while its match is not signed (any more)."""
    match = MatchId(fold.head.match)
    record = view.state.matches.get(match)
    if record is None or record.result is None or not is_told_by_pad(record, pad_source(fold)):
        return None
    if record.is_under_review:
        return _under_review(match)
    stands = score_text(record.result)
    if record.history[-1].fact != record.result_fact:
        return ResultState("overruled", f"{match}: {stands} stands, as it was confirmed.")
    return ResultState("withdrawn", f"{match}: {stands} was signed and told, and then taken back. It stands for now.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TakePadResult(DeskAct):
    """The result of a match that a pad has kept, unless the tournament knows it by the time that this is done."""

    do: ClassVar[str] = "pad-result"
    fold: PadFold

    def telling(self, asked: Asked) -> Telling:
        view, id = TournamentView(asked.state), MatchId(self.fold.head.match)
        assert self.fold.match is not None
        found = told_result(self.fold.match, view, id)
        if isinstance(found, str):
            refuse("not-taken", found)
        source = pad_source(self.fold)
        if standing(view, id, found, source) is not None:
            return Telling(bodies=())
        record = asked.state.matches[id]
        base = self.fold.head.head.version
        if record.result is None or (record.result.a, record.result.b) != (found.given.a, found.given.b):
            return Telling(bodies=(found.given,), base=base, reason=found.reason)
        last = record.history[-1]
        is_own = last.fact == record.result_fact and is_told_by_pad(record, source) and not record.is_under_review
        if is_own and not is_built_on(asked.state, found.given):
            reason = ", ".join(one for one in ("corrected and signed again at the pad", found.reason) if one)
            return Telling(bodies=(found.given,), base=record.version, supersedes=record.result_fact, reason=reason)
        # Two versions, whatever this pad had seen: the last word before it is somebody else's, or its own first one.
        by = _again(source) if is_told_by_pad(record, source) and told_by(record) == source else source
        base = min(base, record.version - 1)
        return Telling(bodies=(found.given,), base=base, reason=found.reason, by=by)


async def tell_result(desk: PadDesk, fold: PadFold) -> ResultState | None:
    """Put the result of a signed match on record; what became of it."""
    key = f"pad-{fold.head.pad}-{fold.counted}"
    refused = await desk.tell(fold.head.tournament, TakePadResult(fold=fold), by=pad_source(fold), key=key)
    if refused is not None:
        return ResultState("not-taken", refused.text)
    after = await desk.view(fold.head.tournament)
    return None if after is None else known_result(fold, after)


def standing(view: TournamentView, match: MatchId, found: MatchResult, source: str) -> ResultState | None:
    """Where this result is on record already, by this source or another; or what stands in its place, if this source
    has told it and somebody decided otherwise."""
    record = view.state.matches[match]
    if record.is_under_review:
        is_known = any(are_same(record.drafts[one], found.given) for one in record.rivals)
        return _under_review(match) if is_known else None
    if record.result is None:
        return None
    if are_same(record.result, found.given):
        state: Literal["told", "confirmed"] = "told" if is_told_by_pad(record, source) else "confirmed"
        return ResultState(state, score_text(record.result))
    own = [one.fact for one in record.history if one.by in (source, _again(source)) and one.fact in record.drafts]
    if own and are_same(record.drafts[own[-1]], found.given):
        return ResultState("overruled", f"{match}: {score_text(record.result)} stands by the desk's word.")
    return None


def _under_review(match: MatchId) -> ResultState:
    return ResultState("review", f"{match} is under review: the referee decides between two versions.")
