"""A computer's turn at one table: thought about elsewhere, shown as a person's is, and stored like one."""

import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from carrom.match import Act, Match, Refused
from carrom.play import Struck
from carrom.server.live.agreement import Agreement
from carrom.server.live.pacing import HELD, SLIDE, TURN, Pacer
from carrom.server.live.shared import TAKEN_OVER, leased
from carrom.server.stores.store import NotStoredError, Store
from carrom.server.wire import messages as m

_log = logging.getLogger(__name__)
AGAIN = 2.0
"""Seconds until it is tried again."""
NOT_STORED = Refused("not-stored", None, "nothing can be stored just now: nothing was lost, it is tried again")
Thinker = Callable[[Agreement, list[str], str], Awaitable[Act | Struck]]
"""Asks a computer player for his next move, given the log and the address at which somebody waits for it."""


class Table(Protocol):
    """What a computer's turn needs of the match that it is at."""

    id: str
    match: Match
    agreed: Agreement

    def alone(self) -> AbstractAsyncContextManager[None]: ...
    async def append(self, *moves: Act | Struck) -> Refused | None: ...
    def show_aim(self, aim: m.AimSeen) -> None: ...


class ComputerTurn:
    """The moves of the computers at one table."""

    def __init__(self, table: Table, store: Store, think: Thinker, process: str, pacer: Pacer) -> None:
        self._table, self._store, self._think, self._process, self._pacer = table, store, think, process, pacer
        self.is_on = False

    async def play(self, address: str) -> float | None:
        """One move, for somebody who waits at this address. Seconds after which to ask again; None: there is no use."""
        table = self._table
        number, self.is_on = table.match.number, True
        log = [json.dumps(event.json()) for event in table.match.events()]
        refused = None
        try:
            async with leased(self._store, f"computer.{table.id}", self._process) as is_ours:
                if not is_ours:
                    return TAKEN_OVER  # another server has it in hand, or dies over it
                move = await self._think(table.agreed, log, address)
                await self._show(move, number)
                async with table.alone():
                    refused = await table.append(move) if table.match.number == number else None
        except NotStoredError:
            refused = NOT_STORED
        except Exception:
            _log.exception("match %s: the computer could not move after event %d", table.id, number)
            return None
        finally:
            self.is_on = False
        return AGAIN if refused is NOT_STORED else 0.0

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
        self._table.show_aim(m.AimSeen(along, 0.0, 0.0, self._pacer.length(SLIDE)))
        await self._pacer.pause(SLIDE)
        self._table.show_aim(m.AimSeen(along, aim.direction, aim.speed, self._pacer.length(TURN)))
        await self._pacer.pause(TURN + HELD)
