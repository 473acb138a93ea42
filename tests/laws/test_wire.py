"""`carrom rule`: one line in, one line out; a bad line is refused alone."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from typing import Any

import pytest

from carrom.base.errors import CarromError
from carrom.laws import BySide, Situation, StrokeFacts
from carrom.laws.wire import facts_from_wire, judge_json, situation_from_wire

EXAMPLE: dict[str, Any] = {
    "rulebook": "icf",
    "before": {
        "own": 5,
        "opponent": 3,
        "queen": "board",
        "opened": True,
        "owed": {"player": 0, "opponent": 0},
        "score": {"player": 10, "opponent": 22},
        "break": None,
    },
    "stroke": {"proper": True, "touched": True, "own": 1, "opponent": 0, "queen": False, "striker": True},
}
RULED = {
    "turn": "continues",
    "due": 1,
    "penalty": 0,
    "returned": {"own": 1, "queen": False},
    "placed": {"player": 2, "opponent": 0},
    "owed": {"player": 0, "opponent": 0},
    "own": 6,
    "opponent": 3,
    "queen": "board",
    "result": None,
    "laws": ["73"],
}
BREAK = {
    **EXAMPLE,
    "before": {**EXAMPLE["before"], "own": 9, "opponent": 9, "opened": False, "break": 1},
    "stroke": {**EXAMPLE["stroke"], "own": 0, "striker": False},
}


def changed(question: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The question with values at dotted paths replaced; `...` removes the field."""
    question = copy.deepcopy(question)
    for path, value in changes.items():
        *parents, name = path.split(".")
        place = question
        for parent in parents:
            place = place[parent]
        if value is ...:
            del place[name]
        else:
            place[name] = value
    return question


@pytest.mark.law("73")
def test_the_example_of_the_specification() -> None:
    assert judge_json(EXAMPLE) == RULED


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"rulebook": "fide"}, "rulebook"),
    ({"rulebook": ["icf"]}, "rulebook"),
    ({"rulebook": ...}, "rulebook is missing"),
    ({"extra": 1}, 'unknown field "extra"; it may have rulebook, before, stroke'),
    ({"before": None}, "before: null is not an object with own, opponent,"),
    ({"before.own": 0}, "own must be a whole number from 1 to 9"),
    ({"before.own": 10}, "own must be"),
    ({"before.own": True}, "before.own: true is not a whole number"),
    ({"before.own": 5.0}, "before.own: 5.0 is not a whole number"),
    ({"before.own": "5"}, 'before.own: "5" is not a whole number'),
    ({"before.own": None}, "before.own: null is not a whole number"),
    ({"before.opponent": 0}, "opponent must be"),
    ({"before.opponent": 10}, "opponent must be"),
    ({"before.queen": "red"}, 'before.queen: "red" is not one of board, pending'),
    ({"before.queen": None}, "before.queen: null is not one of"),
    ({"before.queen": ["board"]}, 'before.queen: ["board"] is not one of'),
    ({"before.opened": 1}, "before.opened: 1 is not true or false"),
    ({"before.opened": None}, "before.opened: null is not true or false"),
    ({"before.owed": 0}, "before.owed: 0 is not an object with player, opponent"),
    ({"before.owed.player": ...}, "before.owed.player is missing"),
    ({"before.owed.third": 0}, "unknown field"),
    ({"before.own": 9, "before.owed.player": -1}, "owed.player must be"),
    ({"before.own": 9, "before.owed.player": True}, "before.owed.player: true is not"),
    ({"before.owed.opponent": 1.0}, "before.owed.opponent: 1.0 is not"),
    ({"before.owed.player": 1}, "only 5 pieces on the board"),
    ({"before.owed.opponent": 1}, "only 3 pieces on the board"),
    ({"before.score.player": -1}, "score.player must be"),
    ({"before.score.opponent": 2.5}, "before.score.opponent: 2.5 is not"),
    ({"before.score.opponent": False}, "before.score.opponent: false is not"),
    ({"before.score": {"player": 0}}, "before.score.opponent is missing"),
    ({"before.break": 0}, "break must be"),
    ({"before.break": 4}, "break must be"),
    ({"before.break": True}, "before.break: true is not a whole number"),
    ({"before.break": ...}, "before.break is missing"),
    ({"before.opened": False}, "not opened"),
    ({"before.own": 9, "before.opened": False, "before.queen": "pending"}, "not opened"),
    ({"before.own": 9, "before.opened": False, "before.queen": "player"}, "not opened"),
    ({"before.break": 1}, "the break has not been made"),
    ({"stroke": []}, "stroke: [] is not an object with proper,"),
    ({"stroke.touched": ...}, "stroke.touched is missing"),
    ({"stroke.foul": True}, 'stroke: unknown field "foul"; it may have proper,'),
    ({"stroke.proper": 1}, "stroke.proper: 1 is not true or false"),
    ({"stroke.striker": None}, "stroke.striker: null is not true or false"),
    ({"stroke.own": -1}, "own pocketed must be"),
    ({"stroke.own": True}, "stroke.own: true is not a whole number"),
    ({"stroke.own": 1.0}, "stroke.own: 1.0 is not a whole number"),
    ({"stroke.own": 6}, "6 pocketed, but only 5 on the board"),
    ({"stroke.opponent": 4}, "4 pocketed, but only 3 on the board"),
    ({"before.queen": "pending", "stroke.queen": True}, "not on the board"),
    ({"before.queen": "player", "stroke.queen": True}, "not on the board"),
    ({"before.queen": "opponent", "stroke.queen": True}, "not on the board"),
]
REFUSED_BEFORE_THE_BREAK: list[tuple[dict[str, Any], str]] = [
    ({"before.opened": True}, "the break has not been made"),
    ({"before.own": 8, "before.opened": True}, "the break has not been made"),
    ({"before.opponent": 8}, "the break has not been made"),
    ({"before.queen": "opponent"}, "the break has not been made"),
    ({"stroke.touched": False, "stroke.own": 1}, "touches no piece"),
    ({"stroke.touched": False, "stroke.opponent": 1}, "touches no piece"),
    ({"stroke.touched": False, "stroke.queen": True}, "touches no piece"),
]


@pytest.mark.parametrize(
    ("question", "says"),
    [(changed(EXAMPLE, changes), says) for changes, says in REFUSED]
    + [(changed(BREAK, changes), says) for changes, says in REFUSED_BEFORE_THE_BREAK],
)
def test_what_cannot_be_is_refused_by_name(question: dict[str, Any], says: str) -> None:
    with pytest.raises(CarromError, match=re.escape(says)):
        judge_json(question)


@pytest.mark.parametrize(
    "changes",
    [
        {"before.own": 9, "before.owed.player": 7},
        {"before.score.player": 1000},
        {"stroke.own": 5},
        {"stroke.touched": False},
        {"before.queen": "opponent"},
        {"before.own": 9, "before.queen": "opponent", "before.opened": False, "stroke.own": 0},
    ],
)
def test_the_unusual_is_judged(changes: dict[str, Any]) -> None:
    assert judge_json(changed(EXAMPLE, changes))["laws"]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"stroke.touched": False, "stroke.striker": True},
        {"before.owed.player": 1},
        {"stroke.own": 2, "stroke.queen": True},
    ],
)
def test_before_the_break(changes: dict[str, Any]) -> None:
    assert judge_json(changed(BREAK, changes))["laws"]


def test_a_bad_line_does_not_spoil_its_neighbours() -> None:
    good = json.dumps(EXAMPLE)
    text = "\n".join([good, "{", good, '{"rulebook": 1}', "[]", good]) + "\n"
    done = subprocess.run([sys.executable, "-m", "carrom", "rule"], input=text, capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [set(line) == {"error"} for line in lines] == [False, True, False, True, True, False]
    assert lines[0] == lines[2] == lines[5] == RULED


def test_wire_forms_round_trip() -> None:
    assert situation_from_wire(EXAMPLE["before"]) == Situation(5, 3, "board", True, BySide(0, 0), BySide(10, 22))
    assert situation_from_wire(BREAK["before"]).break_attempt == 1
    assert facts_from_wire(EXAMPLE["stroke"]) == StrokeFacts(own=1, striker=True)


def test_a_lettered_clause_is_followed_by_its_whole_law() -> None:
    question = changed(EXAMPLE, {"before.own": 1, "stroke.striker": False, "stroke.proper": False})
    assert judge_json(question)["laws"] == ["107b", "107"]
