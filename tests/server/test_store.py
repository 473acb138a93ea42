"""The SQLite store: an acknowledged event is there, once, in order."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from carrom.server import Settings, create_app
from carrom.server.stores import sqlite_file
from carrom.server.stores.sqlite import SqliteStore
from carrom.server.stores.sqlite_contents import read_sqlite
from carrom.server.stores.sqlite_file import connect_sqlite
from carrom.server.stores.store import Appended, Grant, NoSuchLogError, NotStoredError, Repeated, Stale, StoredLog
from carrom.testing.crashes import crash_faults
from carrom.testing.stores import store_faults
from tests.depth import by_depth
from tests.refusals import refuses


async def _match(store: SqliteStore, name: str = "m") -> None:
    await store.create(StoredLog(name, "match", 1.0, "{}"), [Grant(b"secret", '["a1"]')])


def test_sqlite_store_passes_the_store_kit(tmp_path: Path) -> None:
    assert store_faults(lambda: SqliteStore(tmp_path / "s.sqlite")) == []


class Forgetful(SqliteStore):
    """Starts empty whenever it is opened."""

    def open(self) -> None:
        self.path.unlink(missing_ok=True)
        super().open()


class Trusting(SqliteStore):
    """Accepts every event as the next one."""

    async def append(
        self, log_id: str, after: int, bodies: Sequence[str], *, key: str | None, at: float
    ) -> Appended | Repeated | Stale:
        last = len(await self.events(log_id))
        return await super().append(log_id, last, bodies, key=key, at=at)


@pytest.mark.parametrize(
    ("store", "told"),
    [(Forgetful, "lost"), (Trusting, "stale")],
    ids=["forgetful", "trusting"],
)
def test_kit_finds_the_fault_of_a_store(store: type[SqliteStore], told: str, tmp_path: Path) -> None:
    faults = store_faults(lambda: store(tmp_path / "s.sqlite"))
    assert any(told in fault for fault in faults), faults


def test_many_writers_leave_no_gap_and_lose_nothing(tmp_path: Path) -> None:
    """Sixty-four callers at once, each for its own match, and eight for one: group commit keeps them apart."""

    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        for index in range(64):
            await _match(store, f"m{index}")
        own = [store.append(f"m{index}", 0, [f"body {index}"], key=None, at=1.0) for index in range(64)]
        race = [store.append("m0", 1, [f"race {index}"], key=None, at=1.0) for index in range(8)]
        answers = await asyncio.gather(*own)
        assert answers == [Appended(1)] * 64
        raced = await asyncio.gather(*race)
        assert raced.count(Appended(2)) == 1
        assert raced.count(Stale(2)) == 7
        store.close()
        with closing(sqlite3.connect(tmp_path / "s.sqlite")) as file, file:
            assert file.execute("SELECT count(*) FROM events").fetchone() == (65,)
            assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        file.close()

    asyncio.run(run())


def test_failing_job_does_not_affect_others(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        await _match(store)
        jobs = [store.append("m", 0, ["one"], key=None, at=1.0), store.append("nobody's", 0, ["x"], key=None, at=1.0)]
        first, second = await asyncio.gather(*jobs, return_exceptions=True)
        assert first == Appended(1)
        assert isinstance(second, NoSuchLogError)
        store.close()

    asyncio.run(run())


def test_unencodable_event_stores_nothing_and_affects_no_others(tmp_path: Path) -> None:
    """The last of several events in one request has half a character; others come at the same moment."""

    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        for name in ("m", "n", "o"):
            await _match(store, name)
        jobs = [
            store.append("n", 0, ["one", "two", "\ud800"], key="k", at=1.0),
            store.append("o", 0, ["\ud800"], key="k", at=1.0),
            store.append("m", 0, ["one", "two"], key="k", at=1.0),
            store.append("m", 1, ["late"], key="l", at=1.0),
            store.append("m", 9, ["far behind the end"], key=None, at=1.0),
            store.append("m", 2, ["again"], key="k", at=1.0),
        ]
        broken, unreadable, *answers = await asyncio.gather(*jobs, return_exceptions=True)
        assert isinstance(broken, UnicodeError)
        assert isinstance(unreadable, UnicodeError)
        assert answers == [Appended(2), Stale(2), Stale(2), Repeated(1)]
        assert [await store.events(name) for name in ("n", "o")] == [[], []]
        assert [event.body for event in await store.events("m")] == ["one", "two"]
        store.close()

    asyncio.run(run())


def test_failed_commit_is_reported_and_the_next_one_works(tmp_path: Path) -> None:
    def spoil(connection: sqlite3.Connection) -> None:
        """Defer the check of a broken reference to the COMMIT, which then fails as on a full disk."""
        connection.execute("PRAGMA defer_foreign_keys = ON")
        connection.execute("INSERT INTO events VALUES ('nobody', 1, NULL, 1.0, 'x')")

    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        await _match(store)
        with pytest.raises(NotStoredError):
            await store._ask(spoil)
        assert await store.append("m", 0, ["one"], key=None, at=1.0) == Appended(1)
        store.close()

    asyncio.run(run())


def test_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    first, second = SqliteStore(tmp_path / "s.sqlite"), SqliteStore(tmp_path / "s.sqlite")
    first.open()
    with refuses("in-use", str(tmp_path / "s.sqlite")):
        second.open()
    first.close()
    second.open()
    second.close()


def test_store_opens_after_a_kill_during_a_checkpoint(tmp_path: Path) -> None:
    """Pages are moved one by one, the first one first: it may count more pages than the file has."""
    path, moved = tmp_path / "s.sqlite", tmp_path / "moved.sqlite"
    store = SqliteStore(path)
    store.open()
    for number in range(20):
        asyncio.run(_match(store, f"m{number}"))
    file, log = path.read_bytes(), path.with_name(f"{path.name}-wal").read_bytes()
    moved.write_bytes(file)
    moved.with_name(f"{moved.name}-wal").write_bytes(log)
    store.close()
    with closing(sqlite3.connect(moved)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    first = moved.read_bytes()[:4096]
    assert first != file[:4096]
    path.write_bytes(first)
    path.with_name(f"{path.name}-wal").write_bytes(log)

    again = SqliteStore(path)
    again.open()
    try:
        assert asyncio.run(again.count("match")) == 20
    finally:
        again.close()


@contextmanager
def _full_disk() -> Iterator[None]:
    """Let no file grow by a byte."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
def test_server_starts_on_a_full_disk_and_serves_what_is_stored(tmp_path: Path, ending: str) -> None:
    """Also without the index that SQLite has beside its log."""
    path = tmp_path / "s.sqlite"
    store = SqliteStore(path)
    store.open()
    log = StoredLog("m", "match", time.time(), "{}")
    asyncio.run(store.create(log))
    kept = {end: path.with_name(f"{path.name}{end}").read_bytes() for end in ("", "-wal", "-shm")}
    store.close()
    for end in ("", "-wal", ending):
        path.with_name(f"{path.name}{end}").write_bytes(kept[end])

    again = SqliteStore(path)
    with _full_disk(), TestClient(create_app(Settings(is_warmed=False, host="testserver"), again)) as client:
        assert client.app.state.invite is None, "nothing that could not be stored is promised"  # type: ignore[attr-defined]
        portal = client.portal
        assert portal is not None
        assert portal.call(again.log, "m") == log
        assert client.get("/api/health").status_code == 503
        with pytest.raises(NotStoredError):
            portal.call(partial(again.append, "m", 0, ["one"], key=None, at=1.0))
        _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))  # there is room again
        assert portal.call(partial(again.append, "m", 0, ["one"], key=None, at=1.0)) == Appended(1)


def test_reads_are_answered_on_a_full_disk_beside_writes(tmp_path: Path) -> None:
    async def run() -> list[Any]:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        await _match(store)
        gate = threading.Event()
        before = asyncio.create_task(store._ask(lambda _: gate.wait()))
        await asyncio.sleep(0)
        with _full_disk():
            jobs = [store.append("m", 0, ["one"], key=None, at=1.0), store.log("m"), store.count("match")]
            together = [asyncio.create_task(job) for job in jobs]
            await asyncio.sleep(0)  # all of them now wait for the one before
            gate.set()
            found = await asyncio.gather(before, *together, return_exceptions=True)
        store.close()
        return found[1:]

    refused, log, count = asyncio.run(run())
    assert isinstance(refused, NotStoredError)
    assert (log, count) == (StoredLog("m", "match", 1.0, "{}"), 1)


def test_every_commit_is_synced(tmp_path: Path) -> None:
    """An acknowledgement survives a power cut because of WAL with synchronous=FULL (2) on the writing connection."""
    connection = connect_sqlite(tmp_path / "s.sqlite")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()


def test_nothing_acknowledged_is_lost_when_a_server_is_killed(tmp_path: Path) -> None:
    kills = int(os.environ.get("CARROM_KILLS", by_depth("3", "20")))
    store = "carrom.server.stores.opening:store_at"
    assert crash_faults(store, str(tmp_path / "s.sqlite"), kills=kills, seed=kills, report=print) == []


def _on_the_disk(store: SqliteStore, text: str) -> int:
    """Count a text in the files, including free space."""
    files = [store.path.with_name(store.path.name + ending) for ending in ("", "-wal")]
    return sum(file.read_bytes().count(text.encode()) for file in files if file.exists())


async def _play_many(store: SqliteStore, name: str) -> dict[int, str]:
    """Grow logs side by side, so that pages are split; one of them contains the name."""
    random, logs = Random(3), [f"log{number:02}" for number in range(40)]
    for log in logs:
        await store.create(StoredLog(log, "tournament", 1.0, "{}"))
    lengths, told = dict.fromkeys(logs, 0), {}
    for _ in range(3000):
        log = random.choice(logs)
        body = "y" * random.randrange(40, 900)
        if log == logs[7]:
            body = told[lengths[log] + 1] = f"{name} {body}"
        await store.append(log, lengths[log], [body], key=None, at=1.0)
        lengths[log] += 1
    return told


def test_rewritten_and_deleted_text_leaves_the_files_of_a_running_server(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        told = await _play_many(store, "Asha Rao")
        assert _on_the_disk(store, "Asha Rao") >= len(told) > 50
        await store.rewrite("log07", {seq: body.replace("Asha Rao", "Withdrawn 1") for seq, body in told.items()})
        assert _on_the_disk(store, "Asha Rao") == 0
        assert _on_the_disk(store, "Withdrawn 1") == len(told)
        await store.forget("tournament", prefix="log07", before=2.0, most=1)
        assert _on_the_disk(store, "Withdrawn 1") == 0
        store.close()

    asyncio.run(run())


def test_text_rewritten_during_a_read_leaves_the_file_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "_PAUSE", 0.0)

    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        await _match(store)
        await store.append("m", 0, ["Asha Rao"], key=None, at=1.0)
        with read_sqlite(store.path) as reading:
            await store.rewrite("m", {1: "Withdrawn 1"})
            assert [one.events[0].body for one in reading.logs()] == ["Asha Rao"]
        await store.check()
        assert _on_the_disk(store, "Asha Rao") == 0
        store.close()

    asyncio.run(run())


def test_large_file_is_scrubbed_at_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        await _match(store)
        await store.append("m", 0, ["Asha Rao", "more"], key=None, at=1.0)
        monkeypatch.setattr(sqlite_file, "REWRITTEN_IN_PLAY_BYTES", 0)
        await store.rewrite("m", {1: "Withdrawn 1"})
        assert (await store.kept("store", "scrub")) is not None
        store.close()
        store.open()
        assert (await store.kept("store", "scrub")) is None
        assert [event.body for event in await store.events("m")] == ["Withdrawn 1", "more"]
        assert _on_the_disk(store, "Asha Rao") == 0
        store.close()

    asyncio.run(run())
