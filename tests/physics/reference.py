"""A second physics: a small-step hard-disc stepper, and soft discs with moving places.

Independent second implementations, as `tests/laws/transcription.py` is of the judge and `tests/match/second_fold.py` of
a match. They share no code with the kernel and are far slower. `python -m tests.physics.reference` plays the breaks of
`break_statistics.json` again (about a minute).
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.equipment import Position
from carrom.equipment.sizes import (
    HALF,
    PIECE_MASS,
    PIECE_RADIUS,
    POCKET_CENTRE,
    POCKET_RADIUS,
    STRIKER_MASS,
    STRIKER_RADIUS,
)
from carrom.physics.profiles import damping_for
from tests.physics.layouts import Floats, breaks

STATISTICS = Path(__file__).with_name("break_statistics.json")
# Profile of the statistics: without contact friction, which the soft discs do not have.
FRICTION, RESTITUTION, FRAME_RESTITUTION = 0.12, 0.85, 0.70
BREAKS, SEED, SPEED = 1000, 99, 6.0


def step_by_step(
    places: list[tuple[float, float]],
    stroke: tuple[float, float, float, float],
    friction: float,
    restitution: float,
    frame_restitution: float,
    step: float = 5e-4,
) -> tuple[list[tuple[float, float] | None], int]:
    """Simulate hard discs in small steps; a step that ends in an overlap is halved until it ends at the touch.

    Returns where everything lies, None for pocketed discs, and the number of touches between discs.
    """
    slow = friction * 9806.65
    x = np.array([*places, stroke[:2]], float)
    v = np.zeros_like(x)
    angle = math.radians(stroke[2])
    v[-1] = 1000 * stroke[3] * math.sin(angle), 1000 * stroke[3] * math.cos(angle)
    radius = np.array([PIECE_RADIUS] * len(places) + [STRIKER_RADIUS])
    mass = np.array([PIECE_MASS] * len(places) + [STRIKER_MASS])
    there = np.ones(len(x), bool)
    first, second = np.triu_indices(len(x), 1)
    touches = 0

    def slid(h: float) -> tuple[Floats, Floats]:
        speed = np.hypot(v[:, 0], v[:, 1])
        part = np.minimum(h, speed / slow)
        scale = np.divide(speed * part - slow * part**2 / 2, speed, out=np.zeros_like(speed), where=speed > 0)
        after = np.where(h >= speed / slow, 0.0, speed - slow * part)
        left = np.divide(after, speed, out=np.zeros_like(speed), where=speed > 0)
        return x + v * scale[:, None], v * left[:, None]

    def gaps(y: Floats) -> tuple[Floats, Floats]:
        apart = np.hypot(*(y[first] - y[second]).T) - radius[first] - radius[second]
        apart[~(there[first] & there[second])] = np.inf
        edge = (HALF - radius)[:, None] - abs(y)
        edge[~there] = np.inf
        return apart, edge

    while (v != 0).any():
        h = step
        y, w = slid(h)
        apart, edge = gaps(y)
        if min(apart.min(initial=np.inf), edge.min()) < 0:
            low, high = 0.0, h
            for _ in range(50):
                middle = (low + high) / 2
                y, _ = slid(middle)
                apart, edge = gaps(y)
                if min(apart.min(initial=np.inf), edge.min()) < 0:
                    high = middle
                else:
                    low = middle
            y, w = slid(high)
            apart, edge = gaps(y)
            for pair in np.flatnonzero(apart < 0):
                i, j = first[pair], second[pair]
                n = (y[j] - y[i]) / np.hypot(*(y[j] - y[i]))
                closing = (w[i] - w[j]) @ n
                if closing > 0:
                    impulse = (1 + restitution) * closing / (1 / mass[i] + 1 / mass[j])
                    w[i] -= impulse / mass[i] * n
                    w[j] += impulse / mass[j] * n
                    touches += 1
            for i, axis in zip(*np.nonzero(edge < 0), strict=True):
                if w[i, axis] * y[i, axis] > 0:
                    w[i, axis] *= -frame_restitution
        x, v = y, w
        over = np.hypot(*(abs(x) - POCKET_CENTRE).T) < POCKET_RADIUS
        there &= ~over
        v[~there] = 0
    return [tuple(place) if here else None for place, here in zip(x.tolist(), there, strict=True)], touches


def soft_break(shot: Any, contact_time: float = 50e-6, substeps: int = 20) -> tuple[NDArray[np.bool_], Floats]:
    """Simulate a whole break with soft discs, places moving, from the flick to rest; return the pocketed discs and the
    places of the rest."""
    start = np.array([(piece.x, piece.y) for piece in Position.start().pieces])
    fell, rest = np.zeros(20, bool), np.zeros((20, 2))
    dampings = damping_for(RESTITUTION), damping_for(FRAME_RESTITUTION)
    _soft_player()(start, shot, FRICTION * 9806.65, *dampings, contact_time, substeps, fell, rest)
    return fell, rest


@cache
def _soft_player() -> Any:
    import numba

    return numba.njit(_play_soft, error_model="numpy")


def _play_soft(start, shot, slow, damping, frame_damping, contact_time, substeps, fell, rest):  # type: ignore[no-untyped-def]
    n = 20
    x, y, vx, vy, fx, fy = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n)
    r, m = np.full(n, PIECE_RADIUS), np.full(n, PIECE_MASS)
    r[19], m[19] = STRIKER_RADIUS, STRIKER_MASS
    x[:19], y[:19] = start[:, 0], start[:, 1]
    x[19], y[19] = shot[0], shot[1]
    vx[19], vy[19] = 1000 * shot[3] * math.sin(math.radians(shot[2])), 1000 * shot[3] * math.cos(math.radians(shot[2]))
    k = PIECE_MASS / 2 * (math.pi / contact_time) ** 2
    small = contact_time / substeps
    while True:
        free, touching, still = 1e9, False, True
        for i in range(n):
            fx[i], fy[i] = 0.0, 0.0
        for i in range(n):
            if fell[i]:
                continue
            vi = math.hypot(vx[i], vy[i])
            still = still and vi == 0.0
            for j in range(i):
                if fell[j]:
                    continue
                dx, dy = x[j] - x[i], y[j] - y[i]
                d2 = dx * dx + dy * dy
                radii = r[i] + r[j]
                vj = math.hypot(vx[j], vy[j])
                if d2 >= radii * radii and vi + vj == 0.0:
                    continue
                d = math.sqrt(d2)
                opening = ((vx[j] - vx[i]) * dx + (vy[j] - vy[i]) * dy) / d
                gap = d - radii
                if gap > 0.0:
                    free = min(free, gap / (vi + vj))
                elif gap == 0.0:
                    free = 0.0 if opening < 0.0 else free
                else:
                    touching = True
                    force = -k * gap - 2 * damping * math.sqrt(k * m[i] * m[j] / (m[i] + m[j])) * opening
                    if force > 0.0:
                        fx[i] -= force * dx / d
                        fy[i] -= force * dy / d
                        fx[j] += force * dx / d
                        fy[j] += force * dy / d
            for axis in range(4):
                nx, ny = (1.0, -1.0, 0.0, 0.0)[axis], (0.0, 0.0, 1.0, -1.0)[axis]
                gap = HALF - r[i] - x[i] * nx - y[i] * ny
                if gap > 0.0:
                    if vi > 0.0:
                        free = min(free, gap / vi)
                elif gap < 0.0:
                    touching = True
                    force = -k * gap + 2 * frame_damping * math.sqrt(k * m[i]) * (vx[i] * nx + vy[i] * ny)
                    if force > 0.0:
                        fx[i] -= force * nx
                        fy[i] -= force * ny
            if vi > 0.0:
                rim = math.hypot(abs(x[i]) - POCKET_CENTRE, abs(y[i]) - POCKET_CENTRE) - POCKET_RADIUS
                free = min(free, max(rim, 0.0) / vi)
        if still and not touching:
            break
        h = small if touching else max(small, min(free, 0.01))
        for i in range(n):
            if fell[i]:
                continue
            vx[i] += fx[i] / m[i] * h
            vy[i] += fy[i] / m[i] * h
            v = math.hypot(vx[i], vy[i])
            if v > 0.0:
                part = min(h, v / slow)
                x[i] += vx[i] * part * (1 - 0.5 * slow * part / v)
                y[i] += vy[i] * part * (1 - 0.5 * slow * part / v)
                left = max(v - slow * h, 0.0) / v
                vx[i] *= left
                vy[i] *= left
                if math.hypot(abs(x[i]) - POCKET_CENTRE, abs(y[i]) - POCKET_CENTRE) < POCKET_RADIUS:
                    fell[i] = True
    for i in range(n):
        rest[i, 0], rest[i, 1] = x[i], y[i]


def main() -> None:
    """Play the reference breaks and write their statistics."""
    pieces, strikers, radii, first = [], [], [], []
    for number, shot in enumerate(breaks(BREAKS, SEED, SPEED)):
        fell, rest = soft_break(shot)
        pieces.append(int(fell[:19].sum()))
        strikers.append(bool(fell[19]))
        radii.extend(np.hypot(*rest[:19][~fell[:19]].T).tolist())
        if number < 3:
            first.append(np.flatnonzero(fell).tolist())
    found = {
        "breaks": BREAKS,
        "pieces": [float(np.mean(pieces)), float(np.std(pieces))],
        "striker": float(np.mean(strikers)),
        "radius": [float(np.mean(radii)), float(np.std(radii))],
        "first": first,
        "by_count": np.bincount(pieces, minlength=8).tolist(),
    }
    STATISTICS.write_text(json.dumps(found, indent=1) + "\n")
    print(found)


if __name__ == "__main__":
    main()
