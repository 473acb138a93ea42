"""Where the striker, a due piece and a returned queen may lie."""

from functools import cache
from math import hypot, sqrt

import pytest
from hypothesis import assume, given, strategies as st

from carrom.equipment import (
    Position,
    Seat,
    due_fault,
    due_places,
    has_due_room,
    has_striker_room,
    jumped_places,
    queen_place,
    striker_fault,
    striker_spans,
)
from tests.equipment.test_position import positions

EMPTY = Position(())


@pytest.mark.law("130a", "130b", "community-2024:striker", "kreeda-2024:10a", "kreeda-2024:10b")
@pytest.mark.parametrize(
    ("x", "y", "code", "law"),
    [
        (0, -252.6, None, None),
        (0, -257.35, None, None),
        (0, -247.85, None, None),
        (0, -257.4, "base-lines", "130a"),
        (0, -247.8, "base-lines", "130a"),
        (0, 0, "base-lines", "130a"),
        (184.2, -252.6, None, None),
        (-184.3, -252.6, "base-circle", "130b"),
        (210, -252.6, "base-circle", "130b"),
        (216.1, -252.6, None, None),
        (-220.8, -252.6, None, None),
        (216.0, -252.6, "base-circle", "130b"),
        (222.3, -252.6, None, None),
        (222.4, -252.6, "arrow", "130b"),
        (290, -252.6, "base-lines", "130a"),
        (220.8, -257.34, None, None),
        (220.8, -247.86, "arrow", "130b"),
        (float("nan"), -252.6, "not-a-place", "130a"),
    ],
)
def test_striker_of_south(x: float, y: float, code: str | None, law: str | None) -> None:
    fault = striker_fault(EMPTY, Seat.SOUTH, x, y)
    assert (fault and fault.code, fault and fault.law) == (code, law)


@pytest.mark.law("130")
def test_striker_lies_on_no_piece() -> None:
    touching = Position.from_text(f"white:0,{-252.6 + 36.55}")
    assert striker_fault(touching, Seat.SOUTH, 0, -252.6) is None
    overlapping = Position.from_text("white:0,-216.1")
    fault = striker_fault(overlapping, Seat.SOUTH, 0, -252.6)
    assert fault is not None
    assert fault.code == "piece"
    assert "0,-216.1" in fault.text


@given(positions(), st.sampled_from(Seat), st.floats(-300, 300), st.floats(-258, -247))
def test_spans_agree_with_the_predicate(position: Position, seat: Seat, across: float, ahead: float) -> None:
    spans = striker_spans(position, seat, ahead)
    edges = [edge for span in spans for edge in span]
    assume(all(abs(across - edge) > 0.01 for edge in edges))
    assume(min(abs(ahead + 257.35), abs(ahead + 247.85)) > 1e-6)
    inside = any(start <= across <= end for start, end in spans)
    assert inside == (striker_fault(position, seat, *seat.to_board(across, ahead)) is None)


@pytest.mark.law("142")
def test_no_room_for_the_striker() -> None:
    assert has_striker_room(Position.start(), Seat.NORTH)
    # Seven pieces, 60 mm apart, leave no 41 mm between them; two more are on the base circles.
    wall = "/".join(f"{60 * i},-252.6" for i in range(-3, 4))
    blocked = Position.from_text(f"white:{wall} black:-235,-252.6/235,-252.6")
    assert not has_striker_room(blocked, Seat.SOUTH)
    assert has_striker_room(blocked, Seat.EAST)


@pytest.mark.law("9")
@pytest.mark.parametrize(
    ("x", "y", "law"),
    [
        (50, 0, None),
        (69.1, 0, None),
        pytest.param(69.2, 0, "85", marks=pytest.mark.law("85")),
        (0, 31.8, None),
        pytest.param(0, 31.7, "89b", marks=pytest.mark.law("89b")),
        (0, 0, "89b"),
        pytest.param(-50, 31, "86", marks=pytest.mark.law("86")),
        pytest.param(float("inf"), 0, "84a", marks=pytest.mark.law("84a")),
    ],
)
def test_due_piece(x: float, y: float, law: str | None) -> None:
    fault = due_fault(Position.from_text("black:-50,5"), x, y)
    assert (fault and fault.law) == law


@pytest.mark.law("114", "16", "16a", "four-break:queen-y", "I-46")
def test_due_piece_makes_no_shot_with_the_queen() -> None:
    queen = Position.from_text("queen:0,0")
    along = 40 / sqrt(2)
    fault = due_fault(queen, along, along)  # between the queen and a corner pocket
    assert fault is not None
    assert fault.law == "114"
    assert due_fault(queen, 0, 40) is None  # the line runs into a frame
    far = 68 / sqrt(2)
    assert due_fault(queen, far, far) is None  # more than a piece of space: no pair
    assert due_fault(EMPTY, along, along) is None


@pytest.mark.law("114", "16b")
def test_a_due_piece_that_touches_the_queen_makes_no_cannon() -> None:
    touching = 31.8 / sqrt(2) + 1e-6
    fault = due_fault(Position.from_text("queen:0,0"), touching, touching)
    assert fault is not None
    assert fault.law == "114"


@given(positions())
def test_every_due_place_found_is_lawful(position: Position) -> None:
    for x, y in due_places(position):
        assert due_fault(position, x, y) is None


@pytest.mark.law("79a")
def test_no_room_for_a_due_piece() -> None:
    assert has_due_room(EMPTY)
    assert not has_due_room(Position.start())  # the rack fills the outer circle
    assert due_places(Position.start()) == []


@pytest.mark.law("93", "four-break:queen-b", "kreeda-2024:7b")
def test_queen_goes_to_the_free_centre() -> None:
    assert queen_place(Position.from_text("white:31.8,0 black:-40,0"), Seat.SOUTH) == (0, 0)


@cache
def _nearest_by_grid(position: Position) -> float:
    step = 0.5
    points = [(i * step, j * step) for i in range(-200, 201) for j in range(-200, 201)]
    free = (hypot(x, y) for x, y in points if all(hypot(x - p.x, y - p.y) >= 31.8 for p in position.pieces))
    return min(free)


@pytest.mark.slow
@pytest.mark.law("94a")
@pytest.mark.parametrize(
    "text",
    [
        "white:10,0",
        "white:0,-20 black:20,15",
        "white:-18,0 black:18,0",
        "white:0,0",
        "white:-16,0 black:16,1 white:0,30",
    ],
)
@pytest.mark.parametrize("seat", list(Seat))
def test_the_queen_goes_to_the_nearest_free_place(text: str, seat: Seat) -> None:
    position = Position.from_text(text)
    x, y = queen_place(position, seat)
    position.with_piece("queen", x, y)  # overlaps nothing
    assert hypot(x, y) <= _nearest_by_grid(position) + 1e-3


@pytest.mark.law("94a", "four-break:queen-c")
def test_the_queen_goes_beyond_a_piece_on_the_centre() -> None:
    covered = Position.from_text("white:0,0")
    x, y = queen_place(covered, Seat.SOUTH)
    assert hypot(x, y) == pytest.approx(31.8, abs=1e-3)  # beside the circle
    turned = Seat.SOUTH.to_board(x, y)
    assert queen_place(covered, Seat.NORTH) == pytest.approx((-turned[0], -turned[1]), abs=1e-3)


@given(positions(), st.sampled_from(Seat))
def test_a_returned_queen_never_overlaps(position: Position, seat: Seat) -> None:
    assume(position.pocketed("queen") == 1)
    position.with_piece("queen", *queen_place(position, seat))


@pytest.mark.law("65a", "65b", "65c", "65d", "66a", "community-2024:4")
def test_jumped_pieces_go_back_in_order() -> None:
    placed = jumped_places(EMPTY, ["black", "white", "queen", "white"], Seat.SOUTH, "white")
    assert [piece.kind for piece in placed] == ["queen", "white", "white", "black"]
    assert (placed[0].x, placed[0].y) == (0, 0)
    assert (placed[1].x, placed[1].y) == pytest.approx((0, 31.8), abs=1e-3)  # against the queen, away from the player
    for later in placed[2:]:
        assert min(hypot(later.x - p.x, later.y - p.y) for p in placed[:2]) == pytest.approx(31.8, abs=1e-3)
    alone = jumped_places(EMPTY, ["black", "white"], Seat.NORTH, "black")
    assert [piece.kind for piece in alone] == ["black", "white"]
    assert (alone[1].x, alone[1].y) == pytest.approx((0, -31.8), abs=1e-3)


@given(positions(), st.sampled_from(Seat), st.lists(st.sampled_from(["white", "black", "queen"]), max_size=5))
def test_jumped_pieces_always_find_a_place(position: Position, seat: Seat, jumped: list[str]) -> None:
    kinds = [kind for i, kind in enumerate(jumped) if position.pocketed(kind) > jumped[:i].count(kind)]  # type: ignore[arg-type]
    for piece in jumped_places(position, kinds, seat, "white"):  # type: ignore[arg-type]
        position = position.with_piece(piece.kind, piece.x, piece.y)
