"""`carrom rule` with options: the ruling in words, under one rulebook or all of them."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.laws import RULEBOOKS, Situation, StrokeFacts, judge, rulebook
from carrom.laws.register import law
from carrom.laws.sentences import catalogue, ruling_sentences
from tests.cli.conftest import CommandLine, assert_parts
from tests.laws.test_custom_rulebook import CLUB
from tests.laws.test_wire import EXAMPLE


@pytest.mark.law("98a")
def test_ruling_is_printed_in_words(command_line: CommandLine) -> None:
    words = catalogue("en")
    out = command_line.run("rule", "--own", "1", "--queen", "--striker", "--before", "own=5", "opponent=3")
    lines = out.splitlines()
    assert lines[0] == f"{rulebook('icf').title} (icf)"
    ruling = judge(
        Situation(own=5, opponent=3, opened=True), StrokeFacts(own=1, queen=True, striker=True), rulebook("icf")
    )
    assert ruling.placed.player == 2
    assert [line for line in ruling_sentences(ruling, words) if line not in lines] == []
    assert words.say("turn.continues") in lines
    assert words.say("placed.player", n=2) in lines
    assert words.laws(("98a",)) in lines
    assert f"98a {law('98a').title}" in out


def test_default_situation_has_nine_each(command_line: CommandLine) -> None:
    out = command_line.run("rule", "--own", "1", "--queen", "--striker")
    assert "98a, I-16, 72c" in out


def test_another_rulebook(command_line: CommandLine) -> None:
    out = command_line.run("rule", "--own", "1", "--opponent", "1", "--before", "own=5", "--rulebook", "community-2024")
    assert catalogue("en").say("turn.passes") in out
    assert "community-2024:6" in out


def test_comparison_marks_differing_rulebooks(command_line: CommandLine) -> None:
    out = command_line.run("rule", "--own", "1", "--queen", "--all")
    words = catalogue("en").sentences
    rows = {line.split("  ")[0].strip(): line for line in out.splitlines()}
    queen = rows[f"{words['field.queen']} *"]
    assert queen.count(f"{words['value.player']} *") == 2
    assert queen.count(words["value.pending"]) == 3
    assert "*" not in rows[words["field.turn"]]
    assert out.splitlines()[0].split() == list(RULEBOOKS)
    assert_parts(out, "97b", "kreeda-2024:7h")


def test_situation_options_are_read(command_line: CommandLine) -> None:
    words = catalogue("en")
    before = "own=1,opponent=4,queen=pending,score=22-0"
    assert words.say("result.player", n=4) in command_line.run("rule", "--own", "1", "--before", before)
    owing = command_line.run("rule", "--queen", "--before", "owed=1", "owed-opponent=2", "opened")
    assert_parts(owing, "95b", words.say("owed.opponent", n=2))
    assert words.say("turn.retry.2") in command_line.run("rule", "--untouched", "--before", "break=1")


@pytest.mark.parametrize("language", ["hi", "ur"])
def test_other_languages(command_line: CommandLine, language: str) -> None:
    words = catalogue(language)
    out = command_line.run("rule", "--striker", "--before", "own=5", "--language", language)
    assert words.say("turn.passes") in out
    out = command_line.run("rule", "--striker", "--all", "--language", language)
    assert_parts(out, words.sentences["field.turn"], words.sentences["value.passes"])


@pytest.mark.parametrize(
    ("words", "code", "quoted"),
    [
        (["--before", "own=0"], "situation-impossible", ("own", "0")),
        (["--before", "own=x"], "bad-option", ("own", "'x'")),
        (["--before", "own=-1"], "bad-option", ("own", "-1")),
        (["--before", "pawns=3"], "unknown-key", ("'pawns'",)),
        (["--before", "own=3", "own=4"], "key-twice", ("own",)),
        (["--before", "queen=red"], "situation-impossible", ("queen", "red")),
        (["--before", "opened=maybe"], "bad-option", ("opened", "'maybe'")),
        (["--before", "score=10"], "bad-option", ("score", "'10'")),
        (["--before", "break=4"], "situation-impossible", ("break", "4")),
        (["--own", "2", "--before", "own=1"], "situation-impossible", ("2", "1")),
        (["--own", "-1"], "situation-impossible", ("own", "-1")),
        (["--queen", "--before", "queen=player"], "situation-impossible", ("queen",)),
        (["--queen", "--rulebook", "fide"], "misread", ('"fide"',)),
        (["--queen", "--rulebook", "missing.toml"], "file-unreadable", ("missing.toml",)),
    ],
)
def test_invalid_options_are_refused(
    command_line: CommandLine, words: list[str], code: str, quoted: tuple[str, ...]
) -> None:
    assert_parts(command_line.refuse(code, "rule", *words), *quoted)


def test_custom_rulebook_judges(command_line: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    assert "club-night:one_piece_covers" in command_line.run("rule", "--own", "1", "--queen", "--rulebook", str(path))
    assert "club-night" in command_line.run("rule", "--own", "1", "--all", "--rulebook", str(path)).splitlines()[0]
    lines = io.TextIOWrapper(io.BytesIO(json.dumps(EXAMPLE | {"rulebook": "club-night"}).encode()))
    monkeypatch.setattr(sys, "stdin", lines)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(answers := io.BytesIO()))
    assert main(["rule", "--rulebook", str(path)]) == 0
    assert json.loads(answers.getvalue())["laws"] == ["73"]
