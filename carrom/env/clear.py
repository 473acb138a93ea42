"""`carrom/Clear-v0`: alone at the board, clear all nineteen pieces in as few strokes as possible."""

from __future__ import annotations

from typing import Any

import gymnasium as gym

from carrom.env.actions import Numbers, action_space, stroke_from_action
from carrom.env.views import pieces_seen, pieces_space
from carrom.equipment import Position, Seat
from carrom.physics import CLUB, Profile
from carrom.play import execute, skill_named
from carrom.play.solo import Solo

STROKE_COST = 0.1
MOST_STROKES = 100


class Clear(gym.Env[Numbers, Numbers]):
    """Reward: pieces pocketed for good, less a tenth for every stroke. Cut off after `most_strokes`."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium has it so

    def __init__(
        self,
        *,
        level: str = "exact",
        profile: Profile = CLUB,
        most_strokes: int = MOST_STROKES,
        render_mode: str | None = None,
    ) -> None:
        self.action_space = action_space()
        self.observation_space = pieces_space()
        self.render_mode = render_mode
        self._skill, self._profile, self._most_strokes = skill_named(level), profile, most_strokes
        self._solo = Solo(Position.start())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """A new rack, turned by chance; `options={"rotation": 45.0}` sets it."""
        super().reset(seed=seed)
        rotation = (options or {}).get("rotation", float(self.np_random.uniform(0.0, 120.0)))
        self._solo = Solo.start(self.np_random, rotation=rotation)
        return pieces_seen(self._solo.position, Seat.SOUTH), {}

    def step(self, action: Numbers) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        before = self._solo
        intended = stroke_from_action(action, before.position, Seat.SOUTH, self._profile.max_speed)
        made = execute(
            intended, self._skill, self.np_random, position=before.position, max_speed=self._profile.max_speed
        )
        self._solo, trace = before.after(made, profile=self._profile)
        gained = len(before.position.pieces) - len(self._solo.position.pieces)
        info = {"pocketed": list(trace.pocketed), "strokes": self._solo.strokes}
        done = self._solo.is_cleared
        cut_off = not done and self._solo.strokes >= self._most_strokes
        return pieces_seen(self._solo.position, Seat.SOUTH), gained - STROKE_COST, done, cut_off, info

    def render(self) -> str | None:
        return self._solo.position.text() if self.render_mode == "ansi" else None
