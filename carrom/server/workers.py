"""Server processes with one socket and database: `carrom serve --workers N`.

The parent restarts dead workers, replaces all one by one on SIGHUP, stops them on SIGTERM. Workers end with it.
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

_EARLY_END_SECONDS = 1.0
"""Workers that ended sooner are restarted after a pause of this length."""


@dataclass(frozen=True, slots=True)
class WorkerJob:
    """Sent to a worker's standard input, pickled."""

    settings: Settings
    database: str
    certificate: str | None
    key: str | None
    listening: int
    ready: int
    """File descriptor, closed when the worker answers."""
    speaks: bool
    """Whether this worker prints the server's address."""


class Workers:
    """Starts, supervises and replaces workers."""

    def __init__(self, count: int, settings: Settings, database: str, certificate: str | None, key: str | None) -> None:
        self._what = settings, database, certificate, key
        self._count = count
        self._listening = bind(settings)
        self._running: dict[int, tuple[int, subprocess.Popen[bytes], float]] = {}
        self._is_stopping = False
        self._to_replace: list[int] = []
        self._leaving = 0
        self._is_starting = False

    def run(self) -> int:
        for how in (signal.SIGTERM, signal.SIGINT):
            signal.signal(how, self._stop)
        signal.signal(signal.SIGHUP, self._replace_all)
        for number in range(self._count):
            if not self._is_stopping:
                self._start(number)
        self._replace_next()
        while self._running:
            with suppress(ChildProcessError):
                self._reap(os.wait()[0])
        self._listening.close()
        return 0

    def _start(self, number: int) -> None:
        """Start a worker; wait until it answers or gives up."""
        self._is_starting = True
        reader, writer = os.pipe()
        job = WorkerJob(*self._what, self._listening.fileno(), writer, speaks=number == 0)
        command = [sys.executable, "-m", "carrom.server.workers"]
        worker = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[job.listening, writer])
        assert worker.stdin is not None
        os.close(writer)
        self._running[worker.pid] = number, worker, time.monotonic()
        with suppress(BrokenPipeError):
            worker.stdin.write(pickle.dumps(job))
            worker.stdin.flush()  # left open: closing tells it that its parent is gone
        if self._is_stopping:
            self._signal([worker.pid], signal.SIGTERM)
        os.read(reader, 1)
        os.close(reader)
        self._is_starting = False

    def _reap(self, pid: int) -> None:
        number, worker, since = self._running.pop(pid, (-1, None, 0.0))
        if worker is None:
            return
        worker.returncode = 0
        if worker.stdin is not None:
            with suppress(BrokenPipeError):
                worker.stdin.close()
        if pid == self._leaving:
            self._leaving = 0
        if self._is_stopping:
            return
        if time.monotonic() - since < _EARLY_END_SECONDS:
            time.sleep(_EARLY_END_SECONDS)
        self._start(number)
        self._replace_next()

    def _stop(self, *_: Any) -> None:
        self._is_stopping = True
        self._signal(list(self._running), signal.SIGTERM)

    def _replace_all(self, *_: Any) -> None:
        self._to_replace = list(self._running)
        self._replace_next()

    def _replace_next(self) -> None:
        """Stop the next worker, unless one is starting or stopping."""
        while self._to_replace and not self._is_starting and not self._leaving:
            pid = self._to_replace.pop()
            if pid in self._running:
                self._leaving = pid
                self._signal([pid], signal.SIGTERM)

    def _signal(self, pids: list[int], how: signal.Signals) -> None:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, how)


def work() -> int:
    job: WorkerJob = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from carrom.server.app import create_app
    from carrom.server.stores.opening import store_at

    store = store_at(job.database)
    store.open()
    app = create_app(job.settings, store)
    listening = socket.socket(fileno=job.listening)
    tls = {"certificate": job.certificate, "key": job.key}
    return serve(app, job.settings, listening=listening, ready=job.ready, speaks=job.speaks, **tls)


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    try:
        sys.exit(work())
    except CarromError as error:
        print(f"carrom serve: {error}", file=sys.stderr)
        sys.exit(2)
