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
    """Own pieces on the board after placing."""
    opponent: int
    queen: QueenPlace
    result: BoardEnd | None
    laws: tuple[str, ...]


LostBy = Literal["own", "owing", "theirs", "both-foul", "both-queen", "both"]
"""Last piece that fell: the striker's own, with the queen on the board or (`owing`) uncounted because of a due; the
opponent's; or both in one stroke, with a foul, with the queen on the board, or decisive by itself."""


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
