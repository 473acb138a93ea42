"""The kernel's functions one by one, as plain Python, compared with closed forms and integrals."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

from carrom.physics.kernel import layout
from carrom.physics.kernel.aim import heading
from carrom.physics.kernel.detect import meeting
from carrom.physics.kernel.evolve import set_off, time_to
from carrom.physics.kernel.layout import NEVER
from carrom.physics.kernel.loop import place_disc
from carrom.physics.kernel.rays import ray_to_circle
from carrom.physics.kernel.resolve import collide, rebound
from carrom.physics.kernel.slide import shares, slowing
from carrom.physics.profiles import CLUB, damping_for, restitution_of

speeds = st.floats(-3000, 3000)
angles = st.floats(-180, 180)


@given(angles)
def test_heading_is_sine_and_cosine(degrees: float) -> None:
    right, ahead = heading(degrees)
    assert right == pytest.approx(math.sin(math.radians(degrees)), abs=1e-15)
    assert ahead == pytest.approx(math.cos(math.radians(degrees)), abs=1e-15)
    assert heading(-degrees) == (-right, ahead)


def test_heading_is_exact_at_the_quarters() -> None:
    assert [heading(turn) for turn in (0, 90, 180, -90)] == [(0, 1), (1, 0), (0, -1), (-1, 0)]


@given(st.floats(1, 3000), st.floats(100, 4000), st.floats(0, 1))
def test_time_to_a_distance_inverts_the_slide(speed: float, slowdown: float, part: float) -> None:
    stop = speed**2 / (2 * slowdown)
    t = time_to(part * stop, speed, slowdown)
    assert speed * t - 0.5 * slowdown * t * t == pytest.approx(part * stop, rel=1e-9, abs=1e-9)
    assert 0 <= t <= speed / slowdown * (1 + 1e-9)


@given(st.floats(-200, 200), st.floats(-200, 200), angles, st.floats(1, 60))
def test_ray_meets_circle_on_its_rim(dx: float, dy: float, degrees: float, radius: float) -> None:
    assume(math.hypot(dx, dy) > radius)
    ux, uy = heading(degrees)
    s = ray_to_circle(dx, dy, ux, uy, 1000.0, radius)
    nearest = abs(dx * uy - dy * ux)
    ahead = dx * ux + dy * uy > 0
    if s < NEVER:
        assert math.hypot(dx - s * ux, dy - s * uy) == pytest.approx(radius, rel=1e-9)
        assert ahead
        assert nearest <= radius
    else:
        assert not ahead or nearest >= radius * (1 - 1e-12)


def first_touch_by_roots(d: list[float], v: list[float], a: list[float], radii: float, horizon: float) -> float:
    """Return the first root of |d + vt + at²| = radii at which the discs approach, by the companion matrix, polished by
    Newton."""
    x = np.polynomial.Polynomial([d[0], v[0], a[0]])
    y = np.polynomial.Polynomial([d[1], v[1], a[1]])
    gap = x * x + y * y - radii**2
    slope = gap.deriv()
    roots = np.asarray(gap.roots(), complex)
    for root in np.sort(roots.real[(abs(roots.imag) < 1e-7) & (roots.real > -1e-9) & (roots.real < horizon)]):
        for _ in range(4):
            root -= gap(root) / slope(root)
        if slope(root) < 0:
            return float(root)
    return NEVER


def test_meeting_agrees_with_polynomial_roots() -> None:
    random = np.random.default_rng(5)
    met = 0
    for _ in range(2500):
        d = random.uniform(-150, 150, 2)
        radii = 31.8
        if np.hypot(*d) < radii + 1e-6:
            continue
        (v1, v2), (u1, u2) = random.uniform(50, 3000, 2), random.uniform(0, 2 * np.pi, 2)
        one, two = np.array([np.cos(u1), np.sin(u1)]), np.array([np.cos(u2), np.sin(u2)])
        v, a = two * v2 - one * v1, 0.5 * 1177.0 * (one - two)
        horizon = min(v1, v2) / 1177.0
        expected = first_touch_by_roots(list(d), list(v), list(a), radii, horizon)
        got = meeting(d[0], d[1], v[0], v[1], a[0], a[1], radii, horizon)
        if expected < NEVER:
            met += 1
            assert got == pytest.approx(expected, abs=1e-9)
        else:
            assert got == NEVER
    assert met > 200


def two_discs(angle: float, masses: tuple[float, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    s = np.zeros((layout.FLOAT_FIELDS, 2))
    q = np.zeros((layout.INT_FIELDS, 2), int)
    g = np.zeros(layout.STROKE_FIELDS)
    nx, ny = heading(angle)
    place_disc(0, 0.0, 0.0, 15.9, masses[0], s, q)
    place_disc(1, 36.55 * nx, 36.55 * ny, 20.65, masses[1], s, q)
    return s, q, g


def set_velocity(s: np.ndarray, i: int, vx: float, vy: float, w: float) -> None:
    v = math.hypot(vx, vy)
    s[layout.V, i] = v
    if v > 0:
        s[layout.UX, i], s[layout.UY, i] = vx / v, vy / v
    s[layout.W, i] = w


def momenta(s: np.ndarray) -> tuple[float, float, float, float]:
    """Return momentum, angular momentum about the origin, and energy."""
    m, v = 1 / s[layout.LIGHT], s[layout.V]
    vx, vy, w = s[layout.UX] * v, s[layout.UY] * v, s[layout.W]
    spin = 0.5 * m * s[layout.R] * w  # I ω = ½ m R² · w / R
    turning = m * (s[layout.X] * vy - s[layout.Y] * vx) + spin
    energy = 0.5 * m * (vx**2 + vy**2) + 0.25 * m * w**2
    return float((m * vx).sum()), float((m * vy).sum()), float(turning.sum()), float(energy.sum())


@given(angles, speeds, speeds, speeds, speeds, speeds, speeds, st.floats(0, 1), st.floats(0, 1))
def test_collision_conserves_momentum_and_angular_momentum(
    angle: float,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    aw: float,
    bw: float,
    restitution: float,
    contact_friction: float,
) -> None:
    s, _, _ = two_discs(angle, (5.25, 15.0))
    set_velocity(s, 0, ax, ay, aw)
    set_velocity(s, 1, bx, by, bw)
    nx, ny = heading(angle)
    closing = (ax - bx) * nx + (ay - by) * ny
    assume(closing > 30.0)  # slower ones may part by a hair instead
    before = momenta(s)
    p = CLUB.with_values(restitution=restitution, contact_friction=contact_friction).numbers
    collide(0, 1, 1.0, s, p)
    set_off(s, 0, 0.0)
    set_off(s, 1, 0.0)
    after = momenta(s)
    scale = 15.0 * 9000.0
    assert after[:2] == pytest.approx(before[:2], abs=1e-11 * scale)
    assert after[2] == pytest.approx(before[2], abs=1e-10 * scale * 40)
    slack = 1e-2 * 15.0 * 9000.0 if restitution * closing < 10 else 1e-9 * scale * 3000
    assert after[3] <= before[3] + slack
    v = s[layout.V]
    opening = (s[layout.UX, 1] * v[1] - s[layout.UX, 0] * v[0]) * nx
    opening += (s[layout.UY, 1] * v[1] - s[layout.UY, 0] * v[0]) * ny
    if restitution * closing > 10:
        assert opening == pytest.approx(restitution * closing, rel=1e-9, abs=1e-9)


@given(speeds, st.floats(30, 3000), speeds, st.floats(0.05, 1), st.floats(0, 1))
def test_rebound_reflects_with_friction(
    vx: float, vy: float, w: float, restitution: float, contact_friction: float
) -> None:
    s, _, g = two_discs(0, (5.25, 15.0))
    set_velocity(s, 0, vx, vy, w)
    p = CLUB.with_values(frame_restitution=restitution, contact_friction=contact_friction).numbers
    energy = 5.25 * (vx**2 + vy**2 + w**2 / 2)
    assert rebound(0, 0.0, 1.0, s, g, p) == pytest.approx(vy)
    set_off(s, 0, 0.0)
    after_x, after_y = s[layout.UX, 0] * s[layout.V, 0], s[layout.UY, 0] * s[layout.V, 0]
    assert after_y == pytest.approx(-restitution * vy, rel=1e-9, abs=1e-8)
    slip, slip_after = -vx + w, -after_x + s[layout.W, 0]
    most = contact_friction * (1 + restitution) * vy
    assert abs(after_x - vx) <= most * (1 + 1e-9) + 1e-8
    if abs(slip) / 3 <= most:
        assert slip_after == pytest.approx(0, abs=1e-7)
    assert 5.25 * (after_x**2 + after_y**2 + s[layout.W, 0] ** 2 / 2) <= energy * (1 + 1e-9)


def shares_by_quadrature(r: float) -> tuple[float, float]:
    """Return friction force and torque of a disc that slides with speed 1 and rim speed r, summed over its face."""
    nodes, weights = np.polynomial.legendre.leggauss(200)
    rho, weight = (nodes + 1) / 2, weights / 2
    phi = (np.arange(400) + 0.5) * 2 * np.pi / 400
    rho, phi = np.meshgrid(rho, phi, indexing="ij")
    vx, vy = 1 - r * rho * np.sin(phi), r * rho * np.cos(phi)
    speed = np.hypot(vx, vy)
    force = (vx / speed).mean(axis=1) @ (2 * weight * rho[:, 0])
    torque = (rho * (np.cos(phi) * vy - np.sin(phi) * vx) / speed).mean(axis=1) @ (2 * weight * rho[:, 0])
    return float(force), float(torque)


@pytest.mark.parametrize("r", [0.01, 0.1, 0.3, 0.6, 0.9, 0.99, 1.01, 1.2, 1.531, 2.0, 4.0, 20.0])
def test_spinning_disc_friction_matches_the_integral(r: float) -> None:
    force, torque = shares_by_quadrature(r)
    assert shares(r) == pytest.approx((force, torque), abs=2e-4)


def slide_by_law(v: float, w: float, friction: float) -> tuple[float, float]:
    """Return stopping distance and time by small steps of the law."""
    distance = time = 0.0
    while v > 0.5:
        h = 2e-3 * v / friction
        r = w / v
        force, torque = shares(r)
        middle = (w - torque * friction * h) / (v - force * friction * h / 2)
        force, torque = shares(middle)
        a, b = force * friction, 2 * torque * friction
        distance += v * h - a * h * h / 2
        time += h
        v, w = v - a * h, w - b * h
    return distance, time


@pytest.mark.parametrize(
    ("r", "tolerance"),
    [
        (0.05, 1e-3),
        (0.15, 1e-3),
        (0.3, 1e-3),
        (0.39, 1.3e-3),
        (0.7, 1.3e-2),
        (1.0, 1.3e-2),
        (2.0, 1.3e-2),
        (6.0, 1.3e-2),
    ],
)
def test_constant_deceleration_pieces_follow_the_law(r: float, tolerance: float) -> None:
    """The error that the module states: 0.1 % below r = 0.4, 1.3 % for all."""
    friction, v = 1177.0, 1000.0
    w = r * v
    expected, expected_time = slide_by_law(v, w, friction)
    distance = time = 0.0
    pieces = 0
    while v > 0:
        a, b, hold = slowing(v, w, friction)
        hold = min(hold, v / a)
        distance += v * hold - a * hold * hold / 2
        time += hold
        v, w = v - a * hold, w - b * hold
        v = v if v > 1e-6 else 0.0
        pieces += 1
    assert distance == pytest.approx(expected, rel=tolerance)
    assert time == pytest.approx(expected_time, rel=0.02)
    assert pieces <= 8


@pytest.mark.parametrize("restitution", [0.1, 0.3, 0.7, 0.85, 0.99])
def test_damping_matches_the_restitution(restitution: float) -> None:
    """Compared with the oscillator in small steps, released when its force is zero."""
    damping = damping_for(restitution)
    assert restitution_of(damping) == pytest.approx(restitution, abs=1e-9)
    squeeze, v, h = 0.0, 1.0, 1e-4
    while True:
        force = squeeze + 2 * damping * v
        if squeeze > 0 and force <= 0:
            break
        v -= force * h
        squeeze += v * h
        if squeeze <= 0:
            break
    assert -v == pytest.approx(restitution, abs=1e-3)
