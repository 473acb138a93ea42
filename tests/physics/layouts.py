"""Positions and strokes to try: ordinary ones, and numerically awkward ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.equipment.sizes import HALF, PIECE_RADIUS, POCKET_CENTRE, POCKET_RADIUS

EDGE = HALF - PIECE_RADIUS
Floats = NDArray[np.float64]


def mid_games(count: int, pieces: int, seed: int) -> tuple[Floats, Floats]:
    """Return random positions and strokes: places (B, N, 2), strokes (B, 4)."""
    random = np.random.default_rng(seed)
    places = np.empty((count, pieces, 2))
    for row in places:
        done = 0
        while done < pieces:
            place = random.uniform(-EDGE, EDGE, 2)
            if _is_free(place[0], place[1], row[:done], 0.05):
                row[done] = place
                done += 1
    return places, strokes(random, count)


def packs(count: int, seed: int) -> tuple[Floats, Floats]:
    """Return touching clusters, packs against the frame, and channels without clearance; NaN where there are fewer
    pieces."""
    random = np.random.default_rng(seed)
    places = np.full((count, 19, 2), np.nan)
    for row in places:
        wanted = int(random.integers(2, 20))
        done = tries = 0
        while done < wanted and tries < 2000:
            tries += 1
            x, y = _neighbour(random, row, done)
            if _is_free(x, y, row[:done], -1e-9):
                row[done] = x, y
                done += 1
    shots = strokes(random, count)
    straight = random.random(count) < 0.3
    shots[straight, 2] = random.choice([0.0, 30.0, -30.0, 45.0, -45.0, 60.0, 90.0], straight.sum())
    return places, shots


def strokes(random: Any, count: int) -> Floats:
    shots = np.empty((count, 4))
    shots[:, 0] = random.uniform(-170.0, 170.0, count)
    shots[:, 1] = -252.6
    shots[:, 2] = random.uniform(-80.0, 80.0, count)
    shots[:, 3] = random.uniform(0.3, 8.0, count)
    return shots


def breaks(count: int, seed: int, speed: float = 6.0) -> Floats:
    """Return strokes at the rack from along the base line, a few degrees off its middle."""
    random = np.random.default_rng(seed)
    shots = np.empty((count, 4))
    shots[:, 0] = random.uniform(-150.0, 150.0, count)
    shots[:, 1] = -252.6
    shots[:, 2] = np.degrees(np.arctan2(-shots[:, 0], 252.6)) + random.uniform(-4.0, 4.0, count)
    shots[:, 3] = speed
    return shots


def _neighbour(random: Any, row: Floats, done: int) -> tuple[float, float]:
    how = random.integers(5)
    if how == 0 or done == 0:
        x, y = random.uniform(-EDGE, EDGE, 2)
        return float(x), float(y)
    if how == 1:
        along = float(random.uniform(-EDGE, EDGE))
        return ((EDGE, along), (-EDGE, along), (along, EDGE))[random.integers(3)]
    x, y = row[random.integers(done)]
    angle = (random.uniform(0, 2 * math.pi), random.integers(6) * math.pi / 3, random.integers(4) * math.pi / 2)[
        how - 2
    ]
    return float(x + 2 * PIECE_RADIUS * math.cos(angle)), float(y + 2 * PIECE_RADIUS * math.sin(angle))


def _is_free(x: float, y: float, others: Floats, clearance: float) -> bool:
    if max(abs(x), abs(y)) > EDGE or y < -215.0:
        return False
    if math.hypot(abs(x) - POCKET_CENTRE, abs(y) - POCKET_CENTRE) < POCKET_RADIUS + 1e-6:
        return False
    apart = np.hypot(others[:, 0] - x, others[:, 1] - y)
    return bool(np.all(apart >= 2 * PIECE_RADIUS + clearance))
