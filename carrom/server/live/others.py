"""The other server processes of the same database, as far as tables are concerned: who sits at theirs, and whether they
have a match open. All of it is of the moment and may be missed."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from carrom.server.live.audience import HEARD_FOR
from carrom.server.live.bus import AtTable, Bus, Said, bus_host
from carrom.server.stores.store import Store
from carrom.server.wire import messages as m

if TYPE_CHECKING:
    from carrom.server.live.match import LiveMatch

_ANSWERED = 0.3
"""Seconds in which another process says that it has a match open."""
_AT_ONCE = 20
"""Tables in one datagram."""


class Others:
    """What this process tells the others, and hears of them. Without a bus there are none."""

    def __init__(self, process: str, matches: Mapping[str, "LiveMatch"]) -> None:
        self._process = process
        self._matches = matches
        self._bus: Bus | None = None
        self._asked: dict[str, asyncio.Event] = {}
        self._task: asyncio.Task[None] | None = None

    async def open(self, store: Store, host: str) -> None:
        self._bus = Bus(store, bus_host(host), self._process, self._hear)
        await self._bus.open()
        self._task = asyncio.create_task(self._say_again())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._bus is not None:
            await self._bus.close()

    def announce(self, table: AtTable) -> None:
        """Who is at one table here."""
        if self._bus is not None:
            self._bus.say(here=[table])

    def tell_aim(self, match_id: str, aim: m.AimSeen | m.Spoken) -> None:
        if self._bus is not None:
            self._bus.say(aimed=match_id, aim=aim)

    def ask_who_is_at(self, match_id: str) -> None:
        if self._bus is not None:
            self._bus.say(asked=match_id)

    async def hold(self, match_id: str) -> bool:
        """Whether one of them has this match open."""
        if self._bus is None or self._bus.is_alone:
            return False
        heard = self._asked.setdefault(match_id, asyncio.Event())
        self._bus.say(asked=match_id)
        with suppress(TimeoutError):
            async with asyncio.timeout(_ANSWERED):
                await heard.wait()
        self._asked.pop(match_id, None)
        return heard.is_set()

    def _hear(self, said: Said) -> None:
        for table in said.here:
            if (live := self._matches.get(table.match)) is not None:
                live.hear(said.process, table)
        if said.asked in self._matches and self._bus is not None:
            self._bus.say(held=said.asked, here=[self._matches[said.asked].audience.at_table()])
        if said.held in self._asked:
            self._asked[said.held].set()
        if said.aim is not None and said.aimed in self._matches:
            live = self._matches[said.aimed]
            if isinstance(said.aim, m.Spoken):
                live.company.may_speak(said.aim.player)  # counted here too: he may come to this process next
            live.audience.tell_all(said.aim)
        if said.is_gone:
            for live in list(self._matches.values()):
                live.hear(said.process, None)

    async def _say_again(self) -> None:
        """Once is not enough: a datagram may have been lost, and a process that says nothing any more is gone."""
        while True:
            await asyncio.sleep(HEARD_FOR / 3)
            tables = [live.audience.at_table() for live in self._matches.values() if live.audience.here_now()]
            for first in range(0, len(tables), _AT_ONCE):
                if self._bus is not None:
                    self._bus.say(here=tables[first : first + _AT_ONCE])
