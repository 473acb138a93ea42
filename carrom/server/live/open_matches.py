"""The matches that are open in this process, loaded when somebody comes and put away when the last one has left."""

import asyncio
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial
from typing import Literal

import msgspec
from starlette.exceptions import HTTPException

from carrom.match import PlayerId
from carrom.match.course import Course
from carrom.server.guard import Windows
from carrom.server.live.agreement import Agreement
from carrom.server.live.audience import in_order
from carrom.server.live.claims import MAKER, secret_hash
from carrom.server.live.computer import Computers
from carrom.server.live.match import LiveMatch
from carrom.server.live.others import Others
from carrom.server.settings import Settings
from carrom.server.stores.store import REWRITTEN, Change, Grant, Store, StoredLog
from carrom.server.tell.retold import Retold
from carrom.server.wire.requests import MadeMatch, SeatSecret

MATCH = "match"
"""The kind of log that a match is."""
_KEPT = 200
"""Matches kept in memory with nobody at them."""
_RETOLD = 32_000_000
"""Bytes of messages kept for those who missed them."""


class OpenMatches:
    """All that the routes share. One for each app; nothing here is global."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.computers = Computers(settings.computers)
        self._heavy = Windows(settings.heavy_requests)
        self._strokes = Windows(settings.strokes)
        self._retold = Retold(_RETOLD)
        self._open: dict[str, LiveMatch] = {}
        self._idle: dict[str, None] = {}
        self.refused: Counter[str] = Counter()
        """How often an act was refused, by its reason."""
        self._loading: dict[str, asyncio.Task[bool]] = {}
        self._news: dict[str, int] = {}
        """Numbers that the store told of while their matches were being loaded."""
        self._rewritten: set[str] = set()
        """Matches that were written anew meanwhile."""
        self.is_ready = False
        """Whether visitors may be sent here."""
        self.process = secrets.token_hex(8)
        self._unwatch: Callable[[], None] | None = None
        self.others = Others(self.process, self._open)

    async def open(self) -> None:
        """From now on hear what other processes add, and who is at their tables."""
        self._unwatch = self.store.watch(self._hear_of)
        if self.settings.bus is not None:
            await self.others.open(self.store, self.settings.bus)

    def _hear_of(self, change: Change) -> None:
        for match_id in [*self._open, *self._loading] if change.log is None else [change.log]:
            seq = sys.maxsize if change.log is None else change.seq
            live = self._open.get(match_id)
            if live is None:
                if match_id in self._loading:
                    self._news[match_id] = max(seq, self._news.get(match_id, 0))
                if match_id in self._loading and seq == REWRITTEN:
                    self._rewritten.add(match_id)
            elif match_id in self._idle and not live.is_busy and (live.match.number < seq or seq == REWRITTEN):
                self.drop(match_id)  # it is read again when somebody comes
            elif seq == REWRITTEN:
                live.look_anew()
            else:
                live.hear_of(seq)
                if change.seq == 0:
                    live.company.look_again()

    @property
    def all_open(self) -> Collection[LiveMatch]:
        """The matches in memory."""
        return self._open.values()

    def count_heavy(self, address: str) -> None:
        """Count a request that costs a lot; too many from one address are refused."""
        if not self._heavy.admits(address):
            raise _too_many()

    def count_strokes(self, address: str, strokes: int = 1) -> None:
        """Count a request that costs as much as so many strokes."""
        if not self.admits_strokes(address, strokes):
            raise _too_many()

    def admits_strokes(self, address: str, strokes: int) -> bool:
        """Count it, if this address has so much left."""
        return self._strokes.admits(address, strokes)

    async def close(self) -> None:
        if self._unwatch is not None:
            self._unwatch()
        await self.others.close()
        self.computers.close()

    async def make(self, agreed: Agreement) -> MadeMatch:
        """A new match, with one secret for those who share a screen and one for each who sits elsewhere; whoever makes
        a match to which others come has a key of his own, which brings him back to it from any screen. At a table of
        the lobby he has none, and there is no link yet for who comes."""
        here = tuple(name for name, sitting in agreed.players.items() if sitting.who == "here")
        linked = [(name,) for name, sitting in agreed.players.items() if sitting.who == "link"]
        invited = [] if agreed.is_lobby or not linked else [*linked, MAKER]
        whose = [*([here] if here else []), *invited]
        opened = [(secrets.token_urlsafe(24), names) for names in whose]
        stored = StoredLog(secrets.token_urlsafe(9), MATCH, time.time(), msgspec.json.encode(agreed).decode())
        await self.store.create(stored, [Grant(secret_hash(secret), json.dumps(names)) for secret, names in opened])
        async with self.hold(stored.id) as live:
            assert live is not None
            course = live.match.course
        links = []
        for secret, names in opened:
            who: Literal["here", "link", "maker"] = "maker" if not names else "here" if names == here else "link"
            links.append(_seat_secret(course, who, names, secret))
        return MadeMatch(stored.id, links)

    async def link_again(self, match_id: str, key: str) -> list[SeatSecret] | None:
        """A further secret for each who sits elsewhere, for whoever made the match; None: that is not his key."""
        async with self.hold(match_id) as live:
            if live is None or not await live.company.is_maker(key):
                return None
            links = []
            for name, sitting in live.agreed.players.items():
                if sitting.who == "link":
                    secret = secrets.token_urlsafe(24)
                    await self.store.grant(match_id, Grant(secret_hash(secret), json.dumps([name])))
                    links.append(_seat_secret(live.match.course, "link", (name,), secret))
            return links

    @asynccontextmanager
    async def hold(self, match_id: str) -> AsyncIterator[LiveMatch | None]:
        """The match of this id, from memory or from the store, for as long as it is used.

        There is never a second one of it in this process: who holds a match hears all that happens in it, and it is put
        away only when nobody holds it any more.
        """
        while match_id not in self._open:
            if match_id not in self._loading:
                self._loading[match_id] = asyncio.create_task(self._load(match_id))
            # Seen through although whoever asked has gone: others may wait for it.
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
                self._rest(match_id)

    async def _load(self, match_id: str) -> bool:
        """Put a match of the store at hand, if there is one."""
        try:
            stored = await self.store.log(match_id)
            if stored is None or stored.kind != MATCH:
                return False
            live = LiveMatch(
                stored,
                self.store,
                self.computers.next_move,
                self._retold,
                process=self.process,
                announce=self.others.announce,
                tell_aim=self.others.tell_aim,
            )
            await live.load(partial(self.others.hold, match_id))
            await live.company.look()
            self._open[match_id] = live
            self.others.ask_who_is_at(match_id)
            live.hear_of(self._news.pop(match_id, 0))
            if match_id in self._rewritten:
                live.look_anew()
            self._rest(match_id)
            return True
        finally:
            self._news.pop(match_id, None)
            self._rewritten.discard(match_id)
            del self._loading[match_id]

    def drop(self, match_id: str) -> None:
        """The store has forgotten this match. Whoever is still at it can look, and store nothing more."""
        if match_id in self._idle:
            del self._idle[match_id], self._open[match_id]

    def _rest(self, match_id: str) -> None:
        """Keep this match at hand, and put others away that nobody holds, the longest unused first."""
        self._idle[match_id] = None
        surplus = len(self._idle) - _KEPT
        for idle in [one for one in self._idle if not self._open[one].is_busy][: max(0, surplus)]:
            del self._idle[idle], self._open[idle]

    async def players(self, match_id: str, secret: str) -> frozenset[str] | None:
        """Whose seats this secret opens; None when it opens none."""
        seats = await self.store.right(match_id, secret_hash(secret))
        return None if seats is None else frozenset(json.loads(seats))


def _seat_secret(
    course: Course, who: Literal["here", "link", "maker"], names: tuple[str, ...], secret: str
) -> SeatSecret:
    return SeatSecret(
        who, [course.seat(PlayerId.from_text(name)) for name in names], in_order(frozenset(names)), secret
    )


def _too_many() -> HTTPException:
    return HTTPException(429, "too many requests: wait a minute")
