"""Who wants to hear of changes: called in his own event loop, whichever thread the news comes from."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

from carrom.server.stores.store import Change, Watcher


class Watchers:
    """The watchers of one store in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._all: dict[object, tuple[asyncio.AbstractEventLoop, Watcher]] = {}

    def add(self, watcher: Watcher) -> Callable[[], None]:
        token = object()
        with self._lock:
            self._all[token] = asyncio.get_running_loop(), watcher

        def end() -> None:
            with self._lock:
                self._all.pop(token, None)

        return end

    def tell(self, changes: list[Change]) -> None:
        """From any thread."""
        with self._lock:
            listening = list(self._all.values()) if changes else []
        for loop in {loop for loop, _ in listening}:
            with suppress(RuntimeError):  # it has ended
                loop.call_soon_threadsafe(_tell_all, [watcher for at, watcher in listening if at is loop], changes)


def _tell_all(watchers: list[Watcher], changes: list[Change]) -> None:
    """Each for himself: what goes wrong for one is nothing to the others."""
    for watcher in watchers:
        asyncio.get_running_loop().call_soon(_tell, watcher, changes)


def _tell(watcher: Watcher, changes: list[Change]) -> None:
    for change in changes:
        watcher(change)
