"""Estimate a board's friction and restitution, with error bounds, from filmed tracks.

To film: a camera straight above, at 120 pictures a second or more; long slides, rebounds off the frame, some
slanting, and full and thin hits of a resting piece. Track the discs with any program and write `disc,t,x,y` in
s and mm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from typing import Final

import numpy as np

from carrom.physics.profiles import CLUB, G, Profile
from carrom.physics.track_touches import KnownPlace, TrackedDisc, TrackTouch, find_touches, spin_after_slowing
from carrom.physics.tracks import Track, estimate_noise, split_into_legs, tracks_from_csv

CALIBRATED_VALUES: Final = ("friction", "restitution", "frame_restitution", "contact_friction")
_LITTLE_SPIN: Final = 0.8
"""Rim speed divided by speed. With more spin, deceleration changes too much within a leg."""
_CLEAR: Final = 1.2
"""Only touches that slipped throughout tell the friction: stopping their slip would have taken this many times as much.
"""
_UNEVEN: Final = 0.003
"""Relative error of friction: deceleration is uneven in a leg with spin."""
_MORE_UNEVEN: Final = 0.12
"""Relative error of one leg's friction, times the square of its spin, from simulated films."""
_SHORT: Final = 0.003
"""Relative error of restitution: touches count as instantaneous."""
_WILD: Final = 6.0
_WRONG_SCALE: Final = 0.002
_MAX_TRIED_NOISE: Final = 0.4
"""Largest noise of places, in mm, with which the error bounds were tried and held.

With 1 mm friction came out 0.8 % too low, and its 95 % interval held the true value in only 11 films of 15.
"""
_SMALLEST: Final = 40.0
"""mm. Without a place further out, the tracks are not of a carrom board or not in millimetres."""
_LIKELY_FRICTION: Final = (0.04, 0.4)
_OFFSET: Final = 3.0
"""mm. Typical distance between a film's origin and the board's centre."""
# Student's t for 95 %, by degrees of freedom.
_T95: Final = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, its standard error, and the number of legs or touches behind it."""

    value: float
    error: float
    count: int

    @property
    def margin(self) -> float:
        """Half of the 95 % interval, widened for small samples."""
        freedom = self.count - 1
        return self.error * (3.0 if freedom < 1 else _T95[freedom - 1] if freedom <= len(_T95) else 2.0)


@dataclass(frozen=True, slots=True)
class Calibration:
    """Result of a calibration; None for values the tracks do not show."""

    friction: Estimate | None
    restitution: Estimate | None
    frame_restitution: Estimate | None
    contact_friction: Estimate | None = None
    scale: Estimate | None = None
    """Length in the file divided by the true length."""
    is_rescaled: bool = False
    noise: float = 0.0
    """mm. Scatter about smooth motion."""
    reach: float = 370.0
    """mm. From the middle to the outermost place along an axis."""

    @property
    def doubts(self) -> tuple[str, ...]:
        """One sentence each."""
        found = []
        if self.reach < _SMALLEST:
            found.append(
                f"nothing lies further than {self.reach:.0f} from the middle: lengths are wanted in mm, not cm"
            )
        low, high = _LIKELY_FRICTION
        if self.friction is not None and not low <= self.friction.value <= high:
            found.append(
                f"friction {self.friction.value:.4f} is that of no carrom board ({low} … {high}): units of x, y, t?"
            )
        if self.noise > _MAX_TRIED_NOISE:
            found.append(
                f"places scatter by {self.noise:.1f} mm: intervals were tried with up to {_MAX_TRIED_NOISE} mm,"
                " and may be too narrow"
            )
        return tuple(found)

    def profile(self, base: Profile = CLUB) -> Profile:
        found = {name: getattr(self, name) for name in CALIBRATED_VALUES}
        kept = {name: min(max(each.value, 0.0), 1.0) for name, each in found.items() if each is not None}
        return base.with_values(**kept)


def calibrate(text: str) -> Calibration:
    """Calibrate from the text of a CSV file (see `carrom.physics.tracks`)."""
    tracks = tracks_from_csv(text)
    noise = float(np.median([estimate_noise(track) for track in tracks]))
    reach = max(float(np.abs(part).max()) for track in tracks for part in (track.x, track.y))
    found, scale, middle = _measure(tracks)
    found = replace(found, noise=noise, reach=reach)
    if scale is None or abs(scale.value - 1.0) < max(scale.margin, _WRONG_SCALE):
        return replace(found, scale=scale)
    right = [
        replace(track, x=(track.x - middle[0]) / scale.value, y=(track.y - middle[1]) / scale.value) for track in tracks
    ]
    return replace(_measure(right)[0], scale=scale, is_rescaled=True, noise=noise, reach=reach)


Sample = tuple[float, float]


def _measure(tracks: Sequence[Track]) -> tuple[Calibration, Estimate | None, tuple[float, float]]:
    discs = [TrackedDisc(track, split_into_legs(track)) for track in tracks]
    at_frame, at_discs, places = find_touches(discs)
    found = Calibration(
        friction=_weighted_mean(_frictions(discs), unmodelled=_UNEVEN),
        restitution=_weighted_mean(map(_restitution, at_discs), unmodelled=_SHORT),
        frame_restitution=_weighted_mean(map(_restitution, at_frame), unmodelled=_SHORT),
        contact_friction=_contact_friction([*at_frame, *at_discs]),
    )
    return found, *_scale(places)


def _frictions(discs: Sequence[TrackedDisc]) -> Iterator[Sample]:
    for disc in discs:
        for number, leg in enumerate(disc.legs):
            spin = disc.likely_spin(number)
            if spin is None or spin > _LITTLE_SPIN:
                continue
            vx, vy = leg.velocity(leg.end)
            deceleration, variance = leg.deceleration()
            if hypot(vx, vy) > 3.0 * sqrt(leg.velocity_variance(leg.end)) and variance < (0.5 * deceleration) ** 2:
                # Spin turns some of the friction sideways, the more the slower the disc.
                weight = 1000.0 * G * spin_after_slowing(hypot(vx, vy), hypot(*leg.velocity(leg.start)), spin)[1]
                uneven = _MORE_UNEVEN * spin**2 * deceleration
                yield deceleration / weight, (variance + uneven**2) / weight**2


def _restitution(bend: TrackTouch) -> Sample:
    ratio = bend.opening / bend.closing
    variance = ratio**2 * (bend.variance_after / bend.opening**2 + bend.variance_before / bend.closing**2)
    before, after = bend.along
    return ratio, variance + bend.turned * ((after + ratio * before) / bend.closing) ** 2


def _contact_friction(bends: Sequence[TrackTouch]) -> Estimate | None:
    """Rim friction is the ratio of rub to push where the rims kept slipping."""
    known = sorted((bend for bend in bends if bend.grip is not None), key=lambda bend: -(bend.grip or 0.0))
    usable = known[: max(1, len(known) // 3)]
    for _ in range(4):
        found = _weighted_mean(map(_rub, usable))
        if found is None:
            return None
        wanted = _CLEAR * max(found.value, 0.0) + 0.01
        usable = [bend for bend in known if (bend.grip or 0.0) > wanted]
    return found if usable else None


def _rub(bend: TrackTouch) -> Sample:
    push = bend.closing + bend.opening
    against = -1.0 if (bend.slip or 0.0) > 0 else 1.0
    variance = bend.variance_before + bend.variance_after
    ratio = against * bend.rubbed / push
    return ratio, variance / push**2 * (1.0 + ratio**2) + bend.turned


def _scale(places: Sequence[KnownPlace]) -> tuple[Estimate | None, tuple[float, float]]:
    if not places:
        return None, (0.0, 0.0)
    rows = np.array([(p.known, float(p.axis == 0), float(p.axis == 1)) for p in places])
    weights = np.sqrt([1.0 / max(p.variance, 0.01) for p in places])
    guess = np.array([(0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]) / _OFFSET
    table = np.concatenate((rows * weights[:, None], guess))
    seen = np.concatenate((np.array([p.seen for p in places]) * weights, (0.0, 0.0)))
    solved = np.linalg.lstsq(table, seen, rcond=None)[0]
    left = table @ solved - seen
    excess = max(float(left @ left) / max(len(places) - 1, 1), 1.0)
    error = sqrt(excess * float(np.linalg.inv(table.T @ table)[0, 0]))
    return Estimate(float(solved[0]), error, len(places)), (float(solved[1]), float(solved[2]))


def _weighted_mean(samples: Iterable[Sample], *, unmodelled: float = 0.0) -> Estimate | None:
    """Weighted mean, with the scatter as its error if larger than the samples' own.

    Outliers are dropped: a leg cut at the wrong place gives a wild value with a small error. `unmodelled` is the
    model's relative error, which more samples do not reduce.
    """
    found = [(value, max(variance, 1e-12)) for value, variance in samples]
    if not found:
        return None
    middle = float(np.median([value for value, _ in found]))
    spread = float(np.median([abs(value - middle) for value, _ in found])) / 0.6745
    kept = [(value, each) for value, each in found if abs(value - middle) <= _WILD * max(spread, 0.01 * abs(middle))]
    weight = sum(1.0 / variance for _, variance in kept)
    mean = sum(value / variance for value, variance in kept) / weight
    scatter = sum((value - mean) ** 2 / variance for value, variance in kept)
    excess = max(scatter / (len(kept) - 1), 1.0) if len(kept) > 1 else 1.0
    return Estimate(mean, sqrt(excess / weight + (unmodelled * mean) ** 2), len(kept))
