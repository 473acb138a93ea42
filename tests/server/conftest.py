"""A server for each test: inside the process for what it answers, a process of its own for what it survives."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from carrom.server import Settings, SqliteStore, create_app
from carrom.testing.postgres import Postgres
from tests.server.fleet import Process
from tests.server.pads.hall import hall_desk, store_tournament
from tests.starter import Started, start_carrom


@pytest.fixture
def make_client(tmp_path: Path) -> Iterator[Callable[..., TestClient]]:
    """Clients of apps with settings of the test's own, all on one store's folder."""
    opened: list[TestClient] = []

    def make(**changes: Any) -> TestClient:
        settings = Settings(is_warmed=False, **{"host": "testserver", **changes})
        client = TestClient(create_app(settings, SqliteStore(tmp_path / f"{len(opened)}.sqlite")))
        client.__enter__()
        opened.append(client)
        return client

    yield make
    for client in opened:
        client.__exit__(None, None, None)


@pytest.fixture
def client(make_client: Callable[..., TestClient]) -> TestClient:
    return make_client()


@dataclass
class Served:
    """`carrom serve` as people run it."""

    data: Path
    port: int = 0
    database: str = ""
    """Where it keeps everything, if not in its data folder."""
    process: Started | None = None
    address: str = ""
    options: list[str] = field(default_factory=list)

    def start(self) -> None:
        """Start, or start again on the same port, and wait for the address."""
        place = [] if self.database else ["--data", str(self.data)]
        words = ["serve", "--cold", "--port", str(self.port), *place, *self.options]
        self.process = start_carrom(*words, CARROM_DATABASE=self.database)
        line = self.process.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:(\d+))/", line)
        assert found, line
        self.address, self.port = found[1], int(found[2])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        status = self.process.wait(20)
        self.process.stdout.close()
        self.process = None
        return status


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path / "data")
    server.start()
    yield server
    if server.process is not None:
        server.stop(signal.SIGKILL)


@pytest.fixture(scope="session")
def fleet_database(postgres: Postgres) -> str:
    """A database with the hall of tests/server/pads/hall.py in it."""
    address = postgres.new_database()
    store_tournament(address, hall_desk().facts)
    return address


@pytest.fixture(scope="session")
def both(fleet_database: str) -> Iterator[list[Process]]:
    with ExitStack() as ending:
        # Each with an address of its own for what they tell each other, as on two machines.
        processes = [Process(fleet_database, "--lobby", "--bus", f"127.0.0.{number}") for number in (1, 2)]
        for process in processes:
            ending.callback(process.end)
        yield processes


@pytest.fixture
def pair(both: list[Process]) -> list[Process]:
    """Two processes that run; a test before may have killed one."""
    for process in both:
        process.start()
    return both
