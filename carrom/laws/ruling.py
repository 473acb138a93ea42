"""The judge's answer to a stroke, and why it lost the board."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from carrom.laws.facts import BySide, QueenPlace, Side

Turn = Literal["continues", "passes", "retry", "over"]


@dataclass(frozen=True, slots=True)
class Returned:
    """Returns to the board, pocketed in vain: own pieces of this stroke, and the queen."""

    own: int = 0
    queen: bool = False


@dataclass(frozen=True, slots=True)
class BoardEnd:
    """End of a board. The winner may take all, some or none of `demand` more points (87b)."""

    winner: Side
    points: int
    demand: int = 0


class Ruling(NamedTuple):
    """Consequences of a stroke, and the laws that decided them, most specific first.

    A named tuple takes three microseconds instead of five.
    """

    turn: Turn
    due: int
    """1 for the striker."""
    penalty: int
    """1 for an improper stroke."""
    returned: Returned
    placed: BySide[int]
    owed: BySide[int]
    own: int
    """The striking side's pieces on the board, once everything due is placed."""
    opponent: int
    """The other side's, likewise."""
    queen: QueenPlace
    result: BoardEnd | None
    laws: tuple[str, ...]


LostBy = Literal["own", "owing", "theirs", "both-foul", "both-queen", "both"]
"""How the striker lost the board:

- `own`: he pocketed his last piece with the queen on the board
- `owing`: he pocketed his last piece and the queen, which does not count while a due is owed
- `theirs`: he pocketed the opponent's last piece
- `both-foul`: he pocketed both last pieces in one stroke, with a foul
- `both-queen`: both in one stroke, with the queen on the board
- `both`: both in one stroke, which decides by itself
"""


def lost_by(ruling: Ruling) -> LostBy | None:
    """Return why the striker lost the board by this stroke; None if it was not lost, or the ruling alone does not show
    why.

    >>> from carrom.laws import Situation, StrokeFacts, judge, rulebook
    >>> lost_by(judge(Situation(own=1, opponent=4, opened=True), StrokeFacts(own=1), rulebook("icf")))
    'own'
    """
    if ruling.result is None or ruling.result.winner == "player":
        return None
    own_last, opponent_last = ruling.own == 0, ruling.opponent == 0
    if not own_last:
        return "theirs" if opponent_last else None
    is_foul = bool(ruling.due or ruling.penalty)
    if opponent_last and is_foul:
        return "both-foul"
    if ruling.returned.queen and not is_foul:
        return "owing"
    if ruling.queen == "board":
        return "both-queen" if opponent_last else "own"
    return "both" if opponent_last else None
