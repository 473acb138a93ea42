"""Old matches and tournaments are deleted after the configured days."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from pathlib import Path

from carrom.equipment import Seat
from carrom.server import Settings
from carrom.server.retention import _forget_some, _forget_tournaments
from carrom.server.stores.sqlite import SqliteStore
from carrom.server.stores.store import StoredLog
from carrom.server.table.agreement import make_agreement
from carrom.server.table.open_matches import OpenMatches
from carrom.server.wire.values import SeatOccupant

BOTH = {Seat.SOUTH: SeatOccupant("Asha", "here"), Seat.NORTH: SeatOccupant("Ravi", "here")}


def test_old_matches_are_deleted(tmp_path: Path) -> None:
    """Played a year ago, or made a week ago and never played. Recently played ones stay, however old."""

    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        tables = OpenMatches(Settings(), store)
        ids = {name: (await tables.make(make_agreement("icf", "board", False, BOTH))).id for name in "abcd"}
        stroke = json.dumps({"kind": "stroke"})
        for name in "abc":
            await store.append(ids[name], len(await store.events(ids[name])), [stroke], key=None, at=time.time())
        day, now = 86_400.0, time.time()

        def age(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE logs SET created = ?", (now - 500 * day,))
            connection.execute("UPDATE events SET at = ?", (now - 400 * day,))
            connection.execute("UPDATE events SET at = ? WHERE log = ?", (now - day, ids["b"]))
            connection.execute("UPDATE events SET at = ? WHERE log = ?", (now - 20 * day, ids["c"]))
            connection.execute("UPDATE events SET at = ? WHERE log = ?", (now - 8 * day, ids["d"]))

        await store._ask(age)
        assert not await _forget_some(tables)
        left = [log.id for log in await store.logs("match")]
        assert sorted(left) == sorted([ids["b"], ids["c"]])
        store.close()

    asyncio.run(run())


def test_tournaments_are_deleted_only_after_the_configured_days(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        for name, kind in (("T", "tournament"), ("T.M1.x", "pad"), ("TT", "tournament"), ("TT.M1.x", "pad")):
            await store.create(StoredLog(name, kind, 1.0, "{}"))
        await store.append("TT", 0, ["lately"], key=None, at=time.time())
        await _forget_tournaments(store, 0)
        assert await store.count("tournament") == 2
        await _forget_tournaments(store, 1000)
        assert [log.id for kind in ("tournament", "pad") for log in await store.logs(kind)] == ["TT", "TT.M1.x"]
        store.close()

    asyncio.run(run())
