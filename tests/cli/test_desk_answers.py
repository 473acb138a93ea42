"""What the desk is answered: a correction tells what it moves, a time alone is meant on the day that it is."""

from __future__ import annotations

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
    before = make.type("show")
    told = make.type("correct", "M1", "3-25", "--reason", "turned").splitlines()
    assert told[0].startswith("M1: ")
    assert told[1].startswith("DECIDE: S/knockout is published, and ")
    assert "(place M3A); M1 now says " in told[1]
    assert [line for line in make.type("show").splitlines() if "1." in line] == [
        line for line in before.splitlines() if "1." in line
    ], "the prizes stand"
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
    assert told[0].startswith("NOTE: ")
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
    assert main(["tournament", "correct", str(make.file), "M1", "26-3", "--reason", "?", "--dry-run"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "over-target" in said.err
