"""The ladder of computer players. How they decide is here; how well they strike is `carrom.play.skill`."""

from carrom.players.mind.budget import Budget as Budget
from carrom.players.rungs.ladder import LADDER as LADDER, Rung as Rung, player_named as player_named
