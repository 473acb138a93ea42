"""Who is at a table: players at their screens, and those who only watch; here, and in the other server processes."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

import msgspec

from carrom.server.live.bus import AtTable
from carrom.server.wire import messages as m
from carrom.server.wire.values import PlayerName

_encoder = msgspec.json.Encoder()
_PRESENCE = 0.2
_A_SECOND = 1000
"""So many are told who is here in a second, so that it costs no more to have many than to have few."""
HEARD_FOR = 12.0
"""Seconds for which what another process said of a table counts; it says so again in a third of them."""
_NAMES: tuple[PlayerName, ...] = ("a1", "a2", "b1", "b2")


class Listener(Protocol):
    """A socket, as the match sees it."""

    language: str
    players: frozenset[str]
    address: str
    pace: m.Pace | None

    def tell(self, message: bytes, *, may_drop: bool = False) -> None: ...


class Audience:
    """Everybody who is told what happens at one table in this process, and who is said to be there in others."""

    def __init__(self, announce: Callable[[AtTable], None] | None = None, match_id: str = "") -> None:
        self.listeners: set[Listener] = set()
        self._presence: asyncio.TimerHandle | None = None
        self._announce = announce
        self._match_id = match_id
        self._elsewhere: dict[str, tuple[float, AtTable]] = {}

    def join(self, listener: Listener) -> None:
        self.listeners.add(listener)
        self._changed(listener)

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self._changed(listener)

    def _changed(self, listener: Listener) -> None:
        if listener.players:
            self.announce()
        self._tell_presence()

    def announce(self) -> None:
        """Let the other processes know who is here."""
        if self._announce is not None:
            self._announce(self.at_table())

    def at_table(self) -> AtTable:
        watching = sum(not listener.players for listener in self.listeners)
        return AtTable(self._match_id, list(in_order(self.here_now())), watching)

    def hear(self, process: str, there: AtTable | None) -> None:
        """Who is at this table in another process; None: it has gone."""
        if there is None:
            self._elsewhere.pop(process, None)
        else:
            self._elsewhere[process] = time.monotonic(), there
        self._tell_presence()

    def here_now(self) -> frozenset[str]:
        """The players who are at their screens in this very process."""
        return frozenset(name for listener in self.listeners for name in listener.players)

    def here(self) -> frozenset[str]:
        """Those who are at their screens in whichever process, as far as is known."""
        return self.here_now().union(*(there.players for there in self._others()))

    def _others(self) -> list[AtTable]:
        oldest = time.monotonic() - HEARD_FOR
        return [there for heard, there in self._elsewhere.values() if heard > oldest]

    def tell_all(self, message: m.AimSeen | m.Here | m.Beside | m.Spoken, *, but: Listener | None = None) -> None:
        """Something of the moment: whoever cannot take it now goes without it."""
        encoded = _encoder.encode(message)
        for listener in list(self.listeners):
            if listener is not but:
                listener.tell(encoded, may_drop=True)

    def _tell_presence(self) -> None:
        """Who is here, told once for all who come and go within a moment: a hall of watchers may arrive at once."""
        if self._presence is None:
            delay = max(_PRESENCE, len(self.listeners) / _A_SECOND)
            self._presence = asyncio.get_running_loop().call_later(delay, self._say_presence)

    def _say_presence(self) -> None:
        self._presence = None
        watching = self.at_table().watching + sum(there.watching for there in self._others())
        self.tell_all(m.Here(in_order(self.here()), watching))


def in_order(names: frozenset[str]) -> list[PlayerName]:
    """Players as they are always told."""
    return [name for name in _NAMES if name in names]
