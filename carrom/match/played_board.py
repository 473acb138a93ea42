"""A board as it is told after it was played: its pieces counted, or ended by a law. What it adds to a score.

`carrom score` and the tournament desk read boards in their own forms; what they are worth is decided here for both.
"""

from dataclasses import dataclass
from typing import Annotated

from carrom.base.errors import CarromError
from carrom.base.reading import By, read_at, reader, within
from carrom.laws import Rulebook
from carrom.match.parties import Party
from carrom.match.scoring import Score, board_points

MOST_PIECES = 9
MOST_DEMAND = 2
"""One for the striker, one for an improper stroke (87b)."""

_Extra = Annotated[bool | None, By(reader(bool))]
"""None where nothing was said; null is no answer."""


@dataclass(frozen=True, slots=True)
class CountedBoard:
    """A board whose pieces were counted."""

    winner: Party
    coins: Annotated[int, within(0, MOST_PIECES)]
    queen: Party | None
    demand: Annotated[int, within(0, MOST_DEMAND)] = 0
    extra: _Extra = None


@dataclass(frozen=True, slots=True)
class RuledBoard:
    """A board that a law ended."""

    winner: Party
    points: int
    extra: _Extra = None


PlayedBoard = CountedBoard | RuledBoard


def add_board(score: Score, book: Rulebook, board: PlayedBoard, name: str, *, time_up: bool = False) -> Score:
    """The score and one board more; `name` says which board an error is about.

    `time_up` says that the game's time ran out somewhere: then a board that is called extra comes after that.
    """
    if score.winner is not None:
        raise CarromError("match-over", f"{name}: the match was over before it, won by {score.winner}")
    if time_up and board.extra and not score.is_extra:
        score = score.with_time_up()
        if score.winner is not None:
            raise CarromError("no-extra-board", f"{name}: no extra board, the game was not level when its time was up")
    if board.extra is not None and board.extra is not score.is_extra:
        said = "true where this board is not extra" if board.extra else "false where this board is extra"
        raise CarromError("bad-extra-board", f"{name}: extra is {said}")
    return score.with_board(board.winner, points_of(score, book, board, name))


def points_of(score: Score, book: Rulebook, board: PlayedBoard, name: str) -> int:
    """What the board brings its winner at that score."""
    if isinstance(board, RuledBoard):
        return read_at(f"{name}.points", within(0, book.most_points), board.points)
    return board_points(
        book,
        before=score.game.points[board.winner],
        coins=board.coins,
        has_queen=board.queen == board.winner,
        demand=board.demand,
    )
