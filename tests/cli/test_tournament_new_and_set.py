"""`carrom tournament new` and `set`: settings from options and from questions."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from carrom.cli import run_words
from carrom.tournament.log.file import load
from carrom.tournament.settings import SETTINGS
from tests.cli.conftest import CommandLine, assert_parts
from tests.refusals import refuses


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_options_set_what_the_definition_holds(command_line: CommandLine) -> None:
    words = "--format groups+knockout --tables 7 --start 10:30 --report 5 --groups 3 --advance 1 --protest-fee 250"
    command_line.run("tournament", "new", *words.split(), "--day", "2025-03-01", "-o", "a.tournament")
    cup = load(Path("a.tournament")).state.announced
    assert (cup.hall.tables, cup.hall.start, cup.hall.report_minutes, cup.protests.fee) == (7, "10:30", 5, 250)
    assert (cup.event("S").stage("groups").groups, cup.event("S").stage("groups").advance) == (3, 1)
    shown = json.loads(command_line.run("tournament", "set", "a.tournament", "--json"))
    assert {"setting": "tables", "where": "", "value": "7"} in shown
    assert {"setting": "groups", "where": "S/groups", "value": "3"} in shown


def test_ask_puts_the_questions_of_the_settings_that_no_option_answers(
    command_line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["Hill cup", "2025-03-01"])
    given = io.StringIO("".join(f"{one}\n" for one in answers) + "\n" + "many\n6\n" + "\n" * 40)
    monkeypatch.setattr(sys, "stdin", given)
    asked = command_line.run(
        "tournament", "new", "--format", "groups+knockout", "--advance", "1", "--ask", "-o", "a.tournament"
    )
    cup = load(Path("a.tournament")).state.announced
    assert (cup.name, cup.day.isoformat(), cup.hall.tables) == ("Hill cup", "2025-03-01", 6)
    assert "'many'" in asked
    assert asked.count(SETTINGS["tables"].question) == 2, "asked again after a wrong answer"
    assert SETTINGS["advance"].question not in asked
    assert SETTINGS["rounds"].question not in asked, "there is no Swiss system"
    for name in ("start", "group-size", "third-place", "games", "order", "protest-fee", "category"):
        assert SETTINGS[name].question in asked


def test_nothing_is_made_if_the_answers_end_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("vkk\nHill cup\n"))
    with refuses("questions-open"):
        run_words(["tournament", "new", "--ask", "-o", "a.tournament"])
    assert not Path("a.tournament").exists()


def test_a_terminal_is_asked_without_an_option() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "carrom", "tournament", "new", "-o", "a.tournament"]
    process = subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, text=True)
    os.write(ours, b"tennis\nswiss\nNight Swiss\n" + b"\n" * 40)
    printed = process.communicate(timeout=60)[0]
    os.close(ours)
    os.close(theirs)
    assert process.returncode == 0
    assert "'tennis'" in printed
    cup = load(Path("a.tournament")).state.announced
    assert (cup.name, cup.events[0].stages[0].format) == ("Night Swiss", "swiss")


def test_new_without_a_terminal_needs_a_template_or_a_format(
    command_line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert_parts(command_line.refuse("no-format", "tournament", "new"), "--template vkk|icf|", "--format")


def test_set_prints_what_changes_and_a_dry_run_changes_nothing(command_line: CommandLine) -> None:
    command_line.run("tournament", "new", "--template", "vkk", "-o", "a.tournament")
    before = Path("a.tournament").read_bytes()
    planned = command_line.run("tournament", "set", "a.tournament", "--tables", "5", "--games", "final=3", "--dry-run")
    assert planned == "tables: 4 → 5\ngames S/knockout/final: 1 → 3\n"
    assert Path("a.tournament").read_bytes() == before
    assert command_line.run("tournament", "set", "a.tournament", "--tables", "5") == "tables: 4 → 5\n"
    command_line.refuse("no-change", "tournament", "set", "a.tournament", "--tables", "5")
    unknown = command_line.refuse("unknown-event", "tournament", "set", "a.tournament", "--teams", "X=5")
    assert_parts(unknown, "'X'", " S")


@pytest.mark.slow
def test_two_processes_create_one_file() -> None:
    command = [sys.executable, "-m", "carrom", "tournament", "new", "--template", "vkk", "-o", "a.tournament", "--name"]
    for turn in range(3):
        runs = [subprocess.Popen([*command, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for name in "XY"]
        codes = [run.wait(timeout=60) for run in runs]
        for run in runs:
            run.communicate()
        assert sorted(codes) == [0, 2], turn
        assert load(Path("a.tournament")).state.announced.name == "XY"[codes.index(0)]
        Path("a.tournament").unlink()


def test_a_duplicate_key_in_the_definition_is_refused(command_line: CommandLine) -> None:
    command_line.run("tournament", "new", "--template", "vkk", "-o", "a.tournament")
    text = Path("a.tournament").read_text(encoding="utf-8")
    twice = text.replace('"hall":{', '"hall":{"rest_slots":1,"rest_slots":2,', 1)
    Path("a.tournament").write_text(twice, encoding="utf-8")
    assert_parts(command_line.refuse("file-damaged", "tournament", "show", "a.tournament"), "line 2", '"rest_slots"')
