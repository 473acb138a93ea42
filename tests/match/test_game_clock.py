"""The game clock with and without recorded times (I-43, I-45, KREEDA 6b)."""

from __future__ import annotations

import pytest

from carrom.match import deadlines, game_seconds_left
from carrom.match.log import acts as a
from carrom.match.log.notation import act_from_text
from tests.match.table import Table


def played(book: str, *lines: str) -> Table:
    """Play lines such as `12 play` (at twelve seconds) and `play` (without a time)."""
    table = Table(book)
    for line in lines:
        first, _, rest = line.partition(" ")
        if first.isdigit():
            table.do(act_from_text(rest), at=float(first))
        else:
            table.do(act_from_text(line))
    return table


def game_end(table: Table) -> float | None:
    return next((one.at for one in deadlines(table.match) if one.what == "game"), None)


UNKNOWN = {
    "the first 'Play'": ("four-break", "0 toss a break", "play", "1800 stroke", "1810 lose-board a 91", "1860 play"),
    "a later 'Play'": ("kreeda-2024", "0 toss a", "1 play", "10 lose-board a 91", "play", "4032 stroke"),
    "'Play' after an appeal": ("four-break", "0 toss a", "10 play", "20 appeal a", "play", "30 stroke"),
    "a board kept by its result": (
        *("kreeda-2024", "2 toss a", "3 play", "6 board-over b points 3 law 51"),
        *("1200 board-over b coins 9 queen none", "1210 play"),
    ),
    "a board that was cancelled": ("kreeda-2024", "0 toss a", "play", "30 replay 140", "40 play"),
}


@pytest.mark.parametrize("course", UNKNOWN.values(), ids=UNKNOWN)
def test_untimed_game_has_no_deadline(course: tuple[str, ...]) -> None:
    table = played(*course)
    assert game_end(table) is None
    assert game_seconds_left(table.match, 5000.0) is None
    table.do(a.TimeUp(), at=5000.0)


def test_timed_game_resumes_where_it_stopped() -> None:
    table = played("kreeda-2024", "0 toss a", "10 play", "20 lose-board a 91", "30 play")
    assert game_end(table) == 30.0 + 1800.0 - 10.0


@pytest.mark.law("kreeda-2024:6b")
def test_clock_stops_between_boards_after_a_stop_in_the_demand() -> None:
    table = played("kreeda-2024", "0 toss a", "1 play", "2 stroke own 9 striker", '3 stop "x"', "4 play", "5 demand 0")
    assert (table.match.phase, game_end(table)) == ("ready", None)
    assert game_seconds_left(table.match, 900.0) == 1799.0
    assert table.refused(a.TimeUp()) == ("time-left", "I-43")  # stopped, with a known rest
    table.do(a.Play(), at=1000.0)
    assert game_end(table) == 1000.0 + 1799.0


@pytest.mark.law("I-28")
def test_late_notice_gives_no_new_time() -> None:
    table = played("icf", "0 toss a", "1 play", "2 stroke own 1", "3 stroke queen", "4 stroke", "5 stroke own 1")
    table.do(act_from_text("unnoticed 96 player a1"), at=15.0)
    assert table.board.queen == "a"
    assert [(one.what, one.at) for one in deadlines(table.match)] == [("stroke", 20.0)]


@pytest.mark.law("121a")
def test_further_appeals_and_stops_are_noted() -> None:
    table = played("four-break", "0 toss a", "1 play", "2 stroke own 1", '5 stop "dust"', "6 appeal b", '7 stop "rain"')
    assert [one.code for one in table.match.happened] == ["stopped"]
    table.do(a.Play(), at=10.0)
    assert [(one.what, one.at) for one in deadlines(table.match)] == [("stroke", 22.0), ("game", 3606.0)]
