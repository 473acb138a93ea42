"""Base classes of the first versions: a step is one stroke from the south, on one board or many."""

from abc import abstractmethod
from typing import Any, ClassVar

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from carrom.env.spaces import Numbers
from carrom.equipment import Position, Stroke
from carrom.physics import Profile, simulate, simulate_batch
from carrom.play import BatchRow, Seen

StepResult = tuple[Numbers, float, bool, bool, dict[str, Any]]
"""Result of Gymnasium's `step`: observation, reward, terminated, truncated, info."""


class StrokeEnv(gym.Env[Numbers, Numbers]):
    """Splits a step into the stroke and its consequences, so that many strokes can be simulated together."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium has it so
    profile: Profile

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position on the board."""

    @property
    @abstractmethod
    def strokes(self) -> int:
        """The number of strokes played."""

    @abstractmethod
    def made_stroke(self, action: Numbers) -> Stroke:
        """Return the executed stroke for an action."""

    @abstractmethod
    def finish_step(self, stroke: Stroke, seen: Seen) -> StepResult:
        """Finish a step after the stroke has been simulated."""

    def step(self, action: Numbers) -> StepResult:
        stroke = self.made_stroke(action)
        return self.finish_step(stroke, simulate(self.position, stroke, profile=self.profile))

    def render(self) -> str | None:
        return self.position.text() if self.render_mode == "ansi" else None


class StrokeVectorEnv(VectorEnv[Numbers, Numbers, NDArray[Any]]):
    """`num_envs` boards with all strokes simulated in one call. A board that is over restarts in the next step
    (next-step autoreset)."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium has it so
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }
    board: ClassVar[type[StrokeEnv]]

    def __init__(self, num_envs: int = 1, *, render_mode: str | None = None, **options: Any) -> None:
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._boards = [self.board(**options) for _ in range(num_envs)]
        self.single_action_space = self._boards[0].action_space
        self.single_observation_space = self._boards[0].observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._is_over = np.zeros(num_envs, dtype=bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Start new boards. A single seed is counted up for the boards."""
        first = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
        seeds: list[int | None] = [*(first or [None] * self.num_envs)]
        seen = [board.reset(seed=each, options=options)[0] for board, each in zip(self._boards, seeds, strict=True)]
        self._is_over[:] = False
        return np.stack(seen), {}

    def step(
        self, actions: Numbers
    ) -> tuple[Numbers, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        rewards = np.zeros(self.num_envs)
        done, cut_off = np.zeros(self.num_envs, dtype=bool), np.zeros(self.num_envs, dtype=bool)
        seen: dict[int, Numbers] = {i: self._boards[i].reset()[0] for i in np.flatnonzero(self._is_over).tolist()}
        playing = np.flatnonzero(~self._is_over).tolist()
        if playing:
            boards = [self._boards[i] for i in playing]
            positions = [board.position for board in boards]
            strokes = [board.made_stroke(actions[i]) for i, board in zip(playing, boards, strict=True)]
            outcomes = simulate_batch(positions, strokes, profile=boards[0].profile)
            for row, i in enumerate(playing):
                struck = BatchRow(outcomes, row, positions[row])
                seen[i], rewards[i], done[i], cut_off[i], _ = boards[row].finish_step(strokes[row], struck)
        self._is_over = done | cut_off
        info = {"strokes": np.array([board.strokes for board in self._boards])}
        return np.stack([seen[i] for i in range(self.num_envs)]), rewards, done, cut_off, info
