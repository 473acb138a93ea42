"""Writers for `carrom.testing.crashes`: they append numbered events and report acknowledgements, until killed."""

import asyncio
import importlib
import os
import sys
import time

from carrom.server.stores.store import Appended, NotStoredError, Stale, Store

LOGS = 3
WRITERS = 8
"""Writers per process. Odd ones use keys, like people's acts; even ones none, like clocks and computers."""
_BREATH = 0.02


def log_of(writer: int) -> str:
    return f"log{writer % LOGS}"


async def write(store: Store, process: str, begin: dict[int, int]) -> None:
    """Continue each writer's numbers."""
    store.open()
    await asyncio.gather(*(_write(store, process, writer, begin.get(writer, 0)) for writer in range(WRITERS)))


async def _write(store: Store, process: str, writer: int, item: int) -> None:
    last = 0
    while True:
        body = f"{process} {writer} {item}"
        last = await _append(store, log_of(writer), last, body, body if writer % 2 else None)
        # Unbuffered: the process may be killed next.
        os.write(1, f"{body} {last}\n".encode())
        item += 1


async def _append(store: Store, log: str, after: int, body: str, key: str | None) -> int:
    """Return the event's number."""
    while True:
        try:
            answer = await store.append(log, after, [body, f"{body} more"], key=key, at=time.time())
            if isinstance(answer, Stale):
                # Without a key, our own append may have come first.
                behind = await store.events(log, after)
                found = next((event.seq for event in behind if event.body == body), None)
                if found is not None and key is None:
                    return found
                after = max([answer.seq, *(event.seq for event in behind)])
                continue
            return answer.seq - 1 if isinstance(answer, Appended) else answer.seq
        except NotStoredError:
            await asyncio.sleep(_BREATH)


def make_store(factory: str, where: str) -> Store:
    module, _, name = factory.partition(":")
    store: Store = getattr(importlib.import_module(module), name)(where)
    return store


if __name__ == "__main__":
    _factory, _where, _process, *_begin = sys.argv[1:]
    asyncio.run(write(make_store(_factory, _where), _process, dict(enumerate(map(int, _begin)))))
