"""`carrom/Clear-v0`: alone at the board, clear all nineteen pieces in as few strokes as possible."""

from typing import Any

from carrom.env.settings import as_profile, as_skill, check_positive
from carrom.env.spaces import Numbers, action_space, observe_pieces, pieces_space, stroke_from_action
from carrom.env.stroke_env import StepResult, StrokeEnv, StrokeVectorEnv
from carrom.equipment import Position, Seat, Stroke
from carrom.physics import CLUB, Profile
from carrom.play import Seen, Skill, execute
from carrom.play.solo import Solo

STROKE_COST = 0.1
MOST_STROKES = 100


class Clear(StrokeEnv):
    """Reward: pieces pocketed for good, minus 0.1 per stroke. Cut off after `most_strokes`."""

    def __init__(
        self,
        *,
        level: Skill | str = "exact",
        profile: Profile | str = CLUB,
        most_strokes: int = MOST_STROKES,
        render_mode: str | None = None,
    ) -> None:
        self.action_space = action_space()
        self.observation_space = pieces_space()
        self.render_mode = render_mode
        self._skill, self.profile = as_skill(level), as_profile(profile)
        self._most_strokes = check_positive("most_strokes", most_strokes)
        self._solo = Solo(Position.start())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Start with a new rack at a random angle; `options={"rotation": 45.0}` sets it."""
        super().reset(seed=seed)
        rotation = (options or {}).get("rotation", float(self.np_random.uniform(0.0, 120.0)))
        self._solo = Solo.start(self.np_random, rotation=rotation)
        return observe_pieces(self._solo.position, Seat.SOUTH), {}

    @property
    def position(self) -> Position:
        return self._solo.position

    @property
    def strokes(self) -> int:
        return self._solo.strokes

    def made_stroke(self, action: Numbers) -> Stroke:
        fastest = self.profile.max_speed
        intended = stroke_from_action(action, self.position, Seat.SOUTH, fastest)
        return execute(intended, self._skill, self.np_random, position=self.position, max_speed=fastest)

    def finish_step(self, stroke: Stroke, seen: Seen) -> StepResult:
        before = len(self.position.pieces)
        self._solo = self._solo.after(seen)
        reward = before - len(self.position.pieces) - STROKE_COST
        done = self._solo.is_cleared
        cut_off = not done and self.strokes >= self._most_strokes
        info = {"pocketed": list(seen.pocketed), "strokes": self.strokes}
        return observe_pieces(self.position, Seat.SOUTH), reward, done, cut_off, info


class ClearVector(StrokeVectorEnv):
    board = Clear
