"""What a player is: it chooses strokes, places due pieces, and answers the other questions of a match."""

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
    """The board as a player sees it."""

    position: Position
    seat: Seat
    """The player's seat; in doubles the partner sits opposite."""
    colour: Colour
    situation: Situation
    """The situation from this player's side, also when another one strikes."""
    rulebook: Rulebook
    skill: Skill
    rival: Skill
    profile: Profile
    next_seat: Seat
    """Strikes when the turn passes."""
    to_strike: Seat
    """Strikes next: the player itself, except when asked to place or to demand."""
    board: int = 1
    """Number in the game."""

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
    """A position set up for practice: counts from the board, nothing owed, no score.

    `queen` is the owner of a queen not on the board. A full rack counts as a break.
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
        opponent=max(other, 1),  # the judge needs a piece of the other side, practice does not
        queen=where,
        opened=own < SIDE_PIECES or where in ("pending", "player"),
        break_attempt=1 if len(position.pieces) == 2 * SIDE_PIECES + 1 else None,
    )
    return Perception(position, seat, colour, situation, rulebook(book), skill, skill, profile, seat.opposite, seat)


class Player(Protocol):
    """The questions that a match asks. `rng` is the only source of randomness, so a seed repeats a board."""

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke: ...

    def place(self, view: Perception, rng: np.random.Generator) -> Point:
        """Choose where to put a due piece of the other side, in board coordinates. Asked once for each piece."""
        ...

    def forgoes(self, view: Perception, count: int) -> bool:
        """Give up placing these due pieces, all or none (87a)?"""
        ...

    def demands(self, view: Perception, offered: int) -> int:
        """How many points on demand to take (87b)."""
        ...

    def concedes(self, view: Perception) -> bool:
        """Concede the game before the stroke (139)?"""
        ...

    def turns_rack(self, skill: Skill, profile: Profile) -> float:
        """Choose where an arm of the white Y should point before the break, in degrees as the player sees it (41a)."""
        ...


class MisplayError(ValueError):
    """A program's unlawful answer, or none at all. It loses the board."""

    def __init__(self, party: Party, text: str) -> None:
        super().__init__(text)
        self.party: Party = party
        self.text = text

    def __reduce__(self) -> tuple[type[MisplayError], tuple[Party, str]]:
        return MisplayError, (self.party, self.text)


class PlainManners:
    """Place anywhere lawful at random, take all points, never concede, leave the rack as usual."""

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
