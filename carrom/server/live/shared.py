"""What the server processes of one store share through it: whose turn a computer's move is, and who has come."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from carrom.server.stores.store import Kept, NotStoredError, Store

_LEASED = 1.2
"""Seconds that a process has a name to itself without asking again."""
TAKEN_OVER = 0.4
"""Seconds after which those who did not get it ask again: when its holder dies, another has it within two seconds."""
_CAME = "came"
_CAME_FOR = 86_400.0


@asynccontextmanager
async def leased(store: Store, name: str, holder: str) -> AsyncIterator[bool]:
    """Whether this name is this holder's alone while he is within; if so it is given back at the end."""
    if not await store.lease(name, holder, _LEASED):
        yield False
        return
    renewing = asyncio.create_task(_renew(store, name, holder))
    try:
        yield True
    finally:
        renewing.cancel()
        with suppress(NotStoredError):  # then it ends by itself
            await store.lease(name, holder, 0.0)


async def _renew(store: Store, name: str, holder: str) -> None:
    while True:
        await asyncio.sleep(_LEASED / 3)
        with suppress(NotStoredError):
            await store.lease(name, holder, _LEASED)


async def note_arrivals(store: Store, match_id: str, players: frozenset[str], now: float) -> frozenset[str]:
    """Put on record that these have come to the table: everybody who has, whichever process he came to."""
    for name in sorted(players):
        await store.keep(Kept(_CAME, f"{match_id}.{name}", "", now + _CAME_FOR))
    kept = await store.all_kept(_CAME, f"{match_id}.")
    return frozenset(one.id.removeprefix(f"{match_id}.") for one in kept)
