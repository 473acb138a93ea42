"""A match in play: stores events and sends them to everyone at the table.

The log is authoritative: the match advances and players hear of an act once it is on disk.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import msgspec

from carrom.match import Act, Match, PlayerId, Refused
from carrom.match.log import acts
from carrom.match.parties import Party
from carrom.physics import Trace
from carrom.play import Struck
from carrom.server.stores.store import Appended, NotStoredError, Repeated, Store, StoredEvent, StoredLog
from carrom.server.table.agreement import Agreement
from carrom.server.table.computer_turn import REFUSED_NOT_STORED, RETRY_SECONDS, ComputerTurn, Pacer, Thinker
from carrom.server.table.feed import MatchFeed, ReplayBuffer, encode_event
from carrom.server.table.player_acts import interpret, is_still_valid, with_rack
from carrom.server.table.presence import Audience, TableListener, TablePresence, record_arrivals, sorted_players
from carrom.server.table.seats import Seats
from carrom.server.table.state import (
    SERVER_RESTARTED,
    absent_parties,
    awaited_players,
    check_resume,
    fold_stored,
    game_end,
    is_game_clock_running,
    people_in_party,
    turn_limit,
    turn_since,
)
from carrom.server.table.umpire_acts import act_at_board, act_between_boards, arrival_report, play_out
from carrom.server.wire import messages as m

T = TypeVar("T")
Answer = m.Ack | m.Nack
Acknowledge = Callable[[m.Ack], object]
_log = logging.getLogger(__name__)
_TIMED = ("stroke", "placing")
_LATE = 1.0
"""Seconds of grace for network delay."""
_STALE = Refused("stale", None, "something happened in the meantime: look again")


class LiveMatch:
    """A match loaded in this process."""

    def __init__(
        self,
        stored: StoredLog,
        store: Store,
        think: Thinker,
        replay_buffer: ReplayBuffer | None = None,
        *,
        process: str = "",
        announce: Callable[[TablePresence], None] | None = None,
        send_aim: Callable[[str, m.AimSeen | m.Spoken], None] | None = None,
    ) -> None:
        self.id, self.created = stored.id, stored.created
        self.agreed = msgspec.json.decode(stored.setup, type=Agreement)
        self.match = Match.start(self.agreed.match_setup())
        self.audience = Audience(announce, stored.id)
        self.holders = 0
        """Users of `OpenMatches.hold`; at 0 it may be unloaded."""
        self._store, self._send_aim = store, send_aim
        self._keys: dict[str, int] = {}
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._here_since = 0.0
        self._reported = 0
        self._arrived: frozenset[str] = frozenset()
        self._stuck_at: int | None = None
        self.pacer = Pacer(self.audience.listeners)
        self._computer = ComputerTurn(self, store, think, process, self.pacer)
        self.seats = Seats(self, store, stored.kind)
        self._feed = MatchFeed(
            self.id, self.agreed, replay_buffer, lambda: (self.now(), self._clock_from if self.agreed.clock else 0.0)
        )

    @property
    def is_busy(self) -> bool:
        return self._lock.locked() or bool(self._tasks)

    def now(self) -> float:
        """Seconds since creation."""
        return round(time.time() - self.created, 3)

    async def load(self, is_open_elsewhere: Callable[[], Awaitable[bool]] | None = None) -> None:
        """Load the log, or begin if empty."""
        if not await self._load_missing():
            await self.append()
            return
        is_timed = self.agreed.clock and (self.match.phase in _TIMED or is_game_clock_running(self.match))
        if is_timed and (is_open_elsewhere is None or not await is_open_elsewhere()):
            # Give back the time without a server, recorded in the log.
            await self.append(acts.Remark(SERVER_RESTARTED))

    async def _load_missing(self) -> list[StoredEvent]:
        stored = await self._store.events(self.id, self.match.number)
        if stored:
            steps = await fold_stored(self.match, stored)
            self.match = steps[-1]
            self._keys |= {event.key: event.seq for event in stored if event.key is not None}
            keys = {event.seq: event.key for event in stored}
            for step in steps if self.audience.listeners else ():
                self._feed.broadcast(self.audience, step, keys[step.number])
        return stored

    def catch_up_to(self, seq: int) -> None:
        """Load missing events up to `seq` in the background."""
        self._reported = max(self._reported, seq)
        if self._reported > self.match.number and not self._lock.locked():
            self._spawn(self.read_news())

    async def read_news(self) -> None:
        async with self._lock:
            reported, self._reported = self._reported, 0
            try:
                has_news = bool(await self._load_missing())
            except NotStoredError:
                self._reported = max(reported, self._reported)
                self._try_later(lambda: self._spawn(self.read_news()))
                return
        self.catch_up_to(0)
        if has_news:
            self._stop_clock()
            self.wake()

    def reload(self) -> None:
        """Load everything in the background after an erasure; send new snapshots."""
        self._spawn(self._reload())

    async def _reload(self) -> None:
        while not await self._has_reloaded():
            await asyncio.sleep(RETRY_SECONDS)
        await self.seats.refresh()

    async def _has_reloaded(self) -> bool:
        async with self.alone():
            try:
                stored, events = await self._store.log(self.id), await self._store.events(self.id)
            except NotStoredError:
                return False
            if stored is not None and events:
                agreed = msgspec.json.decode(stored.setup, type=Agreement)
                steps = await fold_stored(Match.start(agreed.match_setup()), events)
                self.rename(agreed, steps[-1])
            return True

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Hold the match's lock; events reported meanwhile load afterwards."""
        try:
            async with self._lock:
                yield
        finally:
            self.catch_up_to(0)

    # --- players --------------------------------------------------------------------------------------------------

    async def do(self, message: m.Do, players: frozenset[str], acknowledge: Acknowledge = lambda _: None) -> Answer:
        """Apply a player's act, or refuse it. Idempotent by key. `acknowledge` is called before the event is sent.

        Shielded from cancellation during the write: else the store would be ahead of memory, and later events stale.
        """
        return await asyncio.shield(self._spawn(self._do(message, players, acknowledge)))

    async def _do(self, message: m.Do, players: frozenset[str], acknowledge: Acknowledge) -> Answer:
        async with self.alone():
            if message.base > self.match.number and message.player in players:
                with suppress(NotStoredError):  # the sender knows later events, from another process
                    await self._load_missing()
            if message.key not in self._keys:
                moves = self._interpret(message, players)
                refusal = moves if isinstance(moves, Refused) else await self.append(*moves, key=message.key)
                if refusal is not None:
                    return m.Nack(message.key, refusal.code, refusal.text, refusal.law, self.match.number)
            acknowledge(answer := m.Ack(message.key, self._keys[message.key]))
            return answer

    def _awaited(self) -> list[PlayerId]:
        return awaited_players(self.match, self.agreed)

    def _interpret(self, message: m.Do, players: frozenset[str]) -> list[Act | Struck] | Refused:
        if message.player not in players:
            return Refused("not-your-seat", None, "that is not your seat")
        if message.base != self.match.number and not is_still_valid(self.match, message):
            return _STALE
        if isinstance(message.act, m.ReadyForBoard) and not self._is_complete(PlayerId.from_text(message.player).party):
            return Refused("partner-away", "46", "your partner is not here yet")
        if isinstance(message.act, m.ResumePlay):
            too_early = check_resume(self.match, self.agreed, PlayerId.from_text(message.player).party, self.now())
            if too_early is not None:
                return too_early
        move = interpret(self.match, self.agreed, message.player, message.act)
        return move if isinstance(move, Refused) else with_rack(message.act, move)

    def _is_complete(self, party: Party) -> bool:
        return not self._missing(people_in_party(self.match, self.agreed, party), self.audience.here())

    def _missing(self, players: list[PlayerId], here: frozenset[str]) -> bool:
        return any(self.agreed.is_person(player) and player.text() not in here for player in players)

    # --- computers and clocks -------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Start a due clock or computer's turn."""
        if not self.audience.listeners:
            return
        self._start_clock()
        waiting = self._awaited()
        if any(self.agreed.is_person(player) for player in waiting):
            self.pacer.calm_down()
        elif waiting and not self._computer.is_on:
            self._computer.is_on = True
            self._spawn(self._ask_computer(min(listener.address for listener in self.audience.listeners)))

    async def _ask_computer(self, address: str) -> None:
        delay = await self._computer.play(address)
        if delay:
            self._try_later(self.wake, delay)
        elif delay is not None:
            self.wake()

    def _try_later(self, act: Callable[[], object], delay: float = RETRY_SECONDS) -> None:
        self._stop_clock()
        self._timer = asyncio.get_running_loop().call_later(delay, act)

    def _stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _start_clock(self) -> None:
        self._stop_clock()
        if self._stuck_at == self.match.number:
            return
        ends = [end for end in (self._stroke_end(), self._game_end(self.match)) if end is not None]
        if ends:
            number, delay = self.match.number, max(0.0, min(ends) + _LATE - self.now())
            self._timer = asyncio.get_running_loop().call_later(delay, lambda: self._spawn(self._time_up(number)))

    def _stroke_end(self) -> float | None:
        is_timed = self.agreed.clock and self.match.phase in _TIMED and not self._is_elsewhere
        if not is_timed or not any(self.agreed.is_person(player) for player in self._awaited()):
            return None
        return max(turn_since(self.match) or 0.0, self._clock_from) + turn_limit(self.match)

    @property
    def _clock_from(self) -> float:
        """When the stroke clock could begin: now while an awaited player is away, else when all were here."""
        return self.now() if self._is_awaited_away else self._here_since

    @property
    def _is_awaited_away(self) -> bool:
        """Whether no clock runs, since an awaited player is away (I-47)."""
        here = self.audience.here()
        return (not self.audience.listeners and not here) or self._missing(self._awaited(), here)

    @property
    def _is_elsewhere(self) -> bool:
        """Whether another process runs the clock: the awaited player's."""
        return not self.audience.listeners or self._missing(self._awaited(), self.audience.here_in_process())

    def _game_end(self, match: Match) -> float | None:
        return game_end(match, max(self.now(), match.at or 0.0)) if self.agreed.clock else None

    async def _time_up(self, number: int) -> None:
        async with self.alone():
            if self.match.number != number:
                return
            end = self._stroke_end()
            # `_umpire_act` adds the end of a game's time.
            is_over = end is not None and end + _LATE <= self.now()
            refused = await self.append(*[acts.Timeout()] if is_over else [])
        if refused is REFUSED_NOT_STORED:
            self._try_later(lambda: self._spawn(self._time_up(number)))
            return
        if refused is not None:
            # The timeout was refused: stop the clock until something happens.
            self._stuck_at = number
            _log.error("match %s: the time was up after event %d, but %s", self.id, number, refused.text)
        if self.match.number == number:
            self.wake()

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def append(self, *moves: Act | Struck, key: str | None = None) -> Refused | None:
        """Apply moves and what they cause; store events, then send them. A refusal changes nothing."""
        before = self.match
        played = play_out(before, moves, self._umpire_act, self._time_of)
        if isinstance(played, Refused):
            return played
        if not played:
            return None
        encoded = {step.number: encode_event(step) for step, _ in played}
        bodies = [body.decode() for body in encoded.values()]
        try:
            answer = await self._store.append(self.id, before.number, bodies, key=key, at=time.time())
        except NotStoredError:
            return REFUSED_NOT_STORED
        if not isinstance(answer, Appended):
            # Another process was first.
            try:
                await self._load_missing()
            except NotStoredError:
                return REFUSED_NOT_STORED
            self.wake()
            if isinstance(answer, Repeated):
                self._keys[key or ""] = answer.seq
                return None
            return _STALE
        if key is not None:
            self._keys[key] = before.number + 1
        self.match = played[-1][0]
        self._feed.keep_traces(played)
        self._stop_clock()
        for step, trace in played:
            self._feed.broadcast(self.audience, step, key if step.before is before else None, encoded[step.number])
            self.pacer.note(step, trace)
        self.wake()
        return None

    def _umpire_act(self, match: Match) -> Act | None:
        end = self._game_end(match)
        if end is not None and end + _LATE <= self.now():
            return acts.TimeUp()
        report = arrival_report(match, self.agreed, self._arrived)
        return report or act_between_boards(match, self.agreed) or act_at_board(match, self.agreed)

    def _time_of(self, match: Match, trace: Trace | None) -> float:
        """Return when all coins rest: watching costs no time."""
        at = max(self.now(), match.at or 0.0)
        return at + trace.duration if trace is not None and self.agreed.clock else at

    def rename(self, agreed: Agreement, match: Match) -> None:
        self.agreed, self.match = agreed, match
        self._feed.use_names(agreed)
        for listener in list(self.audience.listeners):
            listener.send(msgspec.json.encode(self.resync(listener)))

    def show_aim(self, aim: m.AimSeen | m.Spoken, *, but: TableListener | None = None) -> None:
        """Show an aim or phrase to listeners in all processes."""
        self.audience.send_to_all(aim, but=but)
        if self._send_aim is not None:
            self._send_aim(self.id, aim)

    def resend(self, match: Match, language: str) -> bytes:
        return self._feed.resend(match, language, is_last=match.number == self.match.number)

    async def arrive(self, players: frozenset[str]) -> None:
        """Note arrivals; before the first board they are recorded (143i)."""
        if players - self._arrived and absent_parties(self.match):
            self._arrived |= players
            await asyncio.shield(self._spawn(self._settle(players)))

    async def _settle(self, players: frozenset[str]) -> None:
        """Record arrivals; partners may be at different processes."""
        try:
            self._arrived |= await record_arrivals(self._store, self.id, players, time.time())
        except NotStoredError:
            return
        async with self.alone():
            await self.append()

    def join(self, listener: TableListener) -> None:
        was_away, was_elsewhere = self._is_awaited_away, self._is_elsewhere
        self.audience.join(listener)
        if was_away or (was_elsewhere and not self._is_elsewhere):
            self._here_since = self.now()
            self._stop_clock()
        self.wake()

    def leave(self, listener: TableListener) -> None:
        self.audience.leave(listener)
        if self._is_elsewhere:
            self._stop_clock()

    def report_presence(self, process: str, there: TablePresence | None) -> None:
        was_away = self._is_awaited_away
        self.audience.report_presence(process, there)
        if was_away:
            self._here_since = self.now()

    def resync(self, listener: TableListener) -> m.Resync:
        return m.Resync(self._feed.view(self.match, listener.language))

    def welcome(self, listener: TableListener) -> m.Welcome:
        view = self._feed.view(self.match, listener.language)
        return m.Welcome(self.id, sorted_players(listener.players), view, self.agreed.is_solo, self.agreed.clock)
