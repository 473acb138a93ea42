"""A secretary's Saturday: 37 names in a list with flaws, a late entry, every result by hand, and the prizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from carrom.cli import main

COUNT = 37


def the_list() -> str:
    """Semicolons, headings of the club's own, Latin-1, a name twice, two spellings of a club, a sum at the end."""
    rows = ["Player Name;Sex;DOB;Club;Category;Ranking;Mobile"]
    for number in range(COUNT):
        club = ("Kochi CC", "kochi cc", "Goa", "")[number % 4]
        seed = str(number + 1) if number < 8 else ""
        rows.append(f"Jos\u00e9 {chr(65 + number % 26)}{number};m;{number % 28 + 1}/12/1990;{club};Singles;{seed};98")
    rows[20] = rows[20].replace("Singles", "Singels")
    rows.insert(10, rows[3].upper().replace("SINGLES", "singles"))
    return "\r\n".join([*rows, ";;;;;;", f"Total: {COUNT};;;;;;", ""])


class Desk:
    """The command line in one folder, and what it answered last."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def type(self, *words: str, status: int = 0) -> str:
        assert main(["tournament", *words]) == status, self._capsys.readouterr()
        said = self._capsys.readouterr()
        return said.err if status else said.out

    def ready(self, stage: str) -> list[str]:
        lines = self.type("matches", "cup.carrom", stage).splitlines()
        return [line.split()[0] for line in lines if line.endswith(" ready")]


@pytest.mark.slow
def test_from_the_entry_list_to_the_prizes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    desk = Desk(capsys)
    players = tmp_path / "players.csv"
    players.write_text(the_list(), encoding="latin-1")

    asked = desk.type("new", "--template", "vkk", "players.csv", "--dry-run")
    assert "row 11: José C2 stands in row 4 already. The row is left out." in asked
    assert "row 22: There is no event 'Singels': there are S (Singles)." in asked
    assert "row 41: 'Total: 37' looks like a sum, not like a person. The row is left out." in asked
    unclear = sum(" can be both." in line for line in asked.splitlines())
    assert f"--dates mdy as March 4: that answers {unclear} of the questions." in asked
    assert not (tmp_path / "vkk.tournament").exists()

    made = desk.type("new", "--template", "vkk", "players.csv", "--dates", "dmy", "-o", "cup.carrom")
    assert f"3 questions; {COUNT} people are new, 0 changed, 0 known; {COUNT - 1} entries" in made
    players.write_text(the_list().replace("Singels", "Singles"), encoding="latin-1")
    assert "0 changed, 37 known; 1 entry" in desk.type("import", "cup.carrom", "players.csv", "--dates", "dmy")

    assert "nothing is drawn yet" in desk.type("order", "cup.carrom", status=2)
    assert "nothing is drawn yet" in desk.type("result", "cup.carrom", "1", "25-3", status=2)
    desk.type("draw", "cup.carrom", "S/groups", "--random", "21")
    desk.type("publish", "cup.carrom", "S/groups")
    desk.type("draw", "cup.carrom", "S/knockout")

    late = tmp_path / "late.csv"
    late.write_text("name\nLate Larry\n")
    assert "needs a reason, and then a place or a new draw" in desk.type("import", "cup.carrom", "late.csv", status=2)
    told = desk.type("import", "cup.carrom", "late.csv", "--reason", "agreed by all")
    assert "Late Larry entered after the draw. Draw Singles (groups) again, with a reason." in told
    desk.type("draw", "cup.carrom", "S/groups", "--random", "21", "--reason", "late entry")
    drawn = desk.type("draw", "cup.carrom", "S/knockout", "--reason", "late entry")
    assert drawn == "Singles (knockout): 19 matches and 12 byes\n"
    assert "To be decided" not in desk.type("show", "cup.carrom")

    (first, *_) = groups = desk.ready("S/groups")
    assert "25–25 is not possible" in desk.type("result", "cup.carrom", first, "25-25", status=2)
    assert "who won the extra board?" in desk.type("result", "cup.carrom", first, "18-18", status=2)
    assert "Prizes" not in desk.type("show", "cup.carrom")
    for number, match in enumerate(groups):
        desk.type("result", "cup.carrom", match.removeprefix("M"), f"25-{number % 23}")
    while tied := [line for line in desk.type("show", "cup.carrom").splitlines() if "Shoot-outs: " in line]:
        one, other = tied[0].split("Shoot-outs: ")[1].rstrip(".").split(", ")[0].split(" – ")
        desk.type("shootout", "cup.carrom", one, other, "5-0", "--stage", "S/groups")
    winner = ""
    while ready := desk.ready("S/knockout"):
        for match in ready:
            winner = desk.type("result", "cup.carrom", match, "25-7").removeprefix(f"{match}: ").split(" 25 – ")[0]
    shown = desk.type("show", "cup.carrom")
    (prizes,) = (line for line in shown.splitlines() if line.startswith("Singles: "))
    assert prizes.startswith(f"Singles: 1. {winner}; 2. ")
    assert "; 3. " in prizes
