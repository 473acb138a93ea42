"""Actions and observations of the first versions of the environments.

An action is three numbers from −1 to 1: place along the lawful stretches of the base line laid end to end, direction in
half turns, and pace. So every value is lawful.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Space
from numpy.typing import ArrayLike, NDArray

from carrom.env.settings import action_numbers
from carrom.equipment import Kind, Position, Seat
from carrom.equipment.position import FULL_SET
from carrom.equipment.sizes import HALF
from carrom.laws import Situation
from carrom.physics import Stroke
from carrom.play import Colour
from carrom.play.striker_positions import free_striker_row

SOFTEST = 0.05
"""Slowest stroke of the action space, m/s."""

Numbers = NDArray[np.float32]

ROWS = 19
QUEENS = ("board", "pending", "player", "opponent")
EXTRAS = 8


def action_space() -> Space[Any]:
    return Box(-1.0, 1.0, (3,), np.float32)


def stroke_from_action(action: ArrayLike, position: Position, seat: Seat, max_speed: float) -> Stroke:
    """Return the stroke of an action, clipped to ±1. Raises `CarromError` for invalid numbers."""
    across, turn, pace = np.clip(action_numbers(action, (3,), "three numbers from −1 to 1"), -1.0, 1.0).tolist()
    ahead, spans = free_striker_row(position, seat)
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


def pieces_space() -> Space[Any]:
    return Box(-1.0, 1.0, (ROWS * 3,), np.float32)


def board_space() -> Space[Any]:
    return Box(-1.0, 1.0, (ROWS * 3 + EXTRAS,), np.float32)


def observe_pieces(position: Position, seat: Seat, colour: Colour = "white") -> Numbers:
    """Return x, y (in half boards) and 1 for each piece on the board: nine own, nine of the other side, the queen.

    Among pieces of one kind, those on the board come first, in the order of the position.
    """
    out = np.zeros((ROWS, 3), dtype=np.float32)
    other: Colour = "black" if colour == "white" else "white"
    order: tuple[Kind, ...] = (colour, other, "queen")
    first = 0
    for kind in order:
        places = [seat.from_board(piece.x, piece.y) for piece in position.pieces if piece.kind == kind]
        for row, (x, y) in enumerate(places, start=first):
            out[row] = x / HALF, y / HALF, 1.0
        first += FULL_SET[kind]
    return out.ravel()


def observe_board(position: Position, seat: Seat, colour: Colour, situation: Situation) -> Numbers:
    """Return the pieces, then: queen on the board, pending, own, the rival's; whether the queen may be pocketed; owed
    pieces of both sides (in ninths); whether this is a break."""
    extras = [
        *(float(situation.queen == place) for place in QUEENS),
        float(situation.opened),
        min(situation.owed.player, 9) / 9,
        min(situation.owed.opponent, 9) / 9,
        float(situation.break_attempt is not None),
    ]
    return np.concatenate((observe_pieces(position, seat, colour), np.array(extras, dtype=np.float32)))
