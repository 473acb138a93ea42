"""The stroke as exact events: the same numbers in, the same bytes out.

Importing this room compiles nothing and does not load Numba: the first stroke does.
"""

from carrom.equipment import Stroke as Stroke
from carrom.physics.batch import Outcomes as Outcomes, simulate_batch as simulate_batch
from carrom.physics.board_runs import Runs as Runs, run_test as run_test
from carrom.physics.profiles import (
    CLUB as CLUB,
    PROFILES as PROFILES,
    SLOW as SLOW,
    TOURNAMENT as TOURNAMENT,
    BounceOut as BounceOut,
    CentreOverHole as CentreOverHole,
    Profile as Profile,
    profile as profile,
)
from carrom.physics.stroke import simulate as simulate, stroke_fault as stroke_fault
from carrom.physics.trace import Disc as Disc, Segment as Segment, Trace as Trace, TraceEvent as TraceEvent
