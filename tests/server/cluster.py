"""Two server processes on one database, and players at both who remember every message."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.talk import post_match, stroke_for
from tests.starter import Started, start_carrom

LINKS = [{"seat": "south", "name": "Asha", "who": "link"}, {"seat": "north", "name": "Ravi", "who": "link"}]
COMPUTER = [
    {"seat": "south", "name": "Asha", "who": "link"},
    {"seat": "north", "name": "Machine", "who": "computer", "player": "random", "skill": "club"},
]


class Process:
    """One `carrom serve --database …`."""

    def __init__(self, database: str, *options: str) -> None:
        self._database, self._options = database, options
        self.port = 0
        self._process: Started | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, or restart on the same port, if it is not running."""
        if self._process is not None:
            return
        words = ["serve", "--cold", "--port", str(self.port), *self._options]
        self._process = start_carrom(*words, CARROM_DATABASE=self._database)
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line := self._process.stdout.readline())
        assert found, line
        self.port = int(found[1])

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def tell(self, what: signal.Signals) -> None:
        os.kill(self.pid, what)

    def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        """Stop it; return its status."""
        if self._process is None:
            return 0
        self._process.send_signal(how)
        status = self._process.wait(30)
        self._process.stdout.close()
        self._process = None
        return status

    def start_again(self, how: signal.Signals = signal.SIGKILL) -> None:
        self.end(how)
        self.start()


class Person:
    """A client with or without a seat, who plays when it is their turn, at either process, and remembers every
    acknowledgement and event."""

    def __init__(self, match: dict[str, Any], secret: str | None, ports: Callable[[], list[int]], seed: int) -> None:
        self.match, self._secret, self._ports = match, secret, ports
        self._luck = random.Random(seed)
        self.acknowledged: dict[str, int] = {}
        self.heard: dict[int, Any] = {}
        self.heard_at: dict[int, float] = {}
        self.faults: list[str] = []
        self.view: dict[str, Any] | None = None
        self.is_playing = True
        self.changed = asyncio.Event()
        self._pending: tuple[str, str] | None = None
        self._first: int | None = None

    async def run(self) -> None:
        while True:
            with suppress(OSError, EOFError, TimeoutError, WebSocketException):
                await self._sit(self._luck.choice(self._ports()))
            await asyncio.sleep(0.05)

    async def _sit(self, port: int) -> None:
        since = "" if self._first is None else f"?since={max(self.heard, default=self._first)}"
        address = f"ws://127.0.0.1:{port}/api/matches/{self.match['id']}/socket{since}"
        protocols: Any = ["carrom.v1", *([] if self._secret is None else [f"seat.{self._secret}"])]
        async with connect(
            address, subprotocols=protocols, compression=None, close_timeout=0.1, open_timeout=5
        ) as line:
            if self._pending is not None:
                await line.send(self._pending[1])
            players: list[str] = []
            while True:
                told = json.loads(await line.recv())
                match told["t"]:
                    case "welcome":
                        players, self.view = told["players"], told["view"]
                        self._first = told["view"]["seq"] if self._first is None else self._first
                    case "happened":
                        self._hear(told)
                    case "stands":
                        self.view = told["view"]
                    case "ack":
                        self.acknowledged[told["key"]] = told["seq"]
                        self._pending = None
                    case "nack":
                        await self._refused(line, told)
                self.changed.set()
                await self._act(line, players)

    def _hear(self, told: dict[str, Any]) -> None:
        seq = told["seq"]
        if self.heard.setdefault(seq, told["event"]) != told["event"]:
            self.faults.append(f"event {seq} was told in two ways")
        self.heard_at.setdefault(seq, time.monotonic())
        if self.view is None or seq >= self.view["seq"]:
            self.view = told["view"]

    async def _refused(self, line: ClientConnection, told: dict[str, Any]) -> None:
        if told["code"] == "not-stored" and self._pending is not None:
            await asyncio.sleep(0.2)
            await line.send(self._pending[1])  # the same message again, as a page does
        else:
            self._pending = None

    async def _act(self, line: ClientConnection, players: list[str]) -> None:
        """Do what the match waits for, if it is theirs to do."""
        if self._pending is not None or self.view is None or not self.is_playing:
            return
        todo = self.view["todo"]
        mine = [name for name in todo["players"] if name in players]
        act = _act_for(self.view) if mine else None
        if act is None or (todo["what"] == "next" and mine[0][0] in self.view["ready"]):
            return
        key = uuid.uuid4().hex
        words = {"t": "do", "key": key, "base": self.view["seq"], "player": mine[0], "act": act}
        self._pending = key, json.dumps(words)
        await line.send(self._pending[1])

    @property
    def has_settled(self) -> bool:
        """Whether nothing of theirs is under way, and no computer at their table has anything left to do."""
        if self._pending is not None or self.view is None:
            return False
        todo = self.view["todo"]
        computers = {"b1"} if len(self.match["links"]) == 1 else set()
        return not computers & {*todo["players"]} or (todo["what"] == "next" and "b" in self.view["ready"])

    async def hears(self, seq: int) -> None:
        """Wait until this event has arrived."""
        while max(self.heard, default=self._first or 0) < seq:
            self.changed.clear()
            await self.changed.wait()


def _act_for(view: dict[str, Any]) -> dict[str, Any] | None:
    todo = view["todo"]
    match todo["what"]:
        case "toss":
            return {"do": "toss", "choice": "break"}
        case "next":
            return {"do": "next"}
        case "demand":
            return {"do": "demand", "points": todo["count"]}
        case "strike":
            return {**stroke_for(view), "direction": float(view["seq"] * 7 % 40 - 20)}
        case "place":
            spots = todo["spots"]
            free = [
                (spots["x"] + i * spots["step"], spots["y"] + j * spots["step"])
                for j, row in enumerate(spots["rows"])
                for i, mark in enumerate(row)
                if mark == "."
            ]
            laid: list[tuple[float, float]] = []
            for x, y in free:
                if len(laid) < todo["count"] and all((x - a) ** 2 + (y - b) ** 2 > 1100 for a, b in laid):
                    laid.append((x, y))
            return {"do": "place", "at": laid} if laid else None
    return None


def table(address: str, seats: list[dict[str, Any]], ports: Callable[[], list[int]], seed: int) -> list[Person]:
    """Make a match with a client at every seat and a spectator."""
    made = post_match(address, seats, length="match")
    secrets = [*(link["secret"] for link in made["links"]), None]
    return [Person(made, secret, ports, seed * 10 + number) for number, secret in enumerate(secrets)]
