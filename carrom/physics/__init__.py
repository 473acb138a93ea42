"""The stroke as exact events: the same numbers in, the same bytes out.

Importing this room compiles nothing and does not load Numba: the first stroke does.
"""

from carrom.equipment import Stroke
from carrom.physics.batch import Outcomes, simulate_batch
from carrom.physics.profiles import CLUB, PROFILES, SLOW, TOURNAMENT, BounceOut, CentreOverHole, Profile, profile
from carrom.physics.runs import Runs, run_test
from carrom.physics.stroke import simulate, stroke_fault
from carrom.physics.trace import Disc, Event, Segment, Trace

__all__ = [
    "CLUB",
    "PROFILES",
    "SLOW",
    "TOURNAMENT",
    "BounceOut",
    "CentreOverHole",
    "Disc",
    "Event",
    "Outcomes",
    "Profile",
    "Runs",
    "Segment",
    "Stroke",
    "Trace",
    "profile",
    "run_test",
    "simulate",
    "simulate_batch",
    "stroke_fault",
]
