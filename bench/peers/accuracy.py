"""Distance between our final places and a time-stepping engine's, which should approach zero with the step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from carrom.equipment import Position
from carrom.physics import Stroke, simulate

from .world import EVEN

STEPS = (1000, 4000, 16000)  # a second
TOUCHES = (0, 1, 2, 3)  # between discs, in one stroke
STROKES = 20  # per number of touches, with nothing pocketed
ANY = 60


@dataclass(frozen=True, slots=True)
class Played:
    """Stroke and exact final places, NaN for fallen discs."""

    places: Any
    shot: Any
    rest: Any
    touches: int

    @classmethod
    def of(cls, places: Any, shot: Any) -> Played:
        position = Position.of([("white", x, y) for x, y in places.tolist()])
        trace = simulate(position, Stroke(*shot.tolist()), profile=EVEN)
        laid = np.array([(piece.x, piece.y) for piece in position.pieces])
        rest = np.array([place or (np.nan, np.nan) for place in trace.places])
        return cls(laid, shot, rest, sum(event.type == "disc" for event in trace.events))

    @property
    def fallen(self) -> Any:
        return np.isnan(self.rest[:, 0])


def table(engines: dict[str, Callable[..., Any]], places: Any, shots: Any) -> list[str]:
    strokes = [Played.of(*stroke) for stroke in zip(places, shots, strict=True)]
    still = [stroke for stroke in strokes if not stroke.fallen.any()]
    groups = [[stroke for stroke in still if stroke.touches == number][:STROKES] for number in TOUCHES]
    lines = ["| engine and step | no touch | one | two | three | same discs fell |", "|---|---|---|---|---|---|"]
    for name, play in engines.items():
        for often in STEPS:
            medians = [np.median([_farthest(stroke, play, 1 / often) for stroke in group]) for group in groups]
            same = np.mean([_same_fell(stroke, play, 1 / often) for stroke in strokes[:ANY]])
            cells = [f"{name}, 1/{often} s", *(f"{median:.2f}" for median in medians), f"{100 * same:.0f} %"]
            lines.append(f"| {' | '.join(cells)} |")
    return lines


def _farthest(stroke: Played, play: Callable[..., Any], step: float) -> float:
    """Greatest distance in mm between a disc's two places; infinite if one fell that should not."""
    off = np.hypot(*(play(stroke.places, stroke.shot, step) - stroke.rest).T)
    return float(np.nan_to_num(off, nan=np.inf).max())


def _same_fell(stroke: Played, play: Callable[..., Any], step: float) -> bool:
    return bool((np.isnan(play(stroke.places, stroke.shot, step)[:, 0]) == stroke.fallen).all())
