"""Matches loaded here, and the link to other processes of the database."""

import asyncio
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Literal

import msgspec
from starlette.exceptions import HTTPException

from carrom.match import PlayerId
from carrom.match.course import Course
from carrom.server.http.guard import RateLimits
from carrom.server.settings import Settings
from carrom.server.stores.store import REWRITTEN, Grant, LogChange, Store, StoredLog
from carrom.server.table.agreement import Agreement
from carrom.server.table.computers import ComputerWorkers
from carrom.server.table.feed import ReplayBuffer
from carrom.server.table.live_match import LiveMatch
from carrom.server.table.presence import HEARD_SECONDS, Bus, BusMessage, TablePresence, bus_host, sorted_players
from carrom.server.table.seats import MAKER, seat_secret_hash
from carrom.server.wire import messages as m
from carrom.server.wire.requests import MadeMatch, SeatSecret

_ANSWERED = 0.3
_TABLES_PER_DATAGRAM = 20


class Cluster:
    """Exchanges presence, aims and open matches, once opened."""

    def __init__(self, process: str, matches: Mapping[str, LiveMatch]) -> None:
        self._process = process
        self._matches = matches
        self._bus: Bus | None = None
        self._awaited: dict[str, asyncio.Event] = {}
        self._task: asyncio.Task[None] | None = None

    async def open(self, store: Store, host: str) -> None:
        self._bus = Bus(store, bus_host(host), self._process, self._receive)
        await self._bus.open()
        self._task = asyncio.create_task(self._repeat_reports())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._bus is not None:
            await self._bus.close()

    def announce(self, table: TablePresence) -> None:
        if self._bus is not None:
            self._bus.send(here=[table])

    def send_aim(self, match_id: str, aim: m.AimSeen | m.Spoken) -> None:
        if self._bus is not None:
            self._bus.send(aimed=match_id, aim=aim)

    def ask_who_is_at(self, match_id: str) -> None:
        if self._bus is not None:
            self._bus.send(asked=match_id)

    async def is_open_elsewhere(self, match_id: str) -> bool:
        if self._bus is None or self._bus.is_alone:
            return False
        answered = self._awaited.setdefault(match_id, asyncio.Event())
        self._bus.send(asked=match_id)
        with suppress(TimeoutError):
            async with asyncio.timeout(_ANSWERED):
                await answered.wait()
        self._awaited.pop(match_id, None)
        return answered.is_set()

    def _receive(self, message: BusMessage) -> None:
        for table in message.here:
            if (live := self._matches.get(table.match)) is not None:
                live.report_presence(message.process, table)
        if message.asked in self._matches and self._bus is not None:
            self._bus.send(held=message.asked, here=[self._matches[message.asked].audience.at_table()])
        if message.held in self._awaited:
            self._awaited[message.held].set()
        if message.aim is not None and message.aimed in self._matches:
            live = self._matches[message.aimed]
            if isinstance(message.aim, m.Spoken):
                live.seats.may_speak(message.aim.player)  # counted here too: the player may reconnect here
            live.audience.send_to_all(message.aim)
        if message.is_gone:
            for live in list(self._matches.values()):
                live.report_presence(message.process, None)

    async def _repeat_reports(self) -> None:
        """Datagrams may be lost; silence means a process is gone."""
        while True:
            await asyncio.sleep(HEARD_SECONDS / 3)
            tables = [live.audience.at_table() for live in self._matches.values() if live.audience.here_in_process()]
            for first in range(0, len(tables), _TABLES_PER_DATAGRAM):
                if self._bus is not None:
                    self._bus.send(here=tables[first : first + _TABLES_PER_DATAGRAM])


MATCH = "match"
_KEPT = 200
_REPLAY_BYTES = 32_000_000


class OpenMatches:
    """Loaded matches, with shared limits and workers."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.computers = ComputerWorkers(settings.computers)
        self._heavy = RateLimits(settings.heavy_requests)
        self._strokes = RateLimits(settings.strokes)
        self._replay_buffer = ReplayBuffer(_REPLAY_BYTES)
        self._open: dict[str, LiveMatch] = {}
        self._idle: dict[str, None] = {}
        self.refused: Counter[str] = Counter()
        """Refused acts by code."""
        self._loading: dict[str, asyncio.Task[bool]] = {}
        self._news: dict[str, int] = {}
        """Events reported for matches still loading."""
        self._rewritten: set[str] = set()
        self.is_ready = False
        """Whether this process accepts visitors."""
        self.process = secrets.token_hex(8)
        self._unwatch: Callable[[], None] | None = None
        self.cluster = Cluster(self.process, self._open)

    async def open(self) -> None:
        self._unwatch = self.store.watch(self._note_change)
        if self.settings.bus is not None:
            await self.cluster.open(self.store, self.settings.bus)

    def _note_change(self, change: LogChange) -> None:
        for match_id in [*self._open, *self._loading] if change.log is None else [change.log]:
            seq = sys.maxsize if change.log is None else change.seq
            live = self._open.get(match_id)
            if live is None:
                if match_id in self._loading:
                    self._news[match_id] = max(seq, self._news.get(match_id, 0))
                if match_id in self._loading and seq == REWRITTEN:
                    self._rewritten.add(match_id)
            elif match_id in self._idle and not live.is_busy and (live.match.number < seq or seq == REWRITTEN):
                self.drop(match_id)  # loaded on demand
            elif seq == REWRITTEN:
                live.reload()
            else:
                live.catch_up_to(seq)
                if change.seq == 0:
                    live.seats.refresh_later()

    @property
    def all_open(self) -> Collection[LiveMatch]:
        return self._open.values()

    def count_heavy(self, address: str) -> None:
        """Raise 429 after too many expensive requests from an address."""
        if not self._heavy.admits(address):
            raise _too_many()

    def count_strokes(self, address: str, strokes: int = 1) -> None:
        """Count a request in strokes; raises 429 beyond the limit."""
        if not self.admits_strokes(address, strokes):
            raise _too_many()

    def admits_strokes(self, address: str, strokes: int) -> bool:
        return self._strokes.admits(address, strokes)

    async def close(self) -> None:
        if self._unwatch is not None:
            self._unwatch()
        await self.cluster.close()
        self.computers.close()

    async def make(self, agreed: Agreement) -> MadeMatch:
        """Create a match: a secret for this screen and each player elsewhere. With players elsewhere its maker gets a
        key to come back. Lobby tables have neither key nor link."""
        here = tuple(name for name, sitting in agreed.players.items() if sitting.who == "here")
        linked = [(name,) for name, sitting in agreed.players.items() if sitting.who == "link"]
        invited = [] if agreed.is_lobby or not linked else [*linked, MAKER]
        secret_players = [*([here] if here else []), *invited]
        secrets_given = [(secrets.token_urlsafe(24), names) for names in secret_players]
        stored = StoredLog(secrets.token_urlsafe(9), MATCH, time.time(), msgspec.json.encode(agreed).decode())
        await self.store.create(
            stored, [Grant(seat_secret_hash(secret), json.dumps(names)) for secret, names in secrets_given]
        )
        async with self.hold(stored.id) as live:
            assert live is not None
            course = live.match.course
        links = []
        for secret, names in secrets_given:
            who: Literal["here", "link", "maker"] = "maker" if not names else "here" if names == here else "link"
            links.append(_seat_secret(course, who, names, secret))
        return MadeMatch(stored.id, links)

    async def link_again(self, match_id: str, key: str) -> list[SeatSecret] | None:
        """New secrets for players elsewhere; None if `key` is not the maker's."""
        async with self.hold(match_id) as live:
            if live is None or not await live.seats.is_maker(key):
                return None
            links = []
            for name, sitting in live.agreed.players.items():
                if sitting.who == "link":
                    secret = secrets.token_urlsafe(24)
                    await self.store.grant(match_id, Grant(seat_secret_hash(secret), json.dumps([name])))
                    links.append(_seat_secret(live.match.course, "link", (name,), secret))
            return links

    @asynccontextmanager
    async def hold(self, match_id: str) -> AsyncIterator[LiveMatch | None]:
        """Yield the match while the block runs; None if there is none.

        A process has each match once, loaded while any block uses it.
        """
        while match_id not in self._open:
            if match_id not in self._loading:
                self._loading[match_id] = asyncio.create_task(self._load(match_id))
            # Other callers may wait for it.
            if not await asyncio.shield(self._loading[match_id]):
                yield None
                return
        live = self._open[match_id]
        live.holders += 1
        self._idle.pop(match_id, None)
        try:
            yield live
        finally:
            live.holders -= 1
            if not live.holders:
                self._unload_idle(match_id)

    async def _load(self, match_id: str) -> bool:
        try:
            stored = await self.store.log(match_id)
            if stored is None or stored.kind != MATCH:
                return False
            live = LiveMatch(
                stored,
                self.store,
                self.computers.next_move,
                self._replay_buffer,
                process=self.process,
                announce=self.cluster.announce,
                send_aim=self.cluster.send_aim,
            )
            await live.load(partial(self.cluster.is_open_elsewhere, match_id))
            await live.seats.refresh()
            self._open[match_id] = live
            self.cluster.ask_who_is_at(match_id)
            live.catch_up_to(self._news.pop(match_id, 0))
            if match_id in self._rewritten:
                live.reload()
            self._unload_idle(match_id)
            return True
        finally:
            self._news.pop(match_id, None)
            self._rewritten.discard(match_id)
            del self._loading[match_id]

    def drop(self, match_id: str) -> None:
        """Unload an idle match, deleted or changed in the store."""
        if match_id in self._idle:
            del self._idle[match_id], self._open[match_id]

    def _unload_idle(self, match_id: str) -> None:
        """Unload idle matches beyond the limit, longest unused first."""
        self._idle[match_id] = None
        surplus = len(self._idle) - _KEPT
        for idle in [one for one in self._idle if not self._open[one].is_busy][: max(0, surplus)]:
            del self._idle[idle], self._open[idle]

    async def players(self, match_id: str, secret: str) -> frozenset[str] | None:
        """Return the players of a seat's secret; None if it is invalid."""
        seats = await self.store.right(match_id, seat_secret_hash(secret))
        return None if seats is None else frozenset(json.loads(seats))


def _seat_secret(
    course: Course, who: Literal["here", "link", "maker"], names: tuple[str, ...], secret: str
) -> SeatSecret:
    return SeatSecret(
        who, [course.seat(PlayerId.from_text(name)) for name in names], sorted_players(frozenset(names)), secret
    )


def _too_many() -> HTTPException:
    return HTTPException(429, "too many requests: wait a minute")
