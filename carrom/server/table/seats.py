"""Seats and offers: claims by link, undo, ending and rematch by agreement, phrases.

All of it is in the store. The first browser to open a seat's link claims it with a secret; others with the link watch
until the seat is opened again. Programs without a browser secret may play while it is unclaimed. At tournament tables
the desk gives and revokes links instead.
"""

import asyncio
import hashlib
import json
import time
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, Protocol

import msgspec

from carrom.base.errors import Refused
from carrom.match import Act, Match, fold
from carrom.match.log import acts
from carrom.match.parties import PARTIES, Party, PlayerId, other
from carrom.server.http.guard import RateLimit
from carrom.server.stores.store import KeptItem, NotStoredError, Store, StoredLog
from carrom.server.table.agreement import Agreement, clean_name, distinct_names
from carrom.server.table.presence import Audience, sorted_players
from carrom.server.table.snapshot import next_task
from carrom.server.table.state import ENDED, last_stroke_of_party, people_in_party, players_who_may_undo
from carrom.server.wire import messages as m
from carrom.server.wire.messages import OfferKind

# --- claims -------------------------------------------------------------------------------------------------------

MAKER: tuple[str, ...] = ()
"""The maker plays no seat, but the key opens seats again."""
SeatState = Literal["free", "yours", "held", "open"]
"""Unclaimed; this browser's; another's; given up."""
_SEAT_KIND = "seat"
_CLAIM_LASTS = 400 * 86_400.0
"""Seconds; longer than idle matches are stored."""


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """A claimed seat; with an empty `holder` it is open again."""

    players: frozenset[str]
    holder: str
    name: str = ""
    ticket: str = ""
    """Hash of the secret that a seat opened for one person requires."""


@dataclass(frozen=True, slots=True)
class SeatClaims:
    """Claims of all matches, in the store."""

    store: Store

    async def of(self, match_id: str) -> list[SeatClaim]:
        return [_claim(item) for item in await self.store.all_kept(_SEAT_KIND, f"{match_id}.")]

    async def state(self, match_id: str, players: Collection[str], browser: str) -> SeatState:
        item = await self.store.kept(_SEAT_KIND, seat_id(match_id, players))
        if item is None:
            return "free"
        holder = _claim(item).holder
        return "open" if not holder else "yours" if browser and holder == browser_hash(browser) else "held"

    async def sit(
        self, match_id: str, players: Collection[str], browser: str, *, wants: bool, name: str = "", ticket: str = ""
    ) -> bool:
        """Return whether this browser plays here, claiming a free seat. A seat opened again requires `wants`, so that
        returning pages do not take it by accident, and its ticket if any."""
        item = await self.store.kept(_SEAT_KIND, seat_id(match_id, players))
        if item is None:
            if not browser or await self._take(match_id, players, browser, name):
                return True
            item = await self.store.kept(_SEAT_KIND, seat_id(match_id, players))
        claim = None if item is None else _claim(item)
        if claim is None or (browser and claim.holder == browser_hash(browser)):
            return claim is not None
        if claim.holder or not wants or not browser or (claim.ticket and claim.ticket != browser_hash(ticket)):
            return False
        # Of concurrent requests one finds it.
        is_first = await self.store.drop(_SEAT_KIND, seat_id(match_id, players))
        return is_first and await self._take(match_id, players, browser, name or claim.name)

    async def open_again(self, match_id: str, players: Collection[str], ticket: str = "") -> None:
        """Open the seat to the next browser with this ticket."""
        item = await self.store.kept(_SEAT_KIND, seat_id(match_id, players))
        name = "" if item is None else _claim(item).name
        await self._keep(match_id, players, "", name, browser_hash(ticket) if ticket else "", is_new=False)

    async def carry(self, match_id: str, to: str) -> None:
        for claim in await self.of(match_id):
            await self._keep(to, claim.players, claim.holder, claim.name, claim.ticket, is_new=True)

    async def _take(self, match_id: str, players: Collection[str], browser: str, name: str) -> bool:
        return await self._keep(match_id, players, browser_hash(browser), name, is_new=True)

    async def _keep(
        self, match_id: str, players: Collection[str], holder: str, name: str, ticket: str = "", *, is_new: bool
    ) -> bool:
        body = json.dumps({"players": sorted(players), "holder": holder, "name": name, "ticket": ticket})
        item = KeptItem(_SEAT_KIND, seat_id(match_id, players), body, time.time() + _CLAIM_LASTS)
        return await self.store.keep(item, is_new=is_new, of=match_id)


def _claim(item: KeptItem) -> SeatClaim:
    body = json.loads(item.body)
    return SeatClaim(frozenset(body["players"]), body["holder"], body["name"], body.get("ticket", ""))


def seat_id(match_id: str, players: Iterable[str]) -> str:
    return f"{match_id}.{'-'.join(sorted(players))}"


def seat_secret_hash(secret: str) -> bytes:
    return sha256(secret.encode()).digest()


def browser_hash(browser: str) -> str:
    return sha256(browser.encode()).hexdigest()


# --- offers -------------------------------------------------------------------------------------------------------

_OFFER_KIND, _ANSWERED = "ask", "answered"
_OFFER_LASTS: dict[OfferKind, float] = {"undo": 300.0, "end": 300.0, "rematch": 86_400.0}
TAKEN_BACK = "taken back by agreement"
NOTHING_TO_UNDO = Refused("nothing-to-undo", None, "there is no stroke of yours in this board to take back")


@dataclass(frozen=True, slots=True)
class Offer:
    """A party's offer after event `base`."""

    party: Party
    what: OfferKind
    base: int

    def is_open(self, match: Match) -> bool:
        """Whether it can be answered: an undo only until the next event."""
        return self.what != "undo" or self.base == match.number


@dataclass(frozen=True, slots=True)
class Offers:
    """Open offers of all matches, in the store."""

    store: Store

    async def of(self, match_id: str) -> list[Offer]:
        return [_offer(item) for item in await self.store.all_kept(_OFFER_KIND, f"{match_id}.")]

    async def keep(self, match_id: str, offer: Offer) -> None:
        item = KeptItem(
            _OFFER_KIND, f"{match_id}.{offer.party}", _offer_body(offer), time.time() + _OFFER_LASTS[offer.what]
        )
        await self.store.drop(_ANSWERED, match_id)
        await self.store.keep(item, of=match_id)

    async def drop(self, match_id: str, declined: Offer | None = None) -> None:
        """Delete all offers; show `declined` as refused."""
        body = "" if declined is None else _offer_body(declined)
        for party in PARTIES:
            if await self.store.drop(_OFFER_KIND, f"{match_id}.{party}"):
                # Others do not notice deletions: store a change.
                await self.store.keep(KeptItem(_ANSWERED, match_id, body, time.time() + 60.0), of=match_id)

    async def declined(self, match_id: str) -> Offer | None:
        item = await self.store.kept(_ANSWERED, match_id)
        return _offer(item) if item is not None and item.body else None


def _offer_body(offer: Offer) -> str:
    return json.dumps([offer.party, offer.what, offer.base])


def _offer(item: KeptItem) -> Offer:
    return Offer(*json.loads(item.body))


def is_agreed(match: Match, agreed: Agreement, offers: list[Offer], what: OfferKind) -> bool:
    agreeing = {offer.party for offer in offers if offer.what == what and offer.is_open(match)}
    return all(party in agreeing or not people_in_party(match, agreed, party) for party in PARTIES)


def offer_fault(match: Match, agreed: Agreement, party: Party, what: OfferKind) -> Refused | None:
    is_over = next_task(match, agreed, now=0.0).what == "over"
    if what == "rematch":
        return None if is_over else Refused("not-over", None, "the match is not over yet")
    if agreed.rules is not None:
        return Refused("tournament", None, "at a tournament's table what happened stands")
    if is_over:
        return Refused("over", None, "the match is over")
    found = agreed_act(match, what, party)
    return found if isinstance(found, Refused) else None


def agreed_act(match: Match, what: Literal["undo", "end"], party: Party) -> Act | Refused:
    if what == "end":
        return acts.Stop(ENDED)
    event = last_stroke_of_party(match, party)
    return NOTHING_TO_UNDO if event is None else acts.Correct(event.number - 1, TAKEN_BACK)


# --- rematches ----------------------------------------------------------------------------------------------------

_REMATCH_KIND = "rematch"
_REMATCH_LASTS = 400 * 86_400.0


async def rematch_of(store: Store, match_id: str) -> str | None:
    item = await store.kept(_REMATCH_KIND, match_id)
    return None if item is None else item.body


async def make_rematch(store: Store, kind: str, match_id: str, match: Match, agreed: Agreement) -> str:
    """Return its id, derived from this match's: idempotent across processes. The same secrets open the same seats."""
    found = urlsafe_b64encode(hashlib.sha256(f"rematch {match_id}".encode()).digest()[:9]).decode()
    setup = msgspec.json.encode(_with_other_toss(match, agreed)).decode()
    await store.create(StoredLog(found, kind, time.time(), setup), await store.rights(match_id))
    await SeatClaims(store).carry(match_id, found)
    await store.keep(KeptItem(_REMATCH_KIND, match_id, found, time.time() + _REMATCH_LASTS), of=match_id)
    return found


def _with_other_toss(match: Match, agreed: Agreement) -> Agreement:
    """The side that did not break first wins the toss."""
    boards = match.course.boards
    breaker = boards[0].breaker if boards else match.course.opener
    first = "a" if breaker is None else breaker.party
    luck = int.from_bytes(hashlib.sha256(f"{agreed.seed} once more".encode()).digest()[:6], "big")
    return msgspec.structs.replace(agreed, seed=luck & ~1 | PARTIES.index(other(first)))


# --- the seats of one table ---------------------------------------------------------------------------------------

_WORDS, _WORDS_SPAN = 5, 30.0
"""Phrases per seat in so many seconds, over all sockets."""


class SeatedTable(Protocol):
    id: str
    match: Match
    agreed: Agreement
    audience: Audience

    def alone(self) -> AbstractAsyncContextManager[None]: ...
    async def append(self, *moves: Act, key: str | None = None) -> Refused | None: ...
    def rename(self, agreed: Agreement, match: Match) -> None: ...


class SeatSocket(Protocol):
    players: frozenset[str]
    seat: frozenset[str]
    holder: str

    def dismiss(self) -> None: ...


class Seats:
    """Seats, offers and phrases at one table."""

    def __init__(self, table: SeatedTable, store: Store, kind: str) -> None:
        self.seat_sockets: set[SeatSocket] = set()
        self._table, self._store, self._kind = table, store, kind
        self._claims, self._offers = SeatClaims(store), Offers(store)
        self._status = m.TableStatus([], [], None)
        self._reading = asyncio.Lock()
        self._refreshing: set[asyncio.Future[None]] = set()
        self._words: dict[str, RateLimit] = {}

    @property
    def status(self) -> m.TableStatus:
        return self._status

    @property
    def _is_claimed(self) -> bool:
        """Whether browsers claim seats here: not at tournament tables."""
        return self._table.agreed.rules is None

    async def sit(
        self, seat: frozenset[str], browser: str, *, wants: bool, name: str, ticket: str = ""
    ) -> frozenset[str]:
        """Players of this browser; none if another has the seat."""
        if not seat or not self._is_claimed:
            return seat
        is_elsewhere = all(self._table.agreed.players[one].who == "link" for one in seat)
        chosen_name = clean_name(name) if is_elsewhere else ""
        is_ours = await self._claims.sit(self._table.id, seat, browser, wants=wants, name=chosen_name, ticket=ticket)
        if is_ours and chosen_name:
            await self.refresh()  # for the welcome's name
        return seat if is_ours else frozenset()

    async def state_of(self, seat: frozenset[str], browser: str) -> SeatState:
        """The seat's state, without claiming it."""
        return await self._claims.state(self._table.id, seat, browser) if seat and self._is_claimed else "free"

    def may_speak(self, player: str) -> bool:
        """Count a phrase, from any process; return whether it is within the seat's limit."""
        return self._words.setdefault(player, RateLimit(_WORDS, _WORDS_SPAN)).admits()

    async def is_maker(self, key: str) -> bool:
        if not key or self._table.agreed.is_lobby:
            return False
        right = await self._store.right(self._table.id, seat_secret_hash(key))
        return right == json.dumps(MAKER)

    async def open_seat(self, wish: m.OpenSeat, by: frozenset[str]) -> Refused | None:
        """Open a seat for its player or the match's maker."""
        agreed = self._table.agreed
        players = wish.players
        is_host = not agreed.is_lobby and any(agreed.players[one].who == "here" for one in by)
        is_maker = is_host or await self.is_maker(wish.key)
        claimed = {claim.players for claim in await self._claims.of(self._table.id)}
        if frozenset(players) not in claimed or not (is_maker or set(players) <= by):
            return Refused("not-your-seat", None, "that is not your seat")
        await self._claims.open_again(self._table.id, players, wish.ticket)
        return None

    async def propose(self, message: m.Propose, players: frozenset[str]) -> Refused | None:
        """Make, accept or decline an offer; carry it out once all sides agree."""
        table = self._table
        if message.player not in players:
            return Refused("not-your-seat", None, "that is not your seat")
        party = PlayerId.from_text(message.player).party
        if not message.yes:
            offers = await self._offers.of(table.id)
            await self._offers.drop(table.id, next((one for one in offers if one.party != party), None))
            return None
        offer = Offer(party, message.what, table.match.number)
        offers = [one for one in await self._offers.of(table.id) if one.what == offer.what and one.is_open(table.match)]
        first = next((one for one in offers if one.party != offer.party), offer)  # whose stroke is taken back
        fault = offer_fault(table.match, table.agreed, first.party, offer.what)
        is_own = PlayerId.from_text(message.player) in players_who_may_undo(table.match, table.agreed)
        if fault is None and offer.what == "undo" and first is offer and not is_own:
            fault = NOTHING_TO_UNDO  # only the partner may ask
        if fault is not None:
            return fault
        await self._offers.keep(table.id, offer)
        # Read again: of two at once, one sees both offers.
        if is_agreed(table.match, table.agreed, await self._offers.of(table.id), offer.what):
            await self._offers.drop(table.id)  # first: it must not answer a later offer
            fault = await self._carry_out(first)
        return fault

    async def _carry_out(self, offer: Offer) -> Refused | None:
        table = self._table
        if offer.what == "rematch":
            await make_rematch(self._store, self._kind, table.id, table.match, table.agreed)
            return None
        async with table.alone():
            if not offer.is_open(table.match):
                return Refused("stale", None, "something happened in the meantime: look again")
            act = agreed_act(table.match, offer.what, offer.party)
            # Both may agree at once, at different processes: this key makes it happen once.
            return act if isinstance(act, Refused) else await table.append(act, key=f"agreed-{offer.what}-{offer.base}")

    def refresh_later(self) -> None:
        task = asyncio.ensure_future(self.refresh())
        self._refreshing.add(task)
        task.add_done_callback(self._refreshing.discard)

    async def refresh(self) -> None:
        """Read the store; send a changed status."""
        table = self._table
        try:
            async with self._reading:
                claims = await self._claims.of(table.id) if self._is_claimed else []
                offers = [offer for offer in await self._offers.of(table.id) if offer.is_open(table.match)]
                declined = await self._offers.declined(table.id)
                rematch = await rematch_of(self._store, table.id)
                await self._name(claims)
        except NotStoredError:
            return
        free = sorted_players(frozenset[str]().union(*(claim.players for claim in claims if not claim.holder)))
        refused = None if declined is None else m.Declined(declined.party, declined.what, declined.base)
        status = m.TableStatus([m.OfferView(offer.party, offer.what) for offer in offers], free, rematch, refused)
        if status != self._status:
            self._status = status
            table.audience.send_to_all(status)
        for socket in list(self.seat_sockets):
            claim = next((one for one in claims if one.players == socket.seat), None)
            if socket.players and claim is not None and claim.holder != socket.holder:
                socket.dismiss()

    async def _name(self, claims: list[SeatClaim]) -> None:
        """Name seats after the players who claimed them, also in the record."""
        table = self._table
        async with table.alone():
            players = dict(table.agreed.players)
            for claim in claims:
                for player in claim.players if claim.name and len(claim.players) == 1 else ():
                    players[player] = msgspec.structs.replace(players[player], name=claim.name)
            if self._is_claimed:
                distinct = distinct_names({player: sitting.name for player, sitting in players.items()})
                players = {
                    player: msgspec.structs.replace(players[player], name=name) for player, name in distinct.items()
                }
            if players == table.agreed.players:
                return
            agreed = msgspec.structs.replace(table.agreed, players=players)
            match = await asyncio.to_thread(fold, agreed.match_setup(), table.match.events())
            table.rename(agreed, match)
