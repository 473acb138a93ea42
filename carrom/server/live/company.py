"""What goes on at a table beside the log: who sits behind which link, what one side asks the other, what follows the
match. All of it is in the store, so that every server process tells the same."""

import asyncio
import json
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import msgspec

from carrom.base.refusal import Refused
from carrom.match import Act, Match, fold
from carrom.match.parties import PlayerId
from carrom.server.guard import Window
from carrom.server.live.agreement import Agreement
from carrom.server.live.asking import NOTHING_TO_UNDO, Ask, Asks, act_for, fault_of, is_agreed
from carrom.server.live.audience import Audience, in_order
from carrom.server.live.claims import MAKER, Claim, Claims, SeatState, secret_hash
from carrom.server.live.rematch import make_rematch, rematch_of
from carrom.server.live.taking_back import may_take_back
from carrom.server.stores.store import NotStoredError, Store
from carrom.server.wire import messages as m
from carrom.server.wire.names import readable, told_apart

_encoder = msgspec.json.Encoder()
_WORDS, _WORDS_SPAN = 5, 30.0
"""Polite words that one seat may say in so many seconds, whichever and however many sockets it says them through."""


class Table(Protocol):
    """A match, as its company sees it."""

    id: str
    match: Match
    agreed: Agreement
    audience: Audience

    def alone(self) -> AbstractAsyncContextManager[None]: ...
    async def append(self, *moves: Act, key: str | None = None) -> Refused | None: ...
    def rename(self, agreed: Agreement, match: Match) -> None: ...


class Sitter(Protocol):
    """A socket that came with the link of a seat."""

    players: frozenset[str]
    seat: frozenset[str]
    holder: str

    def dismiss(self) -> None: ...


class Company:
    """Who is at one table, and what they want of each other."""

    def __init__(self, table: Table, store: Store, kind: str) -> None:
        self.sitters: set[Sitter] = set()
        self._table, self._store, self._kind = table, store, kind
        self._claims, self._asks = Claims(store), Asks(store)
        self._beside = m.Beside([], [], None)
        self._reading = asyncio.Lock()
        self._looking: set[asyncio.Future[None]] = set()
        self._words: dict[str, Window] = {}

    @property
    def beside(self) -> m.Beside:
        """How things stood when they were last looked at."""
        return self._beside

    @property
    def _is_claimed(self) -> bool:
        """Whether browsers claim their seats here: not at a tournament's table, where the desk gives the links."""
        return self._table.agreed.rules is None

    async def sit(
        self, seat: frozenset[str], browser: str, *, wants: bool, name: str, ticket: str = ""
    ) -> frozenset[str]:
        """The players that this browser plays here: those of its link, or nobody if another one has them."""
        if not seat or not self._is_claimed:
            return seat
        is_elsewhere = all(self._table.agreed.players[one].who == "link" for one in seat)
        called = readable(name) if is_elsewhere else ""
        is_ours = await self._claims.sit(self._table.id, seat, browser, wants=wants, name=called, ticket=ticket)
        if is_ours and called:
            await self.look()  # whoever sits down is welcomed by his name
        return seat if is_ours else frozenset()

    async def state_of(self, seat: frozenset[str], browser: str) -> SeatState:
        """Whether this browser could sit down there, without sitting down."""
        return await self._claims.state(self._table.id, seat, browser) if seat and self._is_claimed else "free"

    def may_speak(self, player: str) -> bool:
        """Whether this seat has not said too much; what it says is counted, here or at another process."""
        return self._words.setdefault(player, Window(_WORDS, _WORDS_SPAN)).admits()

    async def is_maker(self, key: str) -> bool:
        """Whether this is the key of whoever made the match. In the lobby that is nobody."""
        if not key or self._table.agreed.is_lobby:
            return False
        right = await self._store.right(self._table.id, secret_hash(key))
        return right == json.dumps(MAKER)

    async def open_seat(self, wish: m.OpenSeat, by: frozenset[str]) -> Refused | None:
        """Let somebody else sit there: whoever sits there himself says so, or whoever made the match."""
        agreed = self._table.agreed
        players = wish.players
        is_host = not agreed.is_lobby and any(agreed.players[one].who == "here" for one in by)
        is_maker = is_host or await self.is_maker(wish.key)
        known = {claim.players for claim in await self._claims.of(self._table.id)}
        if frozenset(players) not in known or not (is_maker or set(players) <= by):
            return Refused("not-your-seat", None, "that is not your seat")
        await self._claims.open_again(self._table.id, players, wish.ticket)
        return None

    async def propose(self, message: m.Propose, players: frozenset[str]) -> Refused | None:
        """Ask the other side, agree with what it asks, or decline; what every side asks for is done."""
        table = self._table
        if message.player not in players:
            return Refused("not-your-seat", None, "that is not your seat")
        party = PlayerId.from_text(message.player).party
        if not message.yes:
            asked = await self._asks.of(table.id)
            await self._asks.drop(table.id, next((one for one in asked if one.party != party), None))
            return None
        ask = Ask(party, message.what, table.match.number)
        asked = [one for one in await self._asks.of(table.id) if one.what == ask.what and one.stands(table.match)]
        first = next((one for one in asked if one.party != ask.party), ask)  # whose stroke is taken back
        fault = fault_of(table.match, table.agreed, first.party, ask.what)
        is_own = PlayerId.from_text(message.player) in may_take_back(table.match, table.agreed)
        if fault is None and ask.what == "undo" and first is ask and not is_own:
            fault = NOTHING_TO_UNDO  # the partner's stroke is his to ask for
        if fault is not None:
            return fault
        await self._asks.keep(table.id, ask)
        # Read again: the other side may have asked for the same at this very moment, and then one of the two sees both.
        if is_agreed(table.match, table.agreed, await self._asks.of(table.id), ask.what):
            await self._asks.drop(table.id)  # first: what is asked next is not answered by this
            fault = await self._do(first)
        return fault

    async def _do(self, ask: Ask) -> Refused | None:
        table = self._table
        if ask.what == "rematch":
            await make_rematch(self._store, self._kind, table.id, table.match, table.agreed)
            return None
        async with table.alone():
            if not ask.stands(table.match):
                return Refused("stale", None, "something happened in the meantime: look again")
            act = act_for(table.match, ask.what, ask.party)
            # Both sides may have agreed at once, each at a server of its own: by this key it happens once.
            return act if isinstance(act, Refused) else await table.append(act, key=f"agreed-{ask.what}-{ask.base}")

    def look_again(self) -> None:
        """Something that is kept of this match has changed."""
        task = asyncio.ensure_future(self.look())
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def look(self) -> None:
        """See what is kept of this match; tell everybody if it is something else than before."""
        table = self._table
        try:
            async with self._reading:
                claims = await self._claims.of(table.id) if self._is_claimed else []
                asks = [ask for ask in await self._asks.of(table.id) if ask.stands(table.match)]
                declined = await self._asks.declined(table.id)
                after = await rematch_of(self._store, table.id)
                await self._name(claims)
        except NotStoredError:
            return  # it is heard of when the store is back
        free = in_order(frozenset[str]().union(*(claim.players for claim in claims if not claim.holder)))
        said_no = None if declined is None else m.Declined(declined.party, declined.what, declined.base)
        beside = m.Beside([m.AskView(ask.party, ask.what) for ask in asks], free, after, said_no)
        if beside != self._beside:
            self._beside = beside
            table.audience.tell_all(beside)
        for sitter in list(self.sitters):
            claim = next((one for one in claims if one.players == sitter.seat), None)
            if sitter.players and claim is not None and claim.holder != sitter.holder:
                sitter.dismiss()

    async def _name(self, claims: list[Claim]) -> None:
        """Whoever sat down said a name: from now on it is the one of his seat, here and in the record."""
        table = self._table
        async with table.alone():
            named = dict(table.agreed.players)
            for claim in claims:
                for player in claim.players if claim.name and len(claim.players) == 1 else ():
                    named[player] = msgspec.structs.replace(named[player], name=claim.name)
            if self._is_claimed:
                apart = told_apart({player: sitting.name for player, sitting in named.items()})
                named = {player: msgspec.structs.replace(named[player], name=name) for player, name in apart.items()}
            if named == table.agreed.players:
                return
            agreed = msgspec.structs.replace(table.agreed, players=named)
            match = await asyncio.to_thread(fold, agreed.match_setup(), table.match.events())
            table.rename(agreed, match)
