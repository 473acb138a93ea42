"""The line to the database is cut between a commit and its answer: the store finds out whether it was done, and it
counts once."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from carrom.server.stores.postgres import PostgresStore
from carrom.server.stores.store import (
    Appended,
    Grant,
    KeptItem,
    NotStoredError,
    Repeated,
    Stale,
    StoredEvent,
    StoredLog,
)

_COMMITTED = b"COMMIT\x00"
"""The database's answer to a commit."""


class CuttingProxy:
    """Between a store and its database. On demand it withholds the next answer to a commit, and cuts the line."""

    def __init__(self, address: str) -> None:
        there = urlsplit(address)
        self._there = (there.hostname or "", there.port or 0)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"postgresql://carrom@127.0.0.1:{self._listening.getsockname()[1]}{there.path}"
        self.to_cut = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(self._there)
                threading.Thread(target=self._ask, args=(near, far), daemon=True).start()
                threading.Thread(target=self._answer, args=(far, near), daemon=True).start()

    def _ask(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while data := near.recv(65536):
                far.sendall(data)
        _end(near, far)

    def _answer(self, far: socket.socket, near: socket.socket) -> None:
        with suppress(OSError):
            while data := far.recv(65536):
                if self.to_cut and _COMMITTED in data:
                    self.to_cut -= 1
                    break
                near.sendall(data)
        _end(near, far)


def _end(*lines: socket.socket) -> None:
    for line in lines:
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        line.close()


@pytest.fixture
def proxy(database: str) -> Iterator[CuttingProxy]:
    between = CuttingProxy(database)
    yield between
    between.close()


async def _opened(proxy: CuttingProxy) -> PostgresStore:
    store = PostgresStore(proxy.address)
    store.open()
    await store.create(StoredLog("m", "match", 1.0, "{}"))
    return store


def _plain(events: list[StoredEvent]) -> list[tuple[int, str, str | None]]:
    return [(event.seq, event.body, event.key) for event in events]


@pytest.mark.parametrize("key", [None, "k"])
def test_append_with_a_lost_answer_is_recognised(key: str | None, proxy: CuttingProxy) -> None:
    """With and without a key the caller gets an ordinary answer."""

    async def run() -> None:
        store = await _opened(proxy)
        proxy.to_cut = 1
        assert await store.append("m", 0, ["a", "b"], key=key, at=2.0) == Appended(2)
        assert proxy.to_cut == 0
        assert await store.append("m", 2, ["c"], key=None, at=3.0) == Appended(3)
        assert _plain(await store.events("m")) == [(1, "a", key), (2, "b", None), (3, "c", None)]
        store.close()

    asyncio.run(run())


@pytest.mark.parametrize("key", [None, "k"])
def test_append_repeated_after_an_error_counts_once(key: str | None, proxy: CuttingProxy) -> None:
    """The second try is lost, too. A repeated request is recognised by its key; without one the caller is stale, and
    finds the event on reading."""

    async def run() -> None:
        store = await _opened(proxy)
        proxy.to_cut = 2
        with pytest.raises(NotStoredError):
            await store.append("m", 0, ["a", "b"], key=key, at=2.0)
        wanted = Stale(2) if key is None else Repeated(1)
        assert await store.append("m", 0, ["a", "b"], key=key, at=2.5) == wanted
        assert _plain(await store.events("m")) == [(1, "a", key), (2, "b", None)]
        store.close()

    asyncio.run(run())


def test_event_of_another_process_is_not_mistaken_for_ones_own(proxy: CuttingProxy, database: str) -> None:
    """Another process used the same key with other events: our line is cut before anything of ours arrived."""

    async def run() -> None:
        store, other = await _opened(proxy), PostgresStore(database)
        other.open()
        await other.append("m", 0, ["theirs"], key="k", at=2.0)
        proxy.to_cut = 1
        assert await store.append("m", 0, ["ours", "more"], key="k", at=2.0) == Repeated(1)
        proxy.to_cut = 1
        assert await store.append("m", 0, ["ours"], key=None, at=2.0) == Stale(1)
        assert _plain(await store.events("m")) == [(1, "theirs", "k")]
        store.close()
        other.close()

    asyncio.run(run())


def test_concurrent_appends_with_lost_answers_are_recognised(proxy: CuttingProxy) -> None:
    async def run() -> None:
        store = await _opened(proxy)
        for number in range(40):
            await store.create(StoredLog(f"m{number}", "match", 1.0, "{}"))
        proxy.to_cut = 1
        asked = [store.append(f"m{number}", 0, ["x"], key=None, at=number) for number in range(40)]
        assert await asyncio.gather(*asked) == [Appended(1)] * 40
        assert proxy.to_cut == 0
        for number in range(40):
            assert len(await store.events(f"m{number}")) == 1
        store.close()

    asyncio.run(run())


def test_other_requests_can_be_repeated(proxy: CuttingProxy) -> None:
    async def run() -> None:
        store = await _opened(proxy)
        for act, wanted in [
            (lambda: store.create(StoredLog("n", "pad", 1.0, "{}"), [Grant(b"s", "{}")]), True),
            (lambda: store.grant("n", Grant(b"t", "{}")), None),
            (lambda: store.keep(KeptItem("account", "asha", "{}"), is_new=True), True),
            (lambda: store.lease("clock", "us", 60.0), True),
        ]:
            proxy.to_cut = 1
            assert await act() == wanted  # type: ignore[no-untyped-call]
            assert proxy.to_cut == 0
        assert await store.rights("n") == [Grant(b"s", "{}"), Grant(b"t", "{}")]
        store.close()

    asyncio.run(run())
