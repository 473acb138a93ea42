"""Who strikes, on what surface: the numbers that geometry needs of a skill and a profile."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from carrom.equipment.sizes import PIECE_MASS, STRIKER_MASS
from carrom.physics import Profile
from carrom.play.sight import Floats
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

    def throw(self, cut: Floats, rim: Floats | float = 0.0) -> Floats:
        """By what angle a struck piece leaves the line of centres, drawn along by the striker's rim (radians).

        `cut` is the angle from the line of centres to the striker's way, `rim` the striker's rim speed as a part of
        its speed, both counter-clockwise. Friction gives at the most its part of the push, and no more than what stops
        the rims from slipping.
        """
        wide = np.clip(cut, -1.5, 1.5)
        grip = (np.tan(wide) + rim / np.cos(wide)) / (3 * (1 + self.restitution))
        return np.asarray(np.arctan(np.clip(grip, -self.contact_friction, self.contact_friction)))
