"""The entry: strokes with their outcomes, and with events and tracks where there is room for them."""

import math

import numpy as np

from carrom.physics.kernel.cluster import CONTACT_FIELDS
from carrom.physics.kernel.layout import (
    FELL,
    FLOAT_FIELDS,
    INT_FIELDS,
    MOST_CONTACTS,
    MOST_DISCS,
    OVERLAP,
    STROKE_FIELDS,
    T0,
    UNREADABLE,
    B,
    R,
    V,
    W,
    X,
    Y,
)
from carrom.physics.kernel.log import COUNTS, EVENTS, FIRST_TOUCH, TRACKS
from carrom.physics.kernel.loop import place_disc, play, strike
from carrom.physics.kernel.types import Floats, Ints

SHOT_X, SHOT_Y, SHOT_DIRECTION, SHOT_SPEED, SHOT_SEAT, SHOT_SPIN = range(6)
SHOT_COLUMNS = 6
STATUS, DURATION, EVENT_COUNT, TRACK_COUNT, TOUCHED_FIRST = range(5)
FACT_COLUMNS = 5


def set_up(discs: Floats, shot: Floats, bodies: Floats, s: Floats, q: Ints, index: Ints, p: Floats, count: Ints) -> int:
    """Place what is on the board (a piece without a place is not) and flick the striker.

    Returns how many discs there are, or 0 if such a stroke cannot be.
    """
    count[EVENTS], count[TRACKS], count[FIRST_TOUCH] = 0, 0, -1
    n = 0
    for i in range(discs.shape[0]):
        if not (math.isnan(discs[i, 0]) or math.isnan(discs[i, 1])):
            place_disc(n, discs[i, 0], discs[i, 1], bodies[i, 0], bodies[i, 1], s, q, p)
            index[n] = i
            n += 1
    last = bodies.shape[0] - 1
    place_disc(n, shot[SHOT_X], shot[SHOT_Y], bodies[last, 0], bodies[last, 1], s, q, p)
    index[n] = last
    whole = shot[SHOT_X] + shot[SHOT_Y] + shot[SHOT_DIRECTION] + shot[SHOT_SPEED] + shot[SHOT_SPIN]
    if not math.isfinite(whole) or shot[SHOT_SPEED] <= 0.0:
        return 0
    for i in range(n):
        dx, dy = s[X, i] - s[X, n], s[Y, i] - s[Y, n]
        if math.sqrt(dx * dx + dy * dy) < s[R, i] + s[R, n] - OVERLAP:
            return 0
    strike(shot[SHOT_DIRECTION], shot[SHOT_SPEED], int(shot[SHOT_SEAT]), shot[SHOT_SPIN], n + 1, s, p)
    return n + 1


def report(n: int, s: Floats, q: Ints, index: Ints, rest: Floats, fell: Floats, hole: Ints) -> float:
    """Write down where every disc is, or when and where it fell. Returns when everything was at rest."""
    end = 0.0
    for i in range(rest.shape[0]):
        rest[i, 0], rest[i, 1] = math.nan, math.nan
        fell[i] = math.inf
        hole[i] = -1
    for i in range(n):
        still = s[T0, i]
        if q[FELL, i] >= 0:
            fell[index[i]] = still
            hole[index[i]] = q[FELL, i]
        else:
            rest[index[i], 0], rest[index[i], 1] = s[X, i], s[Y, i]
            if s[W, i] != 0.0 and s[V, i] == 0.0:
                still += abs(s[W, i]) / s[B, i]
        end = max(end, still)
    return end


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
    """Strokes `start` to `stop`; `discs` holds one position for all of them, or one for each.

    Events and tracks overwrite those of the stroke before; for many strokes give arrays without rows.
    """
    s = np.empty((FLOAT_FIELDS, MOST_DISCS))
    q = np.empty((INT_FIELDS, MOST_DISCS), np.int64)
    g = np.empty(STROKE_FIELDS)
    c = np.empty((CONTACT_FIELDS, MOST_CONTACTS))
    k = np.empty((2, MOST_CONTACTS), np.int64)
    index = np.empty(MOST_DISCS, np.int64)
    count = np.empty(COUNTS, np.int64)
    for b in range(start, stop):
        n = set_up(discs[b % discs.shape[0]], shots[b], bodies, s, q, index, p, count)
        if n == 0:
            facts[b, STATUS] = UNREADABLE
        else:
            facts[b, STATUS] = play(s, q, n, g, p, c, k, log, tracks, count)
        facts[b, DURATION] = report(n, s, q, index, rest[b], fell[b], hole[b])
        facts[b, EVENT_COUNT], facts[b, TRACK_COUNT] = count[EVENTS], count[TRACKS]
        facts[b, TOUCHED_FIRST] = index[count[FIRST_TOUCH]] if count[FIRST_TOUCH] >= 0 else -1
