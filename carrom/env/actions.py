"""Three numbers from −1 to 1 and the stroke that they mean.

The first says where along the base lines: the lawful stretches are laid end to end, so every value is lawful. The
second is the direction in half turns, the third the pace from the softest touch to the fastest flick.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Space
from numpy.typing import ArrayLike, NDArray

from carrom.env.given import numbers_of
from carrom.equipment import Position, Seat
from carrom.physics import Stroke
from carrom.play.striker_stands import free_row

SOFTEST = 0.05
"""The slowest stroke of the action space, m/s."""

Numbers = NDArray[np.float32]


def action_space() -> Space[Any]:
    return Box(-1.0, 1.0, (3,), np.float32)


def stroke_from_action(action: ArrayLike, position: Position, seat: Seat, max_speed: float) -> Stroke:
    """The stroke that an action means on this board. Values beyond ±1 count as ±1; what is no number is refused."""
    across, turn, pace = np.clip(numbers_of(action, (3,), "three numbers from −1 to 1"), -1.0, 1.0).tolist()
    ahead, spans = free_row(position, seat)
    if not spans:
        raise LookupError("the striker has no room: the board is to be replayed (142)")
    far = (across + 1) / 2 * sum(right - left for left, right in spans)
    x = spans[-1][1]
    for left, right in spans:
        if far <= right - left:
            x = left + far
            break
        far -= right - left
    direction = 180.0 if turn == -1.0 else 180.0 * turn
    speed = SOFTEST + (pace + 1) / 2 * (max_speed - SOFTEST)
    return Stroke(*seat.to_board(x, ahead), direction, speed)
