"""The next player and the placer."""

from __future__ import annotations

import pytest

from carrom.equipment import Seat
from carrom.laws import RULEBOOKS, next_seat, placing_seat, rulebook


@pytest.mark.law("49b")
def test_doubles_turns_go_round_to_the_right() -> None:
    seat, seen = Seat.SOUTH, []
    for _ in range(4):
        seat = next_seat(seat, rulebook("icf"), doubles=True)
        seen.append(seat)
    assert seen == [Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH]


@pytest.mark.law("kreeda-2024:5d")
def test_kreeda_goes_round_to_the_left() -> None:
    assert next_seat(Seat.SOUTH, rulebook("kreeda-2024"), doubles=True) is Seat.WEST


@pytest.mark.parametrize("book", sorted(RULEBOOKS))
def test_singles_turns_go_across(book: str) -> None:
    assert next_seat(Seat.SOUTH, rulebook(book), doubles=False) is Seat.NORTH


def test_in_singles_the_other_side_places() -> None:
    assert placing_seat(Seat.SOUTH, "player", doubles=False) is Seat.NORTH
    assert placing_seat(Seat.SOUTH, "opponent", doubles=False) is Seat.SOUTH


@pytest.mark.law("78b")
@pytest.mark.parametrize("in_turn", list(Seat))
def test_in_doubles_the_right_hand_opponent_or_the_player_places(in_turn: Seat) -> None:
    assert placing_seat(in_turn, "player", doubles=True) is in_turn.right
    assert placing_seat(in_turn, "opponent", doubles=True) is in_turn


@pytest.mark.law("79b")
def test_delayed_claim_goes_to_the_current_placer() -> None:
    assert placing_seat(Seat.SOUTH, "player", doubles=True) is Seat.EAST
    # When there is space, south's partner is in turn: now west, east's partner, has the claim.
    assert placing_seat(Seat.NORTH, "player", doubles=True) is Seat.WEST
