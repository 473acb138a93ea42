"""The ladder: named players from beginner to champion, each with the budget that it is measured with.

A rung says how somebody decides; how well he strikes is the skill of his hand, chosen apart. `player_named("club")`
thinks with a fixed number of simulations, so that a seed repeats it; give `seconds` to play by the clock instead.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from carrom.base.errors import CarromError
from carrom.play.player import Player
from carrom.players.mind.budget import Budget
from carrom.players.rungs.planning import Planner, Tactician
from carrom.players.rungs.simple import Aimer, Random
from carrom.players.rungs.simulating import Club, Greedy


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of the ladder."""

    name: str
    summary: str
    simulations: int
    """Simulated strokes per decision; 0: it simulates nothing."""
    seconds: float
    """The most that a stroke may take when it plays by the clock."""
    make: Callable[[Budget], Player]


LADDER: Final[dict[str, Rung]] = {
    rung.name: rung
    for rung in (
        Rung("random", "any lawful stroke", 0, 0.05, lambda _: Random()),
        Rung("aimer", "geometry only: the piece nearest to an open pocket", 0, 0.05, lambda _: Aimer()),
        Rung("greedy", "every candidate tried once without error", 300, 0.05, Greedy),
        Rung("club", "candidates tried many times in its own hand", 400, 0.05, Club),
        Rung("planner", "plans its own turn ahead, aims at the middle of windows", 6000, 0.25, Planner),
        Rung("tactician", "weighs the rival's reply, plays safe, places due pieces to hurt", 14000, 1.0, Tactician),
    )
}


def player_named(name: str, *, simulations: int | None = None, seconds: float | None = None) -> Player:
    """A fresh player of that rung.

    >>> type(player_named("greedy")).__name__
    'Greedy'
    """
    rung = LADDER.get(name.strip().lower())
    if rung is None:
        raise CarromError(f"there is no player {name!r}; there are {', '.join(LADDER)}")
    return rung.make(Budget(simulations if simulations is not None else max(rung.simulations, 1), seconds))
