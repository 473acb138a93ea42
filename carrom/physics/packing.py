"""A trace as bytes: a head, then the numbers column by column, compressed. Nothing is rounded."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Final

import numpy as np

from carrom.base.errors import CarromError
from carrom.physics.kernel.log import EVENT_COLUMNS, TRACK_COLUMNS
from carrom.physics.kernel.types import Floats

if TYPE_CHECKING:
    from carrom.physics.trace import Trace

MAGIC: Final = b"carrom-trace-1\n"
_LETTERS: Final = {"white": b"w", "black": b"b", "queen": b"q"}
_KINDS: Final = {letter[0]: kind for kind, letter in _LETTERS.items()}
_HEAD: Final = struct.Struct("<BBhIId")  # pieces, status, first touched, events, tracks, duration


def pack(trace: Trace) -> bytes:
    from carrom.physics.trace import STATUSES

    pieces = len(trace.kinds)
    first = -1 if trace.touched_disc is None else trace.touched_disc
    head = _HEAD.pack(pieces, STATUSES.index(trace.status), first, len(trace.rows), len(trace.tracks), trace.duration)
    kinds = b"".join(_LETTERS[kind] for kind in trace.kinds)
    ends = [(np.nan, np.nan) if place is None else place for place in trace.places]
    numbers = (np.array(trace.start), np.array(ends), trace.rows, trace.tracks)
    columns = b"".join(_shuffled(np.ascontiguousarray(part.T, dtype="<f8")) for part in numbers)
    return MAGIC + zlib.compress(head + kinds + columns, 9)


def unpack(data: bytes) -> Trace:
    from carrom.physics.trace import STATUSES, Trace

    try:
        if not data.startswith(MAGIC):
            raise ValueError("it does not begin as one")
        body = zlib.decompress(data[len(MAGIC) :])
        pieces, status, first, events, tracks, duration = _HEAD.unpack_from(body)
        at = _HEAD.size + pieces
        kinds = tuple(_KINDS[letter] for letter in body[_HEAD.size : at])
        parts: list[Floats] = []
        for rows, columns in ((pieces + 1, 2), (pieces + 1, 2), (events, EVENT_COLUMNS), (tracks, TRACK_COLUMNS)):
            size = 8 * rows * columns
            parts.append(_unshuffled(body[at : at + size]).reshape(columns, rows).T.copy())
            at += size
        if at != len(body):
            raise ValueError("it goes on after its end")
        start, ends, log, paths = parts
        return Trace(
            kinds=kinds,  # type: ignore[arg-type]
            start=tuple((x, y) for x, y in start.tolist()),
            rows=log,
            tracks=paths,
            places=tuple(None if x != x else (x, y) for x, y in ends.tolist()),
            duration=duration,
            status=STATUSES[status],
            touched_disc=None if first < 0 else first,
        )
    except (ValueError, KeyError, IndexError, struct.error, zlib.error) as error:
        raise CarromError(f"not a trace: {error}") from None


def _shuffled(values: Floats) -> bytes:
    """The first bytes of all numbers, then the second ones: like stands by like, which packs better."""
    return values.view(np.uint8).reshape(-1, 8).T.tobytes()


def _unshuffled(data: bytes) -> Floats:
    return np.frombuffer(data, np.uint8).reshape(8, -1).T.copy().view("<f8").reshape(-1).astype(np.float64)
