"""What a server of the first version left behind is opened by this one: its file, and the links that people kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from carrom.server import Settings, SqliteStore, create_app
from tests.server.talk import connect, do, events, hear, stroke_for

KEPT = Path(__file__).parents[1] / "golden" / "server-1.sql"
MATCH = {"id": "95Ww2iyttLB3"}
SECRETS = {"a1": "PaeL2iAIy3enBDPiyQDtPaMCLwjne84R", "b1": "lgFM9ZHaK4ARoL3TxWclS63TloynBU7x"}


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[TestClient]:
    file = tmp_path / "matches.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(KEPT.read_text())
    with TestClient(create_app(Settings(is_warmed=False, host="testserver"), SqliteStore(file))) as client:
        yield client


def test_a_match_of_before_is_shown_and_goes_on(kept: TestClient) -> None:
    told = events(kept, MATCH)
    assert [one["event"]["kind"] for one in told] == ["toss", "play", "arrange", "stroke", "stroke", "stroke"]
    for one in told[3:]:
        assert len(one["trace"]["discs"]) == 20
        assert one["view"]["position"] == one["event"]["rests"], "nothing fell in it, nothing was placed"
    assert len(kept.get(f"/api/matches/{MATCH['id']}/timeline").json()["moments"]) == 6
    assert kept.get(f"/api/matches/{MATCH['id']}/record").text.startswith("carrom-record 1\n")
    view = told[-1]["view"]
    (player,) = view["todo"]["players"]
    with connect(kept, MATCH, SECRETS[player]) as socket:
        assert hear(socket, "welcome")["players"] == [player]
        socket.send_text(do(view["seq"], player, stroke_for(view)))
        assert hear(socket, "ack", "nack")["t"] == "ack"
