"""Broken command lines and files for every tournament and people verb get a sentence, never a traceback."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from carrom.tournament.log.file import tournament_text
from tests.fuzz.mutating import mutated_text, mutated_words
from tests.fuzz.test_lines import _SEED, LINES, run
from tests.server.pads.hall import hall_desk

_FILE, _PEOPLE = "hall.tournament", "people.json"
_WHY = ["--reason", "so it was"]
WORDS: dict[str, list[list[str]]] = {
    "set": [["--tables", "5"], ["--name", "Cup", "--day", "2024-11-05"], ["--json"]],
    "import": [["list.csv", "--dry-run"]],
    "export": [[]],
    "draw": [["S/knockout", "--seed", "7"]],
    "publish": [["S/groups"]],
    "seats": [[], ["S/knockout", "--keep", *_WHY], ["S/knockout", "--seat", "A2=Bo"]],
    "next": [[]],
    "call": [["M1", "5"], ["M2", "1", "--umpire", "Uma"]],
    "here": [["M6"], ["M6", "a"]],
    "start": [["M6"]],
    "free": [["M6"], ["@4"]],
    "table": [["3", "out"], ["4", "out", "--move", "2"]],
    "result": [["M1", "25-8"], ["@4", "a:5", "b:9+q"], ["M2", "--walkover", "a", "--law", "143i"], ["M3", "3-25"]],
    "correct": [["M5", "25-3", *_WHY]],
    "shootout": [["S/groups", "A", "B", "5-0"]],
    "lots": [["A", "B", "C", "--stage", "S/groups"]],
    "rename": [["A", "Asha"]],
    "late": [["Zoe", "--club", "Hill", "--born", "1990-02-03"]],
    "leave": [["A", "--how", "withdrawn", *_WHY], ["B", "--how", "disqualified", "--law", "139"]],
    "check-in": [["A", "B"], ["A", "--undo"]],
    "paid": [["A"]],
    "people": [[]],
    "protest": [["M5", "--side", "a", "--board", "1", "--text", "no"]],
    "confirm": [["M5"]],
    "policy": [["S/groups", "vkk", *_WHY]],
    "retract": [["9", *_WHY]],
    "undo": [[*_WHY], ["--dry-run"]],
    "hall": [[], ["--at", "10:30"]],
    "when": [["A"]],
    "show": [[]],
    "matches": [["S/groups"]],
    "standings": [["S/groups"]],
    "bracket": [["S/knockout"]],
    "log": [[]],
}
_READING = ("show", "standings", "hall", "next", "log", "export", "people")
_YEARS: dict[str, list[list[str]]] = {
    "add": [[_FILE], [_FILE, "--dry-run"]],
    "show": [[], ["A"]],
    "ratings": [[]],
    "meet": [["A", "B"]],
    "same": [["A", "B"]],
    "forget": [["A"]],
    "apart": [["A", "B"]],
}


@pytest.fixture(scope="module")
def seed() -> list[str]:
    """Return the lines of a tournament file in the middle of play."""
    desk = hall_desk()
    desk.play("C", "D", 25, 8)
    return tournament_text([replace(fact, n=n) for n, fact in enumerate(desk.facts, 1)]).splitlines()


def _fresh(folder: Path, seed: list[str]) -> None:
    (folder / _FILE).write_text("\n".join(seed) + "\n")
    (folder / "list.csv").write_text("name,club\nZoe,Hill\n")


def _is_answered(output: str) -> bool:
    return "Traceback" not in output and "carrom failed" not in output


@pytest.mark.parametrize("verb", WORDS)
def test_broken_command_lines(verb: str, seed: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    luck = random.Random(f"{verb} {_SEED}")
    for _ in range(max(2, LINES // 40 // len(WORDS))):
        _fresh(tmp_path, seed)
        words = mutated_words(luck.choice(WORDS[verb]), luck)
        output = run(monkeypatch, ["tournament", verb, _FILE, *words], b"")
        assert _is_answered(output), (verb, words, output)


def test_seed_is_valid(seed: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    _fresh(tmp_path, seed)
    assert "25" in run(monkeypatch, ["tournament", "matches", _FILE, "S/groups"], b"")
    assert "table 4 is free" in run(monkeypatch, ["tournament", "free", _FILE, "M6"], b"")


def test_broken_files(seed: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Break one line of the file, in its meaning or its form."""
    monkeypatch.chdir(tmp_path)
    luck = random.Random(f"files {_SEED}")
    for _ in range(max(30, LINES // 150)):
        _fresh(tmp_path, seed)
        at = luck.randrange(len(seed))
        spoilt = mutated_text(json.loads(seed[at]), luck)
        lines = [line.encode() for line in seed]
        lines[at : at + luck.randrange(1, 2)] = [spoilt.replace(b"\n", b" ")]
        (tmp_path / _FILE).write_bytes(b"\n".join(lines) + b"\n")
        verb = luck.choice(_READING)
        output = run(monkeypatch, ["tournament", verb, _FILE], b"")
        assert _is_answered(output), (verb, spoilt[:2000], output)


def test_broken_people_commands(seed: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    luck = random.Random(f"people {_SEED}")
    _fresh(tmp_path, seed)
    run(monkeypatch, ["people", "add", _PEOPLE, _FILE], b"")
    known = (tmp_path / _PEOPLE).read_text().splitlines()
    for _ in range(max(30, LINES // 150)):
        lines = [line.encode() for line in known]
        if luck.random() < 0.5:
            at = luck.randrange(len(lines))
            lines[at] = mutated_text(json.loads(lines[at]), luck).replace(b"\n", b" ")
        (tmp_path / _PEOPLE).write_bytes(b"\n".join(lines) + b"\n")
        verb = luck.choice(list(_YEARS))
        words = mutated_words(luck.choice(_YEARS[verb]), luck)
        output = run(monkeypatch, ["people", verb, _PEOPLE, *words], b"")
        assert _is_answered(output), (verb, words, lines, output)
