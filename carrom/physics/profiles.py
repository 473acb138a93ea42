"""Surface profiles: how a board plays, as frozen values in SI units with sources.

We know of no published measurement of a carrom board's friction or restitution, so the named profiles are
estimates that pass the Laws' one test: a striker at full force makes at least 3½ runs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import sizes
from carrom.physics.kernel import layout
from carrom.physics.kernel.types import Floats

# Below this, a pack needs costly small steps; its discs stay together either way.
MIN_RESTITUTION = 0.1


def restitution_of(damping: float) -> float:
    """Restitution of a single touch with this damping (as a part of the critical one).

    The contact is a spring with a damper that never pulls: it opens when its force is zero, before the spring is
    back at its length. Closed form by Schwager and Pöschel (Granular Matter 9, 465, 2007).
    """
    if damping < 1.0:
        swing = math.sqrt(1.0 - damping * damping)
        return math.exp(-damping / swing * math.atan2(2.0 * damping * swing, 2.0 * damping * damping - 1.0))
    creep = math.sqrt(damping * damping - 1.0)
    if creep == 0.0:
        return math.exp(-2.0)
    return math.exp(-damping / creep * math.log((damping + creep) / (damping - creep)))


@lru_cache(maxsize=64)
def damping_for(restitution: float) -> float:
    wanted = max(restitution, MIN_RESTITUTION)
    low, high = 0.0, 2.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        if restitution_of(middle) > wanted:
            low = middle
        else:
            high = middle
    return low


G: Final = 9.80665  # m/s²

# Lower and upper limits.
RANGES: Final[dict[str, tuple[float, float]]] = {
    "friction": (0.001, 2.0),
    "restitution": (0.0, 1.0),
    "frame_restitution": (0.0, 1.0),
    "contact_friction": (0.0, 1.0),
    "max_speed": (0.01, 100.0),
    "contact_time": (1e-6, 1e-3),
}

# Standard deviation of the logarithm, from board to board. Guesses: the three named profiles lie about two of these
# apart; contact friction has not been measured.
SPREADS: Final[dict[str, float]] = {
    "friction": 0.15,
    "restitution": 0.03,
    "frame_restitution": 0.05,
    "contact_friction": 0.4,
}


@dataclass(frozen=True, slots=True)
class CentreOverHole:
    """A disc falls as soon as its centre is over the hole."""


@dataclass(frozen=True, slots=True)
class BounceOut:
    """A disc faster than `speed` (m/s) flies over the hole and may bounce back from the corner."""

    speed: float = 6.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.speed) and self.speed > 0):
            raise CarromError("out-of-range", f"a capture speed of {self.speed!r} m/s: it must be a number above 0")


Capture = CentreOverHole | BounceOut


@dataclass(frozen=True)
class Profile:
    """A board's physical values.

    Sliding friction (µ), restitution between discs and at the frame, tangential friction at contacts (µ), greatest
    speed of a stroke (m/s), duration of a contact (s), and the capture rule. `sources` names where each value comes
    from.
    """

    name: str
    friction: float
    restitution: float
    frame_restitution: float
    contact_friction: float
    max_speed: float = 8.0
    contact_time: float = 50e-6
    capture: Capture = CentreOverHole()
    sources: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        for name, (least, most) in RANGES.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
                raise CarromError("number-not-finite", f"{name} {value!r} is not a finite number")
            if not least <= value <= most:
                raise CarromError("out-of-range", f"{name} {value!r} is out of range: {least:g} to {most:g}")

    def with_values(self, **values: Any) -> Profile:
        """A profile named `custom` with other values of `friction`, `restitution`, `frame_restitution`,
        `contact_friction`, `max_speed` or `contact_time`."""
        for name in values:
            if name not in RANGES:
                raise CarromError("unknown-value", f"a profile has no value {name!r}; it has {', '.join(RANGES)}")
        sources = tuple((name, source) for name, source in self.sources if name not in values)
        return replace(self, name="custom", sources=sources + tuple((name, "given") for name in values), **values)

    def sampled(self, rng: np.random.Generator) -> Profile:
        """A random similar board, every value varied within `SPREADS`, to train or plan for unmeasured boards."""
        drawn = {}
        for name, part in SPREADS.items():
            value = getattr(self, name) * math.exp(part * float(rng.standard_normal()))
            least, most = RANGES[name]
            drawn[name] = min(max(value, least), most)
        return self.with_values(**drawn)

    @cached_property
    def numbers(self) -> Floats:
        p = np.zeros(layout.PARAMETERS)
        p[layout.FRICTION] = self.friction * G * 1000.0
        p[layout.RESTITUTION] = self.restitution
        p[layout.FRAME_RESTITUTION] = self.frame_restitution
        p[layout.CONTACT_FRICTION] = self.contact_friction
        p[layout.HALF] = sizes.HALF
        p[layout.HOLE] = sizes.POCKET_RADIUS
        p[layout.HOLE_AT] = sizes.POCKET_CENTRE
        p[layout.CONTACT_TIME] = self.contact_time
        p[layout.DAMPING] = damping_for(self.restitution)
        p[layout.FRAME_DAMPING] = damping_for(self.frame_restitution)
        if isinstance(self.capture, BounceOut):
            p[layout.CAPTURE] = layout.BOUNCE_OUT
            p[layout.CAPTURE_SPEED] = self.capture.speed * 1000.0
        p[layout.REFERENCE_MASS] = sizes.PIECE_MASS / 2.0
        p[layout.MAX_EVENTS] = 1_000_000
        p.flags.writeable = False
        return p


_ESTIMATE: Final = "estimate"
_LAW: Final = "estimate; makes the 3½ runs of the Laws"
_PUCKS: Final = "estimate; 0.12 was measured for pucks on an air table"
_SOURCES: Final = (
    ("friction", _LAW),
    ("restitution", _ESTIMATE),
    ("frame_restitution", _LAW),
    ("contact_friction", _PUCKS),
    ("max_speed", "the specification of this project; an estimate of the fastest flick"),
    ("contact_time", "estimate; the outcome of a break does not depend on it"),
)

CLUB: Final = Profile("club", 0.12, 0.85, 0.70, 0.10, sources=_SOURCES)
TOURNAMENT: Final = Profile("tournament", 0.09, 0.88, 0.76, 0.10, sources=_SOURCES)
SLOW: Final = Profile("slow", 0.17, 0.80, 0.62, 0.12, sources=_SOURCES)
PROFILES: Final[dict[str, Profile]] = {each.name: each for each in (CLUB, TOURNAMENT, SLOW)}


def profile(name: str) -> Profile:
    if name not in PROFILES:
        raise CarromError("unknown-profile", f"there is no profile {name!r}; there are {', '.join(PROFILES)}")
    return PROFILES[name]
