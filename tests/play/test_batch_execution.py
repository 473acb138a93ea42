"""Compiled execution agrees with the single-position code: striker positions, strokes, due places, chance."""

from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from carrom.equipment import Position, Seat, due_fault, striker_spans
from carrom.equipment.sizes import PIECE_RADIUS, STRIKER_RADIUS
from carrom.equipment.striker_place import FARTHEST, MIDDLE, NEAREST
from carrom.physics import CLUB
from carrom.play import LEVELS, Skill
from carrom.play.batch.counter_rng import draw_unit_errors, uniform_numbers
from carrom.play.batch.execution import HandBias, execute_each, execute_rows, skill_row
from carrom.play.batch.execution_kernel import spans_at, stand_at
from carrom.play.batch.layouts import KINDS, PIECES, lay_racks, places_of, position_of, rack_turn_angle
from carrom.play.batch.placement_kernel import is_lawful_due_place
from carrom.play.sight import first_contacts
from carrom.play.skill import DRIFT_PERSISTENCE, difficulty, execute_many, wrap_degrees
from carrom.play.solo import SoloBoards
from carrom.play.striker_positions import free_striker_row
from tests.depth import examples

AT = st.floats(-310.0, 310.0)
NEAR = st.tuples(AT, st.floats(-300.0, -200.0))
LAYOUTS = st.lists(st.one_of(st.none(), NEAR, st.tuples(AT, AT)), min_size=PIECES, max_size=PIECES)


def rows_of(layout: list[tuple[float, float] | None]) -> np.ndarray:
    """Return the layout as rows; a piece that would overlap an earlier one is left out."""
    places = np.full((PIECES, 2), np.nan)
    for row, place in enumerate(layout):
        if place is not None and not (np.hypot(*(places - place).T) < 2 * PIECE_RADIUS).any():
            places[row] = place
    return places


@given(LAYOUTS, st.one_of(st.just(MIDDLE), st.floats(NEAREST, FARTHEST)))
def test_striker_intervals_follow_law_130(layout: list[tuple[float, float] | None], ahead: float) -> None:
    places = rows_of(layout)
    low, high = np.empty(24), np.empty(24)
    count = spans_at(places, ahead, low, high)
    wanted = striker_spans(position_of(places), Seat.SOUTH, ahead)
    assert list(zip(low[:count].tolist(), high[:count].tolist(), strict=True)) == wanted


@given(LAYOUTS, st.floats(0.0, 1.0))
def test_every_free_part_is_a_striker_position(layout: list[tuple[float, float] | None], part: float) -> None:
    places = rows_of(layout)
    across, height = stand_at(places, part)
    ahead, spans = free_striker_row(position_of(places), Seat.SOUTH)
    if isnan(across):
        assert not spans
    else:
        assert height == ahead
        assert any(left <= across <= right for left, right in spans)


@settings(max_examples=examples(60))
@given(LAYOUTS, st.integers(0, 2**40), st.sampled_from(["beginner", "club", "robot", "exact"]))
def test_batch_execution_matches_single(layout: list[tuple[float, float] | None], seed: int, level: str) -> None:
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


@settings(max_examples=examples(60))
@given(LAYOUTS, st.integers(0, 2**40), st.sampled_from(["beginner", "club", "robot"]))
def test_execution_error_depends_on_the_hand_alone(
    layout: list[tuple[float, float] | None], seed: int, level: str
) -> None:
    """The executed stroke differs from the aimed one by the player's own direction error and by the correction for a
    shifted striker, whatever lies near the striker.

    The shift is measured from a striker's breadth away. Alone, and bit for bit in a batch.
    """
    places, rng, skill = rows_of(layout), np.random.default_rng(seed), LEVELS[level]
    height, stretches = free_striker_row(position_of(places), Seat.SOUTH)
    if not stretches:
        return
    # At the ends of the intervals too: there the striker almost touches a piece.
    ends = [end for stretch in stretches for end in stretch]
    across = np.concatenate((ends, [stand_at(places, part)[0] for part in rng.random(8)]))
    meant = np.column_stack(
        (across, np.full(len(across), height), rng.uniform(-180, 180, len(across)), rng.uniform(0.1, 8, len(across)))
    )
    errors = draw_unit_errors(np.full(len(across), seed), np.arange(len(across)))
    skills = np.tile(skill_row(skill), (len(across), 1))
    many = execute_rows(np.tile(places, (len(across), 1, 1)), meant, errors, skills, 8.0)
    spans = striker_spans(position_of(places), Seat.SOUTH, height)
    pieces = places[~np.isnan(places[:, 0])]
    one = execute_many(meant, errors, skill, spans, first_contacts(pieces, meant), 8.0)
    own = skill.angle * difficulty(meant[:, 2], meant[:, 3], 8.0) * errors[:, 1]
    for made in (many, one):
        shifted = np.abs(made[:, 0] - meant[:, 0])
        assert (shifted <= skill.placing * np.abs(errors[:, 0]) + 1e-9).all()
        turned = np.abs(wrap_degrees(made[:, 2] - meant[:, 2] - own))
        # Worst when it is off at a right angle to the line, or nearer by the shift itself.
        farthest = np.degrees(np.arcsin(np.minimum(shifted / (2 * STRIKER_RADIUS), 1.0)))
        assert (turned <= farthest + 1e-6).all()
    alone = [
        execute_rows(places[None], meant[[row]], errors[[row]], skills[[row]], 8.0)[0] for row in range(len(meant))
    ]
    assert np.array_equal(many, alone)
    each = execute_each(pieces, meant, errors, skill, spans, 8.0).reshape(len(meant), len(errors), 4)
    diagonal = np.arange(len(meant))
    assert each[diagonal, diagonal] == pytest.approx(one, abs=1e-9)


@given(LAYOUTS, AT, AT)
def test_due_placement_is_lawful(layout: list[tuple[float, float] | None], x: float, y: float) -> None:
    places = rows_of(layout)
    assert is_lawful_due_place(places, x, y) == (due_fault(position_of(places), x, y) is None)


def test_rows_and_positions_agree() -> None:
    start = Position.start(30.0)
    assert position_of(places_of(start)) == start
    assert len(KINDS) == PIECES


@pytest.mark.parametrize("rotation", [0.0, 30.0, 45.0, 110.0])
def test_rack_without_gaps_is_the_lawful_rack(rotation: float) -> None:
    seeds = np.arange(3)
    laid = lay_racks(seeds, -seeds, np.full(3, rack_turn_angle(rotation)), gap=0.0)
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


def test_counter_rng_is_uniform_with_unit_spread() -> None:
    seeds, counts = np.repeat(np.arange(400), 100), np.tile(np.arange(100), 400)
    even = uniform_numbers(seeds, counts, 4)
    assert abs(even.mean() - 0.5) < 0.005
    assert np.abs(np.cov(even.T) - np.eye(4) / 12).max() < 0.002
    errors = draw_unit_errors(seeds, counts)
    assert errors.std(axis=0) == pytest.approx([1, 1, 1], abs=0.03)
    assert (np.abs(errors[:, 1]) > 4).mean() > (np.abs(errors[:, 0]) > 4).mean()  # heavy tails of direction
    backwards = draw_unit_errors(seeds[::-1], counts[::-1])
    assert np.array_equal(errors, backwards[::-1])


def test_batch_habits_match_single() -> None:
    """A pull turns every stroke by the same angle; a drift varies over strokes with unit spread."""
    pulled, drifting = Skill("pulls", 0.5, 0.1, 1.0, pull=1.5), Skill("drifts", 0.5, 0.1, 1.0, drift=2.0)
    seeds, counts = np.repeat(np.arange(400), 2), np.tile(np.array([7, 8]), 400)
    meant = np.zeros((800, 4))
    HandBias((pulled, drifting)).go_astray(meant, seeds, counts, np.zeros_like(seeds))
    assert np.allclose(meant[:, 2], 1.5)
    first, second = np.zeros((800, 4)), np.zeros((800, 4))
    HandBias((pulled, drifting)).go_astray(first, seeds, counts, np.ones_like(seeds))
    HandBias((drifting, drifting)).go_astray(second, seeds, counts, np.zeros_like(seeds))
    form = first[:, 2].reshape(400, 2) / 2.0
    assert form.std() == pytest.approx(1.0, rel=0.1)
    assert np.mean(form[:, 0] * form[:, 1]) / form.var() == pytest.approx(DRIFT_PERSISTENCE, abs=0.06)
    apart = np.mean(first[:, 2] * second[:, 2]) / (first[:, 2].std() * second[:, 2].std())
    assert abs(apart) < 0.15, "another hand has other quarters of an hour"
    alone = np.zeros((1, 4))
    HandBias((pulled, drifting)).go_astray(alone, seeds[5:6], counts[5:6], np.array([1]))
    assert alone[0, 2] == first[5, 2]


def test_batch_boards_use_habits() -> None:
    steady = SoloBoards(3, skill=Skill("steady", 0.0, 0.0, 0.0), profile=CLUB)
    pulls = SoloBoards(3, skill=Skill("pulls", 0.0, 0.0, 0.0, pull=2.0), profile=CLUB)
    rows, meant = np.arange(3), np.tile((0.0, MIDDLE, 5.0, 3.0), (3, 1))
    made = []
    for boards in (steady, pulls):
        boards.begin(rows, rows)
        made.append(boards.strike(rows, meant).made[:, 2])
    assert np.allclose(made[1] - made[0], 2.0)
