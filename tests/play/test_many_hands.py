"""The compiled hands do what the rooms below say of one position: stands, strokes, due places, chance."""

from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from carrom.equipment import Position, Seat, due_fault, striker_spans
from carrom.equipment.sizes import PIECE_RADIUS
from carrom.equipment.striker_place import FARTHEST, MIDDLE, NEAREST
from carrom.play import LEVELS
from carrom.play.many.chance import draw_unit_errors, even_chances
from carrom.play.many.hand_kernel import spans_at, stand_at
from carrom.play.many.hands import execute_rows, skill_row
from carrom.play.many.placing_kernel import is_lawful
from carrom.play.many.racks import lay_racks, turned_by
from carrom.play.many.rows import KINDS, PIECES, places_of, position_of
from carrom.play.sight import first_contacts
from carrom.play.skill import execute_many
from carrom.play.striker_stands import free_row

AT = st.floats(-310.0, 310.0)
NEAR = st.tuples(AT, st.floats(-300.0, -200.0))
LAYOUTS = st.lists(st.one_of(st.none(), NEAR, st.tuples(AT, AT)), min_size=PIECES, max_size=PIECES)


def rows_of(layout: list[tuple[float, float] | None]) -> np.ndarray:
    """The layout as rows; a piece that would overlap one before it is left out."""
    places = np.full((PIECES, 2), np.nan)
    for row, place in enumerate(layout):
        if place is not None and not (np.hypot(*(places - place).T) < 2 * PIECE_RADIUS).any():
            places[row] = place
    return places


@given(LAYOUTS, st.one_of(st.just(MIDDLE), st.floats(NEAREST, FARTHEST)))
def test_the_stretches_are_those_of_law_130(layout: list[tuple[float, float] | None], ahead: float) -> None:
    places = rows_of(layout)
    low, high = np.empty(24), np.empty(24)
    count = spans_at(places, ahead, low, high)
    wanted = striker_spans(position_of(places), Seat.SOUTH, ahead)
    assert list(zip(low[:count].tolist(), high[:count].tolist(), strict=True)) == wanted


@given(LAYOUTS, st.floats(0.0, 1.0))
def test_any_part_of_what_is_free_is_a_stand(layout: list[tuple[float, float] | None], part: float) -> None:
    places = rows_of(layout)
    across, height = stand_at(places, part)
    ahead, spans = free_row(position_of(places), Seat.SOUTH)
    if isnan(across):
        assert not spans
    else:
        assert height == ahead
        assert any(left <= across <= right for left, right in spans)


@settings(max_examples=60)
@given(LAYOUTS, st.integers(0, 2**40), st.sampled_from(["beginner", "club", "robot", "exact"]))
def test_hands_execute_as_one_does(layout: list[tuple[float, float] | None], seed: int, level: str) -> None:
    places, rng = rows_of(layout), np.random.default_rng(seed)
    across, ahead = stand_at(places, float(rng.random()))
    if isnan(across):
        return
    row = np.array([[across, ahead, rng.uniform(-180, 180), rng.uniform(0.1, 8.0)]])
    errors, skill = draw_unit_errors(np.array([seed]), np.array([3])), LEVELS[level]
    many = execute_rows(places[None], row, errors, np.array([skill_row(skill)]), 8.0)
    pieces = places[~np.isnan(places[:, 0])]
    spans = striker_spans(position_of(places), Seat.SOUTH, ahead)
    one = execute_many(row, errors, skill, spans, first_contacts(pieces, row), 8.0)
    assert many == pytest.approx(one, abs=1e-9)


@given(LAYOUTS, AT, AT)
def test_what_is_lawful_for_a_due_piece(layout: list[tuple[float, float] | None], x: float, y: float) -> None:
    places = rows_of(layout)
    assert is_lawful(places, x, y) == (due_fault(position_of(places), x, y) is None)


def test_rows_and_positions_are_the_same() -> None:
    start = Position.start(30.0)
    assert position_of(places_of(start)) == start
    assert len(KINDS) == PIECES


@pytest.mark.parametrize("rotation", [0.0, 30.0, 45.0, 110.0])
def test_a_rack_without_gaps_is_the_one_of_the_laws(rotation: float) -> None:
    seeds = np.arange(3)
    laid = lay_racks(seeds, -seeds, np.full(3, turned_by(rotation)), gap=0.0)
    exact = places_of(Position.start(rotation))
    for rack in laid:
        far = np.hypot(*(rack[:, None] - exact[None]).transpose(2, 0, 1))
        same = np.equal.outer(KINDS, KINDS)
        assert np.where(same, far, np.inf).min(axis=1).max() < 1e-3


def test_hands_leave_gaps_and_miss_the_angle() -> None:
    seeds = np.arange(4000)
    laid = lay_racks(seeds, np.zeros(4000, dtype=np.int64), np.zeros(4000), spread=5.0)
    angles = np.degrees(np.arctan2(laid[:, 0, 1], laid[:, 0, 0]))
    middle = np.degrees(np.angle(np.exp(1j * np.radians(angles)).mean()))
    missed = (angles - middle + 180) % 360 - 180
    assert 4.6 < missed.std() < 5.4
    apart = np.hypot(*(laid[:, :, None] - laid[:, None]).transpose(3, 0, 1, 2))
    apart[:, np.arange(PIECES), np.arange(PIECES)] = np.inf
    assert apart.min() > 31.79


def test_counted_chance_is_even_and_of_unit_spread() -> None:
    seeds, counts = np.repeat(np.arange(400), 100), np.tile(np.arange(100), 400)
    even = even_chances(seeds, counts, 4)
    assert abs(even.mean() - 0.5) < 0.005
    assert np.abs(np.cov(even.T) - np.eye(4) / 12).max() < 0.002
    errors = draw_unit_errors(seeds, counts)
    assert errors.std(axis=0) == pytest.approx([1, 1, 1], abs=0.03)
    assert (np.abs(errors[:, 1]) > 4).mean() > (np.abs(errors[:, 0]) > 4).mean()  # heavy tails of direction
    backwards = draw_unit_errors(seeds[::-1], counts[::-1])
    assert np.array_equal(errors, backwards[::-1])
