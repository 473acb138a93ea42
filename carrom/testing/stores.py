"""What every store of the server must keep to, whoever wrote it. `check_store(make)` raises `AssertionError` where one
does not. It cannot pull the plug: that an answered event survives a power cut is for the store's own tests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from carrom.server.stores.sqlite import Appended, Repeated, Stale, Store, StoredMatch

_MATCH = StoredMatch("one", 12.5, '{"any": "text"}')
_WRITERS = 16


def check_store(make: Callable[[], Store]) -> None:
    """`make` opens nothing yet; called again, it makes a store over the same memory, which is empty at first."""
    asyncio.run(_check_first(make()))
    asyncio.run(_check_again(make()))


async def _check_first(store: Store) -> None:
    store.open()
    try:
        assert await store.count() == 0, "a new store has matches"
        assert await store.match("one") is None, "it knows a match that nobody made"
        await store.create(_MATCH, [(b"key of a", ("a1", "a2")), (b"key of b", ("b1",))])
        await store.create(StoredMatch("two", 13.0, "{}"), [(b"another", ("a1",))])
        await _check_log(store)
        await _check_race(store)
    finally:
        store.close()


async def _check_log(store: Store) -> None:
    assert await store.append("one", 0, ["first", "second"], key="k", at=1.0) == Appended(2), (
        "events are numbered from 1"
    )
    assert await store.append("one", 0, ["again"], key="k", at=2.0) == Repeated(1), "a key counts once"
    assert await store.append("one", 0, ["late", "later"], key="l", at=2.0) == Stale(2), "a stale number is told"
    assert await store.append("one", 2, ["third"], key="l", at=3.0) == Appended(3), "what was refused uses up no key"
    assert await store.append("one", 3, ["fourth"], key=None, at=3.0) == Appended(4), "events need no key"
    assert await store.append("two", 0, ["other"], key="k", at=3.0) == Appended(1), "a key holds for its match alone"
    kept = [(event.seq, event.at, event.body, event.key) for event in await store.events("one", since=1)]
    wanted = [(2, 1.0, "second", None), (3, 3.0, "third", "l"), (4, 3.0, "fourth", None)]
    assert kept == wanted, f"events come back as they were written, in order: {kept}"
    try:
        await store.append("nobody's", 0, ["lost"], key=None, at=4.0)
    except Exception:
        return
    raise AssertionError("events of a match that does not exist are accepted")


async def _check_race(store: Store) -> None:
    """Many write behind the same event at once: one is first, everybody else hears of it."""
    race = [store.append("two", 1, [f"writer {number}"], key=None, at=5.0) for number in range(_WRITERS)]
    answers = await asyncio.gather(*race)
    assert answers.count(Appended(2)) == 1, f"not one writer came first: {answers}"
    assert answers.count(Stale(2)) == _WRITERS - 1, f"a writer was not told: {answers}"


async def _check_again(store: Store) -> None:
    store.open()
    try:
        assert await store.count() == 2, "matches are lost when the store is closed"
        assert await store.match("one") == _MATCH, "a match comes back as it was made"
        assert await store.seats("one", b"key of a") == ("a1", "a2"), "a secret opens its own seats"
        assert await store.seats("one", b"another") is None, "the secret of another match opens a seat"
        assert [event.seq for event in await store.events("one")] == [1, 2, 3, 4], "events are lost"
        assert await store.append("one", 0, ["again"], key="k", at=6.0) == Repeated(1), "keys are lost"
        assert await store.append("one", 4, ["fifth"], key=None, at=6.0) == Appended(5), "the log does not go on"
    finally:
        store.close()
