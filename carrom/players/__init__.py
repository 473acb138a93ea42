"""The ladder of computer players. How they decide is here; how well they strike is `carrom.play.skill`."""

from carrom.players.mind.budget import Budget
from carrom.players.rungs.ladder import LADDER, Rung, player_named

__all__ = ["LADDER", "Budget", "Rung", "player_named"]
