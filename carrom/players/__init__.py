"""Computer players: the ladder, people, and a robot. How they decide is here, how well they strike is `play.skill`."""

from carrom.players.mind.budget import Budget
from carrom.players.named import contestant_named, player_named
from carrom.players.people.roster import PEOPLE, opponents
from carrom.players.rungs.ladder import LADDER, Rung

__all__ = ["LADDER", "PEOPLE", "Budget", "Rung", "contestant_named", "opponents", "player_named"]
