"""What the desk is answered: a correction tells what it moves, a time alone is meant on the day that it is."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from carrom.cli import main
from tests.cli.test_tournament import Club


@pytest.fixture
def make(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Club:
    return Club(tmp_path, capsys)


def new(club: Club, *words: str, names: str = "Pia Quin Ras Sol") -> None:
    players = club.folder / "players.csv"
    players.write_text("name\n" + "\n".join(names.split()) + "\n", encoding="utf-8")
    club.type("new", *words, str(players), "-o", str(club.file), file=False)


def tree(club: Club) -> None:
    new(club, "--format", "knockout", "--event", "S=Singles: singles", "--rulebook", "icf", "--games", "1")
    club.type("draw")
    club.type("publish")
    for match in ("M1", "M2", "M3"):
        club.type("result", match, "25-3")


def test_a_correction_in_a_published_tree_says_what_waits(make: Club) -> None:
    tree(make)

    def named() -> list[str]:
        return [line for line in make.type("show").splitlines() if "1." in line]

    assert len(named()) == 1
    told = make.type("correct", "M1", "3-25", "--reason", "turned").splitlines()
    assert told[0].startswith("M1: ")
    assert told[1].startswith("Singles: not certain any more for the prizes: 1. ")
    assert told[2].startswith("DECIDE: Singles is published, and ")
    assert "(place M3A); M1 now says " in told[2]
    assert named() == [], "no prize until somebody has ruled"
    assert "place M3A" in make.type("seats", "S/knockout")
    changed = make.type("seats", "S/knockout", "--change", "--reason", "the referee").splitlines()
    assert any(line.startswith("M3 was played by ") for line in changed)


def test_retract_undo_and_leave_tell_what_they_move(make: Club) -> None:
    tree(make)
    number = next(n for n, line in enumerate(make.type("log").splitlines(), 1) if '"result"' in line and '"M1"' in line)
    told = make.type("retract", str(number), "--reason", "of another match").splitlines()
    assert any(line.startswith("DECIDE: ") and "M1 does not decide it any more" in line for line in told)
    assert make.type("undo", "--reason", "it was right").splitlines()[1:] == []
    told = make.type("undo", "--reason", "the final was another").splitlines()
    assert "M" in told[0]
    told = make.type("undo", "--reason", "M2 too").splitlines()
    assert any(line.startswith("M3: ") and line.endswith(" – ?.") for line in told)
    told = (
        make.type("leave", "Sol", "--reason", "ill").splitlines()
        + make.type("leave", "Ras", "--reason", "ill").splitlines()
    )
    assert any(line.startswith("M3: ") and "? becomes" in line for line in told)


@pytest.mark.parametrize("at", ["11:31", "{today}T11:31"])
def test_on_the_second_day_a_time_alone_is_meant_on_that_day(make: Club, at: str) -> None:
    today = date.today()
    new(make, "--template", "vkk", "--groups", "1", "--day", str(today - timedelta(days=1)), "--days", "2")
    make.type("draw", "S/groups", "--random", "1")
    make.type("result", "M1", "25-3", "--at", "11:30")
    when = at.format(today=today)
    said = make.type("protest", "M1", "--side", "b", "--board", "2", "--over", "11:28", "--at", when, "--text", "x")
    assert said.startswith("Protest P1 ")


def test_long_after_it_a_time_alone_is_meant_on_the_first_day(make: Club) -> None:
    new(make, "--template", "vkk", "--groups", "1", "--day", "2024-11-05", "--days", "2")
    make.type("draw", "S/groups", "--random", "1", "--at", "10:00")
    assert '"at": "2024-11-05T10:00:00"' in make.type("log").splitlines()[-1].replace('":"', '": "')


def test_a_refused_dry_run_says_nothing_before_the_refusal(make: Club, capsys: pytest.CaptureFixture[str]) -> None:
    tree(make)
    assert main(["tournament", "correct", str(make.file), "M1", "26-3", "--reason", "as told", "--dry-run"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "over-target" in said.err


def test_a_series_of_shootouts_counts_when_it_is_whole(make: Club) -> None:
    new(make, "--template", "vkk", "--groups", "1", "--advance", "1")
    make.type("draw", "S/groups", "--random", "1")
    beats = {"Pia": "Quin", "Quin": "Ras", "Ras": "Pia"}
    facts = [json.loads(line) for line in make.type("log").splitlines()]
    matches = next(fact["body"]["fixtures"] for fact in facts if fact["kind"] == "drawn")
    assert "(not-over)" in make.type("shootout", "Pia", "Quin", "5-0", status=2), "all are level: nothing was played"
    for match in matches:
        a, b = (slot["entry"] for slot in match["slots"])
        make.type("result", match["id"], "25-10" if b == "Sol" or beats.get(a) == b else "10-25")

    def asked() -> str:
        return make.type("show").partition("Shoot-outs: ")[2].partition(".")[0]

    assert asked() == "Pia – Quin, Pia – Ras, Quin – Ras"
    assert "not level" in make.type("shootout", "Pia", "Sol", "5-0", status=2)
    for winner, loser in beats.items():
        make.type("shootout", winner, loser, "5-0")
    assert asked() == "Pia – Quin, Pia – Ras, Quin – Ras", "all have one: they play again"
    said = make.type("shootout", "Quin", "Pia", "5-0")
    assert said.splitlines()[1] == "The series counts when these have met too: Pia – Ras, Quin – Ras"
    assert asked() == "Pia – Ras, Quin – Ras"
    assert "have met in this series" in make.type("shootout", "Pia", "Quin", "5-0", status=2)
    make.type("shootout", "Quin", "Ras", "5-0")
    make.type("shootout", "Pia", "Ras", "5-0")
    assert asked() == ""
    assert "Quin stands above Pia by the shoot-outs among those level: 2 against 1." in make.type("standings")


def test_lots_decide_when_two_series_end_in_a_circle(make: Club) -> None:
    new(make, "--template", "vkk", "--groups", "1", "--advance", "1")
    make.type("draw", "S/groups", "--random", "1")
    beats = {"Pia": "Quin", "Quin": "Ras", "Ras": "Pia"}
    facts = [json.loads(line) for line in make.type("log").splitlines()]
    for match in next(fact["body"]["fixtures"] for fact in facts if fact["kind"] == "drawn"):
        a, b = (slot["entry"] for slot in match["slots"])
        make.type("result", match["id"], "25-10" if b == "Sol" or beats.get(a) == b else "10-25")
    for winner, loser in [*beats.items()] * 2:
        make.type("shootout", winner, loser, "5-0")
    assert "draws lots (I-55). Tell them in the order drawn with 'lots'." in make.type("show")
    assert "(lots-due)" in make.type("shootout", "Pia", "Quin", "5-0", status=2)
    assert make.type("lots", "ras", "pia", "quin") == "Lots drawn in Singles (groups): Ras, Pia, Quin.\n"
    assert "Ras stands above Pia by lot, drawn by the chief referee." in make.type("standings")


def test_a_protest_during_a_match_holds_its_result_back(make: Club) -> None:
    new(make, "--template", "vkk", "--groups", "1", "--day", "2024-11-05")
    make.type("draw", "S/groups", "--random", "1")
    make.type("call", "M1", "1", "--at", "10:00")
    words = ["--side", "b", "--board", "1", "--over", "10:10", "--at", "10:12", "--text", "x"]
    assert make.type("protest", "M1", *words).startswith("Protest P1 ")
    fee = next(line.split()[1] for line in make.type("set").splitlines() if "protest-fee" in line)
    if fee != "0":
        assert "the protest is admissible" in make.type("fee", "P1", fee, "--at", "10:13")
    assert " called" in make.type("matches", "S/groups"), "play goes on"
    make.type("result", "M1", "25-3", "--at", "10:40")
    assert " under protest" in make.type("matches", "S/groups")
    upheld = make.type("decide", "P1", "upheld", "--at", "10:45", "--reason", "it was so")
    assert "M1 goes on at 0–0 with board 1" in upheld
    assert "under protest" not in make.type("matches", "S/groups")


def test_a_protest_that_was_never_paid_for_is_put_aside(make: Club) -> None:
    new(make, "--template", "vkk", "--groups", "1", "--day", "2024-11-05", "--protest-fee", "100")
    make.type("draw", "S/groups", "--random", "1")
    make.type("result", "M1", "25-3", "--at", "10:00")
    make.type("protest", "M1", "--side", "b", "--board", "1", "--at", "10:05", "--text", "x")
    make.type("protest", "M1", "--side", "b", "--board", "2", "--at", "10:05", "--text", "y")
    assert "its fee is not paid" in make.type("decide", "P1", "upheld", "--reason", "as told", status=2)
    assert "say why" in make.type("decide", "P1", "dismissed", status=2)
    assert "there are P1, P2" in make.type("decide", "P7", "dismissed", "--reason", "as told", status=2)
    said = make.type("decide", "P1", "dismissed", "--reason", "no fee", "--at", "12:00")
    assert said == "Protest P1 against M1 was dismissed (145): no fee\n"
    assert "the fee is given back" in make.type("fee", "P2", "100", "--at", "12:00")
    said = make.type("decide", "P2", "dismissed", "--reason", "too late", "--at", "12:00")
    assert said == "Protest P2 against M1 was dismissed (145); the fee of 100 is refunded: too late\n"
    assert "Protest P1 against M1: the fee" not in make.type("show", "--at", "12:01")


def test_a_protest_decided_during_the_match_leaves_it_on_its_table(make: Club) -> None:
    new(make, "--template", "vkk", "--groups", "1", "--day", "2024-11-05", "--protest-fee", "0")
    make.type("draw", "S/groups", "--random", "1")
    words = ["--side", "b", "--board", "2", "--at", "10:12", "--text", "x"]
    assert "is at no table" in make.type("protest", "M1", *words, status=2)
    make.type("call", "M1", "1", "--at", "10:00")
    make.type("protest", "M1", *words)
    said = make.type("decide", "P1", "upheld", "--at", "10:20", "--reason", "seen")
    assert "M1 goes on from the beginning of board 2 (151a)." in said
    assert " called" in make.type("matches", "S/groups")
    assert "wins" in make.type("result", "M1", "25-3", "--at", "10:40")
    assert "goes on from the beginning" not in make.type("show", "--at", "10:41")


def test_a_total_of_all_boards_has_a_point_for_each(make: Club) -> None:
    new(make, "--template", "vkk", "--groups", "1")
    make.type("draw", "S/groups", "--random", "1")
    for total in ("1-0", "3-2", "5-0"):
        assert "If it was cut short, say so with a reason." in make.type("result", "M1", total, status=2)
    assert "wins" in make.type("result", "M1", "6-0")
    assert "wins" in make.type("result", "M2", "5-0", "--reason", "the lights went out")


def test_words_that_mean_nothing_are_answered_in_one_sentence(make: Club) -> None:
    new(make, "--template", "vkk", "--groups", "1")
    assert make.type("next") == "nothing is drawn yet: 'draw' can draw S/groups, S/knockout\n"
    make.type("draw", "S/groups", "--random", "1")
    assert "'banana' is no round" in make.type("set", "--boards", "8 until banana", status=2)
    assert "none has to move" in make.type("table", "2", "out", "--move", "1", status=2)
    make.type("table", "2", "out")
    assert "out of service already" in make.type("table", "2", "out", status=2)
    make.type("table", "2", "back")
    assert "is in service" in make.type("table", "2", "back", status=2)


def test_a_part_of_a_name_is_enough_where_one_has_it(make: Club) -> None:
    players = make.folder / "players.csv"
    players.write_text("name\nMeera Rao\nAsha Rao\nBen Lo\nEva Lo\n", encoding="utf-8")
    make.type("new", "--template", "vkk", "--groups", "1", str(players), "-o", str(make.file), file=False)
    make.type("draw", "S/groups", "--random", "1")
    assert json.loads(make.type("when", "meera", "--json"))["person"] == "Meera Rao"
    assert "'rao' is not among the people" in make.type("when", "rao", status=2)


def test_kept_as_published_nobody_comes_to_play_against_himself(make: Club) -> None:
    """The knock-out is published before the groups are played; a group is corrected after the first semi-final."""
    names = "Asha Ben Carl Dev Eva Fay Gus Hema"
    new(make, "--template", "vkk", "--event", "S=Singles: singles", names=names)
    make.type("draw", "S/groups", "--random", "2024")
    make.type("draw", "S/knockout")
    make.type("publish", "S/groups")
    make.type("publish", "S/knockout")
    for number, score in enumerate(["25-8", "25-3", "5-25", "25-20", "10-25", "25-12"] * 2, 1):
        make.type("result", f"M{number}", score)
    make.type("result", "M13", "25-10")
    semis = [line for line in make.type("show").splitlines() if "M14" in line]
    told = make.type("correct", "M2", "25-18", "--reason", "misread").splitlines()
    wanted = "DECIDE: Singles (knockout) is published with "
    asked = [line.split(" as ")[1][:2] for line in told if line.startswith(wanted)]
    assert asked == ["A1", "A2"]
    make.type("seats", "S/knockout", "--keep", "--reason", "as told")
    assert [line for line in make.type("show").splitlines() if "M14" in line] == semis
    make.type("result", "M14", "10-25")
    final = make.type("result", "M15", "25-10")
    assert final.startswith("M15: ")


def test_a_walk_over_tried_out_says_that_the_time_still_runs(make: Club) -> None:
    new(make, "--format", "knockout", "--event", "S=Singles: singles", "--rulebook", "icf", "--games", "1")
    make.type("draw")
    make.type("call", "M1", "1", "--at", "10:00")
    tried = ("result", "@1", "--walkover", "a", "--law", "143i", "--reason", "absent", "--dry-run", "--at")
    assert "The time to report is not over yet: " in make.type(*tried, "10:05")
    assert "time to report" not in make.type(*tried, "10:20")
