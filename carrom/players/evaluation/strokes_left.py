"""How many strokes a board still asks for when one player clears it alone: by how many pieces lie there, and where.

Fitted by `training/strokes_left.py` to what boards of a casual hand led to. Of few pieces it matters where each lies,
of the last one nothing else does; a crowded board is moved about too much before its last pieces are played, and there
only their number counts. How easy the next stroke is, or how many pieces are blocked, tells nothing more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from carrom.equipment.sizes import HALF, PIECE_RADIUS
from carrom.play.sight import Bools, Floats
from carrom.players.evaluation.outcomes import StrokeOutcomes

ACROSS, AWAY = 17, 33
"""Entries from the middle line to the side, and from the near frame to the far one."""
REACH: Final = HALF - PIECE_RADIUS
"""How far from the middle a piece can lie."""


@dataclass(frozen=True, slots=True)
class LonePieceMap:
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
    def at_centre(self) -> float:
        """For a piece that lies in the centre again."""
        return float(self.strokes[0, AWAY // 2])


def lone_piece_map(angle: float) -> LonePieceMap:
    """For a hand that misses by so many degrees; between two that were worked out, something between."""
    angles, maps = _maps()
    at = float(np.interp(angle, angles, np.arange(len(angles))))
    low = min(int(at), len(angles) - 2)
    return LonePieceMap(np.asarray(maps[low] * (low + 1 - at) + maps[low + 1] * (at - low)))


@cache
def _maps() -> tuple[Floats, Floats]:
    with files(__package__).joinpath("data/finish.npz").open("rb") as file:
        kept = np.load(file)
        return kept["angles"].astype(np.float64), kept["strokes"].astype(np.float64)


# For 0 to 19 pieces that lie as they mostly do, in a casual hand.
_STROKES: Final = np.array(
    [
        0.0,
        1.5,
        3.2,
        4.65,
        5.95,
        7.2,
        8.3,
        9.4,
        10.4,
        11.35,
        12.2,
        13.05,
        13.85,
        14.55,
        15.25,
        15.9,
        16.5,
        17.0,
        17.5,
        18.0,
    ]
)
_CASUAL: Final = 1.753
"""Strokes for a lone piece in that hand, the mean of its map."""
_LIES: Final = 0.89
"""Pieces in play lie so much better than places of the map do on average."""
_FADES: Final = 4.0
"""With so many pieces more, places count e times less."""


@dataclass(frozen=True, slots=True)
class StrokesLeft:
    """For one hand."""

    lone: LonePieceMap
    strokes: Floats
    """By the number of pieces."""
    usual: Floats
    """What their places usually add up to: strokes over one for each, if it lay alone."""
    weight: Floats

    @classmethod
    def of(cls, lone: LonePieceMap) -> StrokesLeft:
        count = np.arange(len(_STROKES))
        mean = float(lone.strokes.mean())
        strokes = _STROKES * mean / _CASUAL
        usual: Floats = _LIES * (mean - 1.0) * count.astype(np.float64)
        usual[1] = strokes[1] - 1.0  # so that the last piece asks for what its map says
        return cls(lone, strokes, usual, np.where(count > 0, np.exp((1.0 - count) / _FADES), 0.0))

    def after(self, outcomes: StrokeOutcomes, spared: int | None = None) -> Floats:
        """For each outcome. What fell with the striker comes back to the centre; so does `spared`, fallen alone."""
        back = outcomes.fell & outcomes.striker[:, None]
        if spared is not None:
            back[:, spared] |= outcomes.fell[:, spared] & (outcomes.fell.sum(axis=1) == 1)
        return self.at(outcomes.rest, back.sum(axis=1))

    def at(self, places: Floats, back: Floats | int = 0) -> Floats:
        """For layouts (layouts, pieces, 2), NaN for what has gone, with so many pieces `back` in the centre."""
        on: Bools = ~np.isnan(places[:, :, 0])
        lone = np.where(on, self.lone.at(np.where(on[..., None], places, 0.0)) - 1.0, 0.0).sum(axis=1)
        lone = lone + back * (self.lone.at_centre - 1.0)
        count = on.sum(axis=1) + back
        return np.asarray(self.strokes[count] + self.weight[count] * (lone - self.usual[count]))
