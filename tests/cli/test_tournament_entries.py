"""`carrom tournament`: renames, late entries, namesakes, substitutes, withdrawals and check-in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from carrom.tournament.log.file import load
from tests.cli.conftest import TournamentFile, assert_parts, numbers


def make(desk: TournamentFile, template: str, rows: str) -> None:
    players = desk.folder / "players.csv"
    players.write_text(rows, encoding="utf-8")
    desk.new("--template", template, str(players), "--day", "2024-11-05")


def names(desk: TournamentFile, *words: str) -> list[str]:
    return [json.loads(line)["name"] for line in desk.type("people", "--json", *words).splitlines()]


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> TournamentFile:
    return TournamentFile(tmp_path / "cup.tournament", capsys)


def test_names_and_late_entries(desk: TournamentFile) -> None:
    make(desk, "vkk", "name,club\nAsha,Hill\nBen,Hill\nCarl,Lake\nDev,Lake\nEva,Mill\nFay,Mill\nPadmaja Dessai,Port\n")
    desk.type("draw", "S/groups", "--random", "1")
    desk.type("result", "M1", "25-3")
    assert_parts(desk.type("rename", "padmaja dessai", "Padmaja  Desai"), "Padmaja Dessai", "Padmaja Desai")
    assert "Padmaja Desai" in names(desk)
    desk.refuses("name-taken", "rename", "Padmaja Desai", "Padmaja Desai")
    assert "Padmaja Desai" in desk.type("standings")
    assert "Dessai" not in desk.type("matches", "S/groups")
    desk.refuses("no-reason", "late", "Lata")
    where = desk.type("late", "Lata", "--dry-run")
    assert desk.type("late", "Lata", "--reason", "train") == where
    assert_parts(where, "M10", "M12")
    assert_parts(desk.refuses("which-group", "late", "Zoe", "--reason", "train"), "Singles (groups)", " 4", "--group")
    assert "Zoe" not in desk.type("export")
    assert_parts(desk.refuses("unknown-person", "rename", "Ascha", "Asha Rao"), "'Ascha'", "'Asha'")
    new = desk.folder / "new.csv"
    new.write_text("name\nZoe\n", encoding="utf-8")
    planned = desk.type("import", str(new), "--dry-run").splitlines()
    assert any("Singles" in line and "Zoe" in line for line in planned), "the refusal that would follow"
    again = desk.folder / "again.csv"
    again.write_text("name\nPadmaja Dessai\n", encoding="utf-8")
    assert numbers(desk.type("import", str(again)).splitlines()[-1]) == [0, 0, 0, 1, 0]


def test_a_late_namesake(desk: TournamentFile) -> None:
    make(desk, "vkk", "name,club\nImran Shah,Hill\nBen,Hill\nCarl,Lake\nDev,Lake\nEva,Mill\nFay,Mill\nGus,Port\n")
    desk.type("draw", "S/groups", "--random", "1")
    desk.type("result", "M1", "25-3")
    refused = desk.refuses("same-name", "late", "imran shah", "--club", "Port", "--reason", "bus")
    assert_parts(refused, "Imran Shah", "Hill", "--namesake")
    assert_parts(desk.refuses("joined", "late", "Imran Shah", "--reason", "bus"), "Imran Shah", "Singles (groups)")
    both = desk.type("late", "Imran Shah", "--club", "Port", "--namesake", "--reason", "bus")
    renamed, entered = both.splitlines()[:2]
    assert_parts(renamed, "Singles", "Imran Shah (Hill)")
    assert_parts(entered, "Singles", "Imran Shah (Port)")
    assert "Imran Shah (Hill)" in desk.type("standings")
    assert_parts(desk.type("person", "Ben", "--namesake", "--mark", "(senior)", "--here"), "Ben (senior)")
    assert names(desk, "--here") == ["Ben (senior)"]


def test_a_late_entry_is_matched_with_known_people(desk: TournamentFile) -> None:
    make(desk, "vkk", "name,club\nLatika Mahne,Hill\nBen,Hill\nCarl,Lake\n")
    for verb in ("late", "person"):
        for club in (["--club", "hill"], []):  # without a club, every known person may be meant
            similar = desk.refuses("similar-name", verb, "Latika Mane", *club)
            assert_parts(similar, "Latika Mane", "Latika Mahne", "Hill", "--namesake")
        assert_parts(desk.refuses("bad-name", verb, "12345"), "'12345'")
    assert_parts(desk.type("late", "Latika Mane", "--club", "Port", "--event", "singles"), "Latika Mane", "Singles")
    assert_parts(desk.type("late", "Latika Mahn", "--club", "Hill", "--namesake"), "Latika Mahn", "Singles")
    assert {"Latika Mane", "Latika Mahn", "Latika Mahne"} <= {*names(desk)}


def test_namesakes_in_a_list_are_kept_apart(desk: TournamentFile) -> None:
    rows = "name\nAsha Rao\nBen\nAsha Rao\nCarl\n"
    make(desk, "vkk", rows)
    again = desk.path.with_name("again.csv")
    again.write_text(rows, encoding="utf-8")
    asked = desk.type("import", str(again))
    assert_parts(asked, "row 4: ", "Asha Rao", "row 2", "--namesake 4=MARK")
    added = desk.type("import", str(again), "--namesake", "4=senior")
    assert numbers(added.splitlines()[-1])[-4:] == [1, 0, 3, 1]
    unchanged = desk.type("import", str(again), "--namesake", "4=senior")
    assert numbers(unchanged.splitlines()[-1])[-4:] == [0, 0, 4, 0]
    assert names(desk) == ["Asha Rao", "Asha Rao (senior)", "Ben", "Carl"]
    assert_parts(desk.refuses("bad-answer", "import", str(again), "--namesake", "4"), "7=senior", "'4'")


def test_a_pair_and_its_substitute(desk: TournamentFile) -> None:
    make(
        desk,
        "four-break",
        "name,partner\nMohan,Rashmi\nRashmi,\nAsha,Ben\nBen,\nCarl,Dev\nDev,\nEva,Fay\nFay,\nNisha,\n",
    )
    desk.type("draw")
    desk.refuses("no-reason", "substitute", "Rashmi", "Nisha")
    substituted = desk.type("substitute", "rashmi", "nisha", "--reason", "ill")
    assert_parts(substituted, "Doubles", "Mohan / Nisha", "Rashmi")
    assert "Mohan / Nisha" in desk.type("bracket")
    assert_parts(desk.refuses("unknown-person", "substitute", "Mohan", "Nobody", "--reason", "ill"), "'Nobody'")
    assert "DECIDE" not in desk.type("leave", "Mohan", "--reason", "home")
    assert any("Mohan / Nisha" in line and "home" in line for line in desk.type("matches").splitlines())


def test_late_team_players_and_line_ups(desk: TournamentFile) -> None:
    rows = "".join(f"P{n},{20 + n % 30}\n" for n in range(66))
    make(desk, "kreeda-2024", f"name,age\n{rows}")
    desk.type("teams", "--random", "7")
    desk.refuses("no-reason", "teams", "--random", "8")
    desk.type("teams", "--random", "8", "--reason", "two more came")
    desk.type("draw")
    before = {team: one.members for team, one in load(desk.path).state.entries["T"].items()}  # type: ignore[index]
    late = desk.folder / "late.csv"
    late.write_text("name,age,team\nLate Lata,30,Team 3\n", encoding="utf-8")
    desk.type("import", str(late), "--reason", "late")
    after = {team: one.members for team, one in load(desk.path).state.entries["T"].items()}  # type: ignore[index]
    assert {team: len(after[team]) - len(before[team]) for team in before} == {
        "Team 1": 0, "Team 2": 0, "Team 3": 1, "Team 4": 0, "Team 5": 0,
    }  # fmt: skip
    assert "reserves: Late Lata" in desk.type("line-up", "team 3")
    rubber = desk.type("line-up", "Team 3").partition(":")[0]
    changed = desk.type("line-up", "Team 3", rubber, "late lata")
    assert changed.startswith(f"Team 3, {rubber}: Late Lata (")
    assert "Late Lata" in desk.type("matches")
    desk.type("result", "M1", "20-5")
    refused = desk.refuses("which-team", "late", "Zoe", "--reason", "late")
    assert_parts(refused, "Zoe", "Team 1, Team 2, Team 3, Team 4, Team 5", "--team", "--new-team")
    alone = desk.type("late", "Zoe", "--new-team", "--team", "Owls", "--dry-run")
    assert_parts(alone, "'Owls'", "40 matches")
    assert_parts(desk.type("late", "Zoe", "--team", "Team 1", "--reason", "late"), "Zoe", "Team 1", "reserve")
    assert_parts(desk.refuses("team-plays-on", "leave", "Zoe", "--reason", "ill"), "Zoe", "Team 1")
    assert_parts(desk.type("rename", "Team 1", "Falcons"), "Team 1", "Falcons")
    standings = desk.type("standings")
    assert "Falcons" in standings
    assert "Team 1" not in standings


def test_a_player_leaves_all_events(desk: TournamentFile) -> None:
    make(
        desk,
        "community-2024",
        "name,gender,age,community,event\nAsha,f,65,x,WS; SC\nAsha,f,65,x,SC\nBea,f,30,y,WS\nCho,f,30,z,WS\n",
    )
    events = {event: list(entries) for event, entries in load(desk.path).state.entries.items()}
    mine = sorted(event for event, entries in events.items() if "Asha" in entries)
    assert mine
    left = desk.type("leave", "asha", "--reason", "ill").splitlines()
    assert [line.startswith("Asha ") for line in left].count(True) == len(mine)
    desk.refuses("nothing-to-leave", "leave", "Asha")


def test_a_new_person_who_is_not_checked_in_is_pointed_out(desk: TournamentFile) -> None:
    make(desk, "vkk", "name,club\nAsha,Hill\nBen,Hill\nCarl,Lake\nDev,Lake\n")
    assert len(desk.type("person", "Gopal").splitlines()) == 1, "no check-in so far"
    desk.type("check-in", "Asha")
    _, missing = desk.type("person", "Gita").splitlines()
    assert missing.startswith("Gita ")
    assert len(desk.type("person", "Guru", "--here").splitlines()) == 1
    assert desk.type("late", "Gauri").splitlines()[-1] == missing.replace("Gita", "Gauri")
