"""A tournament in memory: appends acts to its log and notifies listeners.

The store's log is authoritative. Acts read other processes' events first, and are acknowledged once committed.
"""

import asyncio
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from carrom.base.errors import CarromError, Refused, RefusedError
from carrom.server.stores.store import Appended, Repeated, Store
from carrom.tournament.desk.acts import ActContext, DeskAct, Done, carry_out
from carrom.tournament.desk.input_checks import find_conflict
from carrom.tournament.log.file import event_line
from carrom.tournament.log.transitions import apply_event
from carrom.tournament.model.events import TournamentEvent, read_tournament_event
from carrom.tournament.model.state import State
from carrom.tournament.seating.now import TournamentNow

_TRIES = 20
"""Attempts at an act when other processes append first."""
TournamentAction = Callable[[State, Sequence[TournamentEvent]], Done | Refused]


@dataclass(frozen=True, slots=True)
class RecordedAct:
    """An act's first and last event; `done` is None if known before."""

    first: int
    seq: int
    done: Done | None


class LiveTournament:
    def __init__(self, log_id: str, store: Store) -> None:
        self.id = log_id
        self.facts: list[TournamentEvent] = []
        self.lines: list[str] = []
        self.state = State()
        self._view = TournamentNow(self.state)
        self._store = store
        self._keys: dict[str, int] = {}
        self._lock = asyncio.Lock()
        self._is_doing = False
        self.on_growth: list[Callable[[], None]] = []

    @property
    def is_busy(self) -> bool:
        return self._lock.locked()

    @property
    def seq(self) -> int:
        return len(self.facts)

    @property
    def view(self) -> TournamentNow:
        """Shared; caches what it derives."""
        if self._view.state is not self.state:
            self._view = TournamentNow(self.state)
        return self._view

    async def read_new(self) -> None:
        async with self._lock:
            await self._read_new()

    async def catch_up(self) -> None:
        """Read new events, unless an act is in progress."""
        if not self._is_doing:
            await self.read_new()

    async def _read_new(self) -> None:
        stored = await self._store.events(self.id, self.seq)
        if not stored:
            return
        lines = [event.body for event in stored]
        # Whole logs need a thread.
        if len(lines) > 2:
            facts, state = await asyncio.to_thread(_fold, self.state, lines, self.seq)
        else:
            facts, state = _fold(self.state, lines, self.seq)
        self._keys |= {event.key: event.seq for event in stored if event.key is not None}
        self._add(facts, lines, state)

    def _add(self, facts: Sequence[TournamentEvent], lines: Sequence[str], state: State) -> None:
        self.facts += facts
        self.lines += lines
        self.state = state
        for notify in list(self.on_growth):
            notify()

    async def rewrite(self, write: Callable[[State, Sequence[str]], Mapping[int, str]]) -> None:
        async with self._lock:
            await self._read_new()
            bodies = await asyncio.to_thread(write, self.state, tuple(self.lines))
            await self._store.rewrite(self.id, bodies)
            self.facts, self.lines, self.state, self._keys = [], [], State(), {}
            await self._read_new()

    async def do(self, do: TournamentAction, key: str) -> RecordedAct | Refused:
        """Record an act's events, once per key, even if the caller is cancelled."""
        return await asyncio.shield(asyncio.ensure_future(self._do(do, key)))

    async def _do(self, do: TournamentAction, key: str) -> RecordedAct | Refused:
        async with self._lock:
            for _ in range(_TRIES):
                await self._read_new()
                if key in self._keys:
                    return self._repeated(self._keys[key])
                done = await self._in_thread(do)
                if isinstance(done, Refused):
                    return done
                if not done.facts:
                    return RecordedAct(self.seq, self.seq, done)
                lines = [event_line(fact) for fact in done.facts]
                answer = await self._store.append(self.id, self.seq, lines, key=key, at=time.time())
                if isinstance(answer, Appended):
                    self._keys[key] = self.seq + 1
                    self._add(done.facts, lines, done.state)
                    return RecordedAct(done.facts[0].n, self.seq, done)
                if isinstance(answer, Repeated):
                    await self._read_new()
                    return self._repeated(answer.seq)
            return Refused("busy", None, "Too many are writing at once: try again.")

    async def _in_thread(self, do: TournamentAction) -> Done | Refused:
        self._is_doing = True
        try:
            return await asyncio.to_thread(do, self.state, tuple(self.facts))
        finally:
            self._is_doing = False

    def _repeated(self, first: int) -> RecordedAct:
        """The act's events: from its key to the next."""
        after = min((seq for seq in self._keys.values() if seq > first), default=self.seq + 1)
        return RecordedAct(first, after - 1, None)


def action_unless_stale(
    act: DeskAct, *, base: int | None, context: Callable[[State, Sequence[TournamentEvent]], ActContext]
) -> TournamentAction:
    """Refuse `act` if an event after `base` concerns the same thing."""

    def do(state: State, facts: Sequence[TournamentEvent]) -> Done | Refused:
        if base is not None and base > len(facts):
            # The server was restored.
            return Refused("stale", None, "This page has seen more than the server has: load it again.")
        since = () if base is None else facts[base:]
        if not since:
            return carry_out(act, context(state, facts))
        try:
            bodies = act.new_facts(context(state, facts)).bodies
        except (CarromError, RefusedError):
            bodies = ()  # the conflicting event may be the cause
        return find_conflict(state, act, bodies, since) or carry_out(act, context(state, facts))

    return do


def _fold(state: State, lines: Sequence[str], offset: int) -> tuple[list[TournamentEvent], State]:
    facts: list[TournamentEvent] = []
    for number, line in enumerate(lines, offset + 1):
        try:
            fact = read_tournament_event(json.loads(line), f"fact {number}")
        except ValueError as error:
            raise CarromError("log-damaged", f"fact {number} of this tournament is damaged: {error}") from None
        step = apply_event(state, fact)
        if isinstance(step, Refused):
            raise CarromError("log-damaged", f"fact {number} of this tournament cannot be: {step.text}")
        state = step.state
        facts.append(fact)
    return facts, state
