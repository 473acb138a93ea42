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


LostBy = Literal["own", "owing", "theirs", "both-foul", "both-queen", "both"]
"""Whose last piece fell: one's own with the queen on the board, or `owing` a due, so that the queen did not count;
the opponent's; or both in one stroke, with a foul, with the queen on the board, or where that alone decides.
"""


def lost_by(ruling: Ruling) -> LostBy | None:
    """None where the striker did not lose the board by this stroke, or the ruling alone does not tell why.

    >>> from carrom.laws import Situation, StrokeFacts, judge, rulebook
    >>> lost_by(judge(Situation(own=1, opponent=4, opened=True), StrokeFacts(own=1), rulebook("icf")))
    'own'
    """
    if ruling.result is None or ruling.result.winner == "player":
        return None
    # A board that is over is judged on what fell: nothing has been placed yet.
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
