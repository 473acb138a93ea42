"""`carrom/Clear-v0` many times at once: all boards are struck in one call of the batch simulator."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from carrom.env.actions import Numbers, action_space, stroke_of
from carrom.env.clear import MOST_STROKES, STROKE_COST
from carrom.env.views import pieces_seen, pieces_space
from carrom.equipment import Kind, Piece, Position, Seat
from carrom.physics import CLUB, Profile, simulate_batch
from carrom.play import execute, skill_named
from carrom.play.solo import brought_back


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
        self._positions: list[Position] = []
        self._strokes = np.zeros(num_envs, dtype=np.int64)
        self._is_over = np.zeros(num_envs, dtype=bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """New racks, as `Clear` has them. One seed gives each board its own, counted up from it."""
        if seed is not None or not self._rngs:
            seeds = (
                [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed or [None] * self.num_envs
            )
            self._rngs = [np.random.Generator(np.random.PCG64(each)) for each in seeds]
        rotation = (options or {}).get("rotation")
        self._positions = [self._racked(i, rotation) for i in range(self.num_envs)]
        self._strokes[:] = 0
        self._is_over[:] = False
        return self._seen(), {}

    def step(
        self, actions: Numbers
    ) -> tuple[Numbers, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        resting = self._is_over
        playing = np.flatnonzero(~resting)
        rewards = np.zeros(self.num_envs)
        if len(playing):
            rewards[playing] = self._struck(playing, actions)
        for i in np.flatnonzero(resting).tolist():
            self._positions[i], self._strokes[i] = self._racked(i), 0
        cleared = np.array([not position.pieces for position in self._positions])
        cut_off = ~cleared & (self._strokes >= self._most_strokes)
        self._is_over = cleared | cut_off
        return self._seen(), rewards, cleared, cut_off, {"strokes": self._strokes.copy()}

    def _struck(self, playing: NDArray[np.int64], actions: Numbers) -> NDArray[np.float64]:
        before = [self._positions[i] for i in playing]
        strokes = []
        for i, position in zip(playing.tolist(), before, strict=True):
            intended = stroke_of(actions[i], position, Seat.SOUTH, self._profile.max_speed)
            strokes.append(
                execute(intended, self._skill, self._rngs[i], position=position, max_speed=self._profile.max_speed)
            )
        made = simulate_batch(before, strokes, profile=self._profile)
        rewards = np.empty(len(playing))
        for row, (i, position) in enumerate(zip(playing.tolist(), before, strict=True)):
            fell = [number for number in made.falls(row) if number < len(position.pieces)]
            lost: list[Kind] = [position.pieces[number].kind for number in fell]
            left = tuple(
                Piece(piece.kind, float(made.rest[row, number, 0]), float(made.rest[row, number, 1]))
                for number, piece in enumerate(position.pieces)
                if number not in fell
            )
            after = Position(left)
            if made.is_pocketed[row, -1]:
                after = brought_back(after, lost)
            self._positions[i] = after
            self._strokes[i] += 1
            rewards[row] = len(position.pieces) - len(after.pieces) - STROKE_COST
        return rewards

    def _racked(self, i: int, rotation: float | None = None) -> Position:
        return Position.start(float(self._rngs[i].uniform(0.0, 120.0)) if rotation is None else rotation)

    def _seen(self) -> Numbers:
        return np.stack([pieces_seen(position, Seat.SOUTH) for position in self._positions])
