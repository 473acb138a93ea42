"""Whole stores: copied between SQLite and PostgreSQL, checked, backed up while a server runs, and restored."""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient
from websockets.sync.client import ClientConnection

from carrom.cli import main
from carrom.server import Settings, SqliteStore, Store, create_app, store_at, store_copies
from carrom.server.store_copies import fill_store, open_contents
from carrom.server.stores.contents import WholeLog
from carrom.server.stores.store import Grant, KeptItem, StoredEvent, StoredLog
from carrom.tournament.log.file import from_text
from tests.refusals import refuses
from tests.server.conftest import Served
from tests.server.desk.conftest import LIST, PASSWORD, Person, contains_all
from tests.server.talk import do
from tests.server.test_restarts import _hear, _made, _play, _socket

OLD = Path(__file__).parents[1] / "golden" / "server-2.sql"


def _old_file(file: Path) -> str:
    """A store of the previous version, with a match."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(OLD.read_text())
    return str(file)


async def _fill(store: Store, seed: int, logs: int = 60) -> None:
    """Fill a store with logs of unknown kinds, with various keys and times, and small items."""
    luck = random.Random(seed)
    store.open()
    for number in range(logs):
        grants = [Grant(luck.randbytes(32), f'{{"n": {n}}}') for n in range(luck.randrange(3))]
        await store.create(
            StoredLog(f"log {number} ä", luck.choice(["one", "other"]), luck.random() * 1e9, "{}"), grants
        )
        seq = 0
        for _ in range(luck.randrange(5)):
            bodies = [f'"{luck.random()} \\t\\\\ \\n ü"'] * luck.randrange(1, 4)
            key = luck.choice([None, f"key\\N {luck.random()}", ""]) if seq == 0 else None
            await store.append(f"log {number} ä", seq, bodies, key=key, at=time.time() * luck.random())
            seq += len(bodies)
        await store.keep(KeptItem("session", f"{number}", "{}", luck.choice([None, 1.0, time.time() + 900.0])))
    store.close()


def _everything(where: str) -> tuple[list[WholeLog], list[KeptItem]]:
    with open_contents(where) as contents:
        return list(contents.logs()), list(contents.kept())


def test_everything_is_copied_to_postgresql_and_back(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, last = _old_file(tmp_path / "old.sqlite"), str(tmp_path / "new" / "matches.sqlite")
    asyncio.run(_fill(store_at(first), seed=5))
    before = _everything(first)
    assert len(before[0]) == 61
    assert main(["store", "copy", first, database]) == 0
    assert "1 match, " in capsys.readouterr().out
    assert _everything(database) == before
    assert main(["store", "copy", database, str(tmp_path / "new")]) == 0
    assert _everything(last) == before
    assert main(["store", "check", last]) == 0
    for full in (last, database):
        with refuses("store-not-empty"), fill_store(full):
            pass
        assert main(["store", "copy", first, full]) == 2
    assert _everything(last) == before


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_failed_copy_leaves_nothing(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = str(tmp_path / "t.sqlite") if kind == "sqlite" else request.getfixturevalue("database")
    source = _old_file(tmp_path / "old.sqlite")

    def spoiled(_: str, __: str) -> None:
        with open_contents(source) as old, fill_store(target) as new:
            new.add([one for one in old.logs() if one.events.pop()], old.kept())
            assert new.contents.count() == 1
            list(store_copies._compare_logs(old, new.contents))

    with refuses("copy-differs"):
        spoiled(source, target)
    if kind == "sqlite":
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith("t.")] == []
    assert main(["store", "copy", source, target]) == 0, "it is as empty as it was"


@pytest.mark.deep
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_killed_copy_leaves_nothing(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    source, file = str(tmp_path / "source.sqlite"), tmp_path / "t.sqlite"
    target = str(file) if kind == "sqlite" else request.getfixturevalue("database")
    with fill_store(source) as new:
        events = [StoredEvent(seq, 1.0, "{}") for seq in range(1, 6)]
        new.add(
            (WholeLog(StoredLog(f"{n:05}", "other", 1.0, "{}"), [], events) for n in range(3000)), []
        )  # enough to take a noticeable time
    if kind == "postgresql":
        asyncio.run(_fill(store_at(target), seed=0, logs=0))
    command = [sys.executable, "-m", "carrom", "store", "copy", source, target]
    with nullcontext() if kind == "sqlite" else psycopg.connect(target, autocommit=True) as watching:
        copying = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while not (file.with_name("t.sqlite.part").exists() if watching is None else _is_locked(watching)):
            assert copying.poll() is None
            time.sleep(0.002)
        copying.kill()
    assert copying.wait() == -signal.SIGKILL
    assert not file.exists()
    assert main(["store", "copy", source, target]) == 0
    assert _everything(source) == _everything(target)


def _is_locked(connection: psycopg.Connection) -> bool:
    """Whether the store is being filled."""
    sql = "SELECT 1 FROM pg_locks WHERE relation = 'carrom.logs'::regclass AND mode = 'ExclusiveLock'"
    return bool(connection.execute(sql).fetchall())


def test_damaged_log_is_named_and_copied_unchanged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = _old_file(tmp_path / "old.sqlite")
    SqliteStore(Path(source)).create_or_migrate()
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute("UPDATE events SET body = substr(body, 1, 5) WHERE seq = 3")
    assert main(["store", "check", source]) == 1
    (fault,) = capsys.readouterr().err.strip().splitlines()
    assert contains_all(fault, "vXIE1U5cPL5_", "event 3")
    assert main(["store", "copy", source, str(tmp_path / "new.sqlite")]) == 1
    assert _everything(source) == _everything(str(tmp_path / "new.sqlite"))


@pytest.mark.parametrize("where", ["nowhere", "tests/conftest.py", "https://example.org/", "postgresql://h@l@h/x"])
def test_invalid_store_address_is_refused_in_one_line(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["store", "check", where]) == 2
    said = capsys.readouterr().err
    assert len(said.strip().splitlines()) == 1
    assert "Traceback" not in said


# --- with servers that run ------------------------------------------------------------------------------------------


@contextmanager
def _serving(served: Served) -> Iterator[Served]:
    served.start()
    try:
        yield served
    finally:
        if served.process is not None:
            served.stop(signal.SIGKILL)


def _concede(socket: ClientConnection) -> dict[str, Any]:
    view = _hear(socket, "welcome")["view"]
    socket.send(do(view["seq"], "a1", {"do": "concede", "what": "match"}))
    told: dict[str, Any] = _hear(socket, "happened", "nack")
    return told


def _same(served: Served, made: dict[str, Any], played: dict[int, dict[str, Any]]) -> None:
    """Check that a new client receives all of it."""
    with _socket(served, made, "?since=0") as socket:
        seq = _hear(socket, "welcome")["view"]["seq"]
        told = [_hear(socket, "happened") for _ in range(seq)]
    assert {number: told[number - 1]["event"] for number in played} == played


def test_match_survives_its_disk_and_moves_to_postgresql(tmp_path: Path, database: str) -> None:
    """The drill of docs/server.md: back up during play, lose the disk, restore the file and play on; then move to a
    database and finish there."""
    data, backup = tmp_path / "data", tmp_path / "kept.sqlite"
    served = Served(data)
    with _serving(served):
        made = _made(served)
        with _socket(served, made) as socket:
            played = _play(socket, 3)
            assert main(["store", "backup", str(data), str(backup)]) == 0
        with _socket(served, made) as socket:
            _play(socket, 1)  # lost with the disk, since it came after the backup
        served.stop(signal.SIGKILL)
    shutil.rmtree(data)
    data.mkdir()
    shutil.copy(backup, data / "matches.sqlite")
    with _serving(served):
        _same(served, made, played)
        with _socket(served, made) as socket:
            played |= _play(socket, 2)
        assert main(["store", "backup", str(data), str(backup)]) == 2, "a backup never takes another's place"
        served.stop()
    assert main(["store", "copy", str(data), database]) == 0
    with _serving(Served(tmp_path / "nothing", database=database)) as second:
        _same(second, made, played)
        with _socket(second, made) as socket:
            assert _concede(socket)["view"]["winner"] == "b"
        second.stop()
    assert not (tmp_path / "nothing").exists()
    assert main(["store", "check", database]) == 0


def test_backup_of_postgresql_is_a_complete_file(tmp_path: Path, database: str) -> None:
    asyncio.run(_fill(store_at(database), seed=6))
    assert main(["store", "backup", database, str(tmp_path / "kept.sqlite")]) == 0
    assert _everything(str(tmp_path / "kept.sqlite")) == _everything(database)


def test_tournament_begun_on_sqlite_is_finished_on_postgresql(tmp_path: Path, database: str) -> None:
    """The owner's account and session move too: the same cookie opens the same desk."""
    settings = Settings(is_warmed=False, host="testserver")
    file = tmp_path / "matches.sqlite"
    app = create_app(settings, SqliteStore(file))
    with TestClient(app) as client:
        joined = client.post(
            "/api/session/join", json={"invite": app.state.invite, "name": "Olga", "password": PASSWORD}
        )
        cookies = dict(joined.cookies)
        changes = [{"setting": "day", "value": "2024-11-05"}, {"setting": "tables", "value": "4"}]
        made = client.post("/api/tournaments", json={"key": "key-0001", "beginning": "vkk", "settings": changes})
        owner = Person(client, made.json()["id"])
        owner.act("import", text=LIST)
        owner.act("draw", stage="S/groups", random="2024")
        owner.act("draw", stage="S/knockout")
        owner.act("publish", stage="S/groups")
        for number in range(1, 6):
            owner.act("result", match=f"M{number}", words=[f"25-{number}"], key=f"result-{number}")
        begun = owner.get("file").text
    assert main(["store", "copy", str(file), database]) == 0
    with TestClient(create_app(settings, store_at(database)), cookies=cookies) as client:
        owner = Person(client, owner.tournament)
        assert owner.get("file").text == begun
        again = owner.try_act("result", match="M5", words=["25-5"], key="result-5")
        assert again.status_code == 200, "sent again, it counts once"
        for number in range(6, 13):
            owner.act("result", match=f"M{number}", words=[f"25-{number}"])
        owner.act("publish", stage="S/knockout")
        for number in range(13, 16):
            owner.act("result", match=f"M{number}", words=[f"25-{number}"])
        finished = owner.get("file").text
    assert finished.startswith(begun)
    assert all(match.result is not None for match in from_text(finished).state.matches.values())
    assert main(["store", "check", database]) == 0
