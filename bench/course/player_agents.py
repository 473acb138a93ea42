"""Our players as course agents."""

from __future__ import annotations

import socket
from dataclasses import replace

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import Position, Seat
from carrom.laws import QueenPlace
from carrom.physics import CLUB, Profile
from carrom.play import Perception, Player, practice_view
from carrom.play.player import Colour
from carrom.players.evaluation.search import Budget
from carrom.players.levels.solo import SoloPlayer
from course.protocol import COURSE_HAND, HOST, WIDEST, CourseAction, CourseState, read_state

_WARM = Position.from_text("white:60,0 black:-200,40 queen:0,100")
_TRIES = 4
"""Attempts for a stroke that points no further back than the course allows."""


class ClearingAgent:
    """Clears the board alone, with errors like the course's."""

    def __init__(self, simulations: int, *, seed: int = 0, profile: Profile = CLUB) -> None:
        self.player = SoloPlayer(COURSE_HAND, Budget(simulations), profile=profile, widest=WIDEST)
        self.profile, self._rng = profile, np.random.default_rng(seed)

    def warm_up(self) -> None:
        """Servers wait only seconds for the first answer."""
        self.player.stroke(_WARM, np.random.default_rng(0))

    def answer(self, text: str) -> str:
        position = CourseState.from_text(text).position()
        stroke = self.player.stroke(position, self._rng, spared=last_before_queen(position))
        return CourseAction.of(stroke, Seat.SOUTH, self.profile).text()


class PlayerAgent:
    """Plays one colour against another agent.

    The course sends only layout and score; the owner of the queen is inferred.
    """

    def __init__(self, player: Player, colour: Colour, *, seed: int = 0, profile: Profile = CLUB) -> None:
        self.player, self.colour, self.profile = player, colour, profile
        self._rng = np.random.default_rng(seed)
        self._before: CourseState | None = None
        self._queen: QueenPlace = "board"

    def warm_up(self) -> None:
        view = practice_view(_WARM, colour=self.colour, profile=self.profile)
        self.player.stroke(replace(view, skill=COURSE_HAND, rival=COURSE_HAND), np.random.default_rng(0))

    def answer(self, text: str) -> str:
        state = CourseState.from_text(text)
        view = self.view(state)
        stroke = self.player.stroke(view, self._rng)
        for _ in range(_TRIES):
            if abs(stroke.direction) <= WIDEST:
                break
            stroke = self.player.stroke(view, self._rng)
        return CourseAction.of(stroke, Seat.SOUTH, self.profile).text()

    def view(self, state: CourseState) -> Perception:
        self._queen = self._whose_queen(state)
        self._before = state
        seen = practice_view(state.position(), colour=self.colour, queen=self._queen, profile=self.profile)
        return replace(seen, skill=COURSE_HAND, rival=COURSE_HAND)

    def _whose_queen(self, state: CourseState) -> QueenPlace:
        if any(kind == "queen" for kind, _, _ in state.pieces):
            return "board"
        if self._queen in ("player", "opponent"):
            return self._queen
        if state.reward >= 3:
            return "player"
        before = self._before
        if self._queen == "pending":
            return "player"
        if before is None:
            return "opponent"
        others = [one for one in state.pieces if one[0] not in (self.colour, "queen")]
        was = [one for one in before.pieces if one[0] not in (self.colour, "queen")]
        # no other piece gone and no reward: our last stroke pocketed her, and she waits for cover
        return "pending" if len(others) == len(was) and state.reward == 0 else "opponent"


def last_before_queen(position: Position) -> int | None:
    """Row of the only piece besides the queen, which would come back."""
    rows = [row for row, piece in enumerate(position.pieces) if piece.kind != "queen"]
    return rows[0] if len(rows) == 1 and position.on_board("queen") else None


def play_on_server(agent: ClearingAgent | PlayerAgent, port: int, *, host: str = HOST) -> int:
    """Answer until the server hangs up; number of strokes."""
    agent.warm_up()
    try:
        line = socket.create_connection((host, port))
    except OSError as error:
        raise CarromError("no-server", f"no server of the course at {host}:{port}: {error.strerror}") from None
    strokes = 0
    with line:
        while state := read_state(line):
            try:
                line.sendall(agent.answer(state).encode())
            except OSError:
                break
            strokes += 1
    return strokes
