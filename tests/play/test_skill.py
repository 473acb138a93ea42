"""The error model, against its own definition and against the closed form."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from carrom.equipment import Position, Seat, striker_fault, striker_spans
from carrom.physics import Stroke
from carrom.play import LEVELS, execute, skill_named
from carrom.play.skill import angle_chance, difficulty, draw_errors
from tests.depth import examples
from tests.refusals import refuses

START = Position.start()


def executed(
    stroke: Stroke, level: str, count: int, *, seat: Seat = Seat.SOUTH, position: Position = START
) -> list[Stroke]:
    rng = np.random.default_rng(7)
    return [execute(stroke, LEVELS[level], rng, position=position, seat=seat) for _ in range(count)]


def test_levels_run_from_beginner_to_exact() -> None:
    angles = [skill.angle for skill in LEVELS.values()]
    assert angles == sorted(angles, reverse=True)
    assert (LEVELS["beginner"].angle, LEVELS["world"].angle, LEVELS["robot"].angle) == (3.0, 0.4, 0.1)


def test_unknown_level_lists_known_names() -> None:
    with refuses("unknown-level", "'grandmaster'", "club"):
        skill_named("grandmaster")


def test_unit_errors_have_mean_0_and_spread_1_with_heavy_tails_in_direction() -> None:
    errors = draw_errors(np.random.default_rng(1), 400_000)
    assert np.abs(errors.mean(axis=0)).max() < 0.01
    assert np.abs(errors.std(axis=0) - 1).max() < 0.02
    beyond = (np.abs(errors) > 4).mean(axis=0)
    assert beyond[1] > 20 * beyond[0]  # a normal error passes 4 in 6 of 100 000


def test_closed_form_chance_agrees_with_samples() -> None:
    errors = draw_errors(np.random.default_rng(2), 200_000)[:, 1]
    for within in (0.2, 0.7, 1.5, 3.0):
        expected = float((np.abs(errors) < within).mean())
        assert float(angle_chance(np.array(within), np.array(1.0))) == pytest.approx(expected, abs=0.005)


def test_exact_skill_executes_as_aimed() -> None:
    stroke = Stroke(10.0, -252.6, 3.5, 6.0)
    (made,) = executed(stroke, "exact", 1)
    assert made == stroke


def test_errors_have_the_spread_of_the_level() -> None:
    # Full speed straight ahead: the direction error is half as large again (PACE_FACTOR).
    made = executed(Stroke(0.0, -252.6, 0.0, 8.0), "club", 4000)
    aimed = [stroke.direction + math.degrees(math.atan2(stroke.x, 252.6 - 88.0)) for stroke in made]
    assert np.std(aimed) == pytest.approx(1.5, rel=0.1)
    slow = executed(Stroke(0.0, -252.6, 0.0, 2.0), "club", 4000)
    assert np.std(np.log([stroke.speed / 2.0 for stroke in slow])) == pytest.approx(0.1, rel=0.05)
    assert max(stroke.speed for stroke in made) <= 8.0


def test_shifted_striker_aims_at_the_same_point() -> None:
    lone = Position.from_text("white:0,100")
    rng = np.random.default_rng(3)
    steady = LEVELS["club"].__class__("steady", 0.0, 0.0, 3.0)
    meant = (0.0, 100.0 - (20.65 + 15.9))
    for _ in range(50):
        made = execute(Stroke(0.0, -252.6, 0.0, 2.0), steady, rng, position=lone)
        angle = math.radians(made.direction)
        along = (meant[0] - made.x) * math.sin(angle) + (meant[1] - made.y) * math.cos(angle)
        assert made.x + along * math.sin(angle) == pytest.approx(meant[0], abs=1e-6)


def test_hard_strokes_err_more() -> None:
    ahead, wide, back = difficulty(np.array([0.0, 70.0, 170.0]), np.array([4.0, 4.0, 4.0]), 8.0)
    assert ahead == pytest.approx(1.125)
    assert wide == pytest.approx(1.125 * 1.25)
    assert back == pytest.approx(1.125 * 1.25 * 1.5)


@pytest.mark.law("130")
@settings(max_examples=examples(60), deadline=None)
@given(
    seat=st.sampled_from(list(Seat)),
    share=st.floats(0, 1),
    span=st.integers(0, 2),
    direction=st.floats(-179, 180),
    seed=st.integers(0, 2**32),
)
def test_clumsy_striker_position_is_lawful(seat: Seat, share: float, span: int, direction: float, seed: int) -> None:
    position = Position.from_text("white:30,-252.6/-90,-280 black:0,252.6/252.6,60 queen:-240,10")
    spans = striker_spans(position, seat)
    left, right = spans[span % len(spans)]
    x, y = seat.to_board(left + share * (right - left), -252.6)
    made = execute(
        Stroke(x, y, direction, 3.0), LEVELS["beginner"], np.random.default_rng(seed), position=position, seat=seat
    )
    assert striker_fault(position, seat, made.x, made.y) is None
    assert -180 < made.direction <= 180
    assert 0 < made.speed <= 8
