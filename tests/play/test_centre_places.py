"""Where a piece comes back to the centre: a quick first look leaves the place to stand that the umpire finds."""

import numpy as np
import pytest

from carrom.equipment import Seat, queen_place
from carrom.equipment.sizes import PIECE_RADIUS
from carrom.play.batch.layouts import PIECES, lay_racks, position_of
from carrom.play.batch.placement import CompiledPrefilter, centre_place
from carrom.play.sight import Floats


def crowded(count: int, seed: int) -> Floats:
    """Boards with pieces about a covered centre, as strokes leave them, and others anywhere."""
    rng = np.random.default_rng(seed)
    rows = np.arange(count)
    places = lay_racks(rows + seed, np.full(count, -1), rng.uniform(0, 360, count), spread=3.0)
    for board in places:
        for piece in rng.permutation(PIECES)[: rng.integers(4, 17)]:
            board[piece] = np.nan
            place = rng.uniform(-300, 300, 2)
            if rng.random() < 0.7 and not np.any(np.hypot(*(board - place).T) < 2 * PIECE_RADIUS):
                board[piece] = place
    return places


@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.NORTH])
def test_it_is_the_umpires_place_to_the_last_bit(seat: Seat) -> None:
    for board in crowded(150, 11):
        assert centre_place(board, seat) == queen_place(position_of(board), seat)


def test_pieces_that_come_back_one_after_the_other_lie_there_too() -> None:
    """They lie at even steps around the circle, where two places are often as hard as each other."""
    for board in crowded(40, 12):
        for piece in np.flatnonzero(np.isnan(board[:, 0])):
            place = queen_place(position_of(board), Seat.SOUTH)
            assert centre_place(board, Seat.SOUTH) == place
            board[piece] = place


def test_few_places_are_looked_at_closely_where_the_centre_is_covered() -> None:
    """The first look leaves out most pairs of pieces, and never the nearest place."""
    looked = [
        (CompiledPrefilter(places, Seat.SOUTH).corners(), len(places))
        for places in (board[~np.isnan(board[:, 0])] for board in crowded(60, 14))
    ]
    counts = [(len([*found[0]]), count * (count - 1) / 2) for found, count in looked if found is not None]
    assert len(counts) > 30
    assert sum(kept for kept, _ in counts) < 0.1 * sum(every for _, every in counts)


def test_most_places_are_spared_a_closer_look() -> None:
    board = crowded(1, 13)[0]
    around = [(300 * np.cos(turn), 300 * np.sin(turn)) for turn in np.linspace(0, 6, 60)]
    assert 0 < len(CompiledPrefilter(board, Seat.SOUTH).hardest(around)) < 30
