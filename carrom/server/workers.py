"""Several server processes on one machine, behind one listening socket and one database: `carrom serve --workers N`.

The parent only binds and watches: a worker that dies is replaced, SIGHUP replaces all of them one after the other, and
SIGTERM ends them. A worker whose parent has gone ends too.
"""

import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from carrom.base.errors import CarromError
from carrom.server.runner import bind, serve
from carrom.server.settings import Settings

_AT_ONCE = 1.0
"""Seconds: a worker that lived no longer is not started again at once."""


@dataclass(frozen=True, slots=True)
class WorkerJob:
    """What a worker is told on its standard input."""

    settings: Settings
    database: str
    certificate: str | None
    key: str | None
    listening: int
    ready: int
    """A byte goes there when it answers."""
    speaks: bool
    """One of them says where the server is."""


class Workers:
    """The workers of one machine."""

    def __init__(self, count: int, settings: Settings, database: str, certificate: str | None, key: str | None) -> None:
        self._what = settings, database, certificate, key
        self._count = count
        self._listening = bind(settings)
        self._running: dict[int, tuple[int, subprocess.Popen[bytes], float]] = {}
        self._is_stopping = False
        self._to_replace: list[int] = []
        self._leaving = 0
        """The worker that was told to make room for another one."""
        self._is_starting = False

    def run(self) -> int:
        """Until stopped."""
        for how in (signal.SIGTERM, signal.SIGINT):
            signal.signal(how, self._stop)
        signal.signal(signal.SIGHUP, self._replace_all)
        for number in range(self._count):
            if not self._is_stopping:
                self._start(number)
        self._replace_next()
        while self._running:
            with suppress(ChildProcessError):
                self._buried(os.wait()[0])
        self._listening.close()
        return 0

    def _start(self, number: int) -> None:
        """Start it, and wait until it answers, or has given up."""
        self._is_starting = True
        hears, says = os.pipe()
        job = WorkerJob(*self._what, self._listening.fileno(), says, speaks=number == 0)
        command = [sys.executable, "-m", "carrom.server.workers"]
        worker = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[job.listening, says])
        assert worker.stdin is not None
        os.close(says)
        self._running[worker.pid] = number, worker, time.monotonic()
        with suppress(BrokenPipeError):
            worker.stdin.write(pickle.dumps(job))
            worker.stdin.flush()  # and left open: its end is the parent's end
        if self._is_stopping:
            self._tell([worker.pid], signal.SIGTERM)
        os.read(hears, 1)
        os.close(hears)
        self._is_starting = False

    def _buried(self, pid: int) -> None:
        number, worker, since = self._running.pop(pid, (-1, None, 0.0))
        if worker is None:
            return
        worker.returncode = 0  # it was waited for here
        if worker.stdin is not None:
            with suppress(BrokenPipeError):
                worker.stdin.close()
        if pid == self._leaving:
            self._leaving = 0
        if self._is_stopping:
            return
        if time.monotonic() - since < _AT_ONCE:
            time.sleep(_AT_ONCE)
        self._start(number)
        self._replace_next()

    def _stop(self, *_: Any) -> None:
        self._is_stopping = True
        self._tell(list(self._running), signal.SIGTERM)

    def _replace_all(self, *_: Any) -> None:
        self._to_replace = list(self._running)
        self._replace_next()

    def _replace_next(self) -> None:
        """The others serve meanwhile: while one starts or leaves, no other is sent away."""
        while self._to_replace and not self._is_starting and not self._leaving:
            pid = self._to_replace.pop()
            if pid in self._running:
                self._leaving = pid
                self._tell([pid], signal.SIGTERM)

    def _tell(self, pids: list[int], how: signal.Signals) -> None:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, how)


def work() -> int:
    """A worker."""
    job: WorkerJob = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from carrom.server.app import create_app
    from carrom.server.stores.opening import store_at

    store = store_at(job.database)
    store.open()
    app = create_app(job.settings, store)
    listening = socket.socket(fileno=job.listening)
    said = {"certificate": job.certificate, "key": job.key}
    return serve(app, job.settings, listening=listening, ready=job.ready, speaks=job.speaks, **said)


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    try:
        sys.exit(work())
    except CarromError as error:
        print(f"carrom serve: {error}", file=sys.stderr)
        sys.exit(2)
