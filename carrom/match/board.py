"""Board in play, and the result of a finished one."""

from dataclasses import dataclass, field
from typing import Literal

from carrom.equipment import Kind, Position
from carrom.laws import PIECES, BySide, QueenPlace, Situation, StrokeFacts
from carrom.match.parties import NONE, ByParty, Party, PlayerId, other

_ALL_NINE = ByParty(PIECES, PIECES)
_NEITHER = ByParty(False, False)

Point = tuple[float, float]

QueenAt = Literal["board", "pending", "a", "b"]
"""The queen's place: on the board; pocketed in this turn, not covered; or covered by that party."""

Slam = Literal["white", "black"]
"""All nine coins in the first turn: white by the breaker, with the queen; black by the other side (26)."""


@dataclass(frozen=True, slots=True)
class Placing:
    """Pieces to be placed now."""

    party: Party
    count: int
    by: PlayerId
    """Player who may place them (78b)."""
    returned: int = 0
    """Pocketed in vain by the last stroke; the others are dues and penalties."""
    placed: int = 0
    """Placed already, not in `count`."""
    places: tuple[Point, ...] = ()
    """Places of the pieces placed already, if known."""
    had_wrong_colour: bool = False
    """A piece of the placer's own colour was placed unnoticed (82b)."""


@dataclass(frozen=True, slots=True)
class LatePlacing:
    """Placed before the time ran out; the umpire may order them off again (88b)."""

    party: Party
    count: int
    places: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardAward:
    """How a board ended, before any points on demand."""

    winner: Party
    points: int
    demand: int
    """Points on demand (87b)."""
    coins: int
    laws: tuple[str, ...]


UnknownReason = Literal["never", "not-told", "rim", "overlap", "own-colour", "removed"]
"""Why the position is unknown: never recorded; missing from a stroke; a piece on its rim or on another (67, 68); a
piece of the wrong colour placed (82b); placed pieces removed (88b)."""


@dataclass(frozen=True, slots=True)
class UnknownPosition:
    since: int = field(compare=False)
    why: UnknownReason


@dataclass(frozen=True, slots=True)
class LastStroke:
    """Last stroke, with the situation before it and before the turn passed."""

    player: PlayerId
    before: Situation
    facts: StrokeFacts
    strokes: int
    skips: tuple[PlayerId, ...]
    had_turn_back: bool = False
    """The player played on and got the turn back for it (125b)."""


@dataclass(frozen=True, slots=True)
class UncoveredQueen:
    """A queen that came back uncovered at the end of a turn (96)."""

    party: Party
    has_struck_since: bool = False
    """It may be too late to notice (I-28)."""


@dataclass(frozen=True)  # no slots: see `carrom.match.replace`
class Board:
    """Board in play, from 'Play' to the last piece."""

    game: int
    number: int
    is_extra: bool
    breaker: PlayerId
    turn: PlayerId
    started: float | None
    attempt: int | None = 1
    """1 to 3 until the break is made (45)."""
    on: ByParty[int] = _ALL_NINE
    """Pieces on the board, including those being placed."""
    owed: ByParty[int] = NONE
    """Dues and penalties that could not be taken out yet (72c, 79)."""
    opened: ByParty[bool] = _NEITHER
    """A piece of the party was pocketed and stayed pocketed (92, I-14)."""
    queen: QueenAt = "board"
    strokes: int = 0
    turns: ByParty[int] = NONE
    """Turns with a stroke, by party (26, I-41)."""
    last: LastStroke | None = None
    came_back: UncoveredQueen | None = None
    """Reset when the queen is pocketed again."""
    is_overrun: bool = False
    """An opponent's piece should have ended this turn; unnoticed (125b)."""
    passes: int = 0
    skips: tuple[PlayerId, ...] = ()
    placing: tuple[Placing, ...] = ()
    umpire: tuple[Kind, ...] = ()
    """Pieces for the umpire to place; empty while the position is unknown."""
    to_centre: tuple[Kind, ...] = ()
    """The same while the position is unknown; until the next stroke, since placing them need not be recorded."""
    late: LatePlacing | None = None
    position: Position | None = None
    unknown: UnknownPosition | None = None
    """Set exactly when `position` is missing."""
    award: BoardAward | None = None

    @property
    def white(self) -> Party:
        """Party that broke, which has white for the whole board (43, 45b)."""
        return self.breaker.party

    def colour(self, party: Party) -> Literal["white", "black"]:
        return "white" if party == self.white else "black"

    def party_of(self, colour: Literal["white", "black"]) -> Party:
        return self.white if colour == "white" else other(self.white)

    @property
    def queen_covered_by(self) -> Party | None:
        return self.queen if self.queen == "a" or self.queen == "b" else None

    @property
    def queen_in_turn(self) -> QueenPlace:
        if self.queen == "board" or self.queen == "pending":
            return self.queen
        return "player" if self.queen == self.turn.party else "opponent"

    def situation(self, score: ByParty[int]) -> Situation:
        own, opponent = self.turn.party, other(self.turn.party)
        return Situation(
            self.on[own],
            self.on[opponent],
            self.queen_in_turn,
            self.opened[own],
            BySide(self.owed[own], self.owed[opponent]),
            BySide(score[own], score[opponent]),
            self.attempt,
        )

    def lying(self) -> dict[Kind, int]:
        """Pieces physically on the board, without those still to be placed."""
        counts: dict[Kind, int] = {"queen": 1 if self.queen == "board" else 0}
        for colour in ("white", "black"):
            counts[colour] = self.on[self.party_of(colour)]
        for entry in self.placing:
            counts[self.colour(entry.party)] -= entry.count
        for kind in self.umpire:
            counts[kind] -= 1
        return counts


@dataclass(frozen=True, slots=True)
class BoardResult:
    """Finished board: one line of the score card."""

    game: int
    number: int
    is_extra: bool
    breaker: PlayerId
    winner: Party
    points: int
    """The winner's, demand included, before the target caps them (see `score`)."""
    demand: int
    coins: int
    queen: Party | None
    laws: tuple[str, ...]
    slam: Slam | None
    score: ByParty[int]
    """Game score after this board, without extra boards."""
    started: float | None
    finished: float | None
