"""The compiled decisions of `carrom.players.levels.basic.Aimer`, in the same order, so that both decide alike."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, radians, sqrt

import numpy as np

from carrom.equipment.sizes import PIECE_RADIUS, POCKETS
from carrom.physics.build import compiled
from carrom.play.batch.execution_kernel import free_spans
from carrom.players.candidates.geometry_kernel import CONTACT, against_throw
from carrom.players.evaluation.direct_strokes_kernel import is_line_clear

_PIECES = 2 * PIECE_RADIUS
_POCKETS = np.array(POCKETS)
_MOST_SPANS = 24
_MOST_STANDS = 40


@compiled
def spread_positions(low, high, count, wanted, out):  # type: ignore[no-untyped-def]
    """Write the places of `spread_striker_positions` to `out`; return how many."""
    total = 0.0
    for k in range(count):
        total += high[k] - low[k]
    found = 0
    for k in range(count):
        share = max(1, round(wanted * (high[k] - low[k]) / total)) if total > 0 else 1
        for step in range(share):
            out[found] = low[k] + (high[k] - low[k]) * (step + 0.5) / share
            found += 1
    return found


@compiled
def _best_at(places, on, i, corner, stands, count, ahead, hand, tuning, out):  # type: ignore[no-untyped-def]
    """Write the likeliest stroke that sends a piece into a pocket to `out`; False if none."""
    slowing, transfer, max_speed, friction, grip = hand
    window, thinnest, arrival, pace, pace_factor, wide_factor, wide_from, back_factor, back_from = tuning
    wide_cosine, back_cosine = cos(radians(wide_from)), cos(radians(back_from))
    px, py = places[i, 0], places[i, 1]
    far = max(hypot(_POCKETS[corner, 0] - px, _POCKETS[corner, 1] - py), 1e-9)
    ux, uy = (_POCKETS[corner, 0] - px) / far, (_POCKETS[corner, 1] - py) / far
    leave = sqrt(arrival * arrival + 2 * slowing * far)
    best = -1.0
    for k in range(count):
        nx, ny = ux, uy
        for _ in range(2):
            dx, dy = px - CONTACT * nx - stands[k], py - CONTACT * ny - ahead
            run = max(sqrt(dx * dx + dy * dy), 1e-9)
            wx, wy = dx / run, dy / run
            nx, ny = against_throw(ux, uy, wx, wy, 0.0, friction, grip)
        fullness = wx * nx + wy * ny
        if not fullness > thinnest:
            continue
        meet = leave / (transfer * fullness)
        needed = sqrt(meet * meet + 2 * slowing * run)
        if needed > max_speed:
            continue
        speed = min(needed * pace, max_speed)
        miss = 1 + pace_factor * (speed / max_speed) ** 2
        if wy < wide_cosine:
            miss *= wide_factor
        if wy < back_cosine:
            miss *= back_factor
        # The chance grows with how often the error fits into the window, which ranks positions for any skill.
        fits = window / max(run / (CONTACT * fullness) * far, 1.0) / miss
        if fits > best and is_line_clear(places, on, stands[k], ahead, stands[k] + dx, ahead + dy, CONTACT, i):
            best = fits
            out[0], out[1], out[2], out[3] = stands[k], ahead, atan2(dx, dy) * 180 / pi, speed / 1000.0
    return best >= 0.0


@compiled
def _touch(places, on, wanted, stands, count, ahead, slowing, max_speed, out):  # type: ignore[no-untyped-def]
    some = False
    for i in range(len(on)):
        some = some or (on[i] and wanted[i])
    least = np.inf
    for k in range(count):
        for i in range(len(on)):
            if not on[i] or (some and not wanted[i]):
                continue
            dx, dy = places[i, 0] - stands[k], places[i, 1] - ahead
            far = hypot(dx, dy)
            if far < least:
                least = far
                slow = sqrt(2 * slowing * max(far - CONTACT, 10.0)) + 200.0
                out[0], out[1], out[2] = stands[k], ahead, atan2(dx, dy) * 180 / pi
                out[3] = min(slow, max_speed) / 1000.0


@compiled
def aimed_strokes(places, wanted, hand, tuning):  # type: ignore[no-untyped-def]
    """(rows, 4): the aimer's stroke on each layout, from its seat; `wanted` (rows, 19)."""
    rows, pieces = wanted.shape
    out = np.zeros((rows, 4))
    low, high = np.empty(_MOST_SPANS), np.empty(_MOST_SPANS)
    stands = np.empty(_MOST_STANDS)
    on = np.empty(pieces, dtype=np.bool_)
    ways = np.empty((pieces, 4))
    for row in range(rows):
        here = places[row]
        for i in range(pieces):
            on[i] = not np.isnan(here[i, 0])
        spans, ahead = free_spans(here, low, high)
        count = spread_positions(low, high, spans, 9, stands)
        for i in range(pieces):
            for corner in range(4):
                ways[i, corner] = np.inf
                if on[i] and wanted[row, i]:
                    ways[i, corner] = hypot(_POCKETS[corner, 0] - here[i, 0], _POCKETS[corner, 1] - here[i, 1])
        found = False
        while not found:
            least, piece, pocket = np.inf, -1, -1
            for i in range(pieces):
                for corner in range(4):
                    if ways[i, corner] < least:
                        least, piece, pocket = ways[i, corner], i, corner
            if piece < 0:
                break
            ways[piece, pocket] = np.inf
            tx, ty = _POCKETS[pocket, 0], _POCKETS[pocket, 1]
            if is_line_clear(here, on, here[piece, 0], here[piece, 1], tx, ty, _PIECES, piece):
                found = _best_at(here, on, piece, pocket, stands, count, ahead, hand, tuning, out[row])
        if not found:
            count = spread_positions(low, high, spans, 5, stands)
            _touch(here, on, wanted[row], stands, count, ahead, hand[0], hand[2], out[row])
    return out
