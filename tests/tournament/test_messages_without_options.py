"""Messages of the package appear on pages too, so they name no options of the command line."""

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
from tests.errors_list import RAISING

ROOT = Path(carrom.__file__).parent
ROOMS = ("tournament", "match", "laws", "render/sheets", "server/desk", "server/pads", "server/routes/tournaments.py")
TEXT_ARGUMENT = {name: text for name, (_, text) in RAISING.items()} | {"doubt": 2, "doubt_pair": 2}
"""Calls that make a message for people, and the position of its text."""
OPTION = re.compile(r"(?<![\w-])--\{?[a-z]|`")
COMMAND_LINE_ONLY = ("tournament/log/file.py", "tournament/log/mending.py", "tournament/ratings")
"""Modules that no page uses: files on the disk, and the history of people."""


def messages() -> Iterator[tuple[str, str]]:
    """Yield the place and the source of every message in these rooms."""
    for room in ROOMS:
        path = ROOT / room
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            name = file.relative_to(ROOT).as_posix()
            if not name.startswith(COMMAND_LINE_ONLY):
                yield from ((f"{name}:{line}", text) for line, text in messages_in(file.read_text(encoding="utf-8")))


def messages_in(source: str) -> Iterator[tuple[int, str]]:
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
            call = one.func if isinstance(one, ast.Call) else None
            called = call.id if isinstance(call, ast.Name) else call.attr if isinstance(call, ast.Attribute) else ""
            at = TEXT_ARGUMENT.get(called)
            if isinstance(one, ast.Call) and at is not None and len(one.args) > at:
                yield one.lineno, source_of(one.args[at], named, set())


def source_of(value: ast.AST, named: dict[str, ast.expr], seen: set[str]) -> str:
    """Return the source of a message, with the values of its local names."""
    found = []
    for one in ast.walk(value):
        if isinstance(one, ast.JoinedStr | ast.Constant):
            found.append(ast.unparse(one))
        elif isinstance(one, ast.Name) and one.id in named and one.id not in seen:
            found.append(source_of(named[one.id], named, {*seen, one.id}))
    return " ".join(found)


@pytest.mark.slow
def test_messages_contain_no_options() -> None:
    found = dict(messages())
    assert len(found) > 300, "the search finds them"
    assert {where: text for where, text in found.items() if OPTION.search(text)} == {}
    assert not any("`" in one.help for one in SETTINGS.values())


@pytest.mark.parametrize(
    ("wanted", "shown", "typed"),
    [
        (SettingChange("tables", "many"), "tables", "--tables"),
        (SettingChange("group-size", "1", "S/groups"), "group size of S/groups", "--group-size S/groups"),
        (SettingChange("remove-event", "S"), "remove event", "--remove-event"),
        (SettingChange("games", "3", "S/groups/final"), "games of S/groups/final", "--games S/groups/final"),
    ],
)
def test_setting_is_named_by_words_on_pages_and_by_option_when_typed(
    wanted: SettingChange, shown: str, typed: str
) -> None:
    definition = new_tournament("groups", [], day=date(2024, 11, 5))
    with pytest.raises(CarromError) as error:
        change_settings(definition, [wanted])
    assert str(error.value).startswith(f"{shown}: ")
    assert error.value.typed == typed + str(error.value).removeprefix(shown)


def test_command_line_errors_name_the_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "new", "--format", "groups", "--tables", "many", "-o", str(tmp_path / "cup")]) == 2
    assert "--tables: " in capsys.readouterr().err
    assert Doubt(3, "which", "Which one?", "--meant says it.").text == "Which one?", "the hint is separate"
