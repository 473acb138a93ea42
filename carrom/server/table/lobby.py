"""A club's lobby: open tables, and tables in play.

All of it is in the store. A table stays while its player is connected. Of two who join at once, one succeeds.
"""

import asyncio
import json
import secrets
import time
from dataclasses import dataclass

import msgspec
from starlette.exceptions import HTTPException

from carrom.server.stores.store import Grant, KeptItem, NotStoredError
from carrom.server.table.agreement import Agreement
from carrom.server.table.open_matches import OpenMatches
from carrom.server.table.seats import browser_hash, seat_secret_hash
from carrom.server.table.summaries import SummaryCache
from carrom.server.wire.requests import LobbyTables, MadeMatch, MatchSummary, SeatSecret
from carrom.server.wire.values import PlayerName

_TABLE, _TAKEN, _HERE = "lobby", "lobby-taken", "lobby-here"
"""Open tables, how they ended, tables with a connected player."""
_OPENED, _JOINED = "lobby-opened", "lobby-joined"
"""Counts per address over all processes."""
_LASTS = 86_400.0
_SPAN = 600.0
_MORE_JOINED = 4
"""An address may join this many times as often as it may open tables, since a join fails when another player was
quicker."""
_MOST = 60
_SHOWN = 30
FREE: PlayerName = "b1"
"""The joining player's seat."""


@dataclass(frozen=True, slots=True)
class _Found:
    open: list[str]
    playing: list[str]


class Lobby:
    """A server's lobby, closed unless settings open it."""

    def __init__(self, matches: OpenMatches, summaries: SummaryCache) -> None:
        self._matches, self._store, self._summaries = matches, matches.store, summaries
        settings = matches.settings
        self.is_open = settings.lobby
        self._gone = settings.lobby_gone
        self._most = {_OPENED: settings.lobby_tables, _JOINED: settings.lobby_tables * _MORE_JOINED}

    async def tables(self, address: str) -> LobbyTables:
        """Open tables, newest first."""
        self._must_be_open()
        found = await self._found()
        playing = [card for card in await self._cards(found.playing, address) if card.waits != "over"]
        return LobbyTables(await self._cards(found.open, address), playing[:_SHOWN])

    async def open_table(self, agreed: Agreement, address: str) -> MadeMatch:
        """The other seat gets its secret when its player joins."""
        self._must_be_open()
        if len((await self._found()).open) >= _MOST:
            raise HTTPException(429, "the lobby is full: join a table, or wait until one is free")
        if not await self._admits(_OPENED, address):
            raise HTTPException(429, "that were many tables: wait some minutes, or join one")
        made = await self._matches.make(msgspec.structs.replace(agreed, is_lobby=True))
        await self._say_here(made.id)
        await self._store.keep(KeptItem(_TABLE, made.id, "", time.time() + _LASTS))
        return made

    async def join(self, match_id: str, address: str) -> MadeMatch:
        """Secret for the free seat. Raises 409 if another was first."""
        self._must_be_open()
        if not await self._admits(_JOINED, address):
            raise HTTPException(429, "that were many tables: wait some minutes")
        if match_id not in (await self._found()).open:
            raise HTTPException(409, "this table is no longer open")
        secret = secrets.token_urlsafe(24)
        await self._store.grant(match_id, Grant(seat_secret_hash(secret), json.dumps([FREE])))
        if not await self._settle(match_id, seat_secret_hash(secret).hex()):
            await self._store.revoke(match_id, seat_secret_hash(secret))
            raise HTTPException(409, "somebody else sat down first: try another table")
        card = await self._summaries.get_or_404(match_id, address)
        seats = [seat.seat for seat in card.seats if seat.player == FREE]
        return MadeMatch(match_id, [SeatSecret("here", seats, [FREE], secret)])

    async def close_table(self, match_id: str, secret: str) -> None:
        self._must_be_open()
        if not await self._matches.players(match_id, secret):
            raise HTTPException(403, "that is not your table")
        if not await self._settle(match_id, ""):
            raise HTTPException(409, "somebody has sat down at your table")
        await self._store.drop(_TABLE, match_id)

    async def keep_watch(self) -> None:
        """Renew tables with connected players, while the server runs."""
        while self.is_open:
            await asyncio.sleep(self._gone / 6)
            try:
                tables = {kept.id for kept in await self._store.all_kept(_TABLE)}
                for live in [one for one in self._matches.all_open if one.id in tables]:
                    if live.audience.here_in_process():
                        await self._say_here(live.id)
            except NotStoredError:
                pass

    def _must_be_open(self) -> None:
        if not self.is_open:
            raise HTTPException(404, "this server has no lobby")

    async def _admits(self, kind: str, address: str) -> bool:
        """Count it if the address is within its limit. The store has a hash of the address for ten minutes."""
        who = browser_hash(f"{kind} {address}")[:32]
        if len(await self._store.all_kept(kind, f"{who}.")) >= self._most[kind]:
            return False
        return await self._store.keep(KeptItem(kind, f"{who}.{secrets.token_hex(8)}", "", time.time() + _SPAN))

    async def _say_here(self, match_id: str) -> None:
        await self._store.keep(KeptItem(_HERE, match_id, "", time.time() + self._gone))

    async def _settle(self, match_id: str, how: str) -> bool:
        """Decide how a wait ends. Only the first call returns true."""
        return await self._store.keep(KeptItem(_TAKEN, match_id, how, time.time() + 2 * _LASTS), is_new=True)

    async def _found(self) -> _Found:
        tables, taken, here = [
            {kept.id for kept in await self._store.all_kept(kind)} for kind in (_TABLE, _TAKEN, _HERE)
        ]
        return _Found(sorted(tables & here - taken), sorted(tables & here & taken))

    async def _cards(self, ids: list[str], address: str) -> list[MatchSummary]:
        cards = [await self._summaries.get(one, address) for one in ids[:_MOST]]
        return sorted((card for card in cards if card is not None), key=lambda card: -card.made)
