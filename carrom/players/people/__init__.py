"""People to play against: ten named opponents and a robot, each a mind, an eye and a hand.

A rung of the ladder sees every stroke that there is. A person sees what people see, misjudges it as people do, likes
some strokes better than others, and has a hand, a favourite break and nerves. `opponents()` lists them, weakest first.
"""

from carrom.players.people.person import Break, DecisionStyle, NamedOpponent, StrokeVision
from carrom.players.people.roster import PEOPLE, opponents

__all__ = ["PEOPLE", "Break", "DecisionStyle", "NamedOpponent", "StrokeVision", "opponents"]
