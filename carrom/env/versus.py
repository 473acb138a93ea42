"""`carrom/Versus-v0`: a board by the Laws against a player of the ladder."""

from typing import Any

import gymnasium as gym

from carrom.env.actions import Numbers, action_space, stroke_from_action
from carrom.env.given import at_least_one, book_of, hand_of, surface_of
from carrom.env.opponents import opponent_of
from carrom.env.session import Session
from carrom.env.stroke_env import ManyBoards, Stepped, StrokeEnv
from carrom.env.views import board_seen, board_space
from carrom.equipment import Position, Stroke
from carrom.laws import Rulebook
from carrom.match.parties import PlayerId
from carrom.physics import CLUB, Profile
from carrom.play import Player, Seen, Skill, stroke_act

ME = PlayerId("a")


class Versus(StrokeEnv):
    """The agent sits at the south. Reward: the points of the board when it ends, negative when it is lost; else 0.

    `opponent` is a rung of the ladder, a `Player`, or `module:function`. Who breaks is left to chance, unless
    `options={"breaks": True}` or False says so.
    """

    def __init__(
        self,
        *,
        opponent: Player | str = "greedy",
        level: Skill | str = "club",
        opponent_level: Skill | str | None = None,
        book: Rulebook | str = "icf",
        profile: Profile | str = CLUB,
        most_strokes: int = 300,
        render_mode: str | None = None,
    ) -> None:
        self.action_space = action_space()
        self.observation_space = board_space()
        self.render_mode = render_mode
        self._opponent = opponent_of(opponent)
        self._skill, self._opponent_skill = hand_of(level), hand_of(opponent_level or level)
        self._book, self.profile = book_of(book), surface_of(profile)
        self._most_strokes = at_least_one("most_strokes", most_strokes)
        self._session: Session | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            breaks = (options or {}).get("breaks", bool(self.np_random.integers(2)))
            self._session = Session(
                book=self._book,
                profile=self.profile,
                skill=self._skill,
                opponent=self._opponent,
                opponent_skill=self._opponent_skill,
                breaker="a" if breaks else "b",
                seed=int(self.np_random.integers(2**31)),
                most_strokes=self._most_strokes,
            )
            if self._session.result is None:  # the opponent may have cleared the board before the agent's first stroke
                return self._seen(), {"breaks": breaks}

    @property
    def position(self) -> Position:
        return self.session.view(ME).position

    @property
    def strokes(self) -> int:
        return self.session.strokes

    def made_stroke(self, action: Numbers) -> Stroke:
        view = self.session.view(ME)
        return self.session.execute(stroke_from_action(action, view.position, view.seat, self.profile.max_speed))

    def finish_step(self, stroke: Stroke, seen: Seen) -> Stepped:
        act = self.session.settle(stroke_act(seen, stroke, self.session.view(ME).colour, ME))
        result = self.session.result
        reward = 0.0 if result is None else float(result.points if result.winner == ME.party else -result.points)
        info = {"own": act.own, "opponent": act.opponent, "queen": act.queen, "striker": act.striker}
        return self._seen(), reward, result is not None, self.session.is_cut_off, info

    @property
    def session(self) -> Session:
        """The board under way."""
        if self._session is None:
            raise gym.error.ResetNeeded("reset() comes before the first step()")
        return self._session

    def _seen(self) -> Numbers:
        view = self.session.view(ME)
        return board_seen(view.position, view.seat, view.colour, view.situation)


class VersusVector(ManyBoards):
    """`num_envs` boards against the ladder."""

    board = Versus
