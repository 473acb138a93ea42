"""Lawful positions of the striker on the base lines (Law 130) worth trying."""

import numpy as np

from carrom.equipment import Position, Seat, striker_spans
from carrom.equipment.striker_place import FARTHEST, MIDDLE, NEAREST
from carrom.play.sight import Floats

Spans = list[tuple[float, float]]

# The end of a stretch is lawful; a hair inside, it stays so after rounding.
_HAIR = 1e-6


def free_striker_row(position: Position, seat: Seat) -> tuple[float, Spans]:
    """y of a row with room for the striker, midway between the lines if possible, and its lawful stretches.

    None without any room (Law 142).
    """
    steps = 24
    heights = (NEAREST + (FARTHEST - NEAREST) * step / steps for step in range(steps + 1))
    for ahead in (MIDDLE, *heights):
        spans = [(a + _HAIR, b - _HAIR) for a, b in striker_spans(position, seat, ahead) if b - a > 2 * _HAIR]
        if spans:
            return ahead, spans
    return MIDDLE, []


def spread_striker_positions(ahead: float, spans: Spans, count: int) -> Floats:
    """About `count` positions spread evenly, the middle of every stretch among them."""
    total = sum(right - left for left, right in spans)
    across: list[float] = []
    for left, right in spans:
        share = max(1, round(count * (right - left) / total)) if total > 0 else 1
        across.extend(left + (right - left) * (step + 0.5) / share for step in range(share))
    return np.column_stack((across, np.full(len(across), ahead))) if across else np.empty((0, 2))
