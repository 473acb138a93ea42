"""How long the computer takes over its strokes, so that people see each of them and read what follows.

The pauses are the server's, not the page's. So the log has the times at which strokes were really played, everybody at
the table sees the same at the same moment, and nothing piles up at a page that has to show it. Nobody waits for them
but the computer: each match has a task of its own, and its thinking goes on meanwhile. Who says no pace, as a program
does, sees no pauses.
"""

import asyncio
from collections.abc import Collection, Iterable
from typing import Protocol

from carrom.match import Match
from carrom.physics import Trace
from carrom.server.tell.headlines import headline
from carrom.server.wire import messages as m

THOUGHT, SLIDE, TURN, HELD = 0.6, 0.5, 0.5, 0.35
"""Seconds at the usual pace: from the word of the umpire to the striker in his hand, for sliding it to its place, for
turning the aim, and with everything as it shall be."""
_READ, _READ_TWICE = 0.7, 1.6
"""Seconds in which everybody reads what the umpire said: of a stroke like others, and of one with a headline."""
_LONGEST = 20.0


class Paced(Protocol):
    """Somebody who looks on, as fast as he likes."""

    players: frozenset[str]
    pace: m.Pace | None


def common_pace(listeners: Iterable[Paced]) -> m.Pace | None:
    """The pace of those who play, or where none of them is here of all who look on: the slowest counts."""
    here = list(listeners)
    told = [one.pace for one in [one for one in here if one.players] or here]
    paces = [pace for pace in told if pace is not None]
    if not paces:
        return None
    return m.Pace(max(pace.pause for pace in paces), min(pace.rate for pace in paces))


class Pacer:
    """The pauses at one table."""

    def __init__(self, listeners: Collection[Paced]) -> None:
        self._listeners = listeners
        self._quiet_from = 0.0
        """By the loop's clock: then the last stroke lies still and everybody has read what followed."""
        self._hurry = asyncio.Event()

    def hurry(self) -> None:
        """Somebody wants to see no more pauses until a person is asked."""
        self._hurry.set()

    def calm_down(self) -> None:
        """A person is asked: what comes after him is shown in peace again."""
        self._hurry.clear()

    def note(self, match: Match, trace: Trace | None) -> None:
        """This has just been told to everybody."""
        pace = common_pace(self._listeners)
        if pace is None:
            return
        moving = 0.0 if trace is None else trace.duration / pace.rate
        reading = _READ if headline(match) is None else _READ_TWICE
        now = asyncio.get_running_loop().time()
        self._quiet_from = max(now, self._quiet_from) + min(_LONGEST, moving + reading * pace.pause)

    async def quiet(self) -> None:
        """Until everything lies still and has been read, and a player would have thought a moment."""
        pace = common_pace(self._listeners)
        if pace is not None:
            now = asyncio.get_running_loop().time()
            await self._wait(max(0.0, self._quiet_from - now) + THOUGHT * pace.pause)

    async def pause(self, seconds: float) -> None:
        """So many seconds of the usual pace."""
        await self._wait(self.length(seconds))

    def length(self, seconds: float) -> float:
        """What these seconds of a usual pace are at this table."""
        pace = common_pace(self._listeners)
        return 0.0 if pace is None or self._hurry.is_set() else seconds * pace.pause

    async def _wait(self, seconds: float) -> None:
        if seconds > 0 and not self._hurry.is_set():
            try:
                async with asyncio.timeout(seconds):
                    await self._hurry.wait()
            except TimeoutError:
                return
