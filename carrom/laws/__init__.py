"""The judge: what a stroke leads to, by any of the rulebooks, and which law decided.

`judge(before, facts, rulebook)` is a pure function. `RULEBOOKS` holds them all; `rulebook("icf")` finds one.
"""

from carrom.laws.facts import (
    NOTHING as NOTHING,
    PIECES as PIECES,
    START as START,
    BySide as BySide,
    QueenPlace as QueenPlace,
    Side as Side,
    Situation as Situation,
    StrokeFacts as StrokeFacts,
)
from carrom.laws.faults import situation_fault as situation_fault, stroke_fault as stroke_fault
from carrom.laws.incident_judge import IncidentRuling as IncidentRuling, judge_incident as judge_incident
from carrom.laws.incidents import Incident as Incident
from carrom.laws.judge import BREAK_ATTEMPTS as BREAK_ATTEMPTS, judge as judge
from carrom.laws.rulebook import Rulebook as Rulebook
from carrom.laws.rulebooks import RULEBOOKS as RULEBOOKS, rulebook as rulebook
from carrom.laws.ruling import BoardEnd as BoardEnd, Returned as Returned, Ruling as Ruling, Turn as Turn
from carrom.laws.seats import next_seat as next_seat, placing_law as placing_law, placing_seat as placing_seat
from carrom.laws.transition import NextSituation as NextSituation, after as after
