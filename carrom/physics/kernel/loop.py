"""The main loop of a stroke: detect, evolve, resolve, until everything is at rest."""

import math

from carrom.physics.kernel.aim import heading
from carrom.physics.kernel.arith import inverse_root, ratio
from carrom.physics.kernel.bits import bit, has, lowest
from carrom.physics.kernel.capture import falls, hole_under, hole_x, hole_y
from carrom.physics.kernel.cluster import ROUNDING, settle
from carrom.physics.kernel.contacts import FIRST, PEAK, SECOND, gather, has_neighbour
from carrom.physics.kernel.crew import first_of, least, me, mine, others_of, stride, together, union
from carrom.physics.kernel.detect import forget, predict
from carrom.physics.kernel.evolve import look_up, set_off
from carrom.physics.kernel.layout import (
    CONTACT_TIME,
    CORNER,
    EAST,
    FAR_AWAY,
    FELL,
    FINISHED,
    FRAME,
    GOES_ON,
    HALF,
    HIT,
    KINDS,
    LEAVE,
    LIGHT,
    MAX_EVENTS,
    NEVER,
    NEXT,
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
    TURN,
    UNKNOWN,
    UNTIL,
    UX,
    UY,
    WEST,
    A,
    B,
    R,
    V,
    W,
    X,
    Y,
    kind_of,
    whom_of,
)
from carrom.physics.kernel.log import ALLOWED, FIRST_TOUCH, FRESH, LEFT, carry, note
from carrom.physics.kernel.resolve import closing_speed, collide, rebound
from carrom.physics.kernel.types import Floats, Ints


def strike_frame(i: int, kind: int, where: int, s: Floats, g: Floats, p: Floats) -> float:
    """Let disc `i` rebound from the frame; return the closing speed."""
    edge = p[HALF] - s[R, i]
    nx, ny = 0.0, 0.0
    if kind == CORNER:
        nx, ny = s[X, i] - hole_x(where, p), s[Y, i] - hole_y(where, p)
        part = inverse_root(nx * nx + ny * ny)
        nx *= part
        ny *= part
    elif where == NORTH or where == SOUTH:  # noqa: SIM109 - `in` would make a list
        ny = 1.0 if where == NORTH else -1.0
        s[Y, i] = ny * edge
    else:
        nx = 1.0 if where == EAST else -1.0
        s[X, i] = nx * edge
    return rebound(i, nx, ny, s, g, p)


def drop(i: int, hole: int, s: Floats, q: Ints, g: Floats, log: Floats, count: Ints) -> None:
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
    """Let two discs touch, alone or within a pack. Returns the discs struck, as bits."""
    now = g[NOW]
    closing = closing_speed(i, j, s)
    near = closing * p[CONTACT_TIME] * (1.0 / math.pi)
    striker = n - 1
    if count[FIRST_TOUCH] < 0 and (i == striker or j == striker):
        count[FIRST_TOUCH] = i + j - striker
    if not (closing > 0.0 and has_neighbour(i, j, near, now, s, n, p)):
        together()
        if me() == 0:
            note(now, PAIR, i, j, closing, log, count)
            collide(i, j, now, s, p)
        return bit(i) | bit(j)
    members = gather(i, j, near, now, s, n)
    together()
    rest = mine(members & ~(bit(i) | bit(j)))
    while rest != 0:
        carry(first_of(rest), now, s, tracks, count)
        rest = others_of(rest)
    together()
    contacts = settle(members, near, closing, now, s, q, n, p, c, k)
    if me() == 0:
        for m in range(contacts):
            a, b = k[FIRST, m], k[SECOND, m]
            if c[PEAK, m] > ROUNDING * closing:
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
    """Execute disc `i`'s event, the next one. Returns the discs with a new motion, as bits."""
    now = g[NOW]
    kind, partner = kind_of(q[NEXT, i]), whom_of(q[NEXT, i])
    changed, struck = bit(i), 0
    if kind == PAIR:
        changed |= bit(partner)
    together()
    moved = mine(changed)
    while moved != 0:
        carry(first_of(moved), now, s, tracks, count)
        moved = others_of(moved)
    together()
    if kind == PAIR:
        struck = touch(i, partner, s, q, n, g, p, c, k, log, tracks, count)
        changed = struck
    elif kind == FRAME or kind == CORNER:  # noqa: SIM109
        struck = changed
        if me() == 0:
            side = partner
            if kind == CORNER:
                side = EAST if partner == 0 or partner == 3 else WEST
            note(now, FRAME, i, side, strike_frame(i, kind, partner, s, g, p), log, count)
    elif me() == 0:
        if kind == POCKET:
            q[OVER, i] = partner
        elif kind == LEAVE:
            if not falls(i, s, p):
                q[OVER, i] = -1
        else:
            if kind == REST:
                if q[OVER, i] < 0:
                    q[OVER, i] = hole_under(i, s, p)
                if q[OVER, i] < 0:
                    note(now, REST, i, -1, 0.0, log, count)
                s[V, i] = 0.0
            s[UNTIL, i] = UNKNOWN
    together()
    moved = mine(changed)  # includes every struck disc
    while moved != 0:
        a = first_of(moved)
        moved = others_of(moved)
        if has(struck, a):
            set_off(s, a, g[STOP_SPEED])
        if q[OVER, a] >= 0 and falls(a, s, p):
            drop(a, q[OVER, a], s, q, g, log, count)
    return changed


def lose_patience(g: Floats) -> None:
    """If events pile up without progress in time, raise the speeds that count as slow until they stop."""
    if g[NOW] - g[STALLED_AT] > PROGRESS:
        g[STALLED_AT] = g[NOW]
        g[STALLED] = 0.0
        g[STOP_SPEED] = STOPPED
        g[SOFT_SPEED] = SOFT
        return
    g[STALLED] += 1.0
    if g[STALLED] == PATIENCE + PATIENCE_STEP:
        g[STALLED] = PATIENCE
        g[STOP_SPEED] *= 2.0
        g[SOFT_SPEED] *= 2.0


def refresh(changed: int, s: Floats, q: Ints, n: int, g: Floats, p: Floats) -> int:
    """Return the discs to predict again, as bits: those that changed and those that were about to meet one of them."""
    left = 0 * me()
    a = me()
    while a < n:
        left |= bit(a) if (kind_of(q[NEXT, a]) == PAIR) & has(changed, whom_of(q[NEXT, a])) else 0
        a += stride()
    fresh = left | mine(changed)
    todo = fresh
    while todo != 0:
        a = first_of(todo)
        todo = others_of(todo)
        forget(a, s, q)
        if s[UNTIL, a] < 0.0:
            look_up(s, a, g[NOW], p)
    return union(fresh)


def place_disc(i: int, x: float, y: float, r: float, m: float, s: Floats, q: Ints) -> None:
    s[X, i], s[Y, i] = x, y
    s[UX, i], s[UY, i], s[V, i], s[W, i] = 0.0, 0.0, 0.0, 0.0
    s[A, i], s[B, i], s[UNTIL, i] = 0.0, 0.0, UNKNOWN
    s[T0, i], s[HIT, i] = 0.0, -1.0
    s[R, i], s[LIGHT, i] = r, ratio(1.0, m)
    q[FELL, i] = -1
    q[OVER, i] = -1
    forget(i, s, q)


def begin(g: Floats, p: Floats, count: Ints) -> None:
    """Start the clock at 0, after the discs are placed and the striker is struck."""
    g[NOW], g[STOP_SPEED], g[SOFT_SPEED], g[STALLED_AT], g[STALLED] = 0.0, STOPPED, SOFT, 0.0, 0.0
    count[FRESH], count[LEFT], count[ALLOWED] = 0, 0, int(p[MAX_EVENTS])


def step(
    s: Floats, q: Ints, n: int, g: Floats, p: Floats, c: Floats, k: Ints, log: Floats, tracks: Floats, count: Ints
) -> int:
    """Predict one disc; if none is left to predict, execute the next event first.

    So all steps take about the same time, which lets strokes run side by side on a graphics card. Returns how the
    stroke ended, or GOES_ON.
    """
    if count[LEFT] == 0:
        when, i = next_event(s, n)
        if when >= NEVER:
            return FINISHED
        if count[ALLOWED] == 0:
            return TOO_MANY_EVENTS
        count[ALLOWED] -= 1
        g[NOW] = when
        lose_patience(g)
        changed = happen(i, s, q, n, g, p, c, k, log, tracks, count)
        count[FRESH] = refresh(changed, s, q, n, g, p)
        count[LEFT] = count[FRESH]
        together()
    left = count[LEFT]
    predict(lowest(left), g[NOW], s, q, n, p, count[FRESH], count[FRESH] & ~left)
    count[LEFT] = left & (left - 1)
    together()
    return GOES_ON


def next_event(s: Floats, n: int) -> tuple[float, int]:
    """Return the time of the next event and its disc; on a tie, the first disc."""
    when, i = NEVER, 0
    a = me()
    while a < n:
        if s[TE, a] < when:
            when, i = s[TE, a], a
        a += stride()
    return least(when, i)


def strike(degrees: float, speed: float, quarter: int, spin: float, i: int, s: Floats, q: Ints) -> None:
    """Strike disc `i`, the placed striker; `degrees` is seen by a player `quarter` turns from south."""
    right, ahead = heading(degrees)
    ux, uy = right, ahead
    if quarter == 1:
        ux, uy = -ahead, right
    elif quarter == 2:
        ux, uy = -right, -ahead
    elif quarter == 3:
        ux, uy = ahead, -right
    s[UX, i], s[UY, i], s[V, i], s[W, i] = ux, uy, speed, spin
    s[TE, i], q[NEXT, i] = 0.0, TURN * KINDS  # the first event: look up its deceleration
