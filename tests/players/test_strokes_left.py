"""The number of strokes that a board still needs: properties of any fit."""

import numpy as np
import pytest

from carrom.equipment import Seat
from carrom.equipment.position import Position
from carrom.play import LEVELS
from carrom.play.sight import Floats, seen_from
from carrom.players.evaluation.outcomes import StrokeOutcomes
from carrom.players.evaluation.strokes_left import REACH, StrokesLeft, lone_piece_map

HANDS = sorted({skill.angle for skill in LEVELS.values()})


def layouts(count: int, pieces: int) -> Floats:
    return np.random.default_rng((2, pieces)).uniform(-REACH, REACH, (count, pieces, 2))


@pytest.mark.parametrize("angle", HANDS)
def test_last_piece_matches_its_map(angle: float) -> None:
    places = layouts(200, 1)
    assert StrokesLeft.of(lone_piece_map(angle)).at(places) == pytest.approx(lone_piece_map(angle).at(places[:, 0]))


@pytest.mark.parametrize("angle", HANDS)
def test_fewer_pieces_need_fewer_strokes(angle: float) -> None:
    left = StrokesLeft.of(lone_piece_map(angle))
    assert left.at(np.full((1, 19, 2), np.nan)) == 0.0
    assert (np.diff(left.strokes) > 0).all()
    for pieces in range(1, 19):
        fewer, more = left.at(layouts(200, pieces)).mean(), left.at(layouts(200, pieces + 1)).mean()
        assert fewer < more


def test_places_matter_less_with_many_pieces() -> None:
    left = StrokesLeft.of(lone_piece_map(LEVELS["casual"].angle))
    spreads = [left.at(layouts(500, pieces)).std() / pieces**0.5 for pieces in (1, 4, 10, 18)]
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[-1] < 0.05 * spreads[0]


def test_returned_pieces_count_in_the_centre() -> None:
    left = StrokesLeft.of(lone_piece_map(LEVELS["casual"].angle))
    seen = seen_from(Position.from_text("white:100,200/0,0"), Seat.SOUTH)
    gone = np.where(np.array([False, True])[:, None], np.nan, seen)

    def after(striker: bool, spared: int | None = None) -> float:
        fell = np.array([[False, True]])
        outcome = StrokeOutcomes(gone[None], fell, np.array([striker]), np.ones(1, dtype=bool))
        return float(left.after(outcome, spared)[0])

    whole, one = float(left.at(seen[None])[0]), float(left.at(gone[None])[0])
    assert one < whole
    assert after(striker=False) == pytest.approx(one)
    assert after(striker=True) == pytest.approx(whole, abs=0.05)
    assert after(striker=False, spared=1) == pytest.approx(whole, abs=0.05)
    assert after(striker=False, spared=0) == pytest.approx(one)
