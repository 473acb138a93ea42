"""The PostgreSQL store."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable
from typing import TypeVar

import psycopg
import pytest

from carrom.base.errors import CarromError
from carrom.server.stores.opening import store_at
from carrom.server.stores.postgres import PostgresStore
from carrom.server.stores.postgres_connection import connection_info, error_line, shown_address
from carrom.server.stores.store import Appended, LogChange, NotStoredError, StoredLog
from carrom.testing.crashes import crash_faults
from carrom.testing.postgres import Postgres
from carrom.testing.stores import store_faults
from tests.depth import by_depth
from tests.refusals import refuses

T = TypeVar("T")


def test_postgres_store_passes_the_store_kit(database: str) -> None:
    assert store_faults(lambda: PostgresStore(database)) == []


def test_nothing_acknowledged_is_lost_when_processes_or_the_database_are_killed(
    postgres: Postgres, database: str
) -> None:
    """Two processes write; the seed decides the order in which they and the database are killed."""

    def power_cut() -> None:
        postgres.stop("immediate")
        postgres.start()

    def kill() -> None:
        postgres.kill()
        postgres.start()

    kills = int(os.environ.get("CARROM_KILLS", by_depth("2", "20")))
    blows = [power_cut, kill] * (kills // 4)
    store = "carrom.server.stores.opening:store_at"
    assert crash_faults(store, database, kills=kills, processes=2, blows=blows, seed=kills, report=print) == []


def test_concurrent_starts_make_one_schema(database: str) -> None:
    stores = [PostgresStore(database) for _ in range(6)]
    starting = [threading.Thread(target=store.open) for store in stores]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    for store in stores:
        assert asyncio.run(store.count("match")) == 0
        store.close()


def test_store_of_a_later_version_is_left_alone(database: str) -> None:
    store = PostgresStore(database)
    store.open()
    store.close()
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("UPDATE carrom.version SET number = 99")
    with refuses("later-version"):
        store.open()
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT number FROM carrom.version").fetchone() == (99,)


def test_changes_of_others_arrive_after_the_line_was_cut(database: str) -> None:
    async def run() -> None:
        ours, theirs = PostgresStore(database), PostgresStore(database)
        ours.open()
        theirs.open()
        heard: asyncio.Queue[LogChange] = asyncio.Queue()
        ours.watch(heard.put_nowait)
        assert await heard.get() == LogChange(None), "what was before it began to listen"
        await theirs.create(StoredLog("m", "match", 1.0, "{}"))
        await theirs.append("m", 0, ["one"], key=None, at=1.0)
        assert await heard.get() == LogChange("m", 1)
        with psycopg.connect(database, autocommit=True) as connection:
            # Other tests listen at the same server, in databases of their own.
            sql = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
            )
            assert len(connection.execute(sql).fetchall()) == 1
        await theirs.append("m", 1, ["two"], key=None, at=2.0)
        while (change := await heard.get()) != LogChange(None):
            assert change == LogChange("m", 2)
        await theirs.append("m", 2, ["three"], key=None, at=3.0)
        while await heard.get() != LogChange("m", 3):
            pass
        ours.close()
        theirs.close()

    asyncio.run(asyncio.wait_for(run(), 30))


def test_writers_survive_a_cut_line(database: str) -> None:
    """The server ends the idle connection: writers and readers do not notice."""

    async def run() -> None:
        store = PostgresStore(database)
        store.open()
        await store.create(StoredLog("m", "match", 1.0, "{}"))
        for number in range(5):
            assert await store.append("m", number, ["x"], key=None, at=1.0) == Appended(number + 1)
            assert len(await store.events("m")) == number + 1
            with psycopg.connect(database, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
        store.close()

    asyncio.run(run())


def test_database_outage_is_reported_and_ends(
    postgres: Postgres, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        store = PostgresStore(database)
        store.open()
        await store.create(StoredLog("m", "match", 1.0, "{}"))
        postgres.stop()
        for _ in range(3):
            with pytest.raises(NotStoredError):
                await store.append("m", 0, ["x"], key="k", at=1.0)
            with pytest.raises(NotStoredError):
                await store.check()
        postgres.start()
        assert await _when_it_is_back(lambda: store.append("m", 0, ["x"], key="k", at=1.0)) == Appended(1)
        store.close()

    asyncio.run(run())
    errors = [record.name for record in caplog.records if record.levelname == "ERROR"]
    assert errors == ["carrom.server.stores.batching"]


def test_hanging_database_is_an_outage(postgres: Postgres, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its processes are stopped: the system still accepts what is sent to them."""
    monkeypatch.setattr("carrom.server.stores.batching.PATIENCE", 0.5)

    async def run() -> None:
        store = PostgresStore(f"{database}?connect_timeout=2")
        store.open()
        await store.create(StoredLog("m", "match", 1.0, "{}"))
        postgres.hang()
        try:
            with pytest.raises(NotStoredError):
                await store.append("m", 0, ["x"], key="k", at=1.0)
            with pytest.raises(NotStoredError):
                await store.events("m")
        finally:
            postgres.go_on()
        await _when_it_is_back(lambda: store.append("m", 0, ["x"], key="k", at=1.0))
        assert len(await store.events("m")) == 1
        store.close()

    asyncio.run(asyncio.wait_for(run(), 60))


async def _when_it_is_back(act: Callable[[], Awaitable[T]]) -> T:
    while True:
        try:
            return await act()
        except NotStoredError:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("bad", ["a zero byte: \x00", "half a character: \ud800"])
def test_unstorable_event_does_not_affect_others(bad: str, database: str) -> None:
    async def run() -> None:
        store = PostgresStore(database)
        store.open()
        for name in "abc":
            await store.create(StoredLog(name, "match", 1.0, "{}"))
        bodies = {"a": "fine", "b": bad, "c": "fine"}
        asked = [store.append(log, 0, [body], key=None, at=1.0) for log, body in bodies.items()]
        first, second, third = await asyncio.gather(*asked, return_exceptions=True)
        assert (first, third) == (Appended(1), Appended(1))
        assert isinstance(second, CarromError)
        assert not isinstance(second, NotStoredError), "to ask again would be of no use"
        store.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://asha:hush@db.example:5433/halls?sslmode=require", "postgresql://db.example:5433/halls"),
        ("postgres://asha:hush@[::1]/halls", "postgres://::1/halls"),
    ],
)
def test_password_is_never_shown(address: str, shown: str) -> None:
    assert shown_address(address) == shown
    assert PostgresStore(address).name == shown


@pytest.mark.parametrize("address", ["postgresql://asha:hu@sh@db/halls", "postgresql://asha:hu%sh@db/halls"])
def test_invalid_address_shows_no_password(address: str) -> None:
    with pytest.raises(CarromError) as refused:
        connection_info(address)
    assert "sh" not in str(refused.value)


def test_database_error_is_one_line() -> None:
    first = "the connection was lost"
    assert error_line(psycopg.OperationalError(f"{first}\n\tThis probably means that it ended\n\tabnormally.")) == first
    assert error_line(psycopg.OperationalError()) == "OperationalError"


def test_unreachable_database_is_reported_without_the_password() -> None:
    with pytest.raises(CarromError) as refused:
        store_at("postgresql://asha:hush@127.0.0.1:1/halls").open()
    assert refused.value.code == "store-unusable"
    assert "hush" not in str(refused.value)
