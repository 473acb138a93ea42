"""What an agent sees: the pieces from his own seat, by whose they are, and the state of the board."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Space

from carrom.env.actions import Numbers
from carrom.equipment import Kind, Position, Seat
from carrom.equipment.position import FULL
from carrom.equipment.sizes import HALF
from carrom.laws import Situation
from carrom.play import Colour

ROWS = 19
QUEENS = ("board", "pending", "player", "opponent")
EXTRAS = 8


def pieces_space() -> Space[Any]:
    return Box(-1.0, 1.0, (ROWS * 3,), np.float32)


def board_space() -> Space[Any]:
    return Box(-1.0, 1.0, (ROWS * 3 + EXTRAS,), np.float32)


def pieces_seen(position: Position, seat: Seat, colour: Colour = "white") -> Numbers:
    """Nine own pieces, nine of the other side, the queen: x, y as parts of half the board, and 1 if it lies there.

    Pieces of one kind are alike; those that lie there come first, in the order of the position.
    """
    out = np.zeros((ROWS, 3), dtype=np.float32)
    other: Colour = "black" if colour == "white" else "white"
    order: tuple[Kind, ...] = (colour, other, "queen")
    first = 0
    for kind in order:
        places = [seat.from_board(piece.x, piece.y) for piece in position.pieces if piece.kind == kind]
        for row, (x, y) in enumerate(places, start=first):
            out[row] = x / HALF, y / HALF, 1.0
        first += FULL[kind]
    return out.ravel()


def board_seen(position: Position, seat: Seat, colour: Colour, situation: Situation) -> Numbers:
    """The pieces, then: whether the queen is on the board, pending, his, the rival's; whether the way to her is open;
    owed pieces of both sides (in ninths); whether this is a break.
    """
    extras = [
        *(float(situation.queen == place) for place in QUEENS),
        float(situation.opened),
        min(situation.owed.player, 9) / 9,
        min(situation.owed.opponent, 9) / 9,
        float(situation.break_attempt is not None),
    ]
    return np.concatenate((pieces_seen(position, seat, colour), np.array(extras, dtype=np.float32)))
