"""The interface of a store, and its values.

*Logs* are numbered events, only appended, whose bodies the store never reads. Rights in a log belong to secrets,
stored as hashes. Small items may expire, as do leases.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from carrom.base.errors import CarromError

NOT_STORED: Final = "nothing can be stored just now: try again in a moment"
"""Message for users; the cause, with addresses, only goes to the server's log."""


class NotStoredError(CarromError):
    """A full disk or lost connection. Ask again in the same words: a key counts once; an append without one is then
    `Stale`, never done twice."""

    def __init__(self, text: str) -> None:
        super().__init__("not-stored", text)


class NoSuchLogError(CarromError):
    """There is no such log, or it was deleted."""

    def __init__(self, log_id: str) -> None:
        super().__init__("no-such-log", f"there is no log {log_id}, or it has been forgotten")


@dataclass(frozen=True, slots=True)
class StoredLog:
    """Head of a log. `setup` is JSON of the kind's form, `created` seconds since 1970.

    Ids are unique across kinds. Logs belonging to another begin with its id (`T.M7.phone`), and are listed by it.
    """

    id: str
    kind: str
    created: float
    setup: str


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """`key` is the client's name for the request that caused it."""

    seq: int
    at: float
    body: str
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """What a secret (its hash) allows: `body` is JSON, such as seats or a role."""

    secret: bytes
    body: str


@dataclass(frozen=True, slots=True)
class KeptItem:
    """A small item that may expire (`until`, seconds since 1970)."""

    kind: str
    id: str
    body: str
    until: float | None = None


@dataclass(frozen=True, slots=True)
class Appended:
    """The events are on disk; `seq` is the last."""

    seq: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """The key is known, nothing was written; `seq` is its first event."""

    seq: int


@dataclass(frozen=True, slots=True)
class Stale:
    """Another event came first, nothing was written; `seq` is the log's last."""

    seq: int


@dataclass(frozen=True, slots=True)
class LogChange:
    """The log ends with `seq` now; 0: its grants or items changed, `REWRITTEN`: its events. Without a log, anything may
    have changed."""

    log: str | None
    seq: int = 0


Watcher = Callable[[LogChange], None]
REWRITTEN: Final = -1


class Store(Protocol):
    """The interface of a store. Acknowledged data is on disk. Every method may raise `NotStoredError`."""

    def open(self) -> None:
        """Open and migrate; repeatable. Raises `CarromError`, also for newer versions."""

    def close(self) -> None:
        """Finish pending requests first."""

    # --- logs ---------------------------------------------------------------------------------------------------------

    async def create(self, log: StoredLog, grants: Sequence[Grant] = ()) -> bool:
        """Return False, without effect, if a different log has the id; the same call again returns True."""

    async def log(self, log_id: str) -> StoredLog | None: ...

    async def logs(self, kind: str, *, prefix: str = "", after: str = "", limit: int = 100) -> list[StoredLog]:
        """Logs whose ids begin with `prefix` and come after `after`, in order."""

    async def count(self, kind: str) -> int: ...

    async def events(self, log_id: str, since: int = 0) -> list[StoredEvent]:
        """Events after `since`, in order; empty without the log."""

    async def append(
        self, log_id: str, after: int, bodies: Sequence[str], *, key: str | None, at: float
    ) -> Appended | Repeated | Stale:
        """Append after number `after` (0: empty log), all or none. The key belongs to the first event; a known key
        precedes `Stale`. Of concurrent writers, in any process, one is first. Raises `NoSuchLogError`."""

    async def rewrite(self, log_id: str, bodies: Mapping[int, str], *, setup: str | None = None) -> None:
        """Replace bodies by number, and the setup if given, all or none, to erase a person. Clears the disk as far as
        possible."""

    # --- grants -------------------------------------------------------------------------------------------------------

    async def right(self, log_id: str, secret: bytes) -> str | None:
        pass

    async def rights(self, log_id: str) -> list[Grant]:
        """All grants of a log, ordered by body."""

    async def grant(self, log_id: str, grant: Grant) -> None:
        """Replaces an earlier grant of the secret. Raises `NoSuchLogError`."""

    async def revoke(self, log_id: str, secret: bytes) -> bool:
        """Notifies watchers; returns whether the grant existed."""

    # --- items --------------------------------------------------------------------------------------------------------

    async def keep(self, thing: KeptItem, *, is_new: bool = False, of: str | None = None) -> bool:
        """Store or replace. With `is_new`, return False without effect if a different item exists; the same call again
        returns True. With `of`, that log's watchers are notified."""

    async def kept(self, kind: str, thing_id: str) -> KeptItem | None:
        pass

    async def all_kept(self, kind: str, prefix: str = "") -> list[KeptItem]:
        """Unexpired items whose ids begin with `prefix`, in order."""

    async def drop(self, kind: str, thing_id: str) -> bool:
        """Return whether it existed. Of concurrent calls one returns True."""

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        """Take, renew or (0 seconds) return a lease, by the store's clock; False if another has it."""

    # --- changes and upkeep -------------------------------------------------------------------------------------------

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Call `watcher` in this event loop when a log grows or its grants change, in any process; return a function
        that stops it. Changes come at least once, after they can be read; empty new logs do not."""

    async def check(self) -> None:
        """Check by writing; raises `NotStoredError`."""

    async def forget(
        self, kind: str, *, before: float, most: int, prefix: str = "", without: str | None = None
    ) -> list[str]:
        """Delete up to `most` logs whose last event, or creation, is before `before`; return their ids. Spares logs
        with an event that contains `without`. Expired items go, too."""
