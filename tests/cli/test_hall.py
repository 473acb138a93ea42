"""The evening on the command line: calls, tables that break, teams by name."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from carrom.cli import main


class Hall:
    """A tournament file and the command line over it."""

    def __init__(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file = file
        self.capsys = capsys

    def type(self, verb: str, *words: str, status: int = 0) -> str:
        self.capsys.readouterr()
        assert main(["tournament", verb, str(self.file), *words]) == status
        said = self.capsys.readouterr()
        return said.out + said.err


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five teams of thirteen."""
    folder = tmp_path_factory.mktemp("meet")
    rows = ["name,age,gender,level"]
    rows += [f"Player {n:02d},{16 + n % 50},{'fm'[n % 2]},{n % 4}" for n in range(65)]
    (folder / "people.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    file = folder / "k.tournament"
    words = ["--template", "kreeda-2024", str(folder / "people.csv"), "-o", str(file), "--day", "2024-11-05"]
    assert main(["tournament", "new", *words]) == 0
    assert main(["tournament", "teams", str(file), "--random", "7"]) == 0
    assert main(["tournament", "draw", str(file), "--random", "7"]) == 0
    return file


@pytest.fixture
def meet(drawn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Hall:
    return Hall(Path(shutil.copy(drawn, tmp_path)), capsys)


@pytest.mark.slow
def test_a_team_meet_names_rubber_and_people(meet: Hall) -> None:
    lines = meet.type("next", "--at", "09:00").splitlines()
    calls = [line for line in lines if " to table " in line]
    assert len(calls) == 4
    assert len(set(calls)) == 4
    for line in calls:
        assert line.count("Team ") == 2
        assert line.count(": Player ") == 2
    called = meet.type("call", calls[0].split()[0], "1", "--at", "09:00")
    assert called.strip() == calls[0]
    shown = meet.type("hall", "--at", "09:05")
    title = calls[0].split(": ")[1].split(",")[0]
    assert f" {title} " in shown
    assert "called" in shown
    said = meet.type("result", calls[0].split()[0], "20-5", "--at", "09:30")
    assert said.startswith(f"{calls[0].split()[0]} {title}: Team ")
    assert ": Player " in said.removeprefix(f"{calls[0].split()[0]} {title}: ")


def test_a_table_that_breaks_asks_for_its_match(meet: Hall) -> None:
    first = meet.type("next", "--at", "09:00").split()[0]
    meet.type("call", first, "3", "--at", "09:00")
    assert meet.type("table", "3", "out", "--at", "09:10").splitlines() == [
        "table 3 is out of service",
        f"{first} has to move: call it to another table; until then it stands first among the calls",
    ]
    assert meet.type("next", "--at", "09:11").startswith(f"{first} to table 1: ")
    assert f"{first} has to move: table 3 is out of service." in meet.type("show")
    assert meet.type("call", first, "4", "--at", "09:12").startswith(f"{first} from table 3 to table 4")
    assert meet.type("table", "4", "out", "--move", "4", status=2)
    moved = meet.type("table", "4", "out", "--move", "2", "--at", "09:20")
    assert moved == f"table 4 is out of service; {first} goes on on table 2\n"
    assert meet.type("table", "3", "back") == "table 3 is back in service\n"
    found = json.loads(meet.type("hall", "--at", "09:21", "--json"))
    assert [one["state"] for one in found["tables"]] == ["free", "called", "free", "out of service"]
    assert meet.type("free", "2") == f"table 2 is free; {first} waits to be called again\n"
    assert "no match is on table 2" in meet.type("start", "2", status=2)


def test_who_is_there(meet: Hall) -> None:
    first = meet.type("next", "--at", "09:00").split()[0]
    meet.type("call", first, "1", "--at", "09:00")
    assert " at table 1" in meet.type("here", "1", "--side", "a", "--at", "09:02")
    late = meet.type("hall", "--at", "09:11")
    assert "Not there 5 minutes after the call, 10 before the game (kreeda-2024:14d-i)" in late
    assert meet.type("here", first, "--at", "09:12") == f"{first}: both sides are at table 1\n"
    assert meet.type("start", first, "--at", "09:13") == f"{first} is in play on table 1\n"
    assert "143" not in meet.type("hall", "--at", "09:40")
