"""Conformance test for the server's stores. It cannot test surviving a power cut."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable

from carrom.server.stores.store import (
    REWRITTEN,
    Appended,
    Grant,
    KeptItem,
    LogChange,
    NoSuchLogError,
    Repeated,
    Stale,
    Store,
    StoredLog,
)

_Claims = AsyncIterator[tuple[bool, str]]
"""Conditions, and the faults if false."""
_ONE = StoredLog("one", "match", 12.5, '{"any": "text"}')
_OTHERS = [StoredLog(name, "pad", 14.0, "{}") for name in ("T.M1.x", "T.M1.y", "T.M10.x", "T.M2.ä", "U")]
_GRANTS = [Grant(b"key of a\x00\xff", '["a1", "a2"]'), Grant(b"key of b", '["b1"]')]
_WRITERS = 16


def store_faults(make: Callable[[], Store]) -> list[str]:
    """A store's faults.

    `make` returns an unopened store over the same, initially empty, data each time.
    """
    parts = (_logs, _grants, _rewritten, _small_things, _changes, _once_reopened)
    return [fault for part in parts for fault in asyncio.run(_faults(make(), part))]


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


async def _logs(store: Store) -> _Claims:
    yield await store.count("match") == 0, "a new store has logs"
    yield await store.log("one") is None, "it knows a log that nobody made"
    yield await store.create(_ONE, _GRANTS), "a log cannot be made"
    yield await store.create(_ONE, _GRANTS), "a log that is made again in the same words is refused"
    yield not await store.create(StoredLog("one", "pad", 1.0, "{}")), "a log takes another's id"
    await store.create(StoredLog("two", "match", 13.0, "{}"), [Grant(b"another", '["a1"]')])
    yield await store.append("one", 0, ["first", "second"], key="k", at=1.0) == Appended(2), "numbers do not begin at 1"
    yield await store.append("one", 0, ["again"], key="k", at=2.0) == Repeated(1), "a key counts twice"
    yield await store.append("one", 0, ["late", "later"], key="l", at=2.0) == Stale(2), "a stale number is not told"
    yield await store.append("one", 7, ["early"], key="l", at=2.0) == Stale(2), "a log has a gap"
    yield await store.append("one", 2, ["third"], key="l", at=3.0) == Appended(3), "what was refused uses up its key"
    yield await store.append("one", 3, ["fourth ä\n"], key=None, at=3.25) == Appended(4), "an event needs a key"
    yield await store.append("two", 0, ["other"], key="k", at=3.0) == Appended(1), "a key holds for other logs too"
    kept = [(event.seq, event.at, event.body, event.key) for event in await store.events("one", since=1)]
    wanted = [(2, 1.0, "second", None), (3, 3.0, "third", "l"), (4, 3.25, "fourth ä\n", None)]
    yield kept == wanted, f"events do not come back as they were written, in order: {kept}"
    yield await store.events("nobody's") == [], "a log that does not exist has events"
    yield await _is_refused(store.append("nobody's", 0, ["lost"], key="k", at=4.0)), "it takes events of no log"
    # Many appends after one event: one succeeds, others get `Stale`.
    race = [store.append("two", 1, [f"{number}", "more"], key=None, at=5.0 + number) for number in range(_WRITERS)]
    answers = await asyncio.gather(*race)
    yield answers.count(Appended(3)) == 1, f"not one writer came first: {answers}"
    yield answers.count(Stale(3)) == _WRITERS - 1, f"a writer was not told: {answers}"
    # A request sent many times counts once; all get one number.
    same = await asyncio.gather(*(store.append("two", 3, ["x"], key="same", at=30.0) for _ in range(_WRITERS)))
    yield {answer.seq for answer in same} == {4} and Stale(4) not in same, f"one key, many answers: {same}"
    for other in _OTHERS:
        await store.create(other)
    ids = [log.id for log in await store.logs("pad")]
    yield ids == [log.id for log in _OTHERS], f"logs are not in the order of their ids: {ids}"
    ids = [log.id for log in await store.logs("pad", prefix="T.M1.")]
    yield ids == ["T.M1.x", "T.M1.y"], f"not the logs with that beginning: {ids}"
    ids = [log.id for log in await store.logs("pad", prefix="T.", after="T.M1.x", limit=2)]
    yield ids == ["T.M1.y", "T.M10.x"], f"not the next two: {ids}"


async def _is_refused(act: object) -> bool:
    try:
        await act  # type: ignore[misc]
    except NoSuchLogError:
        return True
    return False


async def _grants(store: Store) -> _Claims:
    for grant in _GRANTS:
        yield await store.right("one", grant.secret) == grant.body, "a secret does not open its own log"
    yield await store.right("one", b"another") is None, "the secret of another log opens this one"
    await store.grant("one", Grant(b"new", '{"role": "umpire"}'))
    await store.grant("one", Grant(b"new", '{"role": "desk"}'))
    yield await store.right("one", b"new") == '{"role": "desk"}', "a grant is not replaced"
    yield await store.rights("one") == [*_GRANTS, Grant(b"new", '{"role": "desk"}')], "not all grants, or others"
    yield await store.revoke("one", b"new"), "a grant is not taken back"
    yield not await store.revoke("one", b"new"), "a grant is taken back twice"
    yield await store.right("one", b"new") is None, "what was taken back still opens"
    yield await _is_refused(store.grant("nobody's", _GRANTS[0])), "it grants something in no log"


async def _rewritten(store: Store) -> _Claims:
    await store.create(StoredLog("rewritten", "sheet", 1.0, "{}"))
    await store.append("rewritten", 0, ["one", "two", "three"], key="its key", at=5.0)
    await store.rewrite("rewritten", {2: "zwei"})
    events = await store.events("rewritten")
    yield [one.body for one in events] == ["one", "zwei", "three"], "another body than the one that was to be put there"
    yield (
        [(one.seq, one.at, one.key) for one in events] == [(1, 5.0, "its key"), (2, 5.0, None), (3, 5.0, None)],
        ("what was rewritten has another number, time or key"),
    )
    yield await store.log("rewritten") == StoredLog("rewritten", "sheet", 1.0, "{}"), "a setup that nobody rewrote"
    await store.rewrite("rewritten", {}, setup='{"by": "nobody"}')
    setup = StoredLog("rewritten", "sheet", 1.0, '{"by": "nobody"}')
    yield await store.log("rewritten") == setup, "another setup than the one that was to be put there"
    yield len(await store.events("rewritten")) == 3, "events that nobody rewrote are gone"


async def _small_things(store: Store) -> _Claims:
    now = time.time()
    lasting, ending = KeptItem("account", "asha", "{}"), KeptItem("session", "s1", '{"of": "asha"}', now + 3600)
    ended = KeptItem("session", "s0", "{}", now - 1)
    for thing in (lasting, ending, ended):
        await store.keep(thing)
    yield await store.kept("account", "asha") == lasting, "a kept thing does not come back"
    yield await store.kept("session", "s0") is None, "a thing outlives its end"
    yield await store.all_kept("session") == [ending], "not all that is kept, or more"
    yield await store.all_kept("account", "b") == [], "a name that begins otherwise"
    yield await store.keep(KeptItem("session", "s0", "{}", now + 3600), is_new=True), "what has ended is in the way"
    yield await store.keep(lasting, is_new=True), "what is kept again in the same words is refused"
    yield not await store.keep(KeptItem("account", "asha", "[]"), is_new=True), "another of the same name"
    yield await store.keep(KeptItem("account", "asha", "[]")), "what is kept cannot change"
    yield await store.kept("account", "asha") == KeptItem("account", "asha", "[]"), "what is kept does not change"
    dropped = await asyncio.gather(*(store.drop("session", "s1") for _ in range(_WRITERS)))
    yield dropped.count(True) == 1, "what is good once is used by many"
    await store.keep(ended)
    yield not await store.drop("session", "s0"), "what has ended is still good"
    yield await store.lease("clock", "a", 60.0), "a lease is not given"
    yield await store.lease("clock", "a", 60.0), "a lease is not given again to its holder"
    yield not await store.lease("clock", "b", 60.0), "a lease has two holders"
    yield not await store.lease("clock", "b", 0.0), "somebody gives back what is another's"
    yield await store.lease("clock", "a", 0.0), "a lease is not given back"
    taken = await asyncio.gather(*(store.lease("clock", f"{number}", 60.0) for number in range(_WRITERS)))
    yield taken.count(True) == 1, "a lease has many holders"
    yield await store.lease("short", "a", 0.05), "a lease is not given"
    patience = time.monotonic() + 5
    while not (is_over := await store.lease("short", "b", 60.0)) and time.monotonic() < patience:
        await asyncio.sleep(0.01)
    yield is_over, "a lease has no end"


async def _changes(store: Store) -> _Claims:
    heard: asyncio.Queue[LogChange] = asyncio.Queue()
    end = store.watch(heard.put_nowait)
    await store.create(StoredLog("watched", "match", time.time(), "{}"))
    await store.append("watched", 0, ["a", "b"], key=None, at=1.0)
    # A late listener hears that anything may have changed.
    yield await _hears(heard, LogChange("watched", 2), LogChange(None)), "nobody hears that a log has grown"
    await store.grant("watched", Grant(b"x", "{}"))
    yield await _hears(heard, LogChange("watched")), "nobody hears of a grant"
    await store.revoke("watched", b"x")
    yield await _hears(heard, LogChange("watched")), "nobody hears that a grant was taken back"
    await store.keep(KeptItem("note", "of it", "{}"), of="watched")
    yield await _hears(heard, LogChange("watched")), "nobody hears of what is kept of a log"
    await store.rewrite("watched", {1: "A"})
    yield await _hears(heard, LogChange("watched", REWRITTEN)), "nobody hears that events were rewritten"
    end()
    await store.append("watched", 2, ["c"], key=None, at=2.0)
    await store.check()
    # Older logs, with and without a word that spares them.
    for name, word in (("old.a", "struck"), ("old.b", "other")):
        await store.create(StoredLog(name, "old", 5.0, "{}"), [Grant(b"x", "{}")])
        await store.append(name, 0, ['"x"', f'"{word}"'], key=None, at=9.0)
    await store.create(StoredLog("old.c", "old", 5.0, "{}"))
    yield await store.forget("old", before=8.0, most=5, without='"struck"') == ["old.c"], "not what is old"
    yield await store.forget("old", before=10.0, most=5, without='"struck"') == ["old.b"], "not what is old"
    yield await store.forget("new", before=10.0, most=5) == [], "it forgets what is of another kind"
    yield await store.forget("old", before=10.0, most=5, prefix="old.b") == [], "it forgets what begins otherwise"
    yield [log.id for log in await store.logs("old")] == ["old.a"], "what was forgotten is there"
    yield (await store.events("old.b"), await store.rights("old.b")) == ([], []), "some of it was not forgotten"
    yield await store.forget("old", before=10.0, most=5) == ["old.a"], "not what is old"


async def _hears(heard: asyncio.Queue[LogChange], *changes: LogChange) -> bool:
    try:
        async with asyncio.timeout(10):
            while await heard.get() not in changes:
                pass
    except TimeoutError:
        return False
    return True


async def _once_reopened(store: Store) -> _Claims:
    yield await store.count("match") == 3, "logs are lost when the store is closed"
    yield await store.log("one") == _ONE, "a log does not come back as it was made"
    yield await store.rights("one") == _GRANTS, "grants are lost"
    yield [event.seq for event in await store.events("one")] == [1, 2, 3, 4], "events are lost"
    yield await store.append("one", 0, ["again"], key="k", at=6.0) == Repeated(1), "keys are lost"
    yield await store.append("one", 4, ["fifth"], key=None, at=6.0) == Appended(5), "the log does not go on"
    yield await store.kept("account", "asha") is not None, "small things are lost"
