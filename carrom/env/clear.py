"""`carrom/Clear-v1`: clear all nineteen pieces alone in as few strokes as possible."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from carrom.env.array_env import ArrayEnv, Info, SingleEnv
from carrom.env.candidate_actions import CandidateSet, find_candidates
from carrom.env.settings import check_choice
from carrom.physics import Profile
from carrom.play import Skill
from carrom.play.batch.layouts import PIECES, WHITE
from carrom.play.sight import Bools, Floats, Ints
from carrom.play.solo import SoloBoards

REWARDS = ("pieces", "strokes")
STROKE_COST = 0.1
MOST_STROKES = 100


class ClearVector(ArrayEnv):
    """Reward `pieces`: pieces pocketed for good, minus 0.1 per stroke; `strokes`: −1 per stroke."""

    state_size: ClassVar[int] = 8

    def __init__(
        self,
        num_envs: int = 1,
        *,
        level: Skill | str = "club",
        profile: Profile | str = "club",
        most_strokes: int = MOST_STROKES,
        actions: str = "raw",
        reward: str = "pieces",
        statistics: bool = True,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(
            num_envs,
            level=level,
            profile=profile,
            most_strokes=most_strokes,
            actions=actions,
            statistics=statistics,
            render_mode=render_mode,
        )
        self._counts_strokes = check_choice("reward", reward, REWARDS) == "strokes"
        self.boards = SoloBoards(self.num_envs, skill=self.skill, profile=self.profile)

    def _begin(self, rows: Ints, seeds: Ints, options: dict[str, Any]) -> Info:
        self.boards.begin(rows, seeds, options.get("rotation"))
        return {"strokes": self.boards.strokes[rows]}

    def _play(self, rows: Ints, actions: NDArray[Any]) -> tuple[Floats, Bools, Bools, Info]:
        boards = self.boards
        before = boards.left[rows]
        intended = self._strokes(rows, boards.places[rows], actions)
        made = boards.strike(rows, intended)
        left = boards.left[rows]
        done = left == 0
        cut_off = ~done & ((boards.strokes[rows] >= self.most_strokes) | ~self._has_room(rows))
        rewards: Floats = (
            -np.ones(len(rows)) if self._counts_strokes else np.asarray(before - left - STROKE_COST, dtype=np.float64)
        )
        info = {
            "strokes": boards.strokes[rows],
            "pocketed": made.fell.sum(axis=1),
            "striker": made.striker,
            "intended": intended,
            "executed": made.made,
        }
        return rewards, done, cut_off, info

    def _has_room(self, rows: Ints) -> Bools:
        from carrom.play.batch.execution_kernel import has_middle_room

        found: Bools = has_middle_room(self.boards.places[rows])
        return found

    def _places(self) -> Floats:
        return self.boards.places

    def _pieces(self) -> Floats:
        return self.boards.places

    def _state(self) -> NDArray[np.float32]:
        out = np.empty((self.num_envs, self.state_size), dtype=np.float32)
        out[:, 0] = self.boards.left / PIECES
        out[:, 1] = self.boards.strokes == 0
        out[:, 2] = np.maximum(0.0, 1.0 - self.boards.strokes / self.most_strokes)
        out[:, 3:] = condition_features(self.skill, self.profile)
        return out

    def _look(self, rows: Ints) -> CandidateSet:
        boards = self.boards
        places = boards.places[rows]
        luck = boards.seeds[rows], boards.strokes[rows]
        white = np.broadcast_to(WHITE, places.shape[:2])
        lies = ~np.isnan(places[:, :, 0])
        return find_candidates(places, lies, boards.strokes[rows] == 0, white, self.skill, self.profile, luck)


def condition_features(skill: Skill, profile: Profile) -> tuple[float, ...]:
    """Skill and surface as numbers from 0 to 1."""
    hand = min(skill.angle / 5, 1.0)
    surface = profile.friction, profile.restitution, profile.frame_restitution, profile.contact_friction
    return hand, *(min(number, 1.0) for number in surface)


class Clear(SingleEnv):
    kind = ClearVector
