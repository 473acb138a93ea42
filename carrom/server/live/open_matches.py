"""The matches that are open in this process, loaded when somebody comes and put away when the last one has left."""

import asyncio
import hashlib
import secrets
import time

import msgspec
from starlette.exceptions import HTTPException

from carrom.match import PlayerId
from carrom.server.guard import Windows
from carrom.server.live.agreement import Agreement
from carrom.server.live.computer import Computers
from carrom.server.live.match import LiveMatch
from carrom.server.settings import Settings
from carrom.server.stores.sqlite import Store, StoredMatch
from carrom.server.wire.requests import MadeMatch, SeatSecret

_KEPT = 200
"""Matches kept in memory with nobody at them."""


class OpenMatches:
    """All that the routes share. One for each app; nothing here is global."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.computers = Computers(settings.computers)
        self._heavy = Windows(settings.heavy_requests)
        self._strokes = Windows(settings.strokes)
        self._open: dict[str, LiveMatch] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    def count_heavy(self, address: str) -> None:
        """Count a request that costs a lot; too many from one address are refused."""
        _count(self._heavy, address, 1)

    def count_strokes(self, address: str, strokes: int = 1) -> None:
        """Count a request that costs as much as so many strokes."""
        _count(self._strokes, address, strokes)

    def close(self) -> None:
        self.computers.close()

    async def make(self, agreed: Agreement) -> MadeMatch:
        """A new match, with one secret for those who share a screen and one for each who sits elsewhere."""
        here = tuple(name for name, sitting in agreed.players.items() if sitting.who == "here")
        linked = [(name,) for name, sitting in agreed.players.items() if sitting.who == "link"]
        opened = [(secrets.token_urlsafe(24), names) for names in (here, *linked) if names]
        stored = StoredMatch(secrets.token_urlsafe(9), time.time(), msgspec.json.encode(agreed).decode())
        await self.store.create(stored, [(secret_hash(secret), names) for secret, names in opened])
        course = (await self._load(stored)).match.course
        links = []
        for secret, names in opened:
            seats = [course.seat(PlayerId.from_text(name)) for name in names]
            links.append(SeatSecret("here" if names == here else "link", seats, secret))
        return MadeMatch(stored.id, links)

    async def _load(self, stored: StoredMatch) -> LiveMatch:
        live = LiveMatch(stored, self.store, self.computers.next_move)
        await live.load()
        self.rest(live)
        return live

    async def find(self, match_id: str) -> LiveMatch | None:
        """The match of this id, from memory or from the store."""
        if match_id in self._open:
            # Used last, so that it is not put away before whoever asks for it has sat down.
            live = self._open[match_id] = self._open.pop(match_id)
            return live
        lock = self._loading.setdefault(match_id, asyncio.Lock())
        try:
            async with lock:
                if match_id in self._open:
                    return self._open[match_id]
                stored = await self.store.match(match_id)
                return None if stored is None else await self._load(stored)
        finally:
            self._loading.pop(match_id, None)

    async def players(self, match_id: str, secret: str) -> frozenset[str] | None:
        """Whose seats this secret opens; None when it opens none."""
        found = await self.store.seats(match_id, secret_hash(secret))
        return None if found is None else frozenset(found)

    def rest(self, live: LiveMatch) -> None:
        """Keep this match at hand, and put others away that nobody looks at, the longest unused first."""
        if live.listeners:
            return
        self._open[live.id] = self._open.pop(live.id, live)
        idle = [one for one in self._open.values() if not one.listeners and not one.is_busy]
        for surplus in idle[: max(0, len(idle) - _KEPT)]:
            del self._open[surplus.id]


def secret_hash(secret: str) -> bytes:
    """What the store keeps of a seat's secret."""
    return hashlib.sha256(secret.encode()).digest()


def _count(windows: Windows, address: str, weight: int) -> None:
    if not windows.admits(address, weight):
        raise HTTPException(429, "too many requests: wait a minute")
