"""Scores from a pad are shown to everyone; scores on which two umpires differ are shown to nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server.pads.hall import STEPS, Phone, hall_desk, serve, store_tournament
from tests.server.public.reading import read


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    store_tournament(tmp_path / "hall.sqlite", hall_desk().facts)
    with serve(tmp_path / "hall.sqlite") as client:
        yield client


def shows(client: TestClient, points: list[str], state: str) -> None:
    """Wait until the page shows these points and this state."""
    for _ in range(300):
        tile = read(client.get("/t/T").text).one("tile", "#t-4")
        if [one.text for one in tile.all("points")] == points and state in tile.attributes["class"].split():
            return
    pytest.fail(f"{points} {state} is not shown: {tile.text}")


def test_score_goes_from_the_pad_to_the_page(client: TestClient) -> None:
    shows(client, ["", ""], "past-its-reporting-time")
    phone = Phone(client)
    phone.open()
    phone.tap(*STEPS[:2])
    phone.send()
    shows(client, ["12", "0"], "in-play")
    phone.tap(STEPS[2])
    phone.send()
    shows(client, ["24", "0"], "in-play")
    other = Phone(client)
    other.open()
    other.tap("toss a break", "board-over b coins 3 queen none")
    other.send()
    shows(client, ["", ""], "in-play")


def test_signed_match_is_a_result(client: TestClient) -> None:
    phone = Phone(client)
    phone.open()
    phone.tap(*STEPS)
    phone.send()
    shows_result = [one.text for one in read(client.get("/t/T/results").text).all("points")]
    assert shows_result == ["25", "0"]
