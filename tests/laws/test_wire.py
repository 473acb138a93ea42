"""`carrom rule`: one answer for each line; a bad line is refused alone."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from typing import Any

import pytest

from carrom.laws import BySide, Situation, StrokeFacts
from carrom.laws.wire import facts_from_wire, judge_json, situation_from_wire
from tests.refusals import refuses

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
    """Return the question with the values at dotted paths replaced; `...` removes the field."""
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
def test_specification_example() -> None:
    assert judge_json(EXAMPLE) == RULED


REFUSED: list[tuple[dict[str, Any], str, tuple[str, ...]]] = [
    ({"rulebook": "fide"}, "misread", ("rulebook: ", '"fide"')),
    ({"rulebook": ["icf"]}, "misread", ("rulebook: ", '["icf"]')),
    ({"rulebook": ...}, "misread", ("rulebook ",)),
    ({"extra": 1}, "misread", ('"extra"', "rulebook, before, stroke")),
    ({"before": None}, "misread", ("before: ", "null", "own, opponent")),
    ({"before.own": 0}, "misread", ("before: own ", "0")),
    ({"before.own": 10}, "misread", ("before: own ", "10")),
    ({"before.own": True}, "misread", ("before.own: ", "true")),
    ({"before.own": 5.0}, "misread", ("before.own: ", "5.0")),
    ({"before.own": "5"}, "misread", ("before.own: ", '"5"')),
    ({"before.own": None}, "misread", ("before.own: ", "null")),
    ({"before.opponent": 0}, "misread", ("before: opponent ", "0")),
    ({"before.opponent": 10}, "misread", ("before: opponent ", "10")),
    ({"before.queen": "red"}, "misread", ("before.queen: ", '"red"', "board, pending")),
    ({"before.queen": None}, "misread", ("before.queen: ", "null")),
    ({"before.queen": ["board"]}, "misread", ("before.queen: ", '["board"]')),
    ({"before.opened": 1}, "misread", ("before.opened: ", "1")),
    ({"before.opened": None}, "misread", ("before.opened: ", "null")),
    ({"before.owed": 0}, "misread", ("before.owed: ", "0", "player, opponent")),
    ({"before.owed.player": ...}, "misread", ("before.owed.player ",)),
    ({"before.owed.third": 0}, "misread", ("before.owed: ", '"third"')),
    ({"before.own": 9, "before.owed.player": -1}, "misread", ("before: owed.player ", "-1")),
    ({"before.own": 9, "before.owed.player": True}, "misread", ("before.owed.player: ", "true")),
    ({"before.owed.opponent": 1.0}, "misread", ("before.owed.opponent: ", "1.0")),
    ({"before.owed.player": 1}, "misread", ("before: owed.player ", " 5 ", "72c")),
    ({"before.owed.opponent": 1}, "misread", ("before: owed.opponent ", " 3 ", "72c")),
    ({"before.score.player": -1}, "misread", ("before: score.player ", "-1")),
    ({"before.score.opponent": 2.5}, "misread", ("before.score.opponent: ", "2.5")),
    ({"before.score.opponent": False}, "misread", ("before.score.opponent: ", "false")),
    ({"before.score": {"player": 0}}, "misread", ("before.score.opponent ",)),
    ({"before.break": 0}, "misread", ("before: break ", "0")),
    ({"before.break": 4}, "misread", ("before: break ", "4")),
    ({"before.break": True}, "misread", ("before.break: ", "true")),
    ({"before.break": ...}, "misread", ("before.break ",)),
    ({"before.opened": False}, "misread", ("before: ", " 5 ", "92")),
    ({"before.own": 9, "before.opened": False, "before.queen": "pending"}, "misread", ("before: ", "queen", "92")),
    ({"before.own": 9, "before.opened": False, "before.queen": "player"}, "misread", ("before: ", "queen", "92")),
    ({"before.break": 1}, "misread", ("before: ", "44")),
    ({"stroke": []}, "misread", ("stroke: ", "[]", "proper, touched")),
    ({"stroke.touched": ...}, "misread", ("stroke.touched ",)),
    ({"stroke.foul": True}, "misread", ("stroke: ", '"foul"', "proper, touched")),
    ({"stroke.proper": 1}, "misread", ("stroke.proper: ", "1")),
    ({"stroke.striker": None}, "misread", ("stroke.striker: ", "null")),
    ({"stroke.own": -1}, "stroke-impossible", ("own ", "-1")),
    ({"stroke.own": True}, "misread", ("stroke.own: ", "true")),
    ({"stroke.own": 1.0}, "misread", ("stroke.own: ", "1.0")),
    ({"stroke.own": 6}, "stroke-impossible", ("own: 6 ", " 5 ")),
    ({"stroke.opponent": 4}, "stroke-impossible", ("opponent: 4 ", " 3 ")),
    ({"before.queen": "pending", "stroke.queen": True}, "stroke-impossible", ("queen",)),
    ({"before.queen": "player", "stroke.queen": True}, "stroke-impossible", ("queen",)),
    ({"before.queen": "opponent", "stroke.queen": True}, "stroke-impossible", ("queen",)),
]
REFUSED_BEFORE_THE_BREAK: list[tuple[dict[str, Any], str, tuple[str, ...]]] = [
    ({"before.opened": True}, "misread", ("before: ", "44")),
    ({"before.own": 8, "before.opened": True}, "misread", ("before: ", "44")),
    ({"before.opponent": 8}, "misread", ("before: ", "44")),
    ({"before.queen": "opponent"}, "misread", ("before: ", "44")),
    ({"stroke.touched": False, "stroke.own": 1}, "stroke-impossible", ("44",)),
    ({"stroke.touched": False, "stroke.opponent": 1}, "stroke-impossible", ("44",)),
    ({"stroke.touched": False, "stroke.queen": True}, "stroke-impossible", ("44",)),
]


@pytest.mark.parametrize(
    ("question", "code", "quoted"),
    [(changed(EXAMPLE, changes), code, quoted) for changes, code, quoted in REFUSED]
    + [(changed(BREAK, changes), code, quoted) for changes, code, quoted in REFUSED_BEFORE_THE_BREAK],
)
def test_impossible_questions_are_refused(question: dict[str, Any], code: str, quoted: tuple[str, ...]) -> None:
    with refuses(code, *quoted):
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
def test_unusual_situations_are_judged(changes: dict[str, Any]) -> None:
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
def test_situation_before_the_break(changes: dict[str, Any]) -> None:
    assert judge_json(changed(BREAK, changes))["laws"]


def test_bad_line_does_not_affect_other_lines() -> None:
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


def test_lettered_clause_is_followed_by_its_law() -> None:
    question = changed(EXAMPLE, {"before.own": 1, "stroke.striker": False, "stroke.proper": False})
    assert judge_json(question)["laws"] == ["107b", "107"]
