"""Who sits behind a seat's link: the first browser that opens it, until it is handed on.

A browser that knows the link of a seat also names itself by a secret of its own, of which the store keeps a hash. The
first one claims the seat; another one with the same link watches, until the seat is opened again. Programs and older
pages that name no browser play as long as nobody has claimed the seat. At the tables of a tournament nothing is
claimed: there the desk gives links, and takes them back.
"""

import json
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from carrom.server.stores.store import Kept, Store

MAKER: tuple[str, ...] = ()
"""What the key of somebody opens who made a match and has no seat in it: nothing but seats that are given up."""
SeatState = Literal["free", "yours", "held", "open"]
"""Nobody has sat down; this browser has; another one has; whoever sat there has given it up."""
_KIND = "seat"
_LASTS = 400 * 86_400.0
"""Seconds: longer than a match is kept in which nothing happens."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat that somebody has sat down at: by which browser (none: it is open again), and under which name."""

    players: frozenset[str]
    holder: str
    name: str = ""
    ticket: str = ""
    """Of a seat that is open again: what only whoever it was opened for knows (a hash of it)."""


@dataclass(frozen=True, slots=True)
class Claims:
    """The seats of all matches, as the store has them."""

    store: Store

    async def of(self, match_id: str) -> list[Claim]:
        return [_claim(kept) for kept in await self.store.all_kept(_KIND, f"{match_id}.")]

    async def state(self, match_id: str, players: Collection[str], browser: str) -> SeatState:
        """How a seat stands for this browser."""
        kept = await self.store.kept(_KIND, seat_id(match_id, players))
        if kept is None:
            return "free"
        holder = _claim(kept).holder
        return "open" if not holder else "yours" if browser and holder == browser_hash(browser) else "held"

    async def sit(
        self, match_id: str, players: Collection[str], browser: str, *, wants: bool, name: str = "", ticket: str = ""
    ) -> bool:
        """Whether this browser plays at this seat from now on. One that was opened again is taken by whoever asks for
        it (`wants`), so that a page which only comes back does not take it by accident; and, where it was opened for
        somebody, by whoever has his ticket: the link alone many may know."""
        kept = await self.store.kept(_KIND, seat_id(match_id, players))
        if kept is None:
            if not browser or await self._take(match_id, players, browser, name):
                return True
            kept = await self.store.kept(_KIND, seat_id(match_id, players))
        claim = None if kept is None else _claim(kept)
        if claim is None or (browser and claim.holder == browser_hash(browser)):
            return claim is not None
        if claim.holder or not wants or not browser or (claim.ticket and claim.ticket != browser_hash(ticket)):
            return False
        # Of many who ask at once one is told that it was there.
        is_first = await self.store.drop(_KIND, seat_id(match_id, players))
        return is_first and await self._take(match_id, players, browser, name or claim.name)

    async def open_again(self, match_id: str, players: Collection[str], ticket: str = "") -> None:
        """Nobody sits here any more; the next browser that asks for it, with this ticket, does."""
        kept = await self.store.kept(_KIND, seat_id(match_id, players))
        name = "" if kept is None else _claim(kept).name
        await self._keep(match_id, players, "", name, browser_hash(ticket) if ticket else "", is_new=False)

    async def carry(self, match_id: str, to: str) -> None:
        """Whoever sits in one match sits in another one too."""
        for claim in await self.of(match_id):
            await self._keep(to, claim.players, claim.holder, claim.name, claim.ticket, is_new=True)

    async def _take(self, match_id: str, players: Collection[str], browser: str, name: str) -> bool:
        return await self._keep(match_id, players, browser_hash(browser), name, is_new=True)

    async def _keep(
        self, match_id: str, players: Collection[str], holder: str, name: str, ticket: str = "", *, is_new: bool
    ) -> bool:
        body = json.dumps({"players": sorted(players), "holder": holder, "name": name, "ticket": ticket})
        kept = Kept(_KIND, seat_id(match_id, players), body, time.time() + _LASTS)
        return await self.store.keep(kept, is_new=is_new, of=match_id)


def _claim(kept: Kept) -> Claim:
    body = json.loads(kept.body)
    return Claim(frozenset(body["players"]), body["holder"], body["name"], body.get("ticket", ""))


def seat_id(match_id: str, players: Iterable[str]) -> str:
    return f"{match_id}.{'-'.join(sorted(players))}"


def secret_hash(secret: str) -> bytes:
    """What the store keeps of a seat's secret."""
    return sha256(secret.encode()).digest()


def browser_hash(browser: str) -> str:
    """What the store keeps of a browser's secret."""
    return sha256(browser.encode()).hexdigest()
