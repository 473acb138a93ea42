"""A computer's turn at one table: thought about elsewhere, shown as a person's is, and stored like one."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from carrom.match import Act, Match, Refused
from carrom.physics import Trace
from carrom.play import Struck
from carrom.server.stores.store import NotStoredError, Store
from carrom.server.table.agreement import Agreement
from carrom.server.table.presence import LEASE_RETRY_SECONDS, hold_lease
from carrom.server.table.snapshot import headline
from carrom.server.wire import messages as m

THINKING, SLIDING, TURNING, AIMING = 0.6, 0.5, 0.5, 0.35
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
            await self._wait(max(0.0, self._quiet_from - now) + THINKING * pace.pause)

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


_log = logging.getLogger(__name__)
RETRY_SECONDS = 2.0
"""Seconds until it is tried again."""
REFUSED_NOT_STORED = Refused("not-stored", None, "nothing can be stored just now: nothing was lost, it is tried again")
Thinker = Callable[[Agreement, list[str], str], Awaitable[Act | Struck]]
"""Asks a computer player for his next move, given the log and the address at which somebody waits for it."""


class ComputerTable(Protocol):
    """What a computer's turn needs of the match that it is at."""

    id: str
    match: Match
    agreed: Agreement

    def alone(self) -> AbstractAsyncContextManager[None]: ...
    async def append(self, *moves: Act | Struck) -> Refused | None: ...
    def show_aim(self, aim: m.AimSeen) -> None: ...


class ComputerTurn:
    """The moves of the computers at one table."""

    def __init__(self, table: ComputerTable, store: Store, think: Thinker, process: str, pacer: Pacer) -> None:
        self._table, self._store, self._think, self._process, self._pacer = table, store, think, process, pacer
        self.is_on = False

    async def play(self, address: str) -> float | None:
        """One move, for somebody who waits at this address. Seconds after which to ask again; None: there is no use."""
        table = self._table
        number, self.is_on = table.match.number, True
        log = [json.dumps(event.json()) for event in table.match.events()]
        refused = None
        try:
            async with hold_lease(self._store, f"computer.{table.id}", self._process) as is_ours:
                if not is_ours:
                    return LEASE_RETRY_SECONDS  # another server has it in hand, or dies over it
                move = await self._think(table.agreed, log, address)
                await self._show(move, number)
                async with table.alone():
                    refused = await table.append(move) if table.match.number == number else None
        except NotStoredError:
            refused = REFUSED_NOT_STORED
        except Exception:
            _log.exception("match %s: the computer could not move after event %d", table.id, number)
            return None
        finally:
            self.is_on = False
        return RETRY_SECONDS if refused is REFUSED_NOT_STORED else 0.0

    async def _show(self, move: Act | Struck, number: int) -> None:
        """What one sees of a player before he strikes: he thinks, lays the striker down, aims."""
        await self._pacer.quiet()
        match = self._table.match
        if not isinstance(move, Struck) or match.board is None or match.number != number:
            return
        aim = move.act.aim
        if aim is None or not self._pacer.length(1.0):
            return
        along, _ = match.course.seat(match.board.turn).from_board(aim.x, aim.y)
        self._table.show_aim(m.AimSeen(along, 0.0, 0.0, self._pacer.length(SLIDING)))
        await self._pacer.pause(SLIDING)
        self._table.show_aim(m.AimSeen(along, aim.direction, aim.speed, self._pacer.length(TURNING)))
        await self._pacer.pause(TURNING + AIMING)
