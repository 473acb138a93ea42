"""Resolve a touch within a pack of touching discs as one.

Resolving the pack pair by pair would give answers that depend on the last bit of the aim. So the touch is followed
through its few microseconds: contacts are springs with dampers that never pull, tuned to the restitution of a single
touch; speeds and compressions change, places do not. It ends when every contact is open.
"""

from carrom.physics.kernel.arith import added, larger, ratio, root, smaller
from carrom.physics.kernel.bits import bit
from carrom.physics.kernel.contacts import (
    AFTER,
    ALONG,
    DAMPER,
    FIRST,
    MASS,
    NX,
    NY,
    PEAK,
    PUSH_X,
    PUSH_Y,
    SECOND,
    SQUEEZE,
    STEP,
    list_contacts,
)
from carrom.physics.kernel.crew import crew, first_of, least, me, mine, others_of, together, total, union
from carrom.physics.kernel.layout import (
    BEGIN,
    CHAIN,
    CONTACT_FRICTION,
    HIT,
    LIGHT,
    NEVER,
    REFERENCE_MASS,
    UX,
    UY,
    V,
    W,
)
from carrom.physics.kernel.resolve import rub
from carrom.physics.kernel.types import Floats, Ints

MOST_STEPS = 480
QUIET = 1e-3  # of the first closing speed; slower approaches are left to ordinary touches
ROUNDING = 1e-9  # of the first closing speed; a contact that closed no faster than this did not close


def press(contacts: int, time: float, quiet: float, s: Floats, p: Floats, c: Floats, k: Ints) -> float:
    """Advance all contacts by `time` and compute their pushes. Returns how long none will push: 0 while one does, NEVER
    if none will.
    """
    wait = NEVER
    m = me()
    while m < contacts:
        a, b = k[FIRST, m], k[SECOND, m]
        nx, ny = c[NX, m], c[NY, m]
        vx, vy, turning = -s[UX, a], -s[UY, a], s[W, a]
        if b >= 0:
            vx += s[UX, b]
            vy += s[UY, b]
            turning += s[W, b]
        opening = vx * nx + vy * ny
        pressed = c[SQUEEZE, m] - opening * time
        c[SQUEEZE, m] = pressed
        force, along = 0.0, 0.0
        if pressed > 0.0:
            wait = 0.0
            c[PEAK, m] = larger(c[PEAK, m], -opening)
            force = larger(pressed - c[DAMPER, m] * opening, 0.0)
            along = rub(vy * nx - vx * ny - turning, c[MASS, m], p[CONTACT_FRICTION] * force)
        elif opening < -quiet:
            wait = smaller(wait, larger(ratio(pressed, opening), 0.0))
        c[PUSH_X, m] = force * nx - along * ny
        c[PUSH_Y, m] = force * ny + along * nx
        c[ALONG, m] = along
        m += crew()
    return least(wait, 0)[0]


def give_way(members: int, contacts: int, s: Floats, q: Ints, p: Floats, c: Floats, k: Ints) -> None:
    """Apply each member's pushes. Sums are compensated, so their order does not matter: mirror images move alike."""
    todo = mine(members)
    while todo != 0:
        a = first_of(todo)
        todo = others_of(todo)
        x, y, along, lost_x, lost_y, lost_along = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        m, own = q[CHAIN, a], q[BEGIN, a]
        while m >= 0 or (own < contacts and k[FIRST, own] == a):
            at, sign = m, 1.0
            if m >= 0:
                m = k[AFTER, m]
            else:
                at, sign = own, -1.0
                own += 1
            x, lost_x = added(x, lost_x, sign * c[PUSH_X, at])
            y, lost_y = added(y, lost_y, sign * c[PUSH_Y, at])
            along, lost_along = added(along, lost_along, c[ALONG, at])
        share = STEP * p[REFERENCE_MASS] * s[LIGHT, a]
        s[UX, a] += (x + lost_x) * share
        s[UY, a] += (y + lost_y) * share
        s[W, a] -= 2.0 * (along + lost_along) * share


def energy_of(members: int, s: Floats) -> float:
    """Return twice the energy, including spin."""
    energy = 0.0
    todo = mine(members)
    while todo != 0:
        a = first_of(todo)
        todo = others_of(todo)
        vx, vy, w = s[UX, a], s[UY, a], s[W, a]
        energy += ratio(vx * vx + vy * vy + 0.5 * w * w, s[LIGHT, a])
    return total(energy)


def damp(members: int, before: float, frame: bool, s: Floats) -> None:
    """Remove energy that the finite steps may have added.

    Only the motion about the common centre is scaled, which preserves momentum; if the frame took part, all motion.
    """
    after = energy_of(members, s)
    if after <= before:
        return
    ux, uy, mass = 0.0, 0.0, 0.0
    if not frame:
        todo = mine(members)
        while todo != 0:
            a = first_of(todo)
            todo = others_of(todo)
            one = ratio(1.0, s[LIGHT, a])
            mass += one
            ux += s[UX, a] * one
            uy += s[UY, a] * one
        mass = total(mass)
        ux = ratio(total(ux), mass)
        uy = ratio(total(uy), mass)
    common = mass * (ux * ux + uy * uy)
    if after <= common:
        return
    scale = root(ratio(before - common, after - common))
    todo = mine(members)
    while todo != 0:
        a = first_of(todo)
        todo = others_of(todo)
        s[UX, a] = ux + (s[UX, a] - ux) * scale
        s[UY, a] = uy + (s[UY, a] - uy) * scale
        s[W, a] *= scale


def has_pushed_frame(contacts: int, c: Floats, k: Ints) -> bool:
    pushed = 0
    m = me()
    while m < contacts:
        if k[SECOND, m] < 0 and c[PEAK, m] > 0.0:
            pushed = bit(me())
        m += crew()
    return union(pushed) != 0


def settle(
    members: int,
    near: float,
    closing: float,
    now: float,
    s: Floats,
    q: Ints,
    n: int,
    p: Floats,
    c: Floats,
    k: Ints,
) -> int:
    """Let the pack push itself apart: new velocities, not yet set in motion, and new spins.

    Returns the number of contacts.
    """
    todo = mine(members)
    while todo != 0:
        a = first_of(todo)
        todo = others_of(todo)
        s[UX, a] *= s[V, a]
        s[UY, a] *= s[V, a]
        s[HIT, a] = now
        q[CHAIN, a] = -1
    together()
    contacts = list_contacts(members, near, s, q, n, p, c, k)
    before = energy_of(members, s)
    together()
    time = STEP
    for _ in range(MOST_STEPS):
        wait = press(contacts, time, QUIET * closing, s, p, c, k)
        together()
        if wait == NEVER:
            break
        time = STEP
        if wait > STEP:
            time += wait
        else:
            give_way(members, contacts, s, q, p, c, k)
        together()
    damp(members, before, has_pushed_frame(contacts, c, k), s)
    together()
    return contacts
