"""A trace as bytes: a head, then the numbers column by column, compressed. Nothing is rounded."""

from __future__ import annotations

import struct
import zlib
from typing import Final, NamedTuple

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import Kind
from carrom.physics.kernel.log import EVENT_COLUMNS, TRACK_COLUMNS
from carrom.physics.kernel.types import Floats

MAGIC: Final = b"carrom-trace-1\n"
_LETTERS: Final[dict[Kind, bytes]] = {"white": b"w", "black": b"b", "queen": b"q"}
_KINDS: Final = {letter[0]: kind for kind, letter in _LETTERS.items()}
_HEAD: Final = struct.Struct("<BBhIId")  # pieces, status, first touched, events, tracks, duration


class Packed(NamedTuple):
    """What a trace is made of. `status` is its number, `touched` the disc that the striker touched first, or -1."""

    kinds: tuple[Kind, ...]
    start: tuple[tuple[float, float], ...]
    rows: Floats
    tracks: Floats
    places: tuple[tuple[float, float] | None, ...]
    duration: float
    status: int
    touched: int


def pack(parts: Packed) -> bytes:
    head = _HEAD.pack(len(parts.kinds), parts.status, parts.touched, len(parts.rows), len(parts.tracks), parts.duration)
    kinds = b"".join(_LETTERS[kind] for kind in parts.kinds)
    ends = [(np.nan, np.nan) if place is None else place for place in parts.places]
    numbers = (np.array(parts.start), np.array(ends), parts.rows, parts.tracks)
    columns = b"".join(_shuffled(np.ascontiguousarray(part.T, dtype="<f8")) for part in numbers)
    return MAGIC + zlib.compress(head + kinds + columns, 9)


def unpack(data: bytes) -> Packed:
    try:
        if not data.startswith(MAGIC):
            raise ValueError("it does not begin as one")
        body = zlib.decompress(data[len(MAGIC) :])
        pieces, status, touched, events, tracks, duration = _HEAD.unpack_from(body)
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
        return Packed(
            kinds=kinds,
            start=tuple((x, y) for x, y in start.tolist()),
            rows=log,
            tracks=paths,
            places=tuple(None if x != x else (x, y) for x, y in ends.tolist()),
            duration=duration,
            status=status,
            touched=touched,
        )
    except (ValueError, KeyError, IndexError, struct.error, zlib.error) as error:
        raise CarromError(f"not a trace: {error}") from None


def _shuffled(values: Floats) -> bytes:
    """The first bytes of all numbers, then the second ones: like stands by like, which packs better."""
    return values.view(np.uint8).reshape(-1, 8).T.tobytes()


def _unshuffled(data: bytes) -> Floats:
    return np.frombuffer(data, np.uint8).reshape(8, -1).T.copy().view("<f8").reshape(-1).astype(np.float64)
