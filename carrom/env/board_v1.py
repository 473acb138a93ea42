"""A board by the Laws as a PettingZoo environment of version 1, singles or doubles; one agent for each seat.

    from carrom.env import board_v1
    env = board_v1.env(players=4, actions="candidates")

What is seen and what an action is are those of `carrom/Versus-v1`, from each seat. Names or values for everything; a
number that is none is refused, not played on. `env()` checks the order of calls, `raw_env()` does not.
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
    """The environment with PettingZoo's own check of order."""
    return wrappers.OrderEnforcingWrapper(raw_env(**options))


def raw_env(**options: Any) -> SeatsEnv:
    """The environment itself."""
    return SeatsEnv(**options)


class SeatsEnv(BoardEnv):
    """Each agent is called by its seat. Rewards come at the end: the board's points to the winners, as many against
    the losers. Due pieces are placed anywhere lawful by chance and never forgone."""

    metadata: ClassVar[dict[str, Any]] = {
        **BoardEnv.metadata,
        "name": "carrom_board_v1",
        "render_modes": list(RENDER_MODES),
    }

    def __init__(self, *, actions: str = "raw", render_mode: str | None = None, **options: Any) -> None:
        """`players`, `level`, `book`, `profile` and `most_strokes` as in the first version."""
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

    def _told(self, intended: Stroke, act: StrokeMade) -> dict[str, Any]:
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
