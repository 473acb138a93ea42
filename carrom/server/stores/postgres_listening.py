"""Hearing that logs have grown, from whichever process: a connection of its own that only listens."""

import logging
import select
import socket
import threading
from collections.abc import Callable
from typing import Any

import psycopg

from carrom.server.stores.postgres_line import connect, first_line
from carrom.server.stores.postgres_schema import CHANNEL
from carrom.server.stores.store import Change

_log = logging.getLogger(__name__)
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 0.25


class Listening:
    """A thread that listens until it is closed. Whenever it begins to, at first and after the connection was lost,
    anything may have changed meanwhile, and that is what it says."""

    def __init__(self, info: str, name: str, tell: Callable[[list[Change]], None]) -> None:
        self._info = info
        self._name = name
        self._tell = tell
        self._wake, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._work, name="carrom-listening", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._wake.close()
        self._thread.join()
        self._woken.close()

    def _work(self) -> None:
        pause, is_told = _FIRST_PAUSE, False
        while not self._is_closed(pause if is_told else 0.0):
            try:
                with connect(self._info) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    pause, is_told = _FIRST_PAUSE, False
                    self._tell([Change(None)])
                    self._hear(connection)
                    return
            except psycopg.Error as error:
                if not is_told:
                    _log.warning("%s: what others write is not heard: %s", self._name, first_line(error))
                is_told, pause = True, min(2 * pause, _LONGEST_PAUSE)

    def _hear(self, connection: psycopg.Connection[Any]) -> None:
        """Until it is closed; raises when the connection is lost."""
        while True:
            heard = [_change(notify.payload) for notify in connection.notifies(timeout=0)]
            self._tell(heard)
            ready, _, _ = select.select([connection.fileno(), self._woken.fileno()], [], [])
            if self._woken.fileno() in ready:
                return

    def _is_closed(self, wait: float) -> bool:
        return bool(select.select([self._woken], [], [], wait)[0])


def _change(payload: str) -> Change:
    number, _, log = payload.partition(" ")
    return Change(log, int(number))
