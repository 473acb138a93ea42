"""The tournaments of this server: found, opened for who may, acted upon, and watched."""

import asyncio
import hashlib
import json
import logging
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar, Final

from starlette.exceptions import HTTPException

from carrom.base.errors import CarromError, Refused
from carrom.server.desk.accounts import Account, Accounts, account_right, secret_hash
from carrom.server.desk.live_tournament import LiveTournament, RecordedAct, action_unless_stale
from carrom.server.desk.order_of_play import OrdersOfPlay, PlannedOrder
from carrom.server.desk.roles import PUBLIC, Role, forbidden_text, why_not_allowed, why_not_revocable
from carrom.server.http.endpoints import ApiRequest
from carrom.server.settings import Settings
from carrom.server.stores.store import REWRITTEN, Appended, Grant, LogChange, NotStoredError, Repeated, Store, StoredLog
from carrom.server.table.computers import ComputerWorkers
from carrom.tournament.desk.acts import ActContext, Done, carry_out
from carrom.tournament.desk.acts.act import DeskAct, NewFacts
from carrom.tournament.desk.acts.ruling_acts import RevokeSource
from carrom.tournament.desk.acts.setup_acts import ImportEntries
from carrom.tournament.desk.hall import read_time
from carrom.tournament.desk.references import hall_clock, resolve_time
from carrom.tournament.entrylists.sandbox import read_in_sandbox
from carrom.tournament.log.file import HEADING
from carrom.tournament.model.events import EventBody, TournamentEvent, TournamentEventId
from carrom.tournament.model.state import State
from carrom.tournament.seating.now import TournamentNow

_log = logging.getLogger(__name__)
TOURNAMENT_KIND = "tournament"
_KEPT = 20
"""Tournaments that stay in memory although nobody listens."""
_PLAN_SECONDS = 60.0
"""Seconds for an order of play or a few cards: whoever waits behind it is not kept for ever."""
_PRINT_SECONDS = 600.0
"""The same for any other print. Four thousand cards take minutes; whoever does not want them any more ends that."""
_RETRY_PAUSE = 1.0
"""Seconds after which a store that did not answer is asked again."""
OnGrowth = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedTournament:
    """A tournament as somebody sees it now. The view is shared: it remembers what it has worked out."""

    id: str
    view: TournamentNow
    facts: Sequence[TournamentEvent]
    seq: int
    role: Role
    now: datetime

    @property
    def state(self) -> State:
        """What the log adds up to."""
        return self.view.state


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskActRequest:
    """An act, and how it is meant: on what it is based, why, when, and what was confirmed."""

    act: DeskAct
    base: int | None = None
    reason: str | None = None
    at: str | None = None
    confirm: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _RecordBodies(DeskAct):
    """Facts that come from another part of the server as they are."""

    do: ClassVar[str] = "bodies"
    bodies: tuple[EventBody, ...]
    base: int | None

    def new_facts(self, context: ActContext) -> NewFacts:
        return NewFacts(bodies=self.bodies, base=self.base)


class Desks:
    """All that the desk's routes share. One for each app."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.planner = ComputerWorkers(1, seconds=_PLAN_SECONDS)
        self.card_printer = ComputerWorkers(1, seconds=_PLAN_SECONDS, ends_unwanted=True)
        self.printer = ComputerWorkers(1, seconds=_PRINT_SECONDS, ends_unwanted=True)
        """Processes for what takes long: orders of play, a few cards, and all other prints. None waits for another."""
        self.orders = OrdersOfPlay(self.planner)
        self.accounts = Accounts(store, settings.password_memory)
        self.leaving = asyncio.Event()
        """Set when the server goes: streams end then."""
        self._live: dict[str, LiveTournament] = {}
        self._opening: dict[str, asyncio.Task[LiveTournament | None]] = {}
        self._coming: dict[str, LiveTournament] = {}
        """Those that are being read: what is heard of them meanwhile counts."""
        self._watchers: dict[str | None, list[OnGrowth]] = {}
        self._end_watch: Callable[[], None] | None = None
        self._behind: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Hear of what other processes write."""
        self._end_watch = self.store.watch(self._changed)

    async def first_invite(self) -> str | None:
        """The secret by which the first owner comes in, as long as nobody has; another one where that is wished."""
        is_first = await self.accounts.is_empty()
        if not is_first and not self.settings.invites_owner:
            return None
        return await self.accounts.invite_at_start(is_first=is_first)

    def leave(self) -> None:
        """End the streams: whoever waits in one is woken. None of them has a task of its own that somebody would have
        to wait for."""
        self.leaving.set()
        for id, watchers in self._watchers.items():
            if id is not None:
                for watcher in watchers:
                    watcher(id)

    def close(self) -> None:
        """Let go of everything."""
        self.leave()
        self.planner.close()
        self.printer.close()
        self.card_printer.close()
        if self._end_watch is not None:
            self._end_watch()

    def watch(self, watcher: OnGrowth, id: str | None = None) -> Callable[[], None]:
        """Call this with the id when the log of this tournament, or of any, has grown; it stays in memory so long."""
        self._watchers.setdefault(id, []).append(watcher)

        def end() -> None:
            self._watchers[id].remove(watcher)
            if not self._watchers[id]:
                del self._watchers[id]

        return end

    # --- finding --------------------------------------------------------------------------------------------------

    async def live(self, id: str) -> LiveTournament:
        """The tournament of this id, brought up to date when it was first asked for; else 404."""
        if id not in self._live:
            if id not in self._opening:
                opening = self._opening[id] = asyncio.ensure_future(self._open(id))
                opening.add_done_callback(lambda done: done.cancelled() or done.exception())  # all may have gone
            try:
                found = await asyncio.shield(self._opening[id])
            finally:
                self._opening.pop(id, None)
            if found is None:
                raise HTTPException(404, "there is no tournament at this address")
        live = self._live.pop(id)
        self._live[id] = live  # the last used is the last to go
        for old in list(self._live)[:-_KEPT]:
            if not self._live[old].is_busy and old not in self._watchers:
                del self._live[old]
        return live

    async def _open(self, id: str) -> LiveTournament | None:
        stored = await self.store.log(id)
        if stored is None or stored.kind != TOURNAMENT_KIND:
            return None
        live = self._coming[id] = LiveTournament(id, self.store)
        try:
            await live.read_on()
        finally:
            is_true = self._coming.pop(id, None) is live
        if not live.facts:
            return None
        if not is_true:  # it was rewritten meanwhile
            return await self._open(id)
        live.on_growth.append(lambda: self._tell(id))
        self._live[id] = live
        return live

    def _changed(self, change: LogChange) -> None:
        for id, live in [*self._live.items(), *self._coming.items()]:
            if change.log not in (None, id):
                continue
            if change.log is None or change.seq == REWRITTEN:
                # Lines that were known may be others: it is read anew, by who listens or asks next.
                self._live.pop(id, None)
                self._coming.pop(id, None)
                self._tell(id)
            elif change.seq == 0:
                # Somebody was given a role or lost one, at whichever process: who listens asks whether he still may.
                for watcher in self._watchers.get(id, ()):
                    watcher(id)
            elif change.seq > live.seq:
                task = asyncio.ensure_future(self._read_on(live))
                self._behind.add(task)
                task.add_done_callback(self._behind.discard)

    async def _read_on(self, live: LiveTournament) -> None:
        while True:
            try:
                return await live.read_on()
            except NotStoredError:
                await asyncio.sleep(_RETRY_PAUSE)
            except CarromError as error:
                _log.warning("tournament %s: %s", live.id, error)
                return None

    def _tell(self, id: str) -> None:
        for watcher in [*self._watchers.get(None, ()), *self._watchers.get(id, ())]:
            watcher(id)

    async def open(self, ask: ApiRequest[Any], id: str, power: str = "look") -> OpenedTournament:
        """The tournament for who asks, if the table of powers grants it: 401 for nobody, 403 for somebody else."""
        role = await self.role(ask, id)
        if not role.may(power):
            if role == PUBLIC:
                raise HTTPException(401, "sign in, or open the link that you were given")
            raise HTTPException(403, forbidden_text(role, power))
        return await self.open_now(id, role)

    async def order(self, opened: OpenedTournament, *, can_ask_again: bool = False) -> PlannedOrder:
        """The order of play, as far as it is worked out."""
        return await self.orders.of(opened.id, opened.view, opened.seq, opened.now, can_ask_again=can_ask_again)

    async def open_public(self, id: str) -> OpenedTournament:
        """The tournament for everybody. What is private has to be left out of it by whoever shows it."""
        return _opened(await self.live(id), PUBLIC)

    async def open_now(self, id: str, role: Role = PUBLIC) -> OpenedTournament:
        """With all that any process has written until now: who has been told of something at one of them and asks
        another one finds it there."""
        live = await self.live(id)
        await live.catch_up()
        return _opened(live, role)

    # --- who asks -------------------------------------------------------------------------------------------------

    async def role(self, ask: ApiRequest[Any], id: str) -> Role:
        """Whose secret came with a request: a link's, or that of a session."""
        await self.live(id)
        if ask.bearer is not None:
            found = await self.role_of(id, ask.bearer)
            if found is not None and not found.is_revoked:
                return found
            raise HTTPException(401, "this link opens nothing here any more")
        account = await self.accounts.account(ask.session)
        return PUBLIC if account is None else await self.role_of_account(id, account)

    async def role_of(self, id: str, secret: str) -> Role | None:
        """What a link's secret allows, also if it was revoked."""
        body = await self.store.right(id, secret_hash(secret))
        return None if body is None else Role(**json.loads(body))

    async def role_of_account(self, id: str, account: Account) -> Role:
        """What somebody with an account may do here. Whose server it is owns all that is on it."""
        if account.is_host:
            return Role(role="owner", name=account.name)
        body = await self.store.right(id, account_right(account.key))
        return PUBLIC if body is None else Role(**json.loads(body))

    async def given(self, id: str) -> list[Role]:
        """Every role that somebody has here, by a link or by name, also those that were taken back."""
        return [Role(**json.loads(one.body)) for one in await self.store.rights(id)]

    async def give(self, id: str, secret: bytes, role: Role) -> None:
        """Let the holder of a secret act in this role."""
        await self.store.grant(id, role_grant(secret, role))

    # --- acting ---------------------------------------------------------------------------------------------------

    async def make(self, id: str, lines: Sequence[str], *, heading: str, owner: Account) -> int:
        """A new tournament with these lines. Asked for twice under one id it is made once."""
        role = Role(role="owner", name=owner.name)
        log = StoredLog(id, TOURNAMENT_KIND, time.time(), json.dumps({"heading": heading}))
        if await self.store.log(id) is None:
            await self.store.create(log, [role_grant(account_right(owner.key), role)])
        answer = await self.store.append(id, 0, lines, key="made", at=time.time())
        if not isinstance(answer, Appended | Repeated):
            raise HTTPException(409, "there is another tournament of this id")
        live = await self.live(id)
        self._tell(id)
        return live.seq

    async def file_of(self, id: str) -> bytes:
        """The tournament as the file of the command line, byte for byte."""
        live, stored = await self.live(id), await self.store.log(id)
        heading = HEADING if stored is None else json.loads(stored.setup)["heading"]
        return "".join(f"{line}\n" for line in (heading, *live.lines)).encode()

    async def act(self, id: str, role: Role, wanted: DeskActRequest, key: str) -> RecordedAct | Refused:
        """Do an act for somebody, once for each key."""
        live = await self.live(id)
        not_his = await self._not_to_revoke(id, role, wanted.act)
        done = action_unless_stale(
            wanted.act, base=wanted.base, asked=lambda state, facts: _context(state, facts, role, wanted)
        )

        def do(state: State, facts: Sequence[TournamentEvent]) -> Done | Refused:
            forbidden = why_not_allowed(role, wanted.act, state)
            if forbidden is not None:
                return Refused("forbidden", None, forbidden)
            found = not_his or done(state, facts)
            if isinstance(found, Refused) or not wanted.act.is_grave(state):
                return found
            tried = _try(state, facts, role, wanted)
            if isinstance(tried, Refused) or wanted.confirm == confirmation_token(id, tried):
                return found
            text = "what it changes is other than what was confirmed" if wanted.confirm else "this has to be confirmed"
            return Refused("confirm", None, f"{text}: look at what it changes, and say so.")

        return await live.do(do, _key_of(role.source, key))

    async def preview(self, opened: OpenedTournament, wanted: DeskActRequest) -> Done | Refused:
        """What an act would lead to."""
        forbidden = why_not_allowed(opened.role, wanted.act, opened.state)
        if forbidden is not None:
            return Refused("forbidden", None, forbidden)
        not_his = await self._not_to_revoke(opened.id, opened.role, wanted.act)
        if not_his is not None:
            return not_his
        return await asyncio.to_thread(_try, opened.state, opened.facts, opened.role, wanted)

    async def _not_to_revoke(self, id: str, role: Role, act: DeskAct) -> Refused | None:
        """Which sources are links is known to the store alone."""
        return why_not_revocable(role, act.source, await self.given(id)) if isinstance(act, RevokeSource) else None

    def unload(self, id: str) -> None:
        """Have a tournament in memory no more, that is in the store no more."""
        self._live.pop(id, None)
        self._coming.pop(id, None)
        self._tell(id)

    async def tell(
        self, id: str, act: DeskAct, *, by: str, key: str, reason: str | None = None
    ) -> RecordedAct | Refused:
        """Do an act for another part of the server, which answers for it; `by` is how the log names the source."""
        live = await self.live(id)

        def asked(state: State, facts: Sequence[TournamentEvent]) -> ActContext:
            return ActContext(state=state, facts=facts, at=resolve_time(None, state), by=by, reason=reason)

        return await live.do(lambda state, facts: carry_out(act, asked(state, facts)), _key_of(by, key))

    async def record_bodies(
        self,
        id: str,
        bodies: Sequence[EventBody],
        *,
        by: str,
        key: str,
        base: int | None = None,
        reason: str | None = None,
    ) -> RecordedAct | Refused:
        """The same with facts that are known; `base` is the version of the match that their writer had seen."""
        return await self.tell(id, _RecordBodies(bodies=tuple(bodies), base=base), by=by, key=key, reason=reason)


def _opened(live: LiveTournament, role: Role) -> OpenedTournament:
    now = hall_clock(live.state)
    return OpenedTournament(id=live.id, view=live.view, facts=tuple(live.facts), seq=live.seq, role=role, now=now)


def confirmation_token(id: str, done: Done) -> str:
    """What is sent back to confirm an act: it stands for all that was shown of it."""
    shown = [id, [fact.body.kind for fact in done.facts], done.messages, [one.text for one in done.changes], done.lines]
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:32]


def role_grant(secret: bytes, role: Role) -> Grant:
    """A role as the store keeps it."""
    said = {name: getattr(role, name) for name in ("role", "name", "id", "table", "match", "is_revoked")}
    return Grant(secret, json.dumps({name: value for name, value in said.items() if value not in (None, "", False)}))


def _context(state: State, facts: Sequence[TournamentEvent], role: Role, wanted: DeskActRequest) -> ActContext:
    at = resolve_time(None if wanted.at is None else read_time(wanted.at), state)
    return ActContext(state=state, facts=facts, at=at, by=role.source, reason=wanted.reason)


def _try(state: State, facts: Sequence[TournamentEvent], role: Role, wanted: DeskActRequest) -> Done | Refused:
    return carry_out(wanted.act, _context(state, facts, role, wanted), is_trial=True)


def _key_of(source: str, key: str) -> str:
    """The key of a request in the log, whoever else has one of the same name. It tells nobody's name."""
    return f"{hashlib.sha256(source.encode()).hexdigest()[:16]} {key}"


def first_event(body: EventBody, by: str) -> TournamentEvent:
    """The first line of a log."""
    at = datetime.now().replace(microsecond=0)
    return TournamentEvent(id=TournamentEventId(uuid.uuid4().hex), n=1, at=at, by=by, body=body)


_PAGE = 200
_PADS = "pad"
"""The kind of the logs that pads keep of the matches of a tournament."""


async def tournament_ids(desks: Desks) -> list[str]:
    """All of them."""
    found: list[str] = []
    while True:
        page = await desks.store.logs(TOURNAMENT_KIND, after=found[-1] if found else "", limit=_PAGE)
        found += [log.id for log in page]
        if len(page) < _PAGE:
            return found


async def find_by_first_line(desks: Desks, line: str) -> LiveTournament | None:
    """The tournament whose first fact is this one: facts have ids, which no two of them share."""
    for id in await tournament_ids(desks):
        live = await desks.live(id)
        if live.lines[0] == line:
            return live
    return None


async def remove_tournament(desks: Desks, id: str) -> None:
    """Take a tournament off this server for good, with the logs of its pads. A backup stays where it is."""
    first = (await desks.live(id)).lines[0]
    await desks.store.rewrite(id, {1: first})  # nothing is otherwise, but every process has to look at it anew
    soon = time.time() + 1
    await desks.store.forget(TOURNAMENT_KIND, prefix=id, before=soon, most=1)
    desks.unload(id)
    while await desks.store.forget(_PADS, prefix=f"{id}.", before=soon, most=_PAGE):
        pass


_MOST_WAITING: Final = 4


class EntryListReader:
    """Who wants a list read waits for the one before; who would have to wait long is told so."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._waiting = 0

    async def read(self, role: Role, act: DeskAct) -> DeskAct:
        """The act with the rows of its list, where it has one and this role may bring it; else as it is."""
        if not isinstance(act, ImportEntries) or not role.may(act.do):
            return act
        if act.file is None:  # a text is as small as it is long, and waits for no workbook
            return replace(act, read=tuple(await asyncio.to_thread(act.rows)))
        if self._waiting >= _MOST_WAITING:
            raise HTTPException(429, "several entry lists are being read just now: try again in a minute")
        self._waiting += 1
        try:
            async with self._one:
                rows = await asyncio.to_thread(act.rows, read_in_sandbox)
        finally:
            self._waiting -= 1
        return replace(act, read=tuple(rows))
