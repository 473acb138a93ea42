"""The definitions of the Laws (1–26), and what counts as pocketed."""

from __future__ import annotations

import pytest

from carrom.equipment import Seat
from carrom.laws import RULEBOOKS, START, Situation, StrokeFacts, judge, next_seat, rulebook

ICF = rulebook("icf")
MIDDLE = Situation(own=5, opponent=5, opened=True)


def test_proper_and_improper_differ_by_a_penalty_and_the_turn() -> None:
    proper, improper = (judge(MIDDLE, StrokeFacts(own=1, proper=how), ICF) for how in (True, False))
    assert (proper.turn, proper.penalty) == ("continues", 0)
    assert (improper.turn, improper.penalty) == ("passes", 1)


def test_a_board_ends_with_the_last_piece_of_either_side() -> None:
    for facts in (StrokeFacts(own=5), StrokeFacts(opponent=5)):
        assert judge(MIDDLE, facts, ICF).turn == "over"
    for facts in (StrokeFacts(own=4), StrokeFacts(opponent=4), StrokeFacts(queen=True)):
        assert judge(MIDDLE, facts, ICF).turn != "over"


def test_the_break_is_the_first_stroke_that_touches() -> None:
    assert judge(START, StrokeFacts(touched=False), ICF).turn == "retry"
    assert judge(START, StrokeFacts(), ICF).turn == "passes"


def test_an_improper_stroke_pockets_too() -> None:
    assert judge(MIDDLE, StrokeFacts(opponent=2, proper=False), ICF).opponent == 3


def test_queen_belongs_to_neither_side() -> None:
    ruling = judge(MIDDLE, StrokeFacts(queen=True), ICF)
    assert (ruling.own, ruling.opponent, ruling.queen) == (5, 5, "pending")


def test_due_covers_penalties_and_open_claims() -> None:
    owing = judge(Situation(own=9, opponent=9), StrokeFacts(striker=True), ICF)
    assert (owing.due, owing.owed.player) == (1, 1)


@pytest.mark.parametrize("book", sorted(RULEBOOKS))
def test_the_turn_always_passes_to_an_opponent(book: str) -> None:
    for seat in Seat:
        assert next_seat(seat, rulebook(book), doubles=False) is seat.opposite
        assert next_seat(seat, rulebook(book), doubles=True) in (seat.left, seat.right)


@pytest.mark.parametrize(
    "book",
    [
        pytest.param("icf", marks=pytest.mark.law("127a")),
        pytest.param("kreeda-2024", marks=pytest.mark.law("kreeda-2024:10c")),
    ],
)
def test_slipped_striker_is_a_stroke(book: str) -> None:
    assert judge(MIDDLE, StrokeFacts(touched=False), rulebook(book)).turn == "passes"
    assert judge(START, StrokeFacts(touched=False), rulebook(book)).turn == "retry"
