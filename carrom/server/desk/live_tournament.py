"""A tournament while desks work at it: acts in, facts stored, everybody told.

The log in the store is the truth, and its bodies are the lines of the tournament's file. What is acknowledged is
committed; what another process committed is read on before anything is done.
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
"""So often an act is done anew because other processes were quicker; each time one of them got something done."""
TournamentAction = Callable[[State, Sequence[TournamentEvent]], Done | Refused]


@dataclass(frozen=True, slots=True)
class RecordedAct:
    """An act is in the log: its first and last fact. Where it was there already nothing is said of it again."""

    first: int
    seq: int
    done: Done | None


class LiveTournament:
    """One tournament in this process."""

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
        """Whether something is still going on that has to end before it can be put away."""
        return self._lock.locked()

    @property
    def seq(self) -> int:
        """The number of the last fact."""
        return len(self.facts)

    @property
    def view(self) -> TournamentNow:
        """The state of now, read; shared, since it remembers what it has worked out."""
        if self._view.state is not self.state:
            self._view = TournamentNow(self.state)
        return self._view

    async def read_on(self) -> None:
        """Whatever the store has and we do not."""
        async with self._lock:
            await self._read_on()

    async def catch_up(self) -> None:
        """The same for who only looks: he does not wait for what is being done here, which has looked just now."""
        if not self._is_doing:
            await self.read_on()

    async def _read_on(self) -> None:
        stored = await self._store.events(self.id, self.seq)
        if not stored:
            return
        lines = [event.body for event in stored]
        # A whole log takes its time, and nobody else waits for it; a fact or two are read at once.
        if len(lines) > 2:
            facts, state = await asyncio.to_thread(_fold, self.state, lines, self.seq)
        else:
            facts, state = _fold(self.state, lines, self.seq)
        self._keys |= {event.key: event.seq for event in stored if event.key is not None}
        self._take(facts, lines, state)

    def _take(self, facts: Sequence[TournamentEvent], lines: Sequence[str], state: State) -> None:
        self.facts += facts
        self.lines += lines
        self.state = state
        for tell in list(self.on_growth):
            tell()

    async def rewrite(self, write: Callable[[State, Sequence[str]], Mapping[int, str]]) -> None:
        """Put other lines in the place of some, and read everything anew."""
        async with self._lock:
            await self._read_on()
            bodies = await asyncio.to_thread(write, self.state, tuple(self.lines))
            await self._store.rewrite(self.id, bodies)
            self.facts, self.lines, self.state, self._keys = [], [], State(), {}
            await self._read_on()

    async def do(self, do: TournamentAction, key: str) -> RecordedAct | Refused:
        """Do something to the tournament as it is now, and put it on record, once for each key.

        Whoever asked may go away meanwhile: what is on its way to the disk is seen through.
        """
        return await asyncio.shield(asyncio.ensure_future(self._do(do, key)))

    async def _do(self, do: TournamentAction, key: str) -> RecordedAct | Refused:
        async with self._lock:
            for _ in range(_TRIES):
                await self._read_on()
                if key in self._keys:
                    return self._repeated(self._keys[key])
                done = await self._beside(do)
                if isinstance(done, Refused):
                    return done
                if not done.facts:
                    return RecordedAct(self.seq, self.seq, done)
                lines = [event_line(fact) for fact in done.facts]
                answer = await self._store.append(self.id, self.seq, lines, key=key, at=time.time())
                if isinstance(answer, Appended):
                    self._keys[key] = self.seq + 1
                    self._take(done.facts, lines, done.state)
                    return RecordedAct(done.facts[0].n, self.seq, done)
                if isinstance(answer, Repeated):
                    await self._read_on()
                    return self._repeated(answer.seq)
            return Refused("busy", None, "Too many are writing at once: try again.")

    async def _beside(self, do: TournamentAction) -> Done | Refused:
        """A draw takes its time."""
        self._is_doing = True
        try:
            return await asyncio.to_thread(do, self.state, tuple(self.facts))
        finally:
            self._is_doing = False

    def _repeated(self, first: int) -> RecordedAct:
        """The facts of an act begin with the one that has its key, and end before the next one that has a key."""
        after = min((seq for seq in self._keys.values() if seq > first), default=self.seq + 1)
        return RecordedAct(first, after - 1, None)


def action_unless_stale(
    act: DeskAct, *, base: int | None, asked: Callable[[State, Sequence[TournamentEvent]], ActContext]
) -> TournamentAction:
    """An act, refused where something was told since `base` about the same thing."""

    def do(state: State, facts: Sequence[TournamentEvent]) -> Done | Refused:
        if base is not None and base > len(facts):
            # The server was put back to an older state than the page has seen.
            return Refused("stale", None, "This page has seen more than the server has: load it again.")
        since = () if base is None else facts[base:]
        if not since:
            return carry_out(act, asked(state, facts))
        try:
            bodies = act.new_facts(asked(state, facts)).bodies
        except (CarromError, RefusedError):
            bodies = ()  # what is in the way may be just what was told meanwhile
        return find_conflict(state, act, bodies, since) or carry_out(act, asked(state, facts))

    return do


def _fold(state: State, lines: Sequence[str], known: int) -> tuple[list[TournamentEvent], State]:
    facts: list[TournamentEvent] = []
    for number, line in enumerate(lines, known + 1):
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
