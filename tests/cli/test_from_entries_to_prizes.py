"""A whole tournament: a faulty list of 37 players, a late entry, every result typed, and the prizes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import TournamentFile, assert_parts, numbers

COUNT = 37


def entry_list() -> str:
    """Semicolons, headings of the club's own, Latin-1, a name twice, two spellings of a club, a sum at the end."""
    rows = ["Player Name;Sex;DOB;Club;Category;Ranking;Mobile"]
    for number in range(COUNT):
        club = ("Kochi CC", "kochi cc", "Goa", "")[number % 4]
        seed = str(number + 1) if number < 8 else ""
        rows.append(f"Jos\u00e9 {chr(65 + number % 26)}{number};m;{number % 28 + 1}/12/1990;{club};Singles;{seed};98")
    rows[20] = rows[20].replace("Singles", "Singels")
    rows.insert(10, rows[3].upper().replace("SINGLES", "singles"))
    return "\r\n".join([*rows, ";;;;;;", f"Total: {COUNT};;;;;;", ""])


def ready_matches(desk: TournamentFile, stage: str) -> list[str]:
    lines = desk.type("matches", stage).splitlines()
    return [line.split()[0] for line in lines if line.endswith(" ready")]


@pytest.mark.slow
def test_from_the_entry_list_to_the_prizes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    desk = TournamentFile(tmp_path / "cup.carrom", capsys)
    players = tmp_path / "players.csv"
    players.write_text(entry_list(), encoding="latin-1")

    asked = desk.run("tournament", "new", "--template", "vkk", "players.csv", "--dry-run").splitlines()
    for row, *parts in (
        ("row 11: ", "José C2", "row 4"),
        ("row 22: ", "'Singels'", "S (Singles)"),
        ("row 41: ", f"'Total: {COUNT}'"),
    ):
        assert any(line.startswith(row) and all(part in line for part in parts) for line in asked), row
    (summary,) = (line for line in asked if "--dates mdy" in line)
    unclear = [line for line in asked if re.search(r"1990-(\d\d)-(\d\d) \w+ 1990-\2-\1", line)]
    assert len(unclear) in numbers(summary)
    assert not (tmp_path / "vkk.tournament").exists()

    made = desk.new("--template", "vkk", "players.csv", "--dates", "dmy")
    assert any(numbers(line) == [3, COUNT, 0, 0, COUNT - 1] for line in made.splitlines()), made
    players.write_text(entry_list().replace("Singels", "Singles"), encoding="latin-1")
    again = desk.type("import", "players.csv", "--dates", "dmy")
    assert any(numbers(line)[-3:] == [0, COUNT, 1] for line in again.splitlines()), again

    desk.refuses("not-drawn", "order")
    desk.refuses("unknown-match", "result", "1", "25-3")
    desk.type("draw", "S/groups", "--random", "21")
    desk.type("publish", "S/groups")
    desk.type("draw", "S/knockout")

    late = tmp_path / "late.csv"
    late.write_text("name\nLate Larry\n")
    desk.refuses("drawn", "import", "late.csv")
    entered = desk.type("import", "late.csv", "--reason", "agreed by all")
    assert any("Late Larry" in line and "Singles (groups)" in line for line in entered.splitlines())
    desk.type("draw", "S/groups", "--random", "21", "--reason", "late entry")
    drawn = desk.type("draw", "S/knockout", "--reason", "late entry")
    assert_parts(drawn, "19 matches", "12 byes")
    assert "To be decided" not in desk.type("show")

    (first, *_) = groups = ready_matches(desk, "S/groups")
    assert_parts(desk.refuses("over-target", "result", first, "25-25"), first, "25–25")
    assert_parts(desk.refuses("level", "result", first, "18-18"), first, "18–18", "18-18x10-0")
    assert "Prizes" not in desk.type("show")
    for number, match in enumerate(groups):
        desk.type("result", match.removeprefix("M"), f"25-{number % 23}")
    while tied := [line for line in desk.type("show").splitlines() if "Shoot-outs: " in line]:
        one, other = tied[0].split("Shoot-outs: ")[1].rstrip(".").split(", ")[0].split(" – ")
        desk.type("shootout", one, other, "5-0", "--stage", "S/groups")
    winner = ""
    while ready := ready_matches(desk, "S/knockout"):
        for match in ready:
            winner = desk.type("result", match, "25-7").removeprefix(f"{match}: ").split(" 25 – ")[0]
    shown = desk.type("show")
    (prizes,) = (line for line in shown.splitlines() if line.startswith("Singles: "))
    assert prizes.startswith(f"Singles: 1. {winner}; 2. ")
    assert "; 3. " in prizes
