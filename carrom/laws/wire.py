"""Situations, strokes and rulings as JSON values, as `carrom rule` reads and writes them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from carrom.base.errors import CarromError
from carrom.laws.facts import BySide, Situation, StrokeFacts
from carrom.laws.faults import situation_fault, stroke_fault
from carrom.laws.judge import judge
from carrom.laws.rulebook import Rulebook
from carrom.laws.rulebooks import RULEBOOKS
from carrom.laws.ruling import Ruling

_QUESTION = ("rulebook", "before", "stroke")
_BEFORE = ("own", "opponent", "queen", "opened", "owed", "score", "break")
_STROKE = ("proper", "touched", "own", "opponent", "queen", "striker")
_SIDES = ("player", "opponent")


def answer(question: Any, books: Mapping[str, Rulebook] = RULEBOOKS) -> dict[str, Any]:
    """The ruling on one question; a `CarromError` says what is wrong with it."""
    fields = _fields(question, _QUESTION, "the line")
    name = fields["rulebook"]
    book = books.get(name) if isinstance(name, str) else None
    if book is None:
        raise CarromError(f"rulebook: no rulebook {name!r}; there are {', '.join(books)}")
    before = situation_from_wire(fields["before"])
    facts = facts_from_wire(fields["stroke"])
    fault = stroke_fault(before, facts)
    if fault:
        raise CarromError(f"stroke: {fault}")
    return ruling_to_wire(judge(before, facts, book))


def situation_from_wire(value: Any) -> Situation:
    """A situation that can be, or a `CarromError`."""
    fields = _fields(value, _BEFORE, "before")
    before = Situation(
        own=fields["own"],
        opponent=fields["opponent"],
        queen=fields["queen"],
        opened=_flag(fields, "opened", "before"),
        owed=_by_side(fields["owed"], "before.owed"),
        score=_by_side(fields["score"], "before.score"),
        break_attempt=fields["break"],
    )
    fault = situation_fault(before)
    if fault:
        raise CarromError(f"before: {fault}")
    return before


def facts_from_wire(value: Any) -> StrokeFacts:
    """The facts of a stroke, not yet checked against a situation (`stroke_fault` does that)."""
    fields = _fields(value, _STROKE, "stroke")
    for name in ("proper", "touched", "queen", "striker"):
        _flag(fields, name, "stroke")
    return StrokeFacts(**fields)


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
    """The laws cited and, after them, the whole law of every lettered clause: a program that looks for 107 finds it
    where 107b decided.
    """
    whole = (law[:-1] for law in laws if law[-1].isalpha() and law[:-1].isdigit())
    return tuple(dict.fromkeys((*laws, *whole)))


def _from_sides(sides: BySide[int]) -> dict[str, int]:
    return {"player": sides.player, "opponent": sides.opponent}


def _by_side(value: Any, where: str) -> BySide[int]:
    fields = _fields(value, _SIDES, where)
    return BySide(fields["player"], fields["opponent"])


def _flag(fields: dict[str, Any], name: str, where: str) -> bool:
    value = fields[name]
    if not isinstance(value, bool):
        raise CarromError(f"{where}: {name} must be true or false, not {value!r}")
    return value


def _fields(value: Any, names: tuple[str, ...], where: str) -> dict[str, Any]:
    """A JSON object of exactly these fields."""
    if not isinstance(value, dict):
        raise CarromError(f"{where} must be a JSON object with {', '.join(names)}")
    if value.keys() != set(names):
        for name in names:
            if name not in value:
                raise CarromError(f"{where}: {name} is missing")
        unknown = next(name for name in value if name not in names)
        raise CarromError(f"{where}: unknown field {unknown!r}")
    return value
