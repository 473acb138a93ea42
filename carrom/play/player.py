"""What a player is: an object that chooses strokes, places due pieces, and answers the other questions of a match.

People behind a browser, computer players and agents in training all answer the same questions. A player gets a
`Perception` of the board from its own seat; how well the intended stroke is executed depends on `carrom.play.skill`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import Position, Seat, due_places
from carrom.equipment.sizes import SIDE_PIECES
from carrom.laws import QueenPlace, Rulebook, Situation, rulebook
from carrom.match import Party
from carrom.physics import CLUB, Profile, Stroke
from carrom.play.racking import RACK
from carrom.play.skill import Skill, skill_named

Colour = Literal["white", "black"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Perception:
    """The board as a player sees it when asked something."""

    position: Position
    seat: Seat
    """The player's own seat; in doubles the partner sits opposite."""
    colour: Colour
    situation: Situation
    """Always from this player's side, also when another one strikes: `own` pieces are this player's."""
    rulebook: Rulebook
    skill: Skill
    rival: Skill
    """The other side's skill, as far as this player knows."""
    profile: Profile
    next_seat: Seat
    """The seat that strikes when the turn passes."""
    to_strike: Seat
    """The seat that strikes next: the player's own, except when asked to place or to demand."""
    board: int = 1
    """Number of the board in the game; the score is in the situation."""

    @property
    def rival_colour(self) -> Colour:
        return "black" if self.colour == "white" else "white"


def practice_view(
    position: Position,
    *,
    colour: Colour = "white",
    seat: Seat = Seat.SOUTH,
    level: str = "club",
    book: str = "icf",
    queen: QueenPlace = "board",
    profile: Profile = CLUB,
) -> Perception:
    """Return the view of a position set up for practice: counts from the board, nothing owed, no score.

    `queen` gives the owner of a queen that is not on the board. A full rack counts as a break.
    """
    rival: Colour = "black" if colour == "white" else "white"
    own, other = position.on_board(colour), position.on_board(rival)
    if not own:
        raise CarromError("nothing-to-play", f"no {colour} piece lies on the board: there is nothing to play")
    has_queen = position.on_board("queen") == 1
    where: QueenPlace = "board" if has_queen else "player" if queen == "board" else queen
    skill = skill_named(level)
    situation = Situation(
        own=own,
        opponent=max(other, 1),  # the judge needs at least one piece of the other side, practice does not
        queen=where,
        opened=own < SIDE_PIECES or where in ("pending", "player"),
        break_attempt=1 if len(position.pieces) == 2 * SIDE_PIECES + 1 else None,
    )
    return Perception(position, seat, colour, situation, rulebook(book), skill, skill, profile, seat.opposite, seat)


class Player(Protocol):
    """The questions that a match asks a player. `rng` is the only source of randomness, so a seed repeats a board."""

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke: ...

    def place(self, view: Perception, rng: np.random.Generator) -> Point:
        """Choose where to put a due piece of the other side, in board coordinates. Asked once for each piece."""
        ...

    def forgoes(self, view: Perception, count: int) -> bool:
        """Decide whether to give up placing these `count` due pieces: all or none (87a)."""
        ...

    def demands(self, view: Perception, offered: int) -> int:
        """Decide how many of the points on demand to take (87b)."""
        ...

    def concedes(self, view: Perception) -> bool:
        """Decide whether to concede the game before the stroke (139)."""
        ...

    def turns_rack(self, skill: Skill, profile: Profile) -> float:
        """Return where an arm of the white Y should point before the break, in degrees as the player sees it (41a)."""
        ...


class MisplayError(ValueError):
    """An unlawful answer of a player, or none at all. The program is at fault and loses the board."""

    def __init__(self, party: Party, text: str) -> None:
        super().__init__(text)
        self.party: Party = party
        self.text = text

    def __reduce__(self) -> tuple[type[MisplayError], tuple[Party, str]]:
        return MisplayError, (self.party, self.text)


class PlainManners:
    """Default answers: place anywhere lawful at random, take all points, never concede, and leave the rack as usual."""

    def place(self, view: Perception, rng: np.random.Generator) -> Point:
        places = due_places(view.position)
        return places[int(rng.integers(len(places)))]

    def forgoes(self, view: Perception, count: int) -> bool:
        return False

    def demands(self, view: Perception, offered: int) -> int:
        return offered

    def concedes(self, view: Perception) -> bool:
        return False

    def turns_rack(self, skill: Skill, profile: Profile) -> float:
        return RACK
