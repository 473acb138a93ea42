"""Every law case of the tables, as one test each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from carrom.laws import (
    RULEBOOKS,
    IncidentRuling,
    Ruling,
    StrokeFacts,
    judge,
    judge_incident,
    rulebook,
    situation_fault,
    stroke_fault,
)
from carrom.laws.register import register
from tests.laws.law_cases import Case, cases, read


def _fields(ruling: Ruling | IncidentRuling) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "turn": ruling.turn,
        "back": ruling.returned.own,
        "queen_back": ruling.returned.queen,
        "placed": ruling.placed.player,
        "placed_opponent": ruling.placed.opponent,
        "owed": ruling.owed.player,
        "owed_opponent": ruling.owed.opponent,
        "own": ruling.own,
        "opponent": ruling.opponent,
        "queen": ruling.queen,
    }
    if isinstance(ruling, Ruling):
        fields |= {"due": ruling.due, "penalty": ruling.penalty}
    if ruling.result is not None:
        fields |= {"winner": ruling.result.winner, "points": ruling.result.points, "demand": ruling.result.demand}
    return fields


def test_every_stroke_clause_has_a_case() -> None:
    numbers = {45, 47, 51, 63, 64, *range(72, 78), *range(91, 113)}
    wanted = {id for id in register() if (match := re.match(r"\d+", id)) and int(match[0]) in numbers}
    shown = {law for case in cases() for law in case.marks}
    assert wanted - shown == {"93", "94a"}  # the place of the queen is geometry, proved with the equipment


def test_every_rulebook_has_cases() -> None:
    assert {case.book for case in cases()} == RULEBOOKS.keys()


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("laws = []\nstroke = {}\ngives = {}", "t.toml: case 'A miss' lacks before"),
        ("laws = []\nbefore = {}\ngives = {}", "t.toml: case 'A miss' needs either a stroke or an incident"),
        (
            "laws = []\nbefore = {}\nstroke = {}\ngives = {}\nbook = 'icf'",
            "case 'A miss' has what no case can have: book",
        ),
    ],
)
def test_incomplete_case_is_named(lines: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(f"[[case]]\nname = 'A miss'\n{lines}\n")
    with pytest.raises(AssertionError, match=words):
        read(tmp_path / "t.toml")


@pytest.mark.parametrize("case", [pytest.param(case, marks=pytest.mark.law(*case.marks)) for case in cases()], ids=str)
def test_case(case: Case) -> None:
    assert situation_fault(case.before) is None
    ruling: Ruling | IncidentRuling
    if isinstance(case.event, StrokeFacts):
        assert stroke_fault(case.before, case.event) is None
        ruling = judge(case.before, case.event, rulebook(case.book))
    else:
        ruling = judge_incident(case.before, case.event, rulebook(case.book))
    fields = _fields(ruling)
    got = {key: fields.get(key) for key in case.gives}
    assert got == case.gives
    assert ruling.laws == case.laws
