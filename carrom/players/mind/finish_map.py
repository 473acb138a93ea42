"""How many strokes the last piece asks for, by where it lies and by the hand; maps are made by `training/finish.py`.

A lone piece is the one position that can be worked out whole: the best stroke at it, what a miss leaves, the best one
there, and so on until it falls. Beside the base line it asks for one stroke in any hand, at the far frame in a casual
one for more than two. Of a board with several pieces the sum is a good beginning.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from carrom.equipment.sizes import HALF, PIECE_RADIUS
from carrom.play.sight import Floats

ACROSS, AWAY = 17, 33
"""Entries from the middle line to the side, and from the near frame to the far one."""
REACH: Final = HALF - PIECE_RADIUS
"""How far from the middle a piece can lie."""


@dataclass(frozen=True, slots=True)
class FinishMap:
    """The strokes that a lone piece asks for, for one hand; left and right are alike."""

    strokes: Floats
    """(ACROSS, AWAY)."""

    def at(self, places: Floats) -> Floats:
        """For places (…, 2) as the striker's player sees them."""
        across = np.clip(np.abs(places[..., 0]) / REACH, 0.0, 1.0) * (ACROSS - 1)
        away = np.clip((places[..., 1] + REACH) / (2 * REACH), 0.0, 1.0) * (AWAY - 1)
        i = np.minimum(across.astype(np.int64), ACROSS - 2)
        j = np.minimum(away.astype(np.int64), AWAY - 2)
        u, v = across - i, away - j
        near = self.strokes[i, j] * (1 - u) + self.strokes[i + 1, j] * u
        far = self.strokes[i, j + 1] * (1 - u) + self.strokes[i + 1, j + 1] * u
        return np.asarray(near * (1 - v) + far * v)

    @property
    def brought_back(self) -> float:
        """For a piece that lies in the centre again."""
        return float(self.strokes[0, AWAY // 2])


def finish_map(angle: float) -> FinishMap:
    """For a hand that misses by so many degrees; between two that were worked out, something between."""
    angles, maps = _maps()
    at = float(np.interp(angle, angles, np.arange(len(angles))))
    low = min(int(at), len(angles) - 2)
    return FinishMap(np.asarray(maps[low] * (low + 1 - at) + maps[low + 1] * (at - low)))


@cache
def _maps() -> tuple[Floats, Floats]:
    with files(__package__).joinpath("data/finish.npz").open("rb") as file:
        kept = np.load(file)
        return kept["angles"].astype(np.float64), kept["strokes"].astype(np.float64)
