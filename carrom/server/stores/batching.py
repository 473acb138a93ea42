"""A thread that does what many ask for, together: whatever has gathered while the last commit ran is the next one."""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from carrom.base.errors import CarromError
from carrom.server.stores.store import LogChange, NotStoredError, Watcher

W = TypeVar("W")
_log = logging.getLogger(__name__)
_MOST_AT_ONCE = 256
_QUIET = 10.0
"""Seconds for which trouble is not told again."""
PATIENCE = 20.0
"""Seconds after which nobody waits for an answer any more: a disk or a database that hangs is one that is not there."""


@dataclass(eq=False, slots=True)
class StoreJob(Generic[W]):
    """Something to be done, who waits for it, and what watchers hear of it once it is done."""

    work: W
    change: Callable[[Any], LogChange | None] | None = None
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    outcome: Any = None
    is_settled: bool = False

    def settle(self, outcome: Any) -> LogChange | None:
        """What came of it: an error, or a value. Whoever waits is answered when the whole batch is done."""
        self.outcome, self.is_settled = outcome, True
        return self.change(outcome) if self.change is not None and not isinstance(outcome, Exception) else None

    def deliver(self) -> None:
        """In the event loop of whoever waits. He may have gone away."""
        if self.answer.done():
            return
        if isinstance(self.outcome, Exception):
            self.answer.set_exception(self.outcome)
        else:
            self.answer.set_result(self.outcome)

    def give_up(self) -> None:
        """It has taken too long."""
        if not self.answer.done():
            self.answer.set_exception(TimeoutError())


class BatchThread(Generic[W]):
    """One thread with a queue. `run` does a batch of jobs in it, and settles every one."""

    def __init__(
        self,
        name: str,
        run: Callable[[list[StoreJob[W]]], None],
        trouble: type[Exception],
        cut: Callable[[], None] = lambda: None,
    ) -> None:
        """`cut` is called from another thread when an answer is long overdue, to end whatever is waited for."""
        self._name = name
        self._cut = cut
        self._run = run
        self._trouble = trouble
        self._jobs: queue.SimpleQueue[StoreJob[W] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="carrom-store", daemon=True)
        self._told = -_QUIET
        self._is_closed = False
        self._thread.start()

    def close(self) -> None:
        """See through what is queued."""
        self._is_closed = True
        self._jobs.put(None)
        self._thread.join()

    async def ask(self, job: StoreJob[W]) -> Any:
        """The answer to a job. Trouble of the store's own kind is told as `NotStoredError`."""
        if self._is_closed:
            raise CarromError("store-closed", "the store is closed")
        self._jobs.put(job)  # it is seen through although whoever asked has gone away
        overdue = job.answer.get_loop().call_later(PATIENCE, job.give_up)
        try:
            return await job.answer
        except TimeoutError:
            said = f"no answer within {PATIENCE:.0f} seconds"
            self._cut()
        except self._trouble as error:
            said = (str(error).strip() or type(error).__name__).splitlines()[0]
        finally:
            overdue.cancel()
        self._tell_trouble(said)
        raise NotStoredError(f"nothing can be stored just now: {said}")

    def _tell_trouble(self, said: str) -> None:
        """One line in the log, not one for everybody who plays: it may be the same disk."""
        now = time.monotonic()
        if now - self._told > _QUIET:
            self._told = now
            _log.error("%s: nothing can be stored: %s", self._name, said)

    def _work(self) -> None:
        batch: list[StoreJob[W] | None] = []
        while None not in batch:
            batch = [self._jobs.get()]
            batch += [self._jobs.get() for _ in range(min(self._jobs.qsize(), _MOST_AT_ONCE - 1))]
            jobs = [job for job in batch if job is not None]
            try:
                self._run(jobs)
            except Exception as error:  # a fault of ours: who asked hears of it, and the next ones are served
                _log.exception("%s: the store has a fault", self._name)
                for job in jobs:
                    if not job.is_settled:
                        job.settle(error)
            _deliver(jobs)


def _deliver(jobs: "list[StoreJob[W]]") -> None:
    """One call for each event loop that waits, not one for each job: to wake a loop costs more than to answer."""
    for loop in {job.answer.get_loop() for job in jobs}:
        with suppress(RuntimeError):  # it has ended
            loop.call_soon_threadsafe(_deliver_in, loop, jobs)


def _deliver_in(loop: asyncio.AbstractEventLoop, jobs: "list[StoreJob[W]]") -> None:
    for job in jobs:
        if job.answer.get_loop() is loop:
            job.deliver()


class Watchers:
    """The watchers of one store in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._all: dict[object, tuple[asyncio.AbstractEventLoop, Watcher]] = {}

    def add(self, watcher: Watcher) -> Callable[[], None]:
        token = object()
        with self._lock:
            self._all[token] = asyncio.get_running_loop(), watcher

        def end() -> None:
            with self._lock:
                self._all.pop(token, None)

        return end

    def tell(self, changes: list[LogChange]) -> None:
        """From any thread."""
        with self._lock:
            listening = list(self._all.values()) if changes else []
        for loop in {loop for loop, _ in listening}:
            with suppress(RuntimeError):  # it has ended
                loop.call_soon_threadsafe(_notify_all, [watcher for at, watcher in listening if at is loop], changes)


def _notify_all(watchers: list[Watcher], changes: list[LogChange]) -> None:
    """Each for himself: what goes wrong for one is nothing to the others."""
    for watcher in watchers:
        asyncio.get_running_loop().call_soon(_notify, watcher, changes)


def _notify(watcher: Watcher, changes: list[LogChange]) -> None:
    for change in changes:
        watcher(change)
