"""The trace of a stroke: ordered events, exact segments of path, and where every disc came to rest.

    >>> from carrom.equipment import Position
    >>> from carrom.physics import Stroke, simulate
    >>> trace = simulate(Position.from_text("white:0,0"), Stroke(0, -252.6, 0, 2.0))
    >>> trace.first_touch, trace.pocketed
    ('white', ())

Discs are numbered like the position's pieces, the striker last. Millimetres, seconds, board coordinates.
"""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, Literal, NamedTuple

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import Kind, Piece, Position
from carrom.equipment.sizes import PIECE_RADIUS, STRIKER_RADIUS
from carrom.physics.kernel.log import EVENT_COLUMNS, TRACK_COLUMNS
from carrom.physics.kernel.types import Floats

DiscKind = Literal["white", "black", "queen", "striker"]
EventType = Literal["disc", "frame", "pocket", "rest"]
Status = Literal["finished", "too many events"]
Point = tuple[float, float]
EventRow = tuple[float, EventType, int, int | str | None, float]
"""The fields of a `TraceEvent`."""

TYPES: Final[tuple[EventType, ...]] = ("disc", "frame", "pocket", "rest")
_, _FRAME, _POCKET, _REST = range(len(TYPES))
SIDES: Final = ("n", "e", "s", "w")
STATUSES: Final[tuple[Status, ...]] = ("finished", "too many events")

MAGIC: Final = b"carrom-trace-1\n"
_LETTERS: Final[dict[Kind, bytes]] = {"white": b"w", "black": b"b", "queen": b"q"}
_KINDS: Final = {letter[0]: kind for kind, letter in _LETTERS.items()}
_HEAD: Final = struct.Struct("<BBhIId")  # pieces, status, first touched, events, tracks, duration


class Disc(NamedTuple):
    """A piece or the striker."""

    kind: DiscKind
    radius: float


class TraceEvent(NamedTuple):
    """One event.

    `other` is the other disc, the side of the frame (n, e, s, w) or the pocket (0 north-east, then
    counter-clockwise); `impact` is the closing speed, m/s.
    """

    time: float
    type: EventType
    disc: int
    other: int | str | None
    impact: float


class Segment(NamedTuple):
    """A stretch of path: `disc` is at x + vx·τ + ½ax·τ² (likewise y) at τ seconds after `start`, until `end`."""

    disc: int
    start: float
    end: float
    x: float
    y: float
    vx: float
    vy: float
    ax: float
    ay: float

    def at(self, time: float) -> Point:
        tau = time - self.start
        return self.x + (self.vx + 0.5 * self.ax * tau) * tau, self.y + (self.vy + 0.5 * self.ay * tau) * tau


@dataclass(frozen=True, eq=False)
class Trace:
    """One stroke. `rows` and `tracks` are the kernel's arrays; read them through the properties."""

    kinds: tuple[Kind, ...]
    start: tuple[Point, ...]
    rows: Floats
    tracks: Floats
    places: tuple[Point | None, ...]
    duration: float
    status: Status
    touched_disc: int | None

    @cached_property
    def discs(self) -> tuple[Disc, ...]:
        return _discs(self.kinds)

    @cached_property
    def events(self) -> tuple[TraceEvent, ...]:
        """Events in order; simultaneous ones in the order of their resolution."""
        return tuple([TraceEvent._make(row) for row in self.event_rows()])

    def event_rows(self) -> list[EventRow]:
        rows: list[EventRow] = []
        for time, kind, disc, other, speed in self._log:
            met: int | str | None = None
            if kind == _FRAME:
                met = SIDES[int(other)]
            elif kind != _REST:
                met = int(other)
            rows.append((time, TYPES[int(kind)], int(disc), met, speed / 1000.0))
        return rows

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """Segments in the order of their ends."""
        return tuple(Segment(int(disc), *rest) for disc, *rest in self.tracks.tolist())

    @cached_property
    def falls(self) -> tuple[tuple[int, int, float], ...]:
        """(disc, pocket, time), in order."""
        fallen = [row for row in self._log if row[1] == _POCKET]
        return tuple((int(disc), int(pocket), time) for time, _, disc, pocket, _ in fallen)

    @property
    def pocketed(self) -> tuple[DiscKind, ...]:
        return tuple([self.discs[disc].kind for disc, _, _ in self.falls])

    @property
    def touched(self) -> bool:
        return self.touched_disc is not None

    @property
    def first_touch(self) -> Kind | None:
        return None if self.touched_disc is None else self.kinds[self.touched_disc]

    @property
    def striker(self) -> Point | None:
        """The striker's last place; None if pocketed."""
        return self.places[-1]

    @cached_property
    def rest(self) -> Position:
        left = zip(self.kinds, self.places, strict=False)
        return Position(tuple([Piece(kind, *place) for kind, place in left if place is not None]))

    def at(self, time: float) -> tuple[Point | None, ...]:
        """Find where all discs are at a time; None for pocketed discs."""
        return tuple(self._where(disc, time) for disc in range(len(self.discs)))

    def frames(self, rate: float = 60.0) -> Iterator[tuple[float, tuple[Point | None, ...]]]:
        """Yield the stroke sampled `rate` times a second until everything is at rest."""
        count = int(self.duration * rate)
        for number in range(count + 1):
            yield number / rate, self.at(number / rate)
        if count / rate < self.duration:
            yield self.duration, self.at(self.duration)

    def to_bytes(self) -> bytes:
        """Exact, in a few kilobytes."""
        first = -1 if self.touched_disc is None else self.touched_disc
        counts = len(self.kinds), STATUSES.index(self.status), first, len(self.rows), len(self.tracks)
        kinds = b"".join(_LETTERS[kind] for kind in self.kinds)
        ends = [(np.nan, np.nan) if place is None else place for place in self.places]
        numbers = (np.array(self.start), np.array(ends), self.rows, self.tracks)
        columns = b"".join(_shuffled(np.ascontiguousarray(part.T, dtype="<f8")) for part in numbers)
        return MAGIC + zlib.compress(_HEAD.pack(*counts, self.duration) + kinds + columns, 9)

    @staticmethod
    def from_bytes(data: bytes) -> Trace:
        """Raises `CarromError` for anything that `to_bytes` did not write."""
        try:
            if not data.startswith(MAGIC):
                raise ValueError("it does not begin as one")
            body = zlib.decompress(data[len(MAGIC) :])
            pieces, status, first, events, tracks, duration = _HEAD.unpack_from(body)
            if status >= len(STATUSES):
                raise ValueError(f"there is no status {status}")
            at = _HEAD.size + pieces
            kinds = tuple(_KINDS[letter] for letter in body[_HEAD.size : at])
            parts: list[Floats] = []
            for rows, columns in ((pieces + 1, 2), (pieces + 1, 2), (events, EVENT_COLUMNS), (tracks, TRACK_COLUMNS)):
                size = 8 * rows * columns
                parts.append(_unshuffled(body[at : at + size]).reshape(columns, rows).T.copy())
                at += size
            if at != len(body):
                raise ValueError("it goes on after its end")
        except (ValueError, KeyError, IndexError, struct.error, zlib.error) as error:
            raise CarromError("not-a-trace", f"not a trace: {error}") from None
        begin, ends, log, paths = parts
        start = tuple((x, y) for x, y in begin.tolist())
        places = tuple(None if x != x else (x, y) for x, y in ends.tolist())
        return Trace(kinds, start, log, paths, places, duration, STATUSES[status], None if first < 0 else first)

    @cached_property
    def _log(self) -> list[list[float]]:
        log: list[list[float]] = self.rows.tolist()
        return log

    @cached_property
    def _paths(self) -> tuple[tuple[list[float], list[Segment]], ...]:
        paths: tuple[tuple[list[float], list[Segment]], ...] = tuple(([], []) for _ in self.discs)
        for segment in self.segments:
            paths[segment.disc][0].append(segment.start)
            paths[segment.disc][1].append(segment)
        return paths

    @cached_property
    def _fallen(self) -> dict[int, float]:
        return {disc: time for disc, _, time in self.falls}

    def _where(self, disc: int, time: float) -> Point | None:
        if time >= self._fallen.get(disc, time + 1.0):
            return None
        starts, segments = self._paths[disc]
        number = bisect_right(starts, time) - 1
        if number < 0:
            return self.start[disc]
        segment = segments[number]
        if time < segment.end:
            return segment.at(time)
        if number + 1 < len(segments):
            return segments[number + 1].x, segments[number + 1].y
        place = self.places[disc]
        return segment.at(segment.end) if place is None else place


@lru_cache(maxsize=256)
def _discs(kinds: tuple[Kind, ...]) -> tuple[Disc, ...]:
    return (*(Disc(kind, PIECE_RADIUS) for kind in kinds), Disc("striker", STRIKER_RADIUS))


def _shuffled(values: Floats) -> bytes:
    """The first bytes of all numbers first, which compresses better."""
    return values.view(np.uint8).reshape(-1, 8).T.tobytes()


def _unshuffled(data: bytes) -> Floats:
    return np.frombuffer(data, np.uint8).reshape(8, -1).T.copy().view("<f8").reshape(-1).astype(np.float64)
