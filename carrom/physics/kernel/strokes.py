"""The kernel's entry point: simulate strokes and write outcomes, events and tracks."""

import math

import numpy as np

from carrom.physics.kernel.arith import larger, ratio
from carrom.physics.kernel.bits import bit, has, ones
from carrom.physics.kernel.contacts import CONTACT_FIELDS, CONTACT_INTS
from carrom.physics.kernel.crew import crew, me, most, stride, together, union
from carrom.physics.kernel.layout import (
    FELL,
    FLOAT_FIELDS,
    GOES_ON,
    INT_FIELDS,
    MOST_CONTACTS,
    MOST_DISCS,
    OVERLAP,
    STROKE_FIELDS,
    T0,
    UNREADABLE,
    B,
    V,
    W,
    X,
    Y,
)
from carrom.physics.kernel.log import COUNTS, EVENTS, FIRST_TOUCH, TRACKS
from carrom.physics.kernel.loop import begin, place_disc, step, strike
from carrom.physics.kernel.types import Floats, Ints

SHOT_X, SHOT_Y, SHOT_DIRECTION, SHOT_SPEED, SHOT_SEAT, SHOT_SPIN = range(6)
SHOT_COLUMNS = 6
STATUS, DURATION, EVENT_COUNT, TRACK_COUNT, TOUCHED_FIRST = range(5)
FACT_COLUMNS = 5


def set_up(discs: Floats, shot: Floats, bodies: Floats, s: Floats, q: Ints, index: Ints, count: Ints) -> int:
    """Place the pieces and strike the striker. Pieces with NaN places are absent.

    Returns the number of discs, or 0 if the stroke is impossible.
    """
    count[EVENTS], count[TRACKS], count[FIRST_TOUCH] = 0, 0, -1
    whole = shot[SHOT_X] + shot[SHOT_Y] + shot[SHOT_DIRECTION] + shot[SHOT_SPEED] + shot[SHOT_SPIN]
    if not math.isfinite(whole) or shot[SHOT_SPEED] <= 0.0:
        return 0
    striker = discs.shape[0]
    there = 0
    i = me()
    while i < striker:
        if not (math.isnan(discs[i, 0]) or math.isnan(discs[i, 1])):
            there |= bit(i)
        i += crew()
    there = union(there) | bit(striker)
    overlaps = 0
    i = me()
    while i <= striker:
        if has(there, i):
            a = ones(there & (bit(i) - 1))
            index[a] = i
            x, y = shot[SHOT_X], shot[SHOT_Y]
            if i < striker:
                x, y = discs[i, 0], discs[i, 1]
            place_disc(a, x, y, bodies[i, 0], bodies[i, 1], s, q)
            if i == striker:
                strike(shot[SHOT_DIRECTION], shot[SHOT_SPEED], int(shot[SHOT_SEAT]), shot[SHOT_SPIN], a, s, q)
            else:
                dx, dy = x - shot[SHOT_X], y - shot[SHOT_Y]
                free = bodies[i, 0] + bodies[striker, 0] - OVERLAP
                if dx * dx + dy * dy < free * free:
                    overlaps |= bit(i)
        i += crew()
    return 0 if union(overlaps) else ones(there)


def report(n: int, s: Floats, q: Ints, index: Ints, rest: Floats, fell: Floats, hole: Ints) -> float:
    """Write where every disc rests, or when and where it was pocketed. Returns when everything was at rest."""
    i = me()
    while i < rest.shape[0]:
        rest[i, 0], rest[i, 1] = math.nan, math.nan
        fell[i] = math.inf
        hole[i] = -1
        i += crew()
    together()
    end = 0.0
    a = me()
    while a < n:
        i, still = index[a], s[T0, a]
        if q[FELL, a] >= 0:
            fell[i] = still
            hole[i] = q[FELL, a]
        else:
            rest[i, 0], rest[i, 1] = s[X, a], s[Y, a]
            if s[W, a] != 0.0 and s[V, a] == 0.0:
                still += ratio(abs(s[W, a]), s[B, a])
        end = larger(end, still)
        a += stride()
    return most(end)


def play_strokes(
    discs: Floats,
    shots: Floats,
    bodies: Floats,
    p: Floats,
    log: Floats,
    tracks: Floats,
    rest: Floats,
    fell: Floats,
    hole: Ints,
    facts: Floats,
    start: int,
    stop: int,
) -> None:
    """Simulate strokes `start` to `stop`; `discs` has one position for all of them, or one for each.

    Events and tracks are overwritten by each stroke; for many strokes pass arrays without rows.
    """
    s = np.empty((FLOAT_FIELDS, MOST_DISCS))
    q = np.empty((INT_FIELDS, MOST_DISCS), np.int64)
    g = np.empty(STROKE_FIELDS)
    c = np.empty((CONTACT_FIELDS, MOST_CONTACTS))
    k = np.empty((CONTACT_INTS, MOST_CONTACTS), np.int64)
    index = np.empty(MOST_DISCS, np.int64)
    count = np.empty(COUNTS, np.int64)
    for b in range(start, stop):
        n = set_up(discs[b % discs.shape[0]], shots[b], bodies, s, q, index, count)
        begin(g, p, count)
        ended = GOES_ON if n > 0 else UNREADABLE
        while ended == GOES_ON:
            ended = step(s, q, n, g, p, c, k, log, tracks, count)
        facts[b, STATUS] = ended
        facts[b, DURATION] = report(n, s, q, index, rest[b], fell[b], hole[b])
        facts[b, EVENT_COUNT], facts[b, TRACK_COUNT] = count[EVENTS], count[TRACKS]
        facts[b, TOUCHED_FIRST] = index[count[FIRST_TOUCH]] if count[FIRST_TOUCH] >= 0 else -1
