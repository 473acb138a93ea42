"""Who plays next, and who takes out and places a piece that is owed (49b, 72, 78–80, 90)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carrom.laws.facts import Side
from carrom.laws.rulebook import Rulebook

if TYPE_CHECKING:  # a judge that only judges need not load the geometry
    from carrom.equipment import Seat


def next_seat(in_turn: Seat, rulebook: Rulebook, *, doubles: bool) -> Seat:
    """Who plays when the turn passes: across in singles, to the rulebook's hand in doubles (49b, KREEDA 5d)."""
    if not doubles:
        return in_turn.opposite
    return in_turn.right if rulebook.rotation == "right" else in_turn.left


def placing_seat(in_turn: Seat, debtor: Side, *, doubles: bool) -> Seat:
    """Who takes out and places a piece of `debtor`, at the moment when it can be placed.

    In singles always the other side. In doubles the player at the right hand of the one in turn (78b i); or the one in
    turn himself, when he has pocketed a piece of the opponents who owe it (78b ii). A claim that waited for space is
    placed by whoever these lines name when there is space, be it the partner (79b).
    """
    if debtor == "opponent":
        return in_turn
    return in_turn.right if doubles else in_turn.opposite


def placing_law(*, by_partner: bool) -> str:
    """The law against placing what somebody else has to place: nobody does it for his partner (90)."""
    return "90" if by_partner else "78b"
