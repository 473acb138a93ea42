"""Positions and their one text form."""

from math import cos, hypot, pi, sin

import pytest
from hypothesis import given, strategies as st

from carrom.base.errors import CarromError
from carrom.equipment import Position, Seat
from tests.refusals import refuses

coordinates = st.floats(-354, 354, allow_nan=False)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a random position: places are tried one by one, and those that do not fit are left out."""
    position = Position(())
    for kind, most in (("white", 9), ("black", 9), ("queen", 1)):
        for x, y in draw(st.lists(st.tuples(coordinates, coordinates), max_size=most)):
            try:
                position = Position.of([*((p.kind, p.x, p.y) for p in position.pieces), (kind, x, y)])
            except CarromError:
                continue
    return position


@given(positions())
def test_text_reads_back_exactly(position: Position) -> None:
    assert Position.from_text(position.text()) == position
    assert Position.from_text(position.text()).text() == position.text()


@given(positions(), st.randoms(use_true_random=False))
def test_order_of_pieces_does_not_matter(position: Position, random) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(position.pieces)
    random.shuffle(shuffled)
    assert Position(tuple(shuffled)) == position


@given(positions())
def test_pieces_are_on_the_board_or_pocketed(position: Position) -> None:
    for kind, all_of_them in (("white", 9), ("black", 9), ("queen", 1)):
        assert position.on_board(kind) + position.pocketed(kind) == all_of_them  # type: ignore[arg-type]


def test_from_text_accepts_several_forms() -> None:
    assert Position.from_text("  Q:0,0   w:10,-200 ") == Position.from_text("white:10.0,-2e2 queen:0,-0")
    assert Position.from_text("start@45") == Position.from_text("start") == Position.start()
    assert Position.from_text("empty").pieces == ()


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("", "no-coins", ""),
        ("white", "coin-unreadable", "'white'"),
        ("pink:0,0", "unknown-coin", "'pink'"),
        ("white:0", "place-unreadable", "'0'"),
        ("white:a,0", "not-a-number", "'a'"),
        ("white:nan,0", "number-not-finite", "'nan'"),
        ("white:inf,0", "number-not-finite", "'inf'"),
        ("queen:0,0 white:31,0", "coins-overlap", "31,0"),
        ("queen:0,0/100,0", "too-many-coins", "2 queen"),
        ("white:" + "/".join(f"{40 * i - 200},0" for i in range(10)), "too-many-coins", "10 white"),
        ("white:360,0", "off-the-board", "360,0"),
        ("white:340,340", "over-a-pocket", "340,340"),
        ("start@north", "not-a-number", "'north'"),
    ],
)
def test_an_impossible_position_is_refused_and_quoted(text: str, code: str, part: str) -> None:
    with refuses(code, part, repr(text)):
        Position.from_text(text)


@pytest.mark.law("41a")
@pytest.mark.parametrize("seat", list(Seat))
def test_rack(seat: Seat) -> None:
    rack = Position.start(breaker=seat)
    pieces = rack.pieces
    assert [rack.on_board(kind) for kind in ("white", "black", "queen")] == [9, 9, 1]
    touching = sum(abs(hypot(a.x - b.x, a.y - b.y) - 31.8) < 1e-9 for i, a in enumerate(pieces) for b in pieces[:i])
    assert touching == 42  # every neighbouring pair of a hexagon of nineteen
    whites = {(round(p.x, 6), round(p.y, 6)) for p in pieces if p.kind == "white"}
    arms = [45 + 90 * seat.turn + 120 * arm for arm in range(3)]
    for degrees in arms:  # the Y: two whites in line on each arm
        for distance in (31.8, 63.6):
            angle = degrees * pi / 180
            assert (round(distance * cos(angle), 6), round(distance * sin(angle), 6)) in whites
    assert max(hypot(p.x, p.y) for p in pieces) + 15.9 < 85  # inside the outer circle


@given(coordinates, coordinates, st.sampled_from(Seat))
def test_seats_turn_exactly(x: float, y: float, seat: Seat) -> None:
    assert seat.from_board(*seat.to_board(x, y)) == (x, y)
    assert seat.right.left is seat
    assert seat.right.right is seat.opposite


def test_seats_go_counter_clockwise_from_south() -> None:
    assert [seat.to_board(0, -370) for seat in (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)] == [
        (0, -370),
        (370, 0),
        (0, 370),
        (-370, 0),
    ]
    assert Seat.SOUTH.right is Seat.EAST
    ahead, right = Seat.EAST.aim(0), Seat.EAST.aim(90)
    assert ahead == pytest.approx((-1, 0))
    assert right == pytest.approx((0, 1))
