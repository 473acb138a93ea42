"""Structured actions: a candidate stroke, a pace, and an offset in its window.

Candidates 0 to 18 are the easiest direct strokes at the pieces in the observation's order (before the break 0
to 3 are known breaks), 19 a hard full stroke at the nearest piece.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from gymnasium.spaces import MultiDiscrete
from numpy.typing import NDArray

from carrom.physics import Profile
from carrom.play import Skill
from carrom.play.batch.counter_rng import uniform_numbers
from carrom.play.sight import Bools, Floats, Ints
from carrom.players.candidates.breaks import known_breaks, rack_angles
from carrom.players.candidates.model import SkillOnSurface
from carrom.players.evaluation.direct_strokes import easiest_strokes_with_windows
from carrom.players.levels.batch import hard_touching_strokes

CANDIDATES: Final = 20
PACES: Final = (1.0, 0.8, 1.45, 2.2)
"""Multiples of the candidate's pace."""
OFFSETS: Final = (0.0, -1.0, -0.5, 0.5, 1.0)
"""Offsets of the aim, in halves of the window; positive is to the right."""
FEATURES: Final = 6
_LANE: Final = 170  # lane of random numbers; lower ones belong to strokes, racks and players
_FINEST: Final = 0.25
"""Least direction error, degrees; an exact skill would find everything equally easy."""
_WIDEST: Final = 10.0


class CandidateActions(MultiDiscrete):
    """Structured actions. `sample` takes the observation's mask for the first number, or one mask per number (None:
    all)."""

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[Any]:
        if isinstance(mask, np.ndarray) and mask.ndim == 1:
            mask = mask, *(None for _ in self.nvec[1:])
        if mask is not None:
            each = zip(mask, self.nvec.tolist(), strict=True)
            mask = tuple(np.ones(n, dtype=np.int8) if one is None else np.asarray(one, np.int8) for one, n in each)
        return super().sample(mask, probability)


@dataclass(frozen=True, slots=True)
class CandidateSet:
    strokes: Floats
    """(boards, 20, 4), as players see them."""
    windows: Floats
    """Degrees to either side."""
    chance: Floats
    mask: Bools

    @classmethod
    def none(cls, boards: int) -> CandidateSet:
        whole = boards, CANDIDATES
        return cls(np.zeros((*whole, 4)), np.zeros(whole), np.zeros(whole), np.zeros(whole, dtype=bool))

    def put(self, rows: Ints, found: CandidateSet) -> None:
        for name in ("strokes", "windows", "chance", "mask"):
            getattr(self, name)[rows] = getattr(found, name)

    def taken(self, rows: Ints, actions: Ints, max_speed: float) -> Floats:
        """Strokes of actions (candidate, pace, offset); a masked candidate counts as the last one."""
        which = np.where(self.mask[rows, actions[:, 0]], actions[:, 0], CANDIDATES - 1)
        strokes = self.strokes[rows, which]
        aimed = strokes[:, 2] + np.array(OFFSETS)[actions[:, 2]] * self.windows[rows, which]
        strokes[:, 2] = 180.0 - (180.0 - aimed) % 360.0
        strokes[:, 3] = np.minimum(strokes[:, 3] * np.array(PACES)[actions[:, 1]], max_speed)
        return strokes

    def shown(self, max_speed: float) -> NDArray[np.float32]:
        """(boards, 20, 6): chance, window, sine and cosine of the direction, striker x, pace; 0 for missing
        candidates."""
        angle = np.radians(self.strokes[:, :, 2])
        out = np.stack(
            (
                self.chance,
                np.minimum(self.windows, _WIDEST) / _WIDEST,
                np.sin(angle),
                np.cos(angle),
                self.strokes[:, :, 0] / 370.0,
                self.strokes[:, :, 3] / max_speed,
            ),
            axis=-1,
        )
        return np.where(self.mask[:, :, None], out, 0.0).astype(np.float32)


def find_candidates(
    places: Floats,
    wanted: Bools,
    is_break: Bools,
    white: Bools,
    skill: Skill,
    profile: Profile,
    luck: tuple[Ints, Ints],
) -> CandidateSet:
    """Candidates on layouts as their players see them. `white` (boards, 19) marks white pieces; `luck` has the boards'
    seeds and counts."""
    hand = SkillOnSurface.of(replace(skill, angle=max(skill.angle, _FINEST)), profile)
    found = CandidateSet.none(len(places))
    part = uniform_numbers(*luck, _LANE + 1)[:, _LANE]
    chance, strokes, windows = easiest_strokes_with_windows(places, ~np.isnan(places[:, :, 0]), wanted, hand)
    found.strokes[:, :-1], found.windows[:, :-1], found.chance[:, :-1] = strokes, windows, chance
    found.mask[:, :-1] = chance > 0
    if len(places):
        # NaN on a cleared board, where any stroke will do.
        found.strokes[:, -1] = np.nan_to_num(hard_touching_strokes(places, wanted, part, hand))
    found.mask[:, -1] = True
    breaking = np.flatnonzero(is_break)
    if len(breaking):
        angles = rack_angles(places[breaking][white[breaking]].reshape(len(breaking), 9, 2))
        family = known_breaks(angles, hand)
        count = family.shape[1]
        found.strokes[breaking, :count], found.mask[breaking, count:] = family, False
        found.mask[breaking, :count] = True
        found.windows[breaking], found.chance[breaking] = 1.0, 0.0
        found.strokes[breaking, -1] = family[:, 0]
    return found
