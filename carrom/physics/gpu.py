"""Many strokes on a graphics card (extra `gpu`): the kernel's functions as CUDA device functions, a thread a stroke."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

import numpy as np

from carrom.errors import CarromError
from carrom.physics.build import ENTRY, assemble
from carrom.physics.kernel import layout, log, strokes
from carrom.physics.kernel.cluster import CONTACT_FIELDS
from carrom.physics.kernel.types import Floats, Ints

THREADS: Final = 64
# Arrays are kept as small as the position allows: a few sizes, so that few kernels are compiled.
SIZES: Final = (8, 14, layout.MOST_DISCS)
PART: Final = 1 << 21  # strokes sent at a time


def play_on_gpu(
    discs: Floats, shots: Floats, bodies: Floats, p: Floats, rest: Floats, fell: Floats, hole: Ints, facts: Floats
) -> None:
    """Play all strokes on the card and write their outcomes into the last four arrays."""
    cuda = _cuda()
    kernel = gpu_kernel(next(size for size in SIZES if size > discs.shape[1]))
    table, numbers = cuda.to_device(bodies), cuda.to_device(p)
    for start in range(0, len(shots), PART):
        part = slice(start, min(start + PART, len(shots)))
        count = part.stop - part.start
        ins = (cuda.to_device(discs if len(discs) == 1 else discs[part]), cuda.to_device(shots[part]), table, numbers)
        outs = [cuda.device_array(array[part].shape, array.dtype) for array in (rest, fell, hole, facts)]
        kernel[-(-count // THREADS), THREADS](*ins, *outs)
        for array, out in zip((rest, fell, hole, facts), outs, strict=True):
            out.copy_to_host(array[part])


def _cuda() -> Any:
    try:
        cuda: Any = import_module("numba.cuda")
    except ImportError:
        raise CarromError("no CUDA for Python here: install carrom[gpu]") from None
    if not cuda.is_available():
        raise CarromError("no CUDA device here")
    return cuda


@cache
def gpu_kernel(size: int) -> Any:
    """The compiled kernel for positions of fewer than `size` pieces."""
    cuda = _cuda()
    names = assemble(cuda.jit(device=True), leave=(ENTRY,))
    set_up, play, report = names["set_up"], names["play"], names["report"]
    float_fields, int_fields, stroke_fields = layout.FLOAT_FIELDS, layout.INT_FIELDS, layout.STROKE_FIELDS
    contact_fields, contacts = CONTACT_FIELDS, min(layout.MOST_CONTACTS, 4 * size)
    counts, event_columns, track_columns = log.COUNTS, log.EVENT_COLUMNS, log.TRACK_COLUMNS
    events, first_touch, unreadable = log.EVENTS, log.FIRST_TOUCH, layout.UNREADABLE
    status, duration, event_count, touched_first = (
        strokes.STATUS,
        strokes.DURATION,
        strokes.EVENT_COUNT,
        strokes.TOUCHED_FIRST,
    )
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
        first = -1
        if count[first_touch] >= 0:
            first = index[count[first_touch]]
        facts[b, touched_first] = first

    return play_each
