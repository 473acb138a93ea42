"""Simulate one stroke, check whether it is allowed, and run the Laws' test of a board."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from carrom.base.errors import CarromError
from carrom.equipment import Fault, Position, Seat, Stroke, striker_fault
from carrom.equipment.sizes import BASE_MIDDLE, PIECE_MASS, PIECE_RADIUS, STRIKER_MASS, STRIKER_RADIUS, SURFACE
from carrom.physics.build import compiled_kernel
from carrom.physics.kernel.layout import UNREADABLE
from carrom.physics.kernel.log import EVENT_COLUMNS, TRACK_COLUMNS
from carrom.physics.kernel.strokes import DURATION, EVENT_COUNT, FACT_COLUMNS, STATUS, TOUCHED_FIRST, TRACK_COUNT
from carrom.physics.kernel.types import Floats
from carrom.physics.profiles import CLUB, Profile
from carrom.physics.trace import STATUSES, Trace

OutcomeArrays = tuple[Floats, Floats, NDArray[np.int8], Floats]
_ROOM: Final = 256  # rows of events and tracks at the first try; a longer stroke is simulated again


def stroke_fault(
    position: Position, stroke: Stroke, *, seat: Seat = Seat.SOUTH, profile: Profile = CLUB
) -> Fault | None:
    """Why this stroke is not allowed (Law 130, direction or speed), or None."""
    if not -180 < stroke.direction <= 180:
        return Fault("direction", "", f"the direction has to lie above −180 and up to 180, not at {stroke.direction!r}")
    if stroke.speed > profile.max_speed:
        return Fault("speed", "", f"a speed of {stroke.speed!r}: no hand is faster than {profile.max_speed:g} m/s")
    if not stroke.speed > 0:
        return Fault("speed", "", f"the speed has to be more than 0, not {stroke.speed!r}")
    return striker_fault(position, seat, stroke.x, stroke.y)


def simulate(
    position: Position,
    stroke: Stroke,
    *,
    seat: Seat = Seat.SOUTH,
    profile: Profile = CLUB,
    kernel: dict[str, Any] | None = None,
) -> Trace:
    """Simulate one stroke until everything is at rest.

    The striker may be anywhere free; `stroke_fault` checks the law. To debug, pass
    `carrom.physics.build.plain_kernel()` as `kernel`.
    """
    pieces = position.pieces
    places = [(x, y) for _, x, y in pieces]
    discs = np.array(places).reshape(1, -1, 2)
    shot = np.array([shot_row(stroke, seat)])
    found = rest, _, _, facts = outcome_arrays(1, len(pieces))
    play = (kernel or compiled_kernel())["play_strokes"]
    room = _ROOM
    while True:
        log, tracks = np.empty((room, EVENT_COLUMNS)), np.empty((room, TRACK_COLUMNS))
        play(discs, shot, disc_bodies(len(pieces)), profile.numbers, log, tracks, *found, 0, 1)
        results: list[float] = facts[0].tolist()
        if max(results[EVENT_COUNT], results[TRACK_COUNT]) <= room:
            break
        room = int(max(results[EVENT_COUNT], results[TRACK_COUNT]))
    if results[STATUS] == UNREADABLE:
        raise CarromError("stroke-impossible", f"the striker cannot be flicked so: {stroke}")
    return Trace(
        kinds=tuple([kind for kind, _, _ in pieces]),
        start=(*places, (stroke.x, stroke.y)),
        rows=log[: int(results[EVENT_COUNT])].copy(),
        tracks=tracks[: int(results[TRACK_COUNT])].copy(),
        places=tuple([None if x != x else (x, y) for x, y in rest[0].tolist()]),
        duration=results[DURATION],
        status=STATUSES[int(results[STATUS])],
        touched_disc=None if results[TOUCHED_FIRST] < 0 else int(results[TOUCHED_FIRST]),
    )


def shot_row(stroke: Stroke, seat: Seat) -> tuple[float, ...]:
    """A stroke as the kernel reads it, speeds in mm/s."""
    rim = stroke.spin * STRIKER_RADIUS
    return stroke.x, stroke.y, stroke.direction, stroke.speed * 1000.0, seat.turn, rim


def outcome_arrays(strokes: int, pieces: int) -> OutcomeArrays:
    discs = pieces + 1
    rest, fell = np.empty((strokes, discs, 2)), np.empty((strokes, discs))
    return rest, fell, np.empty((strokes, discs), np.int8), np.empty((strokes, FACT_COLUMNS))


@lru_cache(maxsize=32)
def disc_bodies(pieces: int) -> Floats:
    """Radius and mass of every disc, the striker last."""
    rows = [(PIECE_RADIUS, PIECE_MASS)] * pieces + [(STRIKER_RADIUS, STRIKER_MASS)]
    table = np.array(rows)
    table.flags.writeable = False
    return table


@dataclass(frozen=True, slots=True)
class Runs:
    """How often the striker crossed the board.

    The first run goes from base line to opposite frame, others from frame to frame; the last counts as the part
    completed.
    """

    runs: float
    speed: float


def run_test(profile: Profile, *, speed: float | None = None) -> Runs:
    """Count the runs of a striker across an empty board, at the profile's greatest speed by default (the Laws ask for
    3½)."""
    speed = profile.max_speed if speed is None else speed
    trace = simulate(Position(()), Stroke(0.0, -BASE_MIDDLE, 0.0, speed), profile=profile)
    hits = sum(event.type == "frame" for event in trace.events)
    striker = trace.striker
    assert striker is not None  # straight ahead from the middle there are no pockets
    edge = SURFACE / 2 - STRIKER_RADIUS
    if hits == 0:
        return Runs((striker[1] + BASE_MIDDLE) / (edge + BASE_MIDDLE), speed)
    last = edge - striker[1] if hits % 2 else striker[1] + edge
    return Runs(hits + last / (2 * edge), speed)
