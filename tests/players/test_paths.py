"""Ways off frames against a plain step-by-step reflection, with and without friction at the frame."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

from carrom.physics import CLUB
from carrom.play import LEVELS
from carrom.players.eye.hand import Hand
from carrom.players.eye.paths import ROUTES, Route, clear, ways

RADIUS = 15.9
WALL = 370.0 - RADIUS
SMOOTH = Hand.of(LEVELS["club"], CLUB.with_values(contact_friction=0.0))
ROUGH = Hand.of(LEVELS["club"], CLUB)

Point = tuple[float, float]
places = st.tuples(st.floats(-300, 300), st.floats(-300, 300))
routes = st.sampled_from([route for frames in (0, 1, 2) for route in ROUTES[frames]])


def reflected(start: Point, heading: Point, frames: int, hand: Hand) -> tuple[list[Point], Point]:
    """The points at which a disc meets frames, followed one by one, and its velocity after the last."""
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
def test_without_friction_a_disc_sent_along_the_first_heading_arrives(
    start: Point, end: Point, route: Route, e: float
) -> None:
    assume(np.hypot(start[0] - end[0], start[1] - end[1]) > 5)
    hand = replace(SMOOTH, frame_restitution=e)
    way = ways(np.array([start]), np.array([end]), route, radius=RADIUS, hand=hand)
    assume(bool(way.possible[0]))
    met, velocity = reflected(start, (way.first[0, 0], way.first[0, 1]), len(route), hand)
    assert np.allclose(way.points[0, 1:-1], np.array(met).reshape(-1, 2), atol=1e-5)
    run = np.array(end) - (met[-1] if met else start)
    speed = np.hypot(*velocity)
    assert (velocity[0] * run[1] - velocity[1] * run[0]) / speed == pytest.approx(0, abs=1e-4)
    assert np.allclose(way.last[0], np.array(velocity) / speed, atol=1e-7)
    assert way.kept[0, -1] == pytest.approx(speed)


def test_with_friction_at_the_frame_nearly_all_arrive_within_a_millimetre() -> None:
    rng = np.random.default_rng(0)
    misses = []
    for route in (*ROUTES[1], *ROUTES[2]):
        start, end = rng.uniform(-300, 300, (60, 2)), rng.uniform(-300, 300, (60, 2))
        way = ways(start, end, route, radius=RADIUS, hand=ROUGH)
        for row in np.flatnonzero(way.possible):
            met, velocity = reflected(tuple(start[row]), tuple(way.first[row]), len(route), ROUGH)
            run = end[row] - met[-1]
            misses.append(abs(velocity[0] * run[1] - velocity[1] * run[0]) / np.hypot(*velocity))
    assert len(misses) > 300
    assert np.quantile(misses, 0.97) < 1.0
    assert max(misses) < 10.0


@given(start=places, end=places, route=st.sampled_from(ROUTES[2]))
def test_swing_is_the_sideways_shift_for_a_small_turn(start: Point, end: Point, route: Route) -> None:
    way = ways(np.array([start]), np.array([end]), route, radius=RADIUS, hand=SMOOTH)
    assume(bool(way.possible[0]))
    turn = 1e-6
    heading = np.arctan2(way.first[0, 1], way.first[0, 0]) + turn
    met, velocity = reflected(start, (np.cos(heading), np.sin(heading)), 2, SMOOTH)
    run = np.array(end) - met[-1]
    shift = abs(velocity[0] * run[1] - velocity[1] * run[0]) / np.hypot(*velocity)
    assert shift / turn == pytest.approx(way.swing[0], rel=1e-2)


def test_speed_to_arrive_with_comes_from_energy() -> None:
    start, end = np.array([[0.0, 0.0]]), np.array([[0.0, 100.0]])
    way = ways(start, end, (), radius=RADIUS, hand=SMOOTH)
    assert way.speed_at_start(300.0, 1500.0)[0] == pytest.approx((300.0**2 + 2 * 1500.0 * 100.0) ** 0.5)
    bounce = ways(start, end, ((1, 1),), radius=RADIUS, hand=replace(SMOOTH, frame_restitution=0.5))
    after = (300.0**2 + 2 * 1500.0 * (WALL - 100.0)) ** 0.5
    assert bounce.speed_at_start(300.0, 1500.0)[0] == pytest.approx(((after / 0.5) ** 2 + 2 * 1500.0 * WALL) ** 0.5)


def test_a_way_is_clear_of_pieces_that_it_passes_at_a_distance() -> None:
    points = np.array([[[0.0, 0.0], [0.0, 200.0]]] * 4)
    pieces = np.array([[31.7, 100.0], [0.0, 250.0]])
    skip = np.array([[-1], [0], [-1], [1]])
    assert clear(points, pieces, 31.8, skip).tolist() == [False, True, False, False]
    assert clear(points[:1], np.array([[31.9, 100.0]]), 31.8, skip[:1]).tolist() == [True]
