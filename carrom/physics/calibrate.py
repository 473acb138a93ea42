"""Friction and restitution of a real board, from measured tracks, with their uncertainty.

How to film: a camera straight above, 120 pictures a second or more; some long slides, some rebounds off the frame, some
head-on hits of a resting piece. Follow the discs with any tracking program and write `disc,t,x,y` in s and mm.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Final

from carrom.equipment.sizes import HALF, PIECE_RADIUS, STRIKER_RADIUS
from carrom.physics.profiles import CLUB, G, Profile
from carrom.physics.track_legs import Leg, legs_of
from carrom.physics.tracks_file import Track, tracks_from_csv

SLOWEST: Final = 150.0  # mm/s: slower touches say little about restitution
TOGETHER: Final = 0.02  # s: how far apart the two sides of one touch may seem to be
NEAR: Final = 12.0  # mm: how far from the frame, or from each other, discs may seem to be when they touch


@dataclass(frozen=True, slots=True)
class Measured:
    """A value, its standard error, and from how many legs or touches it comes."""

    value: float
    error: float
    count: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the tracks say; None where they say nothing."""

    friction: Measured | None
    restitution: Measured | None
    frame_restitution: Measured | None

    def profile(self, base: Profile = CLUB) -> Profile:
        """`base` with what was measured."""
        found = {name: getattr(self, name) for name in ("friction", "restitution", "frame_restitution")}
        return base.with_values(**{name: min(each.value, 1.0) for name, each in found.items() if each is not None})


def calibrate(text: str) -> Calibration:
    """Fit friction and restitution to the tracks of a CSV text (see `carrom.physics.tracks_file`)."""
    tracks = tracks_from_csv(text)
    cut = [(track, legs_of(track)) for track in tracks]
    return Calibration(
        friction=_combined(_frictions(legs for _, legs in cut)),
        restitution=_combined(_touches(cut)),
        frame_restitution=_combined(sample for track, legs in cut for sample in _rebounds(track, legs)),
    )


Sample = tuple[float, float]  # a value and its variance


def _frictions(all_legs: Iterator[list[Leg]]) -> Iterator[Sample]:
    for legs in all_legs:
        for leg in legs:
            vx, vy = leg.velocity(leg.end)
            deceleration, variance = leg.deceleration()
            if hypot(vx, vy) > 3.0 * sqrt(leg.velocity_variance(leg.end)) and variance < (0.5 * deceleration) ** 2:
                yield deceleration / (1000.0 * G), variance / (1000.0 * G) ** 2


def _rebounds(track: Track, legs: list[Leg]) -> Iterator[Sample]:
    radius = STRIKER_RADIUS if track.is_striker else PIECE_RADIUS
    edge = HALF - radius
    for before, after in itertools.pairwise(legs):
        time = 0.5 * (before.end + after.start)
        place = before.place(time)
        for axis in (0, 1):
            if abs(abs(place[axis]) - edge) < NEAR:
                side = 1.0 if place[axis] > 0 else -1.0
                incoming, outgoing = side * before.velocity(time)[axis], -side * after.velocity(time)[axis]
                if incoming > SLOWEST and outgoing > 0:
                    yield _ratio(outgoing, after.velocity_variance(time), incoming, before.velocity_variance(time))


def _touches(cut: list[tuple[Track, list[Leg]]]) -> Iterator[Sample]:
    for number, (one, legs) in enumerate(cut):
        for other, others in cut[:number]:
            radii = sum(STRIKER_RADIUS if track.is_striker else PIECE_RADIUS for track in (one, other))
            for before, after in itertools.pairwise(legs):
                for before_too, after_too in itertools.pairwise(others):
                    yield from _touch(before, after, before_too, after_too, radii)


def _touch(before: Leg, after: Leg, before_too: Leg, after_too: Leg, radii: float) -> Iterator[Sample]:
    """The restitution of one touch, if two discs changed their motion at one time and place."""
    one, two = 0.5 * (before.end + after.start), 0.5 * (before_too.end + after_too.start)
    if abs(one - two) > TOGETHER:
        return
    time = 0.5 * (one + two)
    (x, y), (x_too, y_too) = before.place(time), before_too.place(time)
    apart = hypot(x_too - x, y_too - y)
    if abs(apart - radii) > NEAR:
        return
    nx, ny = (x_too - x) / apart, (y_too - y) / apart

    def closing(leg: Leg, leg_too: Leg) -> Sample:
        (vx, vy), (wx, wy) = leg.velocity(time), leg_too.velocity(time)
        return (vx - wx) * nx + (vy - wy) * ny, leg.velocity_variance(time) + leg_too.velocity_variance(time)

    incoming, incoming_variance = closing(before, before_too)
    opening, opening_variance = closing(after, after_too)
    if incoming > SLOWEST and opening < 0:
        yield _ratio(-opening, opening_variance, incoming, incoming_variance)


def _ratio(top: float, top_variance: float, below: float, below_variance: float) -> Sample:
    ratio = top / below
    return ratio, ratio * ratio * (top_variance / top**2 + below_variance / below**2)


def _combined(samples: Iterator[Sample]) -> Measured | None:
    """The weighted mean. Where the samples scatter more than their errors say, the scatter is the error."""
    found = [(value, max(variance, 1e-12)) for value, variance in samples]
    if not found:
        return None
    weight = sum(1.0 / variance for _, variance in found)
    mean = sum(value / variance for value, variance in found) / weight
    scatter = sum((value - mean) ** 2 / variance for value, variance in found)
    excess = max(scatter / (len(found) - 1), 1.0) if len(found) > 1 else 1.0
    return Measured(mean, sqrt(excess / weight), len(found))
