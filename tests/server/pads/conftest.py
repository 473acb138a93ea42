"""A server with a tournament."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server.pads.hall import hall_desk, serve, store_tournament


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[TestClient]:
    store_tournament(tmp_path / "hall.sqlite", hall_desk().facts)
    with serve(tmp_path / "hall.sqlite") as client:
        yield client
