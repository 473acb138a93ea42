"""Trained policies as players, for arena and matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carrom.env.array_env import Observation
from carrom.env.seat_observer import SeatObserver
from carrom.equipment import due_places
from carrom.physics import Stroke
from carrom.play import Perception, PlainManners
from carrom.play.player import Point

Policy = Callable[[Mapping[str, NDArray[Any]]], ArrayLike]
"""Maps observations of `carrom/Versus-v1` to actions."""


class PolicyPlayerV1(PlainManners):
    """A policy trained in `carrom/Versus-v1` or `carrom.env.board_v1` with the same `actions` and `dues`. Invalid
    actions raise the environment's errors."""

    def __init__(self, policy: Policy, *, actions: str = "raw", dues: str = "plain", most_strokes: int = 300) -> None:
        self.policy = policy
        self.observer = SeatObserver(actions=actions, dues=dues, most_strokes=most_strokes)
        self._strokes = 0
        self._wish: Point | None = None

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        self._strokes = 0 if view.situation.break_attempt == 1 else self._strokes + 1
        return self.observer.stroke(self._answer(view))

    def forgoes(self, view: Perception, count: int) -> bool:
        if not self.observer.asks:
            return super().forgoes(view, count)
        forgo, x, y = self.observer.wish(self._answer(view, due=count))
        self._wish = view.seat.to_board(x, y)
        return forgo

    def place(self, view: Perception, rng: np.random.Generator) -> Point:
        if not self.observer.asks:
            return super().place(view, rng)
        if self._wish is None:  # asked for a place without the right to forgo
            self.forgoes(view, 1)
        x, y = self._wish or (0.0, 0.0)
        return min(due_places(view.position), key=lambda place: hypot(place[0] - x, place[1] - y))

    def _answer(self, view: Perception, *, due: int = 0) -> ArrayLike:
        seen: Observation = self.observer.seen(view, strokes=self._strokes, due=due)
        return self.policy(seen)
