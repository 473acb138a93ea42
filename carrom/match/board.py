"""One board while it is played, and what is kept of it when it is over."""

from dataclasses import dataclass, field
from typing import Literal

from carrom.equipment import Kind, Position
from carrom.laws import PIECES, BySide, QueenPlace, Situation, StrokeFacts
from carrom.match.parties import NONE, ByParty, Party, PlayerId, other

_ALL_NINE = ByParty(PIECES, PIECES)
_NEITHER = ByParty(False, False)

Point = tuple[float, float]

QueenAt = Literal["board", "pending", "a", "b"]
"""On the board; pocketed in this turn and not covered yet; or covered by that party."""

Slam = Literal["white", "black"]
"""All nine in the first turn: the breaker's with the queen is white, the other's is black (26)."""


@dataclass(frozen=True, slots=True)
class Placing:
    """Pieces of a party that are to be placed now."""

    party: Party
    """Whose pieces they are."""
    count: int
    by: PlayerId
    """Who may place them (78b)."""
    returned: int = 0
    """How many of them were pocketed in vain by the last stroke; the others are dues and penalties."""
    placed: int = 0
    """How many lie on the board already, beside those that are still counted here."""
    places: tuple[Point, ...] = ()
    """Where those lie, as far as that is known."""
    had_wrong_colour: bool = False
    """One of them was a piece of the placer's own, and nobody noticed (82b)."""


@dataclass(frozen=True, slots=True)
class LatePlacing:
    """Pieces that were placed before the time ran out; the umpire may order them off again (88b)."""

    party: Party
    count: int
    places: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardAward:
    """How a board ended, before the winner has said what he demands."""

    winner: Party
    points: int
    demand: int
    """Points on demand that are offered to the winner (87b)."""
    coins: int
    """The loser's pieces left on the board."""
    laws: tuple[str, ...]


UnknownReason = Literal["never", "not-told", "rim", "overlap", "own-colour", "removed"]
"""Nobody has said where the pieces lie; a stroke did not say it; a piece stands on its rim, or on another (67, 68); one
of the wrong colour was placed somewhere (82b); some of those placed came off again (88b)."""


@dataclass(frozen=True, slots=True)
class UnknownPosition:
    """Why it is not known where the pieces lie, and since which event."""

    since: int = field(compare=False)
    why: UnknownReason


@dataclass(frozen=True, slots=True)
class LastStroke:
    """The last stroke of the board: who made it, and what was so before the turn passed, if it did."""

    player: PlayerId
    before: Situation
    facts: StrokeFacts
    strokes: int
    skips: tuple[PlayerId, ...]
    had_turn_back: bool = False
    """Its player has played on, and got his turn back for it (125b)."""


@dataclass(frozen=True, slots=True)
class UncoveredQueen:
    """A queen that a party had to cover and did not: it came back when the turn ended (96)."""

    party: Party
    has_struck_since: bool = False
    """Somebody has made a stroke since: now it may be too late to notice (I-28)."""


@dataclass(frozen=True)  # no slots: see `carrom.match.replace`
class Board:
    """A round of play, from 'Play' to the last piece."""

    game: int
    number: int
    is_extra: bool
    breaker: PlayerId
    turn: PlayerId
    started: float | None
    attempt: int | None = 1
    """1 to 3 while the break has not been made (45)."""
    on: ByParty[int] = _ALL_NINE
    """Pieces on the board, those that are being placed included."""
    owed: ByParty[int] = NONE
    """Dues and penalties that could not be taken out yet (72c, 79)."""
    opened: ByParty[bool] = _NEITHER
    """Whether a piece of that party has been pocketed and stayed so (92, I-14)."""
    queen: QueenAt = "board"
    strokes: int = 0
    """Strokes made in this turn."""
    turns: ByParty[int] = NONE
    """Turns of each party in which it has made a stroke (26, I-41)."""
    last: LastStroke | None = None
    came_back: UncoveredQueen | None = None
    """Until the queen falls again."""
    is_overrun: bool = False
    """This turn should have ended with an opponent's piece, and goes on until somebody notices (125b)."""
    passes: int = 0
    """Turns passed over in a row (137)."""
    skips: tuple[PlayerId, ...] = ()
    """Players who lose their next turn."""
    placing: tuple[Placing, ...] = ()
    umpire: tuple[Kind, ...] = ()
    """What the umpire has to put on the board; empty while the position is not known."""
    to_centre: tuple[Kind, ...] = ()
    """The same while the position is not known: nobody says when it is done, so it is told until the next stroke."""
    late: LatePlacing | None = None
    """Until the next stroke."""
    position: Position | None = None
    unknown: UnknownPosition | None = None
    """Why there is no position; None where there is one."""
    award: BoardAward | None = None

    @property
    def white(self) -> Party:
        """The party that broke has white for the whole board (43, 45b)."""
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
        """Where the queen is, as the player in turn sees it."""
        if self.queen == "board" or self.queen == "pending":
            return self.queen
        return "player" if self.queen == self.turn.party else "opponent"

    def situation(self, score: ByParty[int]) -> Situation:
        """The board as the judge wants to see it: by the player in turn."""
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
        """What really lies on the board: less what is still to be placed by players or umpire."""
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
    """A finished board: a line of the score card."""

    game: int
    number: int
    is_extra: bool
    breaker: PlayerId
    winner: Party
    points: int
    """All that the winner won, demand included; what the target leaves of it is in `score`."""
    demand: int
    coins: int
    """The loser's pieces left on the board."""
    queen: Party | None
    """Who covered the queen."""
    laws: tuple[str, ...]
    slam: Slam | None
    score: ByParty[int]
    """The game score after this board (an extra board adds nothing to it)."""
    started: float | None
    finished: float | None
