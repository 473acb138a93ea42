"""What the end of a board is worth, as data: every row of the Laws' last-piece table is an `Ending`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from carrom.laws.facts import Side

QueenCase = Literal["player", "opponent", "pending", "board", "taken", "barred", "bare"]
"""How the queen stands when the last piece falls.

`player`, `opponent`: covered earlier by that side. `pending`: pocketed earlier in the turn. `board`: on the board and
not pocketed. Pocketed in this very stroke: `taken`, covered by it (97a); `barred`, since a due was owed (95b); `bare`,
when the stroke did not cover it, be it for want of an own piece or for a fault.
"""

Fault = Literal["clean", "striker", "improper", "both"]
FAULTS: tuple[Fault, ...] = ("clean", "striker", "improper", "both")
"""What spoilt the stroke; the index is 1 for the striker plus 2 for improper."""


@dataclass(frozen=True, slots=True)
class Award:
    """A sum of points. A credited winner is one whose game score still lets the queen count (52b, 54)."""

    fixed: int = 0
    left: Side | None = None
    """One point for each piece of this side still on the board."""
    queen: bool = False
    """The queen's value, when the winner is credited."""
    flat: bool = False
    """The queen's value when the winner is credited, else 1: the Laws' "3, or 1 from 22"."""
    uncredited: int = 0
    """More points only when the winner is not credited."""

    def points(self, *, left: int, queen_value: int, credited: bool) -> int:
        total = self.fixed
        if self.left is not None:
            total += left
        if credited:
            return total + queen_value if self.queen or self.flat else total
        return total + self.uncredited + (1 if self.flat else 0)


@dataclass(frozen=True, slots=True)
class Ending:
    """Who wins, by how much, by which laws."""

    winner: Side
    award: Award
    laws: tuple[str, ...]
    laws_uncredited: tuple[str, ...] | None = None
    """The laws when the winner is not credited, where that is another law."""

    def laws_at(self, *, credited: bool) -> tuple[str, ...]:
        return self.laws if credited or self.laws_uncredited is None else self.laws_uncredited


EndingKey = tuple[bool, bool, QueenCase, Fault]
"""(own last, opponent's last, queen, fault)"""
Endings = Mapping[EndingKey, Ending]
"""No entry means that the board goes on."""
