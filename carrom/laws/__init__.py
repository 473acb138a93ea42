"""The judge of carrom: the consequences of a stroke by any rulebook, and the laws that decide them.

`judge(before, facts, rulebook)` is a pure function. `RULEBOOKS` has all rulebooks; `rulebook("icf")` returns one.
"""

from carrom.laws.facts import (
    NOTHING,
    PIECES,
    START,
    BySide,
    QueenPlace,
    Side,
    Situation,
    StrokeFacts,
    situation_fault,
    stroke_fault,
)
from carrom.laws.incidents import Incident, IncidentRuling, judge_incident
from carrom.laws.judge import BREAK_ATTEMPTS, judge
from carrom.laws.next_turn import NextSituation, after, next_seat, placing_law, placing_seat
from carrom.laws.rulebook import Rulebook
from carrom.laws.rulebooks import RULEBOOKS, rulebook
from carrom.laws.ruling import BoardEnd, LostBy, Returned, Ruling, Turn, lost_by

__all__ = [
    "BREAK_ATTEMPTS",
    "NOTHING",
    "PIECES",
    "RULEBOOKS",
    "START",
    "BoardEnd",
    "BySide",
    "Incident",
    "IncidentRuling",
    "LostBy",
    "NextSituation",
    "QueenPlace",
    "Returned",
    "Rulebook",
    "Ruling",
    "Side",
    "Situation",
    "StrokeFacts",
    "Turn",
    "after",
    "judge",
    "judge_incident",
    "lost_by",
    "next_seat",
    "placing_law",
    "placing_seat",
    "rulebook",
    "situation_fault",
    "stroke_fault",
]
