"""How many strokes a board still asks for when one player clears it alone: by how many pieces lie there, and where.

Fitted by `training/strokes_left.py` to what boards of a casual hand led to. Of few pieces it matters where each lies,
of the last one nothing else does; a crowded board is moved about too much before its last pieces are played, and there
only their number counts. How easy the next stroke is, or how many pieces are blocked, tells nothing more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from carrom.play.sight import Bools, Floats
from carrom.players.mind.finish_map import FinishMap
from carrom.players.mind.imagine import Imagined

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

    lone: FinishMap
    strokes: Floats
    """By the number of pieces."""
    usual: Floats
    """What their places usually add up to: strokes over one for each, if it lay alone."""
    weight: Floats

    @classmethod
    def of(cls, lone: FinishMap) -> StrokesLeft:
        count = np.arange(len(_STROKES))
        mean = float(lone.strokes.mean())
        strokes = _STROKES * mean / _CASUAL
        usual: Floats = _LIES * (mean - 1.0) * count.astype(np.float64)
        usual[1] = strokes[1] - 1.0  # so that the last piece asks for what its map says
        return cls(lone, strokes, usual, np.where(count > 0, np.exp((1.0 - count) / _FADES), 0.0))

    def after(self, outcomes: Imagined, spared: int | None = None) -> Floats:
        """For each outcome. What fell with the striker comes back to the centre; so does `spared`, fallen alone."""
        back = outcomes.fell & outcomes.striker[:, None]
        if spared is not None:
            back[:, spared] |= outcomes.fell[:, spared] & (outcomes.fell.sum(axis=1) == 1)
        return self.at(outcomes.rest, back.sum(axis=1))

    def at(self, places: Floats, back: Floats | int = 0) -> Floats:
        """For layouts (layouts, pieces, 2), NaN for what has gone, with so many pieces `back` in the centre."""
        on: Bools = ~np.isnan(places[:, :, 0])
        lone = np.where(on, self.lone.at(np.where(on[..., None], places, 0.0)) - 1.0, 0.0).sum(axis=1)
        lone = lone + back * (self.lone.brought_back - 1.0)
        count = on.sum(axis=1) + back
        return np.asarray(self.strokes[count] + self.weight[count] * (lone - self.usual[count]))
