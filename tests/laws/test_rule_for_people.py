"""`carrom rule` with options: the ruling in words, under one rulebook or all of them."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from carrom.cli import main
from tests.laws.test_own_rulebook import CLUB
from tests.laws.test_wire import EXAMPLE


def said(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert main(["rule", *words]) == status
    captured = capsys.readouterr()
    return captured.out if status == 0 else captured.err


@pytest.mark.law("98a")
def test_plain_words(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "--own", "1", "--queen", "--striker", "--before", "own=5", "opponent=3")
    lines = out.splitlines()
    assert lines[0] == "Laws of Carrom (icf)"
    assert "The player plays on." in lines
    assert "2 pieces of the player are taken out and placed now." in lines
    assert "Law: 98a" in lines
    assert "98a Queen, own piece, striker, proper" in out


def test_without_a_situation_all_nine_are_on(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "--own", "1", "--queen", "--striker")
    assert "Laws: 98a, I-16, 72c" in out


def test_another_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "--own", "1", "--opponent", "1", "--before", "own=5", "--rulebook", "community-2024")
    assert "The turn passes." in out
    assert "community-2024:6" in out


def test_side_by_side_they_mark_where_they_differ(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "--own", "1", "--queen", "--all")
    rows = {line.split("  ")[0].strip(): line for line in out.splitlines()}
    assert rows["queen *"].count("player *") == 2
    assert rows["queen *"].count("to be covered") == 3
    assert "*" not in rows["turn"]
    assert out.splitlines()[0].split() == ["icf", "vkk", "four-break", "community-2024", "kreeda-2024"]
    assert "97b" in out
    assert "kreeda-2024:7h" in out


def test_the_whole_situation(capsys: pytest.CaptureFixture[str]) -> None:
    before = "own=1,opponent=4,queen=pending,score=22-0"
    assert "by 4 points" in said(capsys, "--own", "1", "--before", before)
    owing = said(capsys, "--queen", "--before", "owed=1", "owed-opponent=2", "opened")
    assert "95b" in owing
    assert "The opponent still owes 2 pieces." in owing
    assert "Second chance" in said(capsys, "--untouched", "--before", "break=1")


@pytest.mark.parametrize(("language", "word"), [("hi", "बारी"), ("ur", "باری")])
def test_other_languages(capsys: pytest.CaptureFixture[str], language: str, word: str) -> None:
    assert word in said(capsys, "--striker", "--before", "own=5", "--language", language)
    assert word in said(capsys, "--striker", "--all", "--language", language)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--before", "own=0"], "own must be a whole number from 1 to 9"),
        (["--before", "own=x"], "own must be a whole number"),
        (["--before", "own=-1"], "own must be a whole number"),
        (["--before", "pawns=3"], "'pawns' is unknown"),
        (["--before", "own=3", "own=4"], "own appears twice"),
        (["--before", "queen=red"], "queen must be one of"),
        (["--before", "opened=maybe"], "opened must be yes or no"),
        (["--before", "score=10"], "score must be two numbers"),
        (["--before", "break=4"], "break must be"),
        (["--own", "2", "--before", "own=1"], "2 pocketed, but only 1"),
        (["--own", "-1"], "own pocketed must be"),
        (["--queen", "--before", "queen=player"], "not on the board"),
        (["--queen", "--rulebook", "fide"], '"fide"'),
        (["--queen", "--rulebook", "missing.toml"], "missing.toml"),
    ],
)
def test_mistakes_are_named(capsys: pytest.CaptureFixture[str], words: list[str], says: str) -> None:
    assert says in said(capsys, *words, status=2)


def test_a_rulebook_of_ones_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    assert "club-night:one_piece_covers" in said(capsys, "--own", "1", "--queen", "--rulebook", str(path))
    assert "club-night" in said(capsys, "--own", "1", "--all", "--rulebook", str(path)).splitlines()[0]
    lines = io.TextIOWrapper(io.BytesIO(json.dumps(EXAMPLE | {"rulebook": "club-night"}).encode()))
    monkeypatch.setattr(sys, "stdin", lines)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(answers := io.BytesIO()))
    assert main(["rule", "--rulebook", str(path)]) == 0
    assert json.loads(answers.getvalue())["laws"] == ["73"]
