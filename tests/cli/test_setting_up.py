"""`carrom tournament new` and `set`: a hall of one's own without an editor, asked for or written."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.tournament.log.file import load
from carrom.tournament.settings import SETTINGS


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def typed(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert main(["tournament", *words]) == status
    said = capsys.readouterr()
    return said.out if status == 0 else said.err


def test_everything_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--format groups+knockout --tables 7 --start 10:30 --report 5 --groups 3 --advance 1 --protest-fee 250"
    typed(capsys, "new", *words.split(), "--day", "2025-03-01", "-o", "a.tournament")
    cup = load(Path("a.tournament")).state.announced
    assert (cup.hall.tables, cup.hall.start, cup.hall.report_minutes, cup.protests.fee) == (7, "10:30", 5, 250)
    assert (cup.event("S").stage("groups").groups, cup.event("S").stage("groups").advance) == (3, 1)
    shown = json.loads(typed(capsys, "set", "a.tournament", "--json"))
    assert {"setting": "tables", "where": "", "value": "7"} in shown
    assert {"setting": "groups", "where": "S/groups", "value": "3"} in shown


def test_the_questions_are_those_of_the_table_and_what_is_said_is_not_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["Hill cup", "2025-03-01"])
    given = io.StringIO("".join(f"{one}\n" for one in answers) + "\n" + "many\n6\n" + "\n" * 40)
    monkeypatch.setattr(sys, "stdin", given)
    asked = typed(capsys, "new", "--format", "groups+knockout", "--advance", "1", "--ask", "-o", "a.tournament")
    cup = load(Path("a.tournament")).state.announced
    assert (cup.name, cup.day.isoformat(), cup.hall.tables) == ("Hill cup", "2025-03-01", 6)
    assert ": tables: a whole number is wanted, not 'many'" in asked, "and asked again, without an option"
    assert asked.count("How many carrom boards [4]: ") == 2
    assert SETTINGS["advance"].question not in asked
    assert SETTINGS["rounds"].question not in asked, "there is no Swiss system"
    for name in ("start", "group-size", "third-place", "games", "order", "protest-fee", "category"):
        assert SETTINGS[name].question in asked


def test_questions_that_end_early_make_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("vkk\nHill cup\n"))
    assert "not answered to the end" in typed(capsys, "new", "--ask", "-o", "a.tournament", status=2)
    assert not Path("a.tournament").exists()


def test_a_terminal_is_asked_without_being_told_to() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "carrom", "tournament", "new", "-o", "a.tournament"]
    process = subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, text=True)
    os.write(ours, b"tennis\nswiss\nNight Swiss\n" + b"\n" * 40)
    said = process.communicate(timeout=60)[0]
    os.close(ours)
    os.close(theirs)
    assert process.returncode == 0
    assert "no format is called 'tennis'" in said
    cup = load(Path("a.tournament")).state.announced
    assert (cup.name, cup.events[0].stages[0].format) == ("Night Swiss", "swiss")


def test_without_a_beginning_and_a_terminal_it_says_what_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert "say how to begin: --template vkk|icf|" in typed(capsys, "new", status=2)


def test_set_says_what_changes_and_a_dry_run_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    typed(capsys, "new", "--template", "vkk", "-o", "a.tournament")
    before = Path("a.tournament").read_bytes()
    said = typed(capsys, "set", "a.tournament", "--tables", "5", "--games", "final=3", "--dry-run")
    assert said == "tables: 4 → 5\ngames S/knockout/final: 1 → 3\n"
    assert Path("a.tournament").read_bytes() == before
    assert typed(capsys, "set", "a.tournament", "--tables", "5") == "tables: 4 → 5\n"
    assert "set so already" in typed(capsys, "set", "a.tournament", "--tables", "5", status=2)
    assert "there is no event 'X': there are S" in typed(capsys, "set", "a.tournament", "--teams", "X=5", status=2)


@pytest.mark.slow
def test_two_at_once_make_one_file() -> None:
    command = [sys.executable, "-m", "carrom", "tournament", "new", "--template", "vkk", "-o", "a.tournament", "--name"]
    for turn in range(3):
        runs = [subprocess.Popen([*command, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for name in "XY"]
        codes = [run.wait(timeout=60) for run in runs]
        for run in runs:
            run.communicate()
        assert sorted(codes) == [0, 2], turn
        assert load(Path("a.tournament")).state.announced.name == "XY"[codes.index(0)]
        Path("a.tournament").unlink()


def test_a_key_that_is_there_twice_in_the_definition_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    typed(capsys, "new", "--template", "vkk", "-o", "a.tournament")
    text = Path("a.tournament").read_text(encoding="utf-8")
    twice = text.replace('"hall":{', '"hall":{"rest_slots":1,"rest_slots":2,', 1)
    Path("a.tournament").write_text(twice, encoding="utf-8")
    assert 'the key "rest_slots" appears twice' in typed(capsys, "show", "a.tournament", status=2)
