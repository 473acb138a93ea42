"""PettingZoo environment of a board by the Laws, singles or doubles, one agent per seat (version 1).

    from carrom.env import board_v1
    env = board_v1.env(players=4, actions="candidates")

Observations and actions are those of `carrom/Versus-v1`, from each seat. Invalid numbers raise `CarromError`.
`env()` checks the order of calls, `raw_env()` does not.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Space
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from carrom.base.errors import CarromError
from carrom.env.array_env import RENDER_MODES, Observation, position_image
from carrom.env.seat_observer import SeatObserver
from carrom.env.session import BoardSession
from carrom.env.settings import as_profile, as_rulebook, as_skill, check_choice, check_positive
from carrom.equipment import Seat
from carrom.laws import Rulebook
from carrom.match.log.acts import StrokeMade
from carrom.match.parties import PlayerId
from carrom.physics import CLUB, Profile, Stroke
from carrom.play import Perception, Skill

_SINGLES = {"south": PlayerId("a"), "north": PlayerId("b")}
_DOUBLES = {"south": PlayerId("a", 0), "east": PlayerId("b", 0), "north": PlayerId("a", 1), "west": PlayerId("b", 1)}
SEATED = {2: _SINGLES, 4: _DOUBLES}


def env(**options: Any) -> Any:
    """The environment with PettingZoo's check of order."""
    return wrappers.OrderEnforcingWrapper(raw_env(**options))


def raw_env(**options: Any) -> BoardEnv:
    """The environment without checks."""
    return BoardEnv(**options)


class BoardEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """Agents are named by their seats. Winners get the board's points, losers as many negative ones. One agent may act
    several times in a row. Due pieces are placed at random lawful places, never forgone."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "carrom_board_v1",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        *,
        players: int = 2,
        level: Skill | str = "club",
        book: Rulebook | str = "icf",
        profile: Profile | str = CLUB,
        most_strokes: int = 300,
        actions: str = "raw",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        if players not in SEATED:
            raise CarromError("bad-setting", f"{players} players: carrom is played by 2 or 4")
        self._people = SEATED[players]
        self.possible_agents = list(self._people)
        self.agents: list[str] = []
        self.render_mode = render_mode
        self._skill, self._book, self._profile = as_skill(level), as_rulebook(book), as_profile(profile)
        self._most_strokes = check_positive("most_strokes", most_strokes)
        self._rng = np.random.default_rng()
        self._seats = SeatObserver(actions=actions, most_strokes=self._most_strokes, profile=self._profile)
        self.action_spaces = {agent: deepcopy(self._seats.action_space) for agent in self.possible_agents}
        self.observation_spaces = {agent: deepcopy(self._seats.observation_space) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new board. The breaker is random unless `options={"breaker": "a"}` sets it."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        breaker = (options or {}).get("breaker", "ab"[int(self._rng.integers(2))])
        self._session = BoardSession(
            book=self._book,
            profile=self._profile,
            skill=self._skill,
            is_doubles=len(self._people) == 4,
            breaker=breaker,
            seed=int(self._rng.integers(2**31)),
            most_strokes=self._most_strokes,
        )
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent(self._session.turn)

    def observe(self, agent: str) -> Observation:
        return self._seats.seen(self._view(agent), strokes=self._session.strokes)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        session = self._session
        intended = self._intended(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = self._stroke_info(intended, session.strike(intended))
        result = session.result
        if result is not None:
            for name, person in self._people.items():
                self.rewards[name] = float(result.points if person.party == result.winner else -result.points)
            self.terminations = dict.fromkeys(self.agents, True)
        elif session.is_cut_off:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._agent(session.turn)
        self._accumulate_rewards()

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

    def _view(self, agent: str) -> Perception:
        return self._session.view(self._people[agent])

    def render(self) -> Any:
        position = self._view(self.agent_selection).position
        if self.render_mode == "rgb_array":
            return position_image(position)
        return position.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _agent(self, person: PlayerId) -> str:
        seat: Seat = self._session.match.course.seat(person)
        return seat.value
