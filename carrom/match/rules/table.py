"""Which act is possible in which phase, and which rule makes a new course of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from carrom.match import acts
from carrom.match.course import Course, Phase
from carrom.match.outcome import Moment, Refused, Step
from carrom.match.rules import between, endings, fouls, opening, placing, protests, strokes

Handler = Callable[[Course, Any, Moment], Step | Refused]

ANY: tuple[Phase, ...] = get_args(Phase)
BOARD: tuple[Phase, ...] = ("stroke", "placing")
OPEN: tuple[Phase, ...] = tuple(phase for phase in ANY if phase != "over")


@dataclass(frozen=True, slots=True)
class Rule:
    """An act's place in the course of play."""

    phases: tuple[Phase, ...]
    handler: Handler
    law: str | None
    """The law that an act out of its phase offends."""


RULES: dict[type[acts.Act], Rule] = {
    acts.Toss: Rule(("toss",), opening.toss, "39a"),
    acts.Sit: Rule(("toss", "ready"), opening.sit, "39d"),
    acts.Trial: Rule(("ready",), opening.trial, "40"),
    acts.Play: Rule(("ready", "appeal"), opening.play, "46"),
    acts.Stroke: Rule(("ready", "stroke"), strokes.stroke, "46"),
    acts.Place: Rule(("placing",), placing.place, "78a"),
    acts.Forgo: Rule(("placing",), placing.forgo, "87a"),
    acts.NoRoom: Rule(("placing",), placing.no_room, "79a"),
    acts.UmpirePlaces: Rule(BOARD, placing.umpire_places, "9"),
    acts.Arrange: Rule((*BOARD, "appeal"), placing.arrange, "134"),
    acts.Pass: Rule(("stroke",), strokes.pass_over, "137"),
    acts.Foul: Rule(BOARD, fouls.foul, "62"),
    acts.LoseTurn: Rule(BOARD, fouls.lose_turn, "132"),
    acts.Timeout: Rule(BOARD, fouls.timeout, "50"),
    acts.Appeal: Rule(BOARD, opening.appeal, "121a"),
    acts.Unnoticed: Rule((*BOARD, "ready"), fouls.unnoticed, None),
    acts.Replay: Rule((*BOARD, "appeal"), endings.replay, "140"),
    acts.Demand: Rule(("demand",), endings.demand, "87b"),
    acts.LoseBoard: Rule((*BOARD, "appeal"), endings.lose_board, "91"),
    acts.LoseMatch: Rule(OPEN, endings.lose_match, "143"),
    acts.Concede: Rule(OPEN, endings.concede, "139"),
    acts.TimeUp: Rule((*BOARD, "ready", "appeal"), endings.time_up, "I-26"),
    acts.ChangeSides: Rule(("ready", "toss"), between.change_sides, "58"),
    acts.Interval: Rule(("ready",), between.interval, "138"),
    acts.Protest: Rule(ANY, protests.protest, "145"),
    acts.ProtestWritten: Rule(ANY, protests.protest_written, "146"),
    acts.ProtestDecided: Rule(ANY, protests.protest_decided, "151"),
    acts.Remark: Rule(ANY, between.remark, None),
    acts.Sign: Rule(("over",), between.sign, "XIX"),
}


def step(course: Course, act: acts.Act, moment: Moment) -> Step | Refused:
    """The course after this act."""
    rule = RULES[type(act)]
    if course.phase not in rule.phases:
        return Refused("out-of-order", rule.law, f"{act.kind} has no place in the phase '{course.phase}'")
    return rule.handler(course, act, moment)
