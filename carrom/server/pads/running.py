"""The score of matches that are being kept on pads, for everybody: one small value for each match."""

from carrom.match.parties import PARTIES
from carrom.server.pads.pad_log import PadFold
from carrom.server.pads.pads import Pads
from carrom.server.pads.referee import dispute
from carrom.server.pads.wire import RunningScore
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.view import TO_PLAY, TournamentView


async def running_score(pads: Pads, tournament: str, view: TournamentView) -> tuple[RunningScore, ...]:
    """Every match that is kept on a pad and has no result yet. Where two pads keep one, the one that was heard of
    last is shown, and that they differ, if they do."""
    by_match: dict[str, list[PadFold]] = {}
    for fold in await pads.stands(tournament):
        by_match.setdefault(fold.head.match, []).append(fold)
    found = []
    for match, folds in by_match.items():
        known = MatchId(match) in view.state.matches and view.status(MatchId(match)) in TO_PLAY
        counting = [fold for fold in folds if fold.counted and fold.match is not None]
        if known and counting:
            last = max(counting, key=lambda fold: fold.heard)
            table = view.state.matches[MatchId(match)].table
            found.append(_score(last, table, is_disputed=dispute(view, match, folds) is not None))
    return tuple(found)


def _score(fold: PadFold, table: int | None, *, is_disputed: bool) -> RunningScore:
    assert fold.match is not None
    course = fold.match.course
    games = course.score.games if course.score is not None else ()
    won = [sum(game.winner == party for game in games) for party in PARTIES]
    points = course.score.game.points if course.score is not None else None
    coming = course.score.next if course.score is not None else None
    board = course.board.number if course.board is not None else coming.board if coming is not None else 0
    return RunningScore(
        fold.head.match,
        table,
        (won[0], won[1]),
        (0, 0) if points is None else (points.a, points.b),
        board,
        fold.match.winner is not None,
        is_disputed,
        int(fold.heard * 1000),
    )
