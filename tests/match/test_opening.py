"""Chapters III, V, VI, VII: seats, toss, trial boards, 'Play' and the break."""

from __future__ import annotations

import pytest

from carrom.equipment import Seat
from carrom.match import ByParty, Party, PlayerId
from carrom.match.log import acts as a
from tests.match.table import Table

S, E, N, W = Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST


@pytest.mark.law("42", "43")
@pytest.mark.parametrize(
    ("winner", "choice", "breaker"),
    [
        pytest.param("a", "break", "a", marks=pytest.mark.law("39c")),
        pytest.param("b", "break", "b", marks=pytest.mark.law("39c")),
        pytest.param("a", "side", "b", marks=pytest.mark.law("39a")),
        pytest.param("b", "side", "a", marks=pytest.mark.law("39a")),
    ],
)
def test_the_winner_of_the_toss_breaks_or_leaves_the_break(winner: Party, choice: str, breaker: Party) -> None:
    table = Table()
    table.do(a.Toss(winner, "break" if choice == "break" else "side"), a.Play())
    assert table.board.turn == table.board.breaker == PlayerId(breaker)
    assert (table.match.course.toss_winner, table.match.course.toss_choice) == (winner, choice)
    assert table.board.colour(breaker) == "white"
    assert table.board.colour("a" if breaker == "b" else "b") == "black"


@pytest.mark.law("39b", "42")
@pytest.mark.parametrize("book", ["icf", pytest.param("kreeda-2024", marks=pytest.mark.law("kreeda-2024:2g"))])
def test_pair_chooses_its_breaker(book: str) -> None:
    table = Table(book, doubles=True)
    table.do(a.Toss("b", breaker=1), a.Play())
    assert table.board.turn == PlayerId("b", 1)
    assert Table().refused(a.Toss("a", breaker=1)) == ("no-such-player", "42")


@pytest.mark.parametrize(
    ("book", "rule"),
    [
        pytest.param("vkk", "vkk:toss", marks=pytest.mark.law("vkk:toss", "I-38")),
        pytest.param("kreeda-2024", "kreeda-2024:2b", marks=pytest.mark.law("kreeda-2024:2b")),
    ],
)
def test_toss_winner_must_break_in_some_rulebooks(book: str, rule: str) -> None:
    table = Table(book)
    assert table.refused(a.Toss("a", "side")) == ("toss-choice", rule)
    table.do(a.Toss("b"), a.Sit(ByParty((N,), (S,))), a.Play())
    assert table.board.colour("b") == "white"


@pytest.mark.law("kreeda-2024:2c", "49a")
def test_the_break_and_white_pass_by_turns() -> None:
    table = Table("kreeda-2024")
    table.do(a.Toss("a"))
    seen = []
    for _ in range(3):
        table.board_to("a", 2)
    seen = [result.breaker.party for result in table.match.course.boards]
    assert seen == ["a", "b", "a"]


def test_toss_comes_first_and_once() -> None:
    table = Table()
    assert table.refused(a.Play()) == ("out-of-order", "46")
    assert table.refused(a.Trial("a")) == ("out-of-order", "40")
    table.do(a.Toss("a"))
    assert table.refused(a.Toss("b")) == ("out-of-order", "39a")


@pytest.mark.law("27", "28", "39d")
@pytest.mark.parametrize("book", ["icf", "kreeda-2024"])
def test_seats_are_opposite_and_fixed(book: str) -> None:
    table = Table(book)
    table.do(a.Sit(ByParty((W,), (E,))))
    assert table.refused(a.Sit(ByParty((W,), (N,)))) == ("seats", "27")
    assert table.refused(a.Sit(ByParty((W, E), (N, S)))) == ("seats", "27")
    table.begin()
    assert table.match.course.seat(table.board.turn) is W
    assert table.refused(a.Sit(ByParty((S,), (N,)))) == ("out-of-order", "39d")
    table.do(a.ReplayBoard("140"))
    assert table.refused(a.Sit(ByParty((S,), (N,)))) == ("seats-taken", "39d")
    pairs = Table(book, doubles=True)
    pairs.do(a.Sit(ByParty((E, W), (S, N))))
    for wrong in (a.Sit(ByParty((E, S), (W, N))), a.Sit(ByParty((E, W), (S, S))), a.Sit(ByParty((E,), (W,)))):
        assert pairs.refused(wrong) == ("seats", "28")


@pytest.mark.law("40")
def test_one_trial_board_for_each_before_the_match() -> None:
    table = Table()
    table.do(a.Toss("a"), a.Trial("b"))
    assert table.refused(a.Trial("b")) == ("trial-taken", "40")
    table.do(a.Trial("a"), a.Play(), a.ReplayBoard("140"))
    assert table.refused(a.Trial("a")) == ("match-begun", "40")


@pytest.mark.law("kreeda-2024:14c")
def test_kreeda_has_no_trial_boards() -> None:
    table = Table("kreeda-2024")
    table.do(a.Toss("a"))
    assert table.refused(a.Trial("a")) == ("no-trial-board", "kreeda-2024:14c")


@pytest.mark.law("46")
def test_no_stroke_before_play() -> None:
    table = Table()
    table.do(a.Toss("a"))
    assert table.refused(a.StrokeMade(own=1)) == ("play-not-called", "46")


@pytest.mark.law("47")
def test_a_break_before_play_costs_pieces_and_turn() -> None:
    table = Table()
    table.do(a.Toss("a"))
    assert table.refused(a.StrokeMade(opponent=9, early=True)) == ("impossible-stroke", "47")
    ruling = table.do(a.StrokeMade(own=2, queen=True, early=True)).ruling
    assert ruling is not None
    assert ruling.laws[0] == "47"
    # Two white pieces and the queen come back, and one more is owed, for all nine are on the board again.
    assert (table.board.on["a"], table.board.owed["a"], table.board.queen) == (9, 1, "board")
    assert table.board.turn == PlayerId("b")
    assert not table.board.opened["a"]
    assert table.refused(a.StrokeMade(early=True)) == ("out-of-order", "46")
    table.do(a.Place())
    assert table.refused(a.StrokeMade(early=True)) == ("play-called", "47")


@pytest.mark.law("45a", "45b")
def test_three_attempts_then_the_opponent_breaks_with_black() -> None:
    table = Table().begin()
    for attempt in (1, 2, 3):
        assert table.board.attempt == attempt
        assert table.board.turn == PlayerId("a")
        table.do(a.StrokeMade(touched=False))
    assert (table.board.turn, table.board.attempt) == (PlayerId("b"), 1)
    assert table.board.colour("b") == "black"
    table.do(a.StrokeMade(touched=False), a.StrokeMade(own=1))
    assert (table.board.turn, table.board.attempt) == (PlayerId("b"), None)
    assert table.board.on["b"] == 8


@pytest.mark.law("45c")
@pytest.mark.parametrize(
    "stroke",
    [
        a.StrokeMade(touched=False, striker=True),
        pytest.param(a.StrokeMade(touched=False, proper=False), marks=pytest.mark.law("I-23")),
    ],
)
def test_spoilt_attempt_passes_the_turn_without_dues(stroke: a.StrokeMade) -> None:
    table = Table().begin()
    table.do(stroke)
    assert (table.board.turn, table.board.attempt, table.board.owed["a"]) == (PlayerId("b"), 1, 0)


@pytest.mark.law("49b")
@pytest.mark.parametrize(("book", "order"), [("icf", "a1 b1 a2 b2"), ("kreeda-2024", "a1 b2 a2 b1")])
def test_doubles_turns_and_breaks_go_round(book: str, order: str) -> None:
    table = Table(book, doubles=True)
    table.begin()
    table.do(a.StrokeMade())
    turns = [table.board.turn.text()]
    for _ in range(3):
        table.do(a.StrokeMade())
        turns.append(table.board.turn.text())
    assert turns == [*order.split()[1:], order.split()[0]]
    table = Table(book, doubles=True)
    table.do(a.Toss("a"))
    for _ in range(3):
        table.board_to("a", 1)
    assert [result.breaker.text() for result in table.match.course.boards] == order.split()[:3]


@pytest.mark.law("51")
def test_stroke_out_of_turn_is_refused_or_loses_the_board() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=2))
    assert table.refused(a.StrokeMade(by=PlayerId("b"))) == ("out-of-turn", "51")
    table.do(a.LoseBoard("b", "51"))
    # Nine pieces and the queen on the board: twelve, which is the most that a board is worth.
    assert table.points == (12, 0)


@pytest.mark.law("51")
def test_unnoticed_stroke_out_of_turn_counts() -> None:
    table = Table(doubles=True).begin()
    table.do(a.StrokeMade(), a.Unnoticed("51", PlayerId("b", 1)), a.StrokeMade(own=1, by=PlayerId("b", 1)))
    assert table.board.on["b"] == 8
    table.do(a.StrokeMade())
    assert table.board.turn == PlayerId("a", 0)
    assert table.refused(a.Unnoticed("51")) == ("no-such-player", "51")
