"""A match while people are at it: acts in, events stored, everybody told.

The log is the truth. An act is applied to the match in memory, its events go to the store, and only when they are on
the disk does the match in memory move on, the player get his acknowledgement, and everybody else hear of it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import msgspec

from carrom.equipment import Position, Seat, has_due_room, has_striker_room, striker_fault
from carrom.match import Act, Event, Match, Player, Refused, acts, apply, fold
from carrom.physics import Stroke, simulate
from carrom.play import Luck, is_rack_exact, rack_act, strike, umpire_act
from carrom.server import messages as m
from carrom.server.setup import Agreed
from carrom.server.store import Repeated, Stale, Store, StoredMatch
from carrom.server.view import FASTEST, awaited, pieces_of, player_name, view_of
from carrom.server.words import said_of

_log = logging.getLogger(__name__)
_encoder = msgspec.json.Encoder()
_LATE = 1.0
"""Seconds after the time is up before it counts: what the line to the player's screen may take."""


class Listener(Protocol):
    """A socket, as the match sees it."""

    language: str
    players: frozenset[str]

    def tell(self, message: bytes, *, may_drop: bool = False) -> None: ...


_PRESENCE = 0.2
Thinker = Callable[[Agreed, list[str]], Awaitable[Act]]
"""Asks a computer player for the next act, given the log."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an act was not taken."""

    code: str
    text: str
    law: str | None = None


class LiveMatch:
    """One match in this process."""

    def __init__(self, stored: StoredMatch, store: Store, think: Thinker) -> None:
        self.id = stored.id
        self.created = stored.created
        self.agreed = msgspec.json.decode(stored.setup, type=Agreed)
        self.match = Match.start(self.agreed.match_setup())
        self.listeners: set[Listener] = set()
        self._store = store
        self._think = think
        self._keys: dict[str, int] = {}
        self._lock = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._presence: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._loaded_at = self.now()

    @property
    def is_solo(self) -> bool:
        """Whether everybody who plays sits at one screen: then nobody is wronged when a stroke is taken back."""
        return all(sitting.who != "link" for sitting in self.agreed.players.values())

    @property
    def is_busy(self) -> bool:
        """Whether something is still going on that has to end before the match can be put away."""
        return self._lock.locked() or bool(self._tasks)

    def now(self) -> float:
        """Seconds since the match was made."""
        return round(time.time() - self.created, 3)

    async def load(self) -> None:
        """Fold the log that is stored; begin one if there is none."""
        stored = await self._store.events(self.id)
        self.match = fold(self.match.setup, [Event.from_json(json.loads(event.body)) for event in stored])
        self._keys = {event.key: event.seq for event in stored if event.key is not None}
        if not stored:
            await self._append([], None)
        elif self.agreed.clock and self.match.phase in ("stroke", "placing"):
            # The clock does not run against a player while the server is away, and everybody is told why.
            await self._append([acts.Remark("server-restarted")], None)

    # --- what players do --------------------------------------------------------------------------------------------

    async def do(self, message: m.Do, players: frozenset[str]) -> m.Ack | m.Nack:
        """Take an act, or say why not. Sent twice it counts once."""
        async with self._lock:
            if message.key in self._keys:
                return m.Ack(message.key, self._keys[message.key])
            refusal = self._not_now(message, players)
            if refusal is None:
                made = self._acts(message)
                refusal = made if isinstance(made, Refusal) else await self._append(made, message.key)
            if refusal is not None:
                return m.Nack(message.key, refusal.code, refusal.text, refusal.law, self.match.number)
            return m.Ack(message.key, self._keys[message.key])

    def _not_now(self, message: m.Do, players: frozenset[str]) -> Refusal | None:
        if message.player not in players:
            return Refusal("not-your-seat", "that is not your seat")
        if message.base != self.match.number:
            return Refusal("stale", "something happened in the meantime: look again")
        if isinstance(message.act, m.Concede | m.Undo):
            return None
        if message.player not in [player.text() for player in awaited(self.match, self.agreed)]:
            return Refusal("not-your-turn", "it is not your turn", "51")
        return None

    def _acts(self, message: m.Do) -> list[Act] | Refusal:
        """The event that the act means."""
        player = next(p for p in _players(self.match) if p.text() == message.player)
        match message.act:
            case m.Toss(choice):
                return [acts.Toss(self.agreed.coin(self.match.number), choice)]
            case m.Strike(x, y, direction, speed):
                return self._struck(Stroke(x, y, direction, speed))
            case m.PlaceDue(at):
                return [acts.Place(tuple(at), player)]
            case m.Forgo():
                return [acts.Forgo(player)]
            case m.PassTurn():
                return [acts.Pass()]
            case m.TakeDemand(points):
                return [acts.Demand(points)]
            case m.Next(rack):
                return [acts.Play(rack)] if self.match.phase == "ready" else Refusal("no-board-next", "play goes on")
            case m.Concede(what):
                return [acts.Concede(player.party, what)]
            case m.Undo():
                return self._undone()

    def _struck(self, stroke: Stroke) -> list[Act] | Refusal:
        board = self.match.board
        if self.match.phase != "stroke" or board is None or board.position is None:
            return Refusal("no-stroke-now", "nobody strikes now")
        fault = striker_fault(board.position, self.match.course.seat(board.turn), stroke.x, stroke.y)
        if fault is not None:
            return Refusal(fault.code, fault.text, fault.law)
        if stroke.speed > FASTEST:
            return Refusal("too-fast", f"no hand is faster than {FASTEST:g} m/s")
        return [strike(self.match, stroke)[0]]

    def _undone(self) -> list[Act] | Refusal:
        """Back to before the last stroke that a person made."""
        if not self.is_solo:
            return Refusal("not-alone", "a stroke is taken back only where everybody sits at one screen")
        for event in reversed(self.match.effective()):
            act = event.act
            if isinstance(act, acts.Stroke) and act.by is not None and self._is_person(act.by):
                return [acts.Correct(event.number - 1, "taken back")]
        return Refusal("nothing-to-undo", "there is no stroke to take back")

    def _is_person(self, player: Player) -> bool:
        return self.agreed.sitting(player).who != "computer"

    # --- what the umpire and the computer do ------------------------------------------------------------------------

    def _umpire(self, match: Match) -> Act | None:
        """What follows without anybody being asked."""
        course, board, book = match.course, match.board, match.setup.rulebook
        if course.phase == "toss":
            winner = Player(self.agreed.coin(match.number))
            if course.score is not None or book.toss_winner_breaks or not self._is_person(winner):
                return acts.Toss(winner.party)
        if course.phase == "ready":
            if course.is_change_due:
                return acts.ChangeSides()
            first = not course.boards and course.replays == 0
            if first or not any(self._is_person(player) for player in _players(match)):
                return acts.Play(45.0)
        if board is None or board.position is None:
            return None
        if course.phase == "placing":
            if board.umpire:
                return umpire_act(match)
            if board.placing and not has_due_room(board.position):
                return acts.NoRoom()
        if is_rack_exact(match):
            return rack_act(match, Luck((self.agreed.seed,)))
        if course.phase == "stroke" and not has_striker_room(board.position, course.seat(board.turn)):
            return acts.Replay("142", "no room for the striker")
        return None

    def wake(self) -> None:
        """Whoever has to act now and is no person is asked; a clock that should run is started."""
        waiting = awaited(self.match, self.agreed)
        if not self.listeners or not waiting:
            return
        if all(not self._is_person(player) for player in waiting):
            if self._thinking is None or self._thinking.done():
                self._thinking = self._spawn(self._computer(self.match.number))
        elif self.agreed.clock and self.match.phase in ("stroke", "placing"):
            self._start_clock()

    async def _computer(self, number: int) -> None:
        log = [json.dumps(event.json()) for event in self.match.events()]
        try:
            act = await self._think(self.agreed, log)
        except Exception:
            _log.exception("match %s: the computer could not move after event %d", self.id, number)
            return
        async with self._lock:
            self._thinking = None
            if self.match.number == number:
                await self._append([act], None)
        self.wake()

    def _start_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        book, course = self.match.setup.rulebook, self.match.course
        limit = book.placing_seconds if course.phase == "placing" else book.stroke_seconds
        since = max(course.clocks.timer or 0.0, self._loaded_at)
        number = self.match.number
        delay = max(0.0, since + limit + _LATE - self.now())
        self._timer = asyncio.get_running_loop().call_later(delay, lambda: self._spawn(self._time_up(number)))

    async def _time_up(self, number: int) -> None:
        async with self._lock:
            if self.match.number == number:
                await self._append([acts.Timeout()], None)

    def _spawn(self, work: Awaitable[None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- the log ----------------------------------------------------------------------------------------------------

    async def _append(self, made: list[Act], key: str | None) -> Refusal | None:
        """Apply, store, then tell everybody. A refusal has changed nothing."""
        before = self.match
        match, steps = before, []
        pending = list(made)
        while True:
            act = pending.pop(0) if pending else self._umpire(match)
            if act is None:
                break
            applied = apply(match, match.next_event(act, at=self._time_of(match, act)))
            if isinstance(applied, Refused):
                return Refusal(applied.code, applied.text, applied.law)
            match = applied.match
            steps.append(match)
        if not steps:
            return None
        bodies = [json.dumps(step.event.json()) for step in steps if step.event is not None]
        answer = await self._store.append(self.id, before.number, bodies, key=key, at=time.time())
        if isinstance(answer, Repeated):
            self._keys[key or ""] = answer.seq
            return None
        if isinstance(answer, Stale):
            return Refusal("stale", "something happened in the meantime: look again")
        if key is not None:
            self._keys[key] = before.number + 1
        self.match = match
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for step in steps:
            self._broadcast(step, key if step is steps[0] else None)
        self.wake()
        return None

    def _time_of(self, match: Match, act: Act) -> float:
        """An event's time. A stroke counts from when everything lies still, so that watching it costs nobody time."""
        at = max(self.now(), match.at or 0.0)
        if isinstance(act, acts.Stroke) and act.aim is not None and self.agreed.clock:
            trace = trace_of(match, act)
            return at + (trace[1] if trace is not None else 0.0)
        return at

    def _broadcast(self, match: Match, key: str | None) -> None:
        encoded: dict[str, bytes] = {}
        for listener in list(self.listeners):
            if listener.language not in encoded:
                encoded[listener.language] = _encoder.encode(self.happened(match, listener.language, key))
            listener.tell(encoded[listener.language])

    def happened(self, match: Match, language: str, key: str | None = None) -> m.Happened:
        """The last event of `match` as everybody is told of it, with the course of the stroke if it was one."""
        event, before = match.event, match.before
        if event is None or before is None:
            raise LookupError("nothing has happened yet")
        view = self._view(match, language)
        trace = trace_of(before, event.act)
        pieces = None
        if trace is not None and before.board is not None and before.board.position is not None:
            pieces = pieces_of(before.board.position)
        body = msgspec.Raw(_encoder.encode(event.json()))
        return m.Happened(match.number, key, body, view, None if trace is None else msgspec.Raw(trace[0]), pieces)

    def _view(self, match: Match, language: str) -> m.View:
        return view_of(match, self.agreed, said_of(match, language), now=self.now(), loaded=self._loaded_at)

    def join(self, listener: Listener) -> None:
        """From now on this one is told."""
        self.listeners.add(listener)
        self._tell_presence()
        self.wake()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self._tell_presence()

    def _tell_presence(self) -> None:
        """Who is here, told once for all who come and go within a moment: a hall of watchers may arrive at once."""
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(_PRESENCE, self._say_presence)

    def _say_presence(self) -> None:
        self._presence = None
        self.tell_all(self.here())

    def welcome(self, listener: Listener) -> m.Welcome:
        view = self._view(self.match, listener.language)
        mine = [player_name(player) for player in _players(self.match) if player.text() in listener.players]
        return m.Welcome(self.id, mine, view, self.is_solo, self.agreed.clock)

    def here(self) -> m.Here:
        present = {player for listener in self.listeners for player in listener.players}
        names = [player_name(player) for player in _players(self.match) if player.text() in present]
        return m.Here(names, sum(not listener.players for listener in self.listeners))

    def tell_all(self, message: m.Seen | m.Here, *, but: Listener | None = None) -> None:
        """Something of the moment: whoever cannot take it now goes without it."""
        encoded = _encoder.encode(message)
        for listener in list(self.listeners):
            if listener is not but:
                listener.tell(encoded, may_drop=True)


def trace_of(before: Match, act: Act) -> tuple[bytes, float] | None:
    """The course of a stroke, worked out from how the striker was played: JSON, and how long it took."""
    board = before.board
    if not isinstance(act, acts.Stroke) or act.aim is None or board is None or board.position is None:
        return None
    stroke = Stroke(act.aim.x, act.aim.y, act.aim.direction, act.aim.speed)
    return _course(board.position, stroke, before.course.seat(board.turn))


@lru_cache(maxsize=256)  # a stroke is told to many, and its time asked for before
def _course(position: Position, stroke: Stroke, seat: Seat) -> tuple[bytes, float]:
    trace = simulate(position, stroke, seat=seat)
    return _encoder.encode(trace.wire()), trace.duration


def _players(match: Match) -> list[Player]:
    return [Player(party, index) for party in ("a", "b") for index in range(match.setup.players)]
