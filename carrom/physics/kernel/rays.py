"""Intersect a ray and a circle, without cancellation."""

from carrom.physics.kernel.arith import larger, ratio, root
from carrom.physics.kernel.layout import GRAZE, NEVER, SOFT


def ray_to_circle(dx: float, dy: float, ux: float, uy: float, reach: float, radius: float) -> float:
    """Return the distance along the ray to a circle centred at (dx, dy), or NEVER beyond `reach`."""
    along = dx * ux + dy * uy
    if along <= 0.0 or along - radius >= reach:
        return NEVER
    aside = dx * uy - dy * ux
    half_chord2 = radius * radius - aside * aside
    if half_chord2 <= 0.0:
        return NEVER
    outside = dx * dx + dy * dy - radius * radius
    if outside <= 0.0:
        return 0.0
    distance = ratio(outside, along + root(half_chord2))
    return distance if distance < reach else NEVER


def is_harmless(dx: float, dy: float, ux: float, uy: float, speed: float, radius: float) -> bool:
    """Return whether touching a resting disc is so slow and grazing that both may be left alone."""
    aside = dx * uy - dy * ux
    sine2 = larger(radius * radius - aside * aside, 0.0)  # times radius²
    return sine2 < GRAZE * GRAZE * radius * radius and sine2 * speed * speed < SOFT * SOFT * radius * radius
