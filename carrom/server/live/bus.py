"""What the server processes of one database tell each other of the moment: who is at which table, and where somebody
aims. Signed datagrams, never through the database; what is lost is lost, and nothing that counts depends on it.

They find each other through the store: each keeps its address there for a few seconds at a time. On one machine that
works by itself; across machines each process is told an address of its own that the others reach (`--bus`).
"""

import asyncio
import hmac
import json
import logging
import platform
import secrets
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from carrom.base.errors import CarromError
from carrom.server.stores.store import Kept, NotStoredError, Store
from carrom.server.wire import messages as m

_log = logging.getLogger(__name__)
_PROCESS, _SECRET = "process", "bus-secret"
_RENEWED, _LASTS = 2.0, 7.0
"""Seconds between two looks at who is there, and after which a process that was not heard of is gone."""
_SEAL = 16
_OLDEST = 30.0
_MOST_BYTES = 60_000


class AtTable(msgspec.Struct, frozen=True, array_like=True):
    """Who is at one table in the process that says so."""

    match: str
    players: list[str]
    watching: int


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """One datagram."""

    process: str
    at: float
    here: list[AtTable] = []
    """Who is at these tables."""
    asked: str = ""
    """A process has just opened this match: who has it too says so."""
    held: str = ""
    """This process has that match open."""
    aimed: str = ""
    aim: m.AimSeen | m.Spoken | None = None
    host: str = ""
    port: int = 0
    """A process that has just come is to be found here."""
    is_gone: bool = False


Address = tuple[str, int]
_decoder = msgspec.json.Decoder(Said)


class Bus(asyncio.DatagramProtocol):
    """The datagrams of this process."""

    def __init__(self, store: Store, host: str, process: str, hear: Callable[[Said], None]) -> None:
        self._store, self._host, self._process, self._hear = store, host, process, hear
        self._peers: dict[str, Address] = {}
        self._secret = b""
        self._transport: asyncio.DatagramTransport | None = None
        self._address: Address = (host, 0)
        self._task: asyncio.Task[None] | None = None
        self._unheard: set[str] = set()

    @property
    def is_alone(self) -> bool:
        """Whether no other process is known."""
        return not self._peers

    async def open(self) -> None:
        """Be heard from now on."""
        await self._store.keep(Kept(_SECRET, _SECRET, secrets.token_hex(32)), is_new=True)
        kept = await self._store.kept(_SECRET, _SECRET)
        self._secret = bytes.fromhex(kept.body) if kept is not None else b""
        loop = asyncio.get_running_loop()
        try:
            self._transport, _ = await loop.create_datagram_endpoint(lambda: self, local_addr=(self._host, 0))
        except OSError as error:
            raise CarromError("no-such-address", f"--bus {self._host}: {error.strerror or error}") from None
        self._address = self._transport.get_extra_info("sockname")[:2]
        await self._look()
        self.say(host=self._address[0], port=self._address[1])
        self._task = asyncio.create_task(self._keep_looking())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self.say(is_gone=True)
            with suppress(NotStoredError):  # it ends by itself
                await self._store.drop(_PROCESS, self._process)
        if self._transport is not None:
            self._transport.close()

    def say(self, **what: Any) -> None:
        """Tell all others, now or never."""
        if self._peers and self._transport is not None:
            body = msgspec.json.encode(Said(self._process, time.time(), **what))
            for address in self._peers.values():
                self._transport.sendto(self._seal(body) + body, address)

    def datagram_received(self, data: bytes, addr: Address) -> None:
        body = data[_SEAL:]
        if len(data) > _MOST_BYTES or not hmac.compare_digest(data[:_SEAL], self._seal(body)):
            return
        try:
            said = _decoder.decode(body)
        except msgspec.MsgspecError:  # of another version
            return
        if said.process == self._process or abs(time.time() - said.at) > _OLDEST:
            return
        if said.port:
            self._peers[said.process] = (said.host, said.port)
        if said.is_gone:
            self._peers.pop(said.process, None)
        self._hear(said)

    def error_received(self, exc: Exception) -> None:
        """Somebody is not there any more; the store will say so."""

    def _seal(self, body: bytes) -> bytes:
        return hmac.digest(self._secret, body, "sha256")[:_SEAL]

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(_RENEWED)
            with suppress(NotStoredError):  # those who are known stay known
                await self._look()

    async def _look(self) -> None:
        """Say where this process is, and see where the others are."""
        machine = platform.node()
        here = {"address": self._address, "machine": machine}
        await self._store.keep(Kept(_PROCESS, self._process, json.dumps(here), time.time() + _LASTS))
        peers: dict[str, Address] = {}
        for kept in await self._store.all_kept(_PROCESS):
            there = json.loads(kept.body)
            if kept.id == self._process:
                continue
            if there["machine"] != machine and _is_loopback(there["address"][0]):
                self._warn(kept.id, there["machine"])
            else:
                peers[kept.id] = (there["address"][0], there["address"][1])
        self._peers = peers

    def _warn(self, process: str, machine: str) -> None:
        if process not in self._unheard:
            self._unheard.add(process)
            _log.warning("a server on %s cannot be heard: start each with --bus and its own address", machine)


def _is_loopback(host: str) -> bool:
    return host.startswith("127.") or host == "::1"


def bus_host(name: str) -> str:
    """The address that a name of this machine stands for."""
    try:
        return str(socket.getaddrinfo(name, None, type=socket.SOCK_DGRAM)[0][4][0])
    except OSError:
        raise CarromError("no-such-address", f"--bus {name}: there is no such address") from None
