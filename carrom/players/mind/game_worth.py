"""What the points of a board are worth in the game, and what the game is worth in the match: the chance to win it, by
working a game of boards backwards.

Two equals play board after board; who leads far need not slam, who trails before the last board must. The queen counts
for nobody at 22 and more, which the value of a board already knows.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from carrom.laws import Rulebook
from carrom.play.sight import Floats
from carrom.players.mind.learned import HIGHEST, LOWEST, POINTS

# How often a board between two good players ends with 1, 2 … 12 points for its winner: a guess, to be counted.
_BOARD: Final = np.array([0.06, 0.08, 0.09, 0.10, 0.11, 0.11, 0.10, 0.09, 0.08, 0.07, 0.06, 0.05])
_MANY: Final = 40
"""Boards of a game that has no limit of them."""
_LONG: Final = 61
"""Points beyond which nobody counts."""


@lru_cache(maxsize=256)
def aim_of(rulebook: Rulebook, own: int, rival: int, board: int) -> Floats:
    """(29,): how good −14 … 14 points are for the player, at this score in this board of the game.

    Counted so that from the worst to the best it is as far as in points.
    """
    value = win_chances(rulebook, own, rival, board)
    spread = value[-1] - value[0]
    if spread < 1e-6:
        return POINTS.astype(np.float64)
    value = LOWEST + (HIGHEST - LOWEST) * (value - value[0]) / spread
    # Where the game is won or lost anyway, points still tell a good stroke from a bad one.
    return np.asarray(0.95 * value + 0.05 * POINTS)


def win_chances(rulebook: Rulebook, own: int, rival: int, board: int) -> Floats:
    """(29,): the player's chance to win the game after −14 … 14 points of this board, at this score before it."""
    boards = rulebook.boards or _MANY
    chances = _chances(rulebook.target or _LONG, boards)
    top, played = chances.shape[1] - 1, min(board, boards)
    points = POINTS.astype(np.int64)
    mine = np.minimum(own + np.maximum(points, 0), top)
    theirs = np.minimum(rival + np.maximum(-points, 0), top)
    return np.asarray(chances[played, mine, theirs])


def match_chances(to_win: int, own: int, rival: int) -> tuple[float, float]:
    """The player's chance to win the match if he loses this game, and if he wins it: with so many games won before it,
    and so many wanted. Games that are still to come are even."""
    return _of_games(to_win - own, to_win - rival - 1), _of_games(to_win - own - 1, to_win - rival)


def _of_games(own: int, rival: int) -> float:
    """The chance to win so many even games before the other side has won so many."""
    if own <= 0 or rival <= 0:
        return float(own <= 0)
    return (_of_games(own - 1, rival) + _of_games(own, rival - 1)) / 2


@lru_cache(maxsize=8)
def _chances(target: int, boards: int) -> Floats:
    """[boards played, own points, rival's points] → the chance to win the game."""
    out = np.zeros((boards + 1, target + 1, target + 1))
    each = _BOARD / _BOARD.sum() / 2
    score = np.arange(target + 1)
    ahead = np.sign(score[:, None] - score[None, :])
    last = (ahead + 1) / 2
    for played in range(boards, -1, -1):
        if played == boards:
            out[played] = last
        else:
            then = out[played + 1]
            for points, chance in enumerate(each.tolist(), 1):
                more = np.minimum(score + points, target)
                out[played] += chance * (then[more] + then[:, more])
        out[played, target, :target], out[played, :target, target] = 1.0, 0.0
    return out
