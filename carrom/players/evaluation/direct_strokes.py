"""The easiest direct stroke at every piece, for thousands of layouts at once: the glance of a player at a leave.

The generator looks at one position thoroughly; this looks at many briefly: straight ways only, a few stands. It is
compiled, since it stands in the innermost loop of the players that plan.
"""

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
"""How far to either side of the middle the striker may stand between the circles."""
# With something to spare over the least pace that does it.
_PACE = 1.4


def aim_tuning(pace: float) -> tuple[float, ...]:
    """What compiled players that aim are told: at so many times the least pace."""
    return (POCKET_WINDOW, THINNEST, ARRIVAL, pace, *DIFFICULTY_FACTORS)


def hand_parameters(hand: SkillOnSurface) -> tuple[float, ...]:
    """What they are told of hand and surface."""
    return hand.slowing, hand.transfer, hand.max_speed, hand.contact_friction, 3 * (1 + hand.restitution)


TUNING: Final = (*aim_tuning(_PACE), float(TAIL_FREEDOM))


def easiest_strokes_at(places: Floats, on: Bools, wanted: Bools, hand: SkillOnSurface) -> tuple[Floats, Floats]:
    """For each layout and piece: the chance of its easiest direct stroke (0 for none), and that stroke.

    `places` (layouts, pieces, 2) as the striker's player sees them, `on` (layouts, pieces) which still lie there,
    `wanted` (pieces), or (layouts, pieces), which to look at. Strokes are rows of (x, y, direction, speed).
    """
    chance, strokes, _ = easiest_strokes_with_windows(places, on, wanted, hand)
    return chance, strokes


def easiest_strokes_with_windows(
    places: Floats, on: Bools, wanted: Bools, hand: SkillOnSurface
) -> tuple[Floats, Floats, Floats]:
    """The same, and by how many degrees each stroke may miss to either side."""
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
