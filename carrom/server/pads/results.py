"""From a pad's finished and signed match to the tournament: exactly once, and never over somebody else's word.

Where the desk has typed the same result already, the pad confirms it and nothing is written. Where it differs, the
pad's is a second version: the tournament puts the match under review, and the referee chooses. So it is where a pad
has told a result, and then corrects it: others may stand on the first one.
"""

from dataclasses import dataclass
from typing import ClassVar

from carrom.base.errors import CarromError
from carrom.base.refusal import refuse
from carrom.match import Match
from carrom.server.pads.comparing import agree
from carrom.server.pads.desk import PadDesk
from carrom.server.pads.pad_log import PadFold
from carrom.server.pads.wire import ResultState
from carrom.tournament.desk.acts import Asked, DeskAct
from carrom.tournament.desk.acts.act import Telling
from carrom.tournament.desk.acts.hall_acts import StartMatch
from carrom.tournament.desk.match_result import MatchResult, result_of
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.facts import ResultGiven
from carrom.tournament.log.scores import counted_result, score_text
from carrom.tournament.log.view import TournamentView


def pad_source(fold: PadFold) -> str:
    """How the tournament's log names this pad: its place, and which of the phones there."""
    return f"pad {fold.head.place} {fold.head.pad[:4]}"


def corrected_source(fold: PadFold) -> str:
    """The same pad, where it says something else than before: a second voice, for the tournament to choose between."""
    return f"{pad_source(fold)} corrected"


def taken_back(fold: PadFold, view: TournamentView) -> ResultState | None:
    """What to tell a pad whose result stands, though it is not signed there any more; None where that is not so."""
    record = view.state.matches.get(MatchId(fold.head.match))
    if record is None or record.result is None:
        return None
    by = next((one.by for one in record.history if one.fact == record.result_fact), "")
    if by not in (pad_source(fold), corrected_source(fold)):
        return None
    text = f"{fold.head.match} stands as {score_text(record.result)} until both have signed again."
    return ResultState("not-taken", text)


def told_result(match: Match, view: TournamentView, id: MatchId) -> MatchResult | str:
    """The result of a match that is over, or why the tournament cannot take it."""
    try:
        return result_of(match, view, id)
    except CarromError as error:
        return str(error)


async def tell_start(desk: PadDesk, fold: PadFold, view: TournamentView) -> None:
    """The desk sees that a match which it has called is in play, as soon as a pad says so."""
    record = view.state.matches.get(MatchId(fold.head.match))
    is_called = record is not None and record.table is not None and record.result is None and not record.rivals
    if fold.match is None or record is None or record.started is not None or not is_called:
        return
    if fold.match.course.has_begun or fold.match.course.boards:
        key = f"pad-start-{fold.head.pad}-{fold.counted}"
        act = StartMatch(match=fold.head.match)
        await desk.tell(fold.head.tournament, act, by=pad_source(fold), key=key)  # if refused, the desk knows better


def known_result(fold: PadFold, view: TournamentView) -> ResultState | None:
    """What has become of the result of a signed match; None where the tournament does not know it yet."""
    match = MatchId(fold.head.match)
    if fold.match is None or match not in view.state.matches:
        return ResultState("not-taken", f"there is no match {match} any more")
    found = told_result(fold.match, view, match)
    return ResultState("not-taken", found) if isinstance(found, str) else standing(view, match, found, fold)


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
        if standing(view, id, found, self.fold) is not None:
            return Telling(bodies=())
        return Telling(bodies=(found.given,), base=self.fold.head.head.version, reason=found.reason)


async def tell_result(desk: PadDesk, fold: PadFold) -> ResultState | None:
    """Put the result of a signed match on record; what became of it."""
    key = f"pad-{fold.head.pad}-{fold.counted}"
    before = await desk.view(fold.head.tournament)
    has_told = before is not None and _has_told(before, fold)
    by = corrected_source(fold) if has_told else pad_source(fold)
    refused = await desk.tell(fold.head.tournament, TakePadResult(fold=fold), by=by, key=key)
    if refused is not None:
        return ResultState("not-taken", refused.text)
    after = await desk.view(fold.head.tournament)
    return None if after is None else known_result(fold, after)


def _has_told(view: TournamentView, fold: PadFold) -> bool:
    """Whether this pad has told a result before."""
    record = view.state.matches[MatchId(fold.head.match)]
    return any(one.by == pad_source(fold) and one.fact in record.drafts for one in record.history)


def standing(view: TournamentView, match: MatchId, found: MatchResult, fold: PadFold) -> ResultState | None:
    """Where this result is on record already, by this source or another."""
    record = view.state.matches[match]
    if record.is_under_review and any(_are_same(record.drafts[one], found.given) for one in record.rivals):
        return ResultState("review", f"{match} is under review: the referee decides between two versions.")
    if record.result is not None and not record.is_under_review and _are_same(record.result, found.given):
        by = next((one.by for one in record.history if one.fact == record.result_fact), "")
        is_own = by in (pad_source(fold), corrected_source(fold))
        return ResultState("told" if is_own else "confirmed", score_text(record.result))
    return None


def _are_same(one: ResultGiven, other: ResultGiven) -> bool:
    """Whether both lead to the same result, by the same boards where both have told them."""
    first, second = ([(b.game, b.winner, b.points, b.extra) for b in given.boards] for given in (one, other))
    return agree(counted_result(one), counted_result(other)) and (not first or not second or first == second)
