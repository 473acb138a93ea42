"""Chapters XI and XVI: fouls, clocks, passing and appeals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carrom.match import PlayerId, Refused, apply, deadlines, game_seconds_left
from carrom.match.log import acts as a
from tests.match.table import Table
from tests.refusals import mentions


def running(table: Table) -> dict[str, tuple[float, str]]:
    return {one.what: (one.at, one.law) for one in deadlines(table.match)}


@pytest.mark.law("62", "63a", "63b", "72c")
def test_a_technical_foul_costs_a_piece_and_no_turn() -> None:
    table = Table().begin()
    happened = table.do(a.Foul("a", "122b")).happened
    assert [(one.code, one.laws[0]) for one in happened] == [("technical-foul", "122b")]
    assert (table.board.owed["a"], table.board.turn) == (1, PlayerId("a"))
    table.do(a.StrokeMade(opponent=2, own=1), a.Place(), a.Foul("b", "129"))
    entry = table.board.placing[0]
    assert (entry.party, entry.count, entry.by) == ("b", 1, PlayerId("a"))
    table.do(a.Place())
    assert table.board.on["b"] == 8
    assert table.board.turn == PlayerId("a")


@pytest.mark.law("64a")
def test_a_foul_after_the_first_stroke_costs_a_piece_and_the_turn() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=2))
    happened = table.do(a.Foul("a", "134")).happened
    assert [one.code for one in happened] == ["foul", "turn-passes"]
    assert table.board.turn == PlayerId("b")
    assert (table.board.placing[0].party, table.board.placing[0].by) == ("a", PlayerId("b"))


@pytest.mark.law("50", "124a", "124b", "I-12")
@pytest.mark.parametrize(
    ("book", "seconds"),
    [
        ("icf", 15),
        ("four-break", 15),
        pytest.param("kreeda-2024", 10, marks=pytest.mark.law("kreeda-2024:3f")),
    ],
)
def test_the_stroke_clock_runs_from_the_last_stroke(book: str, seconds: int) -> None:
    table = Table(book).begin(at=100.0)
    assert running(table)["stroke"] == (100.0 + seconds, "46")
    table.do(a.StrokeMade(own=1), at=108.0)
    assert running(table)["stroke"] == (108.0 + seconds, "50")
    assert table.refused(a.Timeout(), at=108.0 + seconds - 0.5) == ("time-left", "50")
    table.do(a.Timeout(), at=108.0 + seconds)
    # He had played a stroke in this turn: a foul, so a piece comes out and the turn is lost.
    assert (table.board.turn, table.board.placing[0].party) == (PlayerId("b"), "a")
    table.do(a.Place(), at=130.0)
    table.do(a.Timeout(), at=150.0)
    # b had not: a technical foul, he plays on, and his time starts again.
    assert (table.board.turn, table.board.owed["b"]) == (PlayerId("b"), 1)
    assert running(table)["stroke"] == (150.0 + seconds, "50")


@pytest.mark.law("88a", "87a", "88b")
def test_placing_has_fifteen_seconds() -> None:
    table = Table().begin(at=0.0)
    table.do(a.StrokeMade(own=3), at=5.0)
    table.do(a.StrokeMade(striker=True), at=10.0)
    assert running(table)["placing"] == (25.0, "88a")
    assert "stroke" not in running(table)
    assert table.refused(a.Timeout(), at=24.0) == ("time-left", "88a")
    table.do(a.Timeout(), at=25.0)
    assert (table.match.phase, table.board.on["a"]) == ("stroke", 6)
    table.do(a.StrokeMade(), at=30.0)
    table.do(a.StrokeMade(striker=True), at=35.0)
    table.do(a.Timeout(begun=True), at=60.0)
    # Begun and not finished: the claim is lost, and the placer has committed a technical foul.
    assert table.board.on["a"] == 6
    assert table.board.owed["b"] == 1


@pytest.mark.law("50")
def test_the_stroke_clock_starts_again_after_placing() -> None:
    table = Table().begin(at=0.0)
    table.do(a.StrokeMade(own=1), at=1.0)
    table.do(a.StrokeMade(striker=True), at=2.0)
    table.do(a.Place(), at=12.0)
    assert running(table)["stroke"] == (27.0, "50")


@pytest.mark.law("121a")
def test_an_appeal_stops_the_time_until_play_is_called() -> None:
    table = Table().begin(at=0.0)
    table.do(a.StrokeMade(own=1), at=10.0)
    happened = table.do(a.Appeal("b", "powder"), at=16.0).happened
    assert [(one.code, one.laws, one.data) for one in happened] == [
        ("appeal", ("121a",), {"party": "b", "note": "powder"})
    ]
    assert running(table) == {}
    assert (table.match.course.clocks.timer, table.match.course.clocks.spent) == (None, 6.0)
    assert table.refused(a.StrokeMade()) == ("out-of-order", "121b")
    assert table.refused(a.Play(45.0)) == ("no-rack", "121a")
    table.do(a.Play(), at=100.0)
    # Six of the fifteen seconds were gone.
    assert running(table)["stroke"] == (109.0, "50")


@pytest.mark.law("121b", "I-20")
def test_playing_on_during_an_appeal_loses_the_board() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=4), a.Appeal("b"), a.LoseBoard("a", "121b"))
    assert table.points == (0, 8)
    assert table.match.course.boards[0].laws[0] == "121b"


def test_umpires_placing_has_no_clock() -> None:
    table = Table()
    table.do(a.Toss("a"), a.Play(45.0), at=0.0)
    start = table.board.position
    assert start is not None
    black = next(piece for piece in start.pieces if piece.kind == "black")
    table.do(a.StrokeMade(jumped=("black",), rests=start.without(black)), at=4.0)
    assert (table.match.phase, running(table)) == ("placing", {})
    assert table.refused(a.Timeout(), at=100.0) == ("umpire-places", "93")


@pytest.mark.parametrize("acts", [[a.TimeUp()], [a.Concede("a")], [a.LoseMatch("a", "143d")]])
def test_game_time_runs_out_once(acts: list[a.Act]) -> None:
    table = Table("four-break").begin(at=0.0)
    assert running(table)["game"] == (3600.0, "I-26")
    table.do(*acts, at=3600.0)
    assert "game" not in running(table)
    if table.match.winner is None:
        table.do(a.Toss("a"), a.Play(), at=3700.0)
        assert running(table) == {"stroke": (3715.0, "46")}


@pytest.mark.law("61")
def test_change_of_sides_has_two_minutes() -> None:
    table = Table()
    table.do(a.Toss("a"), at=0.0)
    for _ in range(3):
        table.board_to("a", 9, queen=True, at=100.0)
    assert table.match.course.is_change_due
    assert running(table) == {"change": (220.0, "61")}
    table.do(a.ChangeSides(), at=200.0)
    assert running(table) == {}


@pytest.mark.law("138", "143b")
def test_rest_before_the_third_game_has_ten_minutes() -> None:
    table = Table()
    table.do(a.Toss("a"), at=0.0)
    for _ in range(3):
        table.board_to("a", 9, queen=True, at=100.0)
    assert table.refused(a.Interval(), at=100.0) == ("no-interval", "138")
    for _ in range(3):
        table.board_to("b", 9, queen=True, at=1000.0)
    table.do(a.ChangeSides(), at=1050.0)
    assert running(table) == {"interval": (1600.0, "138")}
    table.do(a.Interval(), at=1060.0)
    assert running(table) == {"interval": (1660.0, "138")}
    assert table.refused(a.Interval(), at=1060.0) == ("interval-taken", "138")
    table.do(a.LoseMatch("a", "143b", "came back too late"), at=1700.0)
    assert table.match.winner == "b"


@pytest.mark.law("kreeda-2024:6a", "kreeda-2024:6b", "I-45")
def test_kreeda_clock_stops_between_boards() -> None:
    table = Table("kreeda-2024").begin(at=100.0)
    assert running(table)["game"] == (1900.0, "I-26")
    table.do(a.LoseBoard("a", "91"), at=400.0)
    assert game_seconds_left(table.match, 5000.0) == 1500.0
    assert "game" not in running(table)
    table.do(a.Play(), at=1000.0)
    assert running(table)["game"] == (2500.0, "I-26")
    assert game_seconds_left(table.match, 1100.0) == 1400.0
    table.do(a.Appeal("a"), at=1200.0)
    assert game_seconds_left(table.match, 9999.0) == 1300.0
    table.do(a.Play(), at=2000.0)
    assert running(table)["game"] == (3300.0, "I-26")
    assert game_seconds_left(table.match, 2100.0) == 1200.0


def test_four_break_hour_runs_on() -> None:
    table = Table("four-break").begin(at=100.0)
    table.do(a.LoseBoard("a", "91"), at=400.0)
    assert running(table)["game"] == (3700.0, "I-26")
    table.do(a.Play(), at=900.0)
    assert running(table)["game"] == (3700.0, "I-26")
    assert game_seconds_left(Table().match, 0.0) is None


@pytest.mark.law("137")
@pytest.mark.parametrize("doubles", [False, True])
def test_three_passes_each_cancel_the_board(doubles: bool) -> None:
    table = Table(doubles=doubles).begin()
    table.do(a.StrokeMade(own=2), *[a.Pass()] * 5)
    table.do(a.StrokeMade(), *[a.Pass()] * 5)
    assert table.board.passes == 5
    happened = table.do(a.Pass()).happened
    assert [(one.code, one.laws) for one in happened] == [("board-replayed", ("137",))]
    table.do(a.Play())
    assert (table.board.number, table.board.breaker, table.board.on["a"]) == (1, PlayerId("a"), 9)


@pytest.mark.law("137")
def test_passing_with_a_pending_queen_brings_it_out() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=1), a.StrokeMade(queen=True), a.Pass())
    assert (table.board.queen, table.board.turn) == ("board", PlayerId("b"))


@pytest.mark.law("kreeda-2024:14a", "132")
def test_talking_to_spectators() -> None:
    table = Table("kreeda-2024").begin()
    table.do(a.Talk(PlayerId("b")), a.StrokeMade())
    # b's next turn is left out, once.
    assert table.board.turn == PlayerId("a")
    table.do(a.StrokeMade())
    assert table.board.turn == PlayerId("b")
    table.do(a.Talk(PlayerId("b")))
    assert table.board.turn == PlayerId("a")
    assert table.board.owed["b"] == 0
    table = Table().begin()
    table.do(a.StrokeMade(own=1), a.Talk(PlayerId("a")))
    assert table.board.turn == PlayerId("b"), "once he has struck in his turn it is a foul, and the turn passes"
    elsewhere = Table().begin()
    elsewhere.do(a.Talk(PlayerId("b")))
    assert (elsewhere.board.owed["b"], elsewhere.board.skips) == (1, ())


def test_both_talkers_miss_a_turn() -> None:
    table = Table("kreeda-2024", doubles=True).begin()
    talkers = PlayerId("b", 0), PlayerId("b", 1)
    table.do(*(a.Talk(talker) for talker in talkers))
    assert table.board.skips == talkers


def test_time_never_runs_backwards() -> None:
    table = Table().begin(at=50.0)
    assert table.refused(a.StrokeMade(), at=49.0) == ("time", None)
    table.do(a.StrokeMade())
    assert table.refused(a.StrokeMade(), at=49.0) == ("time", None)
    table.do(a.StrokeMade(), at=50.0)


@pytest.mark.parametrize(
    "book",
    [
        pytest.param("icf", marks=pytest.mark.law("69b", "71", "113")),
        pytest.param("four-break", marks=pytest.mark.law("four-break:queen-x")),
        pytest.param("kreeda-2024", marks=pytest.mark.law("kreeda-2024:12d")),
    ],
)
@pytest.mark.parametrize(("stroke", "queen"), [(a.StrokeMade(own=1), "board"), (a.StrokeMade(queen=True), "pending")])
def test_piece_falling_by_itself_is_pocketed(stroke: a.StrokeMade, queen: str, book: str) -> None:
    table = Table(book).begin()
    # Before the break is made nothing can fall by itself.
    assert table.refused(a.StrokeMade(touched=False, own=1)) == ("impossible-stroke", None)
    table.do(a.StrokeMade(own=2), replace(stroke, touched=False))
    assert (table.board.turn, table.board.queen, table.board.strokes) == (PlayerId("a"), queen, 2)
    assert table.board.on["a"] == 7 - stroke.own


@pytest.mark.law("70b", "72a")
def test_striker_falling_when_freed_is_a_due() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=2), a.StrokeMade(touched=False, striker=True))
    assert (table.board.turn, table.board.placing[0].count) == (PlayerId("b"), 1)


def test_offence_gives_no_time_without_placing() -> None:
    table = Table().begin(at=0.0)
    table.do(a.Foul("b", "129"), at=5.0)
    assert running(table) == {"stroke": (15.0, "46")}
    table.do(a.StrokeMade(own=1, opponent=2), at=6.0)
    table.do(a.Place(), at=7.0)
    table.do(a.Foul("b", "129"), at=10.0)
    assert running(table) == {"placing": (25.0, "88a")}
    table.do(a.Place(), at=12.0)
    table.do(a.Foul("a", "129"), at=13.0)
    assert running(table) == {"placing": (28.0, "88a")}


def test_early_timeout_names_the_remaining_time() -> None:
    table = Table().begin(at=100.0)
    answer = apply(table.match, table.match.next_event(a.Timeout(), at=103.0))
    assert isinstance(answer, Refused)
    assert answer.code == "time-left"
    assert mentions(answer.text, 12, 15)


@pytest.mark.parametrize(
    "law",
    [
        pytest.param("82a", marks=pytest.mark.law("82a")),
        pytest.param("84b", marks=pytest.mark.law("84b")),
        pytest.param("124c", marks=pytest.mark.law("124c")),
        pytest.param("126a", marks=pytest.mark.law("126a")),
        pytest.param("131", marks=pytest.mark.law("131")),
    ],
)
def test_every_foul_costs_a_piece(law: str) -> None:
    table = Table(doubles=True).begin()
    table.do(a.StrokeMade(own=2))
    happened = table.do(a.Foul("b", law)).happened[0]
    assert (happened.code, happened.laws[0], table.board.owed.b) == ("technical-foul", law, 1)
