"""Full disks and damaged files: the store reports one code, and never changes what it cannot read."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from carrom.cli import main
from carrom.equipment import Seat
from carrom.server import Settings
from carrom.server.stores import sqlite_file
from carrom.server.stores.sqlite import SqliteStore
from carrom.server.stores.sqlite_contents import read_sqlite
from carrom.server.stores.store import NOT_STORED, NotStoredError, StoredLog
from carrom.server.table.agreement import make_agreement
from carrom.server.table.open_matches import OpenMatches
from carrom.server.wire.values import SeatOccupant
from tests.refusals import refuses
from tests.server.talk import (
    HERE,
    begun,
    closing_code,
    connect,
    do,
    hear,
    new_match,
    secret,
    stroke_for,
)

BOTH = {Seat.SOUTH: SeatOccupant("Asha", "here"), Seat.NORTH: SeatOccupant("Ravi", "here")}


class FullDisk(SqliteStore):
    """A store whose disk can be filled."""

    full = False

    async def append(self, *args: Any, **kwargs: Any) -> Any:
        return await (self._fail() if self.full else super().append(*args, **kwargs))

    async def check(self) -> None:
        await (self._fail() if self.full else super().check())

    async def create(self, *args: Any, **kwargs: Any) -> Any:
        return await (self._fail() if self.full else super().create(*args, **kwargs))

    async def _fail(self) -> None:
        def work(_: sqlite3.Connection) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        await self._ask(work)


def test_full_disk_is_answered_with_a_code_and_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from carrom.server import create_app

    store = FullDisk(tmp_path / "s.sqlite")
    with TestClient(create_app(Settings(is_warmed=False, host="testserver"), store)) as client:
        made, told = begun(client)
        view = told[-1]["view"]
        with connect(client, made, secret(made)) as player:
            hear(player, "welcome")
            store.full = True
            message = do(view["seq"], view["todo"]["players"][0], stroke_for(view))
            for _ in range(5):
                player.send_text(message)
                assert hear(player, "nack", "ack")["code"] == "not-stored"
            health = client.get("/api/health")
            assert (health.status_code, health.text) == (503, NOT_STORED)
            wish = {"rulebook": "icf", "length": "board", "clock": False, "seats": HERE}
            answer = client.post("/api/matches", json=wish)
            assert (answer.status_code, answer.json()) == (503, {"code": "not-stored", "text": NOT_STORED})
            store.full = False
            player.send_text(message)
            assert hear(player, "nack", "ack")["t"] == "ack", "sent again, it counts, once"
    lines = [record for record in caplog.records if "disk is full" in record.getMessage()]
    assert len(lines) == 1, "the cause is for the log"
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


def test_append_fails_on_a_full_disk_and_recovers(tmp_path: Path) -> None:
    """SQLite's page limit acts as the disk's end."""

    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        tables = OpenMatches(Settings(), store)
        made = (await tables.make(make_agreement("icf", "board", False, BOTH))).id
        last = len(await store.events(made))
        await store._ask(lambda connection: connection.execute("PRAGMA max_page_count = 1"))
        with pytest.raises(NotStoredError, match="full"):
            await store.append(made, last, ["x" * 200_000], key=None, at=1.0)
        await store._ask(lambda connection: connection.execute("PRAGMA max_page_count = 100000"))
        assert len(await store.events(made)) == last
        await store.append(made, last, ["x" * 200_000], key=None, at=1.0)
        store.close()

    asyncio.run(run())


def test_server_is_unhealthy_while_events_are_refused(tmp_path: Path) -> None:
    """A nearly full disk has room for a few bytes, and none for an event."""
    from carrom.server import create_app

    store = SqliteStore(tmp_path / "s.sqlite")
    with TestClient(create_app(Settings(is_warmed=False, host="testserver"), store)) as client:
        portal = client.portal
        assert portal is not None

        def limit(pages: int) -> None:
            portal.call(store._ask, lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}"))

        limit(1)
        assert client.get("/api/health").status_code == 503, "it has written as much as an event"
        limit(1_000_000)
        assert new_match(client)["id"]
        limit(1)
        wish = {"rulebook": "icf", "length": "board", "clock": False, "seats": HERE}
        while client.post("/api/matches", json=wish).status_code == 200:
            pass
        for path in ("health", "ready"):
            assert client.get(f"/api/{path}").status_code == 503
        limit(1_000_000)
        new_match(client)
        while client.get("/api/health").status_code != 200:  # checked again within a second
            pass


def test_store_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA user_version = 7")
    before = file.read_bytes()
    with refuses("later-version"):
        SqliteStore(file).open()
    assert file.read_bytes() == before, "not one byte is another one"


def test_damaged_store_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    SqliteStore(file).create_or_migrate()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA journal_mode = DELETE")  # as in a copied file
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * 4096 + whole[8192:])
    before = file.read_bytes()
    with refuses("store-damaged"):
        SqliteStore(file).open()
    assert file.read_bytes() == before


def test_store_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    store = SqliteStore(folder / "s.sqlite")
    store.open()
    for path in (folder, *folder.iterdir()):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path
    store.close()


@pytest.mark.parametrize("trouble", ["second", "foreign", "folder", "later", "damaged", "table gone"])
def test_unusable_store_is_reported_in_one_line(
    trouble: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "matches.sqlite"
    first = SqliteStore(file)
    match trouble:
        case "second":
            first.open()
        case "foreign":
            file.write_bytes(b"no database at all " * 100)
        case "folder":
            file.mkdir()
        case "later":
            with closing(sqlite3.connect(file)) as connection, connection:
                connection.execute("PRAGMA user_version = 9")
        case "damaged":
            _fill_pages(first)
            pages = bytearray(file.read_bytes())
            middle = len(pages) // 2 // 4096 * 4096
            pages[middle : middle + 4096] = b"\x5a" * 4096
            file.write_bytes(pages)
        case "table gone":
            _fill_pages(first)
            with closing(sqlite3.connect(file)) as connection, connection:
                connection.execute("DROP TABLE grants")
    assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err.strip()
    assert "Traceback" not in said
    assert len(said.splitlines()) == 1
    assert "matches.sqlite" in said
    first.close()


def _fill_pages(store: SqliteStore) -> None:
    """Fill some hundred pages, so that there is a middle."""

    async def run() -> None:
        store.open()
        await store.create(StoredLog("m", "match", 1.0, "{}"))
        await store.append("m", 0, [f"{number}" * 200 for number in range(1000)], key=None, at=1.0)
        store.close()

    asyncio.run(run())


def test_damaged_store_is_neither_backed_up_nor_reported_as_sound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The damage is in an index, which reading the log would not meet."""
    store = SqliteStore(tmp_path / "matches.sqlite")
    _fill_pages(store)
    with closing(sqlite3.connect(store.path)) as connection, connection:
        sql = "SELECT rootpage FROM sqlite_master WHERE name = 'events_by_key'"
        ((page,),) = connection.execute(sql).fetchall()
    with store.path.open("rb+") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\x5a" * 4096)
    with refuses("store-damaged", str(store.path)), read_sqlite(store.path):
        pass
    assert main(["store", "check", str(store.path)]) == 2
    assert store.path.name in capsys.readouterr().err
    assert main(["store", "backup", str(store.path), str(tmp_path / "copy.sqlite")]) == 2
    assert not (tmp_path / "copy.sqlite").exists()


def test_large_file_is_checked_for_a_limited_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite")
    _fill_pages(store)
    monkeypatch.setattr(sqlite_file, "INTEGRITY_CHECK_SECONDS", 0.0)
    monkeypatch.setattr(sqlite_file, "_STEPS_PER_LOOK", 1)
    store.open()
    assert asyncio.run(_count(store)) == 1
    store.close()
    (record,) = [one for one in caplog.records if one.name.startswith("carrom")]
    assert (record.levelname, store.path.name in record.getMessage()) == ("WARNING", True)


async def _count(store: SqliteStore) -> int:
    return await store.count("match")


@pytest.mark.parametrize("damage", ["substr(body, 1, 5)", "CAST(CAST(body AS BLOB) || x'ff' AS TEXT)"])
def test_damaged_event_affects_its_match_only(damage: str, tmp_path: Path) -> None:
    from carrom.server import create_app

    store = SqliteStore(tmp_path / "s.sqlite")
    settings = Settings(is_warmed=False, host="testserver")
    with TestClient(create_app(settings, store)) as client:
        made, _ = begun(client)
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute(f"UPDATE events SET body = {damage} WHERE seq = 1")
    with TestClient(create_app(settings, SqliteStore(store.path))) as client:
        answer = client.get(f"/api/matches/{made['id']}/record")
        assert answer.status_code == 422
        assert answer.json()["code"] in ("log-damaged", "store-damaged")
        with connect(client, made) as watching:
            assert closing_code(watching) == 4404
        assert client.get("/api/health").text == "ok"
