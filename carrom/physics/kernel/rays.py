"""A ray and a circle, without cancellation."""

import math

from carrom.physics.kernel.layout import GRAZE, NEVER, SOFT


def ray_to_circle(dx: float, dy: float, ux: float, uy: float, reach: float, radius: float) -> float:
    """Distance along the ray to a circle whose centre lies at (dx, dy), NEVER if it is not met within `reach`."""
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
    distance = outside / (along + math.sqrt(half_chord2))
    return distance if distance < reach else NEVER


def is_harmless(dx: float, dy: float, ux: float, uy: float, speed: float, radius: float) -> bool:
    """Is this touch of a resting disc so slow and so grazing that both may be left alone?"""
    aside = dx * uy - dy * ux
    sine2 = max(radius * radius - aside * aside, 0.0) / (radius * radius)
    return sine2 < GRAZE * GRAZE and sine2 * speed * speed < SOFT * SOFT
