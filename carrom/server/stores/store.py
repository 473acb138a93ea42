"""What the server asks of a store, and the values that pass between them.

A store keeps *logs*: numbered events that are only ever added. A match is one kind of log, a tournament another, what
a pad kept a third; a store knows none of them and never looks into a body. Whoever may do something in a log holds a
secret of which the store has the hash. Beside the logs it keeps small things that end (a session, a code) and leases.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from carrom.base.errors import CarromError

NOT_STORED: Final = "nothing can be stored just now: try again in a moment"
"""What everybody is told of it. Why it is so, with addresses and names of this machine, is for the log."""


class NotStoredError(CarromError):
    """Nothing can be stored just now: a full disk, a lost connection. Ask again, in the same words: what was asked
    with a key counts once even if it did arrive, and an append without one is then told `Stale`, never done twice."""

    def __init__(self, text: str) -> None:
        super().__init__("not-stored", text)


class NoSuchLogError(CarromError):
    """There is no log of this name, or not any more."""

    def __init__(self, log_id: str) -> None:
        super().__init__("no-such-log", f"there is no log {log_id}, or it has been forgotten")


@dataclass(frozen=True, slots=True)
class StoredLog:
    """A log as it was begun. `setup` is JSON that only those read who know the kind; `created` in seconds since 1970.

    The id is the log's in the whole store, whatever its kind: logs that belong to another take its id as a beginning
    of theirs (`T.M7.phone`), and are listed by it.
    """

    id: str
    kind: str
    created: float
    setup: str


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One line of a log. `key` is the client's own name of the request that led to it."""

    seq: int
    at: float
    body: str
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """Whoever has the secret of this hash may do in a log what `body`, JSON, says: the seats of a match, a role."""

    secret: bytes
    body: str


@dataclass(frozen=True, slots=True)
class KeptItem:
    """A small thing that is kept under its kind and name until its end, if it has one."""

    kind: str
    id: str
    body: str
    until: float | None = None


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


@dataclass(frozen=True, slots=True)
class LogChange:
    """What watchers are told: this log now ends with number `seq`; with 0, its grants or what is kept of it are others
    than before, with `REWRITTEN` its events. Without a log anything may have changed: for a while nothing could be
    heard."""

    log: str | None
    seq: int = 0


Watcher = Callable[[LogChange], None]
REWRITTEN: Final = -1


class Store(Protocol):
    """What the server asks of a store. What an answer speaks of is on the disk. Whatever cannot be stored just now is
    told by `NotStoredError`, of everything here."""

    def open(self) -> None:
        """Make it ready, and bring it up to date; a store of a later version is refused. Opened twice it is opened
        once. Raises `CarromError` with a sentence."""

    def close(self) -> None:
        """See through what was asked, then let go of everything."""

    # --- logs ---------------------------------------------------------------------------------------------------------

    async def create(self, log: StoredLog, grants: Sequence[Grant] = ()) -> bool:
        """Begin a log together with its first grants. False, and nothing is done, if its id is taken by another one;
        asked again in the same words it is True again."""

    async def log(self, log_id: str) -> StoredLog | None: ...

    async def logs(self, kind: str, *, prefix: str = "", after: str = "", limit: int = 100) -> list[StoredLog]:
        """Logs of a kind whose ids begin with `prefix`, in the order of their ids, those behind the id `after`."""

    async def count(self, kind: str) -> int: ...

    async def events(self, log_id: str, since: int = 0) -> list[StoredEvent]:
        """The events behind number `since`, in their order; none if there is no such log."""

    async def append(
        self, log_id: str, after: int, bodies: Sequence[str], *, key: str | None, at: float
    ) -> Appended | Repeated | Stale:
        """Add events behind number `after` (0: the log is empty): all or none, numbered without a gap. The key, if any,
        is kept with the first of them; that it is known already is told before anything else. However many write at
        once, from whichever process, one of them is first. Raises `NoSuchLogError`."""

    async def rewrite(self, log_id: str, bodies: Mapping[int, str], *, setup: str | None = None) -> None:
        """Put other bodies in the place of these, by their numbers, and perhaps another setup, all or none: for what
        has to be forgotten. What the store can see to is then not left on its disk either."""

    # --- who may do what ----------------------------------------------------------------------------------------------

    async def right(self, log_id: str, secret: bytes) -> str | None:
        """What the secret of this hash allows in this log; None if nothing."""

    async def rights(self, log_id: str) -> list[Grant]:
        """All grants of a log, in the order of their bodies."""

    async def grant(self, log_id: str, grant: Grant) -> None:
        """From now on; an earlier grant to the same secret is replaced. Raises `NoSuchLogError`."""

    async def revoke(self, log_id: str, secret: bytes) -> bool:
        """From now on this secret allows nothing: whether it allowed something. Watchers hear of it."""

    # --- what ends ----------------------------------------------------------------------------------------------------

    async def keep(self, thing: KeptItem, *, is_new: bool = False, of: str | None = None) -> bool:
        """Keep it in the place of what was kept under its name. With `is_new` only if there was nothing (another
        account of that name): else False, and nothing is done; asked again in the same words it is True again. Where
        it is something of a log, watchers are told as of a grant."""

    async def kept(self, kind: str, thing_id: str) -> KeptItem | None:
        """It, unless its end has come."""

    async def all_kept(self, kind: str, prefix: str = "") -> list[KeptItem]:
        """All of a kind that have not ended and whose names begin with `prefix`, in the order of their names."""

    async def drop(self, kind: str, thing_id: str) -> bool:
        """Whether it was there. Of many who drop the same at once one is told so: what is good once is used by it."""

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        """Whether `holder` has this name to himself for so many seconds from now, by the store's clock. He asks again
        to go on; others have it when the time is over, or when he asks for 0 seconds and so gives it back."""

    # --- the whole ----------------------------------------------------------------------------------------------------

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Call this, in the event loop that runs now, whenever a log has grown or its grants have changed, by whichever
        process, this one too. A change is told at least once, after it can be read; nothing is told of new logs that
        are empty. Returns what ends it."""

    async def check(self) -> None:
        """Whether an event could be stored now: something is written. Raises `NotStoredError` if not."""

    async def forget(
        self, kind: str, *, before: float, most: int, prefix: str = "", without: str | None = None
    ) -> list[str]:
        """Forget up to `most` logs of this kind whose ids begin with `prefix`, with all that belongs to them, if their
        last event, or where there is none their beginning, is older than `before`: which ones they were. `without`
        spares every log with an event that has this text in it. Kept things that have ended go too."""
