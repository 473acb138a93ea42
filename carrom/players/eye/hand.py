"""Who strikes, on what surface: the numbers that geometry needs of a skill and a profile."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.equipment.sizes import PIECE_MASS, STRIKER_MASS
from carrom.physics import Profile
from carrom.play.skill import Skill

GRAVITY = 9806.65


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand at work; lengths in mm, so speeds in mm/s."""

    skill: Skill
    slowing: float
    restitution: float
    frame_restitution: float
    contact_friction: float
    max_speed: float

    @classmethod
    def of(cls, skill: Skill, profile: Profile) -> Hand:
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
        """Speed of a piece struck full, as a part of the striker's."""
        return (1 + self.restitution) * STRIKER_MASS / (STRIKER_MASS + PIECE_MASS)
