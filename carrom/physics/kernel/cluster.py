"""A struck pack of touching discs, resolved as one.

Taking touching discs pair by pair gives answers that hang on the last bit of the aim. So a touch within a pack is
followed through its few microseconds: contacts are springs with dampers (tuned to the restitution of a single touch,
never pulling), speeds and compressions change, places do not. It ends when every contact is open. Time is measured
here in radians of the contact's own oscillation and compression as a speed (mm × radians per second), so that the
stiffness matters only for how near is near.
"""

import math

from carrom.physics.kernel.evolve import place_at, push
from carrom.physics.kernel.layout import (
    CONTACT_FRICTION,
    CONTACT_TIME,
    DAMPING,
    EAST,
    FRAME_DAMPING,
    HALF,
    HIT,
    NEVER,
    NORTH,
    REFERENCE_MASS,
    SOUTH,
    STOP_SPEED,
    TE,
    UNTIL,
    UX,
    UY,
    WEST,
    A,
    B,
    M,
    R,
    V,
    W,
    X,
    Y,
)
from carrom.physics.kernel.resolve import rub
from carrom.physics.kernel.types import Floats, Ints

STEP = math.pi / 12.0
MOST_STEPS = 480
QUIET = 1e-3  # of the first closing speed: slower approaches are left to the ordinary touches
# Rows of the contact arrays: normal, compression, greatest closing speed.
NX, NY, SQUEEZE, PEAK = range(4)
CONTACT_FIELDS = 4
SHARE = TE  # while a pack settles this row holds what an impulse changes in a disc; the time is forgotten anyway
FIRST, SECOND = range(2)  # discs of a contact; SECOND is -1 - side for the frame


def gap_between(i: int, j: int, now: float, s: Floats) -> float:
    """Clear distance between two discs."""
    xi, yi, _ = place_at(s, i, now)
    xj, yj, _ = place_at(s, j, now)
    dx, dy = xj - xi, yj - yi
    return math.sqrt(dx * dx + dy * dy) - s[R, i] - s[R, j]


def gap_to_frame(i: int, side: int, s: Floats, p: Floats) -> float:
    """Clear distance from disc `i` to one side of the frame."""
    edge = p[HALF] - s[R, i]
    if side == NORTH:
        return edge - s[Y, i]
    if side == EAST:
        return edge - s[X, i]
    if side == SOUTH:
        return edge + s[Y, i]
    return edge + s[X, i]


def has_neighbour(i: int, j: int, near: float, now: float, s: Floats, n: int, p: Floats) -> bool:
    """Is anything else so near to one of two touching discs that it takes part in their touch?"""
    for k in range(n):
        if k != i and k != j:
            x, y, _ = place_at(s, k, now)
            dx, dy, reach = x - s[X, i], y - s[Y, i], s[R, i] + s[R, k] + near
            if dx * dx + dy * dy < reach * reach:
                return True
            dx, dy, reach = x - s[X, j], y - s[Y, j], s[R, j] + s[R, k] + near
            if dx * dx + dy * dy < reach * reach:
                return True
    far = p[HALF] - near
    reach_i = max(abs(s[X, i]), abs(s[Y, i])) + s[R, i]
    reach_j = max(abs(s[X, j]), abs(s[Y, j])) + s[R, j]
    return reach_i > far or reach_j > far


def gather(i: int, j: int, near: float, now: float, s: Floats, n: int) -> int:
    """The discs connected with `i` and `j` through gaps smaller than `near`, as bits."""
    members = (1 << i) | (1 << j)
    todo = members
    while todo != 0:
        for a in range(n):
            if (todo >> a) & 1:
                todo &= ~(1 << a)
                for b in range(n):
                    if not (members >> b) & 1 and gap_between(a, b, now, s) < near:
                        members |= 1 << b
                        todo |= 1 << b
    return members


def add_contact(m: int, a: int, b: int, nx: float, ny: float, gap: float, p: Floats, c: Floats, k: Ints) -> int:
    """Write down contact number `m`; returns how many there are now."""
    if m == c.shape[1]:
        return m
    k[FIRST, m], k[SECOND, m] = a, b
    c[NX, m], c[NY, m] = nx, ny
    c[SQUEEZE, m] = -gap * math.pi / p[CONTACT_TIME]
    c[PEAK, m] = 0.0
    return m + 1


def list_contacts(members: int, near: float, s: Floats, n: int, p: Floats, c: Floats, k: Ints) -> int:
    """All contacts among the members and with the frame; they stand at the same time."""
    m = 0
    for a in range(n):
        if (members >> a) & 1:
            for b in range(a + 1, n):
                if (members >> b) & 1:
                    dx, dy = s[X, b] - s[X, a], s[Y, b] - s[Y, a]
                    d = math.sqrt(dx * dx + dy * dy)
                    gap = d - s[R, a] - s[R, b]
                    if gap < near:
                        m = add_contact(m, a, b, dx / d, dy / d, gap, p, c, k)
            for side in range(4):
                gap = gap_to_frame(a, side, s, p)
                if gap < near:
                    nx = 1.0 if side == EAST else (-1.0 if side == WEST else 0.0)
                    ny = 1.0 if side == NORTH else (-1.0 if side == SOUTH else 0.0)
                    m = add_contact(m, a, -1 - side, nx, ny, gap, p, c, k)
    return m


def swing(contacts: int, quiet: float, s: Floats, p: Floats, c: Floats, k: Ints) -> float:
    """One step of all contacts. What it changes is gathered in rows A, B and UNTIL. Returns how long nothing will
    press: 0 while something does, NEVER when nothing is going to.
    """
    wait = NEVER
    for m in range(contacts):
        a, b = k[FIRST, m], k[SECOND, m]
        nx, ny = c[NX, m], c[NY, m]
        vx, vy = -s[UX, a], -s[UY, a]
        if b >= 0:
            vx += s[UX, b]
            vy += s[UY, b]
        opening = vx * nx + vy * ny
        pressed = c[SQUEEZE, m] - opening * STEP
        c[SQUEEZE, m] = pressed
        if pressed <= 0.0:
            if opening < -quiet:
                wait = min(wait, pressed / opening)
            continue
        wait = 0.0
        c[PEAK, m] = max(c[PEAK, m], -opening)
        share, share_too, damping = s[SHARE, a], 0.0, p[FRAME_DAMPING]
        if b >= 0:
            share_too, damping = s[SHARE, b], p[DAMPING]
        force = pressed - 2.0 * damping * math.sqrt(STEP / (share + share_too)) * opening
        if force <= 0.0:
            continue
        fx, fy = force * nx, force * ny
        if p[CONTACT_FRICTION] > 0.0:
            slip = vy * nx - vx * ny - s[W, a]
            if b >= 0:
                slip -= s[W, b]
            along = rub(slip, 1.0 / (share + share_too), p[CONTACT_FRICTION] * force)
            fx -= along * ny
            fy += along * nx
            s[UNTIL, a] -= 2.0 * along * share
            if b >= 0:
                s[UNTIL, b] -= 2.0 * along * share_too
        s[A, a] -= fx * share
        s[B, a] -= fy * share
        if b >= 0:
            s[A, b] += fx * share_too
            s[B, b] += fy * share_too
    return wait


def fly(contacts: int, wait: float, s: Floats, c: Floats, k: Ints) -> None:
    """Nothing presses for a while: all discs fly on."""
    for m in range(contacts):
        a, b = k[FIRST, m], k[SECOND, m]
        vx, vy = -s[UX, a], -s[UY, a]
        if b >= 0:
            vx += s[UX, b]
            vy += s[UY, b]
        c[SQUEEZE, m] -= (vx * c[NX, m] + vy * c[NY, m]) * wait


def energy_of(members: int, ux: float, uy: float, s: Floats, n: int) -> float:
    """Twice the energy of the members' motion about the velocity (ux, uy), their spin included."""
    total = 0.0
    for a in range(n):
        if (members >> a) & 1:
            vx, vy = s[UX, a] - ux, s[UY, a] - uy
            total += s[M, a] * (vx * vx + vy * vy + 0.5 * s[W, a] * s[W, a])
    return total


def damp(members: int, before: float, frame: bool, s: Floats, n: int) -> None:
    """Take away what the steps, being finite, may have added to the energy: of the motion about the common centre,
    so that momentum stays; of all motion where the frame took part.
    """
    after = energy_of(members, 0.0, 0.0, s, n)
    if after <= before:
        return
    ux, uy, mass = 0.0, 0.0, 0.0
    if not frame:
        for a in range(n):
            if (members >> a) & 1:
                mass += s[M, a]
                ux += s[M, a] * s[UX, a]
                uy += s[M, a] * s[UY, a]
        ux /= mass
        uy /= mass
    common = mass * (ux * ux + uy * uy)
    if after <= common:
        return
    scale = math.sqrt(max(before - common, 0.0) / (after - common))
    for a in range(n):
        if (members >> a) & 1:
            s[UX, a] = ux + (s[UX, a] - ux) * scale
            s[UY, a] = uy + (s[UY, a] - uy) * scale
            s[W, a] *= scale


def settle(
    members: int,
    near: float,
    closing: float,
    now: float,
    s: Floats,
    n: int,
    g: Floats,
    p: Floats,
    c: Floats,
    k: Ints,
) -> int:
    """Let the pack push itself apart; returns how many contacts it had."""
    contacts = list_contacts(members, near, s, n, p, c, k)
    for a in range(n):
        if (members >> a) & 1:
            s[UX, a] *= s[V, a]
            s[UY, a] *= s[V, a]
            s[A, a] = 0.0
            s[B, a] = 0.0
            s[UNTIL, a] = 0.0
            s[SHARE, a] = STEP * p[REFERENCE_MASS] / s[M, a]
    before = energy_of(members, 0.0, 0.0, s, n)
    for _ in range(MOST_STEPS):
        wait = swing(contacts, QUIET * closing, s, p, c, k)
        if wait == NEVER:
            break
        if wait > STEP:
            fly(contacts, wait, s, c, k)
            continue
        for a in range(n):
            if (members >> a) & 1:
                s[UX, a] += s[A, a]
                s[UY, a] += s[B, a]
                s[W, a] += s[UNTIL, a]
                s[A, a] = 0.0
                s[B, a] = 0.0
                s[UNTIL, a] = 0.0
    frame = False
    for m in range(contacts):
        frame = frame or (k[SECOND, m] < 0 and c[PEAK, m] > 0.0)
    damp(members, before, frame, s, n)
    for a in range(n):
        if (members >> a) & 1:
            push(s, a, s[UX, a], s[UY, a], s[W, a], g[STOP_SPEED], p)
            s[HIT, a] = now
    return contacts
