"""Who is at a table: players at their screens, and those who only watch."""

import asyncio
from collections.abc import Iterable
from typing import Protocol

import msgspec

from carrom.match import PlayerId
from carrom.server.wire import messages as m
from carrom.server.wire.values import PlayerName

_encoder = msgspec.json.Encoder()
_PRESENCE = 0.2
_A_SECOND = 1000
"""So many are told who is here in a second, so that it costs no more to have many than to have few."""
_NAMES: tuple[PlayerName, ...] = ("a1", "a2", "b1", "b2")


class Listener(Protocol):
    """A socket, as the match sees it."""

    language: str
    players: frozenset[str]
    address: str

    def tell(self, message: bytes, *, may_drop: bool = False) -> None: ...


class Audience:
    """Everybody who is told what happens at one table."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self._presence: asyncio.TimerHandle | None = None

    def join(self, listener: Listener) -> None:
        self.listeners.add(listener)
        self._tell_presence()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self._tell_presence()

    def here(self) -> frozenset[str]:
        """The players who are at their screens."""
        return frozenset(name for listener in self.listeners for name in listener.players)

    def away(self, players: Iterable[PlayerId]) -> list[PlayerId]:
        """Those of them who are not."""
        here = self.here()
        return [player for player in players if player.text() not in here]

    def tell_all(self, message: m.AimSeen | m.Here, *, but: Listener | None = None) -> None:
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
        watching = sum(not listener.players for listener in self.listeners)
        self.tell_all(m.Here(in_order(self.here()), watching))


def in_order(names: frozenset[str]) -> list[PlayerName]:
    """Players as they are always told."""
    return [name for name in _NAMES if name in names]
