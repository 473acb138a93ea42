"""Aim points: where the striker's centre first meets a piece or the frame."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from carrom.equipment import Position, Seat
from carrom.equipment.sizes import HALF, PIECE_RADIUS, STRIKER_RADIUS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_APART = STRIKER_RADIUS + PIECE_RADIUS
_WALL = HALF - STRIKER_RADIUS
NEAREST_AIM: Final = 2 * STRIKER_RADIUS
"""Nearer than this players aim along the line: an error in placing the striker does not turn them half round for a
piece that almost touches it."""


def seen_from(position: Position, seat: Seat) -> Floats:
    """Places of the pieces (x, y) in the order of the position, as seen from `seat`."""
    return np.array([seat.from_board(piece.x, piece.y) for piece in position.pieces], dtype=float).reshape(-1, 2)


def first_contacts(pieces: Floats, strokes: Floats) -> Floats:
    """Find where the striker's centre first touches something, for strokes (x, y, direction, speed); at least
    `NEAREST_AIM` away along the line."""
    x, y = strokes[:, 0], strokes[:, 1]
    angle = np.radians(strokes[:, 2])
    ux, uy = np.sin(angle), np.cos(angle)
    reach = np.minimum(_to_frame(x, ux), _to_frame(y, uy))
    if len(pieces):
        dx, dy = pieces[:, 0] - x[:, None], pieces[:, 1] - y[:, None]
        along = dx * ux[:, None] + dy * uy[:, None]
        chord = _APART**2 - (dx * uy[:, None] - dy * ux[:, None]) ** 2
        touch = along - np.sqrt(np.maximum(chord, 0.0))
        met = (along > 0) & (chord > 0)
        reach = np.minimum(reach, np.where(met, touch, np.inf).min(axis=1))
    reach = np.maximum(reach, NEAREST_AIM)
    return np.column_stack((x + reach * ux, y + reach * uy))


def _to_frame(start: Floats, heading: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        far = (np.copysign(_WALL, heading) - start) / heading
    return np.where(heading == 0, np.inf, far)
