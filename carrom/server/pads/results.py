"""From a pad's finished and signed match to the tournament: exactly once, and never over somebody else's word.

Where the desk has typed the same result already, the pad confirms it and nothing is written. Where it differs, the
pad's is a second version: the tournament puts the match under review, and the referee chooses.
"""

from carrom.base.errors import CarromError
from carrom.match import Match
from carrom.server.pads.comparing import agree
from carrom.server.pads.desk import PadDesk
from carrom.server.pads.pad_log import PadFold
from carrom.server.pads.wire import ResultState
from carrom.tournament.desk.match_result import MatchResult, result_of
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.facts import ResultGiven
from carrom.tournament.log.scores import counted_result, score_text
from carrom.tournament.log.view import TournamentView


def pad_source(fold: PadFold) -> str:
    """How the tournament's log names this pad: its place, and which of the phones there."""
    return f"pad {fold.head.place} {fold.head.pad[:4]}"


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
        await desk.tell_start(fold.head.tournament, fold.head.match, by=pad_source(fold), key=key)


async def tell_result(desk: PadDesk, fold: PadFold, view: TournamentView) -> ResultState | None:
    """Put the result of a signed match on record, if it is not there yet; what became of it. None: there is none."""
    if not fold.is_signed or fold.match is None or fold.head.match not in view.state.matches:
        return None
    match = MatchId(fold.head.match)
    found = told_result(fold.match, view, match)
    if isinstance(found, str):
        return ResultState("not-taken", found)
    before = standing(view, match, found, pad_source(fold))
    if before is not None:
        return before
    refused = await desk.tell_result(
        fold.head.tournament,
        found.given,
        by=pad_source(fold),
        key=f"pad-{fold.head.pad}-{fold.counted}",
        base=fold.head.head.version,
        reason=found.reason,
    )
    after = await desk.view(fold.head.tournament)
    if refused is None and after is not None:
        return standing(after, match, found, pad_source(fold))
    return ResultState("not-taken", "the tournament is not here any more" if refused is None else refused.text)


def standing(view: TournamentView, match: MatchId, found: MatchResult, source: str) -> ResultState | None:
    """Where this result is on record already, by this source or another."""
    record = view.state.matches[match]
    if record.is_under_review and any(_are_same(record.drafts[one], found.given) for one in record.rivals):
        return ResultState("review", f"{match} is under review: the referee decides between two versions.")
    if record.result is not None and not record.is_under_review and _are_same(record.result, found.given):
        by = next((one.by for one in record.history if one.fact == record.result_fact), "")
        return ResultState("told" if by == source else "confirmed", score_text(record.result))
    return None


def _are_same(one: ResultGiven, other: ResultGiven) -> bool:
    """Whether both lead to the same result, by the same boards where both have told them."""
    first, second = ([(b.game, b.winner, b.points, b.extra) for b in given.boards] for given in (one, other))
    return agree(counted_result(one), counted_result(other)) and (not first or not second or first == second)
