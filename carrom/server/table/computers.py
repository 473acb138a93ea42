"""Computer players in worker processes, which never block the event loop."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from carrom.base.errors import CarromError
from carrom.equipment import Position, Seat, Stroke
from carrom.laws import QueenPlace
from carrom.match import Act, ByParty, Event, fold
from carrom.match.log import acts
from carrom.match.parties import PARTIES
from carrom.play import Contestant
from carrom.server.table.agreement import Agreement
from carrom.server.wire.requests import Opponent
from carrom.server.wire.values import SeatOccupant

if TYPE_CHECKING:
    from carrom.play import Colour, Struck
    from carrom.players.hints import Hint


J = TypeVar("J")


class FairQueue(Generic[J]):
    """Two queues; within each, addresses take turns. The second is served when the first is empty."""

    def __init__(self) -> None:
        self._lines: tuple[dict[str, deque[J]], dict[str, deque[J]]] = ({}, {})

    def add(self, job: J, address: str, *, is_match: bool) -> None:
        self._lines[0 if is_match else 1].setdefault(address, deque()).append(job)

    def __len__(self) -> int:
        return sum(len(jobs) for line in self._lines for jobs in line.values())

    def next(self) -> J | None:
        """Oldest job of the next address."""
        for line in self._lines:
            for address in line:
                jobs = line.pop(address)
                job = jobs.popleft()
                if jobs:
                    line[address] = jobs
                return job
        return None


def list_opponents(language: str) -> list[Opponent]:
    from carrom.players import opponents as people

    return [Opponent(one.id, one.name(language), one.line(language)) for one in people()]


def computer_occupant(name: str, player: str | None, skill: str | None) -> SeatOccupant:
    """Named opponents have their own skill, ladder levels take one. Raises `CarromError` for unknown names."""
    from carrom.play import skill_named
    from carrom.players import LADDER, opponents as people

    if any(one.id == player for one in people()):
        return SeatOccupant(name, "computer", player, None if skill is None else skill_named(skill).name)
    if player not in LADDER:
        raise CarromError("unknown-player", f"no computer player is called {player!r}: {', '.join(LADDER)}")
    return SeatOccupant(name, "computer", player, skill_named(skill or "club").name)


def contestant_of(sitting: SeatOccupant) -> Contestant:
    """Loads all player modules: call in a worker."""
    from carrom.players import LADDER, contestant_named

    name = sitting.player or "random"
    return contestant_named(name, level=sitting.skill, seconds=LADDER[name].seconds if name in LADDER else None)


T = TypeVar("T")
_FILM_WIDTH = 440
_QUIET = "ignore:resource_tracker:UserWarning"


class ComputerWorkers:
    """Worker processes with a fair queue.

    A job longer than `seconds` is ended with its worker; with `cancels_abandoned`, so is one without a caller.
    """

    def __init__(self, workers: int, *, seconds: float | None = None, cancels_abandoned: bool = False) -> None:
        self._cancels_abandoned = cancels_abandoned
        self._workers, self.seconds = workers, seconds
        self._free = workers
        self._pool: ProcessPoolExecutor | None = None
        self._turns: FairQueue[asyncio.Future[None]] = FairQueue()
        self._is_closed = False

    @property
    def waiting(self) -> int:
        return len(self._turns)

    async def next_move(self, agreed: Agreement, log: list[str], address: str) -> Act | Struck:
        return await self.run(_next_move, agreed, log, address=address, is_match=True)

    async def run(
        self,
        work: Callable[..., T],
        *args: Any,
        address: str,
        is_match: bool = False,
        begun: asyncio.Event | None = None,
    ) -> T:
        """Run `work` in a worker in the address's turn, and set `begun` then. Cancelled jobs leave the queue; if the
        worker died, a job is tried once more. Raises `CarromError` on time-out."""
        await self._take_worker(address, is_match)
        if begun is not None:
            begun.set()
        # A job that began runs on without its caller, unless workers may be ended.
        job = asyncio.get_running_loop().create_task(self._work(work, *args))
        job.add_done_callback(self._give_worker)
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            if self._cancels_abandoned:
                job.cancel()
            raise

    async def _work(self, work: Callable[..., T], *args: Any) -> T:
        for attempt in (1, 2):
            pool = self._start()
            try:
                async with asyncio.timeout(self.seconds):
                    return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
            except asyncio.CancelledError:
                self._end_workers()
                raise
            except TimeoutError:
                self._end_workers()
                raise CarromError(
                    "takes-too-long", "this takes too long to be made here: ask for less at once"
                ) from None
            except BrokenProcessPool:
                self._pool = None
                if attempt == 2 or self._is_closed:
                    raise
        raise AssertionError("unreachable")

    async def _take_worker(self, address: str, is_match: bool) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._turns.add(turn, address, is_match=is_match)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_worker()
            raise

    def _give_worker(self, job: asyncio.Task[Any] | None = None) -> None:
        if job is not None and not job.cancelled():
            job.exception()  # marks it as retrieved
        while (turn := self._turns.next()) is not None:
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def warm(self) -> None:
        for _ in range(self._workers):
            self._start().submit(_warm_players)

    def close(self) -> None:
        self._is_closed = True
        self._end_workers()

    def _end_workers(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            # Close our end of the result pipe first, or shutdown waits for a worker that died in a long answer.
            answers: Any = getattr(pool, "_result_queue", None)
            if answers is not None:
                answers._writer.close()
            for worker in list((pool._processes or {}).values()):
                worker.terminate()
            pool.shutdown(wait=True, cancel_futures=True)

    def _start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Silence Python's resource tracker, which warns when the server is killed.
            if _QUIET not in sys.warnoptions:
                sys.warnoptions.append(_QUIET)
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_end_with_server)
        return self._pool


def _end_with_server() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    if server is not None:
        threading.Thread(target=_watch, args=(server.sentinel,), daemon=True).start()


def _watch(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


def warm_physics() -> None:
    from carrom.physics import simulate

    simulate(Position.start(), Stroke(0.0, -252.6, 0.0, 1.0))


def _warm_players() -> None:
    """Load all that players need, by a hint."""
    find_hints("start", Seat.SOUTH, "white", "board", "icf")


def find_hints(position: str, seat: Seat, colour: Colour, queen: QueenPlace, book: str) -> list[Hint]:
    """A club player's strokes, best first."""
    from carrom.play import practice_view
    from carrom.players.hints import hints

    return hints(practice_view(Position.from_text(position), seat=seat, colour=colour, book=book, queen=queen))


def film_gif(position: str, seat: Seat, stroke: Stroke, look: str) -> bytes:
    """An endless GIF, from the player's seat."""
    from carrom.physics import simulate
    from carrom.render.board.film import film as draw_film
    from carrom.render.ink.themes import Look

    trace = simulate(Position.from_text(position), stroke, seat=seat)
    return draw_film(trace, "gif", seat=seat, width=_FILM_WIDTH, rate=20.0, look=Look.from_text(look))


def _next_move(agreed: Agreement, log: list[str]) -> Act | Struck:
    from carrom.play import Luck, Seating, next_move

    match = fold(agreed.match_setup(), [Event.from_json(json.loads(body)) for body in log])

    names = [tuple(f"{party}{n + 1}" for n in range(match.setup.players)) for party in PARTIES]
    seating = Seating(ByParty(*(tuple(contestant_of(agreed.players[name]) for name in party) for party in names)))
    strokes = sum(isinstance(event.act, acts.StrokeMade) for event in match.events())
    return next_move(match, seating, Luck((agreed.seed,)), strokes)
