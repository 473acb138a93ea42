"""How long a player may think."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from time import perf_counter

import numpy as np

from carrom.base.errors import CarromError
from carrom.physics import simulate_batch
from carrom.play.player import View

# A break moves nineteen pieces and costs as much as ten other strokes.
_BREAK_COST = 10
# Of a player's time about this part goes into simulated strokes; the rest is geometry and weighing.
_SIMULATING = 0.4

_MOST = 10_000_000
"""Simulations of a decision; all of them lie in the memory."""
# A stroke takes time for itself, as much as for three pieces, and for each piece on the board.
_ALWAYS, _USUAL = 3, 12


@dataclass(frozen=True, slots=True)
class Budget:
    """Simulated strokes per decision, or seconds.

    With `seconds` None only simulations count: the same seed then gives the same stroke on every machine. With seconds
    as many strokes are simulated as this machine does in that time, and thinking is cut short when it is over.
    """

    simulations: int
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations < 1:
            raise CarromError("bad-budget", f"a budget of {self.simulations} simulations: at least 1 is needed")
        if self.simulations > _MOST:
            raise CarromError(
                "bad-budget", f"a budget of {self.simulations} simulations: {_MOST:,} are the most that are remembered"
            )
        if self.seconds is not None and not self.seconds > 0:
            raise CarromError("bad-budget", f"a budget of {self.seconds} seconds: it must be more than 0")

    def for_stroke(self, view: View) -> int:
        """Simulations for this very stroke."""
        total = self.simulations
        if self.seconds is not None:
            total = max(1, round(_SIMULATING * self.seconds * strokes_a_second()))
        return total if view.situation.break_attempt is None else max(1, total // _BREAK_COST)

    def start(self) -> Clock:
        """Begin to think."""
        return Clock(self.seconds, perf_counter())


def even_effort(simulations: int, pieces: int) -> int:
    """As many strokes on a board of so many pieces as take the time of these where twelve lie."""
    return round(simulations * (_ALWAYS + _USUAL) / (_ALWAYS + pieces))


@dataclass(frozen=True, slots=True)
class Clock:
    """A decision under way."""

    seconds: float | None
    since: float

    def is_over(self) -> bool:
        return self.seconds is not None and perf_counter() - self.since >= self.seconds


@cache
def strokes_a_second() -> float:
    """How many strokes this machine simulates in a second, on a board of twelve pieces."""
    rows, columns = np.meshgrid(np.linspace(-200, 200, 4), np.linspace(-100, 250, 3))
    places = np.column_stack((rows.ravel(), columns.ravel()))
    count = 400
    strokes = np.column_stack(
        (np.zeros(count), np.full(count, -252.6), np.linspace(-60, 60, count), np.linspace(1.5, 5.0, count))
    )
    simulate_batch(places, strokes[:2], threads=1)
    fastest = float("inf")
    for _ in range(3):
        since = perf_counter()
        simulate_batch(places, strokes, threads=1)
        fastest = min(fastest, perf_counter() - since)
    return count / fastest
