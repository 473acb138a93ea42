"""Candidate strokes as columns of arrays, in the coordinates of the player's seat.

A *goal* is a way of one piece into a pocket, straight, off frames or through another piece; a *candidate* is a
stroke that begins a goal.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Self

import numpy as np

from carrom.equipment.sizes import PIECE_MASS, STRIKER_MASS
from carrom.physics import Profile
from carrom.play.sight import Bools, Floats, Ints
from carrom.play.skill import Skill

GRAVITY = 9806.65


class Shape(IntEnum):
    DIRECT = 0
    CUT = 1
    REBOUND = 2
    DOUBLE = 3
    PAIR = 4
    CANNON = 5
    BACK = 6
    BREAK = 7
    TOUCH = 8


@dataclass(frozen=True, slots=True)
class Columns:
    """Arrays of one length, one row per item."""

    def __len__(self) -> int:
        return len(getattr(self, fields(self)[0].name))

    def take(self, rows: Ints | Bools) -> Self:
        return type(self)(**{field.name: getattr(self, field.name)[rows] for field in fields(self)})

    @classmethod
    def joined(cls, parts: list[Self]) -> Self:
        return cls(**{f.name: np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(cls)})


@dataclass(frozen=True, slots=True)
class Goals(Columns):
    """Ways of pieces into pockets, each begun by striking one piece in one direction."""

    struck: Ints
    heading: Floats
    speed: Floats
    """mm/s."""
    swing: Floats
    """Sideways shift at the pocket per turn of the heading, mm per radian."""
    target: Ints
    pocket: Ints
    shape: Ints


@dataclass(frozen=True, slots=True)
class Candidates(Columns):
    strokes: Floats
    chance: Floats
    target: Ints
    """−1 for none."""
    pocket: Ints
    shape: Ints

    def best(self, count: int) -> Candidates:
        """Most likely first; ties stay in their order."""
        return self.take(np.argsort(-self.chance, kind="stable")[:count])

    @classmethod
    def none(cls) -> Candidates:
        whole = np.empty(0, dtype=np.int64)
        return cls(np.empty((0, 4)), np.empty(0), whole, whole, whole)


@dataclass(frozen=True, slots=True)
class SkillOnSurface:
    """A skill with the surface it plays on; mm and mm/s."""

    skill: Skill
    slowing: float
    restitution: float
    frame_restitution: float
    contact_friction: float
    max_speed: float

    @classmethod
    def of(cls, skill: Skill, profile: Profile) -> SkillOnSurface:
        return cls(
            skill,
            profile.friction * GRAVITY,
            profile.restitution,
            profile.frame_restitution,
            profile.contact_friction,
            profile.max_speed * 1000.0,
        )

    @property
    def transfer(self) -> float:
        """Speed of a piece struck full, relative to the striker's."""
        return (1 + self.restitution) * STRIKER_MASS / (STRIKER_MASS + PIECE_MASS)
