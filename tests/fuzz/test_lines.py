"""Broken lines for every verb that reads lines get an answer or a sentence, never a traceback."""

from __future__ import annotations

import io
import json
import os
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from carrom.cli import main
from tests.fuzz.mutating import mutated_lines, mutated_text

LINES = int(os.environ.get("CARROM_FUZZ", "2000"))
_SEED = int(os.environ.get("CARROM_FUZZ_SEED", "1"))
_GOLDEN = Path(__file__).resolve().parents[1] / "golden"
_AT_ONCE = 200
_BEFORE = {
    "own": 5, "opponent": 3, "queen": "board", "opened": True, "owed": {"player": 0, "opponent": 0},
    "score": {"player": 10, "opponent": 22}, "break": None,
}  # fmt: skip
_STROKE = {"proper": True, "touched": True, "own": 1, "opponent": 0, "queen": False, "striker": True}
SEEDS: dict[str, list[Any]] = {
    "rule": [{"rulebook": "icf", "before": _BEFORE, "stroke": _STROKE}],
    "score": [
        {"rulebook": "icf", "stage": "group", "first_break": "a", "boards": [
            {"winner": "a", "coins": 5, "queen": "a"}, {"winner": "b", "points": 3},
            {"winner": "a", "coins": 9, "queen": "a", "demand": 1}]},
    ],
    "match": [json.loads(line) for line in (_GOLDEN / "match-questions.jsonl").read_text().splitlines()],
    "simulate": [
        {"position": "start", "seat": "south", "stroke": {"x": 0, "y": -252.6, "direction": 3.5, "speed": 6.0}},
        {"position": "white:10.5,-200/40,40 queen:0,0", "seat": "east",
         "stroke": {"x": 252.6, "y": 0, "direction": 0, "speed": 2.0}},
    ],
    "standings": [
        {"policy": "vkk", "entries": ["P", "Q", "R", "S"], "advance": 2, "matches": [
            {"a": "P", "b": "Q", "score": [18, 18], "extra": [10, 0]}, {"a": "Q", "b": "R", "score": [25, 18]}],
         "shootouts": [{"a": "P", "b": "Q", "score": [5, 0]}]},
    ],
    "draw": [
        {"format": "knockout", "entries": ["Ana", "Bo", "Cy"], "seeds": 1},
        {"format": "round-robin", "entries": ["Ana", "Bo", "Cy", "Dev"]},
        {"format": "groups", "entries": ["Ana", "Bo", "Cy", "Dev", "Eve", "Fay"], "groups": 2},
    ],
    "schedule": [
        {"tables": 2, "slot_minutes": 35, "rest_slots": 1, "start": "09:00", "matches": [
            {"id": "S1", "sides": ["Ana", "Bo"]}, {"id": "S2", "sides": ["Cy", "Dev"]},
            {"id": "F", "sides": ["winner of S1", "winner of S2"], "after": ["S1", "S2"]}]},
    ],
}  # fmt: skip
_RARE = {"schedule": 100, "draw": 5, "match": 5, "standings": 2}
"""Expensive verbs run less often."""


def run(monkeypatch: pytest.MonkeyPatch, words: list[str], typed: bytes) -> str:
    """Run a command line with this standard input; return its output and errors."""
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8", errors="surrogateescape"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="utf-8", write_through=True))
    monkeypatch.setattr(sys, "stderr", sys.stdout)
    with suppress(SystemExit):  # not options
        main(words)
    return out.getvalue().decode(errors="replace")


@pytest.mark.parametrize("verb", SEEDS)
def test_seeds_are_valid(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fuzz run from invalid seeds would test refusals alone."""
    output = run(monkeypatch, [verb], b"".join(json.dumps(seed).encode() + b"\n" for seed in SEEDS[verb]))
    assert sum('"error"' not in line for line in output.splitlines()) >= (len(SEEDS[verb]) + 1) // 2, output


@pytest.mark.parametrize("verb", SEEDS)
def test_broken_json_lines(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    luck = random.Random(f"{verb} {_SEED}")
    left = max(20, LINES // len(SEEDS) // _RARE.get(verb, 1))
    while left > 0:
        lines = [mutated_text(luck.choice(SEEDS[verb]), luck).replace(b"\n", b" ") for _ in range(min(left, _AT_ONCE))]
        output = run(monkeypatch, [verb], b"\n".join(lines) + b"\n")
        for line, answer in zip(lines, output.splitlines(), strict=False):
            assert "carrom failed" not in answer, (line[:2000], answer)
        assert "Traceback" not in output
        left -= len(lines)


_RECORD = (_GOLDEN / "icf-match.carrom").read_text(encoding="utf-8").splitlines()
_BOARD = ["[board]", "side = 740.0", "thickness = 8.0", "", "[frame]", "width = 76.0"]
_KEPT = ["toss a", "play", "stroke own 1", "@0:20:00 stroke striker", "place", "undo", "help", "foul b 129", "remark x"]


def _checks(folder: Path) -> dict[str, tuple[list[str], Callable[[], list[str]]]]:
    return {
        "record check": (["record", "check", "-"], lambda: _RECORD),
        "record tidy": (["record", "tidy", "-"], lambda: _RECORD),
        "card": (["card", "-"], lambda: _RECORD),
        "replay": (["replay", "-"], lambda: _RECORD),
        "check": (["check", "-"], lambda: _BOARD),
        "record keep": (["record", "keep", str(folder / "kept.carrom"), "--a", "Ana", "--b", "Bo"], lambda: _KEPT),
    }


@pytest.mark.parametrize("verb", _checks(Path()))
def test_broken_texts(verb: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    luck = random.Random(f"{verb} {_SEED}")
    words, lines = _checks(tmp_path)[verb]
    left = LINES // 6
    while left > 0:
        (tmp_path / "kept.carrom").unlink(missing_ok=True)
        text = mutated_lines(lines(), luck)
        output = run(monkeypatch, words, b"\n".join(text) + b"\n")
        assert "Traceback" not in output
        left -= len(text)
