"""A process that has imported and compiled everything and forks others, which start in a tenth of the time.

A forked process is killed and waited for like any other. It calls a function (`carrom.cli:main` for a server as people
run it) in an environment of its own.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parents[1]
_LARGEST = 1 << 20
_OUTPUT, _ERRORS = 1, 2


class Started:
    """A process that was forked; used like `subprocess.Popen`."""

    def __init__(self, pid: int, stdout: int, ended: int) -> None:
        self.pid = pid
        self.stdout = os.fdopen(stdout, encoding="utf-8")
        self._ended = ended
        """Receives its exit status."""
        self._status: int | None = None

    def send_signal(self, how: signal.Signals) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, how)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        return self._status if self._status is not None else self._wait(0.0)

    def wait(self, timeout: float | None = None) -> int:
        """Return its status; a signal that ended it is a negative number."""
        status = self._status if self._status is not None else self._wait(timeout)
        if status is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
        return status

    def _wait(self, seconds: float | None) -> int | None:
        if select.select([self._ended], [], [], seconds)[0]:
            status = os.read(self._ended, 32)
            os.close(self._ended)
            self._status = os.waitstatus_to_exitcode(int(status)) if status else -signal.SIGKILL
        return self._status


class Starter:
    """The forking process, seen from this one."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = threading.Lock()
        with theirs:
            command = [sys.executable, "-m", "tests.starter", str(theirs.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=_environment(), cwd=ROOT)

    def start(self, call: str, words: list[str], errors: int = _ERRORS, **environment: str) -> Started:
        """Fork a process that calls this function (`module:name`) with these words and ends with the returned status.

        Its output is read here; its errors go to those of this process, or into that open file.
        """
        hears, says = os.pipe()
        ended, ends = os.pipe()
        what = {"call": call, "words": words, "environment": _environment() | environment}
        with self._lock:
            socket.send_fds(self._line, [json.dumps(what).encode()], [says, ends, errors])
            pid = int(self._line.recv(32))
        os.close(says)
        os.close(ends)
        return Started(pid, hears, ended)

    def close(self) -> None:
        """End it and all its children."""
        self._line.close()
        self._process.wait()


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


@cache
def starter() -> Starter:
    """Return the starter of this process."""
    starting = Starter()
    atexit.register(starting.close)
    return starting


def start_carrom(*words: str, **environment: str) -> Started:
    """Start `carrom` with these words, as people run it."""
    return starter().start("carrom.cli:main", list(words), _ERRORS, **environment)


def _serve(line: socket.socket) -> None:
    """Fork on request and reap ended children."""
    running: dict[int, int] = {}
    died, dies = os.pipe()
    os.set_blocking(dies, False)
    signal.set_wakeup_fd(dies)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        ready = select.select([line.fileno(), died], [], [])[0]
        if died in ready:
            os.read(died, 1000)
        while running and (dead := os.waitpid(-1, os.WNOHANG))[0]:
            ends = running.pop(dead[0])
            with suppress(BrokenPipeError):
                os.write(ends, str(dead[1]).encode())
            os.close(ends)
        if line.fileno() not in ready:
            continue
        asked, numbers, _, _ = socket.recv_fds(line, _LARGEST, 3)
        if not asked:
            break
        says, ends, errors = numbers
        pid = os.fork()
        if not pid:
            for number in (line.fileno(), died, dies, ends, *running.values()):
                os.close(number)
            _become(json.loads(asked), says, errors)
        os.close(says)
        os.close(errors)
        running[pid] = ends
        line.send(str(pid).encode())
    for pid in running:
        os.kill(pid, signal.SIGKILL)


def _become(asked: dict[str, Any], says: int, errors: int) -> NoReturn:
    """Become the requested process, keeping only the imports of the forking one."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, standard in ((says, _OUTPUT), (errors, _ERRORS)):
        os.dup2(number, standard)
        os.close(number)
    os.environ.clear()
    os.environ.update(asked["environment"])
    status = 1
    try:
        module, _, name = asked["call"].partition(":")
        status = getattr(import_module(module), name)(asked["words"])
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        with suppress(BaseException):
            sys.stdout.flush()
        os._exit(status)


def _read_everything() -> None:
    """Import everything that a server loads sooner or later."""
    for name in ("carrom.cli", "carrom.server.app", "carrom.server.runner", "carrom.server.stores.postgres"):
        import_module(name)
    from carrom.server.table.computers import warm_physics

    warm_physics()
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    _read_everything()
    _serve(socket.socket(fileno=int(sys.argv[1])))
