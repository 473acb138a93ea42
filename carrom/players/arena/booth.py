"""A program of somebody else's, in a process of its own: asked by messages, and ended when it does not answer.

Whatever it changes, prints, keeps or breaks stays in its process; it sees what it is asked and nothing of the table. It
is a booth, not a prison: a program that wants to harm the machine can.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from multiprocessing import Pipe
from time import monotonic
from types import TracebackType
from typing import Any

import numpy as np

from carrom.base.errors import CarromError
from carrom.physics import Profile, Stroke
from carrom.play.player import MisplayError, Point, View
from carrom.play.skill import Skill

START_LIMIT = 120.0
"""Seconds in which a program has to be made: it may bring a large library."""
ANSWER_LIMIT = 60.0
"""Seconds in which it has to answer, once it is made."""
_MOST_BYTES = 65_536


class Booth:
    """A player (`carrom.play.Player`) that sits in a process of its own. To be used in a `with` statement."""

    def __init__(
        self,
        maker: str,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        limit: float = ANSWER_LIMIT,
        start_limit: float = START_LIMIT,
        party: Any = "a",
    ) -> None:
        self._maker, self._limit, self._start_limit, self._party = maker, limit, start_limit, party
        ours, theirs = Pipe()
        self._line: Any = ours
        # The folder that the command is called in, first: that is where somebody's own module lies.
        path = os.pathsep.join([os.getcwd(), *filter(None, sys.path)])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "carrom.players.arena.booth_inside", maker, str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(theirs.fileno(),),
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
        )
        theirs.close()
        self._budget = {"simulations": simulations, "seconds": seconds}
        self._is_started = False
        self.waited = 0.0
        """Seconds by the clock that its answers took so far."""

    def __enter__(self) -> Booth:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End it, and all that it has started."""
        self._line.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def start(self) -> None:
        """Wait until it is there. What cannot be made is a mistake of whoever entered it."""
        if self._is_started:
            return
        try:
            self._exchange(self._budget, self._start_limit)
        except MisplayError as misplay:
            raise CarromError(
                "player-not-made", f"no player can be made from {self._maker!r}: {misplay.text}"
            ) from None
        self._is_started = True

    def stroke(self, view: View, rng: np.random.Generator) -> Stroke:
        return Stroke(*self._numbers("stroke", 4, view, _seed(rng)))

    def place(self, view: View, rng: np.random.Generator) -> Point:
        x, y = self._numbers("place", 2, view, _seed(rng))
        return x, y

    def forgoes(self, view: View, count: int) -> bool:
        return bool(self._kind("forgoes", bool, view, count))

    def demands(self, view: View, offered: int) -> int:
        return int(self._kind("demands", int, view, offered))

    def concedes(self, view: View) -> bool:
        return bool(self._kind("concedes", bool, view))

    def turns_rack(self, skill: Skill, profile: Profile) -> float:
        return self._numbers("turns_rack", 1, skill, profile)[0]

    def _numbers(self, question: str, count: int, *words: object) -> list[float]:
        answer = self._ask(question, words)
        if not isinstance(answer, list) or len(answer) != count or not all(isinstance(n, float) for n in answer):
            raise MisplayError(self._party, f"to '{question}' it answered {str(answer)[:80]}")
        return answer

    def _kind(self, question: str, kind: type, *words: object) -> Any:
        answer = self._ask(question, words)
        if type(answer) is not kind:
            raise MisplayError(self._party, f"to '{question}' it answered {str(answer)[:80]}")
        return answer

    def _ask(self, question: str, words: tuple[object, ...]) -> Any:
        self.start()
        since = monotonic()
        try:
            return self._exchange((question, words), self._limit)
        finally:
            self.waited += monotonic() - since

    def _exchange(self, message: object, limit: float) -> Any:
        try:
            self._line.send(message)
            if not self._line.poll(limit):
                self.close()
                raise MisplayError(self._party, f"no answer within {limit:g} s")
            said = json.loads(self._line.recv_bytes(_MOST_BYTES))
        except (EOFError, OSError, ValueError) as error:
            if isinstance(error, MisplayError):
                raise
            raise MisplayError(self._party, "its process ended or said nothing readable") from None
        if not isinstance(said, dict) or "answer" not in said:
            text = said.get("error") if isinstance(said, dict) else None
            raise MisplayError(self._party, str(text or "it said nothing readable")[:300])
        return said["answer"]


def _seed(rng: np.random.Generator) -> int:
    """Chance for the program, from which the luck of the table cannot be read off."""
    return int.from_bytes(rng.bytes(16), "little")
