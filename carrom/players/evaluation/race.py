"""Expected points of a board from the counts alone: pieces left on each side, and the queen.

Each side keeps its turn with a chance that depends on skill and pieces left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from carrom.laws import Ruling
from carrom.play.player import Perception
from carrom.play.sight import Floats

# Direction error (degrees), and the chance of keeping the turn with 9, 5 and 1 own pieces left, as `club` does.
_KEEP: Final = np.array(
    [
        (0.0, 1.00, 0.98, 0.93),
        (0.1, 1.00, 0.97, 0.90),
        (0.4, 0.99, 0.92, 0.78),
        (0.7, 0.96, 0.86, 0.64),
        (1.0, 0.93, 0.80, 0.50),
        (2.0, 0.82, 0.65, 0.41),
        (3.0, 0.74, 0.54, 0.35),
    ]
)

BOARD, PENDING, MINE, THEIRS = range(4)
QUEEN_INDEX: Final = {"board": BOARD, "pending": PENDING, "player": MINE, "opponent": THEIRS}
QUEEN_FOR_RIVAL: Final = (BOARD, BOARD, THEIRS, MINE)
_MOST: Final = 9
# Points that each piece beyond nine costs (owed and not yet out).
_EXTRA: Final = 0.6


def keep_chances(angle: float) -> Floats:
    """Chances of pocketing an own piece with 0 … 9 left, for this direction error."""
    at = [float(np.interp(angle, _KEEP[:, 0], _KEEP[:, column])) for column in (3, 2, 1)]
    return np.interp(np.arange(_MOST + 1), [1, 5, 9], at)


@dataclass(frozen=True, slots=True)
class RaceValue:
    """Expected points for the side to move, indexed [own left, rival's left, queen]."""

    mine: Floats
    """Values with this side to move, in its points."""
    theirs: Floats
    """Values with the rival to move, in the rival's points and from its side."""
    queen_mine: int
    queen_theirs: int

    @classmethod
    def of(cls, view: Perception) -> RaceValue:
        score, book = view.situation.score, view.rulebook
        value = book.queen_value
        return _race(
            view.skill.angle,
            view.rival.angle,
            value if book.is_credited(score.player) else 0,
            value if book.is_credited(score.opponent) else 0,
        )

    def after(self, ruling: Ruling) -> float:
        if ruling.result is not None:
            points = ruling.result.points + ruling.result.demand
            return float(points if ruling.result.winner == "player" else -points)
        own, rival = ruling.own + ruling.owed.player, ruling.opponent + ruling.owed.opponent
        queen = QUEEN_INDEX[ruling.queen]
        spare = _EXTRA * (max(0, rival - _MOST) - max(0, own - _MOST))
        own, rival = min(own, _MOST), min(rival, _MOST)
        if ruling.turn == "passes":
            return spare - float(self.theirs[rival, own, QUEEN_FOR_RIVAL[queen]])
        return spare + float(self.mine[own, rival, queen])

    def swapped(self) -> RaceValue:
        return RaceValue(self.theirs, self.mine, self.queen_theirs, self.queen_mine)

    def with_chances(self, own: int, rival: int, queen: int, first: Floats, second: Floats, taken: Floats) -> Floats:
        """Value with this side to move, from the chances of its next strokes.

        `first` and `second`: the two easiest own pieces; `taken`: the queen.
        """
        own, rival = min(own, _MOST), min(rival, _MOST)
        fail = -float(self.theirs[rival, own, QUEEN_FOR_RIVAL[queen]])
        cover = float(rival + self.queen_mine) if own == 1 else float(self.mine[own - 1, rival, MINE])
        if queen == PENDING:
            return first * cover + (1 - first) * fail
        by_queen = taken * (first * cover + (1 - first) * fail) + (1 - taken) * fail
        if own == 1:
            if queen == BOARD:
                return by_queen
            return first * (rival + (self.queen_mine if queen == MINE else 0)) + (1 - first) * fail
        fail_next = -float(self.theirs[rival, own - 1, QUEEN_FOR_RIVAL[queen]])
        if own > 2:
            then = float(self.mine[own - 2, rival, queen])
        elif queen == BOARD:
            then = float(self.mine[1, rival, BOARD])
        else:
            then = float(rival) + (self.queen_mine if queen == MINE else 0)
        by_own = first * (second * then + (1 - second) * fail_next) + (1 - first) * fail
        return by_own if queen != BOARD or own == _MOST else np.maximum(by_own, by_queen)


@lru_cache(maxsize=256)
def _race(angle_mine: float, angle_theirs: float, queen_mine: int, queen_theirs: int) -> RaceValue:
    mine, theirs = np.zeros((_MOST + 1, _MOST + 1, 4)), np.zeros((_MOST + 1, _MOST + 1, 4))
    keep_mine, keep_theirs = keep_chances(angle_mine), keep_chances(angle_theirs)
    for _ in range(40):
        before = mine.copy(), theirs.copy()
        _step(mine, theirs, keep_mine, queen_mine)
        _step(theirs, mine, keep_theirs, queen_theirs)
        if max(np.abs(mine - before[0]).max(), np.abs(theirs - before[1]).max()) < 1e-3:
            break
    return RaceValue(mine, theirs, queen_mine, queen_theirs)


def _step(here: Floats, across: Floats, keep: Floats, prize: int) -> None:
    """One backward step for the side to move, in place; fewer pieces first, so a whole turn takes one step."""
    left = np.arange(1, _MOST + 1)
    for own in range(1, _MOST + 1):
        p, taken = keep[own], keep[2]
        fail = -across[1:, own, :]
        for queen, gain in ((MINE, prize), (THEIRS, 0)):
            then = left + gain if own == 1 else here[own - 1, 1:, queen]
            here[own, 1:, queen] = p * then + (1 - p) * fail[:, QUEEN_FOR_RIVAL[queen]]
        cover = left + prize if own == 1 else here[own - 1, 1:, MINE]
        here[own, 1:, PENDING] = p * cover + (1 - p) * fail[:, BOARD]
        by_queen = taken * here[own, 1:, PENDING] + (1 - taken) * fail[:, BOARD]
        by_own = p * here[own - 1, 1:, BOARD] + (1 - p) * fail[:, BOARD]
        if own == 1:
            here[own, 1:, BOARD] = by_queen
        elif own == _MOST:
            here[own, 1:, BOARD] = by_own
        else:
            here[own, 1:, BOARD] = np.maximum(by_own, by_queen)
