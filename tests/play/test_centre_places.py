"""Places of returned pieces: a coarse check finds the same place as the umpire."""

import numpy as np
import pytest

from carrom.equipment import Seat, queen_place
from carrom.equipment.sizes import PIECE_RADIUS
from carrom.play.batch.layouts import PIECES, lay_racks, position_of
from carrom.play.batch.placement import CompiledPrefilter, centre_place
from carrom.play.sight import Floats


def crowded(count: int, seed: int) -> Floats:
    """Return positions with pieces about a covered centre, as strokes leave them, and others elsewhere."""
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
def test_place_matches_the_umpires(seat: Seat) -> None:
    for board in crowded(150, 11):
        assert centre_place(board, seat) == queen_place(position_of(board), seat)


def test_successive_pieces_match_the_umpires_places() -> None:
    """They lie at even steps around the circle, where two places are often equally close."""
    for board in crowded(40, 12):
        for piece in np.flatnonzero(np.isnan(board[:, 0])):
            place = queen_place(position_of(board), Seat.SOUTH)
            assert centre_place(board, Seat.SOUTH) == place
            board[piece] = place


def test_covered_centre_needs_few_close_checks() -> None:
    """The coarse check leaves out most pairs of pieces, and never the nearest place."""
    looked = [
        (CompiledPrefilter(places, Seat.SOUTH).corners(), len(places))
        for places in (board[~np.isnan(board[:, 0])] for board in crowded(60, 14))
    ]
    counts = [(len([*found[0]]), count * (count - 1) / 2) for found, count in looked if found is not None]
    assert len(counts) > 30
    assert sum(kept for kept, _ in counts) < 0.1 * sum(every for _, every in counts)


def test_most_places_need_no_close_check() -> None:
    board = crowded(1, 13)[0]
    around = [(300 * np.cos(turn), 300 * np.sin(turn)) for turn in np.linspace(0, 6, 60)]
    assert 0 < len(CompiledPrefilter(board, Seat.SOUTH).hardest(around)) < 30
