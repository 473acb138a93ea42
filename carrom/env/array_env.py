"""Array environments: thousands of boards in one step, or a single one."""

from __future__ import annotations

from abc import abstractmethod
from io import BytesIO
from typing import Any, ClassVar

import gymnasium as gym
import numpy as np
from gymnasium.spaces import Box, Dict, MultiDiscrete, Space
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from carrom.base.errors import CarromError
from carrom.env.candidate_actions import CANDIDATES, FEATURES, OFFSETS, PACES, CandidateActions, CandidateSet
from carrom.env.settings import action_numbers, as_profile, as_skill, board_seeds, check_choice, check_positive
from carrom.equipment import Position
from carrom.equipment.sizes import HALF
from carrom.physics import Profile
from carrom.play import Skill
from carrom.play.batch.counter_rng import uniform_numbers
from carrom.play.batch.execution import nearest_striker_positions
from carrom.play.batch.layouts import PIECES, position_of
from carrom.play.sight import Bools, Floats, Ints

WIDTH = 480
SOFTEST = 0.05
"""Slowest stroke of the action space, m/s."""

Observation = dict[str, NDArray[Any]]
Info = dict[str, Any]
ACTIONS = ("raw", "candidates")
RENDER_MODES = ("ansi", "rgb_array")
_MOST_SEED = 2.0**53


def position_image(position: Position, width: int = WIDTH) -> NDArray[np.uint8]:
    """(height, width, 3), seen from the south."""
    from PIL import Image

    from carrom.render import png, position_svg

    with Image.open(BytesIO(png(position_svg(position), width))) as image:
        flat = Image.new("RGBA", image.size, "white")
        flat.alpha_composite(image.convert("RGBA"))
        return np.asarray(flat.convert("RGB"))


class ArrayEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """`num_envs` boards. A finished board restarts in the next step (next-step autoreset). A board plays the same alone
    or among others."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium has it so
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }
    state_size: ClassVar[int]

    def __init__(
        self,
        num_envs: int,
        *,
        level: Skill | str,
        profile: Profile | str,
        most_strokes: int,
        actions: str,
        statistics: bool,
        render_mode: str | None,
        due_choices: int = 0,
    ) -> None:
        """`due_choices`: number of choices for due pieces (structured actions), 0 where agents do not decide."""
        self.num_envs = check_positive("num_envs", num_envs)
        self.skill, self.profile = as_skill(level), as_profile(profile)
        self.most_strokes = check_positive("most_strokes", most_strokes)
        self.is_structured = check_choice("actions", actions, ACTIONS) == "candidates"
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.render_mode, self._statistics = render_mode, statistics
        self.single_action_space = self._structured(due_choices) if self.is_structured else self._raw(due_choices)
        self.single_observation_space = self._shown_space()
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._every = np.arange(self.num_envs)
        self._roots: Ints | None = None
        self._episodes = np.zeros(self.num_envs, dtype=np.int64)
        self._is_over = np.zeros(self.num_envs, dtype=bool)
        self._returns, self._lengths = np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=np.int64)
        self._choices = CandidateSet.none(self.num_envs)

    @abstractmethod
    def _begin(self, rows: Ints, seeds: Ints, options: dict[str, Any]) -> Info:
        """Start new boards in these rows."""

    @abstractmethod
    def _play(self, rows: Ints, actions: NDArray[Any]) -> tuple[Floats, Bools, Bools, Info]:
        """Rewards, which rows are over, which are cut off, and infos."""

    @abstractmethod
    def _pieces(self) -> Floats:
        """(boards, 19, 2): own pieces, the other side's, the queen, as agents see them."""

    @abstractmethod
    def _state(self) -> NDArray[np.float32]: ...

    @abstractmethod
    def _look(self, rows: Ints) -> CandidateSet: ...

    # Gymnasium's interface.

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Start new boards. A single seed is counted up; without one, each board continues its own sequence."""
        roots = board_seeds(seed, self.num_envs)
        super().reset(seed=seed if isinstance(seed, int) else None)
        if self._roots is None:
            self._roots = self.np_random.integers(2**31, size=self.num_envs)
        for row, one in enumerate(roots):
            if one is not None:
                self._roots[row], self._episodes[row] = one, 0
        self._is_over[:] = False
        info = self._restart(self._every, options or {})
        return self._seen(self._every), self._vector_infos(self._every, info)

    def step(self, actions: Any) -> tuple[Observation, Floats, Bools, Bools, Info]:
        if self._roots is None:
            raise gym.error.ResetNeeded("reset() comes before the first step()")
        taken = self._checked(actions)
        rewards, done = np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=bool)
        cut_off = done.copy()
        restarted, playing = np.flatnonzero(self._is_over), np.flatnonzero(~self._is_over)
        infos: Info = {}
        if len(restarted):
            infos |= self._vector_infos(restarted, self._restart(restarted, {}))
        if len(playing):
            rewards[playing], done[playing], cut_off[playing], info = self._play(playing, taken[playing])
            self._returns[playing] += rewards[playing]
            self._lengths[playing] += 1
            for key, values in self._vector_infos(playing, info).items():
                infos[key] = infos[key] | values if key in infos and key.startswith("_") else values
        self._is_over = done | cut_off
        if self._statistics and self._is_over.any():
            ended = self._is_over.copy()
            infos["episode"] = {
                "r": np.where(ended, self._returns, 0.0),
                "l": np.where(ended, self._lengths, 0),
                "_r": ended,
                "_l": ended,
            }
            infos["_episode"] = ended
        return self._seen(self._every), rewards, done, cut_off, infos

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode is None:
            return None
        positions = [self.position(row) for row in range(self.num_envs)]
        if self.render_mode == "ansi":
            return tuple(position.text() for position in positions)
        return tuple(position_image(position) for position in positions)

    def position(self, row: int) -> Position:
        return position_of(self._places()[row])

    @abstractmethod
    def _places(self) -> Floats: ...

    def _raw(self, due_choices: int) -> Space[Any]:
        low, high = [-HALF, -180.0, SOFTEST], [HALF, 180.0, self.profile.max_speed]
        if due_choices:
            low, high = [*low, -1.0, -HALF, -HALF], [*high, 1.0, HALF, HALF]
        return Box(np.array(low, dtype=np.float32), np.array(high, dtype=np.float32), dtype=np.float32)

    def _structured(self, due_choices: int) -> Space[Any]:
        return CandidateActions([CANDIDATES, len(PACES), len(OFFSETS), *([due_choices] if due_choices else [])])

    def _shown_space(self) -> Space[Any]:
        parts: dict[str, Space[Any]] = {
            "pieces": Box(-1.0, 1.0, (PIECES, 2), np.float32),
            "lies": Box(0, 1, (PIECES,), np.int8),
            "state": Box(0.0, 1.0, (self.state_size,), np.float32),
        }
        if self.is_structured:
            parts["candidates"] = Box(-1.0, 1.0, (CANDIDATES, FEATURES), np.float32)
            parts["action_mask"] = Box(0, 1, (CANDIDATES,), np.int8)
        return Dict(parts)

    def _checked(self, actions: Any) -> NDArray[Any]:
        size = self.single_action_space.shape or ()
        meaning = "(candidate, pace, offset)" if self.is_structured else "(x in mm, direction in degrees, speed in m/s)"
        found = action_numbers(actions, (self.num_envs, *size), f"{size[0]} numbers {meaning}")
        if not isinstance(self.single_action_space, MultiDiscrete):
            return found
        whole = found.astype(np.int64)
        if (whole != found).any():
            raise CarromError("bad-action", f"candidates are counted: {found[whole != found][0]:g} is no whole number")
        if (whole < 0).any() or (whole >= self.single_action_space.nvec).any():
            worst = whole[((whole < 0) | (whole >= self.single_action_space.nvec)).any(axis=1)][0]
            raise CarromError(
                "bad-action", f"there is no action {worst.tolist()}: each is below {self.single_action_space.nvec}"
            )
        return whole

    def _strokes(self, rows: Ints, seen: Floats, actions: NDArray[Any]) -> Floats:
        fastest = self.profile.max_speed
        if self.is_structured:
            return self._choices.taken(rows, actions, fastest)
        out = np.empty((len(rows), 4))
        out[:, :2] = nearest_striker_positions(seen, actions[:, 0])
        out[:, 2] = 180.0 - (180.0 - actions[:, 1]) % 360.0
        out[:, 3] = np.clip(actions[:, 2], SOFTEST, fastest)
        return out

    def _restart(self, rows: Ints, options: dict[str, Any]) -> Info:
        if self._roots is None:
            raise gym.error.ResetNeeded("reset() comes before the first step()")
        chances = uniform_numbers(self._roots[rows], self._episodes[rows], 1)[:, 0]
        self._episodes[rows] += 1
        self._returns[rows], self._lengths[rows] = 0.0, 0
        return self._begin(rows, (chances * _MOST_SEED).astype(np.int64), options)

    def _seen(self, rows: Ints) -> Observation:
        pieces = self._pieces()
        lies = ~np.isnan(pieces[:, :, 0])
        shown: Observation = {
            "pieces": np.where(lies[:, :, None], pieces / HALF, 0.0).astype(np.float32),
            "lies": lies.astype(np.int8),
            "state": self._state(),
        }
        if self.is_structured:
            self._choices.put(rows, self._look(rows))
            shown["candidates"] = self._choices.shown(self.profile.max_speed)
            shown["action_mask"] = self._choices.mask.astype(np.int8)
        return shown

    def _vector_infos(self, rows: Ints, info: Info) -> Info:
        """Gymnasium's vector format: an array per key, and under `_key` which boards it applies to."""
        infos: Info = {}
        if len(rows) == self.num_envs:
            meant = np.ones(self.num_envs, dtype=bool)
            return info | {f"_{key}": meant for key in info}
        for key, values in info.items():
            whole = np.zeros((self.num_envs, *values.shape[1:]), dtype=values.dtype)
            whole[rows] = values
            infos[key] = whole
            infos[f"_{key}"] = np.isin(self._every, rows)
        return infos


class SingleEnv(gym.Env[Observation, Any]):
    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012
    kind: ClassVar[type[ArrayEnv]]

    def __init__(self, **options: Any) -> None:
        self.many = self.kind(1, **options)
        self.render_mode = self.many.render_mode
        self.action_space = self.many.single_action_space
        self.observation_space = self.many.single_observation_space
        self._is_over = False
        self._is_seeded = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        board_seeds(seed, 1)  # our error, before Gymnasium's
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(2**31))
        self._is_seeded, self._is_over = True, False
        seen, info = self.many.reset(seed=seed, options=options)
        return _first(seen), _first_told(info)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        if self._is_over:
            raise gym.error.ResetNeeded("the board is over: reset() comes before the next step()")
        seen, reward, done, cut_off, info = self.many.step(np.asarray(action)[None])
        self._is_over = bool(done[0] or cut_off[0])
        return _first(seen), float(reward[0]), bool(done[0]), bool(cut_off[0]), _first_told(info)

    def render(self) -> Any:
        pictures = self.many.render()
        return None if pictures is None else pictures[0]

    def action_masks(self) -> Bools:
        mask: Bools = self.many._choices.mask[0]
        return mask


def _first(seen: Observation) -> Observation:
    return {key: values[0] for key, values in seen.items()}


def _first_told(info: Info) -> Info:
    return {
        key: _first_told(values) if isinstance(values, dict) else values[0]
        for key, values in info.items()
        if not key.startswith("_") and info.get(f"_{key}", (True,))[0]
    }
