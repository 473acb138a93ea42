"""A stroke as numbers: what the hand chooses, the record keeps and the simulator plays."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stroke:
    """Where the striker stands (mm, board coordinates), where it goes (degrees as the player sees it: 0 straight ahead,
    positive to the right) and how fast (m/s). `spin` is in radians a second, counter-clockwise; a hand gives none.
    """

    x: float
    y: float
    direction: float
    speed: float
    spin: float = 0.0

    def __post_init__(self) -> None:
        """There is one nought: a stroke of minus nought would be told otherwise once it was read from a log."""
        numbers = self.x, self.y, self.direction, self.speed, self.spin
        if 0.0 in numbers:
            for name, value in zip(self.__slots__, numbers, strict=True):
                object.__setattr__(self, name, value + 0)  # -0.0 becomes 0.0

    def numbers(self) -> tuple[float, ...]:
        """The four numbers, and the spin where there is one."""
        four = self.x, self.y, self.direction, self.speed
        return (*four, self.spin) if self.spin else four
