"""Who plays, changed after the list, as a secretary types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.tournament.log.file import load


class Desk:
    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.file, self._capsys = folder, folder / "cup.tournament", capsys

    def type(self, verb: str, *words: str, status: int = 0) -> str:
        assert main(["tournament", verb, str(self.file), *words]) == status, self._capsys.readouterr()
        said = self._capsys.readouterr()
        return said.out if status == 0 else said.err

    def names(self, *words: str) -> list[str]:
        return [json.loads(line)["name"] for line in self.type("people", "--json", *words).splitlines()]

    def make(self, template: str, rows: str) -> None:
        players = self.folder / "players.csv"
        players.write_text(rows, encoding="utf-8")
        words = ["--template", template, str(players), "-o", str(self.file), "--day", "2024-11-05"]
        assert main(["tournament", "new", *words]) == 0
        self._capsys.readouterr()


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, capsys)


def test_names_and_late_entries(desk: Desk) -> None:
    desk.make("vkk", "name,club\nAsha,Hill\nBen,Hill\nCarl,Lake\nDev,Lake\nEva,Mill\nFay,Mill\nPadmaja Dessai,Port\n")
    desk.type("draw", "S/groups", "--random", "1")
    desk.type("result", "M1", "25-3")
    assert desk.type("rename", "padmaja dessai", "Padmaja  Desai") == "Padmaja Dessai is now Padmaja Desai\n"
    assert "called so already" in desk.type("rename", "Padmaja Desai", "Padmaja Desai", status=2)
    assert "Padmaja Desai" in desk.type("standings")
    assert "Dessai" not in desk.type("matches", "S/groups")
    assert "needs a reason" in desk.type("late", "Lata", status=2)
    where = desk.type("late", "Lata", "--dry-run")
    assert desk.type("late", "Lata", "--reason", "train") == where
    assert "M10 to M12" in where
    assert "every group of Singles (groups) has 4" in desk.type("late", "Zoe", "--reason", "train", status=2)
    assert "Zoe" not in desk.type("export")
    assert "is not among the people: is 'Asha' meant?" in desk.type("rename", "Ascha", "Asha Rao", status=2)
    new = desk.folder / "new.csv"
    new.write_text("name\nZoe\n", encoding="utf-8")
    assert "would be refused: Singles is being played: Zoe comes too late" in desk.type("import", str(new), "--dry-run")
    again = desk.folder / "again.csv"
    again.write_text("name\nPadmaja Dessai\n", encoding="utf-8")
    assert "0 people are new, 0 changed, 1 known; 0 entries" in desk.type("import", str(again))


def test_a_late_namesake(desk: Desk) -> None:
    desk.make("vkk", "name,club\nImran Shah,Hill\nBen,Hill\nCarl,Lake\nDev,Lake\nEva,Mill\nFay,Mill\nGus,Port\n")
    desk.type("draw", "S/groups", "--random", "1")
    desk.type("result", "M1", "25-3")
    refused = desk.type("late", "imran shah", "--club", "Port", "--reason", "bus", status=2)
    assert "Imran Shah of Hill is known: if this is somebody else, say so with --namesake" in refused
    assert "is in the draw of Singles (groups) already" in desk.type("late", "Imran Shah", "--reason", "bus", status=2)
    told = desk.type("late", "Imran Shah", "--club", "Port", "--namesake", "--reason", "bus")
    assert told.startswith("Singles: Imran Shah is now Imran Shah (Hill)\nImran Shah (Port) comes into Singles, group ")
    assert "Imran Shah (Hill)" in desk.type("standings")
    told = desk.type("person", "Ben", "--namesake", "--mark", "(senior)", "--here")
    assert told == "Ben (senior) is among the people, and enters nothing yet\n"
    assert desk.names("--here") == ["Ben (senior)"]


def test_who_comes_late_is_asked_for_as_in_a_list(desk: Desk) -> None:
    desk.make("vkk", "name,club\nLatika Mahne,Hill\nBen,Hill\nCarl,Lake\n")
    near = "is Latika Mane the same person as Latika Mahne of Hill?"
    for verb in ("late", "person"):
        assert near in desk.type(verb, "Latika Mane", "--club", "hill", status=2)
        assert near in desk.type(verb, "Latika Mane", status=2), "anybody may be meant where no club is told"
        assert "'12345' is not a name" in desk.type(verb, "12345", status=2)
    assert desk.type("late", "Latika Mane", "--club", "Port", "--event", "singles") == "Latika Mane enters Singles\n"
    assert desk.type("late", "Latika Mahn", "--club", "Hill", "--namesake") == "Latika Mahn enters Singles\n"


def test_two_of_one_name_in_a_list_are_told_apart(desk: Desk) -> None:
    names = "name\nAsha Rao\nBen\nAsha Rao\nCarl\n"
    desk.make("vkk", names)
    again = desk.file.with_name("again.csv")
    again.write_text(names, encoding="utf-8")
    asked = desk.type("import", str(again))
    assert "row 4: Asha Rao stands in row 2 already. The row is left out." in asked
    assert "--namesake 4=MARK" in asked
    told = desk.type("import", str(again), "--namesake", "4=senior")
    assert "1 person is new, 0 changed, 3 known; 1 entry" in told
    assert "0 people are new, 0 changed, 4 known; 0 entries" in desk.type(
        "import", str(again), "--namesake", "4=senior"
    )
    assert desk.names() == ["Asha Rao", "Asha Rao (senior)", "Ben", "Carl"]
    assert "like 7=senior" in desk.type("import", str(again), "--namesake", "4", status=2)


def test_a_pair_and_its_substitute(desk: Desk) -> None:
    desk.make(
        "four-break", "name,partner\nMohan,Rashmi\nRashmi,\nAsha,Ben\nBen,\nCarl,Dev\nDev,\nEva,Fay\nFay,\nNisha,\n"
    )
    desk.type("draw")
    assert "a substitute needs a reason" in desk.type("substitute", "Rashmi", "Nisha", status=2)
    told = desk.type("substitute", "rashmi", "nisha", "--reason", "ill")
    assert told == "Doubles: Mohan / Nisha plays, Nisha in place of Rashmi\n"
    assert "Mohan / Nisha" in desk.type("bracket")
    assert "is not among the people" in desk.type("substitute", "Mohan", "Nobody", "--reason", "ill", status=2)
    assert "DECIDE" not in desk.type("leave", "Mohan", "--reason", "home")
    assert " (Mohan / Nisha left: home)" in desk.type("matches")


def test_a_late_row_and_a_line_up(desk: Desk) -> None:
    rows = "".join(f"P{n},{20 + n % 30}\n" for n in range(66))
    desk.make("kreeda-2024", f"name,age\n{rows}")
    desk.type("teams", "--random", "7")
    assert "give a reason" in desk.type("teams", "--random", "8", status=2)
    desk.type("teams", "--random", "8", "--reason", "two more came")
    desk.type("draw")
    before = {team: one.members for team, one in load(desk.file).state.entries["T"].items()}  # type: ignore[index]
    late = desk.folder / "late.csv"
    late.write_text("name,age,team\nLate Lata,30,Team 3\n", encoding="utf-8")
    desk.type("import", str(late), "--reason", "late")
    after = {team: one.members for team, one in load(desk.file).state.entries["T"].items()}  # type: ignore[index]
    assert {team: len(after[team]) - len(before[team]) for team in before} == {
        "Team 1": 0, "Team 2": 0, "Team 3": 1, "Team 4": 0, "Team 5": 0,
    }  # fmt: skip
    assert "reserves: Late Lata" in desk.type("line-up", "team 3")
    rubber = desk.type("line-up", "Team 3").partition(":")[0]
    changed = desk.type("line-up", "Team 3", rubber, "late lata")
    assert f"Team 3, {rubber}: Late Lata (until now " in changed
    assert "Late Lata" in desk.type("matches")
    desk.type("result", "M1", "20-5")
    refused = desk.type("late", "Zoe", "--reason", "late", status=2)
    assert "say which team Zoe joins: Team 1, Team 2, Team 3, Team 4, Team 5 (--team)" in refused
    alone = desk.type("late", "Zoe", "--new-team", "--team", "Owls", "--dry-run")
    assert alone == "This makes a new team 'Owls' with 40 matches\n"
    assert desk.type("late", "Zoe", "--team", "Team 1", "--reason", "late") == "Zoe plays for Team 1, as a reserve\n"
    assert "Zoe plays for Team 1, and a team plays on" in desk.type("leave", "Zoe", "--reason", "ill", status=2)
    assert desk.type("rename", "Team 1", "Falcons") == "Team 1 is now Falcons\n"
    assert "Falcons" in desk.type("standings")


def test_leaving_everything(desk: Desk) -> None:
    desk.make(
        "community-2024",
        "name,gender,age,community,event\nAsha,f,65,x,WS; SC\nAsha,f,65,x,SC\nBea,f,30,y,WS\nCho,f,30,z,WS\n",
    )
    events = {event: list(entries) for event, entries in load(desk.file).state.entries.items()}
    mine = sorted(event for event, entries in events.items() if "Asha" in entries)
    told = desk.type("leave", "asha", "--reason", "ill")
    assert told.count("Asha has left") == len(mine) >= 1
    assert "nothing that can be left" in desk.type("leave", "Asha", status=2)


def test_a_guest_who_is_not_marked_as_here_is_said_to_be_missing(desk: Desk) -> None:
    desk.make("vkk", "name,club\nAsha,Hill\nBen,Hill\nCarl,Lake\nDev,Lake\n")
    assert "not marked as here" not in desk.type("person", "Gopal")
    desk.type("check-in", "Asha")
    assert "Gita is not marked as here" in desk.type("person", "Gita")
    assert "not marked as here" not in desk.type("person", "Guru", "--here")
    assert "Gauri is not marked as here" in desk.type("late", "Gauri")
