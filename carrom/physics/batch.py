"""Simulate many strokes at once: arrays in, outcomes out."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carrom.base.errors import CarromError
from carrom.equipment import Position, Seat, Stroke
from carrom.equipment.sizes import STRIKER_RADIUS
from carrom.physics.build import compiled_kernel
from carrom.physics.kernel.layout import MOST_DISCS
from carrom.physics.kernel.log import EVENT_COLUMNS, TRACK_COLUMNS
from carrom.physics.kernel.strokes import DURATION, EVENT_COUNT, SHOT_COLUMNS, STATUS, TOUCHED_FIRST
from carrom.physics.kernel.types import Floats
from carrom.physics.profiles import CLUB, Profile
from carrom.physics.stroke import OutcomeArrays, disc_bodies, outcome_arrays, shot_row

Positions = Position | Sequence[Position] | ArrayLike
Device = Literal["cpu", "gpu"]
_CHUNK: Final = 256  # strokes per task of a thread


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Outcomes of B strokes over at most N pieces. Discs are numbered like the pieces, the striker last (N).

    rest    (B, N+1, 2)  final place, NaN if it fell or never was
    fell    (B, N+1)     when it fell, infinite if it did not
    pocket  (B, N+1)     into which pocket, -1 if none
    first   (B,)         disc first touched by the striker, -1 if none
    duration, events, status (B,)   status 0: ended; 1: too many events; 2: no such stroke can be
    """

    rest: Floats
    fell: Floats
    pocket: NDArray[np.int8]
    first: NDArray[np.int8]
    duration: Floats
    events: NDArray[np.int32]
    status: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.status)

    @property
    def touched(self) -> NDArray[np.bool_]:
        """(B,)."""
        return self.first >= 0

    @property
    def is_pocketed(self) -> NDArray[np.bool_]:
        """(B, N+1)."""
        return self.pocket >= 0

    def falls(self, stroke: int) -> list[int]:
        """List the discs pocketed by a stroke, in order."""
        times = self.fell[stroke]
        return [int(disc) for disc in np.argsort(times, kind="stable") if np.isfinite(times[disc])]


def simulate_batch(
    positions: Positions,
    strokes: Sequence[Stroke] | ArrayLike,
    *,
    seat: Seat | NDArray[np.int64] = Seat.SOUTH,
    profile: Profile = CLUB,
    device: Device = "cpu",
    threads: int | None = None,
) -> Outcomes:
    """Simulate B strokes, all on one position or each on its own.

    Positions are `Position`s or an array (N, 2) or (B, N, 2), NaN for absent pieces. Strokes are `Stroke`s or an
    array (B, 4) of x, y, direction, speed. `seat` is one for all or, with an array of strokes, quarter turns of
    each. The processor uses `threads` (default: all cores); every outcome equals that of the stroke simulated
    alone.
    """
    if device not in get_args(Device):
        raise CarromError("unknown-device", f"device: {device!r} is not one of {', '.join(get_args(Device))}")
    shots = as_shots(strokes, seat)
    discs = as_discs(positions, len(shots))
    given = discs, shots, disc_bodies(discs.shape[1]), profile.numbers
    found = rest, fell, hole, facts = outcome_arrays(len(shots), discs.shape[1])
    if device == "gpu":
        from carrom.physics.gpu import play_on_gpu

        play_on_gpu(*given, *found)
    else:
        _play_on_cores(given, found, len(shots), threads or available_cores())
    return Outcomes(
        rest=rest,
        fell=fell,
        pocket=hole,
        first=facts[:, TOUCHED_FIRST].astype(np.int8),
        duration=facts[:, DURATION].copy(),
        events=facts[:, EVENT_COUNT].astype(np.int32),
        status=facts[:, STATUS].astype(np.int8),
    )


def _play_on_cores(given: tuple[Floats, ...], found: OutcomeArrays, count: int, workers: int) -> None:
    play = compiled_kernel()["play_strokes"]
    log, tracks = np.empty((0, EVENT_COLUMNS)), np.empty((0, TRACK_COLUMNS))

    def part(start: int) -> None:
        play(*given, log, tracks, *found, start, min(start + chunk, count))

    chunk = max(_CHUNK, -(-count // (8 * workers)))
    if workers == 1 or count <= _CHUNK:
        chunk = max(count, 1)
        part(0)
        return
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(part, range(0, count, chunk)))


def available_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def as_shots(strokes: Sequence[Stroke] | ArrayLike, seat: Seat | NDArray[np.int64]) -> Floats:
    if isinstance(strokes, Sequence) and all(isinstance(stroke, Stroke) for stroke in strokes):
        if not isinstance(seat, Seat):
            raise CarromError("bad-seats", "a seat for each stroke goes with an array of strokes")
        rows = [shot_row(stroke, seat) for stroke in strokes if isinstance(stroke, Stroke)]
        return np.array(rows, np.float64).reshape(-1, SHOT_COLUMNS)
    given = np.asarray(strokes, np.float64)
    if given.ndim != 2 or given.shape[1] not in (4, 5):
        raise CarromError(
            "bad-shape", f"strokes of the shape {given.shape}: expected (B, 4): x, y, direction, speed of each"
        )
    shots = np.zeros((len(given), SHOT_COLUMNS))
    shots[:, :3] = given[:, :3]
    shots[:, 3] = given[:, 3] * 1000.0
    shots[:, 4] = seat.turn if isinstance(seat, Seat) else seat
    if given.shape[1] == 5:
        shots[:, 5] = given[:, 4] * STRIKER_RADIUS
    return shots


def as_discs(positions: Positions, strokes: int) -> Floats:
    if isinstance(positions, Position):
        places = np.array([[(piece.x, piece.y) for piece in positions.pieces]], np.float64)
    elif isinstance(positions, Sequence) and positions and all(isinstance(each, Position) for each in positions):
        most = max(len(each.pieces) for each in positions)  # type: ignore[union-attr]
        places = np.full((len(positions), most, 2), np.nan)
        for row, each in zip(places, positions, strict=True):
            for number, piece in enumerate(each.pieces):
                row[number] = piece.x, piece.y
    else:
        places = np.ascontiguousarray(positions, np.float64)
        if places.ndim == 2:
            places = places[None]
    if places.size == 0:
        places = np.empty((1, 0, 2))
    if places.ndim != 3 or places.shape[2] != 2 or places.shape[0] not in (1, strokes):
        raise CarromError(
            "bad-shape", f"positions of the shape {places.shape} for {strokes} strokes: expected (N, 2) or (B, N, 2)"
        )
    if places.shape[1] >= MOST_DISCS:
        raise CarromError("too-many-coins", f"{places.shape[1]} pieces: there are at most {MOST_DISCS - 1}")
    return places
