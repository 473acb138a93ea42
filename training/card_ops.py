"""What a search runs on a graphics card: strokes, errors of execution, mutations, features and sums over pieces.

The processor's functions, compiled for the card. All data are PyTorch tensors there.
"""

from __future__ import annotations

import math
import sys
import types
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1])]
# numba-cuda still uses names that NumPy 2.5 has removed
for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):
        setattr(np, _old, getattr(np, _new))

import numba.cuda  # noqa: E402
import torch  # noqa: E402
from numba.core.dispatcher import Dispatcher  # noqa: E402
from torch import Tensor  # noqa: E402

from carrom.physics import Profile  # noqa: E402
from carrom.physics.gpu import BLOCKS, SIMULATED, SIZES, THREADS, crew_size, gpu_kernel  # noqa: E402
from carrom.physics.kernel import layout, strokes  # noqa: E402
from carrom.physics.kernel.contacts import CONTACT_FIELDS, CONTACT_INTS  # noqa: E402
from carrom.physics.stroke import disc_bodies  # noqa: E402
from carrom.play.batch import execution_kernel  # noqa: E402
from carrom.play.skill import DIFFICULTY_FACTORS  # noqa: E402
from carrom.players.candidates.model import SkillOnSurface  # noqa: E402
from carrom.players.evaluation import direct_strokes, direct_strokes_kernel, search  # noqa: E402

cuda: Any = numba.cuda
DEVICE = torch.device("cpu" if SIMULATED else "cuda")
_MOST = 24
_WIDTH = 32 if SIMULATED else 128
_STANDS = len(direct_strokes.STANDS)


def on_card(numbers: np.ndarray) -> Tensor:
    return torch.as_tensor(np.array(numbers), device=DEVICE)


def shown(tensor: Tensor) -> Any:
    return tensor.numpy() if SIMULATED else cuda.as_cuda_array(tensor)


def play(discs: Tensor, shots: Tensor, profile: Profile) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Simulate strokes (x, y, direction, speed) from south, each on its layout: final places, pocketed pieces, the
    striker, a touch."""
    count, pieces = discs.shape[:2]
    size = next(size for size in SIZES if size >= pieces + 1)
    lanes = 1 if SIMULATED else crew_size(size)
    crews = THREADS // lanes
    blocks = min(-(-count // crews), 2 if SIMULATED else BLOCKS)
    contacts = layout.CONTACTS_EACH * size + layout.CONTACTS_MORE
    full = torch.zeros((count, strokes.SHOT_COLUMNS), dtype=torch.float64, device=DEVICE)
    full[:, :4] = shots
    full[:, strokes.SHOT_SPEED] *= 1000.0
    rest = torch.empty((count, pieces + 1, 2), dtype=torch.float64, device=DEVICE)
    fell = torch.empty((count, pieces + 1), dtype=torch.float64, device=DEVICE)
    hole = torch.empty((count, pieces + 1), dtype=torch.int8, device=DEVICE)
    facts = torch.empty((count, strokes.FACT_COLUMNS), dtype=torch.float64, device=DEVICE)
    room = torch.empty((blocks * crews, CONTACT_FIELDS, contacts), dtype=torch.float64, device=DEVICE)
    links = torch.empty((blocks * crews, CONTACT_INTS, contacts), dtype=torch.int32, device=DEVICE)
    taken = torch.zeros(1, dtype=torch.int64, device=DEVICE)
    given = [
        discs.contiguous(),
        full,
        on_card(disc_bodies(pieces)),
        on_card(profile.numbers),
        rest,
        fell,
        hole,
        facts,
        room,
    ]
    gpu_kernel(size, lanes)[blocks, (lanes, crews)](*(shown(one) for one in (*given, links, taken)))
    is_there = hole >= 0
    return rest[:, :-1], is_there[:, :-1], is_there[:, -1], facts[:, strokes.TOUCHED_FIRST] >= 0


def made(discs: Tensor, which: Tensor, meant: Tensor, errors: Tensor, skills: Tensor, max_speed: float) -> Tensor:
    """Apply errors of skill to strokes; `which` is each one's layout, and so its skill."""
    out = torch.empty_like(meant)
    kernels()["execute"][_blocks(len(meant))](
        *(shown(one) for one in (discs, which, meant, errors, skills)), DIFFICULTY_FACTORS, max_speed, shown(out)
    )
    return out


def changed(discs: Tensor, which: Tensor, strokes_: Tensor, luck: Tensor, step: float, max_speed: float) -> Tensor:
    """Each a little, as `carrom.players.evaluation.search` does."""
    out = torch.empty_like(strokes_)
    kernels()["change"][_blocks(len(strokes_))](
        *(shown(one) for one in (discs, which, strokes_, luck)), step, max_speed, shown(out)
    )
    return out


def eases(places: Tensor, whose: Tensor, queens: Tensor, hand: SkillOnSurface) -> Tensor:
    """(layouts, pieces + 1): how easy each piece is for its side; the queen for the side to strike and, last, for the
    opponent.

    `whose` (layouts, pieces) is 0 for the side to strike, 1 for the opponent's, 2 for the queen; `queens` is her column
    or −1.
    """
    count, pieces = whose.shape
    views = torch.stack((places, -places), dim=1).contiguous()
    lies = ~torch.isnan(places[:, :, 0])
    free = torch.empty((count, 2, _STANDS), dtype=torch.bool, device=DEVICE)
    out = torch.zeros((count, pieces + 1), dtype=torch.float32, device=DEVICE)
    told = (
        on_card(direct_strokes.STANDS),
        direct_strokes.INNER,
        direct_strokes.hand_parameters(hand),
        direct_strokes.TUNING,
    )
    kernels()["find_free"][_blocks(2 * count)](shown(views), shown(lies), shown(told[0]), shown(free))
    kernels()["ease"][_blocks(count * (pieces + 1))](
        *(shown(one) for one in (views, lies, whose, queens, told[0], free)), *told[1:], shown(out)
    )
    return out


def sums(places: Tensor, whose: Tensor, tables: Tensor, low: float, step: float) -> Tensor:
    """(layouts, width): sum of piece contributions from tables (3, side, side, width) by owner."""
    width = tables.shape[3]
    out = torch.empty((len(places), width), dtype=torch.float32, device=DEVICE)
    kernels()["add"][len(places), min(width, _WIDTH)](
        *(shown(one) for one in (places, whose, tables)), low, step, shown(out)
    )
    return out


def _blocks(threads: int) -> tuple[int, int]:
    each = 32 if SIMULATED else 128
    return max(1, -(-threads // each)), each


def _on_card(*modules: types.ModuleType) -> dict[str, Any]:
    names: dict[str, Any] = {"__builtins__": __builtins__, "__name__": "card"}
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, Dispatcher):
                plain = value.py_func
                names[name] = cuda.jit(device=True)(types.FunctionType(plain.__code__, names, name))
            elif not name.startswith("__"):
                names.setdefault(name, value)
    return names


@cache
def kernels() -> dict[str, Any]:
    """Compiled on first use."""
    names = _on_card(execution_kernel, direct_strokes_kernel)
    execute_one, spans_at, first_contact = names["execute_one"], names["spans_at"], names["first_contact"]
    easiest_at, is_free = names["easiest_at"], names["is_free"]
    most, pi, float64, float32, one = _MOST, math.pi, np.float64, np.float32, np.float32(1)
    across, turn, pace = search.STEP_ACROSS, search.STEP_TURN, search.STEP_PACE

    @cuda.jit
    def execute(discs, which, meant, errors, skills, tuning, max_speed, out):  # type: ignore[no-untyped-def]
        row = cuda.grid(1)
        if row < meant.shape[0]:
            low, high = cuda.local.array(most, float64), cuda.local.array(most, float64)
            at = which[row]
            execute_one(discs[at], meant[row], errors[row], skills[at], tuning, max_speed, low, high, out[row])

    @cuda.jit
    def change(discs, which, strokes, luck, step, max_speed, out):  # type: ignore[no-untyped-def]
        row = cuda.grid(1)
        if row < strokes.shape[0]:
            low, high = cuda.local.array(most, float64), cuda.local.array(most, float64)
            places = discs[which[row]]
            x, y, direction, speed = strokes[row, 0], strokes[row, 1], strokes[row, 2], strokes[row, 3]
            stands = x
            for k in range(spans_at(places, y, low, high)):
                if low[k] - 1e-6 <= x <= high[k] + 1e-6:
                    stands = min(max(x + step * across * luck[row, 0], low[k] + 1e-6), high[k] - 1e-6)
            to_x, to_y = first_contact(places, x, y, direction)
            anew = math.atan2(to_x - stands, to_y - y) - math.atan2(to_x - x, to_y - y)
            aimed = direction + anew * 180.0 / pi + step * turn * luck[row, 1]
            out[row, 0], out[row, 1] = stands, y
            out[row, 2] = 180.0 - (180.0 - aimed) % 360.0
            out[row, 3] = min(max(speed * math.exp(step * pace * luck[row, 2]), 0.3), max_speed)

    @cuda.jit
    def find_free(views, lies, stands, free):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        row, side = at // 2, at % 2
        if row < views.shape[0]:
            for k in range(stands.shape[0]):
                free[row, side, k] = is_free(views[row, side], lies[row], stands[k])

    @cuda.jit
    def ease(views, lies, whose, queens, stands, free, inner, surface, tuning, out):  # type: ignore[no-untyped-def]
        at = cuda.grid(1)
        pieces = whose.shape[1]
        row, piece = at // (pieces + 1), at % (pieces + 1)
        if row < views.shape[0]:
            side = 1
            if piece < pieces:
                side = 1 if whose[row, piece] == 1 else 0
            else:
                piece = queens[row]
            if piece >= 0 and lies[row, piece]:
                found = easiest_at(views[row, side], lies[row], piece, stands, free[row, side], inner, surface, tuning)
                out[row, at % (pieces + 1)] = found[0]

    @cuda.jit
    def add(places, whose, tables, low, step, out):  # type: ignore[no-untyped-def]
        row = cuda.blockIdx.x
        side, width = tables.shape[1], tables.shape[3]
        for n in range(cuda.threadIdx.x, width, cuda.blockDim.x):
            total = float32(0)
            for j in range(whose.shape[1]):
                x, y = places[row, j, 0], places[row, j, 1]
                if math.isnan(x):
                    continue
                along_x, along_y = (x - low) / step, (y - low) / step
                i, k = min(max(int(along_x), 0), side - 2), min(max(int(along_y), 0), side - 2)
                u, v = float32(along_x - i), float32(along_y - k)
                table = tables[whose[row, j]]
                total += (one - u) * ((one - v) * table[i, k, n] + v * table[i, k + 1, n])
                total += u * ((one - v) * table[i + 1, k, n] + v * table[i + 1, k + 1, n])
            out[row, n] = total

    return {"execute": execute, "change": change, "find_free": find_free, "ease": ease, "add": add}
