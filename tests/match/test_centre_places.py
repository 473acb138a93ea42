"""Places of the queen and of jumped pieces in every rulebook, and refused places (65, 93, 94)."""

from __future__ import annotations

import pytest

from carrom.equipment import Kind, Piece, Position
from carrom.match import Refused, apply, fold
from carrom.match.log import acts as a
from carrom.play import umpire_act
from tests.match.table import Table
from tests.match.test_placing import spread
from tests.refusals import mentions


def jumped(book: str, *kinds: Kind, own: int = 0, queen: bool = False, on_red: Kind | None = None) -> Table:
    """Return a table at which a struck from south and these jumped off; b, at north, is in turn unless a pocketed a
    piece."""
    table = Table(book)
    table.do(a.Toss("a"), a.Play(45.0))
    left = {kind: {"white": 9 - own, "black": 9, "queen": 1 - queen}[kind] - kinds.count(kind) for kind in Kind_}
    if on_red is not None:
        left[on_red] -= 1
    rests = spread(left["white"], left["black"], left["queen"])
    if on_red is not None:
        rests = rests.with_piece(on_red, 0.0, 0.0)
    table.do(a.StrokeMade(own=own, queen=queen, jumped=kinds, rests=rests))
    return table


Kind_: tuple[Kind, ...] = ("white", "black", "queen")


def lain(table: Table) -> list[tuple[str, float, float]]:
    act = umpire_act(table.match)
    table.do(act)
    return [(piece.kind, round(piece.x, 3) + 0.0, round(piece.y, 3) + 0.0) for piece in act.pieces]


@pytest.mark.parametrize(
    ("book", "kinds", "own", "places"),
    [
        pytest.param("icf", ("black",), 0, [("black", 0, 0)], marks=pytest.mark.law("65a"), id="alone on the red"),
        # The turn has passed to north: away from him is towards south.
        pytest.param("icf", ("black", "queen"), 0, [("queen", 0, 0), ("black", 0, -31.8)], id="behind the queen"),
        # a, at south, plays on: a's piece lies first, b's behind it.
        pytest.param("icf", ("black", "white"), 1, [("white", 0, 0), ("black", 0, 31.8)], id="whose stroke it was"),
        pytest.param("icf", ("black", "white"), 0, [("white", 0, 0), ("black", 0, -31.8)], id="though the turn passed"),
        pytest.param("kreeda-2024", ("black",), 0, [("black", 0, -31.8)], id="only the queen on the red"),
        pytest.param("kreeda-2024", ("black", "queen"), 0, [("queen", 0, 0), ("black", 0, -31.8)], id="with the queen"),
        pytest.param("community-2024", ("black",), 0, [("black", 0, 0)], id="community, the red free"),
    ],
)
def test_returned_pieces_lie_where_the_rulebook_says(
    book: str, kinds: tuple[Kind, ...], own: int, places: list[tuple[str, float, float]]
) -> None:
    assert lain(jumped(book, *kinds, own=own)) == places


@pytest.mark.law("kreeda-2024:11a", "I-40")
def test_in_kreeda_a_piece_goes_behind_the_red() -> None:
    table = jumped("kreeda-2024", "black", own=1)
    assert table.refused(a.UmpirePlaces((Piece("black", 0.0, 0.0),))) == ("umpire-place", "kreeda-2024:11a")
    assert lain(table) == [("black", 0.0, 31.8)]
    assert table.match.happened[0].laws == ("kreeda-2024:11a", "I-40", "93", "65")


@pytest.mark.law("community-2024:5", "I-39")
@pytest.mark.parametrize(("own", "y"), [(1, 31.8), (0, -31.8)])
def test_in_community_the_red_goes_behind_the_covering_piece(own: int, y: float) -> None:
    table = jumped("community-2024", "queen", own=own, on_red="white")
    answer = apply(table.match, table.match.next_event(a.UmpirePlaces((Piece("queen", -22.5, -22.5),))))
    assert isinstance(answer, Refused)
    assert (answer.code, answer.law) == ("umpire-place", "community-2024:5")
    assert mentions(answer.text, f"0,{y:g}", "-22.5,-22.5")
    assert lain(table) == [("queen", 0.0, y)]
    assert table.match.happened[0].laws == ("community-2024:5", "I-39", "93", "65")


@pytest.mark.law("93")
def test_queen_far_from_a_free_centre_is_refused() -> None:
    table = jumped("icf", "queen")
    answer = apply(table.match, table.match.next_event(a.UmpirePlaces((Piece("queen", 300.0, 200.0),))))
    assert isinstance(answer, Refused)
    assert (answer.code, answer.law) == ("umpire-place", "93")
    assert mentions(answer.text, "0,0", "300,200")
    table.do(a.UmpirePlaces((Piece("queen", 3.0, -2.0),)))
    assert table.match.phase == "stroke", "a hand is not a pair of compasses"


@pytest.mark.law("65a")
def test_place_behind_is_measured_from_the_covering_piece() -> None:
    table = jumped("icf", "queen", "black")
    queen = Piece("queen", 4.0, 0.0)
    assert table.refused(a.UmpirePlaces((queen, Piece("black", 35.8, 0.0)))) == ("umpire-place", "65a")
    table.do(a.UmpirePlaces((queen, Piece("black", 4.0, -32.0))))
    assert table.match.phase == "stroke"


def test_umpire_decides_beside_a_covered_centre() -> None:
    table = jumped("icf", "queen", on_red="white")
    assert table.refused(a.UmpirePlaces((Piece("queen", 80.0, 0.0),))) == ("umpire-place", "93")
    table.do(a.UmpirePlaces((Piece("queen", 31.9, 0.0),)))
    assert table.match.phase == "stroke"


def test_recorded_places_are_accepted() -> None:
    table = jumped("icf", "queen")
    event = table.match.next_event(a.UmpirePlaces((Piece("queen", 300.0, 100.0),)))
    match = fold(table.match.setup, [*table.match.events(), event])
    assert match.board is not None
    assert match.board.position == Position((*spread(9, 9, 0).pieces, Piece("queen", 300.0, 100.0)))
