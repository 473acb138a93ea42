"""People to play against: ten named opponents and a robot.

Unlike the levels of the ladder, a person overlooks and misjudges strokes, has preferences, a skill, a favourite break
and nerves. `opponents()` lists them, weakest first.
"""

from carrom.players.people.person import Break, DecisionStyle, NamedOpponent, StrokeVision
from carrom.players.people.roster import PEOPLE, opponents

__all__ = ["PEOPLE", "Break", "DecisionStyle", "NamedOpponent", "StrokeVision", "opponents"]
