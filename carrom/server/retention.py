"""Store health; deleting expired matches and tournaments."""

import asyncio
import time

from carrom.server.desk.desks import TOURNAMENT_KIND as TOURNAMENT
from carrom.server.pads.pad_log import PAD_KIND as PAD
from carrom.server.stores.store import NOT_STORED, NotStoredError, Store
from carrom.server.table.open_matches import MATCH, OpenMatches

_DAY = 86_400.0
_UNPLAYED_DAYS = 7
_PLAYED = '"stroke"'
"""Marks a match with a stroke."""
_EVERY = 3600.0
_LOGS_PER_BATCH = 50
"""Small: matches in play wait for it."""
_FRESH = 1.0
"""Seconds one check is valid."""


_PATIENCE = 3.0
"""Less than the store's time-out."""


class StoreHealth:
    """One check a second serves all."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looked = -_FRESH
        self._look: asyncio.Task[str | None] | None = None

    async def trouble(self) -> str | None:
        if self._look is None or (self._look.done() and time.monotonic() - self._looked > _FRESH):
            self._looked = time.monotonic()
            self._look = asyncio.create_task(self._try())
        try:
            return await asyncio.wait_for(asyncio.shield(self._look), _PATIENCE)
        except TimeoutError:
            return "the store does not answer"

    async def _try(self) -> str | None:
        try:
            await self._store.check()
        except NotStoredError:
            return NOT_STORED
        return None


async def delete_expired(matches: OpenMatches) -> None:
    """Delete expired logs hourly, in small batches."""
    while True:
        try:
            while await matches.store.lease("forget", matches.process, _EVERY / 2) and await _forget_some(matches):
                await asyncio.sleep(1.0)
            await _forget_tournaments(matches.store, matches.settings.keep_tournaments_days)
        except NotStoredError:
            pass
        await asyncio.sleep(_EVERY)


async def _forget_some(matches: OpenMatches) -> bool:
    """Whether there may be more."""
    days, now = matches.settings.keep_days, time.time()
    unplayed = now - _UNPLAYED_DAYS * _DAY
    forgotten = await matches.store.forget(MATCH, before=unplayed, most=_LOGS_PER_BATCH, without=_PLAYED)
    if days and len(forgotten) < _LOGS_PER_BATCH:
        most = _LOGS_PER_BATCH - len(forgotten)
        forgotten += await matches.store.forget(MATCH, before=now - days * _DAY, most=most)
    for match_id in forgotten:
        matches.drop(match_id)
    return len(forgotten) == _LOGS_PER_BATCH


async def _forget_tournaments(store: Store, days: int) -> None:
    """Delete old tournaments and pad logs; 0 days means never."""
    if not days:
        return
    now = time.time()
    for tournament in await store.forget(TOURNAMENT, before=now - days * _DAY, most=_LOGS_PER_BATCH):
        while await store.forget(PAD, prefix=f"{tournament}.", before=now, most=_LOGS_PER_BATCH):
            pass
