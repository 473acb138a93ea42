"""Who plays next, and who takes out and places a piece that is owed (49b, 72, 78–80, 87, 90)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from carrom.laws.facts import Side
from carrom.laws.rulebook import Rulebook
from carrom.laws.ruling import Result

if TYPE_CHECKING:  # a judge that only judges need not load the geometry
    from carrom.equipment import Seat


@dataclass(frozen=True, slots=True)
class Refused:
    """Something that the Laws do not allow. `code` never changes; the sentence is made from the catalogue."""

    code: str
    law: str


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


def placing_fault(seat: Seat, in_turn: Seat, debtor: Side, *, doubles: bool) -> Refused | None:
    """Why the player at `seat` may not place, or None. Nobody places for his partner (90)."""
    placer = placing_seat(in_turn, debtor, doubles=doubles)
    if seat == placer:
        return None
    if doubles and seat == placer.partner:
        return Refused("partner-places", "90")
    return Refused("not-yours-to-place", "78b" if doubles else "72a")


def forgo_fault(claim: int, forgone: int) -> Refused | None:
    """Pieces that are owed may be forgone all together, not in part (87a)."""
    if claim <= 0:
        return Refused("nothing-to-forgo", "87a")
    return None if forgone == claim else Refused("forgo-in-part", "87a")


def demand_fault(result: Result, taken: int) -> Refused | None:
    """Points on demand may be taken in full, in part or not at all (87b)."""
    return None if 0 <= taken <= result.demand else Refused("more-than-offered", "87b")
