"""A store's thread with batches of jobs, and its watchers."""

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
"""Seconds before trouble is logged again."""
PATIENCE = 20.0
"""Seconds until a hanging disk or database counts as unavailable."""


@dataclass(eq=False, slots=True)
class StoreJob(Generic[W]):
    """Work, its future, and the change to announce."""

    work: W
    change: Callable[[Any], LogChange | None] | None = None
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    outcome: Any = None
    is_settled: bool = False

    def settle(self, outcome: Any) -> LogChange | None:
        """Note error or value; return the change to announce after the batch."""
        self.outcome, self.is_settled = outcome, True
        return self.change(outcome) if self.change is not None and not isinstance(outcome, Exception) else None

    def deliver(self) -> None:
        if self.answer.done():
            return
        if isinstance(self.outcome, Exception):
            self.answer.set_exception(self.outcome)
        else:
            self.answer.set_result(self.outcome)

    def give_up(self) -> None:
        if not self.answer.done():
            self.answer.set_exception(TimeoutError())


class BatchThread(Generic[W]):
    """`run` settles each job."""

    def __init__(
        self,
        name: str,
        run: Callable[[list[StoreJob[W]]], None],
        trouble: type[Exception],
        cut: Callable[[], None] = lambda: None,
    ) -> None:
        """`cut` interrupts an overdue answer, from another thread."""
        self._name = name
        self._cut = cut
        self._run = run
        self._trouble = trouble
        self._jobs: queue.SimpleQueue[StoreJob[W] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="carrom-store", daemon=True)
        self._logged_at = -_QUIET
        self._is_closed = False
        self._thread.start()

    def close(self) -> None:
        self._is_closed = True
        self._jobs.put(None)
        self._thread.join()

    async def ask(self, job: StoreJob[W]) -> Any:
        """Errors of type `trouble` and timeouts become `NotStoredError`."""
        if self._is_closed:
            raise CarromError("store-closed", "the store is closed")
        self._jobs.put(job)  # even if the caller is cancelled
        overdue = job.answer.get_loop().call_later(PATIENCE, job.give_up)
        try:
            return await job.answer
        except TimeoutError:
            problem = f"no answer within {PATIENCE:.0f} seconds"
            self._cut()
        except self._trouble as error:
            problem = (str(error).strip() or type(error).__name__).splitlines()[0]
        finally:
            overdue.cancel()
        self._log_trouble(problem)
        raise NotStoredError(f"nothing can be stored just now: {problem}")

    def _log_trouble(self, problem: str) -> None:
        now = time.monotonic()
        if now - self._logged_at > _QUIET:
            self._logged_at = now
            _log.error("%s: nothing can be stored: %s", self._name, problem)

    def _work(self) -> None:
        batch: list[StoreJob[W] | None] = []
        while None not in batch:
            batch = [self._jobs.get()]
            batch += [self._jobs.get() for _ in range(min(self._jobs.qsize(), _MOST_AT_ONCE - 1))]
            jobs = [job for job in batch if job is not None]
            try:
                self._run(jobs)
            except Exception as error:
                _log.exception("%s: the store has a fault", self._name)
                for job in jobs:
                    if not job.is_settled:
                        job.settle(error)
            _deliver(jobs)


def _deliver(jobs: "list[StoreJob[W]]") -> None:
    """Deliver answers, waking each event loop once: that costs more than the answers."""
    for loop in {job.answer.get_loop() for job in jobs}:
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(_deliver_in, loop, jobs)


def _deliver_in(loop: asyncio.AbstractEventLoop, jobs: "list[StoreJob[W]]") -> None:
    for job in jobs:
        if job.answer.get_loop() is loop:
            job.deliver()


# --- watchers ---------------------------------------------------------------------------------------------------------


class Watchers:
    """Called in their own event loops."""

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

    def notify(self, changes: list[LogChange]) -> None:
        """Notify all watchers. Thread-safe."""
        with self._lock:
            listening = list(self._all.values()) if changes else []
        for loop in {loop for loop, _ in listening}:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(_notify_all, [watcher for at, watcher in listening if at is loop], changes)


def _notify_all(watchers: list[Watcher], changes: list[LogChange]) -> None:
    """An error in one must not affect others."""
    for watcher in watchers:
        asyncio.get_running_loop().call_soon(_notify, watcher, changes)


def _notify(watcher: Watcher, changes: list[LogChange]) -> None:
    for change in changes:
        watcher(change)
