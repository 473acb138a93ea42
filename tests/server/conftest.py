"""A server for each test: within the process for its answers, as a process of its own for restarts."""

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
from tests.server.cluster import Process
from tests.server.pads.hall import hall_desk, store_tournament
from tests.starter import Started, start_carrom


@pytest.fixture
def make_client(tmp_path: Path) -> Iterator[Callable[..., TestClient]]:
    """Make clients of apps with the test's own settings, each app on a store of its own."""
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
    """The address of its database, if it does not use its data folder."""
    process: Started | None = None
    address: str = ""
    options: list[str] = field(default_factory=list)

    def start(self) -> None:
        """Start, or restart on the same port, and wait for the address."""
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
def cluster_database(postgres: Postgres) -> str:
    """A database with the hall of tests/server/pads/hall.py."""
    address = postgres.new_database()
    store_tournament(address, hall_desk().facts)
    return address


@pytest.fixture(scope="session")
def both(cluster_database: str) -> Iterator[list[Process]]:
    with ExitStack() as ending:
        # Each has its own bus address, as on two machines.
        processes = [Process(cluster_database, "--lobby", "--bus", f"127.0.0.{number}") for number in (1, 2)]
        for process in processes:
            ending.callback(process.end)
        yield processes


@pytest.fixture
def pair(both: list[Process]) -> list[Process]:
    """Two running processes; a test before may have killed one."""
    for process in both:
        process.start()
    return both
