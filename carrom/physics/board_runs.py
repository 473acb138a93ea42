"""The one test that the Laws give for how a board plays: 3½ runs of a striker struck with full force."""

from dataclasses import dataclass

from carrom.equipment import Position, Stroke
from carrom.equipment.sizes import BASE_MIDDLE, STRIKER_RADIUS, SURFACE
from carrom.physics.profiles import Profile
from carrom.physics.stroke import simulate


@dataclass(frozen=True, slots=True)
class Runs:
    """How often the striker crossed the board. The first run is from the base line to the opposite frame, the others
    from frame to frame; the last counts by the part that it made.
    """

    runs: float
    speed: float


def run_test(profile: Profile, *, speed: float | None = None) -> Runs:
    """Flick a striker straight across an empty board, as fast as the profile allows, and count its runs."""
    speed = profile.max_speed if speed is None else speed
    trace = simulate(Position(()), Stroke(0.0, -BASE_MIDDLE, 0.0, speed), profile=profile)
    hits = sum(event.type == "frame" for event in trace.events)
    striker = trace.striker
    assert striker is not None  # straight ahead from the middle there is no pocket
    edge = SURFACE / 2 - STRIKER_RADIUS
    if hits == 0:
        return Runs((striker[1] + BASE_MIDDLE) / (edge + BASE_MIDDLE), speed)
    last = edge - striker[1] if hits % 2 else striker[1] + edge
    return Runs(hits + last / (2 * edge), speed)
