"""`carrom/Versus-v0` many times at once: the strokes of all agents are struck in one call of the batch simulator."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from carrom.env.actions import Numbers, stroke_from_action
from carrom.env.versus import ME, Versus
from carrom.equipment import Seat
from carrom.physics import simulate_batch
from carrom.play import BatchRow, stroke_act


class VersusVector(VectorEnv[Numbers, Numbers, NDArray[Any]]):
    """`num_envs` boards against the ladder. A board that is over is begun anew by the step after."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium has it so
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(self, num_envs: int = 1, *, render_mode: str | None = None, **options: Any) -> None:
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._boards = [Versus(**options) for _ in range(num_envs)]
        self.single_action_space = self._boards[0].action_space
        self.single_observation_space = self._boards[0].observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._is_over = np.zeros(num_envs, dtype=bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """New boards. One seed gives each its own, counted up from it."""
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
        seen: list[Numbers | None] = [None] * self.num_envs
        playing = np.flatnonzero(~self._is_over).tolist()
        views = [self._boards[i].session.view(ME) for i in playing]
        strokes = [
            self._boards[i].session.execute(
                stroke_from_action(actions[i], view.position, view.seat, view.profile.max_speed)
            )
            for i, view in zip(playing, views, strict=True)
        ]
        if playing:
            positions = [view.position for view in views]
            outcomes = simulate_batch(positions, strokes, seat=Seat.SOUTH, profile=views[0].profile)
            for row, (i, view, stroke) in enumerate(zip(playing, views, strokes, strict=True)):
                act = stroke_act(BatchRow(outcomes, row, view.position), stroke, view.colour, ME)
                seen[i], rewards[i], done[i], cut_off[i], _ = self._boards[i].finish_step(act)
        for i in np.flatnonzero(self._is_over).tolist():
            seen[i] = self._boards[i].reset()[0]
        self._is_over = done | cut_off
        return np.stack([each for each in seen if each is not None]), rewards, done, cut_off, {}
