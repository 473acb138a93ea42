"""`carrom tournament` from the entry list to the final, as a club secretary types it."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from carrom.tournament.log.file import load
from carrom.tournament.model.definition import CompetitionId, StageId
from carrom.tournament.model.state import StageKey
from tests.cli.conftest import TournamentFile, assert_parts, numbers

NAMES = ["Asha", "Ben", "Carl", "Dev", "Eva", "Fay", "Gus", "Hema"]


@pytest.fixture
def club(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> TournamentFile:
    """Eight players, entered and not drawn."""
    players = tmp_path / "players.csv"
    rows = [f"{name},Club {n % 3},{n + 1 if n < 2 else ''}" for n, name in enumerate(NAMES)]
    players.write_text("name,club,seed\n" + "\n".join(rows) + "\n", encoding="utf-8")
    made = TournamentFile(tmp_path / "cup.carrom", capsys)
    made.new("--template", "vkk", str(players), "--day", "2024-11-05", "--name", "Cup")
    assert sorted(load(made.path).state.people) == sorted(name.lower() for name in NAMES)
    return made


def test_a_day_of_groups_and_knockout(club: TournamentFile) -> None:
    assert_parts(club.type("draw", "S/groups", "--random", "3"), "Singles (groups)", "12 matches", "2 groups")
    club.type("publish", "S/groups")
    club.type("draw", "S/knockout")
    listed = club.type("matches", "S/groups")
    assert listed.count(" ready") == 12
    called = club.type("next", "--at", "09:00")
    assert sum(" to table " in line and "waits" not in line for line in called.splitlines()) == 4
    assert called.splitlines()[0].startswith("M1 to table 1: ")
    waiting = {one["match"]: one["cause"] for one in club.json("next", "--at", "09:00")["waiting"]}
    assert list(waiting.values()).count("playing") == 8
    assert [match for match, cause in waiting.items() if cause == "feeder"] == ["M13", "M14", "M15"]
    assert_parts(called, "M3", "M13", "M14", "M15")
    absent = club.json("next", "--at", "09:00", "--absent", "Asha")["waiting"]
    assert "absent" in {one["cause"] for one in absent}
    club.type("call", "M1", "2", "--at", "09:00")
    assert "table 2" in club.type("next", "--at", "09:10", "--why", "M3")
    assert club.type("next", "--at", "09:10", "--why", "1").startswith("M1 ")
    assert " called" in club.type("matches", "S/groups")
    assert club.type("result", "1", "25-8").startswith("M1: ")
    club.refuses("played", "result", "M1", "25-9")
    club.refuses("no-reason", "correct", "M1", "8-25")
    club.refuses("no-result", "correct", "M2", "8-25", "--reason", "as told")
    assert "place" in club.type("correct", "M1", "8-25", "--reason", "card turned round", "--dry-run")
    club.type("correct", "M1", "8-25", "--reason", "card turned round")
    (shown,) = (line for line in club.type("show").splitlines() if "card turned round" in line)
    assert shown.index("M1") < shown.index("25–8") < shown.index("8–25")
    club.type("result", "M2", "18-18", "--extra", "0-4")
    club.refuses("no-reason", "result", "M3", "--walkover", "b")
    club.type("result", "M3", "--walkover", "b", "--reason", "did not come")
    for match in range(4, 13):
        club.type("result", f"M{match}", f"25-{match}")
    standings = club.type("standings")
    assert "Group A" in standings
    assert "stands above" in standings
    tree = club.type("bracket")
    assert "winner of M13" in tree
    order = club.type("order")
    assert "3 matches" in order
    assert order.splitlines()[5].startswith("09:00")
    club.refuses("no-tables", "order", "--tables", "0")


def test_protest_and_replay_on_the_command_line(club: TournamentFile) -> None:
    club.type("draw", "S/groups")
    club.type("result", "M1", "25-8", "--at", "15:10")
    late = club.refuses("late", "protest", "M1", "--side", "b", "--board", "3", "--text", "?", "--at", "15:26")
    assert "15:25" in late
    filed, due = club.type(
        "protest", "M1", "--side", "b", "--board", "3", "--text", "wrong turn", "--at", "15:20"
    ).splitlines()
    assert_parts(filed, "P1", "Hema", "M1", "3", "wrong turn")
    assert_parts(due, "P1", "M1", "16:20", "151c")
    (overdue,) = (line for line in club.type("show", "--at", "16:45").splitlines() if "151c" in line)
    assert_parts(overdue, "P1", "16:20", "25")
    club.refuses("own-protest", "decide", "p1", "upheld", "--by", "HEMA", "--at", "15:50")
    assert "under protest" in club.type("matches", "S/groups")
    decided, replayed = club.type("decide", "p1", "upheld", "--at", "15:50").splitlines()
    assert_parts(decided, "P1", "M1", "151a")
    assert_parts(replayed, "M1", "board 3")
    assert replayed in club.type("show")
    assert " ready" in club.type("matches", "S/groups")
    too_many = club.refuses("no-board", "protest", "M2", "--side", "a", "--board", "77", "--text", "?", "--at", "15:20")
    assert " 6 " in too_many


def test_standings_policy_withdrawal_and_a_broken_table(club: TournamentFile) -> None:
    club.type("draw", "S/groups")
    club.type("result", "M1", "25-8")
    club.refuses("policy-in-use", "policy", "S/groups", "icf")
    club.type("policy", "S/groups", '{"win":3,"order":["points"]}', "--reason", "vote")
    assert club.facts()[-1]["reason"] == "vote"
    club.refuses("not-json", "policy", "S/groups", "{win")
    assert "'Hema'" in club.refuses("unknown-name", "leave", "Hemma", "--reason", "ill"), "the name that was meant"
    club.type("leave", "hema", "--dry-run", "--reason", "ill")
    club.type("leave", "Hema", "--reason", "ill")
    club.type("retract", str(club.type("log").count("\n")), "--reason", "he is well again")
    club.refuses("no-such-entry", "retract", "999", "--reason", "as told")
    club.type("leave", "Hema", "--reason", "ill after all")
    assert any(line.startswith("Hema ") for line in club.type("standings").splitlines()), "a note beside her row"
    club.type("table", "1", "out")
    club.refuses("table-out", "call", "M2", "1")
    club.refuses("unknown-match", "call", "M99", "2")
    club.refuses("which-stage", "draw")


def test_import_twice_and_export(club: TournamentFile) -> None:
    exported = club.folder / "list.csv"
    club.type("export", "-o", str(exported))
    assert numbers(club.type("import", str(exported)).splitlines()[-1]) == [0, 0, 0, 8, 0]
    facts = club.facts()
    exported.write_text(exported.read_text(encoding="utf-8") + ",Ida,03/04/1990,,,,,,S,,,,\n", encoding="utf-8")
    dry = club.type("import", str(exported), "--dry-run")
    assert_parts(dry, "row 10: ", "Ida", "1990-04-03", "1990-03-04")
    assert club.facts() == facts
    club.type("import", str(exported), "--dates", "dmy")
    added = club.facts()[len(facts)]
    assert added["body"]["person"] == {"id": "ida", "name": "Ida", "born": "1990-04-03"}


def test_simulate_changes_no_file_and_can_save_a_copy(club: TournamentFile) -> None:
    before = club.path.read_bytes()
    copy = club.folder / "played.carrom"
    assert_parts(club.type("simulate", "--seed", "5", "-o", str(copy)), "Group B", "final")
    assert club.path.read_bytes() == before
    club.path = copy
    assert "15/15" not in club.type("show")
    assert "12/12" in club.type("show")
    for verb in ("standings", "bracket", "show"):
        svg, pdf = club.folder / f"{verb}.svg", club.folder / f"{verb}.pdf"
        club.type(verb, "-o", str(svg))
        club.type(verb, "-o", str(pdf))
        words = "".join(ElementTree.fromstring(svg.read_text(encoding="utf-8")).itertext())
        assert "Cup" in words
        assert pdf.read_bytes().startswith(b"%PDF-")
    words = "".join(ElementTree.fromstring((club.folder / "bracket.svg").read_text(encoding="utf-8")).itertext())
    assert "semi-final" in words


def test_import_of_a_sol_dump(club: TournamentFile) -> None:
    from tests.tournament.test_sol import DUMP

    dump = club.folder / "dump.sol"
    dump.write_text(DUMP, encoding="utf-8")
    club.path = club.folder / "hill.carrom"
    assert_parts(club.run("tournament", "sol", str(dump), "-o", str(club.path)), "3 people")
    assert "Carl Weiss" in club.type("standings")


def test_teams_are_drawn_out_of_a_list(club: TournamentFile) -> None:
    players = club.folder / "sixty-five.csv"
    rows = [f"Player {n},{20 + n % 40},{'f' if n % 5 == 0 else 'm'}" for n in range(65)]
    players.write_text("name,age,gender\n" + "\n".join(rows) + "\n", encoding="utf-8")
    club.path = club.folder / "teams.carrom"
    words = ["--template", "kreeda-2024", str(players), "--day", "2024-11-05"]
    club.new(*words)
    drawn = club.type("teams", "--random", "7").splitlines()
    assert [line.partition(":")[0] for line in drawn[:7]] == [
        *(f"Team {n}" for n in range(1, 6)),
        "players",
        "mean age",
    ]
    assert drawn[-1].startswith("women: ")
    assert numbers(club.type("draw")) == [80]
    club.refuse("file-exists", "tournament", "new", *words, "-o", str(club.path))


RECORD = """carrom-record 1
[Rulebook "vkk"]
[Stage "group"]
[A "{a}"]
[B "{b}"]

1. toss a break
2. play
3. lose-board b 51
4. play
5. lose-board b 51
6. play
7. lose-board b 51
"""


def test_a_result_comes_from_the_record_of_the_match(club: TournamentFile) -> None:
    club.type("draw", "S/groups", "--random", "3")
    sides = club.facts()[-1]["body"]["fixtures"][0]["slots"]
    one, other = (slot["entry"] for slot in sides)
    path = club.folder / "m1.carrom"
    path.write_text(RECORD.format(a=other.upper(), b=one), encoding="utf-8")
    club.refuses("options-exclude", "result", "M1", "25-8", "--record", str(path))
    club.refuses("options-go-together", "result", "M1", "25-8", "--sides", "ab")
    assert_parts(club.refuses("other-players", "result", "M2", "--record", str(path)), other.upper(), one)
    assert "place" in club.type("result", "M1", "--record", str(path), "--dry-run")
    assert club.type("result", "M1", "--record", str(path)) == f"M1: {one} 0 – {other} 25: {other} wins\n"
    body = club.facts()[-1]["body"]
    assert [(board["winner"], board["points"]) for board in body["boards"]] == [("b", 12), ("b", 12), ("b", 9)]
    path.write_text(RECORD.format(a=other, b=one).replace("vkk", "community-2024"), encoding="utf-8")
    other_book = club.refuses("other-rulebook", "correct", "M1", "--record", str(path), "--reason", "as told")
    assert_parts(other_book, "M1", "vkk")
    path.write_text(RECORD.format(a=other, b=one).replace("7. lose", "; 7. lose"), encoding="utf-8")
    assert_parts(club.refuses("record-not-over", "result", "M1", "--record", str(path)), "m1.carrom")
    path.write_text(RECORD.format(a=other, b=one).replace("lose-board b 51", "dance", 1), encoding="utf-8")
    assert_parts(club.refuses("record-faults", "result", "M1", "--record", str(path)), "m1.carrom: line 9")
    missing = str(club.folder / "none.carrom")
    assert_parts(club.refuses("file-unreadable", "result", "M2", "--record", missing), missing)


def test_a_record_of_other_rules_is_taken_with_a_reason(club: TournamentFile) -> None:
    club.type("draw", "S/groups", "--random", "3")
    path = club.folder / "m1.carrom"
    lines = ["carrom-record 1", '[Rulebook "four-break"]', "1. toss a break", "2. play", "3. lose-board b 51"]
    path.write_text("\n".join([*lines, "4. time-up", ""]), encoding="utf-8")
    words = ["result", "M1", "--record", str(path), "--sides", "ba"]
    assert_parts(club.refuses("other-rulebook", *words), "M1", "vkk", "four-break")
    assert club.type(*words, "--anyway", "little time").endswith(" 12: Hema wins\n")
    assert club.facts()[-1]["reason"] == "little time"


def test_a_score_may_follow_the_options(club: TournamentFile) -> None:
    club.type("draw", "S/groups", "--random", "3")
    assert club.type("result", "M1", "--by", "Ana", "25-8").endswith(" 8: Asha wins\n")
    assert_parts(club.refuses("bad-score", "result", "M2", "--by", "Ana", "x"), "25-18", "a:5+q b:3 a:=12", "'x'")
    club.misuse("tournament", "result", str(club.path), "M2", "25-8", "--by", "Ana", "25-8")


def test_counts_have_plurals_and_a_bye_has_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club = TournamentFile(tmp_path / "cup.carrom", capsys)
    (tmp_path / "three.csv").write_text("name,event,sex\nA,MS,m\nB,MS,m\nC,MS,m\n", encoding="utf-8")
    made = club.new("--template", "icf")
    assert made.endswith(", 0 people, 1 fact\n")
    club.type("import", str(tmp_path / "three.csv"))
    assert_parts(club.type("draw", "MS", "--random", "1"), "2 matches", "2 byes")
    assert_parts(club.refuses("bye", "result", "M1", "--games", "2-0"), "M1")
    assert_parts(club.refuses("sides-open", "result", "M4", "--games", "2-0"), "M4")


def test_fewer_points_than_the_games_won_need_a_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club = TournamentFile(tmp_path / "cup.carrom", capsys)
    (tmp_path / "four.csv").write_text("name,event,sex\nA,MS,m\nB,MS,m\nC,MS,m\nD,MS,m\n", encoding="utf-8")
    club.new("--template", "icf")
    club.type("import", str(tmp_path / "four.csv"))
    club.type("draw", "MS")
    words = ["result", "M1", "30-10", "--games", "2-0"]
    assert_parts(club.refuses("conceded", *words), "M1", "25", "2–0", "30–10")
    assert club.type(*words, "--reason", "B conceded the second").endswith("A 2 – D 0 (30–10): A wins\n")


def test_a_result_is_typed_board_by_board(club: TournamentFile) -> None:
    club.type("draw", "S/groups", "--random", "3")
    club.type("call", "M1", "4", "--at", "09:00")
    unfinished = club.refuses("who-won-unknown", "result", "@4", "a:5+q", "b:3", "a:9+q", "--dry-run")
    assert_parts(unfinished, "M1", "20–3", "board 4")
    dry = club.type("result", "@4", "b:5+q", "a:3", "b:9+q", "b:5", "--dry-run")
    assert_parts(dry.splitlines()[0], "M1: ", "Asha 3", "Hema 25")
    assert " called" in club.type("matches", "S/groups"), "a dry run records nothing"
    assert club.type("result", "@4", "a:5+q", "b:3", "a:9+q", "a:5", "--break", "b").endswith("Asha wins\n")
    body = club.facts()[-1]["body"]
    assert body["boards"][0] == {"winner": "a", "points": 8, "coins": 5, "queen": "a"}
    assert (body["score"], body["first_break"]) == ([25, 3], "b")
    assert "25–3 (a:5+q b:3 a:9+q a:5)" in club.type("matches", "S/groups", "--boards")
    over = club.refuses("match-over", "correct", "@4", "a:5+q", "b:3", "a:9+q", "a:5", "b:1", "--reason", "as told")
    assert_parts(over, "M1", " 4 ", "Asha")
    corrected, *changes = club.type(
        "correct", "@4", "b:5+q", "a:3", "b:9+q", "b:5", "--reason", "card turned round", "--base", "1"
    ).splitlines()
    assert_parts(corrected, "M1", "Asha 3", "Hema 25")
    assert [(["Asha", "Hema"]["Hema" in change], numbers(change)) for change in changes] == [
        ("Asha", [1, 4]),
        ("Hema", [4, 1]),
    ]
    late = club.refuses("changed-meanwhile", "correct", "M1", "25-8", "--reason", "wrong", "--base", "1")
    assert_parts(late, "M1", "version 1", "3–25")
    club.refuses("table-free", "result", "@3", "25-0")
    club.type("result", "M2", "24-24", "--extra", "0-3")
    assert club.facts()[-1]["body"]["score"] == [24, 24]


def test_rulings_on_a_published_draw_can_be_undone(club: TournamentFile) -> None:
    club.type("draw", "S/groups", "--random", "3")
    club.type("draw", "S/knockout")
    for match in range(1, 13):
        club.type("result", f"M{match}", f"25-{match}")
    club.type("publish", "S/knockout")
    (settled,) = club.type("seats", "S/knockout").splitlines()
    club.type("correct", "M1", "1-25", "--reason", "card turned round")
    waiting = club.type("seats", "S/knockout").splitlines()
    assert waiting
    assert settled not in waiting
    assert all(re.search(r"\bA\d\b", line) for line in waiting), "each names the place"
    assert_parts(club.type("show"), *waiting)
    before = club.facts()
    club.type("seats", "S/knockout", "--keep", "--dry-run", "--reason", "as told")
    assert club.facts() == before
    club.refuses("no-reason", "seats", "S/knockout", "--keep")
    assert_parts(club.refuses("bad-seat", "seats", "S/knockout", "--seat", "A1", "--reason", "as told"), "'A1'")
    club.type("seats", "S/knockout", "--keep", "--reason", "play had begun")
    assert not any(line in club.type("show") for line in waiting)
    ruled = club.facts()
    club.type("undo", "--dry-run", "--reason", "slip")
    assert club.facts() == ruled
    assert_parts(club.type("undo", "--reason", "slip"), "slip")
    assert_parts(club.type("show"), *waiting)
    assert_parts(club.type("undo", "--reason", "not that either"), "M1")
    assert club.type("seats", "S/knockout").splitlines() == [settled]


def test_an_imported_list_of_any_length_is_undone_at_once(club: TournamentFile) -> None:
    club.type("undo", "--reason", "wrong list", "--dry-run")
    before = club.type("export")
    more = club.folder / "more.csv"
    more.write_text("name\nIda\nJon\n", encoding="utf-8")
    club.type("import", str(more), "--at", "10:00")
    assert club.type("export") != before
    dry = club.type("undo", "--reason", "wrong list", "--dry-run")
    assert 3 in numbers(dry), "events of the same list"
    undone = club.type("undo", "--reason", "wrong list")
    assert_parts(undone, "Jon", "Singles")
    assert 3 in numbers(undone)
    assert club.type("export") == before
    many = "name\n" + "".join(f"Player {n}\n" for n in range(12))
    more.write_text(many, encoding="utf-8")
    club.type("import", str(more), "--at", "10:05")
    assert club.type("export") != before
    assert 23 in numbers(club.type("undo", "--reason", "wrong list again"))
    assert club.type("export") == before


def test_the_same_result_again_confirms_it_once(club: TournamentFile) -> None:
    club.type("draw", "S/groups", "--random", "3")
    club.type("result", "M1", "25-8", "--by", "pad 2")
    again = club.type("result", "M1", "25-8")
    facts = club.facts()
    club.refuses("confirmed", "confirm", "M1")
    assert club.type("result", "M1", "25-8") == again
    assert club.facts() == facts, "a third time adds nothing"
    club.refuses("played", "result", "M1", "25-9")


def test_a_new_withdrawal_rule_prints_what_it_changes(club: TournamentFile) -> None:
    club.type("draw", "S/groups", "--random", "3")
    club.type("publish", "S/groups")
    for match in range(1, 13):
        club.type("result", f"M{match}", "25-8")
    first = load(club.path).state.draws[StageKey(CompetitionId("S"), StageId("groups"))][0].groups[0][0]
    club.type("leave", first, "--reason", "ill")
    foreseen = club.type("set", "--withdrawal", "annul", "--reason", "agreed", "--dry-run")
    done = club.type("set", "--withdrawal", "annul", "--reason", "agreed")
    changes = [line for line in done.splitlines() if first in line]
    assert changes
    assert_parts(foreseen, *changes)


def test_an_event_cancelled_for_too_few_communities_names_the_option_that_helps(club: TournamentFile) -> None:
    players = club.folder / "one.csv"
    players.write_text(
        "name,gender,born,community,event\nAsha,f,1990-01-01,x,WS\nBea,f,1991-01-01,x,WS\n", encoding="utf-8"
    )
    club.path = club.folder / "small.tournament"
    club.new("--template", "community-2024", "--day", "2024-11-05", str(players))
    assert_parts(club.refuses("cancelled-by-rule", "set", "--cancelled", "WS=no"), "--min-communities")
