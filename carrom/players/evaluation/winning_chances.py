"""Chances to win a game and a match, worked backwards from the points of boards."""

from functools import lru_cache
from typing import Final

import numpy as np

from carrom.laws import Rulebook
from carrom.play.sight import Floats
from carrom.players.evaluation.value_network import HIGHEST, LOWEST, POINTS

# How often a board between two `club` skills ends with 1, 2 … 12 points for the side that broke, and for the other: the
# learned value of the rack, from 109,000 boards (`strengths.next_board_chances`).
_BROKE: Final = (0.048, 0.037, 0.027, 0.076, 0.063, 0.054, 0.046, 0.041, 0.041, 0.047, 0.041, 0.018)
_FOLLOWED: Final = (0.064, 0.050, 0.038, 0.069, 0.057, 0.045, 0.036, 0.031, 0.028, 0.019, 0.013, 0.012)

_MANY: Final = 40
"""Boards of a game without a limit."""
_LONG: Final = 61
"""Points beyond which counting stops."""


def _equals() -> Floats:
    """(2, 29): chances of −14 … 14 points between equals, for the side that breaks and for the other."""
    out = np.zeros((2, len(POINTS)))
    out[0, 1 - LOWEST : 13 - LOWEST], out[0, -12 - LOWEST : -LOWEST] = _BROKE, _FOLLOWED[::-1]
    out[1] = out[0, ::-1]
    return np.asarray(out / out.sum(axis=1, keepdims=True))


EQUALS: Final = _equals()


@lru_cache(maxsize=256)
def game_values_of_points(
    rulebook: Rulebook, own: int, rival: int, board: int, breaks_next: bool | None = None
) -> Floats:
    """(29,): value of −14 … 14 points at this score in this board of the game, between equals.

    Scaled to the range of points from worst to best.
    """
    value = win_chances(rulebook, own, rival, board, breaks_next=breaks_next)
    spread = value[-1] - value[0]
    if spread < 1e-6:
        return POINTS.astype(np.float64)
    value = LOWEST + (HIGHEST - LOWEST) * (value - value[0]) / spread
    # Where the game is decided anyway, points still tell good strokes from bad ones.
    return np.asarray(0.95 * value + 0.05 * POINTS)


def win_chances(
    rulebook: Rulebook, own: int, rival: int, board: int, ahead: Floats = EQUALS, *, breaks_next: bool | None = None
) -> Floats:
    """(29,): chance to win the game after −14 … 14 points of this board, at this score before it.

    `ahead` (2, 29): chances of points in later boards, with the player breaking and with the rival breaking. Sides
    break in turns; `breaks_next` is None if not known.
    """
    boards = rulebook.boards or _MANY
    chances = _chances(rulebook.target or _LONG, boards, ahead.tobytes())
    top, played = chances.shape[-1] - 1, min(board, boards)
    points = POINTS.astype(np.int64)
    mine = np.minimum(own + np.maximum(points, 0), top)
    theirs = np.minimum(rival + np.maximum(-points, 0), top)
    found = chances[:, played, mine, theirs]
    return np.asarray(found.mean(axis=0) if breaks_next is None else found[0 if breaks_next else 1])


def game_chance(rulebook: Rulebook, ahead: Floats = EQUALS) -> float:
    """Chance to win a game before it begins, averaged over who breaks first."""
    boards = rulebook.boards or _MANY
    return float(_chances(rulebook.target or _LONG, boards, ahead.tobytes())[:, 0, 0, 0].mean())


def match_chances(to_win: int, own: int, rival: int, each: float = 0.5) -> tuple[float, float]:
    """Chances to win the match after losing and after winning this game, from the games won before it. `each` is the
    chance in a later game."""
    return _of_games(to_win - own, to_win - rival - 1, each), _of_games(to_win - own - 1, to_win - rival, each)


def _of_games(own: int, rival: int, each: float) -> float:
    if own <= 0 or rival <= 0:
        return float(own <= 0)
    return each * _of_games(own - 1, rival, each) + (1 - each) * _of_games(own, rival - 1, each)


@lru_cache(maxsize=64)
def _chances(target: int, boards: int, ahead: bytes) -> Floats:
    """[rival breaks next, boards played, own points, rival's points] → chance to win the game."""
    out = np.zeros((2, boards + 1, target + 1, target + 1))
    each = np.frombuffer(ahead).reshape(2, -1)
    score = np.arange(target + 1)
    lead = np.sign(score[:, None] - score[None, :])
    out[:, boards] = (lead + 1) / 2
    for played in range(boards, -1, -1):
        for breaker in range(2 if played < boards else 0):
            then = out[1 - breaker, played + 1]
            for points, chance in zip(range(LOWEST, HIGHEST + 1), each[breaker].tolist(), strict=True):
                more = np.minimum(score + abs(points), target)
                out[breaker, played] += chance * (then[more] if points > 0 else then[:, more])
        out[:, played, target, :target], out[:, played, :target, target] = 1.0, 0.0
    return out
