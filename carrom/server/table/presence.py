"""People at a table, in all server processes of one database.

Processes exchange signed datagrams (the bus), which may be lost: nothing that counts needs them. Across machines each
address must be reachable (`--bus`).
"""

import asyncio
import hmac
import json
import logging
import platform
import secrets
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

import msgspec

from carrom.base.errors import CarromError
from carrom.server.stores.store import KeptItem, NotStoredError, Store
from carrom.server.wire import messages as m
from carrom.server.wire.values import PlayerName

_log = logging.getLogger(__name__)
_PROCESS, _SECRET = "process", "bus-secret"
_RENEWED, _LASTS = 2.0, 7.0
"""Seconds between looks for processes, and before a silent one is forgotten."""
_SEAL = 16
_OLDEST = 30.0
_MOST_BYTES = 60_000


class TablePresence(msgspec.Struct, frozen=True, array_like=True):
    """People at one table in the sender's process."""

    match: str
    players: list[str]
    watching: int


class BusMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """One datagram."""

    process: str
    at: float
    here: list[TablePresence] = []
    asked: str = ""
    """Match just opened by the sender; processes that have it answer."""
    held: str = ""
    """Match the sender has open."""
    aimed: str = ""
    aim: m.AimSeen | m.Spoken | None = None
    host: str = ""
    port: int = 0
    """Address of a process that just started."""
    is_gone: bool = False


Address = tuple[str, int]
_decoder = msgspec.json.Decoder(BusMessage)


class Bus(asyncio.DatagramProtocol):
    """Signed datagrams between processes."""

    def __init__(self, store: Store, host: str, process: str, receive: Callable[[BusMessage], None]) -> None:
        self._store, self._host, self._process, self._receive = store, host, process, receive
        self._peers: dict[str, Address] = {}
        self._secret = b""
        self._transport: asyncio.DatagramTransport | None = None
        self._address: Address = (host, 0)
        self._task: asyncio.Task[None] | None = None
        self._unreachable: set[str] = set()

    @property
    def is_alone(self) -> bool:
        return not self._peers

    async def open(self) -> None:
        """Raises `CarromError` if the address cannot be bound."""
        await self._store.keep(KeptItem(_SECRET, _SECRET, secrets.token_hex(32)), is_new=True)
        item = await self._store.kept(_SECRET, _SECRET)
        self._secret = bytes.fromhex(item.body) if item is not None else b""
        loop = asyncio.get_running_loop()
        try:
            self._transport, _ = await loop.create_datagram_endpoint(lambda: self, local_addr=(self._host, 0))
        except OSError as error:
            raise CarromError("no-such-address", f"--bus {self._host}: {error.strerror or error}") from None
        self._address = self._transport.get_extra_info("sockname")[:2]
        await self._find_peers()
        self.send(host=self._address[0], port=self._address[1])
        self._task = asyncio.create_task(self._keep_finding_peers())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self.send(is_gone=True)
            with suppress(NotStoredError):
                await self._store.drop(_PROCESS, self._process)
        if self._transport is not None:
            self._transport.close()

    def send(self, **what: Any) -> None:
        if self._peers and self._transport is not None:
            body = msgspec.json.encode(BusMessage(self._process, time.time(), **what))
            for address in self._peers.values():
                self._transport.sendto(self._seal(body) + body, address)

    def datagram_received(self, data: bytes, addr: Address) -> None:
        body = data[_SEAL:]
        if len(data) > _MOST_BYTES or not hmac.compare_digest(data[:_SEAL], self._seal(body)):
            return
        try:
            message = _decoder.decode(body)
        except msgspec.MsgspecError:
            return
        if message.process == self._process or abs(time.time() - message.at) > _OLDEST:
            return
        if message.port:
            self._peers[message.process] = (message.host, message.port)
        if message.is_gone:
            self._peers.pop(message.process, None)
        self._receive(message)

    def error_received(self, exc: Exception) -> None:
        pass

    def _seal(self, body: bytes) -> bytes:
        return hmac.digest(self._secret, body, "sha256")[:_SEAL]

    async def _keep_finding_peers(self) -> None:
        while True:
            await asyncio.sleep(_RENEWED)
            with suppress(NotStoredError):
                await self._find_peers()

    async def _find_peers(self) -> None:
        machine = platform.node()
        here = {"address": self._address, "machine": machine}
        await self._store.keep(KeptItem(_PROCESS, self._process, json.dumps(here), time.time() + _LASTS))
        peers: dict[str, Address] = {}
        for item in await self._store.all_kept(_PROCESS):
            report = json.loads(item.body)
            if item.id == self._process:
                continue
            if report["machine"] != machine and _is_loopback(report["address"][0]):
                self._warn(item.id, report["machine"])
            else:
                peers[item.id] = (report["address"][0], report["address"][1])
        self._peers = peers

    def _warn(self, process: str, machine: str) -> None:
        if process not in self._unreachable:
            self._unreachable.add(process)
            _log.warning("a server on %s cannot be heard: start each with --bus and its own address", machine)


def _is_loopback(host: str) -> bool:
    return host.startswith("127.") or host == "::1"


def bus_host(name: str) -> str:
    """Raises `CarromError` for an unresolvable name."""
    try:
        return str(socket.getaddrinfo(name, None, type=socket.SOCK_DGRAM)[0][4][0])
    except OSError:
        raise CarromError("no-such-address", f"--bus {name}: there is no such address") from None


# --- the audience of one table ------------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder()
_PRESENCE = 0.2
_PRESENCE_PER_SECOND = 1000
"""Presence messages per second: large audiences are updated more slowly."""
HEARD_SECONDS = 12.0
"""Seconds for which another process's report of the players present counts. Reports come three times in it."""
_NAMES: tuple[PlayerName, ...] = ("a1", "a2", "b1", "b2")


class TableListener(Protocol):
    """A socket, as the match sees it."""

    language: str
    players: frozenset[str]
    address: str
    pace: m.Pace | None

    def send(self, message: bytes, *, may_drop: bool = False) -> None: ...


class Audience:
    """Everyone at one table, in all processes."""

    def __init__(self, announce: Callable[[TablePresence], None] | None = None, match_id: str = "") -> None:
        self.listeners: set[TableListener] = set()
        self._presence: asyncio.TimerHandle | None = None
        self._announce = announce
        self._match_id = match_id
        self._reports: dict[str, tuple[float, TablePresence]] = {}

    def join(self, listener: TableListener) -> None:
        self.listeners.add(listener)
        self._changed(listener)

    def leave(self, listener: TableListener) -> None:
        self.listeners.discard(listener)
        self._changed(listener)

    def _changed(self, listener: TableListener) -> None:
        if listener.players:
            self.announce()
        self._schedule_presence()

    def announce(self) -> None:
        if self._announce is not None:
            self._announce(self.at_table())

    def at_table(self) -> TablePresence:
        watching = sum(not listener.players for listener in self.listeners)
        return TablePresence(self._match_id, list(sorted_players(self.here_in_process())), watching)

    def report_presence(self, process: str, report: TablePresence | None) -> None:
        """Another process's report; None if it is gone."""
        if report is None:
            self._reports.pop(process, None)
        else:
            self._reports[process] = time.monotonic(), report
        self._schedule_presence()

    def here_in_process(self) -> frozenset[str]:
        return frozenset(name for listener in self.listeners for name in listener.players)

    def here(self) -> frozenset[str]:
        return self.here_in_process().union(*(report.players for report in self._recent_reports()))

    def _recent_reports(self) -> list[TablePresence]:
        oldest = time.monotonic() - HEARD_SECONDS
        return [report for received, report in self._reports.values() if received > oldest]

    def send_to_all(
        self, message: m.AimSeen | m.Presence | m.TableStatus | m.Spoken, *, but: TableListener | None = None
    ) -> None:
        """Send to all; listeners with long queues miss it."""
        encoded = _encoder.encode(message)
        for listener in list(self.listeners):
            if listener is not but:
                listener.send(encoded, may_drop=True)

    def _schedule_presence(self) -> None:
        """Send the players at the table, once per moment."""
        if self._presence is None:
            delay = max(_PRESENCE, len(self.listeners) / _PRESENCE_PER_SECOND)
            self._presence = asyncio.get_running_loop().call_later(delay, self._send_presence)

    def _send_presence(self) -> None:
        self._presence = None
        watching = self.at_table().watching + sum(report.watching for report in self._recent_reports())
        self.send_to_all(m.Presence(sorted_players(self.here()), watching))


def sorted_players(names: frozenset[str]) -> list[PlayerName]:
    return [name for name in _NAMES if name in names]


# --- leases and arrivals, shared through the store ----------------------------------------------------------------

_LEASE_SECONDS = 1.2
LEASE_RETRY_SECONDS = 0.4
"""Seconds between tries; crashed processes are replaced within two."""
_ARRIVAL_KIND = "came"
_ARRIVAL_LASTS = 86_400.0


@asynccontextmanager
async def hold_lease(store: Store, name: str, holder: str) -> AsyncIterator[bool]:
    """Yield whether the lease was granted for this block."""
    if not await store.lease(name, holder, _LEASE_SECONDS):
        yield False
        return
    renewing = asyncio.create_task(_renew(store, name, holder))
    try:
        yield True
    finally:
        renewing.cancel()
        with suppress(NotStoredError):
            await store.lease(name, holder, 0.0)


async def _renew(store: Store, name: str, holder: str) -> None:
    while True:
        await asyncio.sleep(_LEASE_SECONDS / 3)
        with suppress(NotStoredError):
            await store.lease(name, holder, _LEASE_SECONDS)


async def record_arrivals(store: Store, match_id: str, players: frozenset[str], now: float) -> frozenset[str]:
    """Return all arrivals, at any process."""
    for name in sorted(players):
        await store.keep(KeptItem(_ARRIVAL_KIND, f"{match_id}.{name}", "", now + _ARRIVAL_LASTS))
    items = await store.all_kept(_ARRIVAL_KIND, f"{match_id}.")
    return frozenset(item.id.removeprefix(f"{match_id}.") for item in items)
