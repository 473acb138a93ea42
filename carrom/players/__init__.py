"""Computer players: the ladder, people, and a robot. How they decide is here, how well they strike is `play.skill`."""

from carrom.players.evaluation.search import Budget
from carrom.players.levels.ladder import LADDER, Rung
from carrom.players.people.roster import PEOPLE, opponents
from carrom.players.registry import contestant_named, player_named

__all__ = ["LADDER", "PEOPLE", "Budget", "Rung", "contestant_named", "opponents", "player_named"]
