"""`carrom/Versus-v0`: a board by the Laws against a player of the ladder."""

from __future__ import annotations

from typing import Any

import gymnasium as gym

from carrom.env.actions import Numbers, action_space, stroke_from_action
from carrom.env.opponents import opponent_of
from carrom.env.session import Session
from carrom.env.views import board_seen, board_space
from carrom.laws import rulebook
from carrom.match.log import acts
from carrom.match.parties import PlayerId
from carrom.physics import CLUB, Profile, simulate
from carrom.play import Player, skill_named, stroke_act

ME = PlayerId("a")


class Versus(gym.Env[Numbers, Numbers]):
    """The agent sits at the south. Reward: the points of the board when it ends, negative when it is lost; else 0.

    `opponent` is a rung of the ladder, a `Player`, or `module:function`. Who breaks is left to chance, unless
    `options={"breaks": True}` or False says so.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium has it so

    def __init__(
        self,
        *,
        opponent: Player | str = "greedy",
        level: str = "club",
        opponent_level: str | None = None,
        book: str = "icf",
        profile: Profile = CLUB,
        most_strokes: int = 300,
        render_mode: str | None = None,
    ) -> None:
        self.action_space = action_space()
        self.observation_space = board_space()
        self.render_mode = render_mode
        self._opponent = opponent_of(opponent)
        self._skill, self._opponent_skill = skill_named(level), skill_named(opponent_level or level)
        self._book, self._profile, self._most_strokes = rulebook(book), profile, most_strokes
        self._session: Session | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            breaks = (options or {}).get("breaks", bool(self.np_random.integers(2)))
            self._session = Session(
                book=self._book,
                profile=self._profile,
                skill=self._skill,
                opponent=self._opponent,
                opponent_skill=self._opponent_skill,
                breaker="a" if breaks else "b",
                seed=int(self.np_random.integers(2**31)),
                most_strokes=self._most_strokes,
            )
            if self._session.result is None:  # the opponent may have cleared the board before the agent's first stroke
                return self._seen(), {"breaks": breaks}

    def step(self, action: Numbers) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        view = self.session.view(ME)
        stroke = self.session.execute(stroke_from_action(action, view.position, view.seat, self._profile.max_speed))
        trace = simulate(view.position, stroke, seat=view.seat, profile=self._profile)
        return self.finish_step(stroke_act(trace, stroke, view.colour, ME))

    def finish_step(self, act: acts.StrokeMade) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """The rest of a step, once the agent's stroke has been simulated."""
        self.session.settle(act)
        result = self.session.result
        reward = 0.0 if result is None else float(result.points if result.winner == ME.party else -result.points)
        info = {"own": act.own, "opponent": act.opponent, "queen": act.queen, "striker": act.striker}
        return self._seen(), reward, result is not None, self.session.is_cut_off, info

    def render(self) -> str | None:
        return self.session.view(ME).position.text() if self.render_mode == "ansi" else None

    @property
    def session(self) -> Session:
        """The board under way."""
        if self._session is None:
            raise gym.error.ResetNeeded("reset() comes before the first step()")
        return self._session

    def _seen(self) -> Numbers:
        view = self.session.view(ME)
        return board_seen(view.position, view.seat, view.colour, view.situation)
