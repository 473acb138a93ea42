"""Layouts as arrays: nine white, nine black, the queen; NaN for a pocketed piece."""

from functools import lru_cache
from math import isnan, pi, radians
from typing import Final

import numpy as np

from carrom.equipment import Kind, Piece, Position
from carrom.equipment.sizes import PIECE_RADIUS
from carrom.play.batch.counter_rng import uniform_numbers
from carrom.play.racking import RACK_GAP
from carrom.play.sight import Bools, Floats, Ints

PIECES: Final = 19
FIRST: Final[dict[Kind, int]] = {"white": 0, "black": 9, "queen": 18}
KINDS: Final[tuple[Kind, ...]] = ("white",) * 9 + ("black",) * 9 + ("queen",)
WHITE: Final[Bools] = np.array([kind == "white" for kind in KINDS])
BLACK: Final[Bools] = np.array([kind == "black" for kind in KINDS])
QUEEN: Final = 18

_LANE_TURN = 38


def places_of(position: Position) -> Floats:
    places = np.full((PIECES, 2), np.nan)
    at = dict(FIRST)
    for piece in position.pieces:
        places[at[piece.kind]] = piece.x, piece.y
        at[piece.kind] += 1
    return places


def position_of(places: Floats) -> Position:
    return Position(tuple(pieces_of_rows(places)))


def pieces_of_rows(places: Floats) -> list[Piece]:
    """Pieces in the order of a `Position`, unchecked."""
    rows = [
        (FIRST[kind], Piece(kind, x, y)) for kind, (x, y) in zip(KINDS, places.tolist(), strict=True) if not isnan(x)
    ]
    rows.sort()
    return [piece for _, piece in rows]


@lru_cache(maxsize=1)
def _exact_rack() -> Floats:
    return places_of(Position.start(0.0))


def lay_racks(seeds: Ints, counts: Ints, angles: Floats, *, gap: float = RACK_GAP, spread: float = 0.0) -> Floats:
    """Racks (boards, 19, 2) seen from the south, turned by `angles` (degrees) with an error of about `spread` degrees,
    and with random gaps."""
    chances = uniform_numbers(seeds, counts, _LANE_TURN + 2)
    missed = spread * np.sqrt(-2.0 * np.log(chances[:, _LANE_TURN])) * np.cos(2 * pi * chances[:, _LANE_TURN + 1])
    turn = np.radians(angles + missed)
    x, y = _exact_rack().T
    wider = 1.0 + gap / (2 * PIECE_RADIUS)
    # Evenly in a disc half the gap wide: two neighbours that err towards each other just touch.
    off = gap / 2 * np.sqrt(chances[:, 0:38:2])
    to = 2 * pi * chances[:, 1:38:2]
    laid = np.empty((len(seeds), len(x), 2))
    laid[:, :, 0] = wider * (x * np.cos(turn)[:, None] - y * np.sin(turn)[:, None]) + off * np.cos(to)
    laid[:, :, 1] = wider * (x * np.sin(turn)[:, None] + y * np.cos(turn)[:, None]) + off * np.sin(to)
    return laid


def rack_turn_angle(rotation: float) -> float:
    """Degrees counter-clockwise, for a rotation as `Position.start` takes it."""
    return rotation if _is_counter_clockwise() else -rotation


@lru_cache(maxsize=1)
def _is_counter_clockwise() -> bool:
    first, then = _exact_rack()[0], places_of(Position.start(10.0))[0]
    angle = radians(10.0)
    return bool(np.allclose(then, [first @ [np.cos(angle), -np.sin(angle)], first @ [np.sin(angle), np.cos(angle)]]))
