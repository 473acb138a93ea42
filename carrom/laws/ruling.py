"""What the judge answers."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from carrom.laws.facts import BySide, QueenPlace, Side

Turn = Literal["continues", "passes", "retry", "over"]


@dataclass(frozen=True, slots=True)
class Returned:
    """Pocketed in vain: the player's own pieces of this stroke, and the queen, that go back on the board."""

    own: int = 0
    queen: bool = False


@dataclass(frozen=True, slots=True)
class BoardEnd:
    """How a board ended. `demand` points are offered to the winner on top, who may take all, some or none (87b)."""

    winner: Side
    points: int
    demand: int = 0


class Ruling(NamedTuple):
    """The consequences of one stroke, and the laws that decided, most specific first.

    A named tuple, not a dataclass like its neighbours: it is made once for every stroke judged, and this is the
    difference between three and five microseconds.
    """

    turn: Turn
    due: int
    """1 when the striker was pocketed."""
    penalty: int
    """1 when the stroke was improper."""
    returned: Returned
    placed: BySide[int]
    """Pieces of each side that come out now."""
    owed: BySide[int]
    """Pieces of each side still to come out."""
    own: int
    """Pieces on the board after placing."""
    opponent: int
    queen: QueenPlace
    result: BoardEnd | None
    laws: tuple[str, ...]
