"""The judge's input: the situation before a stroke, and the facts of the stroke.

`player` makes the stroke, `opponent` is the other side (a pair in doubles). Check outside input with
`situation_fault` and `stroke_fault`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar, get_args

PIECES = 9
"""Pieces of each side (law B)."""

Side = Literal["player", "opponent"]
QueenPlace = Literal["board", "pending", "player", "opponent"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """One value per side, seen by the striker."""

    player: T
    opponent: T

    def swapped(self) -> BySide[T]:
        return self if self.player == self.opponent else BySide(self.opponent, self.player)


NOTHING: BySide[int] = BySide(0, 0)


@dataclass(frozen=True, slots=True)
class Situation:
    """The board before a stroke."""

    own: int
    opponent: int
    queen: QueenPlace = "board"
    """The queen's place: on the board; pending (pocketed in this turn, not covered); or covered by a side."""
    opened: bool = False
    """Either side has pocketed a piece of the player's colour in this board (92)."""
    owed: BySide[int] = NOTHING
    """Due and penalty pieces still to come out; only while that side has all nine on (72c)."""
    score: BySide[int] = NOTHING
    break_attempt: int | None = None
    """1 to 3 until the break is made (45)."""


@dataclass(frozen=True, slots=True)
class StrokeFacts:
    """Facts of a stroke. Pieces and a striker that left the board are not pocketed (65, 116)."""

    proper: bool = True
    """False after any foul."""
    touched: bool = True
    own: int = 0
    opponent: int = 0
    queen: bool = False
    striker: bool = False


START = Situation(own=PIECES, opponent=PIECES, break_attempt=1)


_QUEEN_PLACES = get_args(QueenPlace)


def situation_fault(before: Situation) -> str | None:
    """Why this situation is impossible, or None."""
    own, opponent, owed, score = before.own, before.opponent, before.owed, before.score
    for name, count in (("own", own), ("opponent", opponent)):
        if not 1 <= count <= PIECES:
            return f"{name} must be a whole number from 1 to {PIECES}, not {count}"
    if before.queen not in _QUEEN_PLACES:
        return f"queen must be one of {', '.join(_QUEEN_PLACES)}, not {before.queen!r}"
    for field, sides in (("owed", owed), ("score", score)):
        for side, count in (("player", sides.player), ("opponent", sides.opponent)):
            if count < 0:
                return f"{field}.{side} must be a whole number, 0 or more, not {count}"
    if before.break_attempt is not None and not 1 <= before.break_attempt <= 3:
        return f"break must be null or 1, 2 or 3, not {before.break_attempt}"

    for side, due, count in (("player", owed.player, own), ("opponent", owed.opponent, opponent)):
        if due and count < PIECES:
            return f"owed.{side} is {due}, but the {side} has only {count} pieces on the board (72c)"
    if not before.opened:
        if own < PIECES:
            return f"not opened, but only {own} of the player's nine pieces are on the board (92)"
        if before.queen in ("pending", "player"):
            return "not opened, but the player has pocketed the queen (92)"
    is_untouched = own == opponent == PIECES and before.queen == "board" and not before.opened
    if before.break_attempt is not None and not is_untouched:
        return "the break has not been made, but something has been pocketed (44)"
    return None


def stroke_fault(before: Situation, facts: StrokeFacts) -> str | None:
    """Why this stroke is impossible here, or None."""
    for name, pocketed, lying in (("own", facts.own, before.own), ("opponent", facts.opponent, before.opponent)):
        if not 0 <= pocketed <= PIECES:
            return f"{name} pocketed must be a whole number from 0 to {PIECES}, not {pocketed}"
        if pocketed > lying:
            return f"{name}: {pocketed} pocketed, but only {lying} on the board"
    if facts.queen and before.queen != "board":
        return "the queen was pocketed, but it is not on the board"
    if before.break_attempt is not None and not facts.touched and (facts.own or facts.opponent or facts.queen):
        return "nothing can be pocketed by a break that touches no piece (44)"
    return None
