"""The judge: what a stroke leads to, in five rulebooks, and which law decided.

`judge(before, facts, rulebook)` is a pure function. `RULEBOOKS` holds the five; `rulebook("icf")` finds one.
"""

from carrom.laws.facts import START, BySide, QueenPlace, Side, Situation, StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.possible import situation_fault, stroke_fault
from carrom.laws.rulebook import Rulebook
from carrom.laws.rulebooks import RULEBOOKS, rulebook
from carrom.laws.ruling import Result, Returned, Ruling, Turn

__all__ = [
    "RULEBOOKS",
    "START",
    "BySide",
    "QueenPlace",
    "Result",
    "Returned",
    "Rulebook",
    "Ruling",
    "Side",
    "Situation",
    "StrokeFacts",
    "Turn",
    "judge",
    "rulebook",
    "situation_fault",
    "stroke_fault",
]
