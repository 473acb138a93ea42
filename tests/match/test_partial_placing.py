"""Placing only some of the due pieces: no room, forgone, forgotten, too late (79–83, 87, 88, I-30, I-31)."""

from __future__ import annotations

from math import cos, pi, sin

import pytest

from carrom.equipment import Position, has_due_room
from carrom.match import PlayerId, deadlines, fold, replay
from carrom.match.log import acts as a
from carrom.match.log.notation import act_from_text
from tests.match.table import Table
from tests.match.test_placing import placed, spread


def two_due(*, at: float | None = None) -> Table:
    """Return a table at which b is to place two pieces of a, who pocketed two and then one with the striker and plays
    on (73)."""
    table = Table().begin(at=at)
    table.do(a.StrokeMade(own=2), a.StrokeMade(own=1, striker=True), at=at)
    assert [(entry.count, entry.by) for entry in table.board.placing] == [(2, PlayerId("b"))]
    return table


@pytest.mark.law("83")
@pytest.mark.parametrize("act", [a.Place(count=1), a.Place(((0.0, -60.0),))])
def test_dues_can_be_placed_one_by_one(act: a.Place) -> None:
    table = two_due()
    happened = table.do(act).happened
    assert [(one.code, one.laws, one.data) for one in happened] == [
        ("placed", ("78", "83"), {"party": "a", "count": 1, "by": "b1", "left": 1})
    ]
    entry = table.board.placing[0]
    assert (entry.count, entry.placed, entry.returned, entry.places) == (1, 1, 0, act.places)
    assert (table.match.phase, table.board.lying()["white"]) == ("placing", 7)
    assert table.refused(a.StrokeMade()) == ("out-of-order", "46")
    assert table.refused(a.Place(count=2)) == ("place-count", "83")
    table.do(a.Place())
    assert (table.match.phase, table.board.lying()["white"], table.board.turn) == ("stroke", 8, PlayerId("a"))


@pytest.mark.law("88a")
def test_one_clock_covers_all_dues() -> None:
    table = two_due(at=10.0)
    table.do(a.Place(count=1), at=20.0)
    assert [(one.what, one.at) for one in deadlines(table.match)] == [("placing", 25.0)]
    table.do(a.Place(), at=22.0)
    assert [(one.what, one.at) for one in deadlines(table.match)] == [("stroke", 37.0)]


@pytest.mark.law("79a")
def test_due_without_room_is_offered_again() -> None:
    table = two_due()
    table.do(a.Place(count=1))
    happened = table.do(a.NoRoom()).happened
    assert [(one.code, one.laws, one.data) for one in happened] == [
        ("due-deferred", ("79a",), {"party": "a", "count": 1})
    ]
    assert (table.match.phase, table.board.on["a"], table.board.owed["a"]) == ("stroke", 7, 1)
    table.do(a.StrokeMade())
    assert [(entry.count, entry.placed) for entry in table.board.placing] == [(1, 0)]
    table.do(a.Place())
    assert (table.board.on["a"], table.board.owed["a"]) == (8, 0)


@pytest.mark.law("87a")
def test_forgoing_is_all_or_nothing() -> None:
    table = two_due()
    table.do(a.Place(count=1))
    assert table.refused(a.Forgo()) == ("partly-placed", "87a")
    other = two_due()
    other.do(a.Forgo())
    assert (other.match.phase, other.board.on["a"]) == ("stroke", 6)


@pytest.mark.law("83")
def test_forgotten_remainder_is_forfeited_alone() -> None:
    table = Table().begin()
    # a owes three and has one pocketed: one can be placed, two wait for pieces.
    table.do(a.Foul("a", "129"), a.Foul("a", "129"), a.StrokeMade(striker=True), a.StrokeMade(opponent=1))
    assert (table.board.owed["a"], [(entry.party, entry.count) for entry in table.board.placing]) == (2, [("a", 1)])
    table.do(a.Unnoticed("83"))
    assert (table.board.on["a"], table.board.owed["a"], table.match.phase) == (8, 2, "stroke")
    some = two_due()
    some.do(a.Place(count=1), a.Unnoticed("83"))
    assert (some.board.on["a"], some.match.phase) == (7, "stroke")


@pytest.mark.law("82b")
def test_wrong_colour_counts_for_one_due() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=2, opponent=1), a.StrokeMade(own=1, striker=True))
    table.do(a.Unnoticed("82b"))
    # One black lies where a white one should: one white is still to be placed.
    assert table.board.lying() == {"white": 6, "black": 9, "queen": 1}
    assert [(entry.party, entry.count, entry.placed) for entry in table.board.placing] == [("a", 1, 1)]
    assert table.refused(a.Forgo()) == ("partly-placed", "87a")
    table.do(a.Place())
    assert (table.board.on["a"], table.board.on["b"], table.match.phase) == (7, 9, "stroke")


def test_old_record_with_a_wrong_colour_folds() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=2, opponent=1), a.StrokeMade(own=1, striker=True), a.Unnoticed("82b"))
    assert table.refused(a.StrokeMade()) == ("out-of-order", "46")
    match = fold(table.match.setup, [*table.match.events(), table.match.next_event(a.StrokeMade(own=1))])
    assert match.board is not None
    assert (match.board.on["a"], match.board.on["b"], match.phase) == (5, 9, "stroke")


@pytest.mark.law("88b")
def test_late_placing_is_a_foul_and_placed_pieces_stay() -> None:
    table = two_due(at=10.0)
    table.do(a.Place(count=1), at=15.0)
    assert table.refused(a.Removed(1)) == ("nothing-late", "88b")
    assert table.refused(a.Timeout(), at=24.0) == ("time-left", "88a")
    happened = table.do(a.Timeout(), at=25.0).happened
    assert [(one.code, one.laws) for one in happened] == [
        ("due-forgone", ("88b",)),
        ("technical-foul", ("88b", "63b", "72c")),
    ]
    assert (table.board.on["a"], table.board.owed["b"], table.board.turn) == (7, 1, PlayerId("a"))
    # The umpire decides whether they are removed, until the next stroke.
    assert table.refused(a.Removed(2)) == ("removed-count", "88b")
    off = Table()
    off.match = table.match
    happened = off.do(a.Removed(1)).happened
    assert [(one.code, one.laws, one.data) for one in happened] == [("removed", ("88b",), {"party": "a", "count": 1})]
    assert off.board.on["a"] == 6
    assert off.refused(a.Removed(1)) == ("nothing-late", "88b")
    table.do(a.StrokeMade(own=1), at=30.0)
    assert table.refused(a.Removed(1)) == ("nothing-late", "88b")


@pytest.mark.law("88b")
def test_record_without_a_count_removes_all() -> None:
    old, new = two_due(), two_due()
    old.do(a.Timeout(begun=True))
    new.do(a.Place(count=1), a.Timeout(), a.Removed(1))
    assert old.board.on == new.board.on
    assert (old.board.owed, old.board.lying(), old.match.phase) == (new.board.owed, new.board.lying(), new.match.phase)


def last_pieces(table: Table | None = None) -> Table:
    """Return a table at which a pocketed the last two with the striker, both come back, and a has none on the board
    (73)."""
    table = table or Table().begin()
    table.do(a.StrokeMade(own=5), a.StrokeMade(own=3, queen=True), a.StrokeMade(own=1, striker=True))
    assert (table.board.lying()["white"], table.board.placing[0].count) == (0, 2)
    return table


@pytest.mark.law("52a", "88b", "I-31")
@pytest.mark.parametrize("late", [a.Timeout(), a.Timeout(begun=True)])
def test_last_pieces_always_come_back(late: a.Timeout) -> None:
    table = last_pieces()
    assert table.refused(a.Forgo()) == ("last-pieces", "52a")
    happened = table.do(late).happened
    assert [(one.code, one.laws, one.data) for one in happened] == [
        ("umpire-to-place", ("88b", "I-31"), {"party": "a", "count": 2}),
        ("technical-foul", ("88b", "63b", "72c"), {"party": "b"}),
    ]
    assert (table.match.phase, table.board.turn, table.board.lying()["white"]) == ("stroke", PlayerId("a"), 2)
    assert (table.board.owed["a"], table.board.owed["b"]) == (0, 1)


@pytest.mark.law("88b")
def test_umpire_places_last_pieces_in_known_positions() -> None:
    table = placed()
    table.do(a.StrokeMade(own=5, rests=spread(4, 9)), a.StrokeMade(own=3, queen=True, rests=spread(1, 9, 0)))
    table.do(a.StrokeMade(own=1, striker=True, rests=spread(0, 9, 0)))
    table.do(a.Timeout())
    assert (table.match.phase, table.board.umpire, table.board.placing) == ("placing", ("white", "white"), ())
    assert table.board.lying()["white"] == 0


@pytest.mark.law("52a")
def test_placed_last_pieces_stay() -> None:
    table = last_pieces()
    table.do(a.Place(count=1), a.Timeout())
    assert (table.board.on["a"], table.board.late is not None) == (1, True)
    assert table.refused(a.Removed(1)) == ("last-pieces", "52a")


def crowded(white: int, gaps: int) -> Position:
    """Return a ring of pieces with room for as many due pieces as there are gaps; the rest are far away."""
    pieces: list[tuple[str, float, float]] = []
    ring = [(50.45 * cos(pi * n / 4), 50.45 * sin(pi * n / 4)) for n in range(8)]
    for x, y in ring[gaps:]:
        pieces.append(("black", x, y))
    pieces.append(("queen", 300.0, 300.0 - 40 * gaps))
    pieces += [("black", -300.0, -200.0 + 40 * n) for n in range(9 - 8 + gaps)]
    pieces += [("white", 200.0, -200.0 + 40 * n) for n in range(white)]
    return Position.of(pieces)


@pytest.mark.law("79a", "83", "I-30")
def test_one_due_fits_and_the_other_waits() -> None:
    table = placed()
    table.do(a.StrokeMade(own=2, rests=spread(7, 9)))
    rests = crowded(6, gaps=1)
    table.do(a.StrokeMade(own=1, striker=True, rests=rests))
    assert table.refused(a.NoRoom()) == ("has-room", "79a")
    table.do(a.Place(((50.45, 0.0),)))
    position = table.board.position
    assert position is not None
    assert not has_due_room(position)
    table.do(a.NoRoom())
    assert (table.match.phase, table.board.on["a"], table.board.owed["a"]) == ("stroke", 7, 1)
    assert table.board.lying()["white"] == position.on_board("white") == 7


@pytest.mark.law("88b")
def test_removed_pieces_leave_the_known_position() -> None:
    table = placed()
    table.do(a.StrokeMade(own=2, rests=spread(7, 9)), a.StrokeMade(own=1, striker=True, rests=spread(6, 9)))
    before = table.board.position
    table.do(a.Place(((0.0, -60.0),)), a.Timeout(), a.Removed(1))
    assert table.board.position == before


@pytest.mark.law("79a")
def test_umpire_places_last_pieces_without_room() -> None:
    table = placed()
    table.do(a.StrokeMade(own=5, rests=spread(4, 9)), a.StrokeMade(own=3, queen=True, rests=spread(1, 9, 0)))
    rests = crowded(0, gaps=0)
    queen = next(piece for piece in rests.pieces if piece.kind == "queen")
    table.do(a.StrokeMade(own=1, striker=True, rests=rests.without(queen)))
    happened = table.do(a.NoRoom()).happened
    assert [(one.code, one.laws) for one in happened] == [("umpire-to-place", ("79a", "I-31"))]
    assert (table.match.phase, table.board.umpire) == ("placing", ("white", "white"))


@pytest.mark.law("83")
def test_placing_none_is_refused() -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=5), a.StrokeMade(own=1, striker=True))
    assert table.refused(act_from_text("place count 0")) == ("place-count", "83")
    on_record = replay(table.match, [table.match.next_event(a.Place(count=0))])
    assert on_record.match.phase == "stroke"
