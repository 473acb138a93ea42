"""A match while people are at it: acts in, events stored, everybody told.

The log is the truth. An act is applied to the match in memory, its events go to the store, and only when they are on
the disk does the match in memory move on, the player get his acknowledgement, and everybody else hear of it.
"""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeVar

import msgspec

from carrom.match import Act, Match, PlayerId, Refused
from carrom.match.log import acts
from carrom.match.parties import Party
from carrom.physics import Trace
from carrom.play import RACK, Struck
from carrom.server.live.agreement import Agreement
from carrom.server.live.audience import Audience, Listener, in_order
from carrom.server.live.clocks import AWAY, game_end, is_running, turn_limit, turn_since
from carrom.server.live.player_acts import interpret, leaves_breaker_open
from carrom.server.live.stored_log import replay_stored
from carrom.server.live.umpire_acts import act_at_board, act_between_boards, play_out
from carrom.server.stores.store import Appended, NotStoredError, Repeated, Store, StoredEvent, StoredLog
from carrom.server.tell.events import encode_event, encode_trace, event_message, simulate_again
from carrom.server.tell.page_view import absent_parties, all_players, awaited_players, page_view
from carrom.server.tell.retold import Retold
from carrom.server.tell.umpire_words import known_language
from carrom.server.wire import messages as m, values as v

T = TypeVar("T")

_log = logging.getLogger(__name__)
_encoder = msgspec.json.Encoder()
_TIMED = ("stroke", "placing")
_LATE = 1.0
"""Seconds after the time is up before it counts: what the line to the player's screen may take."""


NOT_STORED = Refused("not-stored", None, "nothing can be stored just now: nothing was lost, it is tried again")
_AGAIN = 2.0
"""Seconds until it is tried again."""


_KEPT = 12
"""So many events back the traces of strokes are kept, for those who come back and have missed them."""
MOST_TOLD = 1000
"""Who has missed more events than this is shown the match as it stands instead."""
Thinker = Callable[[Agreement, list[str], str], Awaitable[Act | Struck]]
"""Asks a computer player for his next move, given the log and the address at which somebody waits for it."""


class LiveMatch:
    """One match in this process."""

    def __init__(self, stored: StoredLog, store: Store, think: Thinker, retold: Retold | None = None) -> None:
        self.id = stored.id
        self.created = stored.created
        self.agreed = msgspec.json.decode(stored.setup, type=Agreement)
        self.match = Match.start(self.agreed.match_setup())
        self.audience = Audience()
        self.holders = 0
        """How many use it, as `OpenMatches.hold` counts them; with none it may be put away."""
        self._store = store
        self._think = think
        self._retold = retold or Retold(0)
        self._keys: dict[str, int] = {}
        self._lock = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._here_since = 0.0
        self._rack = RACK
        self._is_side_taken = False
        """The winners of the toss have taken the side, and the pair that breaks has not said who of the two does (39b).
        Of that nothing is stored: a match that was put away meanwhile asks for the toss again."""
        self._came: frozenset[str] = frozenset()
        self._stuck_at: int | None = None
        self._traces: dict[int, v.TraceJson] = {}

    @property
    def is_busy(self) -> bool:
        """Whether something is still going on that has to end before the match can be put away."""
        return self._lock.locked() or bool(self._tasks)

    def now(self) -> float:
        """Seconds since the match was made."""
        return round(time.time() - self.created, 3)

    async def load(self) -> None:
        """Fold the log that is stored; begin one if there is none."""
        stored = await self._read_on()
        if not stored:
            await self._append(None)
        elif self.agreed.clock and (self.match.phase in _TIMED or is_running(self.match)):
            # No clock runs against a player while the server is away, and everybody is told why.
            await self._append(acts.Remark(AWAY))

    async def _read_on(self) -> list[StoredEvent]:
        """Whatever the store has and the match in memory does not, told to everybody like all that happens."""
        stored = await self._store.events(self.id, self.match.number)
        if stored:
            # A long log takes its time: nobody else waits for it.
            steps = await asyncio.to_thread(replay_stored, self.match, stored)
            self.match = steps[-1]
            self._is_side_taken = False
            self._keys |= {event.key: event.seq for event in stored if event.key is not None}
            keys = {event.seq: event.key for event in stored}
            for step in steps if self.audience.listeners else ():
                self._broadcast(step, keys[step.number])
        return stored

    # --- what players do --------------------------------------------------------------------------------------------

    async def do(self, message: m.Do, players: frozenset[str]) -> m.Ack | m.Nack:
        """Take an act, or say why not. Sent twice it counts once.

        What is on its way to the disk is seen through although whoever sent it has gone: the store would have events
        that the match in memory never heard of, and refuse all later ones as stale.
        """
        return await asyncio.shield(self._spawn(self._do(message, players)))

    async def _do(self, message: m.Do, players: frozenset[str]) -> m.Ack | m.Nack:
        async with self._lock:
            if message.key in self._keys:
                return m.Ack(message.key, self._keys[message.key])
            move = self._interpret(message, players)
            if not self._is_side_taken and leaves_breaker_open(self.match, self.agreed, move):
                return self._ask_breakers(message.key)
            refusal = move if isinstance(move, Refused) else await self._append(move, message.key)
            if refusal is not None:
                return m.Nack(message.key, refusal.code, refusal.text, refusal.law, self.match.number)
            return m.Ack(message.key, self._keys[message.key])

    def _ask_breakers(self, key: str) -> m.Ack:
        """Everybody sees that the side is taken, and the other pair is asked who of the two breaks."""
        self._is_side_taken = True
        self._keys[key] = self.match.number
        for listener in list(self.audience.listeners):
            listener.tell(_encoder.encode(self.stands(listener)))
        return m.Ack(key, self.match.number)

    def _awaited(self) -> list[PlayerId]:
        return awaited_players(self.match, self.agreed, is_side_taken=self._is_side_taken)

    def _interpret(self, message: m.Do, players: frozenset[str]) -> Act | Struck | Refused:
        if message.player not in players:
            return Refused("not-your-seat", None, "that is not your seat")
        if message.base != self.match.number:
            return Refused("stale", None, "something happened in the meantime: look again")
        if isinstance(message.act, m.Next) and not self._is_here(PlayerId.from_text(message.player).party):
            return Refused("partner-away", "46", "your partner is not here yet")
        move = interpret(self.match, self.agreed, message.player, message.act, is_side_taken=self._is_side_taken)
        if isinstance(message.act, m.Next) and message.act.rack != RACK and isinstance(move, acts.Ready):
            self._rack = message.act.rack  # the breaker turned it, and waits for the others
        if isinstance(move, acts.Play) and move.rack == RACK:
            return acts.Play(self._rack)
        return move

    def _is_here(self, party: Party) -> bool:
        """Whether everybody of this party who is a person is at the table."""
        return not self._missing(player for player in all_players(self.match) if player.party == party)

    def _missing(self, players: Iterable[PlayerId]) -> list[PlayerId]:
        return self.audience.away(player for player in players if self.agreed.is_person(player))

    # --- what the computer and the clock do -------------------------------------------------------------------------

    def wake(self) -> None:
        """Whoever has to act now and is no person is asked; a clock that should run is started."""
        if not self.audience.listeners:
            return
        self._start_clock()
        waiting = self._awaited()
        is_thinking = self._thinking is not None and not self._thinking.done()
        if waiting and not is_thinking and not any(self.agreed.is_person(player) for player in waiting):
            address = min(listener.address for listener in self.audience.listeners)
            self._thinking = self._spawn(self._ask_computer(self.match.number, address))

    async def _ask_computer(self, number: int, address: str) -> None:
        log = [json.dumps(event.json()) for event in self.match.events()]
        try:
            move = await self._think(self.agreed, log, address)
        except Exception:
            _log.exception("match %s: the computer could not move after event %d", self.id, number)
            return
        async with self._lock:
            self._thinking = None
            refused = await self._append(move) if self.match.number == number else None
        if refused is NOT_STORED:
            self._try_later(self.wake)
        else:
            self.wake()

    def _try_later(self, act: Callable[[], object]) -> None:
        """What a clock or a computer wanted could not be stored: there may be room in a moment."""
        self._stop_clock()
        self._timer = asyncio.get_running_loop().call_later(_AGAIN, act)

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
        """When the time of the person in turn, or of the placer, is up."""
        is_person = any(self.agreed.is_person(player) for player in self._awaited())
        if not self.agreed.clock or self.match.phase not in _TIMED or not is_person or self._is_awaited_away:
            return None
        return max(turn_since(self.match) or 0.0, self._clock_from) + turn_limit(self.match)

    @property
    def _clock_from(self) -> float:
        """Before this the clock of a stroke has not run: whoever is waited for was away, or there was no server."""
        return self.now() if self._is_awaited_away else self._here_since

    @property
    def _is_awaited_away(self) -> bool:
        """Against somebody who is away no clock runs (I-47)."""
        return not self.audience.listeners or bool(self._missing(self._awaited()))

    def _game_end(self, match: Match) -> float | None:
        return game_end(match, max(self.now(), match.at or 0.0)) if self.agreed.clock else None

    async def _time_up(self, number: int) -> None:
        async with self._lock:
            if self.match.number != number:
                return
            end = self._stroke_end()
            # The game's time is the umpire's business: it follows from nothing but the hour.
            refused = await self._append(acts.Timeout() if end is not None and end + _LATE <= self.now() else None)
        if refused is NOT_STORED:
            self._try_later(lambda: self._spawn(self._time_up(number)))
            return
        if refused is not None:
            # A clock that ran out and led to nothing would run out again at once: it stands until something happens.
            self._stuck_at = number
            _log.error("match %s: the time was up after event %d, but %s", self.id, number, refused.text)
        if self.match.number == number:
            self.wake()

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- the log ----------------------------------------------------------------------------------------------------

    async def _append(self, move: Act | Struck | None, key: str | None = None) -> Refused | None:
        """Apply this, and what follows by itself; store, then tell everybody. A refusal has changed nothing."""
        before = self.match
        played = play_out(before, move, self._umpire_act, self._time_of)
        if isinstance(played, Refused):
            return played
        if not played:
            return None
        written = {step.number: encode_event(step) for step, _ in played}
        bodies = [body.decode() for body in written.values()]
        try:
            answer = await self._store.append(self.id, before.number, bodies, key=key, at=time.time())
        except NotStoredError:
            return NOT_STORED
        if not isinstance(answer, Appended):
            # The store knows more than we do. It is right.
            await self._read_on()
            self.wake()
            if isinstance(answer, Repeated):
                self._keys[key or ""] = answer.seq
                return None
            return Refused("stale", None, "something happened in the meantime: look again")
        if key is not None:
            self._keys[key] = before.number + 1
        self.match = played[-1][0]
        self._traces |= {step.number: encode_trace(trace) for step, trace in played if trace is not None}
        for number in [number for number in self._traces if number <= self.match.number - _KEPT]:
            del self._traces[number]
        if self.match.phase != "ready":
            self._rack = RACK
        self._is_side_taken = self._is_side_taken and self.match.phase == "toss"
        self._stop_clock()
        for step, _ in played:
            self._broadcast(step, key if step.before is before else None, written[step.number])
        self.wake()
        return None

    def _umpire_act(self, match: Match) -> Act | None:
        """What follows without anybody being asked."""
        end = self._game_end(match)
        if end is not None and end + _LATE <= self.now():
            return acts.TimeUp()
        for party in absent_parties(match):
            players = [player for player in all_players(match) if player.party == party]
            if all(player.text() in self._came for player in players if self.agreed.is_person(player)):
                return acts.Reported(party)
        return act_between_boards(match, self.agreed) or act_at_board(match, self.agreed)

    def _time_of(self, match: Match, trace: Trace | None) -> float:
        """An event's time. A stroke counts from when everything lies still, so that watching it costs nobody time."""
        at = max(self.now(), match.at or 0.0)
        return at + trace.duration if trace is not None and self.agreed.clock else at

    # --- what everybody is told -------------------------------------------------------------------------------------

    def _broadcast(self, match: Match, key: str | None, event: bytes | None = None) -> None:
        if not self.audience.listeners:
            return
        encoded = dict[str, bytes]()
        for listener in list(self.audience.listeners):
            # Whoever asks for a language that we do not have costs no message of his own.
            language = known_language(listener.language)
            if language not in encoded:
                encoded[language] = _encoder.encode(self.event_message(match, language, key, event))
            listener.tell(encoded[language])

    def event_message(
        self, match: Match, language: str, key: str | None = None, event: bytes | None = None
    ) -> m.Happened:
        """The last event of `match`. A stroke is worked out again only if it is long ago."""
        trace = self._traces.get(match.number)
        if trace is None:
            again = simulate_again(match)
            trace = None if again is None else encode_trace(again)
        return event_message(match, self._view(match, language), trace, key, event)

    def missed(self, since: int) -> list[Match]:
        """The match after each event behind that number."""
        steps, at = [], self.match
        while at.number > since and at.before is not None:
            steps.append(at)
            at = at.before
        return steps[::-1]

    def retell(self, match: Match, language: str) -> bytes:
        """An event of some time ago, for somebody who missed it. Many may have: it is written once for all of them."""
        language = known_language(language)
        if match.number == self.match.number:
            return _encoder.encode(self.event_message(match, language))  # it says how much time is left now
        return self._retold.get((self.id, match.number, language), lambda: self.event_message(match, language))

    def _view(self, match: Match, language: str) -> m.PageView:
        is_side_taken = self._is_side_taken and match is self.match
        return page_view(
            match, self.agreed, language, now=self.now(), clock_from=self._clock_from, is_side_taken=is_side_taken
        )

    async def arrive(self, players: frozenset[str]) -> None:
        """These have come to the table; before the first board that is put on record (143i)."""
        if players - self._came and absent_parties(self.match):
            self._came |= players
            await asyncio.shield(self._spawn(self._settle()))

    async def _settle(self) -> None:
        """What follows by itself from what is so now."""
        async with self._lock:
            await self._append(None)

    def join(self, listener: Listener) -> None:
        """From now on this one is told."""
        was_away, since = self._is_awaited_away, self._clock_from
        self.audience.join(listener)
        if was_away:
            self._here_since = since
            self._stop_clock()
        self.wake()

    def leave(self, listener: Listener) -> None:
        self.audience.leave(listener)
        if self._is_awaited_away:
            self._stop_clock()

    def stands(self, listener: Listener) -> m.Stands:
        """The match as it stands, for somebody who has missed too much of it to be told event by event."""
        return m.Stands(self._view(self.match, listener.language))

    def welcome(self, listener: Listener) -> m.Welcome:
        view = self._view(self.match, listener.language)
        return m.Welcome(self.id, in_order(listener.players), view, self.agreed.is_solo, self.agreed.clock)
