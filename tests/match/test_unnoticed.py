"""Late notices: a stroke out of turn (51), an uncovered queen (96), playing on (125b)."""

from __future__ import annotations

import pytest

from carrom.equipment import Piece
from carrom.match import Event, PlayerId, fold, replay
from carrom.match.log import acts as a
from tests.match.table import Table
from tests.match.test_placing import placed, spread

A, B = PlayerId("a"), PlayerId("b")


def to_cover(table: Table | None = None) -> Table:
    """Return a table at which a must cover the queen."""
    table = table or Table().begin()
    table.do(a.StrokeMade(own=1), a.StrokeMade(queen=True))
    return table


@pytest.mark.law("51", "I-27", "96")
def test_turn_taken_by_another_player_ends_and_its_queen_returns() -> None:
    table = to_cover()
    happened = table.do(a.Unnoticed("51", B)).happened
    assert [(one.code, one.laws, one.data) for one in happened] == [("turn-passes", ("51", "I-27", "96"), {"to": "b1"})]
    assert (table.board.queen, table.board.turn, table.board.strokes) == ("board", B, 0)
    table.do(a.StrokeMade(own=1))
    assert (table.board.queen, table.board.turn) == ("board", B), "the piece covers no queen"
    # That the queen was not covered went unnoticed as well.
    table.do(a.Unnoticed("96", A))
    assert table.board.queen == "a"


@pytest.mark.law("I-27")
def test_turn_order_resumes_after_a_stroke_out_of_turn() -> None:
    table = Table(doubles=True).begin()
    table.do(a.StrokeMade(own=1), a.Unnoticed("51", PlayerId("b", 1)), a.StrokeMade())
    # b2 sits west; at his right hand sits a1.
    assert table.board.turn == PlayerId("a", 0)


@pytest.mark.law("51")
def test_player_in_turn_cannot_play_out_of_turn() -> None:
    table = Table().begin()
    assert table.refused(a.Unnoticed("51", A)) == ("in-turn", "51")
    assert table.refused(a.Unnoticed("51")) == ("no-such-player", "51")
    assert table.refused(a.Unnoticed("51", PlayerId("b", 1))) == ("no-such-player", "51")
    assert table.refused(a.Unnoticed("129")) == ("law", "129")


@pytest.mark.law("51")
def test_break_out_of_turn_starts_at_the_first_attempt() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(touched=False), a.StrokeMade(touched=False), a.Unnoticed("51", B))
    assert (table.board.attempt, table.board.turn) == (1, B)


@pytest.mark.law("26a", "26b", "I-27")
def test_slams_count_actual_turns() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(), a.StrokeMade(), a.Unnoticed("51", B))
    table.do(a.StrokeMade(own=5), a.StrokeMade(own=3, queen=True), a.StrokeMade(own=1))
    assert (table.match.course.boards[0].winner, table.match.course.boards[0].slam) == ("b", None), "his second turn"
    table = Table().begin()
    table.do(a.StrokeMade(own=1), a.Unnoticed("51", B))
    table.do(a.StrokeMade(own=5), a.StrokeMade(own=3, queen=True), a.StrokeMade(own=1))
    assert table.match.course.boards[0].slam == "black", "black never has a white slam"


@pytest.mark.law("I-41")
def test_lost_turn_does_not_count_for_a_slam() -> None:
    table = Table("kreeda-2024").begin()
    table.do(a.Talk(B), a.StrokeMade(), a.StrokeMade(), a.StrokeMade(own=5))
    table.do(a.StrokeMade(own=3, queen=True), a.StrokeMade(own=1))
    assert (table.match.course.boards[0].winner, table.match.course.boards[0].slam) == ("b", "black")


@pytest.mark.law("96", "I-28")
def test_unnoticed_uncovered_queen_counts_as_covered() -> None:
    table = to_cover()
    assert table.refused(a.Unnoticed("96", A)) == ("queen", "96"), "it is still to be covered"
    table.do(a.StrokeMade())
    assert table.refused(a.Unnoticed("96", A)) == ("queen", "96"), "there was no stroke"
    assert table.refused(a.Unnoticed("96", B)) == ("queen", "96")
    table.do(a.StrokeMade(own=1), a.StrokeMade(), a.StrokeMade())
    assert table.refused(a.Unnoticed("96", B)) == ("queen", "96"), "b never had the queen to cover"
    table.do(a.Unnoticed("96", A))
    assert table.board.queen == "a"
    assert table.refused(a.Unnoticed("96", A)) == ("queen", "96")


@pytest.mark.law("96")
@pytest.mark.parametrize("lost", [a.StrokeMade(), a.Pass(), a.Foul("a", "129"), a.Timeout()])
def test_returned_queen_cannot_count_as_covered(lost: a.Act) -> None:
    table = to_cover()
    table.do(lost)
    if table.match.phase == "placing":
        table.do(a.Place())
    table.do(a.StrokeMade(), a.Unnoticed("96", A))
    assert table.board.queen == "a"


@pytest.mark.law("96")
def test_unpocketed_queen_cannot_be_covered() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=1), a.StrokeMade(), a.StrokeMade(own=1), a.StrokeMade())
    assert table.refused(a.Unnoticed("96", A)) == ("queen", "96")
    # Nor a queen pocketed with the striker: it never had to be covered.
    table.do(a.StrokeMade(queen=True, striker=True), a.Place(), a.StrokeMade())
    assert table.refused(a.Unnoticed("96", A)) == ("queen", "96")


@pytest.mark.law("96")
def test_repocketed_queen_was_not_covered() -> None:
    table = to_cover()
    table.do(a.StrokeMade(), a.StrokeMade(own=1), a.StrokeMade(queen=True))
    assert table.refused(a.Unnoticed("96", A)) == ("queen", "96")


def test_old_record_with_another_order_folds() -> None:
    table = Table()
    table.do(a.Toss("a"), a.Play(), a.StrokeMade(own=1), a.StrokeMade(queen=True), a.StrokeMade())
    events = table.match.events()
    old = fold(table.match.setup, [*events, Event(6, a.Unnoticed("96", A))])
    assert old.board is not None
    assert old.board.queen == "a"
    for player in (None, A, B, PlayerId("b", 1)):
        overrun = fold(table.match.setup, [*events[:3], Event(4, a.Unnoticed("125b", player))])
        assert overrun.board is not None
        assert overrun.board.turn == B
    again = fold(table.match.setup, [*events[:3], Event(4, a.Unnoticed("51", A))])
    assert again.board is not None
    assert again.board.turn == A


def test_queen_counted_as_covered_is_not_placed() -> None:
    table = placed()
    table.do(a.StrokeMade(own=1, rests=spread(8, 9)), a.StrokeMade(queen=True, rests=spread(8, 9, 0)))
    table.do(a.StrokeMade(rests=spread(8, 9, 0)), a.UmpirePlaces((Piece("queen", 0.0, 0.0),)))
    table.do(a.StrokeMade(jumped=("queen",), rests=spread(8, 9, 0)))
    assert (table.match.phase, table.board.umpire) == ("placing", ("queen",))
    table.do(a.Unnoticed("96", A))
    board = table.match.board
    assert board is not None
    assert (table.match.course.phase, board.queen, len(board.umpire)) == ("stroke", "a", 0)


@pytest.mark.law("125b", "I-29")
def test_playing_on_lasts_until_noticed() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=1), a.StrokeMade(opponent=1))
    assert table.board.turn == B
    happened = table.do(a.Unnoticed("125b", A)).happened
    assert [(one.code, one.laws, one.data) for one in happened] == [("turn-back", ("125b", "I-29"), {"to": "a1"})]
    assert (table.board.turn, table.board.strokes) == (A, 2)
    table.do(a.StrokeMade(own=2), a.StrokeMade(queen=True))
    happened = table.do(a.Noticed()).happened
    assert [(one.code, one.laws, one.data) for one in happened] == [
        ("turn-passes", ("125b", "I-29", "96"), {"to": "b1"})
    ]
    # His pocketed pieces stay in, the uncovered queen comes back, and b plays.
    assert (table.board.on["a"], table.board.on["b"], table.board.queen, table.board.turn) == (6, 8, "board", B)
    assert table.refused(a.Noticed()) == ("not-overrun", "125b")


@pytest.mark.law("125b")
def test_missed_stroke_ends_playing_on() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(opponent=1), a.Unnoticed("125b", A), a.StrokeMade())
    assert table.board.turn == B
    assert table.refused(a.Noticed()) == ("not-overrun", "125b")
    table.do(a.StrokeMade())
    assert table.board.turn == A, "no other turn was lost"


@pytest.mark.law("125b")
@pytest.mark.parametrize(
    ("strokes", "law"),
    [
        ([a.StrokeMade(own=1)], "125b"),
        ([a.StrokeMade()], "125b"),
        ([a.StrokeMade(opponent=1), a.StrokeMade()], "125b"),
        ([a.StrokeMade(own=1, opponent=1)], "125b"),
        ([a.StrokeMade(opponent=1), a.Pass()], "125b"),
        pytest.param([a.StrokeMade(opponent=1, striker=True)], "74", marks=pytest.mark.law("74")),
        pytest.param([a.StrokeMade(opponent=1, proper=False)], "76", marks=pytest.mark.law("76")),
    ],
)
def test_playing_on_is_refused_where_impossible(strokes: list[a.Act], law: str) -> None:
    table = Table().begin()
    assert table.refused(a.Unnoticed("125b", A)) == ("played-on", "125b")
    table.do(*strokes)
    assert table.refused(a.Unnoticed("125b", A)) == ("played-on", law)
    assert table.refused(a.Unnoticed("125b")) == ("no-such-player", "125b")


@pytest.mark.law("125b")
def test_mixed_pocketing_ends_the_turn_in_community() -> None:
    table = Table("community-2024").begin()
    table.do(a.StrokeMade(own=1, opponent=1), a.Unnoticed("125b", A), a.StrokeMade(own=1), a.Noticed())
    assert (table.board.on["a"], table.board.turn) == (7, B)


@pytest.mark.law("I-29")
@pytest.mark.parametrize("end", [a.Foul("a", "133"), a.Noticed(), a.Timeout()])
def test_overlooked_piece_gives_the_turn_back_once(end: a.Act) -> None:
    table = Table().begin()
    table.do(a.StrokeMade(opponent=1), a.Unnoticed("125b", PlayerId("a")), end)
    assert table.board.turn == PlayerId("b")
    assert table.refused(a.Unnoticed("125b", PlayerId("a"))) == ("played-on", "125b")
    on_record = replay(table.match, [table.match.next_event(a.Unnoticed("125b", PlayerId("a")))])
    assert on_record.match.board is not None
    assert on_record.match.board.turn == PlayerId("a")  # as in older records
    table.do(a.StrokeMade(), a.StrokeMade(opponent=1), a.Unnoticed("125b", PlayerId("a")))
    assert table.board.turn == PlayerId("a")


@pytest.mark.law("kreeda-2024:14a")
def test_talker_misses_the_next_turn_not_the_returned_one() -> None:
    table = Table("kreeda-2024").begin()
    table.do(a.StrokeMade(opponent=1), a.Talk(PlayerId("a")), a.Unnoticed("125b", PlayerId("a")))
    turns = []
    for _ in range(4):
        turns.append(table.board.turn.text())
        table.do(a.StrokeMade())
    assert turns == ["a1", "b1", "b1", "a1"]
    assert fold(table.match.setup, table.match.events()).course == table.match.course


@pytest.mark.law("kreeda-2024:14a")
def test_lost_turn_passed_over_early_is_still_missed() -> None:
    table = Table("kreeda-2024", doubles=True).begin()
    before, after = PlayerId("a"), table.match.course.next_player(PlayerId("a"), table.match.setup.rulebook)
    table.do(a.Talk(after), a.StrokeMade(opponent=1))
    assert after not in table.board.skips
    table.do(a.Unnoticed("125b", before))
    assert after in table.board.skips


@pytest.mark.law("96")
def test_returned_queen_was_not_overlooked() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=2), a.StrokeMade(queen=True), a.StrokeMade())
    table.do(a.UmpirePlaces((Piece("queen", 0.0, 0.0),)), a.StrokeMade())
    assert table.refused(a.Unnoticed("96", PlayerId("a"))) == ("queen", "96")
