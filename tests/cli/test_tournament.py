"""`carrom tournament` from the entry list to the final, as a club's secretary types it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from carrom.cli import main
from carrom.tournament.log.file import load
from carrom.tournament.model.definition import CompetitionId, StageId
from carrom.tournament.model.state import StageKey

NAMES = ["Asha", "Ben", "Carl", "Dev", "Eva", "Fay", "Gus", "Hema"]


class Club:
    """A folder with one tournament in it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.file, self._capsys = folder, folder / "cup.carrom", capsys

    def type(self, verb: str, *words: str, status: int = 0, file: bool = True) -> str:
        line = ["tournament", verb, *([str(self.file)] if file else []), *words]
        try:
            ended: object = main(line)
        except SystemExit as end:  # so does argparse refuse; which words it refuses itself differs between Pythons
            ended = end.code
        assert ended == status, self._capsys.readouterr()
        said = self._capsys.readouterr()
        return said.out if status == 0 else said.err


@pytest.fixture
def club(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Club:
    players = tmp_path / "players.csv"
    rows = [f"{name},Club {n % 3},{n + 1 if n < 2 else ''}" for n, name in enumerate(NAMES)]
    players.write_text("name,club,seed\n" + "\n".join(rows) + "\n", encoding="utf-8")
    made = Club(tmp_path, capsys)
    words = ["--template", "vkk", str(players), "-o", str(made.file), "--day", "2024-11-05", "--name", "Cup"]
    assert "8 people" in made.type("new", *words, file=False)
    return made


def test_a_day_at_the_desk(club: Club) -> None:
    assert club.type("draw", "S/groups", "--random", "3") == "Singles (groups): 12 matches in 2 groups\n"
    club.type("publish", "S/groups")
    club.type("draw", "S/knockout")
    listed = club.type("matches", "S/groups")
    assert listed.count(" ready") == 12
    called = club.type("next", "--at", "09:00")
    assert sum(" to table " in line and "waits" not in line for line in called.splitlines()) == 4
    assert called.splitlines()[0].startswith("M1 to table 1: ")
    assert "8 wait for somebody who is at another table: M3, " in called
    assert "3 wait for matches before them: M13, M14, M15" in called
    assert "has not reported" in club.type("next", "--at", "09:00", "--absent", "Asha")
    club.type("call", "M1", "2", "--at", "09:00")
    assert "still on table 2" in club.type("next", "--at", "09:10", "--why", "M3")
    assert club.type("next", "--at", "09:10", "--why", "1") == "M1 is on table 2\n"
    assert " called" in club.type("matches", "S/groups")
    assert club.type("result", "1", "25-8").startswith("M1: ")
    assert "has a result" in club.type("result", "M1", "25-9", status=2)
    assert "gives a reason" in club.type("correct", "M1", "8-25", status=2)
    assert "no result to correct" in club.type("correct", "M2", "8-25", "--reason", "as told", status=2)
    assert "place" in club.type("correct", "M1", "8-25", "--reason", "card turned round", "--dry-run")
    club.type("correct", "M1", "8-25", "--reason", "card turned round")
    assert "corrected from 25–8 to 8–25: card turned round" in club.type("show")
    club.type("result", "M2", "18-18", "--extra", "0-4")
    assert "takes a reason" in club.type("result", "M3", "--walkover", "b", status=2)
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
    assert "no tables" in club.type("order", "--tables", "0", status=2)


def test_protest_and_replay_on_the_command_line(club: Club) -> None:
    club.type("draw", "S/groups")
    club.type("result", "M1", "25-8", "--at", "15:10")
    assert "until 15:25" in club.type(
        "protest", "M1", "--side", "b", "--board", "3", "--text", "?", "--at", "15:26", status=2
    )
    said = club.type("protest", "M1", "--side", "b", "--board", "3", "--text", "wrong turn", "--at", "15:20")
    assert said.splitlines() == [
        "Protest P1 of Hema against M1, board 3: wrong turn",
        "Protest P1 against M1 awaits its decision by 16:20 (151c).",
    ]
    assert "awaits its decision by 16:20 (151c): 25 minutes overdue." in club.type("show", "--at", "16:45")
    own = club.type("decide", "p1", "upheld", "--by", "HEMA", "--at", "15:50", status=2)
    assert "nobody decides on a protest of his own" in own
    assert "under protest" in club.type("matches", "S/groups")
    unknown = "is not on record"
    told = club.type("decide", "p1", "upheld", "--at", "15:50").splitlines()
    assert told == [
        "Protest P1 against M1 was upheld (151a)",
        f"M1 goes on with board 3: the score before it {unknown}, who breaks it {unknown}. The card has to tell.",
    ]
    assert "M1 goes on with board 3" in club.type("show")
    assert " ready" in club.type("matches", "S/groups")
    assert "at most 6 boards" in club.type(
        "protest", "M2", "--side", "a", "--board", "77", "--text", "?", "--at", "15:20", status=2
    )


def test_policies_leavers_and_tables(club: Club) -> None:
    club.type("draw", "S/groups")
    club.type("result", "M1", "25-8")
    assert "frozen" in club.type("policy", "S/groups", "icf", status=2)
    assert club.type("policy", "S/groups", '{"win":3,"order":["points"]}', "--reason", "vote").startswith(
        "The order of"
    )
    assert "not JSON" in club.type("policy", "S/groups", "{win", status=2)
    assert "'Hemma' is not in Singles: is 'Hema' meant?" in club.type("leave", "Hemma", "--reason", "ill", status=2)
    club.type("leave", "hema", "--dry-run", "--reason", "ill")
    club.type("leave", "Hema", "--reason", "ill")
    club.type("retract", str(club.type("log").count("\n")), "--reason", "he is well again")
    assert "no fact" in club.type("retract", "999", "--reason", "as told", status=2)
    club.type("leave", "Hema", "--reason", "ill after all")
    assert "Hema left; the results are" in club.type("standings")
    club.type("table", "1", "out")
    assert "out of service" in club.type("call", "M2", "1", status=2)
    assert "no match" in club.type("call", "M99", "2", status=2)
    assert "say which stage" in club.type("draw", status=2)


def test_import_twice_and_export(club: Club) -> None:
    exported = club.folder / "list.csv"
    club.type("export", "-o", str(exported))
    assert "0 people are new, 0 changed, 8 known; 0 entries" in club.type("import", str(exported))
    facts = club.type("log").count("\n")
    exported.write_text(exported.read_text(encoding="utf-8") + ",Ida,03/04/1990,,,,,,S,,,,\n", encoding="utf-8")
    dry = club.type("import", str(exported), "--dry-run")
    assert "row 10: Ida was born on 1990-04-03 or 1990-03-04?" in dry
    assert club.type("log").count("\n") == facts
    club.type("import", str(exported), "--dates", "dmy")
    last = [json.loads(line) for line in club.type("log").splitlines()][facts]
    assert last["body"]["person"] == {"id": "ida", "name": "Ida", "born": "1990-04-03"}


def test_simulate_leaves_the_file_alone_and_can_keep_a_copy(club: Club) -> None:
    before = club.file.read_bytes()
    copy = club.folder / "played.carrom"
    said = club.type("simulate", "--seed", "5", "-o", str(copy))
    assert "Group B" in said
    assert "final" in said
    assert club.file.read_bytes() == before
    club.file = copy
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


def test_sol_on_the_command_line(club: Club) -> None:
    from tests.tournament.test_sol import DUMP

    dump = club.folder / "dump.sol"
    dump.write_text(DUMP, encoding="utf-8")
    club.file = club.folder / "hill.carrom"
    said = club.type("sol", str(dump), "-o", str(club.file), file=False)
    assert "3 people" in said
    assert "Carl Weiss" in club.type("standings")


def test_teams_are_drawn_out_of_a_list(club: Club) -> None:
    players = club.folder / "sixty-five.csv"
    rows = [f"Player {n},{20 + n % 40},{'f' if n % 5 == 0 else 'm'}" for n in range(65)]
    players.write_text("name,age,gender\n" + "\n".join(rows) + "\n", encoding="utf-8")
    club.file = club.folder / "teams.carrom"
    words = ["--template", "kreeda-2024", str(players), "-o", str(club.file), "--day", "2024-11-05"]
    club.type("new", *words, file=False)
    drawn = club.type("teams", "--random", "7").splitlines()
    assert [line.partition(":")[0] for line in drawn[:7]] == [
        *(f"Team {n}" for n in range(1, 6)),
        "players",
        "mean age",
    ]
    assert drawn[-1].startswith("women: ")
    assert club.type("draw") == "Teams: 80 matches\n"
    assert "exists already" in club.type("new", *words, file=False, status=2)


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


def test_a_result_comes_from_the_record_of_the_match(club: Club) -> None:
    club.type("draw", "S/groups", "--random", "3")
    sides = json.loads(club.type("log").splitlines()[-1])["body"]["fixtures"][0]["slots"]
    one, other = (slot["entry"] for slot in sides)
    path = club.folder / "m1.carrom"
    path.write_text(RECORD.format(a=other.upper(), b=one), encoding="utf-8")
    assert "leave the score out" in club.type("result", "M1", "25-8", "--record", str(path), status=2)
    assert "goes with --record" in club.type("result", "M1", "25-8", "--sides", "ab", status=2)
    assert "the record is of" in club.type("result", "M2", "--record", str(path), status=2)
    assert "place" in club.type("result", "M1", "--record", str(path), "--dry-run")
    assert club.type("result", "M1", "--record", str(path)) == f"M1: {one} 0 – {other} 25: {other} wins\n"
    body = json.loads(club.type("log").splitlines()[-1])["body"]
    assert [(board["winner"], board["points"]) for board in body["boards"]] == [("b", 12), ("b", 12), ("b", 9)]
    path.write_text(RECORD.format(a=other, b=one).replace("vkk", "community-2024"), encoding="utf-8")
    assert "M1 is played by vkk" in club.type("correct", "M1", "--record", str(path), "--reason", "as told", status=2)
    path.write_text(RECORD.format(a=other, b=one).replace("7. lose", "; 7. lose"), encoding="utf-8")
    assert "m1.carrom: the match in the record is not over" in club.type(
        "result", "M1", "--record", str(path), status=2
    )
    path.write_text(RECORD.format(a=other, b=one).replace("lose-board b 51", "dance", 1), encoding="utf-8")
    assert "m1.carrom: line 9" in club.type("result", "M1", "--record", str(path), status=2)
    played = club.type("result", "M2", "--record", str(path).replace("m1", "none"), status=2)
    assert "none.carrom" in played


def test_a_record_of_other_rules_is_taken_with_a_reason(club: Club) -> None:
    club.type("draw", "S/groups", "--random", "3")
    path = club.folder / "m1.carrom"
    lines = ["carrom-record 1", '[Rulebook "four-break"]', "1. toss a break", "2. play", "3. lose-board b 51"]
    path.write_text("\n".join([*lines, "4. time-up", ""]), encoding="utf-8")
    words = ["result", "M1", "--record", str(path), "--sides", "ba"]
    assert "M1 is played by vkk; the record is of a match by four-break" in club.type(*words, status=2)
    assert club.type(*words, "--anyway", "little time").endswith(" 12: Hema wins\n")
    assert json.loads(club.type("log").splitlines()[-1])["reason"] == "little time"


def test_a_score_may_follow_the_options(club: Club) -> None:
    club.type("draw", "S/groups", "--random", "3")
    assert club.type("result", "M1", "--by", "Ana", "25-8").endswith(" 8: Asha wins\n")
    assert "a score is written like 25-18, or by boards like a:5+q b:3 a:=12, not 'x'" in club.type(
        "result", "M2", "--by", "Ana", "x", status=2
    )
    club.type("result", "M2", "25-8", "--by", "Ana", "25-8", status=2)


def test_one_is_no_plural_and_a_bye_has_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club = Club(tmp_path, capsys)
    (tmp_path / "three.csv").write_text("name,event,sex\nA,MS,m\nB,MS,m\nC,MS,m\n", encoding="utf-8")
    made = club.type("new", "--template", "icf", "-o", str(club.file), file=False)
    assert made.endswith(", 0 people, 1 fact\n")
    club.type("import", str(tmp_path / "three.csv"))
    assert "Men's singles: 2 matches and 2 byes" in club.type("draw", "MS", "--random", "1")
    assert "M1 is a bye: it has no result" in club.type("result", "M1", "--games", "2-0", status=2)
    assert "the sides of M4 are not known yet" in club.type("result", "M4", "--games", "2-0", status=2)


def test_points_short_of_the_games_won_take_a_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club = Club(tmp_path, capsys)
    (tmp_path / "four.csv").write_text("name,event,sex\nA,MS,m\nB,MS,m\nC,MS,m\nD,MS,m\n", encoding="utf-8")
    club.type("new", "--template", "icf", "-o", str(club.file), file=False)
    club.type("import", str(tmp_path / "four.csv"))
    club.type("draw", "MS")
    words = ["result", "M1", "30-10", "--games", "2-0"]
    assert "M1: whoever wins a game has 25 in it, so in 2–0 games (30–10) one" in club.type(*words, status=2)
    assert club.type(*words, "--reason", "B conceded the second").endswith("A 2 – D 0 (30–10): A wins\n")


def test_a_result_is_typed_board_by_board(club: Club) -> None:
    club.type("draw", "S/groups", "--random", "3")
    club.type("call", "M1", "4", "--at", "09:00")
    dry = club.type("result", "@4", "a:5+q", "b:3", "a:9+q", "--dry-run", status=2)
    assert "M1: it is not over at 20–3: board 4 comes next" in dry
    dry = club.type("result", "@4", "b:5+q", "a:3", "b:9+q", "b:5", "--dry-run")
    assert dry.startswith("M1: Asha 3 – Hema 25: Hema wins\n")
    assert " called" in club.type("matches", "S/groups"), "a dry run records nothing"
    assert club.type("result", "@4", "a:5+q", "b:3", "a:9+q", "a:5", "--break", "b").endswith("Asha wins\n")
    body = json.loads(club.type("log").splitlines()[-1])["body"]
    assert body["boards"][0] == {"winner": "a", "points": 8, "coins": 5, "queen": "a"}
    assert (body["score"], body["first_break"]) == ([25, 3], "b")
    assert "25–3 (a:5+q b:3 a:9+q a:5)" in club.type("matches", "S/groups", "--boards")
    assert "over after 4 boards, won by Asha" in club.type(
        "correct", "@4", "a:5+q", "b:3", "a:9+q", "a:5", "b:1", "--reason", "as told", status=2
    )
    told = club.type("correct", "@4", "b:5+q", "a:3", "b:9+q", "b:5", "--reason", "card turned round", "--base", "1")
    assert told.splitlines() == [
        "M1: Asha 3 – Hema 25: Hema wins",
        "Singles, group A: Asha goes from place 1 to 4.",
        "Singles, group A: Hema goes from place 4 to 1.",
    ]
    late = club.type("correct", "M1", "25-8", "--reason", "wrong", "--base", "1", status=2)
    assert "M1 was changed since version 1 was seen: it is 3–25 now" in late
    assert "no match is on table 3" in club.type("result", "@3", "25-0", status=2)
    assert "no 6 boards of at most 12" not in club.type("result", "M2", "24-24", "--extra", "0-3")


def test_a_published_draw_is_ruled_on_and_the_last_act_undone(club: Club) -> None:
    club.type("draw", "S/groups", "--random", "3")
    club.type("draw", "S/knockout")
    for match in range(1, 13):
        club.type("result", f"M{match}", f"25-{match}")
    club.type("publish", "S/knockout")
    assert club.type("seats", "S/knockout") == "No place of Singles (knockout) waits for a ruling.\n"
    club.type("correct", "M1", "1-25", "--reason", "card turned round")
    waiting = club.type("seats", "S/knockout").splitlines()
    assert waiting
    assert all(line.startswith("Singles (knockout) is published with ") for line in waiting)
    assert "no reason" not in club.type("seats", "S/knockout", "--keep", "--dry-run", "--reason", "as told")
    assert "gives a reason" in club.type("seats", "S/knockout", "--keep", status=2)
    assert "A2=Heena" in club.type("seats", "S/knockout", "--seat", "A1", "--reason", "as told", status=2)
    assert "stays" in club.type("seats", "S/knockout", "--keep", "--reason", "play had begun")
    assert "published with" not in club.type("show")
    dry = club.type("undo", "--dry-run", "--reason", "slip")
    assert dry.startswith("It would take back the ruling on A")
    assert "was undone: slip" in club.type("undo", "--reason", "slip")
    assert "published with" in club.type("show")
    assert "The result of M1" in club.type("undo", "--reason", "not that either")
    assert club.type("seats", "S/knockout") == "No place of Singles (knockout) waits for a ruling.\n"


def test_a_list_is_undone_as_one_act_however_long(club: Club) -> None:
    assert "not undone" not in club.type("undo", "--reason", "wrong list", "--dry-run")
    before = club.type("export")
    more = club.folder / "more.csv"
    more.write_text("name\nIda\nJon\n", encoding="utf-8")
    club.type("import", str(more), "--at", "10:00")
    assert club.type("export") != before
    dry = club.type("undo", "--reason", "wrong list", "--dry-run")
    assert "With it go 3 more facts of the same list." in dry
    undone = club.type("undo", "--reason", "wrong list")
    assert "The entry of Jon in Singles, with 3 more told at once, was undone" in undone
    assert club.type("export") == before
    many = "name\n" + "".join(f"Player {n}\n" for n in range(12))
    more.write_text(many, encoding="utf-8")
    club.type("import", str(more), "--at", "10:05")
    assert club.type("export") != before
    assert "with 23 more told at once" in club.type("undo", "--reason", "wrong list again")
    assert club.type("export") == before


def test_a_card_that_is_known_already_is_confirmed_once(club: Club) -> None:
    club.type("draw", "S/groups", "--random", "3")
    club.type("result", "M1", "25-8", "--by", "pad 2")
    again = club.type("result", "M1", "25-8")
    assert "it is that already" in again
    assert "(confirmed)" in club.type("confirm", "M1", status=2)
    assert club.type("result", "M1", "25-8") == again, "a third time it is said again, and nothing is told"
    assert "a correction supersedes it" in club.type("result", "M1", "25-9", status=2)


def test_another_rule_for_those_who_leave_says_what_it_changes(club: Club) -> None:
    """As `correct` and `leave` do: the places that move, on the command line too."""
    club.type("draw", "S/groups", "--random", "3")
    club.type("publish", "S/groups")
    for match in range(1, 13):
        club.type("result", f"M{match}", "25-8")
    first = load(club.file).state.draws[StageKey(CompetitionId("S"), StageId("groups"))][0].groups[0][0]
    club.type("leave", first, "--reason", "ill")
    foreseen = club.type("set", "--withdrawal", "annul", "--reason", "agreed", "--dry-run")
    done = club.type("set", "--withdrawal", "annul", "--reason", "agreed")
    assert f"{first} is taken out of the standings" in done
    assert f"{first} is taken out of the standings" in foreseen


def test_an_event_that_too_few_communities_cancel_says_what_would_hold_it(club: Club) -> None:
    players = club.folder / "one.csv"
    players.write_text(
        "name,gender,born,community,event\nAsha,f,1990-01-01,x,WS\nBea,f,1991-01-01,x,WS\n", encoding="utf-8"
    )
    words = ["--template", "community-2024", "--day", "2024-11-05", "-o", str(club.folder / "small.tournament")]
    club.type("new", *words, str(players), file=False)
    club.file = club.folder / "small.tournament"
    assert "--min-communities" in club.type("set", "--cancelled", "WS=no", status=2)
