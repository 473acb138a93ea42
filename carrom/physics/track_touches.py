"""Find touches in filmed tracks, of discs with the frame and each other, and the spin they cause.

Spin is invisible, but friction at a touch changes the rim speed by twice what it takes from the velocity along
the touch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Final

import numpy as np

from carrom.equipment.sizes import HALF, PIECE_RADIUS, STRIKER_RADIUS
from carrom.physics.kernel.slide import shares, slowing
from carrom.physics.kernel.types import Floats
from carrom.physics.tracks import Leg, Track

SLOWEST: Final = 150.0  # mm/s; slower touches are inaccurate
SAME_TOUCH: Final = 0.02  # s; tolerance for the two sides of one touch
NEAR: Final = 12.0  # mm; tolerance for the distance of touching discs


@dataclass(frozen=True, slots=True)
class TrackTouch:
    """One touch: speeds along its normal and its rim (mm/s), with variances."""

    closing: float
    opening: float
    variance_before: float
    variance_after: float
    slip: float | None
    """Slip of the rims before the touch, spin included; None if the spin is unknown."""
    rubbed: float
    along: tuple[float, float] = (0.0, 0.0)
    """Speeds along the rim, before and after."""
    turned: float = 0.0
    """Variance of the normal's direction, rad²: known at the frame, estimated between discs."""

    @property
    def grip(self) -> float | None:
        """Friction that would just stop the slip; smaller friction shows its true value."""
        return None if self.slip is None else abs(self.slip) / (3.0 * (self.closing + self.opening))


@dataclass(frozen=True, slots=True)
class KnownPlace:
    """A touch whose place is known in advance: `seen` should equal `known`, along one axis or between two discs."""

    axis: int | None
    seen: float
    known: float
    variance: float


class TrackedDisc:
    """One disc and its legs, with its spin where known (rim speed divided by speed)."""

    def __init__(self, track: Track, legs: list[Leg]) -> None:
        self.track, self.legs = track, legs
        self.radius = STRIKER_RADIUS if track.is_striker else PIECE_RADIUS
        self.spins: list[float | None] = [0.0] + [None] * (len(legs) - 1)
        """A disc at rest or just struck has no spin."""
        self.spin_variances: list[float] = [0.0] * len(legs)

    def bend_time(self, number: int) -> float:
        """Find when two successive legs come nearest to each other."""
        before, after = self.legs[number], self.legs[number + 1]
        time = 0.5 * (before.end + after.start)
        apart = np.subtract(after.place(time), before.place(time))
        change = np.subtract(before.velocity(time), after.velocity(time))
        step = float(apart @ change) / max(float(change @ change), 1e-9)
        return time + min(max(step, -SAME_TOUCH), SAME_TOUCH)

    def rim(self, number: int, time: float) -> float | None:
        """Speed of the rim, counter-clockwise; spin outlasts speed."""
        spin, leg = self.spins[number], self.legs[number]
        if spin is None:
            return None
        speed = hypot(*leg.velocity(time))
        return spin_after_slowing(speed, hypot(*leg.velocity(leg.start)), spin)[0] * speed

    def rim_variance(self, number: int, time: float) -> float:
        vx, vy = self.legs[number].velocity(time)
        return self.spin_variances[number] * (vx * vx + vy * vy)

    def set_off(self, number: int, time: float, rim: float | None, variance: float) -> None:
        """Set the rim speed at the start of a leg, known up to `variance`."""
        speed = hypot(*self.legs[number].velocity(time))
        self.spins[number] = None if rim is None else 0.0 if speed < 1.0 else rim / speed
        self.spin_variances[number] = 0.0 if speed < 1.0 else variance / speed**2

    def likely_spin(self, number: int) -> float | None:
        """Size of the spin, corrected for the variance in its square."""
        spin = self.spins[number]
        return None if spin is None else sqrt(max(spin**2 - self.spin_variances[number], 0.0))


def spin_after_slowing(speed: float, first: float, spin: float) -> tuple[float, float]:
    """Spin of a disc slowed down from `first` to `speed`, and the part of the friction that slowed it.

    The rest of the friction slowed the spin.
    """
    now, rim, passed = first, abs(spin) * first, 0.0
    while now > max(speed, 1.0):
        loss, of_rim, serves = slowing(now, rim, 1.0)
        step = min(serves, (now - speed) / loss)
        now, rim, passed = now - step * loss, max(rim - step * of_rim, 0.0), passed + step
    share = (first - now) / passed if passed > 0.0 else shares(abs(spin))[0]
    left = rim / now if now > 0.0 else abs(spin)
    return (left if spin >= 0.0 else -left), share


def find_touches(discs: list[TrackedDisc]) -> tuple[list[TrackTouch], list[TrackTouch], list[KnownPlace]]:
    """Touches at the frame and between discs in order of time, and their places."""
    bends = sorted((disc.bend_time(n), i, n) for i, disc in enumerate(discs) for n in range(len(disc.legs) - 1))
    at_frame: list[TrackTouch] = []
    at_discs: list[TrackTouch] = []
    places: list[KnownPlace] = []
    done: set[tuple[int, int]] = set()
    for time, i, n in bends:
        if (i, n) in done:
            continue
        partner = next(
            (
                (j, m)
                for other, j, m in bends
                if j != i
                and (j, m) not in done
                and abs(other - time) <= SAME_TOUCH
                and _is_near(discs, i, n, j, m, time)
            ),
            None,
        )
        if partner is not None:
            done.add(partner)
            found = _touch(discs[i], n, discs[partner[0]], partner[1], time, places)
            at_discs.extend(found)
        else:
            at_frame.extend(_rebound(discs[i], n, time, places))
    return at_frame, at_discs, places


def _is_near(discs: list[TrackedDisc], i: int, n: int, j: int, m: int, time: float) -> bool:
    one, two = discs[i].legs[n].place(time), discs[j].legs[m].place(time)
    return abs(hypot(two[0] - one[0], two[1] - one[1]) - discs[i].radius - discs[j].radius) < NEAR


def _rebound(disc: TrackedDisc, n: int, time: float, places: list[KnownPlace]) -> Iterator[TrackTouch]:
    before, after = disc.legs[n], disc.legs[n + 1]
    place, edge = before.place(time), HALF - disc.radius
    rim = disc.rim(n, time)
    found = [axis for axis in (0, 1) if abs(abs(place[axis]) - edge) < NEAR]
    if len(found) != 1:  # a corner, or an unexplained bend
        return
    axis = found[0]
    side = 1.0 if place[axis] > 0 else -1.0
    come, gone = before.velocity(time), after.velocity(time)
    closing, opening = side * come[axis], -side * gone[axis]
    if closing <= SLOWEST or opening <= 0:
        return
    along = side if axis == 0 else -side
    rubbed = along * (gone[1 - axis] - come[1 - axis])
    slip = None if rim is None else along * come[1 - axis] + rim
    doubt = before.velocity_variance(time) + after.velocity_variance(time)
    disc.set_off(n + 1, time, None if rim is None else rim + 2.0 * rubbed, disc.rim_variance(n, time) + 4.0 * doubt)
    # The frame was touched where the two legs cross on the axis.
    crossed = time + (after.place(time)[axis] - place[axis]) / (come[axis] - gone[axis])
    variance = before.place_variance(crossed) * opening**2 + after.place_variance(crossed) * closing**2
    places.append(KnownPlace(axis, before.place(crossed)[axis], side * edge, variance / (closing + opening) ** 2))
    yield TrackTouch(closing, opening, before.velocity_variance(time), after.velocity_variance(time), slip, rubbed)


def _touch(
    one: TrackedDisc, n: int, two: TrackedDisc, m: int, time: float, places: list[KnownPlace]
) -> Iterator[TrackTouch]:
    legs = one.legs[n], one.legs[n + 1], two.legs[m], two.legs[m + 1]
    before, after, before_too, after_too = legs
    radii = one.radius + two.radius
    time, apart = _meeting(before, before_too, radii, time)
    normal = apart / hypot(*apart)
    tangent = np.array([-normal[1], normal[0]])
    come = np.subtract(before.velocity(time), before_too.velocity(time))
    gone = np.subtract(after.velocity(time), after_too.velocity(time))
    closing, opening = float(come @ normal), -float(gone @ normal)
    rims = one.rim(n, time), two.rim(m, time)
    if closing <= SLOWEST or opening <= 0:
        return
    known = rims[0] is not None and rims[1] is not None
    slip = -float(come @ tangent) - float(rims[0] or 0.0) - float(rims[1] or 0.0)
    # An error across the approach turns the normal more, the thinner the touch.
    beside = before.place_variance(time) + before_too.place_variance(time)
    turned = beside * float(come @ come) / (radii * closing) ** 2
    for disc, number, sign, rim in ((one, n, 2.0, rims[0]), (two, m, -2.0, rims[1])):
        leg, next_leg = disc.legs[number], disc.legs[number + 1]
        changed = np.subtract(next_leg.velocity(time), leg.velocity(time))
        doubt = leg.velocity_variance(time) + next_leg.velocity_variance(time) + turned * float(changed @ changed)
        gained = sign * float(changed @ tangent)
        variance = disc.rim_variance(number, time) + 4.0 * doubt
        disc.set_off(number + 1, time, None if rim is None else rim + gained, variance)
    moment = 0.5 * (one.bend_time(n) + two.bend_time(m))
    seen = float(np.hypot(*np.subtract(before_too.place(moment), before.place(moment))))
    timing = (before.place_variance(moment) + after.place_variance(moment)) * 2.0
    places.append(KnownPlace(None, seen, radii, timing + before_too.place_variance(moment) + 0.05))
    variances = [leg.velocity_variance(time) for leg in legs]
    yield TrackTouch(
        closing,
        opening,
        variances[0] + variances[2],
        variances[1] + variances[3],
        slip if known else None,
        -float((gone - come) @ tangent),
        (float(come @ tangent), float(gone @ tangent)),
        turned,
    )


def _meeting(one: Leg, two: Leg, radii: float, time: float) -> tuple[float, Floats]:
    """Find when the discs are `radii` apart, and the vector from the first to the second then."""
    for _ in range(12):
        apart = np.subtract(two.place(time), one.place(time))
        far = max(float(hypot(*apart)), 1e-6)
        speed = float(np.subtract(two.velocity(time), one.velocity(time)) @ apart) / far
        if abs(speed) < 1.0:
            break
        time -= min(max((far - radii) / speed, -SAME_TOUCH), SAME_TOUCH)
    return time, np.subtract(two.place(time), one.place(time))
