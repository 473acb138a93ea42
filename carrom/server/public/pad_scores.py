"""Live scores from umpires' pads."""

from collections.abc import Callable, Mapping

from carrom.match.parties import PARTIES
from carrom.server.pads.pad_log import PadFold, tournament_of
from carrom.server.pads.pads import Pads
from carrom.server.pads.referee import dispute
from carrom.server.pads.wire import RunningScore
from carrom.server.public.matches import LiveScore
from carrom.server.stores.store import LogChange, Store
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.seating.now import TO_PLAY, TournamentNow


async def running_scores(pads: Pads, tournament: str, view: TournamentNow) -> tuple[RunningScore, ...]:
    """List scores of unfinished matches; of several pads the latest, marked if they differ."""
    by_match: dict[str, list[PadFold]] = {}
    for fold in await pads.folds(tournament):
        by_match.setdefault(fold.head.match, []).append(fold)
    found = []
    for match, folds in by_match.items():
        is_open = MatchId(match) in view.state.matches and view.status(MatchId(match)) in TO_PLAY
        counting = [fold for fold in folds if fold.counted and fold.match is not None]
        if is_open and counting:
            latest = max(counting, key=lambda fold: fold.received_last)
            table = view.state.matches[MatchId(match)].table
            found.append(_score(latest, table, is_disputed=dispute(view, match, folds) is not None))
    return tuple(found)


def _score(fold: PadFold, table: int | None, *, is_disputed: bool) -> RunningScore:
    assert fold.match is not None
    course = fold.match.course
    games = course.score.games if course.score is not None else ()
    won = [sum(game.winner == party for game in games) for party in PARTIES]
    points = course.score.game.points if course.score is not None else None
    next_board = course.score.next if course.score is not None else None
    board = course.board.number if course.board is not None else next_board.board if next_board is not None else 0
    return RunningScore(
        fold.head.match,
        table,
        (won[0], won[1]),
        (0, 0) if points is None else (points.a, points.b),
        board,
        fold.match.winner is not None,
        is_disputed,
        int(fold.received_last * 1000),
    )


class PadScores:
    """Live scores of a tournament, without the points of disputed matches."""

    def __init__(self, pads: Pads, store: Store) -> None:
        self._pads, self._store = pads, store

    async def now(self, tournament: str, view: TournamentNow) -> Mapping[MatchId, LiveScore]:
        return {
            MatchId(one.match): LiveScore(points=None)
            if one.is_disputed
            else LiveScore(points=one.points, games=one.games if any(one.games) else None)
            for one in await running_scores(self._pads, tournament, view)
        }

    def watch(self, watcher: Callable[[str | None], None]) -> Callable[[], None]:
        """Call `watcher` with a tournament's id, or None for any."""

        def on_change(change: LogChange) -> None:
            if change.log is None:
                watcher(None)
            elif tournament_of(change.log) != change.log:
                watcher(tournament_of(change.log))

        return self._store.watch(on_change)
