"""The easiest direct stroke at every piece, for thousands of layouts at once: straight paths, few striker positions."""

from math import pi
from typing import Final

import numpy as np

from carrom.equipment import Position, Seat, striker_spans
from carrom.play.sight import Bools, Floats
from carrom.play.skill import DIFFICULTY_FACTORS, TAIL_FREEDOM
from carrom.players.candidates.geometry import ARRIVAL, POCKET_WINDOW, THINNEST
from carrom.players.candidates.model import SkillOnSurface

_SPANS = striker_spans(Position(()), Seat.SOUTH)
STANDS: Final = np.array(
    [
        *(sum(_SPANS[i]) / 2 for i in (0, 2)),
        *np.linspace(_SPANS[1][0] + 1e-6, _SPANS[1][1] - 1e-6, 7),
    ]
)
INNER: Final = _SPANS[1][1]
"""Farthest striker position from the middle, between the circles."""
# Multiple of the least pace.
_PACE = 1.4


def aim_tuning(pace: float) -> tuple[float, ...]:
    """Numbers that compiled aiming takes, for strokes at this multiple of the least pace."""
    return (POCKET_WINDOW, THINNEST, ARRIVAL, pace, *DIFFICULTY_FACTORS)


def hand_parameters(hand: SkillOnSurface) -> tuple[float, ...]:
    """Numbers of skill and surface that compiled aiming takes."""
    return hand.slowing, hand.transfer, hand.max_speed, hand.contact_friction, 3 * (1 + hand.restitution)


TUNING: Final = (*aim_tuning(_PACE), float(TAIL_FREEDOM))


def easiest_strokes_at(places: Floats, on: Bools, wanted: Bools, hand: SkillOnSurface) -> tuple[Floats, Floats]:
    """Find the easiest direct stroke for each layout and piece: its chance (0 for none), and the stroke.

    `places` (layouts, pieces, 2) as the striker's player sees them; `on` (layouts, pieces): on the board; `wanted`,
    (pieces) or (layouts, pieces): which to look at. Strokes are rows of (x, y, direction, speed).
    """
    chance, strokes, _ = easiest_strokes_with_windows(places, on, wanted, hand)
    return chance, strokes


def easiest_strokes_with_windows(
    places: Floats, on: Bools, wanted: Bools, hand: SkillOnSurface
) -> tuple[Floats, Floats, Floats]:
    """Chances, strokes, and degrees by which each may miss to either side."""
    from carrom.players.evaluation.direct_strokes_kernel import (
        easiest_strokes,  # loads Numba, which a list of names must not cost
    )

    return easiest_strokes(  # type: ignore[no-any-return]
        np.ascontiguousarray(places),
        np.ascontiguousarray(on),
        np.ascontiguousarray(np.broadcast_to(wanted, on.shape)),
        STANDS,
        INNER,
        hand.skill.angle * pi / 180,
        hand_parameters(hand),
        TUNING,
    )
