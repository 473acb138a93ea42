"""Servers that start with a tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from carrom.server import Settings, SqliteStore, create_app
from carrom.server.public import site
from tests.server.public.halls import keep
from tests.tournament.desk import Desk

Showing = Callable[..., TestClient]


@pytest.fixture
def showing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Showing]:
    """Make clients of a server with these tournaments. Pages wait for the planned times on a busy machine."""
    monkeypatch.setattr(site, "_FIRST_PLAN_SECONDS", 60.0)
    opened: list[TestClient] = []

    def make(**tournaments: Desk) -> TestClient:
        file = tmp_path / f"{len(opened)}.sqlite"
        for name, desk in tournaments.items():
            keep(file, name, desk)
        client = TestClient(create_app(Settings(is_warmed=False, host="testserver"), SqliteStore(file)))
        client.__enter__()
        opened.append(client)
        return client

    yield make
    for client in opened:
        client.__exit__(None, None, None)
