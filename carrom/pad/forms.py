"""What is filled in rather than chosen: a stroke by what fell, a board by its result."""

from dataclasses import dataclass

from carrom.equipment import Kind
from carrom.laws import PIECES
from carrom.laws.board_worth import points_by
from carrom.laws.reasons import reasons_for
from carrom.match.match import Match
from carrom.match.parties import PARTIES, Party, other
from carrom.match.view import possible_acts
from carrom.pad.choices import law_title

_MOST_DEMAND = 2


@dataclass(frozen=True, slots=True)
class StrokeForm:
    """What can have fallen now: the most of each kind, and what else a stroke may have been."""

    own: int
    opponent: int
    own_colour: Kind
    opponent_colour: Kind
    queen: bool
    untouched: bool
    """It may have touched nothing, which matters while the break is not made."""
    early: bool
    """'Play' has not been called: it would be a break before it (47)."""
    jumped: tuple[Kind, ...]
    """What may have left the board."""


@dataclass(frozen=True, slots=True)
class LawEnd:
    """A law by which a board can be ended, with the points that it can give to each party."""

    law: str
    title: str
    points: dict[Party, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class BoardForm:
    """How a board can have ended."""

    coins: int
    """The most pieces that the loser can have left."""
    demand: int
    laws: tuple[LawEnd, ...]


def stroke_form(match: Match) -> StrokeForm | None:
    """None where no stroke is possible."""
    if "stroke" not in possible_acts(match):
        return None
    board = match.board
    if board is None:  # between boards: it would be a break before 'Play'
        return StrokeForm(PIECES, PIECES, "white", "black", True, True, True, ())
    party = board.turn.party
    lying = board.lying()
    return StrokeForm(
        own=board.on[party],
        opponent=board.on[other(party)],
        own_colour=board.colour(party),
        opponent_colour=board.colour(other(party)),
        queen=bool(lying.get("queen")),
        untouched=board.attempt is not None,
        early=False,
        jumped=tuple(kind for kind, count in lying.items() if count),
    )


def board_form(match: Match) -> BoardForm | None:
    """None where no board can be ended by its result."""
    if "board-over" not in possible_acts(match):
        return None
    book, points = match.setup.rulebook, match.course.points
    ends = []
    for law in reasons_for("board-over", book):
        gives = {
            party: tuple(sorted(points_by(law, book, credited=book.is_credited(points[party])))) for party in PARTIES
        }
        if any(gives.values()):
            ends.append(LawEnd(law, law_title(law), gives))
    return BoardForm(PIECES, _MOST_DEMAND, tuple(ends))
