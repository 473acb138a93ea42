"""Every break is at a rack laid by hand, and the log records its positions."""

from __future__ import annotations

import asyncio
import time
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from carrom.equipment import Position
from carrom.equipment.sizes import PIECE_RADIUS
from carrom.server.stores.sqlite import SqliteStore
from carrom.server.stores.store import StoredLog
from carrom.server.table.agreement import Agreement
from carrom.server.table.live_match import LiveMatch
from carrom.server.wire.values import SeatOccupant
from tests.server.talk import COMPUTER, HERE, LINK, begun, connect, do, hear, no_computer, secret

TOUCHING = 6 + 6 + 18 + 12
"""Pairs that touch in the exact rack: queen and inner ring, inner ring, inner and outer ring, outer ring."""


@pytest.mark.law("41a")
@pytest.mark.parametrize("seats", [HERE, LINK, COMPUTER], ids=["here", "link", "computer"])
def test_rack_has_hair_wide_gaps(client: TestClient, seats: list[dict[str, Any]]) -> None:
    _, told = begun(client, seats)
    kinds = [one["event"]["kind"] for one in told]
    assert kinds[: kinds.index("play") + 2][-2:] == ["play", "arrange"]
    laid = told[kinds.index("arrange")]
    pieces = laid["view"]["pieces"]
    assert sorted(kind for kind, _, _ in pieces) == ["black"] * 9 + ["queen"] + ["white"] * 9
    # The rack is turned, too; each piece keeps its distance from the centre.
    exact = sorted(hypot(piece.x, piece.y) for piece in Position.start(45.0).pieces)
    assert all(abs(far - hypot(x, y)) < 1 for far, (x, y) in zip(exact, _outwards(pieces), strict=True))
    gaps = sorted(hypot(x - a, y - b) - 2 * PIECE_RADIUS for (_, x, y), (_, a, b) in combinations(pieces, 2))
    assert all(-1e-6 < gap <= 0.2 + 1e-3 for gap in gaps[:TOUCHING])
    assert gaps[TOUCHING] > 1
    assert sum(gaps[:TOUCHING]) / TOUCHING == pytest.approx(0.1, abs=0.03)
    assert {"code": "racked", "laws": ["41a"], "text": None, "data": {}} in laid["view"]["said"]


def _outwards(pieces: list[tuple[str, float, float]]) -> list[tuple[float, float]]:
    return sorted(((x, y) for _, x, y in pieces), key=lambda place: hypot(*place))


def test_rack_depends_on_the_seed_of_the_match(tmp_path: Path) -> None:
    async def racked(name: str, seed: int) -> list[dict[str, Any]]:
        store = SqliteStore(tmp_path / f"{name}.sqlite")
        store.open()
        both = {"a1": SeatOccupant("Asha", "here"), "b1": SeatOccupant("Ravi", "here")}
        # The winner of the toss breaks, and there are no trial boards: no question is open.
        agreed = Agreement("kreeda-2024", "board", False, both, seed)
        stored = StoredLog("m", "match", time.time(), msgspec.json.encode(agreed).decode())
        await store.create(stored, [])
        logs = []
        for _ in range(2):
            live = LiveMatch(stored, store, no_computer)
            await live.load()
            logs.append([event.json() for event in live.match.events()])
        store.close()
        assert logs[0] == logs[1]
        return [{**event, "at": None} for event in logs[0]]

    async def run() -> None:
        first, again, other = [await racked(str(n), seed) for n, seed in enumerate((6, 6, 8))]
        assert [event["kind"] for event in first] == ["toss", "play", "arrange"]
        assert first == again
        assert first[:2] == other[:2]
        assert first[2] != other[2]

    asyncio.run(run())


@pytest.mark.law("41a")
def test_only_the_breaker_turns_the_rack(client: TestClient) -> None:
    made, told = begun(client, length="match")
    with connect(client, made, secret(made)) as socket:
        socket.send_text(do(told[-1]["seq"], "a1", {"do": "concede", "what": "game"}))
        assert hear(socket, "ack", "nack")["t"] == "ack"
    with connect(client, made, secret(made)) as socket:
        view = hear(socket, "welcome")["view"]
        assert view["todo"]["what"] == "next"
        breaker = next(one["player"] for one in view["seats"] if one["seat"] == view["breaker"])
        other = {"a1": "b1", "b1": "a1"}[breaker]
        socket.send_text(do(view["seq"], other, {"do": "next", "rack": 60.0}))
        assert hear(socket, "ack", "nack")["code"] == "not-the-breaker"
        socket.send_text(do(view["seq"], breaker, {"do": "next", "rack": 60.0}))
        assert hear(socket, "ack", "nack")["t"] == "ack"
