"""Observations and actions of `carrom/Versus-v1` for any seat."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Space
from numpy.typing import ArrayLike

from carrom.env.array_env import Observation
from carrom.env.session import ExternalPlayer
from carrom.env.versus import VersusVector
from carrom.equipment.sizes import SIDE_PIECES
from carrom.laws import Rulebook
from carrom.physics import CLUB, Profile, Stroke
from carrom.play import Perception, Skill
from carrom.play.batch.layouts import places_of
from carrom.play.batch.situations import FullSituation
from carrom.play.sight import Floats

_Table = tuple[Skill, Skill, Rulebook, Profile]
_ROW = np.array([0])


class SeatObserver:
    """Shows boards to an agent and converts its actions; plays nothing."""

    def __init__(
        self, *, actions: str = "raw", dues: str = "plain", most_strokes: int = 300, profile: Profile = CLUB
    ) -> None:
        self._options: dict[str, Any] = {"actions": actions, "dues": dues, "most_strokes": most_strokes}
        self._env = VersusVector(1, opponent=ExternalPlayer(), profile=profile, **self._options)
        self._table: _Table | None = None
        self._view: Perception | None = None

    @property
    def asks(self) -> bool:
        return bool(self._options["dues"] == "agent")

    @property
    def observation_space(self) -> Space[Any]:
        return self._env.single_observation_space

    @property
    def action_space(self) -> Space[Any]:
        return self._env.single_action_space

    def seen(self, view: Perception, *, strokes: int = 0, due: int = 0) -> Observation:
        """Observation from this seat; `due` pieces of the other side wait to be placed."""
        self._sit_down(view)
        boards, situation = self._env.boards, view.situation
        # Not in the view, but visible from a pocketed piece of the other side.
        standing = FullSituation(situation, situation.opponent < SIDE_PIECES)
        boards.places[0] = _seen_places(view)
        boards.standing[0] = boards.cases.number(standing)
        boards.turn[0], boards.breaker[0] = 0, 0 if view.colour == "white" else 1
        boards.strokes[0], boards.due[0], boards.over[0] = strokes, due, False
        self._view = view
        return {key: values[0] for key, values in self._env._seen(_ROW).items()}

    def stroke(self, action: ArrayLike) -> Stroke:
        """Stroke of an action on the board observed last."""
        view = self._looked_at()
        taken = self._env._checked(np.asarray(action)[None])
        x, y, direction, speed = self._env._strokes(_ROW, self._env.boards.places[_ROW], taken)[0].tolist()
        return Stroke(*view.seat.to_board(x, y), direction, speed)

    def wish(self, action: ArrayLike) -> tuple[bool, float, float]:
        """Whether due pieces are forgone, and their wanted place as the agent sees it."""
        self._looked_at()
        forgo, at = self._env._wishes(self._env._checked(np.asarray(action)[None]))
        return bool(forgo[0]), float(at[0, 0]), float(at[0, 1])

    def _looked_at(self) -> Perception:
        if self._view is None:
            raise LookupError("an action comes after a look")
        return self._view

    def _sit_down(self, view: Perception) -> None:
        table = view.skill, view.rival, view.rulebook, view.profile
        if table != self._table:
            self._env = VersusVector(
                1,
                opponent=ExternalPlayer(),
                level=view.skill,
                opponent_level=view.rival,
                book=view.rulebook,
                profile=view.profile,
                **self._options,
            )
            self._table = table


def _seen_places(view: Perception) -> Floats:
    places = places_of(view.position)
    for row in np.flatnonzero(~np.isnan(places[:, 0])).tolist():
        places[row] = view.seat.from_board(*places[row].tolist())
    return places
