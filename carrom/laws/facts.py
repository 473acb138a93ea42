"""What the judge is told: how the board stood, and what happened in one stroke.

A simulated stroke and an umpire's taps produce the same `StrokeFacts`. `player` makes the stroke, `opponent` is the
other side (a pair in doubles).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

PIECES = 9
"""Pieces of each side (law B)."""

Side = Literal["player", "opponent"]
QueenPlace = Literal["board", "pending", "player", "opponent"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """One value for each side, as the one who strikes sees it."""

    player: T
    opponent: T

    def swapped(self) -> BySide[T]:
        """The same two values after the turn has passed."""
        return self if self.player == self.opponent else BySide(self.opponent, self.player)


NOTHING: BySide[int] = BySide(0, 0)


@dataclass(frozen=True, slots=True)
class Situation:
    """The board before a stroke."""

    own: int
    """Pieces of the player's side on the board, 1 to 9."""
    opponent: int
    """Pieces of the other side on the board, 1 to 9."""
    queen: QueenPlace = "board"
    """On the board; pending (pocketed earlier in this turn, not covered); or covered by a side."""
    opened: bool = False
    """A piece of the player's colour has been pocketed earlier in this board, by anyone (92)."""
    owed: BySide[int] = NOTHING
    """Due and penalty pieces still to come out, more than 0 only while that side has all nine on (72c)."""
    score: BySide[int] = NOTHING
    """The game score before this board."""
    break_attempt: int | None = None
    """1 to 3 while the break has not been made (45)."""


@dataclass(frozen=True, slots=True)
class StrokeFacts:
    """One stroke. Pieces and a striker that left the board are not pocketed (65, 116)."""

    proper: bool = True
    """False when any foul was committed during the stroke."""
    touched: bool = True
    """The striker touched a piece."""
    own: int = 0
    opponent: int = 0
    queen: bool = False
    striker: bool = False


START = Situation(own=PIECES, opponent=PIECES, break_attempt=1)
"""A board before its first stroke, the breaker to play."""
