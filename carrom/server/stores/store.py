"""What the server asks of a store, and the values that pass between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from carrom.base.errors import CarromError


class NotStoredError(CarromError):
    """Nothing can be stored just now. Whoever asked may try again; nothing of it was written."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One line of a match's log. `key` is the client's own number of the request that led to it."""

    seq: int
    at: float
    body: str
    key: str | None = None


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it was set up; `setup` is JSON that only the live table reads."""

    id: str
    created: float
    setup: str


@dataclass(frozen=True, slots=True)
class Appended:
    """The events are on the disk; the last of them has this number."""

    seq: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """This key has been used before: nothing was written; that request's first event has this number."""

    seq: int


@dataclass(frozen=True, slots=True)
class Stale:
    """Somebody else's event came first: nothing was written; the log ends with this number."""

    seq: int


class Store(Protocol):
    """What the server asks of a store. Whatever cannot be stored just now (a full disk, a lost
    connection) is told by `NotStoredError`."""

    def open(self) -> None: ...
    def close(self) -> None: ...
    async def create(self, match: StoredMatch, seats: Sequence[tuple[bytes, tuple[str, ...]]]) -> None: ...
    async def match(self, match_id: str) -> StoredMatch | None: ...
    async def seats(self, match_id: str, secret: bytes) -> tuple[str, ...] | None: ...
    async def events(self, match_id: str, since: int = 0) -> list[StoredEvent]: ...
    async def append(
        self, match_id: str, after: int, bodies: Sequence[str], *, key: str | None, at: float
    ) -> Appended | Repeated | Stale: ...
    async def count(self) -> int: ...

    async def check(self) -> None:
        """Whether an event could be stored now: something is written. Raises `NotStoredError` if not."""

    async def forget(self, *, unplayed: float, all: float, most: int) -> list[str]:
        """Forget up to `most` matches whose last event is older than `all`, or than `unplayed` where nobody ever
        struck: which ones they were."""
