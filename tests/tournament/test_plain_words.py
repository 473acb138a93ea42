"""What is refused or asked stands on pages too: it is said without the options and verbs of the command line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import carrom
from carrom.base.errors import CarromError
from carrom.cli import main
from carrom.tournament.entrylists.entries import Doubt
from carrom.tournament.settings import SETTINGS, SettingChange, change_settings, new_tournament

ROOT = Path(carrom.__file__).parent
ROOMS = ("tournament", "match", "laws", "render/sheets", "server/desk", "server/pads", "server/routes/tournaments.py")
SAYING = {"CarromError": 0, "setting_error": 2, "Refused": 2, "refuse": 1, "doubt": 2, "doubt_pair": 2}
"""Who says something to people, and which of the arguments it is. What only the command line says has a name."""
OPTION = re.compile(r"(?<![\w-])--\{?[a-z]|`")
AT_THE_COMMAND_LINE = {"tournament/log/file.py", "tournament/log/mending.py", "tournament/years"}
"""Rooms that only the command line enters: files on its disk, people over the years."""


def sayings() -> Iterator[tuple[str, str]]:
    """Every sentence of these rooms with where it stands, names and figures in it as they are written."""
    for room in ROOMS:
        path = ROOT / room
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            name = file.relative_to(ROOT).as_posix()
            if not name.startswith(tuple(AT_THE_COMMAND_LINE)):
                yield from ((f"{name}:{line}", text) for line, text in sentences_in(file.read_text(encoding="utf-8")))


def sentences_in(source: str) -> Iterator[tuple[int, str]]:
    tree = ast.parse(source)
    for function in [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]:
        named = {
            target.id: one.value
            for one in ast.walk(function)
            if isinstance(one, ast.Assign)
            for target in one.targets
            if isinstance(target, ast.Name)
        }
        for one in ast.walk(function):
            said = one.func if isinstance(one, ast.Call) else None
            called = said.id if isinstance(said, ast.Name) else said.attr if isinstance(said, ast.Attribute) else ""
            at = SAYING.get(called)
            if isinstance(one, ast.Call) and at is not None and len(one.args) > at:
                yield one.lineno, written(one.args[at], named, set())


def written(value: ast.AST, named: dict[str, ast.expr], seen: set[str]) -> str:
    """A sentence as the source writes it, with what the names in it stand for."""
    found = []
    for one in ast.walk(value):
        if isinstance(one, ast.JoinedStr | ast.Constant):
            found.append(ast.unparse(one))
        elif isinstance(one, ast.Name) and one.id in named and one.id not in seen:
            found.append(written(named[one.id], named, {*seen, one.id}))
    return " ".join(found)


@pytest.mark.slow
def test_no_sentence_for_people_has_an_option_in_it() -> None:
    found = dict(sayings())
    assert len(found) > 300, "they are looked for where they are"
    assert {where: text for where, text in found.items() if OPTION.search(text)} == {}
    assert not any("`" in one.help for one in SETTINGS.values())


@pytest.mark.parametrize(
    ("wanted", "says", "typed"),
    [
        (SettingChange("tables", "many"), "tables: a whole number", "--tables: a whole number"),
        (SettingChange("group-size", "1", "S/groups"), "group size of S/groups: 2 or", "--group-size S/groups: 2 or"),
        (SettingChange("remove-event", "S"), "remove event: S is the only", "--remove-event: S is the only"),
        (SettingChange("games", "3", "S/groups/final"), "games of S/groups/final: no", "--games S/groups/final: no"),
    ],
)
def test_a_setting_is_named_by_its_words_and_by_its_option_where_it_is_typed(
    wanted: SettingChange, says: str, typed: str
) -> None:
    definition = new_tournament("groups", [], day=date(2024, 11, 5))
    with pytest.raises(CarromError) as caught:
        change_settings(definition, [wanted])
    assert str(caught.value).startswith(says)
    assert caught.value.typed.startswith(typed)


def test_the_command_line_keeps_its_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "new", "--format", "groups", "--tables", "many", "-o", str(tmp_path / "cup")]) == 2
    assert "--tables: a whole number is wanted" in capsys.readouterr().err
    assert Doubt(3, "which", "Which one?", "--meant says it.").text == "Which one?", "how it is typed stands apart"
