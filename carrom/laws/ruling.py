"""The judge's answer to a stroke, and why a stroke lost the board."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from carrom.laws.facts import BySide, QueenPlace, Side

Turn = Literal["continues", "passes", "retry", "over"]


@dataclass(frozen=True, slots=True)
class Returned:
    """What returns to the board, pocketed in vain: the player's own pieces of this stroke, and the queen."""

    own: int = 0
    queen: bool = False


@dataclass(frozen=True, slots=True)
class BoardEnd:
    """The end of a board. `demand` more points are offered to the winner, who may take all, some or none (87b)."""

    winner: Side
    points: int
    demand: int = 0


class Ruling(NamedTuple):
    """The consequences of a stroke, and the laws that decided them, most specific first.

    A named tuple, unlike its neighbours: made for every stroke judged, it takes three microseconds instead of five.
    """

    turn: Turn
    due: int
    """1 if the striker was pocketed."""
    penalty: int
    """1 if the stroke was improper."""
    returned: Returned
    placed: BySide[int]
    owed: BySide[int]
    own: int
    """Pieces on the board after placing."""
    opponent: int
    queen: QueenPlace
    result: BoardEnd | None
    laws: tuple[str, ...]


LostBy = Literal["own", "owing", "theirs", "both-foul", "both-queen", "both"]
"""The last piece that fell: the striker's own, with the queen on the board or (`owing`) uncounted because of a due; the
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
    # The end of a board is judged before any placing.
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
