"""How long a player may think."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from carrom.errors import CarromError
from carrom.play.player import View

_BREAK_COST = 10


@dataclass(frozen=True, slots=True)
class Budget:
    """Simulated strokes per decision, and perhaps seconds.

    With `seconds` None only simulations count: the same seed then gives the same stroke on every machine. With
    seconds, thinking is cut short when they are over and goes on while some are left.
    """

    simulations: int
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations < 1:
            raise CarromError(f"a budget of {self.simulations} simulations: at least 1 is needed")
        if self.seconds is not None and not self.seconds > 0:
            raise CarromError(f"a budget of {self.seconds} seconds: it must be more than 0")

    def for_stroke(self, view: View) -> int:
        """Simulations for this very stroke: a break moves nineteen pieces and costs as much as ten others."""
        return self.simulations if view.situation.break_attempt is None else max(1, self.simulations // _BREAK_COST)

    def start(self) -> Clock:
        """Begin to think."""
        return Clock(self.seconds, perf_counter())


@dataclass(frozen=True, slots=True)
class Clock:
    """A decision under way."""

    seconds: float | None
    since: float

    def is_over(self) -> bool:
        return self.seconds is not None and perf_counter() - self.since >= self.seconds

    def has_time(self) -> bool:
        """Whether there is time for more than was planned; never without a limit of time."""
        return self.seconds is not None and not self.is_over()
