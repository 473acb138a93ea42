"""How the course writes boards and strokes, and what that means on ours.

Its board is 800 units wide, seen from whoever strikes, who sits at small y. A stroke is three numbers: where on the
base line (0 … 1), the direction in degrees (0 to the right, 90 straight ahead, from −45 to 225), and the force (0 … 1).
The pockets of the two boards are laid on each other, so an agent that aims at a pocket aims at ours.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import lru_cache
from math import dist, isfinite, sqrt
from typing import Any, Final, Literal

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import Kind, Position, Seat
from carrom.equipment.free_space import around
from carrom.equipment.sizes import (
    HALF,
    PIECE_RADIUS,
    POCKET_CENTRE,
    POCKET_RADIUS,
    POCKETS,
    STRIKER_RADIUS,
    SURFACE,
)
from carrom.physics import Profile, Stroke
from carrom.physics.profiles import G
from carrom.play.skill import Skill
from carrom.play.striker_stands import free_row

Colour = Literal["White", "Black"]
_MIDDLE: Final = 400.0
_UNIT: Final = POCKET_CENTRE / (_MIDDLE - 44.1)
"""Millimetres."""
_LEFT, _ALONG = 170.0, 460.0
"""Where its base line begins, and how long it is."""
LEAST_ANGLE, MOST_ANGLE = -45.0, 225.0
WIDEST: Final = 90.0 - LEAST_ANGLE
"""So far to either side of straight ahead a stroke may go."""
_LEAST_FORCE, _MORE_FORCE = 500.0, 34_000.0
_WIDTHS: Final = 3.5
"""Boards that a striker of full force runs, from the centre, with nothing in its way but the frame."""
NOISE: Final = (0.005, 2.0, 0.01)
"""What the course adds to the three numbers: standard deviations of normal errors."""
_RINGS, _AROUND, _APART = 400, 24, 0.5
"""How far a place is looked for: rings, places on each, and millimetres between them."""
_KEYS: Final[dict[Kind, str]] = {"white": "White_Locations", "black": "Black_Locations", "queen": "Red_Location"}
_WHOLE: Final = re.compile(r";REWARD\s*(-?\d+(?:\.\d+)?)\s*$")


@dataclass(frozen=True, slots=True)
class CourseState:
    """A board as the course tells it, in millimetres as the one at the base line sees it."""

    pieces: tuple[tuple[Kind, float, float], ...]
    score: int = 0
    reward: float = 0.0

    @classmethod
    def of(cls, position: Position, seat: Seat, *, score: int = 0, reward: float = 0.0) -> CourseState:
        seen = tuple((piece.kind, *seat.from_board(piece.x, piece.y)) for piece in position.pieces)
        return cls(seen, score, reward)

    def position(self) -> Position:
        """The same on our board, from the south. Pieces that the course lets overlap are moved apart by a hair."""
        placed: list[tuple[Kind, float, float]] = []
        for kind, x, y in self.pieces:
            placed.append((kind, *_free_near(x, y, [(a, b) for _, a, b in placed])))
        return Position.of(placed)

    def swapped(self) -> CourseState:
        """White for black, for agents that think that theirs are the white ones."""
        other: dict[Kind, Kind] = {"white": "black", "black": "white", "queen": "queen"}
        return CourseState(tuple((other[kind], x, y) for kind, x, y in self.pieces), self.score, self.reward)

    def text(self) -> str:
        """The message of a server."""
        told: dict[str, Any] = {key: [] for key in _KEYS.values()}
        for kind, x, y in self.pieces:
            told[_KEYS[kind]].append((round(x / _UNIT + _MIDDLE, 4), round(y / _UNIT + _MIDDLE, 4)))
        told["Score"] = self.score
        return f"{told};REWARD{self.reward:g}"

    @classmethod
    def from_text(cls, text: str) -> CourseState:
        """Read what a server says.

        >>> CourseState.from_text("{'White_Locations': [(400, 368)], 'Score': 2};REWARD1").pieces[0][0]
        'white'
        """
        whole = _WHOLE.search(text)
        try:
            if whole is None:
                raise ValueError
            told = ast.literal_eval(text[: whole.start()].replace("Vec2d", "").removeprefix("State="))
            pieces = [
                (kind, (float(x) - _MIDDLE) * _UNIT, (float(y) - _MIDDLE) * _UNIT)
                for kind, key in _KEYS.items()
                for x, y in told.get(key, [])
            ]
            return cls(tuple(pieces), int(told.get("Score", 0)), float(whole[1]))
        except (ValueError, SyntaxError, TypeError, AttributeError):
            raise CarromError("bad-state", f"no state of the course: {text[:80]!r}") from None


def is_whole(text: str) -> bool:
    """Whether a message of a server has arrived to its end."""
    return _WHOLE.search(text) is not None


@dataclass(frozen=True, slots=True)
class CourseAction:
    """A stroke in the course's three numbers."""

    position: float
    angle: float
    force: float

    @classmethod
    def from_text(cls, text: str) -> CourseAction:
        """Read what an agent answers.

        >>> CourseAction.from_text("0.5, 72, 0.7").angle
        72.0
        """
        try:
            found = [round(float(word), 4) for word in text.split(",")]
        except ValueError:
            found = []
        if len(found) != 3 or not all(isfinite(number) for number in found):
            raise CarromError("bad-action", f"{text[:60]!r} is no action: position, angle and force are needed")
        return cls(*found)

    def text(self) -> str:
        return f"{self.position:.4f},{self.angle:.4f},{self.force:.4f}"

    def in_range(self, rng: np.random.Generator) -> CourseAction:
        """What is out of range is drawn anew, as the course does."""
        return CourseAction(
            *(
                number if low <= number <= high else float(rng.uniform(low, high))
                for number, low, high in (
                    (self.position, 0.0, 1.0),
                    (self.angle, LEAST_ANGLE, MOST_ANGLE),
                    (self.force, 0.0, 1.0),
                )
            )
        )

    def with_noise(self, rng: np.random.Generator) -> CourseAction:
        place, turn, push = (rng.standard_normal(3) * NOISE).tolist()
        return CourseAction(
            min(max(self.position + place, 0.0), 1.0),
            min(max(self.angle + turn, LEAST_ANGLE), MOST_ANGLE),
            min(max(self.force + push, 0.0), 1.0),
        )

    def stroke(self, position: Position, seat: Seat, profile: Profile) -> Stroke:
        """The stroke on our board; where no striker may stand the nearest lawful place counts."""
        ahead, spans = free_row(position, seat)
        if not spans:
            raise LookupError("the striker has no room: the board is to be replayed (142)")
        wanted = (_LEFT + _ALONG * self.position - _MIDDLE) * _UNIT
        across = min((min(max(wanted, low), high) for low, high in spans), key=lambda x: abs(x - wanted))
        force = (_LEAST_FORCE + _MORE_FORCE * self.force) / (_LEAST_FORCE + _MORE_FORCE)
        direction = 180.0 - (90.0 + self.angle) % 360.0
        return Stroke(*seat.to_board(across, ahead), direction, force * full_force(profile))

    @classmethod
    def of(cls, stroke: Stroke, seat: Seat, profile: Profile) -> CourseAction:
        """The numbers of a stroke; one that the course does not know becomes the nearest that it does."""
        across, _ = seat.from_board(stroke.x, stroke.y)
        force = stroke.speed / full_force(profile) * (_LEAST_FORCE + _MORE_FORCE)
        direction = min(max(stroke.direction, -WIDEST), WIDEST)
        return cls(
            min(max((across / _UNIT + _MIDDLE - _LEFT) / _ALONG, 0.0), 1.0),
            90.0 - direction,
            min(max((force - _LEAST_FORCE) / _MORE_FORCE, 0.0), 1.0),
        )


COURSE_HAND: Final = Skill("course", NOISE[1], 0.03, NOISE[0] * _ALONG * _UNIT)
"""About what a hand is that errs as the course does."""


@lru_cache(maxsize=16)
def full_force(profile: Profile) -> float:
    """The speed, m/s, at which a striker from the centre runs three and a half boards on this surface."""
    first, each = HALF - STRIKER_RADIUS, SURFACE - 2 * STRIKER_RADIUS
    runs = [first]
    while sum(runs) + each < _WIDTHS * SURFACE:
        runs.append(each)
    slowing = 2 * profile.friction * G / 1000.0
    square = slowing * (_WIDTHS * SURFACE - sum(runs))
    for run in reversed(runs):
        square = square / profile.frame_restitution**2 + slowing * run
    return min(sqrt(square), profile.max_speed)


def _free_near(x: float, y: float, others: list[tuple[float, float]]) -> tuple[float, float]:
    """The place itself, or a near one that is on the board, on no piece and over no pocket."""
    limit = HALF - PIECE_RADIUS
    x, y = min(max(x, -limit), limit), min(max(y, -limit), limit)
    for step in range(_RINGS):
        for place in around(x, y, step * _APART, _AROUND if step else 1):
            if max(map(abs, place)) <= limit and all(
                dist(place, there) >= apart
                for apart, taken in ((2 * PIECE_RADIUS, others), (POCKET_RADIUS, POCKETS))
                for there in taken
            ):
                return place
    return x, y
