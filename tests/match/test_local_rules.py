"""Local rules that concern the match, each under its own rulebook."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carrom.equipment import Piece, Position, Seat
from carrom.equipment.due_place import due_places
from carrom.laws import rulebook
from carrom.match import ByParty, Match, PlayerId, Setup, view
from carrom.match.log import acts as a
from tests.match.table import Table

QUEEN = Piece("queen", 0.0, 200.0)
S, E, N, W = Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST


@pytest.mark.law("community-2024:seats")
def test_opponents_or_partners_sit_across() -> None:
    assert Table("community-2024").refused(a.Sit(ByParty((W,), (N,)))) == ("seats", "27")
    pairs = Table("community-2024", doubles=True)
    assert pairs.refused(a.Sit(ByParty((E, S), (W, N)))) == ("seats", "28")
    pairs.do(a.Sit(ByParty((E, W), (S, N))))
    assert [pairs.match.course.seat(PlayerId("a", index)) for index in (0, 1)] == [E, W]


@pytest.mark.law("community-2024:white")
def test_breaker_has_white() -> None:
    board = view(Table("community-2024").begin("b").match).board
    assert board is not None
    assert board.colours == ByParty("black", "white")


@pytest.mark.law("kreeda-2024:2a", "kreeda-2024:2d", "kreeda-2024:2e", "kreeda-2024:2f", "kreeda-2024:4a")
def test_kreeda_toss_winner_breaks_and_seats_stay() -> None:
    table = Table("kreeda-2024")
    assert table.refused(a.Play()) == ("out-of-order", "46")
    assert [one.laws for one in table.do(a.Toss("b")).happened] == [("kreeda-2024:2b", "39c", "42")]
    assert table.refused(a.Toss("a")) == ("out-of-order", "39a")
    table.do(a.Sit(ByParty((W,), (E,))), a.Play())
    assert (table.board.breaker, table.match.course.seat(PlayerId("a"))) == (PlayerId("b"), W)
    table.do(a.LoseBoard("b", "91"))
    assert table.refused(a.Sit(ByParty((S,), (N,)))) == ("seats-taken", "39d")


@pytest.mark.law("kreeda-2024:5b", "kreeda-2024:5c")
def test_kreeda_games_are_opened_by_turns() -> None:
    table = Table()
    table.match = Match.start(Setup(replace(rulebook("kreeda-2024"), games=3), "group"))
    breakers = []
    table.do(a.Toss("a"))
    for loser in ("a", "b", "a"):
        table.do(a.Play())
        breakers.append(table.board.breaker.party)
        table.do(a.Concede("a" if loser == "a" else "b", "game"))
        if table.match.winner is None:
            table.do(a.ChangeSides())
    assert breakers == ["a", "b", "a"]
    assert table.match.winner == "b"


@pytest.mark.law("kreeda-2024:4b")
def test_lightest_touch_makes_the_break_in_kreeda() -> None:
    table = Table("kreeda-2024").begin()
    table.do(a.StrokeMade(touched=False))
    assert (table.board.attempt, table.board.turn) == (2, PlayerId("a"))
    table.do(a.StrokeMade())
    assert (table.board.attempt, table.board.turn) == (None, PlayerId("b"))


@pytest.mark.parametrize(
    "book",
    [
        pytest.param("community-2024", marks=pytest.mark.law("I-24")),
        pytest.param("kreeda-2024", marks=pytest.mark.law("kreeda-2024:7a")),
    ],
)
def test_piece_pocketed_by_the_opponent_opens_the_queen(book: str) -> None:
    table = Table(book).begin()
    table.do(a.StrokeMade(opponent=1))
    assert table.board.opened == ByParty(False, True)


@pytest.mark.law("I-2")
@pytest.mark.parametrize("book", ["four-break", "community-2024"])
def test_extra_board_decides_by_default(book: str) -> None:
    table = Table(book)
    table.do(a.Toss("a"))
    boards = rulebook(book).boards
    assert boards is not None
    for _ in range(boards // 2):
        table.board_to("a", 2).board_to("b", 2)
    assert [one.laws for one in table.match.happened if one.code == "extra-board"] == [("I-2", "56b")]
    assert table.match.phase == "toss"


@pytest.mark.law("I-37")
def test_dues_lie_in_the_outer_circle_and_off_the_inner_one() -> None:
    table = Table("community-2024")
    table.do(a.Toss("a"), a.Play(rack=45.0))
    start = table.board.position
    assert start is not None
    away = Position((*(piece for piece in start.pieces if piece.kind != "queen"), QUEEN))
    white = next(piece for piece in away.pieces if piece.kind == "white")
    rests = Position(tuple(piece for piece in away.pieces if piece is not white))
    table.do(a.Arrange(away))
    table.do(a.StrokeMade(own=1, rests=rests))
    table.do(a.StrokeMade(striker=True, rests=rests))
    assert table.match.phase == "placing"
    assert table.refused(a.Place(((0.0, 0.0),))) == ("place-centre", "89b")
    assert table.do(a.Place((due_places(rests)[0],))).phase == "stroke"


@pytest.mark.law("I-45")
def test_in_kreeda_the_turn_goes_left_and_the_neighbour_on_the_right_places() -> None:
    table = Table("kreeda-2024", doubles=True).begin()
    course = table.match.course
    right = course.at_seat(course.seat(table.board.turn).right)
    left = course.at_seat(course.seat(table.board.turn).left)
    table.do(a.StrokeMade(own=2), a.StrokeMade(striker=True))
    (entry,) = table.board.placing
    assert (entry.by, table.board.turn) == (right, left)
