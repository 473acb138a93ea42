"""Who enters: a player of the ladder with a hand, written `planner@world`."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.base.errors import CarromError
from carrom.play.seating import Contestant
from carrom.play.skill import skill_named
from carrom.players.rungs.ladder import LADDER, player_named


@dataclass(frozen=True, slots=True)
class ArenaEntrant:
    """A rung and a level."""

    player: str
    level: str = "club"

    @classmethod
    def from_text(cls, text: str, *, level: str = "club") -> ArenaEntrant:
        """Read `planner` or `planner@world`; both names are checked.

        >>> ArenaEntrant.from_text("greedy", level="state").text()
        'greedy@state'
        """
        player, at, hand = text.strip().lower().partition("@")
        if player not in LADDER:
            raise CarromError(f"there is no player {player!r}, in {text!r}; there are {', '.join(LADDER)}")
        return cls(player, skill_named(hand if at else level).name)

    def text(self) -> str:
        return f"{self.player}@{self.level}"

    def contestant(self, *, simulations: int | None = None, seconds: float | None = None) -> Contestant:
        """Him at the table."""
        player = player_named(self.player, simulations=simulations, seconds=seconds)
        return Contestant(player, skill_named(self.level), self.text())
