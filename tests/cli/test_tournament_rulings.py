"""`carrom tournament`: corrections and what they change, protests, shoot-outs and rulings."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.cli.conftest import TournamentFile, assert_parts, numbers

PAIR = re.compile(r"\b\w+ – \w+\b")


@pytest.fixture
def club(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> TournamentFile:
    return TournamentFile(tmp_path / "cup.carrom", capsys)


def new(club: TournamentFile, *words: str, names: str = "Pia Quin Ras Sol") -> None:
    players = club.folder / "players.csv"
    players.write_text("name\n" + "\n".join(names.split()) + "\n", encoding="utf-8")
    club.new(*words, str(players))


def played_bracket(club: TournamentFile) -> None:
    """Play a published knockout of four to its end."""
    new(club, "--format", "knockout", "--event", "S=Singles: singles", "--rulebook", "icf", "--games", "1")
    club.type("draw")
    club.type("publish")
    for match in ("M1", "M2", "M3"):
        club.type("result", match, "25-3")


def test_a_correction_in_a_published_bracket_asks_for_a_decision(club: TournamentFile) -> None:
    played_bracket(club)

    def prizes() -> list[str]:
        return [line for line in club.type("show").splitlines() if "1." in line]

    (winner,) = (re.findall(r"1\. (\w+)", line)[0] for line in prizes())
    corrected, uncertain, decision = club.type("correct", "M1", "3-25", "--reason", "turned").splitlines()
    assert corrected.startswith("M1: ")
    assert_parts(uncertain, "Singles: ", f"1. {winner}")
    assert decision.startswith("DECIDE: ")
    assert_parts(decision, "Singles", "M3A", "M1")
    assert prizes() == [], "no prize before the ruling"
    assert "place M3A" in club.type("seats", "S/knockout")
    changed = club.type("seats", "S/knockout", "--change", "--reason", "the referee").splitlines()
    assert any(line.startswith("M3 ") and winner in line for line in changed)


def test_retract_undo_and_leave_print_what_they_change(club: TournamentFile) -> None:
    played_bracket(club)
    results = {fact["body"]["match"]: n for n, fact in enumerate(club.facts(), 1) if fact["kind"] == "result"}
    retracted = club.type("retract", str(results["M1"]), "--reason", "of another match").splitlines()
    assert any(line.startswith("DECIDE: ") and "M1" in line for line in retracted)
    assert club.type("undo", "--reason", "it was right").splitlines()[1:] == []
    assert "M3" in club.type("undo", "--reason", "the final was another").splitlines()[0]
    undone = club.type("undo", "--reason", "M2 too").splitlines()
    assert any(line.startswith("M3: ") and line.endswith(" – ?.") for line in undone)
    left = (
        club.type("leave", "Sol", "--reason", "ill").splitlines()
        + club.type("leave", "Ras", "--reason", "ill").splitlines()
    )
    assert any(line.startswith("M3: ") and "?" in line for line in left)


@pytest.mark.parametrize("at", ["11:31", "{today}T11:31"])
def test_a_time_without_a_date_is_today_during_the_tournament(club: TournamentFile, at: str) -> None:
    today = date.today()
    new(club, "--template", "vkk", "--groups", "1", "--day", str(today - timedelta(days=1)), "--days", "2")
    club.type("draw", "S/groups", "--random", "1")
    club.type("result", "M1", "25-3", "--at", "11:30")
    when = at.format(today=today)
    filed = club.type("protest", "M1", "--side", "b", "--board", "2", "--over", "11:28", "--at", when, "--text", "x")
    assert filed.startswith("Protest P1 ")
    assert club.facts()[-1]["at"] == f"{today}T11:31:00"


def test_a_time_without_a_date_is_the_first_day_after_the_tournament(club: TournamentFile) -> None:
    new(club, "--template", "vkk", "--groups", "1", "--day", "2024-11-05", "--days", "2")
    club.type("draw", "S/groups", "--random", "1", "--at", "10:00")
    assert club.facts()[-1]["at"] == "2024-11-05T10:00:00"


def test_a_refused_dry_run_prints_nothing_before_the_refusal(club: TournamentFile) -> None:
    played_bracket(club)
    club.refuses("over-target", "correct", "M1", "26-3", "--reason", "as told", "--dry-run")


def test_a_series_of_shootouts_counts_when_it_is_complete(club: TournamentFile) -> None:
    new(club, "--template", "vkk", "--groups", "1", "--advance", "1")
    club.type("draw", "S/groups", "--random", "1")
    beats = {"Pia": "Quin", "Quin": "Ras", "Ras": "Pia"}
    matches = next(fact["body"]["fixtures"] for fact in club.facts() if fact["kind"] == "drawn")
    club.refuses("not-over", "shootout", "Pia", "Quin", "5-0")  # all are level: nothing was played
    for match in matches:
        a, b = (slot["entry"] for slot in match["slots"])
        club.type("result", match["id"], "25-10" if b == "Sol" or beats.get(a) == b else "10-25")

    def due() -> list[str]:
        return PAIR.findall(club.type("show").partition("Shoot-outs: ")[2].partition(".")[0])

    assert due() == ["Pia – Quin", "Pia – Ras", "Quin – Ras"]
    club.refuses("not-level", "shootout", "Pia", "Sol", "5-0")
    for winner, loser in beats.items():
        club.type("shootout", winner, loser, "5-0")
    assert due() == ["Pia – Quin", "Pia – Ras", "Quin – Ras"], "each has won one: they play again"
    _, open_pairs = club.type("shootout", "Quin", "Pia", "5-0").splitlines()
    assert PAIR.findall(open_pairs) == due() == ["Pia – Ras", "Quin – Ras"]
    club.refuses("met-already", "shootout", "Pia", "Quin", "5-0")
    club.type("shootout", "Quin", "Ras", "5-0")
    club.type("shootout", "Pia", "Ras", "5-0")
    assert due() == []
    (why,) = (line for line in club.type("standings").splitlines() if line.startswith("Quin ") and "Pia" in line)
    assert numbers(why) == [2, 1]


def test_lots_decide_after_two_level_series(club: TournamentFile) -> None:
    new(club, "--template", "vkk", "--groups", "1", "--advance", "1")
    club.type("draw", "S/groups", "--random", "1")
    beats = {"Pia": "Quin", "Quin": "Ras", "Ras": "Pia"}
    for match in next(fact["body"]["fixtures"] for fact in club.facts() if fact["kind"] == "drawn"):
        a, b = (slot["entry"] for slot in match["slots"])
        club.type("result", match["id"], "25-10" if b == "Sol" or beats.get(a) == b else "10-25")
    for winner, loser in [*beats.items()] * 2:
        club.type("shootout", winner, loser, "5-0")
    assert_parts(club.type("show"), "I-55", "'lots'")
    club.refuses("lots-due", "shootout", "Pia", "Quin", "5-0")
    assert_parts(club.type("lots", "ras", "pia", "quin"), "Ras, Pia, Quin")
    assert any(line.startswith("Ras ") and "Pia" in line for line in club.type("standings").splitlines())


def test_a_protest_during_a_match_freezes_its_result(club: TournamentFile) -> None:
    new(club, "--template", "vkk", "--groups", "1", "--day", "2024-11-05")
    club.type("draw", "S/groups", "--random", "1")
    club.type("call", "M1", "1", "--at", "10:00")
    words = ["--side", "b", "--board", "1", "--over", "10:10", "--at", "10:12", "--text", "x"]
    assert club.type("protest", "M1", *words).startswith("Protest P1 ")
    fee = next(line.split()[1] for line in club.type("set").splitlines() if "protest-fee" in line)
    if fee != "0":
        assert_parts(club.type("fee", "P1", fee, "--at", "10:13"), "P1")
    assert " called" in club.type("matches", "S/groups"), "play goes on"
    club.type("result", "M1", "25-3", "--at", "10:40")
    assert " under protest" in club.type("matches", "S/groups")
    upheld = club.type("decide", "P1", "upheld", "--at", "10:45", "--reason", "it was so")
    assert_parts(upheld, "M1", "0–0", "board 1")
    assert "under protest" not in club.type("matches", "S/groups")


def test_a_protest_without_its_fee_can_be_dismissed(club: TournamentFile) -> None:
    new(club, "--template", "vkk", "--groups", "1", "--day", "2024-11-05", "--protest-fee", "100")
    club.type("draw", "S/groups", "--random", "1")
    club.type("result", "M1", "25-3", "--at", "10:00")
    club.type("protest", "M1", "--side", "b", "--board", "1", "--at", "10:05", "--text", "x")
    club.type("protest", "M1", "--side", "b", "--board", "2", "--at", "10:05", "--text", "y")
    assert_parts(club.refuses("not-open", "decide", "P1", "upheld", "--reason", "as told"), "P1")
    club.refuses("no-reason", "decide", "P1", "dismissed")
    unknown = club.refuses("unknown-protest", "decide", "P7", "dismissed", "--reason", "as told")
    assert_parts(unknown, "P7", "P1, P2")
    unpaid = club.type("decide", "P1", "dismissed", "--reason", "no fee", "--at", "12:00")
    assert_parts(unpaid, "P1", "M1", "(145)", "no fee")
    assert " 100 " not in unpaid
    club.type("fee", "P2", "100", "--at", "12:00")
    assert_parts(
        club.type("decide", "P2", "dismissed", "--reason", "too late", "--at", "12:00"),
        *("P2", "M1", "(145)", " 100 ", "too late"),
    )
    open_tasks = club.type("show", "--at", "12:01").partition("On record")[0]
    assert "P1" not in open_tasks


def test_a_match_stays_at_its_table_when_a_protest_is_decided_during_play(club: TournamentFile) -> None:
    new(club, "--template", "vkk", "--groups", "1", "--day", "2024-11-05", "--protest-fee", "0")
    club.type("draw", "S/groups", "--random", "1")
    words = ["--side", "b", "--board", "2", "--at", "10:12", "--text", "x"]
    club.refuses("not-signed", "protest", "M1", *words)
    club.type("call", "M1", "1", "--at", "10:00")
    club.type("protest", "M1", *words)
    upheld = club.type("decide", "P1", "upheld", "--at", "10:20", "--reason", "seen")
    resumption = upheld.splitlines()[-1]
    assert_parts(resumption, "M1", "board 2", "151a")
    assert resumption in club.type("show", "--at", "10:21")
    assert " called" in club.type("matches", "S/groups")
    assert "wins" in club.type("result", "M1", "25-3", "--at", "10:40")
    assert resumption not in club.type("show", "--at", "10:41")


def test_a_full_match_has_a_point_for_each_board(club: TournamentFile) -> None:
    new(club, "--template", "vkk", "--groups", "1")
    club.type("draw", "S/groups", "--random", "1")
    for total in ("1-0", "3-2", "5-0"):
        assert_parts(club.refuses("impossible", "result", "M1", total), "M1", total.replace("-", "–"), " 6 ", " 12 ")
    assert "wins" in club.type("result", "M1", "6-0")
    assert "wins" in club.type("result", "M2", "5-0", "--reason", "power cut")


def test_input_that_fits_nothing_is_refused(club: TournamentFile) -> None:
    new(club, "--template", "vkk", "--groups", "1")
    assert_parts(club.type("next"), "'draw'", "S/groups", "S/knockout")
    club.type("draw", "S/groups", "--random", "1")
    assert_parts(club.refuses("unknown-round", "set", "--boards", "8 until banana"), "--boards", "'banana'")
    assert_parts(club.refuses("table-free", "table", "2", "out", "--move", "1"), "table 2")
    club.type("table", "2", "out")
    club.refuses("table-closed-already", "table", "2", "out")
    club.type("table", "2", "back")
    club.refuses("table-open", "table", "2", "back")


def test_part_of_a_name_is_enough_if_it_is_unique(club: TournamentFile) -> None:
    players = club.folder / "players.csv"
    players.write_text("name\nMeera Rao\nAsha Rao\nBen Lo\nEva Lo\n", encoding="utf-8")
    club.new("--template", "vkk", "--groups", "1", str(players))
    club.type("draw", "S/groups", "--random", "1")
    assert club.json("when", "meera")["person"] == "Meera Rao"
    assert_parts(club.refuses("unknown-person", "when", "rao"), "'rao'")


def test_keeping_the_published_draw_pairs_no_player_with_themselves(club: TournamentFile) -> None:
    """The knock-out is published before the groups are played; a group is corrected after the first semi-final."""
    names = "Asha Ben Carl Dev Eva Fay Gus Hema"
    new(club, "--template", "vkk", "--event", "S=Singles: singles", names=names)
    club.type("draw", "S/groups", "--random", "2024")
    club.type("draw", "S/knockout")
    club.type("publish", "S/groups")
    club.type("publish", "S/knockout")
    for number, score in enumerate(["25-8", "25-3", "5-25", "25-20", "10-25", "25-12"] * 2, 1):
        club.type("result", f"M{number}", score)
    club.type("result", "M13", "25-10")
    semis = [line for line in club.type("show").splitlines() if "M14" in line]
    corrected = club.type("correct", "M2", "25-18", "--reason", "misread").splitlines()
    decisions = [line for line in corrected if line.startswith("DECIDE: Singles (knockout)")]
    assert [re.findall(r"\b[A-D]\d\b", line)[0] for line in decisions] == ["A1", "A2"]
    club.type("seats", "S/knockout", "--keep", "--reason", "as told")
    assert [line for line in club.type("show").splitlines() if "M14" in line] == semis
    club.type("result", "M14", "10-25")
    final = club.type("result", "M15", "25-10")
    assert final.startswith("M15: ")


def test_a_walkover_dry_run_warns_before_the_reporting_time_is_over(club: TournamentFile) -> None:
    new(club, "--format", "knockout", "--event", "S=Singles: singles", "--rulebook", "icf", "--games", "1")
    club.type("draw")
    club.type("call", "M1", "1", "--at", "10:00")
    tried = ("result", "@1", "--walkover", "a", "--law", "143i", "--reason", "absent", "--dry-run", "--at")
    early, late = club.type(*tried, "10:05").splitlines(), club.type(*tried, "10:20").splitlines()
    (warning,) = set(early) - set(late)
    assert_parts(warning, "10:15")
