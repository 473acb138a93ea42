"""Course agents as players, for the arena and the environments.

    # my_agents.py
    from course.agent import CourseAgent
    def careful(): return CourseAgent("python start_agent.py -np 2 -p {port} -rs {seed} -c {color}")

With `bench` on the PYTHONPATH, `carrom arena my_agents:careful aimer`; or without a file, with the command in
`CARROM_COURSE_AGENT`, `carrom arena course.agent:from_environment aimer`.
"""

from __future__ import annotations

import os

import numpy as np

from carrom.base.errors import CarromError
from carrom.physics import Stroke
from carrom.play import Perception, PlainManners
from course.protocol import ANSWER_LIMIT, AgentConnection, CourseAction, CourseState

COMMAND = "CARROM_COURSE_AGENT"


class CourseAgent(PlainManners):
    """A player whose strokes come from a program that speaks the course's protocol.

    A command with `{color}` gets the colour; other agents see their own pieces as white.
    """

    def __init__(self, command: str, *, limit: float = ANSWER_LIMIT) -> None:
        self.command, self.limit = command, limit
        self._line: AgentConnection | None = None
        self._score = 0

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        if self._line is None:
            color, seed = view.colour.capitalize(), int(rng.integers(2**31))
            self._line = AgentConnection(self.command, limit=self.limit, color=color, seed=seed)
        score = view.position.pocketed(view.colour) + (3 if view.situation.queen == "player" else 0)
        state = CourseState.of(view.position, view.seat, score=score, reward=float(score - self._score))
        self._score = score
        if "{color}" not in self.command and view.colour == "black":
            state = state.swapped()
        action = CourseAction.from_text(self._line.answer(state.text())).in_range(rng)
        return action.stroke(view.position, view.seat, view.profile)

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def __del__(self) -> None:
        self.close()


def from_environment() -> CourseAgent:
    """Its command is in the environment variable `CARROM_COURSE_AGENT`."""
    command = os.environ.get(COMMAND, "")
    if not command:
        raise CarromError("no-command", f"{COMMAND} is empty: it is the command that starts an agent of the course")
    return CourseAgent(command)
