"""A stroke as four numbers: what the hand chooses, the record keeps and the simulator plays."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stroke:
    """Where the striker stands (mm, board coordinates), where it goes (degrees as the player sees it: 0 straight ahead,
    positive to the right) and how fast (m/s).
    """

    x: float
    y: float
    direction: float
    speed: float

    def numbers(self) -> tuple[float, float, float, float]:
        return self.x, self.y, self.direction, self.speed
