"""`carrom/Versus-v0`: a board by the Laws against a player."""

from typing import Any

import gymnasium as gym

from carrom.env.session import BoardSession
from carrom.env.settings import as_profile, as_rulebook, as_skill, check_positive, make_opponent
from carrom.env.spaces import Numbers, action_space, board_space, observe_board, stroke_from_action
from carrom.env.stroke_env import StepResult, StrokeEnv, StrokeVectorEnv
from carrom.equipment import Position, Stroke
from carrom.laws import Rulebook
from carrom.match.parties import PlayerId
from carrom.physics import CLUB, Profile
from carrom.play import Player, Seen, Skill, stroke_act

ME = PlayerId("a")


class Versus(StrokeEnv):
    """The agent sits south. Reward: the points of the board when it ends, negative if lost; 0 before.

    `opponent` is a level's name, a `Player`, or `module:function`. The break is random unless `options={"breaks":
    True}` or False sets it.
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
        self._opponent = make_opponent(opponent)
        self._skill, self._opponent_skill = as_skill(level), as_skill(opponent_level or level)
        self._book, self.profile = as_rulebook(book), as_profile(profile)
        self._most_strokes = check_positive("most_strokes", most_strokes)
        self._session: BoardSession | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            breaks = (options or {}).get("breaks", bool(self.np_random.integers(2)))
            self._session = BoardSession(
                book=self._book,
                profile=self.profile,
                skill=self._skill,
                opponent=self._opponent,
                opponent_skill=self._opponent_skill,
                breaker="a" if breaks else "b",
                seed=int(self.np_random.integers(2**31)),
                most_strokes=self._most_strokes,
            )
            if self._session.result is None:  # the opponent may clear the board before the agent's first stroke
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

    def finish_step(self, stroke: Stroke, seen: Seen) -> StepResult:
        act = self.session.settle(stroke_act(seen, stroke, self.session.view(ME).colour, ME))
        result = self.session.result
        reward = 0.0 if result is None else float(result.points if result.winner == ME.party else -result.points)
        info = {"own": act.own, "opponent": act.opponent, "queen": act.queen, "striker": act.striker}
        return self._seen(), reward, result is not None, self.session.is_cut_off, info

    @property
    def session(self) -> BoardSession:
        if self._session is None:
            raise gym.error.ResetNeeded("reset() comes before the first step()")
        return self._session

    def _seen(self) -> Numbers:
        view = self.session.view(ME)
        return observe_board(view.position, view.seat, view.colour, view.situation)


class VersusVector(StrokeVectorEnv):
    board = Versus
