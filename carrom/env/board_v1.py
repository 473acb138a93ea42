"""PettingZoo environment of a board by the Laws, singles or doubles, with one agent per seat (version 1).

    from carrom.env import board_v1
    env = board_v1.env(players=4, actions="candidates")

Observations and actions are those of `carrom/Versus-v1`, from each seat. Invalid numbers raise `CarromError`. `env()`
checks the order of calls, `raw_env()` does not.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar

from pettingzoo.utils import wrappers

from carrom.env.array_env import RENDER_MODES, Observation, position_image
from carrom.env.board_v0 import BoardEnv
from carrom.env.seat_observer import SeatObserver
from carrom.env.settings import check_choice
from carrom.match.log.acts import StrokeMade
from carrom.physics import Stroke


def env(**options: Any) -> Any:
    """Return the environment with PettingZoo's check of order."""
    return wrappers.OrderEnforcingWrapper(raw_env(**options))


def raw_env(**options: Any) -> SeatsEnv:
    """Return the environment without checks."""
    return SeatsEnv(**options)


class SeatsEnv(BoardEnv):
    """Agents are named by their seats. At the end the winners get the board's points and the losers as many negative
    ones. Due pieces are placed at random lawful places and never forgone."""

    metadata: ClassVar[dict[str, Any]] = {
        **BoardEnv.metadata,
        "name": "carrom_board_v1",
        "render_modes": list(RENDER_MODES),
    }

    def __init__(self, *, actions: str = "raw", render_mode: str | None = None, **options: Any) -> None:
        """Take `players`, `level`, `book`, `profile` and `most_strokes` as version 0 does."""
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        super().__init__(render_mode=render_mode, **options)
        self._seats = SeatObserver(actions=actions, most_strokes=self._most_strokes, profile=self._profile)
        self.action_spaces = {agent: deepcopy(self._seats.action_space) for agent in self.possible_agents}
        self.observation_spaces = {agent: deepcopy(self._seats.observation_space) for agent in self.possible_agents}

    def observe(self, agent: str) -> Observation:
        return self._seats.seen(self._view(agent), strokes=self._session.strokes)

    def _intended(self, agent: str, action: Any) -> Stroke:
        self.observe(agent)
        return self._seats.stroke(action)

    def _stroke_info(self, intended: Stroke, act: StrokeMade) -> dict[str, Any]:
        return {
            "own": act.own,
            "opponent": act.opponent,
            "queen": act.queen,
            "striker": act.striker,
            "intended": intended,
            "executed": act.aim,
        }

    def render(self) -> Any:
        return (
            position_image(self._view(self.agent_selection).position)
            if self.render_mode == "rgb_array"
            else super().render()
        )
