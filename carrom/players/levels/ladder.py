"""The ladder: named levels from random to champion, each with the budget that its strength was measured with."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from carrom.play.player import Player
from carrom.players.evaluation.search import Budget
from carrom.players.levels.basic import Aimer, Club, Greedy, Random
from carrom.players.levels.champion import Champion, Master
from carrom.players.levels.planning import Planner, Tactician


@dataclass(frozen=True, slots=True)
class Rung:
    name: str
    summary: str
    simulations: int
    """Per decision; 0 for none."""
    seconds: float
    """Time limit of a stroke when playing by the clock."""
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
        Rung("master", "the champion in a twentieth of a second", 4500, 0.05, Master),
        Rung("champion", "weighs what it leaves by what thousands of boards like it led to", 60_000, 1.0, Champion),
    )
}
