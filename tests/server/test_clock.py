"""The stroke clock: it runs out for people, and never while the server is away."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from carrom.match import Act
from carrom.server import messages as m
from carrom.server.live import LiveMatch
from carrom.server.setup import Agreed, Sitting, agreed
from carrom.server.store import SqliteStore, StoredMatch


class Ear:
    """Somebody who listens at the table."""

    language = "en"
    players = frozenset({"a1", "b1"})

    def __init__(self) -> None:
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def tell(self, message: bytes, *, may_drop: bool = False) -> None:
        self.heard.put_nowait(json.loads(message))

    async def event(self, kind: str) -> dict[str, Any]:
        while True:
            message = await self.heard.get()
            if message["t"] == "happened" and message["event"]["kind"] == kind:
                return message


async def _nobody(_: Agreed, __: list[str]) -> Act:
    raise AssertionError("no computer plays here")


@pytest.mark.law("50")
def test_time_runs_out_and_the_umpire_says_so(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        both = {"south": Sitting("Asha", "here"), "north": Sitting("Ravi", "here")}
        setup = msgspec.json.encode(agreed("icf", "board", True, both)).decode()
        stored = StoredMatch("m", time.time(), setup)
        await store.create(stored, [])
        live = LiveMatch(stored, store, _nobody)
        await live.load()
        ear = Ear()
        live.join(ear)
        if live.match.phase == "toss":
            player = live.welcome(ear).view.todo.players[0]
            await live.do(m.Do("key-of-toss", live.match.number, player, m.Toss("break")), ear.players)
        before = live.welcome(ear).view
        assert before.todo.seconds == pytest.approx(15, abs=2)
        live.created -= 20  # twenty seconds later
        live._loaded_at -= 20
        live.wake()
        told = await asyncio.wait_for(ear.event("timeout"), 10)
        assert "technical-foul" in [word["code"] for word in told["view"]["said"]]
        store.close()

    asyncio.run(run())
