"""The matches that are open in this process, loaded when somebody comes and put away when the last one has left."""

from __future__ import annotations

import asyncio
import secrets
import time

import msgspec

from carrom.server.guard import Windows
from carrom.server.live.computer import Computers
from carrom.server.live.match import LiveMatch
from carrom.server.live.setup import Agreed
from carrom.server.routes.sockets import secret_hash
from carrom.server.settings import Settings
from carrom.server.stores.sqlite import Store, StoredMatch

_KEPT = 200
"""Matches kept in memory with nobody at them."""


class Tables:
    """All that the routes share. One for each app; nothing here is global."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.computers = Computers(settings.computers)
        self.heavy = Windows(settings.heavy_requests)
        self.strokes = Windows(settings.strokes)
        self._open: dict[str, LiveMatch] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    def close(self) -> None:
        self.computers.close()

    async def make(self, agreed: Agreed) -> tuple[LiveMatch, list[tuple[str, list[str], str]]]:
        """A new match with its secrets: (how they sit, which players, secret)."""
        links: list[tuple[str, list[str], str]] = []
        here = [name for name, sitting in agreed.players.items() if sitting.who == "here"]
        if here:
            links.append(("here", here, secrets.token_urlsafe(24)))
        for name, sitting in agreed.players.items():
            if sitting.who == "link":
                links.append(("link", [name], secrets.token_urlsafe(24)))
        stored = StoredMatch(secrets.token_urlsafe(9), time.time(), msgspec.json.encode(agreed).decode())
        seats = [(secret_hash(secret), tuple(players)) for _, players, secret in links]
        await self.store.create(stored, seats)
        live = LiveMatch(stored, self.store, self.computers.next_act)
        await live.load()
        self.rest(live)
        return live, links

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
                if stored is None:
                    return None
                live = LiveMatch(stored, self.store, self.computers.next_act)
                await live.load()
                self.rest(live)
                return live
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
