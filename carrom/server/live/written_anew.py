"""A match whose log was written anew, because somebody in it wants to be forgotten, while people are at it."""

import asyncio
from typing import Protocol

import msgspec

from carrom.match import Match
from carrom.server.live.agreement import Agreement
from carrom.server.live.company import Company, Table
from carrom.server.live.computer_turn import AGAIN
from carrom.server.live.stored_log import fold_stored
from carrom.server.stores.store import NotStoredError, Store


class _LiveTable(Table, Protocol):
    company: Company


async def read_anew(table: _LiveTable, store: Store) -> None:
    """Read all of it once more; everybody at the table sees the match as it is told from now on."""
    while not await _is_read(table, store):
        await asyncio.sleep(AGAIN)
    await table.company.look()


async def _is_read(table: _LiveTable, store: Store) -> bool:
    async with table.alone():
        try:
            stored, events = await store.log(table.id), await store.events(table.id)
        except NotStoredError:
            return False
        if stored is not None and events:
            agreed = msgspec.json.decode(stored.setup, type=Agreement)
            steps = await fold_stored(Match.start(agreed.match_setup()), events)
            table.rename(agreed, steps[-1])
        return True
