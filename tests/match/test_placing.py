"""Chapters XII to XV: placing, forgoing, and the umpire's placing."""

from __future__ import annotations

import pytest

from carrom.equipment import Piece, Position, Seat, jumped_places, queen_place
from carrom.laws import BySide
from carrom.match import PlayerId
from carrom.match.log import acts as a
from carrom.play import umpire_act
from tests.match.table import Table


@pytest.mark.law("73", "78b")
def test_the_opponent_places_dues_before_the_turn_goes_on() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=1), a.StrokeMade(own=1, striker=True))
    assert table.match.phase == "placing"
    assert [(entry.party, entry.count, entry.by, entry.returned) for entry in table.board.placing] == [
        ("a", 2, PlayerId("b"), 1)
    ]
    assert table.board.on["a"] == 9
    assert table.board.lying()["white"] == 7
    assert table.refused(a.StrokeMade()) == ("out-of-order", "46")
    assert table.refused(a.Place(by=PlayerId("a"))) == ("wrong-placer", "78b")
    table.do(a.Place(by=PlayerId("b")))
    assert (table.match.phase, table.board.turn) == ("stroke", PlayerId("a"))
    assert table.board.lying()["white"] == 9


@pytest.mark.law("78b", "90")
def test_in_doubles_the_right_hand_opponent_places() -> None:
    table = Table(doubles=True).begin()
    table.do(a.StrokeMade(own=1), a.StrokeMade(striker=True))
    # a1 sits south, so b1 in the east is at his right hand.
    assert table.board.placing[0].by == PlayerId("b", 0)
    assert table.refused(a.Place(by=PlayerId("b", 1))) == ("wrong-placer", "90")
    assert table.refused(a.Place(by=PlayerId("a", 1))) == ("wrong-placer", "78b")


@pytest.mark.law("78b", "72c")
def test_player_places_what_he_made_available() -> None:
    table = Table(doubles=True).begin()
    table.do(a.StrokeMade(striker=True))
    assert (table.board.owed["a"], table.board.placing) == (1, ())
    table.do(a.StrokeMade(opponent=1, own=1))
    entry = table.board.placing[0]
    assert (entry.party, entry.count, entry.by) == ("a", 1, PlayerId("b", 0))
    assert table.board.owed["a"] == 0


@pytest.mark.law("80", "87a")
def test_forgoing_gives_up_all_dues() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(striker=True), a.StrokeMade(), a.StrokeMade(striker=True), a.StrokeMade())
    assert table.board.owed["a"] == 2
    table.do(a.StrokeMade(own=1))
    assert [entry.count for entry in table.board.placing] == [1]
    table.do(a.Forgo())
    assert (table.board.on["a"], table.board.owed["a"]) == (8, 0)
    assert table.board.opened["a"]


@pytest.mark.law("52a")
def test_the_last_pieces_cannot_be_left_in_the_pockets() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=8), a.StrokeMade(own=1, queen=True, striker=True))
    assert table.board.lying()["white"] == 0
    assert table.refused(a.Forgo()) == ("last-pieces", "52a")
    table.do(a.Place())
    assert table.board.lying() == {"white": 2, "black": 9, "queen": 1}


@pytest.mark.law("79a", "79b", "81")
def test_pieces_without_room_stay_due() -> None:
    table = Table(doubles=True).begin()
    table.do(a.StrokeMade(own=2), a.StrokeMade(striker=True), a.NoRoom())
    assert (table.match.phase, table.board.on["a"], table.board.owed["a"]) == ("stroke", 7, 1)
    assert table.board.turn == PlayerId("b", 0)
    table.do(a.StrokeMade())
    # Now b1 has played: the piece is his opponent's, so he places it himself, at once.
    assert [(entry.party, entry.count, entry.by) for entry in table.board.placing] == [("a", 1, PlayerId("b", 0))]
    table.do(a.NoRoom(), a.StrokeMade())
    # a2 has played; at his right hand sits b2: the right is his partner's now.
    assert table.board.placing[0].by == PlayerId("b", 1)
    table.do(a.Place())
    assert (table.board.on["a"], table.board.owed["a"]) == (8, 0)


def test_wrong_placing_is_refused() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=8), a.StrokeMade(own=1, queen=True, striker=True))
    assert table.refused(a.NoRoom()) == ("last-pieces", "52a")
    assert table.refused(a.Unnoticed("82b")) == ("no-piece", "82b")
    table = placed()
    rests = spread(9, 9, 0)
    table.do(a.StrokeMade(queen=True, rests=rests))
    for act in (a.Place(), a.Forgo(), a.NoRoom()):
        assert table.refused(act) == ("nothing-to-place", "83")
    assert table.refused(a.StrokeMade(jumped=("queen",))) == ("out-of-order", "46")
    table.do(a.UmpirePlaces((Piece("queen", 0.0, 0.0),)))
    assert table.refused(a.StrokeMade(queen=True, jumped=("queen",)))[0] == "impossible-stroke"


@pytest.mark.law("96")
def test_queen_counted_as_covered_leaves_the_position() -> None:
    table = placed()
    table.do(a.StrokeMade(own=1, rests=spread(8, 9)), a.StrokeMade(queen=True, rests=spread(8, 9, 0)))
    table.do(a.StrokeMade(rests=spread(8, 9, 0)), a.UmpirePlaces((Piece("queen", 0.0, 0.0),)))
    table.do(a.StrokeMade(rests=spread(8, 9, 0).with_piece("queen", 0.0, 0.0)), a.Unnoticed("96", PlayerId("a")))
    assert (table.board.queen, table.board.position) == ("a", spread(8, 9, 0))
    assert table.refused(a.Unnoticed("96")) == ("no-such-player", "96")


@pytest.mark.law("95b")
def test_queen_pocketed_with_an_unplaced_due_returns() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=2), a.StrokeMade(striker=True), a.NoRoom(), a.StrokeMade(), a.NoRoom())
    applied = table.do(a.StrokeMade(queen=True))
    assert applied.ruling is not None
    assert applied.ruling.laws[0] == "95b"
    assert (table.board.queen, table.board.turn) == ("board", PlayerId("b"))


def placed(rack: float = 45.0) -> Table:
    table = Table()
    table.do(a.Toss("a"), a.Play(rack))
    return table


def less(position: Position, *kinds: str) -> Position:
    """Return the position without the first piece of each of these kinds."""
    for kind in kinds:
        position = position.without(next(piece for piece in position.pieces if piece.kind == kind))
    return position


@pytest.mark.law("41a")
def test_the_rack_is_the_position_of_a_new_board() -> None:
    table = placed(30.0)
    assert table.board.position == Position.start(30.0, breaker=Seat.SOUTH)
    assert Table().begin().board.position is None
    table = Table()
    table.do(a.Toss("a"))
    for turned in (360.5, -360.5, 1e12):
        assert table.refused(a.Play(turned)) == ("rack", "41a")
    table.do(a.Play(-360.0))


@pytest.mark.law("134")
def test_umpire_rearranges_moved_pieces() -> None:
    table = placed()
    start = table.board.position
    assert start is not None
    table.do(a.StrokeMade(own=1, rests=less(start, "white")))
    moved = less(start, "white", "black").with_piece("black", 0.0, 200.0)
    happened = table.do(a.Arrange(moved, "put back")).happened
    assert [(one.code, one.laws) for one in happened] == [("arranged", ("134",))]
    assert table.board.position == moved


def test_position_must_agree_with_pocketed_pieces() -> None:
    table = placed()
    start = table.board.position
    assert start is not None
    assert table.refused(a.StrokeMade(own=1, rests=start))[0] == "impossible-stroke"
    assert table.refused(a.StrokeMade(own=1, rests=less(start, "black")))[0] == "impossible-stroke"

    def lies() -> Position | None:
        return table.board.position

    table.do(a.StrokeMade(own=1, rests=less(start, "white")))
    assert lies() == less(start, "white")
    table.do(a.StrokeMade(own=1))
    assert lies() is None
    assert table.refused(a.Arrange(less(start, "white"))) == ("position-count", None)
    table.do(a.Arrange(less(start, "white", "white"), "taken from the film"))
    assert lies() == less(start, "white", "white")


def spread(white: int, black: int, queen: int = 1) -> Position:
    """Return a position of so many pieces, far from each other and from the circles."""
    places = [(x, y) for x in (-300.0, -200.0, 200.0, 300.0) for y in (-180.0, -90.0, 0.0, 90.0, 180.0)]
    kinds = ["white"] * white + ["black"] * black + ["queen"] * queen
    return Position.of((kind, x, y) for kind, (x, y) in zip(kinds, places, strict=False))


@pytest.mark.law("85", "86", "89b", "83", "114")
def test_due_pieces_are_placed_lawfully() -> None:
    table = placed()
    table.do(a.StrokeMade(own=1, rests=spread(8, 9)))
    rests = spread(7, 9, 0).with_piece("queen", 0.0, 70.0)
    table.do(a.StrokeMade(own=1, striker=True, rests=rests))
    assert table.refused(a.Place()) == ("place-count", "83")
    assert table.refused(a.Place(((0.0, -60.0), (-60.0, -20.0), (60.0, -20.0)))) == ("place-count", "83")
    assert table.refused(a.Place(((0.0, -60.0), (-60.0, -20.0)), count=1)) == ("place-count", "83")
    assert table.refused(a.Place(((0.0, -60.0), (0.0, -75.0)))) == ("place-outside", "85")
    assert table.refused(a.Place(((0.0, -60.0), (0.0, -20.0)))) == ("place-centre", "89b")
    assert table.refused(a.Place(((0.0, -60.0), (0.0, 60.0)))) == ("place-disturbs", "86")
    assert table.refused(a.Place(((0.0, -60.0), (20.0, -60.0)))) == ("place-disturbs", "86")
    # Behind the queen on the line to the far right pocket: a shot.
    shot = table.refused(a.Place(((0.0, -60.0), (-30.0, 45.0))))
    assert shot == ("place-shot", "114")
    table.do(a.Place(((0.0, -60.0), (-60.0, -20.0))))
    assert table.board.position == rests.with_piece("white", 0.0, -60.0).with_piece("white", -60.0, -20.0)
    assert table.match.phase == "stroke"


@pytest.mark.law("79a", "142")
def test_room_is_measured_in_known_positions() -> None:
    table = placed()
    table.do(a.StrokeMade(own=1, rests=spread(8, 9)), a.StrokeMade(striker=True, rests=spread(8, 9)))
    assert table.refused(a.NoRoom()) == ("has-room", "79a")
    table.do(a.Place(((0.0, -60.0),)))
    assert table.refused(a.ReplayBoard("142")) == ("has-room", "142")


@pytest.mark.law("9", "93")
def test_umpire_places_the_queen_and_jumped_pieces() -> None:
    table = placed()
    start = table.board.position
    assert start is not None
    rests = less(start, "queen", "black")
    # The queen falls while all whites are on, and a black one jumps off: both are the umpire's to place.
    table.do(a.StrokeMade(queen=True, jumped=("black",), rests=rests))
    assert (table.match.phase, table.board.umpire, table.board.turn) == ("placing", ("queen", "black"), PlayerId("b"))
    assert table.refused(a.Timeout()) == ("umpire-places", "93")
    assert table.refused(a.UmpirePlaces((Piece("queen", 0.0, 0.0),))) == ("umpire-pieces", "65")
    overlap = (Piece("queen", 0.0, 0.0), Piece("black", 1.0, 0.0))
    assert table.refused(a.UmpirePlaces(overlap)) == ("position", "94")
    queen = Piece("queen", *queen_place(rests, Seat.NORTH))
    assert table.refused(a.UmpirePlaces((queen, Piece("black", 0.0, -150.0)))) == ("umpire-place", "65a")
    black = jumped_places(rests, ["queen", "black"], Seat.NORTH, "white")[1]
    table.do(a.UmpirePlaces((queen, black)))
    assert (table.match.phase, table.board.umpire) == ("stroke", ())
    assert table.board.position == Position((*rests.pieces, queen, black))
    assert table.refused(a.UmpirePlaces((queen,))) == ("nothing-to-place", "9")
    unknown = Table().begin()
    assert unknown.refused(a.UmpirePlaces(())) == ("nothing-to-place", "9")


@pytest.mark.law("64a", "96")
def test_pending_queen_returns_after_a_foul() -> None:
    table = placed()
    start = table.board.position
    assert start is not None
    table.do(
        a.StrokeMade(own=1, rests=less(start, "white")), a.StrokeMade(queen=True, rests=less(start, "white", "queen"))
    )
    assert table.board.queen == "pending"
    table.do(a.Foul("a", "131"))
    assert (table.board.queen, table.board.umpire) == ("board", ("queen",))
    assert [(entry.party, entry.count) for entry in table.board.placing] == [("a", 1)]


def test_umpires_placing_can_be_noted_without_places() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(queen=True), a.UmpirePlaces((Piece("queen", 0.0, 0.0),)))
    assert table.match.phase == "stroke"


@pytest.mark.law("82b")
def test_unnoticed_wrong_placing_is_valid() -> None:
    table = Table().begin()
    assert table.refused(a.Unnoticed("82b")) == ("nothing-to-place", "82b")
    table.do(a.StrokeMade(own=2, opponent=1), a.StrokeMade(striker=True))
    assert table.board.lying() == {"white": 7, "black": 8, "queen": 1}
    table.do(a.Unnoticed("82b"))
    assert table.board.lying() == {"white": 7, "black": 9, "queen": 1}
    assert table.match.phase == "stroke"


@pytest.mark.law("83")
def test_forgotten_due_is_forfeited() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=2), a.StrokeMade(striker=True), a.Unnoticed("83"))
    assert (table.board.on["a"], table.match.phase) == (7, "stroke")
    assert table.refused(a.Unnoticed("83")) == ("nothing-to-place", "83")


@pytest.mark.parametrize("book", ["icf", pytest.param("kreeda-2024", marks=pytest.mark.law("kreeda-2024:11b"))])
@pytest.mark.parametrize("own", [0, 1])
def test_a_piece_that_jumped_off_costs_nothing(book: str, own: int) -> None:
    table = Table(book)
    table.do(a.Toss("a"), a.Play(45.0))
    rests = spread(8 - own, 8)
    applied = table.do(a.StrokeMade(own=own, jumped=("white", "black"), rests=rests))
    assert applied.ruling is not None
    assert (applied.ruling.turn, applied.ruling.placed, applied.ruling.owed) == (
        "continues" if own else "passes",
        BySide(0, 0),
        BySide(0, 0),
    )
    assert (table.board.placing, table.board.umpire) == ((), ("white", "black"))
    table.do(umpire_act(table.match))
    assert table.board.lying() == {"white": 9 - own, "black": 9, "queen": 1}


def test_waiting_queen_is_listed_once() -> None:
    table = placed()
    table.do(a.StrokeMade(opponent=2, rests=spread(9, 7)))
    # b pockets the queen and the striker with one of his own: two of his come out, and the queen.
    table.do(a.StrokeMade(own=1, opponent=1, queen=True, striker=True, rests=spread(8, 6, 0)))
    assert (table.board.umpire, [entry.count for entry in table.board.placing]) == (("queen",), [2])
    table.do(a.Foul("b", "129"))
    assert table.board.umpire == ("queen",)
    # The placer put down an own piece unnoticed: the position is unknown from there.
    table.do(a.Unnoticed("82b"))
    board = table.match.board
    assert board is not None
    assert board.position is None
    assert not board.umpire


def test_entries_with_different_placers_stay_apart() -> None:
    table = Table("kreeda-2024", doubles=True).begin()
    # The placer sits at the right hand of a1, the next in turn at his left.
    table.do(a.StrokeMade(own=2), a.StrokeMade(striker=True), a.Foul("a", "129"))
    assert [(entry.party, entry.count, entry.by) for entry in table.board.placing] == [
        ("a", 1, PlayerId("b", 0)),
        ("a", 1, PlayerId("b", 1)),
    ]
    table.do(a.Place(by=PlayerId("b", 1)))
    assert [entry.by for entry in table.board.placing] == [PlayerId("b", 0)]
