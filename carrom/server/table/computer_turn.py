"""A computer's turn, shown at a human pace.

The server makes the pauses: the log has real times, and everyone sees the same. Clients that send no pace see none.
"""

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
"""Seconds at normal pace: before moving, sliding the striker, turning the aim, holding it."""
_READ, _READ_TWICE = 0.7, 1.6
"""Seconds for the umpire's words, without and with a headline."""
_LONGEST = 20.0


class Paced(Protocol):
    players: frozenset[str]
    pace: m.Pace | None


def common_pace(listeners: Iterable[Paced]) -> m.Pace | None:
    """The players' slowest pace, or else all listeners'."""
    here = list(listeners)
    wanted = [one.pace for one in [one for one in here if one.players] or here]
    paces = [pace for pace in wanted if pace is not None]
    if not paces:
        return None
    return m.Pace(max(pace.pause for pace in paces), min(pace.rate for pace in paces))


class Pacer:
    def __init__(self, listeners: Collection[Paced]) -> None:
        self._listeners = listeners
        self._quiet_from = 0.0
        """Loop time when the last event was watched and read."""
        self._hurry = asyncio.Event()

    def hurry(self) -> None:
        """Skip all pauses until a person's turn."""
        self._hurry.set()

    def calm_down(self) -> None:
        """Pause again after a person's turn."""
        self._hurry.clear()

    def note(self, match: Match, trace: Trace | None) -> None:
        """Allow time to watch and read an event."""
        pace = common_pace(self._listeners)
        if pace is None:
            return
        moving = 0.0 if trace is None else trace.duration / pace.rate
        reading = _READ if headline(match) is None else _READ_TWICE
        now = asyncio.get_running_loop().time()
        self._quiet_from = max(now, self._quiet_from) + min(_LONGEST, moving + reading * pace.pause)

    async def quiet(self) -> None:
        """Wait until the last event was watched and read, and for a moment's thought."""
        pace = common_pace(self._listeners)
        if pace is not None:
            now = asyncio.get_running_loop().time()
            await self._wait(max(0.0, self._quiet_from - now) + THINKING * pace.pause)

    async def pause(self, seconds: float) -> None:
        await self._wait(self.length(seconds))

    def length(self, seconds: float) -> float:
        """Scale `seconds` to the table's pace; 0 without pauses."""
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
REFUSED_NOT_STORED = Refused("not-stored", None, "nothing can be stored just now: nothing was lost, it is tried again")
Thinker = Callable[[Agreement, list[str], str], Awaitable[Act | Struck]]
"""Finds a computer's next move from agreement and log, in the turn of an address."""


class ComputerTable(Protocol):
    id: str
    match: Match
    agreed: Agreement

    def alone(self) -> AbstractAsyncContextManager[None]: ...
    async def append(self, *moves: Act | Struck) -> Refused | None: ...
    def show_aim(self, aim: m.AimSeen) -> None: ...


class ComputerTurn:
    """Plays the computers' moves at one table."""

    def __init__(self, table: ComputerTable, store: Store, think: Thinker, process: str, pacer: Pacer) -> None:
        self._table, self._store, self._think, self._process, self._pacer = table, store, think, process, pacer
        self.is_on = False

    async def play(self, address: str) -> float | None:
        """Play one move. Return seconds until the next try; None if pointless."""
        table = self._table
        number, self.is_on = table.match.number, True
        log = [json.dumps(event.json()) for event in table.match.events()]
        refused = None
        try:
            async with hold_lease(self._store, f"computer.{table.id}", self._process) as is_ours:
                if not is_ours:
                    return LEASE_RETRY_SECONDS
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
