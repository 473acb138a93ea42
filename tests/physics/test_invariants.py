"""Invariants of thousands of strokes with every profile."""

import math

import numpy as np
import pytest

from carrom.equipment import Position, Seat
from carrom.equipment.sizes import (
    HALF,
    PIECE_MASS,
    PIECE_RADIUS,
    POCKET_CENTRE,
    POCKET_RADIUS,
    STRIKER_MASS,
    STRIKER_RADIUS,
)
from carrom.physics import CLUB, PROFILES, BounceOut, Outcomes, Profile, Stroke, Trace, simulate, simulate_batch
from tests.physics.layouts import Floats, mid_games, packs

OVERLAP = 1e-4  # mm, that is 1e-7 m


def assert_lawful_rest(outcomes: Outcomes) -> None:
    """Assert that everything ended, nothing overlaps, and nothing is outside or over a hole."""
    assert not outcomes.status.any()
    discs = outcomes.rest.shape[1]
    radius = np.full(discs, PIECE_RADIUS)
    radius[-1] = STRIKER_RADIUS
    for i in range(discs):
        x, y = outcomes.rest[:, i, 0], outcomes.rest[:, i, 1]
        there = ~np.isnan(x)
        assert (np.maximum(abs(x), abs(y))[there] <= HALF - radius[i] + 1e-9).all()
        assert (np.hypot(abs(x) - POCKET_CENTRE, abs(y) - POCKET_CENTRE)[there] >= POCKET_RADIUS).all()
        for j in range(i):
            gap = np.hypot(x - outcomes.rest[:, j, 0], y - outcomes.rest[:, j, 1]) - radius[i] - radius[j]
            assert not (gap < -OVERLAP).any()


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_random_strokes_end_lawfully(profile: Profile) -> None:
    for pieces in (1, 6, 18):
        places, shots = mid_games(700, pieces, seed=pieces)
        assert_lawful_rest(simulate_batch(places, shots, profile=profile))


@pytest.fixture(scope="module")
def adversaries() -> tuple[Floats, Floats]:
    return packs(400, seed=7)


@pytest.mark.parametrize("restitution", [0.0, 0.05, 0.3, 0.5, 0.7, 0.85, 0.95, 1.0])
@pytest.mark.parametrize("contact_friction", [0.0, 0.15, 0.6])
def test_adversarial_strokes_end_lawfully(
    adversaries: tuple[Floats, Floats], restitution: float, contact_friction: float
) -> None:
    for friction in (0.02, 0.12, 0.4):
        profile = CLUB.with_values(
            friction=friction,
            restitution=restitution,
            frame_restitution=min(restitution, 0.98),
            contact_friction=contact_friction,
        )
        assert_lawful_rest(simulate_batch(*adversaries, profile=profile))


def test_strokes_bouncing_out_of_pockets_end_lawfully(adversaries: tuple[Floats, Floats]) -> None:
    profile = Profile("wild", 0.1, 0.9, 0.8, 0.1, capture=BounceOut(1.0))
    assert_lawful_rest(simulate_batch(*adversaries, profile=profile))
    assert_lawful_rest(simulate_batch(*mid_games(700, 6, seed=3), profile=profile))


def traces(seed: int, count: int, profile: Profile) -> list[Trace]:
    found = []
    for places, shots in (mid_games(count, 6, seed), packs(count, seed)):
        for row, shot in zip(places, shots, strict=True):
            there = row[~np.isnan(row[:, 0])]
            kinds = ["white"] * 9 + ["black"] * 9 + ["queen"]
            position = Position.of([(kind, x, y) for kind, (x, y) in zip(kinds, there.tolist(), strict=False)])
            found.append(simulate(position, Stroke(*shot.tolist()), profile=profile))
    return found


def moving(trace: Trace, time: float, before: bool) -> tuple[Floats, Floats]:
    """Return the places and velocities of all discs just before or just after `time`."""
    tracks = trace.tracks
    places = np.array(trace.start)
    velocities = np.zeros_like(places)
    ended = tracks[tracks[:, 2] < time if before else tracks[:, 2] <= time]
    for disc, start, end, x, y, vx, vy, ax, ay in ended:
        tau = end - start
        places[int(disc)] = x + (vx + ax * tau / 2) * tau, y + (vy + ay * tau / 2) * tau
    running = tracks[
        (tracks[:, 1] < time) & (tracks[:, 2] >= time) if before else (tracks[:, 1] <= time) & (tracks[:, 2] > time)
    ]
    for disc, start, _, x, y, vx, vy, ax, ay in running:
        tau = time - start
        places[int(disc)] = x + (vx + ax * tau / 2) * tau, y + (vy + ay * tau / 2) * tau
        velocities[int(disc)] = vx + ax * tau, vy + ay * tau
    return places, velocities


@pytest.mark.parametrize("restitution", [0.5, 0.85, 1.0])
def test_events_conserve_momentum_and_add_no_energy(restitution: float) -> None:
    """Without contact friction a trace shows all of the motion, so it can be audited event by event."""
    profile = CLUB.with_values(restitution=restitution, contact_friction=0.0)
    hop = 2e-5  # J per kg and disc: what parts two discs that friction presses together
    for trace in traces(11, 25, profile):
        mass = np.array([PIECE_MASS] * len(trace.kinds) + [STRIKER_MASS])
        radius = np.array([disc.radius for disc in trace.discs])
        fallen: dict[int, float] = {disc: time for disc, _, time in trace.falls}
        for time in sorted({event.time for event in trace.events}):
            kinds = {event.type for event in trace.events if event.time == time}
            places, before = moving(trace, time, before=True)
            _, after = moving(trace, time, before=False)
            energy = 0.5 * (mass[:, None] * before**2).sum(), 0.5 * (mass[:, None] * after**2).sum()
            assert energy[1] <= energy[0] * (1 + 1e-12) + hop * 1e6 * mass.sum()
            if kinds == {"disc"}:
                lost = (mass[:, None] * (after - before)).sum(axis=0)
                assert abs(lost).max() <= 1e-2 * mass.sum()  # g·mm/s: below 0.01 mm/s a disc is at rest
            there = [disc for disc in range(len(mass)) if fallen.get(disc, math.inf) > time]
            for number, i in enumerate(there):
                assert abs(places[i]).max() <= HALF - radius[i] + 1e-6
                others = there[:number]
                gaps = np.hypot(*(places[others] - places[i]).T) - radius[others] - radius[i]
                assert not (gaps < -OVERLAP).any()


def test_mirrored_stroke_has_mirrored_outcome() -> None:
    """To the last bit: the kernel has no preference for left or right."""
    places, shots = mid_games(1500, 6, seed=21)
    mirror = np.array([-1.0, 1.0])
    mirrored = shots * [-1, 1, -1, 1]
    one, other = simulate_batch(places, shots), simulate_batch(places * mirror, mirrored)
    assert np.array_equal(one.rest * mirror, other.rest, equal_nan=True)
    assert np.array_equal(one.fell, other.fell)


@pytest.mark.parametrize("seat", [Seat.EAST, Seat.NORTH, Seat.WEST])
def test_rotated_stroke_has_rotated_outcome(seat: Seat) -> None:
    places, shots = mid_games(800, 6, seed=22)
    turned_shots = shots.copy()
    turned_shots[:, :2] = turned(shots[:, :2], seat.turn)
    one, other = simulate_batch(places, shots), simulate_batch(turned(places, seat.turn), turned_shots, seat=seat)
    assert np.array_equal(one.rest, turned(other.rest, 4 - seat.turn), equal_nan=True)


def turned(points: Floats, quarters: int) -> Floats:
    """Return the points after so many quarter turns, counter-clockwise."""
    x, y = points[..., 0], points[..., 1]
    return np.stack(((x, y), (-y, x), (-x, -y), (y, -x))[quarters], axis=-1)


def test_slide_stops_where_the_closed_form_says() -> None:
    for profile in PROFILES.values():
        for speed in (0.3, 0.5, 0.8):
            trace = simulate(Position(()), Stroke(0, -252.6, 0, speed), profile=profile)
            distance = 1000 * speed**2 / (2 * profile.friction * 9.80665)
            assert trace.striker == pytest.approx((0, -252.6 + distance), abs=1e-9)
            assert trace.duration == pytest.approx(speed / (profile.friction * 9.80665), abs=1e-12)
