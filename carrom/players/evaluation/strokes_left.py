"""Estimate how many strokes a single player still needs to clear the board.

Fitted by `training/strokes_left.py` to boards of a casual skill. The last piece has an exact map by place and
skill, made by `training/finish.py`.
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
"""Grid points from the middle line to the side, and from the near frame to the far one."""
REACH: Final = HALF - PIECE_RADIUS
"""Farthest place of a piece from the middle."""

# For 0 to 19 pieces in usual places, at casual skill.
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
"""Mean of the lone-piece map at that skill."""
_LIES: Final = 0.89
"""Pieces in play lie this much better than the map's average place."""
_FADES: Final = 4.0
"""Pieces after which places count e times less."""


@dataclass(frozen=True, slots=True)
class LonePieceMap:
    """Strokes that a lone piece takes, for one skill; left and right are alike."""

    strokes: Floats
    """(ACROSS, AWAY)."""

    def at(self, places: Floats) -> Floats:
        """Interpolate for places (…, 2) as the player sees them."""
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
        return float(self.strokes[0, AWAY // 2])


def lone_piece_map(angle: float) -> LonePieceMap:
    """Map for this direction error in degrees, interpolated."""
    angles, maps = _maps()
    at = float(np.interp(angle, angles, np.arange(len(angles))))
    low = min(int(at), len(angles) - 2)
    return LonePieceMap(np.asarray(maps[low] * (low + 1 - at) + maps[low + 1] * (at - low)))


@cache
def _maps() -> tuple[Floats, Floats]:
    with files(__package__).joinpath("data/finish.npz").open("rb") as file:
        kept = np.load(file)
        return kept["angles"].astype(np.float64), kept["strokes"].astype(np.float64)


@dataclass(frozen=True, slots=True)
class StrokesLeft:
    lone: LonePieceMap
    strokes: Floats
    usual: Floats
    """Sum over all pieces of lone-piece strokes minus one."""
    weight: Floats

    @classmethod
    def of(cls, lone: LonePieceMap) -> StrokesLeft:
        count = np.arange(len(_STROKES))
        mean = float(lone.strokes.mean())
        strokes = _STROKES * mean / _CASUAL
        usual: Floats = _LIES * (mean - 1.0) * count.astype(np.float64)
        usual[1] = strokes[1] - 1.0  # the last piece takes what its map says
        return cls(lone, strokes, usual, np.where(count > 0, np.exp((1.0 - count) / _FADES), 0.0))

    def after(self, outcomes: StrokeOutcomes, spared: int | None = None) -> Floats:
        """Estimate strokes left after outcomes. Pieces pocketed with the striker come back, and so does `spared` if
        pocketed alone."""
        back = outcomes.fell & outcomes.striker[:, None]
        if spared is not None:
            back[:, spared] |= outcomes.fell[:, spared] & (outcomes.fell.sum(axis=1) == 1)
        return self.at(outcomes.rest, back.sum(axis=1))

    def at(self, places: Floats, back: Floats | int = 0) -> Floats:
        """Estimate strokes left in layouts (layouts, pieces, 2), NaN for pocketed pieces, with `back` more pieces in
        the centre."""
        on: Bools = ~np.isnan(places[:, :, 0])
        lone = np.where(on, self.lone.at(np.where(on[..., None], places, 0.0)) - 1.0, 0.0).sum(axis=1)
        lone = lone + back * (self.lone.at_centre - 1.0)
        count = on.sum(axis=1) + back
        return np.asarray(self.strokes[count] + self.weight[count] * (lone - self.usual[count]))
