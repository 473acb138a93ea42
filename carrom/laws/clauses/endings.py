"""Last-piece table: who wins a board, and by how much (chapters IX and XV, laws 52–54 and 102–112)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from carrom.laws.facts import Side

QueenCase = Literal["player", "opponent", "pending", "board", "taken", "barred", "bare"]
"""The queen when the last piece falls.

`player`, `opponent`: covered earlier by that side. `pending`: pocketed earlier in the turn. `board`: not pocketed.
In this very stroke: `taken`, covered (97a); `barred`, since a due was owed (95b); `bare`, not covered, for want of an
own piece or because of a fault.
"""

Fault = Literal["clean", "striker", "improper", "both"]
FAULTS: tuple[Fault, ...] = ("clean", "striker", "improper", "both")
"""Index: 1 for the striker plus 2 for improper."""


@dataclass(frozen=True, slots=True)
class Award:
    """Sum of points. A winner is credited while the game score lets the queen count (52b, 54)."""

    fixed: int = 0
    left: Side | None = None
    """One point per piece of this side on the board."""
    queen: bool = False
    """The queen's value, if credited."""
    flat: bool = False
    """The queen's value if credited, else 1: the Laws' "3, or 1 from 22"."""
    uncredited: int = 0
    """Added only if not credited."""

    def points(self, *, left: int, queen_value: int, credited: bool) -> int:
        total = self.fixed
        if self.left is not None:
            total += left
        if credited:
            return total + queen_value if self.queen or self.flat else total
        return total + self.uncredited + (1 if self.flat else 0)


@dataclass(frozen=True, slots=True)
class Ending:
    """Winner, points and laws of one ending."""

    winner: Side
    award: Award
    laws: tuple[str, ...]
    laws_uncredited: tuple[str, ...] | None = None
    """Other laws if not credited."""

    def laws_at(self, *, credited: bool) -> tuple[str, ...]:
        return self.laws if credited or self.laws_uncredited is None else self.laws_uncredited


EndingKey = tuple[bool, bool, QueenCase, Fault]
"""(own last, opponent's last, queen, fault)"""
Endings = Mapping[EndingKey, Ending]
"""Endings by key; without an entry, play goes on."""


_OWN_LAST, _THEIRS_LAST, _BOTH_LAST = (True, False), (False, True), (True, True)
_FLAT = Award(flat=True)
_ONE = Award(fixed=1)
_THEIRS = Award(left="opponent")
_THEIRS_AND_QUEEN = Award(left="opponent", queen=True)
_OWN = Award(left="player")
_OWN_AND_QUEEN = Award(left="player", queen=True)


def _row(
    last: tuple[bool, bool],
    queen: QueenCase,
    winner: Side,
    award: Award,
    clean: str = "",
    striker: str = "",
    improper: str = "",
    both: str = "",
    *,
    always: str = "",
    uncredited: str = "",
) -> Iterator[tuple[EndingKey, Ending]]:
    """Yield one row of the table: last piece, queen, winner, points.

    Then the laws for a clean stroke, one with the striker, an improper one, and both; a fault without laws is left out.
    """
    instead = tuple(uncredited.split()) or None
    for fault, laws in zip(FAULTS, (clean, striker, improper, both), strict=True):
        cited = tuple((laws or always).split())
        if cited:
            yield (*last, queen, fault), Ending(winner, award, cited, instead)


_ROWS = (
    _row(_OWN_LAST, "opponent", "player", _THEIRS, "52a 53a"),
    _row(_OWN_LAST, "player", "player", _THEIRS_AND_QUEEN, "52a 53a 53b", uncredited="54 52a 53a"),
    _row(_OWN_LAST, "pending", "player", _THEIRS_AND_QUEEN, "52a 53a 53b 15", uncredited="54 52a 53a 15"),
    _row(_OWN_LAST, "taken", "player", _THEIRS_AND_QUEEN, "52a 53a 53b 97a", uncredited="54 52a 53a 97a"),
    _row(_OWN_LAST, "board", "opponent", _FLAT, "107a", "108a", "107b", "108b"),
    _row(_OWN_LAST, "barred", "opponent", _FLAT, "I-6 95b 107a"),
    #
    _row(_THEIRS_LAST, "board", "opponent", _OWN_AND_QUEEN, "106a", "111a", "106b", "111b"),
    _row(_THEIRS_LAST, "pending", "opponent", _OWN_AND_QUEEN, "103a", "103a 111a I-18", "103b", "103b 111b I-18"),
    _row(_THEIRS_LAST, "bare", "opponent", _OWN_AND_QUEEN, "I-7 106a", "I-7 111a", "I-7 106b", "I-7 111b"),
    _row(_THEIRS_LAST, "barred", "opponent", _OWN_AND_QUEEN, "I-7 106a", "I-7 111a", "I-7 106b", "I-7 111b"),
    _row(_THEIRS_LAST, "taken", "opponent", _OWN, "I-7 53a 97a"),
    _row(_THEIRS_LAST, "player", "opponent", _OWN, always="I-8 52a 53a 53c"),
    _row(_THEIRS_LAST, "opponent", "opponent", _OWN_AND_QUEEN, always="I-8 52a 53a 53b", uncredited="I-8 54 52a 53a"),
    #
    _row(_BOTH_LAST, "pending", "player", _FLAT, "102a"),
    _row(_BOTH_LAST, "taken", "player", _FLAT, "104a"),
    _row(_BOTH_LAST, "pending", "opponent", _FLAT, "", "I-18 109a", "102b", "I-18 109b 102b"),
    _row(_BOTH_LAST, "bare", "opponent", _FLAT, "", "109a", "104b", "109b"),
    _row(_BOTH_LAST, "barred", "opponent", _FLAT, "I-6 95b 105a"),
    _row(_BOTH_LAST, "board", "opponent", _FLAT, "105a", "I-9 105a", "105b", "I-9 105b"),
    _row(_BOTH_LAST, "player", "player", _FLAT, "I-10"),
    _row(_BOTH_LAST, "player", "opponent", _ONE, "", "110a", "I-18 110b", "110b"),
    _row(_BOTH_LAST, "opponent", "player", _ONE, "I-10"),
    _row(_BOTH_LAST, "opponent", "opponent", _FLAT, "", "112a", "I-18 112b", "112b"),
)

ENDINGS: Endings = {key: ending for row in _ROWS for key, ending in row}
