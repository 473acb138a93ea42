"""Situations, strokes and rulings as JSON for `carrom rule`."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from carrom.base.codec import dataclass_reader, object_with, read_at, reader_for
from carrom.base.errors import CarromError
from carrom.laws.facts import BySide, Situation, StrokeFacts, situation_fault, stroke_fault
from carrom.laws.judge import judge
from carrom.laws.rulebook import Rulebook
from carrom.laws.rulebooks import RULEBOOKS, rulebook
from carrom.laws.ruling import Ruling

_BEFORE = dataclass_reader(Situation, names={"break": "break_attempt"}, all_needed=True)
_STROKE = dataclass_reader(StrokeFacts, all_needed=True)


def judge_json(question: Any, books: Mapping[str, Rulebook] = RULEBOOKS) -> dict[str, Any]:
    """Answer one line. Raises `CarromError`."""
    given = _QUESTION(question)
    name, before, facts = given["rulebook"], given["before"], given["stroke"]
    book = rulebook(name, books)
    fault = stroke_fault(before, facts)
    if fault:
        raise CarromError("stroke-impossible", f"stroke: {fault}")
    return ruling_to_wire(judge(before, facts, book))


def _read_situation(value: Any) -> Situation:
    before = _BEFORE(value)
    fault = situation_fault(before)
    if fault:
        raise CarromError("situation-impossible", fault)
    return before


_QUESTION = object_with(
    {"rulebook": reader_for(Any), "before": _read_situation, "stroke": _STROKE}, ("rulebook", "before", "stroke")
)


def situation_from_wire(value: Any) -> Situation:
    """Possible situation. Raises `CarromError`."""
    return read_at("before", _read_situation, value)


def facts_from_wire(value: Any) -> StrokeFacts:
    """Facts of a stroke; check them with `stroke_fault`."""
    return read_at("stroke", _STROKE, value)


def ruling_to_wire(ruling: Ruling) -> dict[str, Any]:
    result = ruling.result
    return {
        "turn": ruling.turn,
        "due": ruling.due,
        "penalty": ruling.penalty,
        "returned": {"own": ruling.returned.own, "queen": ruling.returned.queen},
        "placed": _from_sides(ruling.placed),
        "owed": _from_sides(ruling.owed),
        "own": ruling.own,
        "opponent": ruling.opponent,
        "queen": ruling.queen,
        "result": result and {"winner": result.winner, "points": result.points, "demand": result.demand},
        "laws": list(_with_whole_laws(ruling.laws)),
    }


@lru_cache(maxsize=1024)
def _with_whole_laws(laws: tuple[str, ...]) -> tuple[str, ...]:
    """Add the whole law of every lettered clause: a program looking for 107 finds 107b."""
    whole = (law[:-1] for law in laws if law[-1].isalpha() and law[:-1].isdigit())
    return tuple(dict.fromkeys((*laws, *whole)))


def _from_sides(sides: BySide[int]) -> dict[str, int]:
    return {"player": sides.player, "opponent": sides.opponent}
