"""Simulate many strokes on a graphics card (extra `gpu`).

A crew of threads of one warp runs a stroke, one thread per disc.
"""

from functools import cache
from typing import Any, Final

import numba.cuda
import numpy as np

from carrom.base.errors import CarromError
from carrom.physics.build import ENTRY, assemble
from carrom.physics.gpu_crew import crew_of, short_code
from carrom.physics.kernel import layout, log, strokes
from carrom.physics.kernel.contacts import CONTACT_FIELDS, CONTACT_INTS
from carrom.physics.kernel.types import Floats, Ints

SIMULATED: Final = bool(getattr(numba.config, "ENABLE_CUDASIM", False))
cuda: Any = numba.cuda  # CUDA's simulator looks for this global
THREADS: Final = 128
REGISTERS: Final = 64  # per thread
BLOCKS: Final = 2048  # more than a card can run at once; late blocks find no strokes left
SIZES: Final = (8, 16, layout.MOST_DISCS)
PART: Final = 1 << 21  # strokes per transfer


class GpuBatch:
    """Strokes stored on the card: `play()` simulates them there, `fetch()` copies the outcomes back."""

    def __init__(self, discs: Floats, shots: Floats, bodies: Floats, p: Floats) -> None:
        if not cuda.is_available():
            raise CarromError("no-gpu", "no CUDA device here (and the extra carrom[gpu] is needed)")
        discs_on_board = discs.shape[1] + 1
        size = next(size for size in SIZES if size >= discs_on_board)
        lanes = crew_size(size)
        self._kernel = gpu_kernel(size, lanes)
        self._count = len(shots)
        crews = THREADS // lanes
        self._threads = (lanes, crews)
        self._blocks = min(-(-self._count // crews), BLOCKS)
        self._ins = [cuda.to_device(np.ascontiguousarray(array)) for array in (discs, shots, bodies, p)]
        contacts = layout.CONTACTS_EACH * size + layout.CONTACTS_MORE
        self._scratch = [
            cuda.device_array((self._blocks * crews, CONTACT_FIELDS, contacts), np.float64),
            cuda.device_array((self._blocks * crews, CONTACT_INTS, contacts), np.int32),
        ]
        shapes = ((discs_on_board, 2), (discs_on_board,), (discs_on_board,), (strokes.FACT_COLUMNS,))
        kinds = (np.float64, np.float64, np.int8, np.float64)
        self._outs = [cuda.device_array((self._count, *shape), kind) for shape, kind in zip(shapes, kinds, strict=True)]

    def play(self) -> None:
        taken = cuda.to_device(np.zeros(1, np.int64))
        self._kernel[self._blocks, self._threads](*self._ins, *self._outs, *self._scratch, taken)
        cuda.synchronize()

    def fetch(self, rest: Floats, fell: Floats, hole: Ints, facts: Floats) -> None:
        for array, out in zip((rest, fell, hole, facts), self._outs, strict=True):
            out.copy_to_host(array)


def play_on_gpu(
    discs: Floats, shots: Floats, bodies: Floats, p: Floats, rest: Floats, fell: Floats, hole: Ints, facts: Floats
) -> None:
    """The last four arrays get the outcomes."""
    for start in range(0, len(shots), PART):
        part = slice(start, min(start + PART, len(shots)))
        batch = GpuBatch(discs if len(discs) == 1 else discs[part], shots[part], bodies, p)
        batch.play()
        batch.fetch(rest[part], fell[part], hole[part], facts[part])


def crew_size(size: int) -> int:
    """A power of two."""
    return 1 << (size - 1).bit_length()


@cache
def gpu_kernel(size: int, lanes: int) -> Any:
    """Compile the kernel for crews of `lanes` threads and at most `size` discs."""
    instead = crew_of(lanes) | short_code() if lanes > 1 else {}  # a crew of one is for CUDA's simulator
    names = assemble(cuda.jit(device=True), leave=(ENTRY,), instead=instead)
    set_up, begin, step, report = names["set_up"], names["begin"], names["step"], names["report"]
    me, together, total = names["me"], names["together"], names["total"]
    # Closed-over variables are compile-time constants.
    float_fields, int_fields, stroke_fields = layout.FLOAT_FIELDS, layout.INT_FIELDS, layout.STROKE_FIELDS
    parameters, crews = layout.PARAMETERS, THREADS // lanes
    counts, event_columns, track_columns = log.COUNTS, log.EVENT_COLUMNS, log.TRACK_COLUMNS
    events, first_touch, unreadable, goes_on = log.EVENTS, log.FIRST_TOUCH, layout.UNREADABLE, layout.GOES_ON
    status, duration = strokes.STATUS, strokes.DURATION
    event_count, track_count, touched_first = strokes.EVENT_COUNT, strokes.TRACK_COUNT, strokes.TOUCHED_FIRST
    float64, int32 = np.float64, np.int32

    options = {} if SIMULATED else {"max_registers": REGISTERS}

    @cuda.jit(**options)
    def play_each(discs, shots, bodies, p, rest, fell, hole, facts, contacts, links, taken):  # type: ignore[no-untyped-def]
        ours = cuda.threadIdx.y
        place = cuda.blockIdx.x * crews + ours
        every_s = cuda.shared.array((crews, float_fields, size), float64)
        every_q = cuda.shared.array((crews, int_fields, size), int32)
        every_index = cuda.shared.array((crews, size), int32)
        numbers = cuda.shared.array(parameters, float64)
        for i in range(cuda.threadIdx.x, parameters, lanes):
            numbers[i] = p[i]
        cuda.syncthreads()
        s, q, index, c, k = every_s[ours], every_q[ours], every_index[ours], contacts[place], links[place]
        g = cuda.local.array(stroke_fields, float64)
        count = cuda.local.array(counts, int32)
        nothing = cuda.local.array((1, event_columns), float64)[:0]
        nowhere = cuda.local.array((1, track_columns), float64)[:0]
        b, n, ended = 0, int32(0), unreadable
        while True:
            if ended != goes_on:
                b = 0
                if me() == 0:
                    b = cuda.atomic.add(taken, 0, 1)
                b = int(total(float(b)))
                if b >= shots.shape[0]:
                    return
                row = b if discs.shape[0] > 1 else 0
                n = int32(set_up(discs[row], shots[b], bodies, s, q, index, count))
                together()
                begin(g, numbers, count)
                ended = goes_on if n > 0 else unreadable
            if ended == goes_on:
                ended = step(s, q, n, g, numbers, c, k, nothing, nowhere, count)
            if ended != goes_on:
                end = report(n, s, q, index, rest[b], fell[b], hole[b])
                noted = total(float(count[events]))
                if me() == 0:
                    facts[b, status] = ended
                    facts[b, duration] = end
                    facts[b, event_count] = noted
                    facts[b, track_count] = 0
                    facts[b, touched_first] = -1
                    if count[first_touch] >= 0:
                        facts[b, touched_first] = index[count[first_touch]]
                together()

    return play_each
