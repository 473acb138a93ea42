"""Computer players: the ladder of levels, people, and a robot."""

from carrom.players.evaluation.search import Budget
from carrom.players.levels.ladder import LADDER, Rung
from carrom.players.people.roster import PEOPLE, opponents
from carrom.players.registry import contestant_named, player_named

__all__ = ["LADDER", "PEOPLE", "Budget", "Rung", "contestant_named", "opponents", "player_named"]
