"""Simulate strokes as exact events: equal input, equal output, to the last bit.

Numba loads with the first stroke, not with this package.
"""

from carrom.equipment import Stroke
from carrom.physics.batch import Outcomes, simulate_batch
from carrom.physics.profiles import (
    CLUB,
    PROFILES,
    SLOW,
    TOURNAMENT,
    BounceOut,
    CentreOverHole,
    Profile,
    profile,
)
from carrom.physics.stroke import Runs, run_test, simulate, stroke_fault
from carrom.physics.trace import Disc, Segment, Trace, TraceEvent

__all__ = [
    "CLUB",
    "PROFILES",
    "SLOW",
    "TOURNAMENT",
    "BounceOut",
    "CentreOverHole",
    "Disc",
    "Outcomes",
    "Profile",
    "Runs",
    "Segment",
    "Stroke",
    "Trace",
    "TraceEvent",
    "profile",
    "run_test",
    "simulate",
    "simulate_batch",
    "stroke_fault",
]
