"""What every store of the server must keep to, whoever wrote it. The kit cannot pull the plug: that an answered event
survives a power cut is for the store's own tests.
"""

import asyncio
from collections.abc import AsyncIterator, Callable

from carrom.server.stores.store import Appended, Repeated, Stale, Store, StoredMatch

_Claims = AsyncIterator[tuple[bool, str]]
"""What must hold, each with what is wrong if it does not."""
_MATCH = StoredMatch("one", 12.5, '{"any": "text"}')
_WRITERS = 16


def store_faults(make: Callable[[], Store]) -> list[str]:
    """What is wrong with a store. `make` opens nothing yet; called again, it makes a store over the same memory, which
    is empty at first."""
    return asyncio.run(_faults(make(), _claims_of_a_new_one)) + asyncio.run(_faults(make(), _claims_once_reopened))


async def _faults(store: Store, claims: Callable[[Store], _Claims]) -> list[str]:
    found = []
    store.open()
    try:
        async for holds, fault in claims(store):
            if not holds:
                found.append(fault)
    except Exception as error:
        found.append(f"{type(error).__name__}: {error}")
    finally:
        store.close()
    return found


async def _claims_of_a_new_one(store: Store) -> _Claims:
    yield await store.count() == 0, "a new store has matches"
    yield await store.match("one") is None, "it knows a match that nobody made"
    await store.create(_MATCH, [(b"key of a", ("a1", "a2")), (b"key of b", ("b1",))])
    await store.create(StoredMatch("two", 13.0, "{}"), [(b"another", ("a1",))])
    yield await store.append("one", 0, ["first", "second"], key="k", at=1.0) == Appended(2), "numbers do not begin at 1"
    yield await store.append("one", 0, ["again"], key="k", at=2.0) == Repeated(1), "a key counts twice"
    yield await store.append("one", 0, ["late", "later"], key="l", at=2.0) == Stale(2), "a stale number is not told"
    yield await store.append("one", 2, ["third"], key="l", at=3.0) == Appended(3), "what was refused uses up its key"
    yield await store.append("one", 3, ["fourth"], key=None, at=3.0) == Appended(4), "an event needs a key"
    yield await store.append("two", 0, ["other"], key="k", at=3.0) == Appended(1), "a key holds for other matches too"
    kept = [(event.seq, event.at, event.body, event.key) for event in await store.events("one", since=1)]
    wanted = [(2, 1.0, "second", None), (3, 3.0, "third", "l"), (4, 3.0, "fourth", None)]
    yield kept == wanted, f"events do not come back as they were written, in order: {kept}"
    yield not await _takes_a_lost_event(store), "events of a match that does not exist are accepted"
    # Many write behind the same event at once: one is first, everybody else hears of it.
    race = [store.append("two", 1, [f"writer {number}"], key=None, at=5.0) for number in range(_WRITERS)]
    answers = await asyncio.gather(*race)
    yield answers.count(Appended(2)) == 1, f"not one writer came first: {answers}"
    yield answers.count(Stale(2)) == _WRITERS - 1, f"a writer was not told: {answers}"


async def _takes_a_lost_event(store: Store) -> bool:
    try:
        await store.append("nobody's", 0, ["lost"], key=None, at=4.0)
    except Exception:
        return False
    return True


async def _claims_once_reopened(store: Store) -> _Claims:
    yield await store.count() == 2, "matches are lost when the store is closed"
    yield await store.match("one") == _MATCH, "a match does not come back as it was made"
    yield await store.seats("one", b"key of a") == ("a1", "a2"), "a secret does not open its own seats"
    yield await store.seats("one", b"another") is None, "the secret of another match opens a seat"
    yield [event.seq for event in await store.events("one")] == [1, 2, 3, 4], "events are lost"
    yield await store.append("one", 0, ["again"], key="k", at=6.0) == Repeated(1), "keys are lost"
    yield await store.append("one", 4, ["fifth"], key=None, at=6.0) == Appended(5), "the log does not go on"
