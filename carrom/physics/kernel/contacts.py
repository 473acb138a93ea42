"""Find the discs and contacts of a struck pack.

Contacts are springs with dampers. Time is in radians of the contact's oscillation, in steps of STEP; compression is a
speed (mm × radians per second), so stiffness only matters for how near is near.
"""

import math

from carrom.physics.kernel.arith import larger, ratio, root
from carrom.physics.kernel.bits import bit, has, lowest, ones
from carrom.physics.kernel.crew import me, stride, union
from carrom.physics.kernel.evolve import distance_at, place_at
from carrom.physics.kernel.layout import (
    BEGIN,
    CHAIN,
    CONTACT_TIME,
    DAMPING,
    EAST,
    FRAME_DAMPING,
    HALF,
    LIGHT,
    NORTH,
    REFERENCE_MASS,
    SOUTH,
    T0,
    UX,
    UY,
    WEST,
    A,
    R,
    V,
    X,
    Y,
)
from carrom.physics.kernel.types import Floats, Ints

STEP = math.pi / 12.0
# Rows of the contact arrays: normal, compression, greatest closing speed, damping, effective mass, and the push of one
# step, with the part along the rims kept separately.
NX, NY, SQUEEZE, PEAK, DAMPER, MASS, PUSH_X, PUSH_Y, ALONG = range(9)
CONTACT_FIELDS = 9
# The discs of a contact; SECOND is -1 - side for the frame. Contacts are numbered by their first disc, whose own start
# at BEGIN. Those in which a disc is second are chained: CHAIN is the last of them, AFTER the one before.
FIRST, SECOND, AFTER = range(3)
CONTACT_INTS = 3


def is_near(i: int, x: float, y: float, r: float, near: float, s: Floats) -> bool:
    """Return whether disc `i` is nearer than `near` to a disc of radius `r` at (x, y)."""
    dx, dy, reach = x - s[X, i], y - s[Y, i], s[R, i] + r + near
    return dx * dx + dy * dy < reach * reach


def are_near(i: int, near: float, now: float, s: Floats, n: int) -> int:
    """Return this worker's discs nearer than `near` to disc `i`, as bits; branch-free, as in `detect`."""
    xi, yi, _ = place_at(s, i, now)
    ri = s[R, i]
    found = 0 * me()
    a = me()
    while a < n:
        dt = now - s[T0, a]
        slid = distance_at(s[V, a], s[A, a], dt)
        is_still = s[V, a] == 0.0
        x = s[X, a] if is_still else s[X, a] + s[UX, a] * slid
        y = s[Y, a] if is_still else s[Y, a] + s[UY, a] * slid
        dx, dy, reach = x - xi, y - yi, s[R, a] + ri + near
        found |= bit(a) if dx * dx + dy * dy < reach * reach else 0
        a += stride()
    return found


def gap_to_frame(i: int, side: int, s: Floats, p: Floats) -> float:
    edge = p[HALF] - s[R, i]
    if side == NORTH:
        return edge - s[Y, i]
    if side == EAST:
        return edge - s[X, i]
    if side == SOUTH:
        return edge + s[Y, i]
    return edge + s[X, i]


def has_neighbour(i: int, j: int, near: float, now: float, s: Floats, n: int, p: Floats) -> bool:
    """Return whether another disc or the frame takes part in the touch of two discs."""
    neighbours = (are_near(i, near, now, s, n) | are_near(j, near, now, s, n)) & ~(bit(i) | bit(j))
    far = p[HALF] - near
    reach_i = larger(abs(s[X, i]), abs(s[Y, i])) + s[R, i]
    reach_j = larger(abs(s[X, j]), abs(s[Y, j])) + s[R, j]
    return union(neighbours) != 0 or reach_i > far or reach_j > far


def gather(i: int, j: int, near: float, now: float, s: Floats, n: int) -> int:
    """Return the discs connected with `i` and `j` through gaps smaller than `near`, as bits."""
    members = bit(i) | bit(j)
    newest = members
    while newest != 0:
        more = 0 * me()
        while newest != 0:
            more |= are_near(lowest(newest), near, now, s, n)
            newest &= newest - 1
        newest = union(more & ~members)
        members |= newest
    return members


def add_contact(
    m: int, a: int, b: int, nx: float, ny: float, gap: float, s: Floats, p: Floats, c: Floats, k: Ints
) -> None:
    k[FIRST, m], k[SECOND, m] = a, b
    c[NX, m], c[NY, m] = nx, ny
    c[SQUEEZE, m] = ratio(-gap * math.pi, p[CONTACT_TIME])
    c[PEAK, m] = 0.0
    light, damping = s[LIGHT, a], p[FRAME_DAMPING]
    if b >= 0:
        light += s[LIGHT, b]
        damping = p[DAMPING]
    mass = ratio(1.0, STEP * p[REFERENCE_MASS] * light)
    c[MASS, m] = mass
    c[DAMPER, m] = 2.0 * damping * root(STEP * mass)


def contacts_with_discs(
    m: int, a: int, members: int, near: float, s: Floats, q: Ints, n: int, p: Floats, c: Floats, k: Ints
) -> int:
    """Number disc `a`'s contacts with later discs from `m` on; return the number after the last."""
    touched = 0
    b = me()
    while b < n:
        if b > a and has(members, b) and is_near(a, s[X, b], s[Y, b], s[R, b], near, s):
            touched |= bit(b)
        b += stride()
    touched = union(touched)
    b = me()
    while b < n:
        at = m + ones(touched & (bit(b) - 1)) if has(touched, b) else c.shape[1]
        if at < c.shape[1]:
            dx, dy = s[X, b] - s[X, a], s[Y, b] - s[Y, a]
            d = root(dx * dx + dy * dy)
            part = ratio(1.0, d)
            add_contact(at, a, b, dx * part, dy * part, d - s[R, a] - s[R, b], s, p, c, k)
            k[AFTER, at] = q[CHAIN, b]
            q[CHAIN, b] = at
        b += stride()
    return m + ones(touched)


def contacts_with_frame(m: int, a: int, near: float, s: Floats, p: Floats, c: Floats, k: Ints) -> int:
    """Number disc `a`'s contacts with the frame from `m` on; return the number after the last."""
    touched = 0
    side = me()
    while side < 4:
        if gap_to_frame(a, side, s, p) < near:
            touched |= bit(side)
        side += stride()
    touched = union(touched)
    side = me()
    while side < 4:
        at = m + ones(touched & (bit(side) - 1)) if has(touched, side) else c.shape[1]
        if at < c.shape[1]:
            nx = 1.0 if side == EAST else (-1.0 if side == WEST else 0.0)
            ny = 1.0 if side == NORTH else (-1.0 if side == SOUTH else 0.0)
            add_contact(at, a, -1 - side, nx, ny, gap_to_frame(a, side, s, p), s, p, c, k)
        side += stride()
    return m + ones(touched)


def list_contacts(members: int, near: float, s: Floats, q: Ints, n: int, p: Floats, c: Floats, k: Ints) -> int:
    """Number all contacts between members and with the frame; all clocks must agree."""
    m = 0 * me()  # no literal 0, as in `crew.me`
    for a in range(n):
        if has(members, a):
            if me() == 0:
                q[BEGIN, a] = m
            m = contacts_with_discs(m, a, members, near, s, q, n, p, c, k)
            m = contacts_with_frame(m, a, near, s, p, c, k)
            if m > c.shape[1]:
                m = c.shape[1]
    return m
