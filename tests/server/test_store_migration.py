"""Stores and seat links of earlier versions still work."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from carrom.server import Settings, SqliteStore, create_app
from tests.server.talk import connect, do, events, hear, stroke_for

GOLDEN = Path(__file__).parents[1] / "golden"
BEGUN = {1: ["toss", "play", "arrange"], 2: ["called", "reported", "toss", "reported", "ready", "play", "arrange"]}
"""The events before the three strokes of each file."""
MATCH = {1: "95Ww2iyttLB3", 2: "vXIE1U5cPL5_"}
SECRETS = {
    1: {"a1": "PaeL2iAIy3enBDPiyQDtPaMCLwjne84R", "b1": "lgFM9ZHaK4ARoL3TxWclS63TloynBU7x"},
    2: {"a1": "vZcugPPwHB568bMqa6vFuCk47LV8jV4J", "b1": "JPrS7nU_axNiXJJ0RCLiSzT-ALFezRvh"},
}


def _kept(version: int, folder: Path) -> TestClient:
    file = folder / "matches.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((GOLDEN / f"server-{version}.sql").read_text())
    return TestClient(create_app(Settings(is_warmed=False, host="testserver"), SqliteStore(file)))


@pytest.mark.parametrize("version", [1, 2])
def test_match_of_an_earlier_version_goes_on(version: int, tmp_path: Path) -> None:
    match = {"id": MATCH[version]}
    with _kept(version, tmp_path) as kept:
        told = events(kept, match)
        assert [one["event"]["kind"] for one in told] == [*BEGUN[version], "stroke", "stroke", "stroke"]
        for one in told[-3:]:
            assert len(one["trace"]["discs"]) == 20
            assert one["view"]["position"] == one["event"]["rests"], "nothing fell in it, nothing was placed"
        assert len(kept.get(f"/api/matches/{match['id']}/timeline").json()["moments"]) == len(told)
        assert kept.get(f"/api/matches/{match['id']}/record").text.startswith("carrom-record 1\n")
        view = told[-1]["view"]
        (player,) = view["todo"]["players"]
        with connect(kept, match, SECRETS[version][player]) as socket:
            assert hear(socket, "welcome")["players"] == [player]
            socket.send_text(do(view["seq"], player, stroke_for(view)))
            assert hear(socket, "ack", "nack")["t"] == "ack"


def test_migration_keeps_every_row(tmp_path: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as before:
        before.executescript((GOLDEN / "server-2.sql").read_text())
        rows = {table: before.execute(f"SELECT * FROM {table}").fetchall() for table in ("matches", "seats", "events")}
    with _kept(2, tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "matches.sqlite")) as now:
        assert now.execute("SELECT id, created, setup FROM logs").fetchall() == rows["matches"]
        assert now.execute("SELECT log, secret, body FROM grants").fetchall() == rows["seats"]
        assert now.execute("SELECT log, seq, key, at, body FROM events").fetchall() == rows["events"]
        assert now.execute("PRAGMA foreign_key_check").fetchall() == []
