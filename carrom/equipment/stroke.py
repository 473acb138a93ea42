"""A stroke as numbers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stroke:
    """Striker's place (mm, board coordinates), direction (degrees from the player's view: 0 straight ahead, positive to
    the right) and speed (m/s). `spin` is in radians a second, counter-clockwise; people's strokes have none."""

    x: float
    y: float
    direction: float
    speed: float
    spin: float = 0.0

    def __post_init__(self) -> None:
        """No −0.0, so that a stroke read from a log equals the original."""
        numbers = self.x, self.y, self.direction, self.speed, self.spin
        if 0.0 in numbers:
            for name, value in zip(self.__slots__, numbers, strict=True):
                object.__setattr__(self, name, value + 0)

    def numbers(self) -> tuple[float, ...]:
        """Four, and the spin if not 0."""
        four = self.x, self.y, self.direction, self.speed
        return (*four, self.spin) if self.spin else four
