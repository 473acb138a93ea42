"""`carrom tournament`: calls, tables out of service and presence in a team meet."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from carrom.cli import main
from tests.cli.conftest import TournamentFile, assert_parts


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
def meet(drawn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> TournamentFile:
    return TournamentFile(Path(shutil.copy(drawn, tmp_path)), capsys)


@pytest.mark.slow
def test_calls_of_a_team_meet_name_rubber_and_players(meet: TournamentFile) -> None:
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
    result = meet.type("result", calls[0].split()[0], "20-5", "--at", "09:30")
    assert result.startswith(f"{calls[0].split()[0]} {title}: Team ")
    assert ": Player " in result.removeprefix(f"{calls[0].split()[0]} {title}: ")


def test_the_match_of_a_broken_table_is_called_elsewhere(meet: TournamentFile) -> None:
    first = meet.type("next", "--at", "09:00").split()[0]
    meet.type("call", first, "3", "--at", "09:00")
    closed, to_move = meet.type("table", "3", "out", "--at", "09:10").splitlines()
    assert closed.startswith("table 3 ")
    assert to_move.startswith(f"{first} ")
    assert meet.type("next", "--at", "09:11").startswith(f"{first} to table 1: ")
    assert any(first in line and closed in line for line in meet.type("show").splitlines())
    assert meet.type("call", first, "4", "--at", "09:12").startswith(f"{first} from table 3 to table 4")
    meet.refuses("called", "table", "4", "out", "--move", "4")
    assert_parts(meet.type("table", "4", "out", "--move", "2", "--at", "09:20"), "table 4", first, "table 2")
    assert_parts(meet.type("table", "3", "back"), "table 3")
    tables = meet.json("hall", "--at", "09:21")["tables"]
    assert [one["state"] for one in tables] == ["free", "called", "free", "out of service"]
    assert tables[1]["match"]["id"] == first
    assert_parts(meet.type("free", "2"), "table 2", first)
    assert meet.json("hall", "--at", "09:21")["tables"][1]["match"] is None
    assert_parts(meet.refuses("table-free", "start", "2"), "table 2")


def test_presence_is_recorded_and_absence_shown_with_its_law(meet: TournamentFile) -> None:
    first = meet.type("next", "--at", "09:00").split()[0]
    meet.type("call", first, "1", "--at", "09:00")
    assert " at table 1" in meet.type("here", "1", "--side", "a", "--at", "09:02")
    late = meet.type("hall", "--at", "09:11")
    (absent,) = (line for line in late.splitlines() if "kreeda-2024:14d-i" in line)
    assert_parts(absent, " 5 ", " 10 ")
    assert_parts(meet.type("here", first, "--at", "09:12"), first, "table 1")
    assert_parts(meet.type("start", first, "--at", "09:13"), first, "table 1")
    assert meet.json("hall", "--at", "09:14")["tables"][0]["state"] == "in play"
    assert "143" not in meet.type("hall", "--at", "09:40")
