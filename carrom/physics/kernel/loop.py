"""One stroke: detect, evolve, resolve, until everything is at rest."""

import math

from carrom.physics.kernel.aim import heading
from carrom.physics.kernel.capture import falls, hole_under, hole_x, hole_y
from carrom.physics.kernel.cluster import FIRST, PEAK, SECOND, gather, has_neighbour, settle
from carrom.physics.kernel.detect import forget, predict
from carrom.physics.kernel.evolve import look_up, push
from carrom.physics.kernel.layout import (
    CONTACT_TIME,
    CORNER,
    DONE,
    EAST,
    FAR_AWAY,
    FELL,
    FINISHED,
    FRAME,
    FRICTION,
    GOES_ON,
    HALF,
    HIT,
    KIND,
    LEAVE,
    MAX_EVENTS,
    NEVER,
    NORTH,
    NOW,
    OVER,
    PAIR,
    PATIENCE,
    PATIENCE_STEP,
    POCKET,
    PROGRESS,
    REST,
    SOFT,
    SOFT_SPEED,
    SOUTH,
    STALLED,
    STALLED_AT,
    STOP_SPEED,
    STOPPED,
    T0,
    TE,
    TOO_MANY_EVENTS,
    UNKNOWN,
    UNTIL,
    UX,
    UY,
    WEST,
    WITH,
    A,
    B,
    M,
    R,
    V,
    W,
    X,
    Y,
)
from carrom.physics.kernel.log import FIRST_TOUCH, carry, note
from carrom.physics.kernel.resolve import closing_speed, collide, rebound
from carrom.physics.kernel.types import Floats, Ints


def strike_frame(i: int, kind: int, where: int, s: Floats, g: Floats, p: Floats) -> float:
    """Disc `i` has reached the frame; returns the closing speed."""
    edge = p[HALF] - s[R, i]
    nx, ny = 0.0, 0.0
    if kind == CORNER:
        nx, ny = s[X, i] - hole_x(where, p), s[Y, i] - hole_y(where, p)
        d = math.sqrt(nx * nx + ny * ny)
        nx /= d
        ny /= d
    elif where in (NORTH, SOUTH):
        ny = 1.0 if where == NORTH else -1.0
        s[Y, i] = ny * edge
    else:
        nx = 1.0 if where == EAST else -1.0
        s[X, i] = nx * edge
    return rebound(i, nx, ny, s, g, p)


def drop(i: int, hole: int, s: Floats, q: Ints, g: Floats, log: Floats, count: Ints) -> None:
    """Disc `i` falls."""
    note(g[NOW], POCKET, i, hole, s[V, i], log, count)
    q[FELL, i] = hole
    q[OVER, i] = -1
    s[V, i] = 0.0
    s[W, i] = 0.0
    s[X, i] = FAR_AWAY
    s[Y, i] = FAR_AWAY


def touch(
    i: int,
    j: int,
    s: Floats,
    n: int,
    g: Floats,
    p: Floats,
    c: Floats,
    k: Ints,
    log: Floats,
    tracks: Floats,
    count: Ints,
) -> int:
    """Two discs touch, alone or within a pack. Returns who has a new motion, as bits."""
    now = g[NOW]
    closing = closing_speed(i, j, s)
    near = closing * p[CONTACT_TIME] / math.pi
    striker = n - 1
    if count[FIRST_TOUCH] < 0 and (i == striker or j == striker):
        count[FIRST_TOUCH] = i + j - striker
    if not (closing > 0.0 and has_neighbour(i, j, near, now, s, n, p)):
        note(now, PAIR, i, j, closing, log, count)
        collide(i, j, now, s, g, p)
        return (1 << i) | (1 << j)
    members = gather(i, j, near, now, s, n)
    for a in range(n):
        if (members >> a) & 1 and a != i and a != j:
            carry(a, now, s, tracks, count)
    contacts = settle(members, near, closing, now, s, n, g, p, c, k)
    for m in range(contacts):
        a, b = k[FIRST, m], k[SECOND, m]
        if c[PEAK, m] > 0.0:
            if b < 0:
                note(now, FRAME, a, -1 - b, c[PEAK, m], log, count)
            else:
                note(now, PAIR, a, b, c[PEAK, m], log, count)
                if b == striker and count[FIRST_TOUCH] < 0:
                    count[FIRST_TOUCH] = a
    return members


def happen(
    i: int,
    s: Floats,
    q: Ints,
    n: int,
    g: Floats,
    p: Floats,
    c: Floats,
    k: Ints,
    log: Floats,
    tracks: Floats,
    count: Ints,
) -> int:
    """The next event, which is disc `i`'s. Returns who has a new motion, as bits."""
    now = g[NOW]
    kind, partner = q[KIND, i], q[WITH, i]
    changed = 1 << i
    carry(i, now, s, tracks, count)
    if kind == PAIR:
        carry(partner, now, s, tracks, count)
        changed = touch(i, partner, s, n, g, p, c, k, log, tracks, count)
    elif kind in (FRAME, CORNER):
        side = partner
        if kind == CORNER:
            side = EAST if partner == 0 or partner == 3 else WEST
        note(now, FRAME, i, side, strike_frame(i, kind, partner, s, g, p), log, count)
    elif kind == POCKET:
        q[OVER, i] = partner
    elif kind == REST:
        if q[OVER, i] < 0:
            q[OVER, i] = hole_under(i, s, p)
        if q[OVER, i] < 0:
            note(now, REST, i, -1, 0.0, log, count)
        s[V, i] = 0.0
        s[UNTIL, i] = NEVER if s[W, i] == 0.0 else UNKNOWN
    elif kind == LEAVE:
        if not falls(i, s, p):
            q[OVER, i] = -1
    else:
        s[UNTIL, i] = UNKNOWN
    for a in range(n):
        if (changed >> a) & 1 and q[OVER, a] >= 0 and falls(a, s, p):
            drop(a, q[OVER, a], s, q, g, log, count)
    return changed


def lose_patience(g: Floats) -> None:
    """Where events crowd without end at one moment, what counts as slow grows until they do not."""
    if g[NOW] - g[STALLED_AT] > PROGRESS:
        g[STALLED_AT] = g[NOW]
        g[STALLED] = 0.0
        g[STOP_SPEED] = STOPPED
        g[SOFT_SPEED] = SOFT
        return
    g[STALLED] += 1.0
    over = g[STALLED] - PATIENCE
    if over > 0.0 and over % PATIENCE_STEP == 0.0:
        g[STOP_SPEED] *= 2.0
        g[SOFT_SPEED] *= 2.0


def predict_all(changed: int, s: Floats, q: Ints, n: int, g: Floats, p: Floats) -> None:
    """Look ahead anew for those that changed and for those that were about to meet one of them."""
    fresh = changed
    for a in range(n):
        if q[KIND, a] == PAIR and (changed >> q[WITH, a]) & 1:
            fresh |= 1 << a
    for a in range(n):
        if (fresh >> a) & 1:
            forget(a, s, q)
            if s[UNTIL, a] < 0.0:
                look_up(s, a, g[NOW], p)
    # Bit by bit rather than disc by disc: on a graphics card the strokes of a warp then predict side by side.
    done, a, left = 0, 0, fresh
    while left != 0:
        while not left & 1:
            left >>= 1
            a += 1
        predict(a, g[NOW], s, q, n, p, fresh, done)
        done |= 1 << a
        left >>= 1
        a += 1


def next_disc(s: Floats, n: int) -> int:
    """Whose event comes next; of equal ones the first disc's."""
    best = 0
    for a in range(1, n):
        if s[TE, a] < s[TE, best]:
            best = a
    return best


def place_disc(i: int, x: float, y: float, r: float, m: float, s: Floats, q: Ints, p: Floats) -> None:
    """Put disc `i` at rest on the surface."""
    s[X, i], s[Y, i] = x, y
    s[UX, i], s[UY, i], s[V, i], s[W, i] = 0.0, 0.0, 0.0, 0.0
    s[A, i], s[B, i], s[UNTIL, i] = p[FRICTION], 0.0, NEVER
    s[T0, i], s[HIT, i] = 0.0, -1.0
    s[R, i], s[M, i] = r, m
    q[FELL, i] = -1
    q[OVER, i] = -1
    forget(i, s, q)


def begin(g: Floats) -> None:
    """Discs are placed and the striker is pushed: the clock stands at 0."""
    g[NOW], g[STOP_SPEED], g[SOFT_SPEED], g[STALLED_AT], g[STALLED], g[DONE] = 0.0, STOPPED, SOFT, 0.0, 0.0, 0.0


def step(
    s: Floats, q: Ints, n: int, g: Floats, p: Floats, c: Floats, k: Ints, log: Floats, tracks: Floats, count: Ints
) -> int:
    """Let the next event happen (the first is the flick): evolve, resolve, detect what comes next.

    Returns how the stroke ended, or that it goes on.
    """
    changed = 1 << (n - 1)
    if g[DONE] > 0.0:
        i = next_disc(s, n)
        if s[TE, i] >= NEVER:
            return FINISHED
        if g[DONE] > p[MAX_EVENTS]:
            return TOO_MANY_EVENTS
        g[NOW] = s[TE, i]
        lose_patience(g)
        changed = happen(i, s, q, n, g, p, c, k, log, tracks, count)
    g[DONE] += 1.0
    predict_all(changed, s, q, n, g, p)
    return GOES_ON


def play(
    s: Floats, q: Ints, n: int, g: Floats, p: Floats, c: Floats, k: Ints, log: Floats, tracks: Floats, count: Ints
) -> int:
    """Play a stroke to its end. Returns how it ended."""
    begin(g)
    ended = GOES_ON
    while ended == GOES_ON:
        ended = step(s, q, n, g, p, c, k, log, tracks, count)
    return ended


def strike(degrees: float, speed: float, quarter: int, spin: float, n: int, s: Floats, p: Floats) -> None:
    """Flick the striker, which is placed: `degrees` as the player sees it who sits `quarter` turns from south."""
    right, ahead = heading(degrees)
    ux, uy = right, ahead
    if quarter == 1:
        ux, uy = -ahead, right
    elif quarter == 2:
        ux, uy = -right, -ahead
    elif quarter == 3:
        ux, uy = ahead, -right
    push(s, n - 1, ux * speed, uy * speed, spin, 0.0, p)
    s[UX, n - 1], s[UY, n - 1], s[V, n - 1] = ux, uy, speed
