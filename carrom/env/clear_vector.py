"""`carrom/Clear-v0` many times at once: all boards are struck in one call of the batch simulator."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from carrom.env.actions import Numbers, action_space, stroke_from_action
from carrom.env.clear import MOST_STROKES, STROKE_COST
from carrom.env.views import pieces_seen, pieces_space
from carrom.equipment import Seat
from carrom.physics import CLUB, Profile, simulate_batch
from carrom.play import BatchRow, execute, skill_named
from carrom.play.solo import Solo


class ClearVector(VectorEnv[Numbers, Numbers, NDArray[Any]]):
    """`num_envs` solitary players. A board that is over is racked anew by the step after (next-step autoreset)."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium has it so
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        level: str = "exact",
        profile: Profile = CLUB,
        most_strokes: int = MOST_STROKES,
        render_mode: str | None = None,
    ) -> None:
        self.num_envs = num_envs
        self.single_action_space, self.single_observation_space = action_space(), pieces_space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.render_mode = render_mode
        self._skill, self._profile, self._most_strokes = skill_named(level), profile, most_strokes
        self._rngs: list[np.random.Generator] = []
        self._solos: list[Solo] = []
        self._is_over = np.zeros(num_envs, dtype=bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """New racks, as `Clear` has them. One seed gives each board its own, counted up from it."""
        if seed is not None or not self._rngs:
            first = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
            seeds: list[int | None] = [*(first or [None] * self.num_envs)]
            self._rngs = [np.random.Generator(np.random.PCG64(each)) for each in seeds]
        rotation = (options or {}).get("rotation")
        self._solos = [self._racked(i, rotation) for i in range(self.num_envs)]
        self._is_over[:] = False
        return self._seen(), {}

    def step(
        self, actions: Numbers
    ) -> tuple[Numbers, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        rewards = np.zeros(self.num_envs)
        playing = np.flatnonzero(~self._is_over).tolist()
        if playing:
            rewards[playing] = self._struck(playing, actions)
        for i in np.flatnonzero(self._is_over).tolist():
            self._solos[i] = self._racked(i)
        strokes = np.array([solo.strokes for solo in self._solos])
        cleared = np.array([solo.is_cleared for solo in self._solos])
        cut_off = ~cleared & (strokes >= self._most_strokes)
        self._is_over = cleared | cut_off
        return self._seen(), rewards, cleared, cut_off, {"strokes": strokes}

    def _struck(self, playing: list[int], actions: Numbers) -> list[float]:
        before = [self._solos[i] for i in playing]
        fastest = self._profile.max_speed
        strokes = []
        for i, solo in zip(playing, before, strict=True):
            intended = stroke_from_action(actions[i], solo.position, Seat.SOUTH, fastest)
            made = execute(intended, self._skill, self._rngs[i], position=solo.position, max_speed=fastest)
            strokes.append(made)
        outcomes = simulate_batch([solo.position for solo in before], strokes, profile=self._profile)
        rewards = []
        for row, (i, solo) in enumerate(zip(playing, before, strict=True)):
            self._solos[i] = solo.seen(BatchRow(outcomes, row, solo.position))
            gained = len(solo.position.pieces) - len(self._solos[i].position.pieces)
            rewards.append(gained - STROKE_COST)
        return rewards

    def _racked(self, i: int, rotation: float | None = None) -> Solo:
        rng = self._rngs[i]
        return Solo.start(rng, rotation=float(rng.uniform(0.0, 120.0)) if rotation is None else rotation)

    def _seen(self) -> Numbers:
        return np.stack([pieces_seen(solo.position, Seat.SOUTH) for solo in self._solos])
