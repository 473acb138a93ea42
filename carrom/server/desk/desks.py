"""All tournaments of a server: open, act, watch."""

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
_PADS = "pad"
_KEPT = 20
"""Idle tournaments in memory."""
_PAGE = 200
_MOST_WAITING: Final = 4
_PLAN_SECONDS = 60.0
"""Orders of play, a few cards."""
_PRINT_SECONDS = 600.0
"""Seconds for other prints: 4,000 cards take minutes."""
_RETRY_PAUSE = 1.0
OnGrowth = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedTournament:
    """A tournament at one moment, for one role."""

    id: str
    view: TournamentNow
    facts: Sequence[TournamentEvent]
    seq: int
    role: Role
    now: datetime

    @property
    def state(self) -> State:
        return self.view.state


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskActRequest:
    """An act and its context."""

    act: DeskAct
    base: int | None = None
    reason: str | None = None
    at: str | None = None
    confirm: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _RecordBodies(DeskAct):
    """Events prepared by another part of the server."""

    do: ClassVar[str] = "bodies"
    bodies: tuple[EventBody, ...]
    base: int | None

    def new_facts(self, context: ActContext) -> NewFacts:
        return NewFacts(bodies=self.bodies, base=self.base)


class Desks:
    """All tournaments, accounts and worker processes. One per app."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.planner = ComputerWorkers(1, seconds=_PLAN_SECONDS)
        self.card_printer = ComputerWorkers(1, seconds=_PLAN_SECONDS, cancels_abandoned=True)
        self.printer = ComputerWorkers(1, seconds=_PRINT_SECONDS, cancels_abandoned=True)
        self.orders = OrdersOfPlay(self.planner)
        self.accounts = Accounts(store, settings.password_memory)
        self.leaving = asyncio.Event()
        self._live: dict[str, LiveTournament] = {}
        self._opening: dict[str, asyncio.Task[LiveTournament | None]] = {}
        self._loading: dict[str, LiveTournament] = {}
        """Tournaments being read; read again if rewritten meanwhile."""
        self._watchers: dict[str | None, list[OnGrowth]] = {}
        self._end_watch: Callable[[], None] | None = None
        self._reading: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._end_watch = self.store.watch(self._changed)

    async def first_invite(self) -> str | None:
        """Secret of an owner's invitation if needed."""
        is_first = await self.accounts.is_empty()
        if not is_first and not self.settings.invites_owner:
            return None
        return await self.accounts.invite_at_start(is_first=is_first)

    def leave(self) -> None:
        self.leaving.set()
        for id, watchers in self._watchers.items():
            if id is not None:
                for watcher in watchers:
                    watcher(id)

    def close(self) -> None:
        self.leave()
        self.planner.close()
        self.printer.close()
        self.card_printer.close()
        if self._end_watch is not None:
            self._end_watch()

    def watch(self, watcher: OnGrowth, id: str | None = None) -> Callable[[], None]:
        """Call `watcher` with the id when a log (this or any) grows; return a function that stops it. Keeps the
        tournament in memory."""
        self._watchers.setdefault(id, []).append(watcher)

        def end() -> None:
            self._watchers[id].remove(watcher)
            if not self._watchers[id]:
                del self._watchers[id]

        return end

    # --- finding ------------------------------------------------------------------------------------------------------

    async def live(self, id: str) -> LiveTournament:
        """Return a tournament, read at first use; raises 404."""
        if id not in self._live:
            if id not in self._opening:
                opening = self._opening[id] = asyncio.ensure_future(self._open(id))
                opening.add_done_callback(lambda done: done.cancelled() or done.exception())
            try:
                found = await asyncio.shield(self._opening[id])
            finally:
                self._opening.pop(id, None)
            if found is None:
                raise HTTPException(404, "there is no tournament at this address")
        live = self._live.pop(id)
        self._live[id] = live
        for old in list(self._live)[:-_KEPT]:
            if not self._live[old].is_busy and old not in self._watchers:
                del self._live[old]
        return live

    async def _open(self, id: str) -> LiveTournament | None:
        stored = await self.store.log(id)
        if stored is None or stored.kind != TOURNAMENT_KIND:
            return None
        live = self._loading[id] = LiveTournament(id, self.store)
        try:
            await live.read_new()
        finally:
            is_current = self._loading.pop(id, None) is live
        if not live.facts:
            return None
        if not is_current:
            return await self._open(id)
        live.on_growth.append(lambda: self._notify(id))
        self._live[id] = live
        return live

    def _changed(self, change: LogChange) -> None:
        for id, live in [*self._live.items(), *self._loading.items()]:
            if change.log not in (None, id):
                continue
            if change.log is None or change.seq == REWRITTEN:
                # Known lines may have changed.
                self._live.pop(id, None)
                self._loading.pop(id, None)
                self._notify(id)
            elif change.seq == 0:
                # Roles may have changed: listeners check theirs.
                for watcher in self._watchers.get(id, ()):
                    watcher(id)
            elif change.seq > live.seq:
                task = asyncio.ensure_future(self._read_new(live))
                self._reading.add(task)
                task.add_done_callback(self._reading.discard)

    async def _read_new(self, live: LiveTournament) -> None:
        while True:
            try:
                return await live.read_new()
            except NotStoredError:
                await asyncio.sleep(_RETRY_PAUSE)
            except CarromError as error:
                _log.warning("tournament %s: %s", live.id, error)
                return None

    def _notify(self, id: str) -> None:
        for watcher in [*self._watchers.get(None, ()), *self._watchers.get(id, ())]:
            watcher(id)

    async def open(self, request: ApiRequest[Any], id: str, power: str = "look") -> OpenedTournament:
        """Raise 401 without a role, 403 without the power."""
        role = await self.role(request, id)
        if not role.may(power):
            if role == PUBLIC:
                raise HTTPException(401, "sign in, or open the link that you were given")
            raise HTTPException(403, forbidden_text(role, power))
        return await self.open_now(id, role)

    async def order(self, opened: OpenedTournament, *, can_ask_again: bool = False) -> PlannedOrder:
        """The order of play; the previous one while computing."""
        return await self.orders.of(opened.id, opened.view, opened.seq, opened.now, can_ask_again=can_ask_again)

    async def open_public(self, id: str) -> OpenedTournament:
        """The caller leaves out private data."""
        return _open_as(await self.live(id), PUBLIC)

    async def open_now(self, id: str, role: Role = PUBLIC) -> OpenedTournament:
        """Open with other processes' latest events."""
        live = await self.live(id)
        await live.catch_up()
        return _open_as(live, role)

    # --- roles --------------------------------------------------------------------------------------------------------

    async def role(self, request: ApiRequest[Any], id: str) -> Role:
        await self.live(id)
        if request.bearer is not None:
            found = await self.role_of(id, request.bearer)
            if found is not None and not found.is_revoked:
                return found
            raise HTTPException(401, "this link opens nothing here any more")
        account = await self.accounts.account(request.session)
        return PUBLIC if account is None else await self.role_of_account(id, account)

    async def role_of(self, id: str, secret: str) -> Role | None:
        """A link's role, even if revoked."""
        body = await self.store.right(id, secret_hash(secret))
        return None if body is None else Role(**json.loads(body))

    async def role_of_account(self, id: str, account: Account) -> Role:
        """Hosts own every tournament."""
        if account.is_host:
            return Role(role="owner", name=account.name)
        body = await self.store.right(id, account_right(account.key))
        return PUBLIC if body is None else Role(**json.loads(body))

    async def all_roles(self, id: str) -> list[Role]:
        """All roles, including revoked ones."""
        return [Role(**json.loads(one.body)) for one in await self.store.rights(id)]

    async def grant_role(self, id: str, secret: bytes, role: Role) -> None:
        await self.store.grant(id, role_grant(secret, role))

    # --- acting -------------------------------------------------------------------------------------------------------

    async def make(self, id: str, lines: Sequence[str], *, heading: str, owner: Account) -> int:
        """Create a tournament; repeatable."""
        role = Role(role="owner", name=owner.name)
        log = StoredLog(id, TOURNAMENT_KIND, time.time(), json.dumps({"heading": heading}))
        if await self.store.log(id) is None:
            await self.store.create(log, [role_grant(account_right(owner.key), role)])
        answer = await self.store.append(id, 0, lines, key="made", at=time.time())
        if not isinstance(answer, Appended | Repeated):
            raise HTTPException(409, "there is another tournament of this id")
        live = await self.live(id)
        self._notify(id)
        return live.seq

    async def file_of(self, id: str) -> bytes:
        """The file as the command line writes it."""
        live, stored = await self.live(id), await self.store.log(id)
        heading = HEADING if stored is None else json.loads(stored.setup)["heading"]
        return "".join(f"{line}\n" for line in (heading, *live.lines)).encode()

    async def act(self, id: str, role: Role, request: DeskActRequest, key: str) -> RecordedAct | Refused:
        """Carry out an act once per key."""
        live = await self.live(id)
        not_revocable = await self._why_not_revocable(id, role, request.act)
        action = action_unless_stale(
            request.act, base=request.base, context=lambda state, facts: _context(state, facts, role, request)
        )

        def do(state: State, facts: Sequence[TournamentEvent]) -> Done | Refused:
            forbidden = why_not_allowed(role, request.act, state)
            if forbidden is not None:
                return Refused("forbidden", None, forbidden)
            found = not_revocable or action(state, facts)
            if isinstance(found, Refused) or not request.act.is_grave(state):
                return found
            trial = _try(state, facts, role, request)
            if isinstance(trial, Refused) or request.confirm == confirmation_token(id, trial):
                return found
            text = "what it changes is other than what was confirmed" if request.confirm else "this has to be confirmed"
            return Refused("confirm", None, f"{text}: look at what it changes, and say so.")

        return await live.do(do, _key_of(role.source, key))

    async def preview(self, opened: OpenedTournament, request: DeskActRequest) -> Done | Refused:
        forbidden = why_not_allowed(opened.role, request.act, opened.state)
        if forbidden is not None:
            return Refused("forbidden", None, forbidden)
        not_revocable = await self._why_not_revocable(opened.id, opened.role, request.act)
        if not_revocable is not None:
            return not_revocable
        return await asyncio.to_thread(_try, opened.state, opened.facts, opened.role, request)

    async def _why_not_revocable(self, id: str, role: Role, act: DeskAct) -> Refused | None:
        """Say why a source may not be revoked; only the store knows which sources are links."""
        return why_not_revocable(role, act.source, await self.all_roles(id)) if isinstance(act, RevokeSource) else None

    def unload(self, id: str) -> None:
        self._live.pop(id, None)
        self._loading.pop(id, None)
        self._notify(id)

    async def record(
        self, id: str, act: DeskAct, *, by: str, key: str, reason: str | None = None
    ) -> RecordedAct | Refused:
        """Act for another part of the server, which checks rights; `by` is the log's source."""
        live = await self.live(id)

        def context(state: State, facts: Sequence[TournamentEvent]) -> ActContext:
            return ActContext(state=state, facts=facts, at=resolve_time(None, state), by=by, reason=reason)

        return await live.do(lambda state, facts: carry_out(act, context(state, facts)), _key_of(by, key))

    async def record_events(
        self,
        id: str,
        bodies: Sequence[EventBody],
        *,
        by: str,
        key: str,
        base: int | None = None,
        reason: str | None = None,
    ) -> RecordedAct | Refused:
        """Record prepared events, based on match version `base`."""
        return await self.record(id, _RecordBodies(bodies=tuple(bodies), base=base), by=by, key=key, reason=reason)


def _open_as(live: LiveTournament, role: Role) -> OpenedTournament:
    now = hall_clock(live.state)
    return OpenedTournament(id=live.id, view=live.view, facts=tuple(live.facts), seq=live.seq, role=role, now=now)


def confirmation_token(id: str, done: Done) -> str:
    """Hash of all that the preview showed."""
    shown = [id, [fact.body.kind for fact in done.facts], done.messages, [one.text for one in done.changes], done.lines]
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:32]


def role_grant(secret: bytes, role: Role) -> Grant:
    fields = {name: getattr(role, name) for name in ("role", "name", "id", "table", "match", "is_revoked")}
    return Grant(secret, json.dumps({name: value for name, value in fields.items() if value not in (None, "", False)}))


def _context(state: State, facts: Sequence[TournamentEvent], role: Role, request: DeskActRequest) -> ActContext:
    at = resolve_time(None if request.at is None else read_time(request.at), state)
    return ActContext(state=state, facts=facts, at=at, by=role.source, reason=request.reason)


def _try(state: State, facts: Sequence[TournamentEvent], role: Role, request: DeskActRequest) -> Done | Refused:
    return carry_out(request.act, _context(state, facts, role, request), is_trial=True)


def _key_of(source: str, key: str) -> str:
    """The key in the log, distinct per source without revealing it."""
    return f"{hashlib.sha256(source.encode()).hexdigest()[:16]} {key}"


def first_event(body: EventBody, by: str) -> TournamentEvent:
    at = datetime.now().replace(microsecond=0)
    return TournamentEvent(id=TournamentEventId(uuid.uuid4().hex), n=1, at=at, by=by, body=body)


# --- finding and removing ---------------------------------------------------------------------------------------------


async def tournament_ids(desks: Desks) -> list[str]:
    found: list[str] = []
    while True:
        page = await desks.store.logs(TOURNAMENT_KIND, after=found[-1] if found else "", limit=_PAGE)
        found += [log.id for log in page]
        if len(page) < _PAGE:
            return found


async def find_by_first_line(desks: Desks, line: str) -> LiveTournament | None:
    """A first line contains a unique event id."""
    for id in await tournament_ids(desks):
        live = await desks.live(id)
        if live.lines[0] == line:
            return live
    return None


async def remove_tournament(desks: Desks, id: str) -> None:
    """Delete a tournament and its pad logs; its backup file stays."""
    first = (await desks.live(id)).lines[0]
    await desks.store.rewrite(id, {1: first})  # makes every process reload it
    soon = time.time() + 1
    await desks.store.forget(TOURNAMENT_KIND, prefix=id, before=soon, most=1)
    desks.unload(id)
    while await desks.store.forget(_PADS, prefix=f"{id}.", before=soon, most=_PAGE):
        pass


# --- uploaded entry lists ---------------------------------------------------------------------------------------------


class EntryListReader:
    """Reads one list at a time: they take seconds of CPU and hundreds of megabytes."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._waiting = 0

    async def read(self, role: Role, act: DeskAct) -> DeskAct:
        """Read the act's list, if the role may import it."""
        if not isinstance(act, ImportEntries) or not role.may(act.do):
            return act
        if act.file is None:  # plain text is cheap
            return replace(act, read=tuple(await asyncio.to_thread(act.rows)))
        if self._waiting >= _MOST_WAITING:
            raise HTTPException(429, "several entry lists are being read just now: try again in a minute")
        self._waiting += 1
        try:
            async with self._lock:
                rows = await asyncio.to_thread(act.rows, read_in_sandbox)
        finally:
            self._waiting -= 1
        return replace(act, read=tuple(rows))
