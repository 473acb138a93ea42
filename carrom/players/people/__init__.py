"""People to play against: ten named opponents and a robot, weakest first in `opponents()`."""

from carrom.players.people.person import Break, DecisionStyle, NamedOpponent, StrokeVision
from carrom.players.people.roster import PEOPLE, opponents

__all__ = ["PEOPLE", "Break", "DecisionStyle", "NamedOpponent", "StrokeVision", "opponents"]
