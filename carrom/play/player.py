"""What a player is: whoever can choose a stroke, place due pieces, and say what he demands, forgoes or concedes.

People behind a browser, programs of the ladder and agents in training all answer the same few questions. A player
sees a `View`, always asked as the one at his seat; what he intends is executed by his hand (`carrom.play.skill`).
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
    """The board as a player sees it when he is asked something."""

    position: Position
    seat: Seat
    """Where he sits, for strokes his own; in doubles the partner sits opposite."""
    colour: Colour
    situation: Situation
    """Always told as if he were the one to strike: `own` pieces are his."""
    rulebook: Rulebook
    skill: Skill
    """His own hand."""
    rival: Skill
    """The hand of the other side, as far as he knows."""
    profile: Profile
    next_seat: Seat
    """Who strikes when the turn passes."""
    to_strike: Seat
    """Who strikes next: he himself, unless he is asked to place or to demand."""
    board: int = 1
    """Which board of the game this is; the score is in the situation."""

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
    """A view of a position alone, as one sets it up to practise: counts from the board, nothing owed, no score.

    `queen` says who has covered her when she is not on the board; the full rack is a break.
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
        opponent=max(other, 1),  # to practise there need be none, but the judge knows no board without
        queen=where,
        opened=own < SIDE_PIECES or where in ("pending", "player"),
        break_attempt=1 if len(position.pieces) == 2 * SIDE_PIECES + 1 else None,
    )
    return Perception(position, seat, colour, situation, rulebook(book), skill, skill, profile, seat.opposite, seat)


class Player(Protocol):
    """The questions that a match asks. `rng` is the only source of chance, so that a seed repeats a board."""

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        """The stroke that he intends."""
        ...

    def place(self, view: Perception, rng: np.random.Generator) -> Point:
        """Where he puts a due piece of the other side, in board coordinates. Asked once for each piece."""
        ...

    def forgoes(self, view: Perception, count: int) -> bool:
        """Whether he gives up placing so many due pieces of the other side: all or none (87a)."""
        ...

    def demands(self, view: Perception, offered: int) -> int:
        """How many of the points on demand he takes (87b)."""
        ...

    def concedes(self, view: Perception) -> bool:
        """Whether he concedes the game before his stroke (139)."""
        ...

    def turns_rack(self, skill: Skill, profile: Profile) -> float:
        """Where an arm of the white Y is to point, in degrees as he sees it, before he breaks with this hand (41a)."""
        ...


class MisplayError(ValueError):
    """An answer that no player may give, or none at all: a program is wrong, and its board is lost."""

    def __init__(self, party: Party, text: str) -> None:
        super().__init__(text)
        self.party: Party = party
        self.text = text

    def __reduce__(self) -> tuple[type[MisplayError], tuple[Party, str]]:
        return MisplayError, (self.party, self.text)


class PlainManners:
    """The answers of somebody who thinks of strokes only: places anywhere lawful, takes what is offered, plays on, and
    leaves the rack as it is usually laid."""

    def place(self, view: Perception, rng: np.random.Generator) -> Point:
        """A lawful place by chance."""
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
