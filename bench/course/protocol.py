"""The course's protocol: its text forms on our board, and the socket to an agent.

Its board is 800 units wide, seen by the striking player at small y. A stroke has three numbers: place on the base line
(0 … 1), direction in degrees (0 right, 90 ahead, from −45 to 225), and force (0 … 1).
"""

from __future__ import annotations

import ast
import re
import shlex
import socket
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from math import dist, isfinite, sqrt
from time import monotonic
from types import TracebackType
from typing import Any, Final, Literal

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import Kind, Position, Seat
from carrom.equipment.free_space import points_around
from carrom.equipment.sizes import (
    HALF,
    PIECE_RADIUS,
    POCKET_CENTRE,
    POCKET_RADIUS,
    POCKETS,
    STRIKER_RADIUS,
    SURFACE,
)
from carrom.physics import Profile, Stroke
from carrom.physics.profiles import G
from carrom.play.skill import Skill
from carrom.play.striker_positions import free_striker_row

CourseColour = Literal["White", "Black"]
_MIDDLE: Final = 400.0
_UNIT: Final = POCKET_CENTRE / (_MIDDLE - 44.1)
"""millimetres per unit"""
_LEFT, _ALONG = 170.0, 460.0
"""start and length of its base line"""
LEAST_ANGLE, MOST_ANGLE = -45.0, 225.0
WIDEST: Final = 90.0 - LEAST_ANGLE
"""degrees to either side of straight ahead"""
_LEAST_FORCE, _MORE_FORCE = 500.0, 34_000.0
_WIDTHS: Final = 3.5
"""Boards that the striker runs from the centre at full force."""
NOISE: Final = (0.005, 2.0, 0.01)
"""Standard deviations of the errors that the course adds to the three numbers."""
_RINGS, _AROUND, _APART = 400, 24, 0.5
"""Search for a free place: rings, places on each, millimetres between rings."""
_KEYS: Final[dict[Kind, str]] = {"white": "White_Locations", "black": "Black_Locations", "queen": "Red_Location"}
_WHOLE: Final = re.compile(r";REWARD\s*(-?\d+(?:\.\d+)?)\s*$")

COURSE_HAND: Final = Skill("course", NOISE[1], 0.03, NOISE[0] * _ALONG * _UNIT)
HOST = "127.0.0.1"
PORT = 12121
ANSWER_LIMIT = 5.0
"""seconds; the course gives half a second"""
_START_LIMIT = 60.0
_LOOK = 0.2
"""seconds between checks that an awaited agent still runs"""
_MOST_BYTES = 4096


@dataclass(frozen=True, slots=True)
class CourseState:
    """State message of the course, with places in millimetres from the base line's side."""

    pieces: tuple[tuple[Kind, float, float], ...]
    score: int = 0
    reward: float = 0.0

    @classmethod
    def of(cls, position: Position, seat: Seat, *, score: int = 0, reward: float = 0.0) -> CourseState:
        seen = tuple((piece.kind, *seat.from_board(piece.x, piece.y)) for piece in position.pieces)
        return cls(seen, score, reward)

    def position(self) -> Position:
        """On our board, from the south. Overlapping pieces are moved apart a little."""
        placed: list[tuple[Kind, float, float]] = []
        for kind, x, y in self.pieces:
            placed.append((kind, *_free_near(x, y, [(a, b) for _, a, b in placed])))
        return Position.of(placed)

    def swapped(self) -> CourseState:
        """Colours exchanged, for agents that expect to be white."""
        other: dict[Kind, Kind] = {"white": "black", "black": "white", "queen": "queen"}
        return CourseState(tuple((other[kind], x, y) for kind, x, y in self.pieces), self.score, self.reward)

    def text(self) -> str:
        message: dict[str, Any] = {key: [] for key in _KEYS.values()}
        for kind, x, y in self.pieces:
            message[_KEYS[kind]].append((round(x / _UNIT + _MIDDLE, 4), round(y / _UNIT + _MIDDLE, 4)))
        message["Score"] = self.score
        return f"{message};REWARD{self.reward:g}"

    @classmethod
    def from_text(cls, text: str) -> CourseState:
        """Read a server's message.

        >>> CourseState.from_text("{'White_Locations': [(400, 368)], 'Score': 2};REWARD1").pieces[0][0]
        'white'
        """
        whole = _WHOLE.search(text)
        try:
            if whole is None:
                raise ValueError
            told = ast.literal_eval(text[: whole.start()].replace("Vec2d", "").removeprefix("State="))
            pieces = [
                (kind, (float(x) - _MIDDLE) * _UNIT, (float(y) - _MIDDLE) * _UNIT)
                for kind, key in _KEYS.items()
                for x, y in told.get(key, [])
            ]
            return cls(tuple(pieces), int(told.get("Score", 0)), float(whole[1]))
        except (ValueError, SyntaxError, TypeError, AttributeError):
            raise CarromError("bad-state", f"no state of the course: {text[:80]!r}") from None


def is_complete(text: str) -> bool:
    """A server's message has arrived completely."""
    return _WHOLE.search(text) is not None


@dataclass(frozen=True, slots=True)
class CourseAction:
    position: float
    angle: float
    force: float

    @classmethod
    def from_text(cls, text: str) -> CourseAction:
        """Read an agent's answer.

        >>> CourseAction.from_text("0.5, 72, 0.7").angle
        72.0
        """
        try:
            found = [round(float(word), 4) for word in text.split(",")]
        except ValueError:
            found = []
        if len(found) != 3 or not all(isfinite(number) for number in found):
            raise CarromError("bad-action", f"{text[:60]!r} is no action: position, angle and force are needed")
        return cls(*found)

    def text(self) -> str:
        return f"{self.position:.4f},{self.angle:.4f},{self.force:.4f}"

    def in_range(self, rng: np.random.Generator) -> CourseAction:
        """Replace numbers out of range by random ones, as the course does."""
        return CourseAction(
            *(
                number if low <= number <= high else float(rng.uniform(low, high))
                for number, low, high in (
                    (self.position, 0.0, 1.0),
                    (self.angle, LEAST_ANGLE, MOST_ANGLE),
                    (self.force, 0.0, 1.0),
                )
            )
        )

    def with_noise(self, rng: np.random.Generator) -> CourseAction:
        place, turn, push = (rng.standard_normal(3) * NOISE).tolist()
        return CourseAction(
            min(max(self.position + place, 0.0), 1.0),
            min(max(self.angle + turn, LEAST_ANGLE), MOST_ANGLE),
            min(max(self.force + push, 0.0), 1.0),
        )

    def stroke(self, position: Position, seat: Seat, profile: Profile) -> Stroke:
        """On our board, from the nearest lawful striker position."""
        ahead, spans = free_striker_row(position, seat)
        if not spans:
            raise LookupError("the striker has no room: the board is to be replayed (142)")
        wanted = (_LEFT + _ALONG * self.position - _MIDDLE) * _UNIT
        across = min((min(max(wanted, low), high) for low, high in spans), key=lambda x: abs(x - wanted))
        force = (_LEAST_FORCE + _MORE_FORCE * self.force) / (_LEAST_FORCE + _MORE_FORCE)
        direction = 180.0 - (90.0 + self.angle) % 360.0
        return Stroke(*seat.to_board(across, ahead), direction, force * full_force(profile))

    @classmethod
    def of(cls, stroke: Stroke, seat: Seat, profile: Profile) -> CourseAction:
        across, _ = seat.from_board(stroke.x, stroke.y)
        force = stroke.speed / full_force(profile) * (_LEAST_FORCE + _MORE_FORCE)
        direction = min(max(stroke.direction, -WIDEST), WIDEST)
        return cls(
            min(max((across / _UNIT + _MIDDLE - _LEFT) / _ALONG, 0.0), 1.0),
            90.0 - direction,
            min(max((force - _LEAST_FORCE) / _MORE_FORCE, 0.0), 1.0),
        )


@lru_cache(maxsize=16)
def full_force(profile: Profile) -> float:
    """Speed, m/s, at which a striker from the centre runs three and a half boards here."""
    first, each = HALF - STRIKER_RADIUS, SURFACE - 2 * STRIKER_RADIUS
    runs = [first]
    while sum(runs) + each < _WIDTHS * SURFACE:
        runs.append(each)
    slowing = 2 * profile.friction * G / 1000.0
    square = slowing * (_WIDTHS * SURFACE - sum(runs))
    for run in reversed(runs):
        square = square / profile.frame_restitution**2 + slowing * run
    return min(sqrt(square), profile.max_speed)


def _free_near(x: float, y: float, others: list[tuple[float, float]]) -> tuple[float, float]:
    limit = HALF - PIECE_RADIUS
    x, y = min(max(x, -limit), limit), min(max(y, -limit), limit)
    for step in range(_RINGS):
        for place in points_around(x, y, step * _APART, _AROUND if step else 1):
            if max(map(abs, place)) <= limit and all(
                dist(place, there) >= apart
                for apart, taken in ((2 * PIECE_RADIUS, others), (POCKET_RADIUS, POCKETS))
                for there in taken
            ):
                return place
    return x, y


class AgentConnection:
    """Connection to an agent. `command` starts it, with `{port}`, `{seed}` and `{color}` filled in; without `{port}` it
    gets `-p PORT`, as course agents do. Without a command, an agent is awaited."""

    def __init__(
        self, command: str = "", *, port: int = 0, limit: float = ANSWER_LIMIT, seed: int = 0, color: str = "White"
    ) -> None:
        self._limit = limit
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: socket.socket | None = None
        try:
            self._door = socket.create_server((HOST, port))
        except OSError as error:
            raise CarromError("port-taken", f"nothing can listen at port {port}: {error.strerror}") from None
        self.port: int = self._door.getsockname()[1]
        if command:
            with_port = command if "{port}" in command else f"{command} -p {{port}}"
            words = shlex.split(with_port.format(port=self.port, seed=seed, color=color))
            try:
                # our process group, so that a `PlayerProcess` can kill it too
                self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL)
            except OSError as error:
                self._door.close()
                raise CarromError("agent-not-started", f"{words[0]!r} cannot be started: {error.strerror}") from None

    def __enter__(self) -> AgentConnection:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._door.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def answer(self, text: str) -> str:
        line = self._line()
        try:
            line.sendall(text.encode())
            reply = line.recv(_MOST_BYTES).decode("utf-8", "replace")
        except TimeoutError:
            raise CarromError("no-answer", f"no answer within {self._limit:g} s") from None
        except OSError:
            reply = ""
        if not reply:
            raise CarromError("agent-gone", "the agent has hung up")
        return reply

    def _line(self) -> socket.socket:
        if self._connection is None:
            self._connection = self._accept()
            self._connection.settimeout(self._limit)
        return self._connection

    def _accept(self) -> socket.socket:
        """Accept the agent, unless its started process has ended."""
        process, until = self._process, monotonic() + _START_LIMIT
        self._door.settimeout(None if process is None else _LOOK)
        while True:
            try:
                return self._door.accept()[0]
            except TimeoutError:
                ended = None if process is None else process.poll()
                if ended is not None:
                    raise CarromError(
                        "agent-ended", f"the agent ended (status {ended}) before it came to port {self.port}"
                    ) from None
                if monotonic() > until:
                    raise CarromError(
                        "no-agent", f"no agent came to port {self.port} within {_START_LIMIT:g} s"
                    ) from None


def read_state(line: socket.socket) -> str:
    """The server's next message; empty after it hung up."""
    message = ""
    while not is_complete(message):
        try:
            more = line.recv(_MOST_BYTES)
        except OSError:
            return ""
        if not more:
            return ""
        message += more.decode("utf-8", "replace")
    return message
