"""A table in this process: the stroke clock, and a listener that does not read."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from carrom.server import messages as m
from carrom.server.guard import Window
from carrom.server.live import LiveMatch
from carrom.server.setup import Sitting, agreed
from carrom.server.sockets import Connection
from carrom.server.store import SqliteStore, StoredMatch
from tests.server.talk import nobody


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


async def _table(folder: Path, clock: bool) -> tuple[LiveMatch, SqliteStore]:
    store = SqliteStore(folder / "s.sqlite")
    store.open()
    both = {"south": Sitting("Asha", "here"), "north": Sitting("Ravi", "here")}
    setup = msgspec.json.encode(agreed("icf", "board", clock, both)).decode()
    stored = StoredMatch("m", time.time(), setup)
    await store.create(stored, [])
    live = LiveMatch(stored, store, nobody)
    await live.load()
    return live, store


@pytest.mark.law("50")
def test_time_runs_out_and_the_umpire_says_so(tmp_path: Path) -> None:
    async def run() -> None:
        live, store = await _table(tmp_path, clock=True)
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


class DeafSocket:
    """A browser whose line is full: nothing that is sent ever arrives."""

    def __init__(self) -> None:
        self.code: int | None = None

    async def send_text(self, _: str) -> None:
        await asyncio.Event().wait()

    async def receive_text(self) -> str:
        await asyncio.Event().wait()
        return ""

    async def close(self, code: int, _: str) -> None:
        self.code = code


def test_who_does_not_read_is_cut_off_and_holds_upnobody(tmp_path: Path) -> None:
    async def run() -> None:
        live, store = await _table(tmp_path, clock=False)
        deaf: Any = DeafSocket()
        connection = Connection(deaf, live, frozenset(), "en", 4)
        ending = asyncio.ensure_future(connection.run(Window(100, 1.0), 8192, None))
        while connection not in live.listeners:
            await asyncio.sleep(0)
        ear = Ear()
        live.join(ear)
        for number in range(12):
            live.tell_all(m.Seen(float(number), 0.0, 1.0))  # of the moment: never a reason to cut anybody off
        assert not connection.is_too_slow
        for _ in range(6):
            connection.tell(b"{}")
        await asyncio.wait_for(ending, 5)
        live.leave(connection)
        assert deaf.code == 1013
        assert ear.heard.qsize() == 12
        store.close()

    asyncio.run(run())
