"""Positions as rows: nine white, nine black, the queen; NaN for a piece that does not lie there."""

from math import isnan
from typing import Final

import numpy as np

from carrom.equipment import Kind, Piece, Position
from carrom.play.sight import Bools, Floats

PIECES: Final = 19
FIRST: Final[dict[Kind, int]] = {"white": 0, "black": 9, "queen": 18}
KINDS: Final[tuple[Kind, ...]] = ("white",) * 9 + ("black",) * 9 + ("queen",)
WHITE: Final[Bools] = np.array([kind == "white" for kind in KINDS])
BLACK: Final[Bools] = np.array([kind == "black" for kind in KINDS])
QUEEN: Final = 18


def places_of(position: Position) -> Floats:
    """The rows of a position."""
    places = np.full((PIECES, 2), np.nan)
    at = dict(FIRST)
    for piece in position.pieces:
        places[at[piece.kind]] = piece.x, piece.y
        at[piece.kind] += 1
    return places


def position_of(places: Floats) -> Position:
    """The position that rows stand for."""
    return Position(tuple(pieces_of_rows(places)))


def pieces_of_rows(places: Floats) -> list[Piece]:
    """The pieces of that position in its order, unchecked."""
    rows = [
        (FIRST[kind], Piece(kind, x, y)) for kind, (x, y) in zip(KINDS, places.tolist(), strict=True) if not isnan(x)
    ]
    rows.sort()
    return [piece for _, piece in rows]
