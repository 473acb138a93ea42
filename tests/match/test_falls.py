"""Laws 71 and 113: pieces that fall outside a stroke during a turn, after it, or as the last of a side."""

from __future__ import annotations

import pytest

from carrom.equipment import Position
from carrom.match import PlayerId, deadlines
from carrom.match.log import acts as a
from carrom.match.log.notation import act_from_text, act_text
from tests.match.table import Table

A, B = PlayerId("a"), PlayerId("b")
WHITE, BLACK, QUEEN = a.Fell(("white",)), a.Fell(("black",)), a.Fell(("queen",))
Own, Miss = a.StrokeMade(own=1), a.StrokeMade()


def after(*done: a.Act, book: str = "icf") -> Table:
    table = Table(book).begin()
    table.do(*done)
    return table


WHILE_IT_LASTS = [
    # Acts before, the fall, and then: whites, blacks, queen, player in turn.
    pytest.param([Own], WHITE, (7, 9, "board", A), id="an own piece"),
    pytest.param([Own], BLACK, (8, 8, "board", A), id="an opponent's piece"),
    pytest.param([Own, Own], QUEEN, (7, 9, "a", A), id="the queen, as if with the last own piece (97a)"),
    pytest.param([Own], QUEEN, (8, 9, "pending", A), id="all nine were on and one fell: to be covered (97b)"),
    pytest.param([Own, a.StrokeMade(queen=True)], WHITE, (7, 9, "a", A), id="a piece after the queen covers it"),
    pytest.param([Own, a.StrokeMade(queen=True)], BLACK, (8, 8, "pending", A), id="an opponent's covers nothing"),
    pytest.param(
        [Own, Own, a.StrokeMade(own=1, striker=True), a.Place()],
        QUEEN,
        (8, 9, "pending", A),
        id="pieces of the last stroke came back, leaving the queen alone",
    ),
    pytest.param(
        [Own, a.StrokeMade(queen=True), a.StrokeMade(own=1, striker=True), a.Place()],
        WHITE,
        (8, 9, "a", A),
        id="covered after the striker fell with the first try",
    ),
]


@pytest.mark.law("71", "113", "I-34")
@pytest.mark.parametrize(("done", "fell", "stands"), WHILE_IT_LASTS)
def test_piece_falling_within_the_turn_counts_as_pocketed(
    done: list[a.Act], fell: a.Fell, stands: tuple[int, int, str, PlayerId]
) -> None:
    table = after(*done)
    happened = table.do(fell).happened
    laws = [law for one in happened for law in one.laws]
    assert (table.board.on["a"], table.board.on["b"], table.board.queen, table.board.turn) == stands
    assert happened[0].code == "fell"
    assert "I-34" in laws
    # Both marked laws must be reached: one disc of each kind has fallen.
    other = after(Own, Miss).do(a.Fell(("black", "queen"))).happened
    assert set(other[0].laws) >= {"71", "113", "I-34", "96"}


@pytest.mark.law("71", "113", "96", "I-34")
def test_after_the_turn_pieces_stay_in_and_the_queen_returns() -> None:
    table = after(Own, Miss)
    happened = table.do(a.Fell(("white", "black", "queen"))).happened
    assert [(one.code, one.laws, one.data) for one in happened] == [
        ("fell", ("71", "113", "I-34", "96"), {"white": 1, "black": 1, "queen": 1})
    ]
    assert (table.board.on["a"], table.board.on["b"], table.board.queen) == (7, 8, "board")
    assert (table.board.turn, table.board.strokes) == (B, 0), "no turn comes back, and none is lost"
    assert table.board.opened["b"]


@pytest.mark.law("95b")
def test_queen_falling_after_an_owing_stroke_returns() -> None:
    table = after(a.Foul("a", "129"), Own)
    table.do(a.Place())
    happened = table.do(QUEEN).happened
    assert [one.code for one in happened] == ["fell", "turn-passes"]
    assert (table.board.queen, table.board.turn) == ("board", B)
    # As the judge rules on a stroke.
    stroke = after(a.Foul("a", "129"), a.StrokeMade(own=1, queen=True))
    assert stroke.match.ruling is not None
    assert stroke.match.ruling.laws[0] == "95b"
    assert (stroke.board.queen, stroke.board.turn) == ("board", B)


@pytest.mark.law("community-2024:6")
def test_opponents_piece_ends_the_turn_in_community() -> None:
    table = after(Own, book="community-2024")
    table.do(BLACK)
    assert (table.board.on["b"], table.board.turn) == (8, B)
    stroke = after(a.StrokeMade(own=1, opponent=1), book="community-2024")
    assert stroke.board.turn == B


@pytest.mark.law("78a", "I-34")
def test_dues_come_out_when_a_piece_falls() -> None:
    table = after(a.StrokeMade(striker=True), Miss, Miss)
    assert table.board.owed["a"] == 1
    table.do(WHITE)
    assert [(entry.party, entry.count, entry.by) for entry in table.board.placing] == [("a", 1, B)]
    assert (table.board.on["a"], table.board.owed["a"], table.match.phase) == (9, 0, "placing")


LAST = [
    # Acts before, the fall, winner and points: as a proper stroke of the last player.
    pytest.param([a.StrokeMade(own=5), a.StrokeMade(own=3, queen=True)], WHITE, ("a", 12), id="his own last (52)"),
    pytest.param([a.StrokeMade(own=8)], WHITE, ("b", 3), id="his last before the queen (107)"),
    pytest.param([a.StrokeMade(own=8)], a.Fell(("white", "queen")), ("a", 12), id="his last with the queen"),
    pytest.param(
        [a.StrokeMade(own=5), a.StrokeMade(own=3, queen=True), Miss], WHITE, ("a", 12), id="though his turn has passed"
    ),
    pytest.param([a.StrokeMade(own=1, opponent=8), Miss], BLACK, ("b", 11), id="the other's last (106)"),
    pytest.param(
        [a.StrokeMade(own=8), Miss, Miss], WHITE, ("a", 12), id="the other struck last, his is the last (106)"
    ),
]


@pytest.mark.law("I-34", "71")
@pytest.mark.parametrize(("done", "fell", "won"), LAST)
def test_last_piece_of_a_side_ends_the_board(done: list[a.Act], fell: a.Fell, won: tuple[str, int]) -> None:
    table = after(*done)
    happened = table.do(fell).happened
    result = table.match.course.boards[0]
    assert ((result.winner, result.points), result.slam) == (won, None if "b" in won else result.slam)
    assert happened[0].code == "board-won"
    assert set(happened[0].laws) >= {"71", "I-34"}


def test_a_slam_is_made_within_the_turn() -> None:
    within = after(a.StrokeMade(own=5), a.StrokeMade(own=3, queen=True), WHITE)
    assert within.match.course.boards[0].slam == "white"
    late = after(a.StrokeMade(own=1), Miss, a.StrokeMade(own=5), a.StrokeMade(own=3, queen=True), Miss)
    late.do(BLACK)
    assert (late.match.course.boards[0].winner, late.match.course.boards[0].slam) == ("b", "black")


@pytest.mark.law("I-11")
def test_dues_in_hand_are_not_on_the_board() -> None:
    # b has pocketed all but one black and the queen; a white due is in b's hand when the last black falls.
    table = after(a.StrokeMade(own=2), Miss, a.StrokeMade(own=5), a.StrokeMade(own=3, queen=True), Miss)
    table.do(a.StrokeMade(striker=True))
    assert [(entry.party, entry.count) for entry in table.board.placing] == [("a", 1)]
    table.do(BLACK)
    # a struck last and pocketed b's last piece: seven whites are left, not eight.
    assert (table.match.course.boards[0].winner, table.match.course.boards[0].coins) == ("b", 7)
    lost = after(a.StrokeMade(own=2, striker=True))
    lost.do(a.LoseBoard("a", "91"))
    assert "I-11" not in lost.match.course.boards[0].laws


@pytest.mark.law("71", "113")
def test_impossible_falls_are_refused() -> None:
    table = Table().begin()
    assert table.refused(WHITE) == ("no-stroke", "71")
    table.do(a.StrokeMade(touched=False))
    assert table.refused(WHITE) == ("no-stroke", "71")
    table.do(Own)
    assert table.refused(a.Fell(("white",) * 9)) == ("not-lying", "71")
    assert table.refused(a.Fell(())) == ("not-lying", "71")
    table.do(a.StrokeMade(queen=True))
    assert table.refused(QUEEN) == ("not-lying", "113")


def test_fall_during_an_appeal_or_placing() -> None:
    table = after(a.StrokeMade(own=3), a.Appeal("b"))
    table.do(WHITE)
    assert (table.match.phase, table.board.on["a"]) == ("appeal", 5)
    table.do(a.Play(), a.StrokeMade(striker=True), BLACK)
    assert (table.match.phase, table.board.on["b"], table.board.placing[0].count) == ("placing", 8, 1)


def test_fall_gives_no_new_time() -> None:
    table = Table().begin(at=0.0)
    table.do(Own, at=5.0)
    table.do(WHITE, at=9.0)
    assert [(one.what, one.at) for one in deadlines(table.match)] == [("stroke", 20.0)]


@pytest.mark.law("113")
def test_fallen_piece_is_the_nearest_to_a_pocket() -> None:
    table = Table()
    table.do(a.Toss("a"), a.Play(45.0))
    far = [("white", -100.0 + 40 * n, 100.0) for n in range(7)] + [("black", -100.0 + 40 * n, 0.0) for n in range(9)]
    rests = Position.of([*far, ("white", 330.0, 330.0), ("queen", -330.0, 330.0)])
    table.do(a.StrokeMade(own=1, rests=rests), WHITE)
    assert table.board.position == Position.of([*far, ("queen", -330.0, 330.0)])
    missed = Position.of([*far, ("queen", -330.0, 330.0)])
    table.do(a.StrokeMade(rests=missed))
    table.do(QUEEN)
    # b's turn: the queen comes back, and the umpire places her.
    assert (table.board.position, table.board.umpire) == (Position.of(far), ("queen",))


@pytest.mark.parametrize("text", ["fell white,black", "fell white black", "FELL White,Black"])
def test_several_fallen_pieces_are_read(text: str) -> None:
    assert act_text(act_from_text(text)) == "fell white,black"
