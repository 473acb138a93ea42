"""docs/tournament.md: the commands it shows give what it shows, and it names every kind of fact and every key."""

from __future__ import annotations

import dataclasses
import re
import shlex
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.tournament.log import definition, facts, people

PAGE = (Path(__file__).parents[2] / "docs" / "tournament.md").read_text(encoding="utf-8")


def test_the_commands_give_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (listed,) = re.findall(r"```csv\n(.*?)```", PAGE, re.DOTALL)
    Path("players.csv").write_text(listed, encoding="utf-8")
    shown = "\n".join(re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL))
    steps = re.findall(r"^\$ carrom (.*)\n((?:(?!\$ ).*\n?)*)", shown, re.MULTILINE)
    assert len(steps) > 10
    for line, expected in steps:
        assert main(shlex.split(line)) == 0, line
        said = capsys.readouterr().out
        pattern = ".*".join(re.escape(part) for part in expected.rstrip("\n").split("…"))
        assert re.fullmatch(pattern, said.rstrip("\n"), re.DOTALL), f"{line}\n{said}"
    assert Path("tree.pdf").read_bytes().startswith(b"%PDF-")


def test_every_kind_of_fact_is_in_the_table() -> None:
    for body in facts.Body.__args__:
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{body.kind}` |"))
        for field in dataclasses.fields(body):
            assert f"`{field.name}`" in row, (body.kind, field.name)


def test_every_key_of_a_definition_is_named() -> None:
    named = set(re.findall(r"[a-z_]+", PAGE))
    for kind in (
        definition.Definition,
        definition.Event,
        definition.Stage,
        definition.Play,
        definition.Hall,
        definition.Protests,
        people.Category,
        people.Person,
        people.Entry,
        facts.Fixture,
        facts.BoardPoints,
    ):
        assert {field.name for field in dataclasses.fields(kind)} <= named | {"template"}
