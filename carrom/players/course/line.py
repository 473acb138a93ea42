"""The socket between a board and an agent of the course: the board listens, the agent comes and is asked."""

from __future__ import annotations

import shlex
import socket
import subprocess
from time import monotonic
from types import TracebackType

from carrom.base.errors import CarromError
from carrom.players.course.form import is_whole

HOST = "127.0.0.1"
PORT = 12121
"""Where the course's own server listens."""
ANSWER_LIMIT = 5.0
"""Seconds. The course itself gives half of one."""
_START_LIMIT = 60.0
_LOOK = 0.2
"""So often it is looked whether an agent that is waited for still runs."""
_MOST_BYTES = 4096


class AgentLine:
    """An agent at the other end. `command` starts it, `{port}`, `{seed}` and `{color}` in it are filled in, and a
    command without `{port}` is told it as `-p PORT`, as agents of the course are; without a command one is waited for.
    """

    def __init__(
        self, command: str = "", *, port: int = 0, limit: float = ANSWER_LIMIT, seed: int = 0, color: str = "White"
    ) -> None:
        self._limit = limit
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: socket.socket | None = None
        try:
            self._door = socket.create_server((HOST, port))
        except OSError as error:
            raise CarromError("port-taken", f"nothing can listen at port {port}: {error.strerror}") from None
        self.port: int = self._door.getsockname()[1]
        if command:
            told = command if "{port}" in command else f"{command} -p {{port}}"
            words = shlex.split(told.format(port=self.port, seed=seed, color=color))
            try:
                # In the group of whoever started it: a booth of the arena ends all that is in it.
                self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL)
            except OSError as error:
                self._door.close()
                raise CarromError("agent-not-started", f"{words[0]!r} cannot be started: {error.strerror}") from None

    def __enter__(self) -> AgentLine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Hang up, and end what was started here."""
        if self._connection is not None:
            self._connection.close()
        self._door.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def answer(self, text: str) -> str:
        """What the agent says to a state."""
        line = self._line()
        try:
            line.sendall(text.encode())
            said = line.recv(_MOST_BYTES).decode("utf-8", "replace")
        except TimeoutError:
            raise CarromError("no-answer", f"no answer within {self._limit:g} s") from None
        except OSError:
            said = ""
        if not said:
            raise CarromError("agent-gone", "the agent has hung up")
        return said

    def _line(self) -> socket.socket:
        if self._connection is None:
            self._connection = self._comer()
            self._connection.settimeout(self._limit)
        return self._connection

    def _comer(self) -> socket.socket:
        """Whoever comes; one that was started here has to, and is not waited for once it has ended."""
        process, until = self._process, monotonic() + _START_LIMIT
        self._door.settimeout(None if process is None else _LOOK)
        while True:
            try:
                return self._door.accept()[0]
            except TimeoutError:
                ended = None if process is None else process.poll()
                if ended is not None:
                    raise CarromError(
                        "agent-ended", f"the agent ended (status {ended}) before it came to port {self.port}"
                    ) from None
                if monotonic() > until:
                    raise CarromError(
                        "no-agent", f"no agent came to port {self.port} within {_START_LIMIT:g} s"
                    ) from None


def states(line: socket.socket) -> str:
    """The next message of a server; empty when it has hung up."""
    told = ""
    while not is_whole(told):
        try:
            more = line.recv(_MOST_BYTES)
        except OSError:
            return ""
        if not more:
            return ""
        told += more.decode("utf-8", "replace")
    return told
