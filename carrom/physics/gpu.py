"""Many strokes on a graphics card (extra `gpu`): the kernel's functions as CUDA device functions, a thread a stroke.

What holds it back was measured on an H200: the size of the code in mid-games (so functions are called from few places),
and the size of a stroke's arrays in breaks (so they are as small as the position allows).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numba.cuda
import numpy as np

from carrom.errors import CarromError
from carrom.physics.build import ENTRY, assemble
from carrom.physics.kernel import layout, log, strokes
from carrom.physics.kernel.cluster import CONTACT_FIELDS
from carrom.physics.kernel.types import Floats, Ints

cuda: Any = numba.cuda  # a global, since CUDA's simulator looks for it there
THREADS: Final = 256
# How many discs the arrays of a stroke have room for: a few sizes, so that few kernels are compiled.
SIZES: Final = (4, 7, 10, 14, layout.MOST_DISCS)
PART: Final = 1 << 21  # strokes sent at a time


class GpuBatch:
    """Strokes that lie on the card: `play()` plays them there, `fetch()` brings their outcomes back."""

    def __init__(self, discs: Floats, shots: Floats, bodies: Floats, p: Floats) -> None:
        if not cuda.is_available():
            raise CarromError("no CUDA device here (and the extra carrom[gpu] is needed)")
        discs_on_board = discs.shape[1] + 1
        self._kernel = gpu_kernel(next(size for size in SIZES if size >= discs_on_board))
        self._count = len(shots)
        self._ins = [cuda.to_device(np.ascontiguousarray(array)) for array in (discs, shots, bodies, p)]
        shapes = ((discs_on_board, 2), (discs_on_board,), (discs_on_board,), (strokes.FACT_COLUMNS,))
        kinds = (np.float64, np.float64, np.int8, np.float64)
        self._outs = [cuda.device_array((self._count, *shape), kind) for shape, kind in zip(shapes, kinds, strict=True)]

    def play(self) -> None:
        """Play all strokes; returns when they are played."""
        self._kernel[-(-self._count // THREADS), THREADS](*self._ins, *self._outs)
        cuda.synchronize()

    def fetch(self, rest: Floats, fell: Floats, hole: Ints, facts: Floats) -> None:
        for array, out in zip((rest, fell, hole, facts), self._outs, strict=True):
            out.copy_to_host(array)


def play_on_gpu(
    discs: Floats, shots: Floats, bodies: Floats, p: Floats, rest: Floats, fell: Floats, hole: Ints, facts: Floats
) -> None:
    """Play all strokes on the card and write their outcomes into the last four arrays."""
    for start in range(0, len(shots), PART):
        part = slice(start, min(start + PART, len(shots)))
        batch = GpuBatch(discs if len(discs) == 1 else discs[part], shots[part], bodies, p)
        batch.play()
        batch.fetch(rest[part], fell[part], hole[part], facts[part])


@cache
def gpu_kernel(size: int) -> Any:
    """The compiled kernel for at most `size` discs."""
    names = assemble(cuda.jit(device=True), leave=(ENTRY,))
    set_up, play, report = names["set_up"], names["play"], names["report"]
    # What a CUDA kernel closes over are constants to its compiler.
    float_fields, int_fields, stroke_fields = layout.FLOAT_FIELDS, layout.INT_FIELDS, layout.STROKE_FIELDS
    # Round discs touch at most 3n - 6 others; the rest is for the frame.
    contact_fields, contacts = CONTACT_FIELDS, 3 * size + 4
    counts, event_columns, track_columns = log.COUNTS, log.EVENT_COLUMNS, log.TRACK_COLUMNS
    events, first_touch, unreadable = log.EVENTS, log.FIRST_TOUCH, layout.UNREADABLE
    status, duration = strokes.STATUS, strokes.DURATION
    event_count, track_count, touched_first = strokes.EVENT_COUNT, strokes.TRACK_COUNT, strokes.TOUCHED_FIRST
    float64, int32 = np.float64, np.int32

    @cuda.jit
    def play_each(discs, shots, bodies, p, rest, fell, hole, facts):  # type: ignore[no-untyped-def]
        b = cuda.grid(1)
        if b >= shots.shape[0]:
            return
        s = cuda.local.array((float_fields, size), float64)
        q = cuda.local.array((int_fields, size), int32)
        g = cuda.local.array(stroke_fields, float64)
        c = cuda.local.array((contact_fields, contacts), float64)
        k = cuda.local.array((2, contacts), int32)
        index = cuda.local.array(size, int32)
        count = cuda.local.array(counts, int32)
        nothing = cuda.local.array((1, event_columns), float64)
        nowhere = cuda.local.array((1, track_columns), float64)
        n = set_up(discs[b % discs.shape[0]], shots[b], bodies, s, q, index, p, count)
        ended = unreadable
        if n > 0:
            ended = play(s, q, n, g, p, c, k, nothing, nowhere, count)
        facts[b, status] = ended
        facts[b, duration] = report(n, s, q, index, rest[b], fell[b], hole[b])
        facts[b, event_count] = count[events]
        facts[b, track_count] = 0
        first = -1
        if count[first_touch] >= 0:
            first = index[count[first_touch]]
        facts[b, touched_first] = first

    return play_each
