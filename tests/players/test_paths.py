"""Paths off frames against a plain step-by-step reflection, with and without friction at the frame."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

from carrom.physics import CLUB
from carrom.play import LEVELS
from carrom.play.sight import Floats, Ints
from carrom.players.candidates.geometry import ROUTES
from carrom.players.candidates.model import SkillOnSurface
from carrom.players.candidates.path_kernel import find_way, is_way_clear, speed_at_start

RADIUS = 15.9
WALL = 370.0 - RADIUS
SMOOTH = SkillOnSurface.of(LEVELS["club"], CLUB.with_values(contact_friction=0.0))
ROUGH = SkillOnSurface.of(LEVELS["club"], CLUB)

Point = tuple[float, float]
places = st.tuples(st.floats(-300, 300), st.floats(-300, 300))
routes = st.sampled_from([route for frames in (0, 1, 2) for route in ROUTES[frames]])


@dataclass(frozen=True)
class Way:
    possible: bool
    first: Floats
    last: Floats
    swing: float
    points: Floats
    kept: Floats


def way_of(start: Point, end: Point, route: Ints, hand: SkillOnSurface) -> Way:
    points, kept = np.empty((len(route) + 2, 2)), np.empty(len(route) + 1)
    possible, first_x, first_y, last_x, last_y, swing, _ = find_way(
        np.array(start), np.array(end), route, RADIUS, hand.frame_restitution, hand.contact_friction, points, kept
    )
    return Way(possible, np.array((first_x, first_y)), np.array((last_x, last_y)), swing, points, kept)


def reflected(start: Point, heading: Point, frames: int, hand: SkillOnSurface) -> tuple[list[Point], Point]:
    """Return the points at which a disc meets frames, one by one, and its velocity after the last."""
    (x, y), (vx, vy) = start, heading
    points = []
    e, rim = hand.frame_restitution, 0.0
    for _ in range(frames):
        times = [((WALL if v > 0 else -WALL) - at) / v for at, v in ((x, vx), (y, vy)) if abs(v) > 1e-12]
        x, y = x + min(times) * vx, y + min(times) * vy
        points.append((x, y))
        nx, ny = (np.sign(x), 0.0) if abs(abs(x) - WALL) < 1e-9 else (0.0, np.sign(y))
        closing = vx * nx + vy * ny
        slip = -vx * ny + vy * nx + rim
        limit = hand.contact_friction * (1 + e) * closing
        rub = min(limit, max(-limit, -slip / 3))
        vx, vy = vx - (1 + e) * closing * nx - rub * ny, vy - (1 + e) * closing * ny + rub * nx
        rim += 2 * rub
    return points, (vx, vy)


@given(start=places, end=places, route=routes, e=st.floats(0.4, 1.0))
def test_frictionless_disc_arrives(start: Point, end: Point, route: Ints, e: float) -> None:
    assume(np.hypot(start[0] - end[0], start[1] - end[1]) > 5)
    hand = replace(SMOOTH, frame_restitution=e)
    way = way_of(start, end, route, hand)
    assume(way.possible)
    met, velocity = reflected(start, (way.first[0], way.first[1]), len(route), hand)
    assert np.allclose(way.points[1:-1], np.array(met).reshape(-1, 2), atol=1e-5)
    run = np.array(end) - (met[-1] if met else start)
    speed = np.hypot(*velocity)
    assert (velocity[0] * run[1] - velocity[1] * run[0]) / speed == pytest.approx(0, abs=1e-4)
    assert np.allclose(way.last, np.array(velocity) / speed, atol=1e-7)
    assert way.kept[-1] == pytest.approx(speed)


def test_discs_with_frame_friction_arrive_within_a_millimetre() -> None:
    rng = np.random.default_rng(0)
    misses = []
    for route in (*ROUTES[1], *ROUTES[2]):
        for start, end in zip(rng.uniform(-300, 300, (60, 2)), rng.uniform(-300, 300, (60, 2)), strict=True):
            way = way_of(tuple(start), tuple(end), route, ROUGH)
            if not way.possible:
                continue
            met, velocity = reflected(tuple(start), tuple(way.first), len(route), ROUGH)
            run = end - met[-1]
            misses.append(abs(velocity[0] * run[1] - velocity[1] * run[0]) / np.hypot(*velocity))
    assert len(misses) > 300
    assert np.quantile(misses, 0.97) < 1.0
    assert max(misses) < 10.0


@given(start=places, end=places, route=st.sampled_from(list(ROUTES[2])))
def test_swing_is_the_shift_for_a_small_turn(start: Point, end: Point, route: Ints) -> None:
    way = way_of(start, end, route, SMOOTH)
    assume(way.possible)
    turn = 1e-6
    heading = np.arctan2(way.first[1], way.first[0]) + turn
    met, velocity = reflected(start, (np.cos(heading), np.sin(heading)), 2, SMOOTH)
    run = np.array(end) - met[-1]
    shift = abs(velocity[0] * run[1] - velocity[1] * run[0]) / np.hypot(*velocity)
    assert shift / turn == pytest.approx(way.swing, rel=1e-2)


def test_arrival_speed_comes_from_energy() -> None:
    way = way_of((0.0, 0.0), (0.0, 100.0), ROUTES[0][0], SMOOTH)
    assert speed_at_start(way.points, way.kept, 0, 300.0, 1500.0) == pytest.approx(
        (300.0**2 + 2 * 1500.0 * 100.0) ** 0.5
    )
    bounce = way_of((0.0, 0.0), (0.0, 100.0), np.array([(1, 1)]), replace(SMOOTH, frame_restitution=0.5))
    after = (300.0**2 + 2 * 1500.0 * (WALL - 100.0)) ** 0.5
    before = ((after / 0.5) ** 2 + 2 * 1500.0 * WALL) ** 0.5
    assert speed_at_start(bounce.points, bounce.kept, 1, 300.0, 1500.0) == pytest.approx(before)


def test_path_is_clear_of_distant_pieces() -> None:
    way = np.array([[0.0, 0.0], [0.0, 200.0]])
    pieces = np.array([[31.7, 100.0], [0.0, 250.0]])
    assert [is_way_clear(way, 1, pieces, 31.8, *skip) for skip in ((-1, -1), (0, -1), (1, -1), (1, 0))] == [
        False,
        True,
        False,
        True,
    ]
    assert is_way_clear(way, 1, np.array([[31.9, 100.0]]), 31.8, -1, -1)
