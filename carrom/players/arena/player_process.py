"""Run a foreign program as a player in its own process, and check every player's answers.

Not a security sandbox: a malicious program can harm the machine.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import isfinite
from multiprocessing import Pipe
from time import monotonic
from types import TracebackType
from typing import Any

import numpy as np

from carrom.base.errors import CarromError
from carrom.match import Party
from carrom.physics import Profile, Stroke
from carrom.play.player import MisplayError, Perception, Player, Point
from carrom.play.skill import Skill

START_LIMIT = 120.0
"""Seconds to make the player, which may load a large library."""
ANSWER_LIMIT = 60.0
"""Seconds for an answer after that."""
_MOST_BYTES = 65_536


class PlayerProcess:
    """A player (`carrom.play.Player`) in its own process. Use it in a `with` statement."""

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
        # the current folder first: a user's own module is there
        path = os.pathsep.join([os.getcwd(), *filter(None, sys.path)])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "carrom.players.arena.player_worker", maker, str(theirs.fileno())],
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
        """Wall-clock seconds for answers so far."""

    def __enter__(self) -> PlayerProcess:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Kill the process and everything it started."""
        self._line.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def start(self) -> None:
        """Wait until the player is made. Raises `CarromError` if it cannot be."""
        if self._is_started:
            return
        try:
            self._exchange(self._budget, self._start_limit)
        except MisplayError as misplay:
            raise CarromError(
                "player-not-made", f"no player can be made from {self._maker!r}: {misplay.text}"
            ) from None
        self._is_started = True

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        return Stroke(*self._numbers("stroke", 4, view, _seed(rng)))

    def place(self, view: Perception, rng: np.random.Generator) -> Point:
        x, y = self._numbers("place", 2, view, _seed(rng))
        return x, y

    def forgoes(self, view: Perception, count: int) -> bool:
        return bool(self._kind("forgoes", bool, view, count))

    def demands(self, view: Perception, offered: int) -> int:
        return int(self._kind("demands", int, view, offered))

    def concedes(self, view: Perception) -> bool:
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
            reply = json.loads(self._line.recv_bytes(_MOST_BYTES))
        except (EOFError, OSError, ValueError) as error:
            if isinstance(error, MisplayError):
                raise
            raise MisplayError(self._party, "its process ended or said nothing readable") from None
        if not isinstance(reply, dict) or "answer" not in reply:
            text = reply.get("error") if isinstance(reply, dict) else None
            raise MisplayError(self._party, str(text or "it said nothing readable")[:300])
        return reply["answer"]


def _seed(rng: np.random.Generator) -> int:
    """The luck of the table cannot be derived from it."""
    return int.from_bytes(rng.bytes(16), "little")


class CheckedPlayer:
    """Unlawful answers and exceptions become a `MisplayError` of the player's party."""

    def __init__(self, player: Player, party: Party) -> None:
        self._player, self._party = player, party

    @property
    def waited(self) -> float:
        """Seconds that a `PlayerProcess` spent on answers."""
        return float(getattr(self._player, "waited", 0.0))

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        with self._asked():
            stroke = self._player.stroke(view, rng)
        if not isinstance(stroke, Stroke):
            raise self._misplay(f"{str(stroke)[:80]!r} is no stroke")
        four = stroke.x, stroke.y, stroke.direction, stroke.speed
        self._check_numbers(four, "a stroke")
        return Stroke(*map(float, four))

    def place(self, view: Perception, rng: np.random.Generator) -> Point:
        with self._asked():
            x, y = self._player.place(view, rng)
        self._check_numbers((x, y), "a place")
        return float(x), float(y)

    def forgoes(self, view: Perception, count: int) -> bool:
        with self._asked():
            answer = self._player.forgoes(view, count)
        return self._yes_or_no(answer)

    def demands(self, view: Perception, offered: int) -> int:
        with self._asked():
            answer = self._player.demands(view, offered)
        if not isinstance(answer, int) or not 0 <= answer <= offered:
            raise self._misplay(f"it demands {str(answer)[:40]} of {offered} points")
        return answer

    def concedes(self, view: Perception) -> bool:
        with self._asked():
            answer = self._player.concedes(view)
        return self._yes_or_no(answer)

    def turns_rack(self, skill: Skill, profile: Profile) -> float:
        with self._asked():
            angle = self._player.turns_rack(skill, profile)
        self._check_numbers((angle,), "an angle of the rack")
        if not abs(angle) <= 360:
            raise self._misplay(f"the rack is turned by no more than 360 degrees, not by {angle:g}")
        return float(angle)

    @contextmanager
    def _asked(self) -> Iterator[None]:
        try:
            yield
        except MisplayError:
            raise
        except Exception as error:
            raise self._misplay(f"{type(error).__name__}: {error}") from error

    def _check_numbers(self, numbers: tuple[float, ...], what: str) -> None:
        try:
            if all(isfinite(number) for number in numbers):
                return
        except TypeError:
            pass
        raise self._misplay(f"{what} of {', '.join(str(number)[:20] for number in numbers)}: numbers are needed")

    def _yes_or_no(self, answer: object) -> bool:
        if not isinstance(answer, bool):
            raise self._misplay(f"{str(answer)[:40]!r} is neither yes nor no")
        return answer

    def _misplay(self, text: str) -> MisplayError:
        return MisplayError(self._party, " ".join(text.split())[:300])
