"""The server's memory in one SQLite file: the store of a laptop, a club, a hall.

An event that `append` has returned for is on the disk: write-ahead log, `synchronous=FULL`. One thread writes, and
commits whatever has gathered while the last commit ran as one transaction, so that durability costs little under load.
One process has the file to itself; what it leases out and whom it tells of changes are therefore its own affair.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeVar

from carrom.base.errors import CarromError
from carrom.server.stores.batching import BatchThread, StoreJob, Watchers
from carrom.server.stores.sqlite_file import (
    Scrubber,
    check_integrity,
    connect_exclusively,
    connect_sqlite,
    is_out_of_room,
    lock_file,
    migrate_sqlite,
    sqlite_version,
)
from carrom.server.stores.store import (
    REWRITTEN,
    Appended,
    Grant,
    KeptItem,
    LogChange,
    NoSuchLogError,
    Repeated,
    Stale,
    StoredEvent,
    StoredLog,
    Watcher,
)

_ADD = "INSERT INTO events (log, seq, key, at, body) VALUES (?, ?, ?, ?, ?)"
_ADD_BEHIND = """
INSERT INTO events (log, seq, key, at, body) SELECT :log, :after + 1, :key, :at, :body
WHERE :after = 0 OR EXISTS (SELECT 1 FROM events WHERE log = :log AND seq = :after)"""


@dataclass(slots=True)
class Append:
    """What `Store.append` is asked for."""

    log: str
    after: int
    bodies: Sequence[str]
    key: str | None
    at: float

    def __call__(self, connection: sqlite3.Connection) -> Appended | Repeated | Stale:
        if not self.bodies or not self._add_first(connection):
            return self._explain(connection)
        if len(self.bodies) > 1:
            rest = enumerate(self.bodies[1:], self.after + 2)
            connection.executemany(_ADD, [(self.log, seq, None, self.at, body) for seq, body in rest])
        return Appended(self.after + len(self.bodies))

    @property
    def is_one_statement(self) -> bool:
        """Whether nothing of it stays if it fails, as of nearly everything while people play."""
        return len(self.bodies) == 1

    def _add_first(self, connection: sqlite3.Connection) -> bool:
        """Whether it is there now. The keys of the table see to it that there is such a log, and that nobody's number
        or key is used twice."""
        row = {"log": self.log, "after": self.after, "key": self.key, "at": self.at, "body": self.bodies[0]}
        try:
            return connection.execute(_ADD_BEHIND, row).rowcount == 1
        except sqlite3.IntegrityError:
            return False

    def _explain(self, connection: sqlite3.Connection) -> Appended | Repeated | Stale:
        """Why not. That its key is known is told before anything else."""
        if self.key is not None:
            sql = "SELECT seq FROM events WHERE log = ? AND key = ?"
            row = connection.execute(sql, (self.log, self.key)).fetchone()
            if row is not None:
                return Repeated(row[0])
        (last,) = connection.execute("SELECT coalesce(max(seq), 0) FROM events WHERE log = ?", (self.log,)).fetchone()
        if not last and not connection.execute("SELECT 1 FROM logs WHERE id = ?", (self.log,)).fetchone():
            raise NoSuchLogError(self.log)
        return Appended(last) if last == self.after and not self.bodies else Stale(last)


T = TypeVar("T")
_Work = Callable[[sqlite3.Connection], Any]
_LOG = "SELECT id, kind, created, setup FROM logs"
_OLD_LOGS = """
SELECT id FROM logs WHERE kind = :kind AND created < :before AND id >= :prefix AND id < :end
AND coalesce((SELECT max(at) FROM events WHERE log = id), created) < :before
AND (:without IS NULL OR NOT EXISTS (SELECT 1 FROM events WHERE log = id AND instr(body, :without)))
ORDER BY created LIMIT :most
"""
_LAST = "\U0010ffff"
"""Behind every name that begins alike."""

_AS_AN_EVENT = 32 * 1024
"""Bytes: more than an event takes, with the pages of its table and its indices."""


class SqliteStore:
    """A store in one file. A lock beside it keeps a second server away."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[bytes] | None = None
        self._connection: sqlite3.Connection | None = None
        self._scrubbing: Scrubber | None = None
        self._jobs: BatchThread[_Work] | None = None
        self._watchers = Watchers()
        self._leases: dict[str, tuple[str, float]] = {}

    def open(self) -> None:
        if self._jobs is not None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = lock_file(lock_path(self.path))
            # Everybody's matches are in it: it is read by its owner alone, and so are the files that SQLite adds.
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            self.path.chmod(0o600)
            is_whole = self._look_first()
            self._connection = connect_exclusively(self.path)
            if not is_whole:
                check_integrity(self._connection, str(self.path))
            migrate_sqlite(self._connection, str(self.path))
            self._scrubbing = Scrubber(self._connection, self.path)
            self._scrubbing.finish_scrub()
        except OSError as error:
            self._let_go()
            raise CarromError("store-unusable", f"{self.path} cannot be opened: {error.strerror or error}") from None
        except sqlite3.Error as error:
            self._let_go()
            raise CarromError("store-unusable", f"{self.path} cannot be used as a store: {error}") from None
        except CarromError:
            self._let_go()
            raise
        self._jobs = BatchThread(str(self.path), self._commit, sqlite3.Error)

    def _look_first(self) -> bool:
        """Whether the file is whole, where that can be known without writing to it: what is refused has not one byte
        changed. What a server that died has left beside it is read by who writes alone."""
        if not self.path.stat().st_size:
            return False
        read_only = f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
        left = self.path.with_name(f"{self.path.name}-wal")
        is_left = left.exists() and left.stat().st_size > 0
        with closing(sqlite3.connect(read_only, uri=True)) as connection:
            try:
                sqlite_version(connection, str(self.path))
            except sqlite3.DatabaseError:
                # Killed while it moved its log into the file, or out of room: what the file lacks is in the log still.
                if not is_left:
                    raise
            if is_left:
                return False
            check_integrity(connection, str(self.path))
            return True

    def open_alongside_server(self) -> None:
        """For a word or two while a server has the file: without its lock, and nothing is brought up to date."""
        try:
            self._connection = connect_sqlite(self.path)
        except sqlite3.Error as error:
            raise CarromError("store-unusable", f"{self.path} cannot be used as a store: {error}") from None
        self._scrubbing = Scrubber(self._connection, self.path)
        self._jobs = BatchThread(str(self.path), self._commit, sqlite3.Error)

    def create_or_migrate(self) -> None:
        """Make the file, or bring it up to date; what SQLite has beside it goes into it."""
        self.open()
        self.close()

    def close(self) -> None:
        if self._jobs is not None:
            self._jobs.close()
            self._jobs = None
        self._let_go()

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # --- logs ---------------------------------------------------------------------------------------------------------

    async def create(self, log: StoredLog, grants: Sequence[Grant] = ()) -> bool:
        def work(connection: sqlite3.Connection) -> bool:
            row = (log.id, log.kind, log.created, log.setup)
            sql = "INSERT INTO logs (id, kind, created, setup) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
            if not connection.execute(sql, row).rowcount:
                return bool(connection.execute(f"{_LOG} WHERE id = ?", (log.id,)).fetchone() == row)
            rows = [(log.id, grant.secret, grant.body) for grant in grants]
            connection.executemany("INSERT INTO grants (log, secret, body) VALUES (?, ?, ?)", rows)
            return True

        return await self._ask(work)

    async def log(self, log_id: str) -> StoredLog | None:
        rows = await self._rows(f"{_LOG} WHERE id = ?", log_id)
        return StoredLog(*rows[0]) if rows else None

    async def logs(self, kind: str, *, prefix: str = "", after: str = "", limit: int = 100) -> list[StoredLog]:
        sql = f"{_LOG} WHERE kind = ? AND id > ? AND id >= ? AND id < ? ORDER BY id LIMIT ?"
        return [StoredLog(*row) for row in await self._rows(sql, kind, after, prefix, prefix + _LAST, limit)]

    async def count(self, kind: str) -> int:
        rows = await self._rows("SELECT count(*) FROM logs WHERE kind = ?", kind)
        return int(rows[0][0])

    async def events(self, log_id: str, since: int = 0) -> list[StoredEvent]:
        sql = "SELECT seq, at, body, key FROM events WHERE log = ? AND seq > ? ORDER BY seq"
        return [StoredEvent(*row) for row in await self._rows(sql, log_id, since)]

    async def append(
        self, log_id: str, after: int, bodies: Sequence[str], *, key: str | None, at: float
    ) -> Appended | Repeated | Stale:
        work = Append(log_id, after, bodies, key, at)
        return await self._ask(work, lambda done: LogChange(log_id, done.seq) if isinstance(done, Appended) else None)

    async def rewrite(self, log_id: str, bodies: Mapping[int, str], *, setup: str | None = None) -> None:
        rows = [(body, log_id, seq) for seq, body in bodies.items()]

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany("UPDATE events SET body = ? WHERE log = ? AND seq = ?", rows)
            if setup is not None:
                connection.execute("UPDATE logs SET setup = ? WHERE id = ?", (setup, log_id))
            self._erased(is_asked=True)

        await self._ask(work, lambda _: LogChange(log_id, REWRITTEN))

    # --- who may do what ----------------------------------------------------------------------------------------------

    async def right(self, log_id: str, secret: bytes) -> str | None:
        rows = await self._rows("SELECT body FROM grants WHERE log = ? AND secret = ?", log_id, secret)
        return rows[0][0] if rows else None

    async def rights(self, log_id: str) -> list[Grant]:
        sql = "SELECT secret, body FROM grants WHERE log = ? ORDER BY body, secret"
        return [Grant(*row) for row in await self._rows(sql, log_id)]

    async def grant(self, log_id: str, grant: Grant) -> None:
        def work(connection: sqlite3.Connection) -> None:
            sql = "INSERT OR REPLACE INTO grants (log, secret, body) VALUES (?, ?, ?)"
            try:
                connection.execute(sql, (log_id, grant.secret, grant.body))
            except sqlite3.IntegrityError:  # there is nothing else that it refers to
                raise NoSuchLogError(log_id) from None

        await self._ask(work, lambda _: LogChange(log_id))

    async def revoke(self, log_id: str, secret: bytes) -> bool:
        sql = "DELETE FROM grants WHERE log = ? AND secret = ?"
        return await self._ask(
            lambda connection: connection.execute(sql, (log_id, secret)).rowcount > 0,
            lambda done: LogChange(log_id) if done else None,
        )

    # --- what ends ----------------------------------------------------------------------------------------------------

    async def keep(self, thing: KeptItem, *, is_new: bool = False, of: str | None = None) -> bool:
        row = (thing.kind, thing.id, thing.body, thing.until)

        def work(connection: sqlite3.Connection) -> bool:
            if is_new and (found := _find_kept(connection, thing.kind, thing.id)) is not None:
                return found == thing
            connection.execute("INSERT OR REPLACE INTO kept (kind, id, body, until) VALUES (?, ?, ?, ?)", row)
            return True

        return await self._ask(work, lambda done: LogChange(of) if done and of is not None else None)

    async def kept(self, kind: str, thing_id: str) -> KeptItem | None:
        return await self._ask(lambda connection: _find_kept(connection, kind, thing_id))

    async def all_kept(self, kind: str, prefix: str = "") -> list[KeptItem]:
        sql = """SELECT kind, id, body, until FROM kept
                 WHERE kind = ? AND id >= ? AND id < ? AND coalesce(until > ?, TRUE) ORDER BY id"""
        return [KeptItem(*row) for row in await self._rows(sql, kind, prefix, prefix + _LAST, time.time())]

    async def drop(self, kind: str, thing_id: str) -> bool:
        sql = "DELETE FROM kept WHERE kind = ? AND id = ? RETURNING coalesce(until > ?, TRUE)"
        return bool(await self._rows(sql, kind, thing_id, time.time()) == [(1,)])

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        now = time.monotonic()
        has_it, until = self._leases.get(name, (holder, now))
        if has_it != holder and until > now:
            return False
        if seconds > 0:
            self._leases[name] = holder, now + seconds
        else:
            self._leases.pop(name, None)
        return True

    # --- the whole ----------------------------------------------------------------------------------------------------

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        return self._watchers.add(watcher)

    async def check(self) -> None:
        # As much as an event and what it changes beside itself: a disk that is nearly full has room for less.
        said = f"{time.time()} {'.' * _AS_AN_EVENT}"
        await self._ask(lambda connection: connection.execute("UPDATE checked SET at = ?", (said,)))

    async def forget(
        self, kind: str, *, before: float, most: int, prefix: str = "", without: str | None = None
    ) -> list[str]:
        def work(connection: sqlite3.Connection) -> list[str]:
            asked = {"kind": kind, "before": before, "most": most, "without": without}
            rows = connection.execute(_OLD_LOGS, {**asked, "prefix": prefix, "end": prefix + _LAST}).fetchall()
            for table in ("events", "grants"):
                connection.executemany(f"DELETE FROM {table} WHERE log = ?", rows)
            connection.executemany("DELETE FROM logs WHERE id = ?", rows)
            connection.execute("DELETE FROM kept WHERE until < ?", (time.time(),))
            if rows:
                self._erased(is_asked=bool(prefix))  # those of one tournament, and not all that are old
            return [log for (log,) in rows]

        return await self._ask(work)

    def _erased(self, *, is_asked: bool) -> None:
        if self._scrubbing is not None:
            self._scrubbing.note(is_asked=is_asked)

    async def _rows(self, sql: str, *values: str | float | bytes) -> list[tuple[Any, ...]]:
        return await self._ask(lambda connection: connection.execute(sql, values).fetchall())

    async def _ask(
        self, work: Callable[[sqlite3.Connection], T], change: Callable[[T], LogChange | None] | None = None
    ) -> T:
        if self._jobs is None:
            raise CarromError("store-closed", "the store is closed")
        answer: T = await self._jobs.ask(StoreJob(work, change))
        return answer

    def _commit(self, jobs: list[StoreJob[_Work]]) -> None:
        """Do all this in one transaction; only then is anybody answered."""
        connection = self._connection
        assert connection is not None
        assert self._scrubbing is not None
        outcomes = _outcomes(connection, jobs)
        self._scrubbing.run()
        changes = [job.settle(outcome) for job, outcome in zip(jobs, outcomes, strict=True)]
        self._watchers.tell([change for change in changes if change is not None])


def lock_path(path: Path) -> Path:
    """The file whose lock says that a server uses this one."""
    return path.with_name(path.name + ".lock")


def _outcomes(connection: sqlite3.Connection, jobs: Sequence[StoreJob[_Work]]) -> list[Any]:
    """Run the jobs in one transaction if possible, and return the outcome of each."""
    try:
        with connection:  # it commits, and rolls back what could not be committed (a full disk)
            connection.execute("BEGIN IMMEDIATE")
            return [_attempt(connection, job.work) for job in jobs]
    except sqlite3.Error as error:  # nobody may believe his event is safe
        if len(jobs) > 1 and is_out_of_room(error):  # one by one, so that readers get their answers
            return [outcome for job in jobs for outcome in _outcomes(connection, [job])]
        return [error] * len(jobs)


def _attempt(connection: sqlite3.Connection, work: _Work) -> Any:
    """One job of a batch: if it fails, its own changes are undone and its neighbours' stay."""
    if isinstance(work, Append) and work.is_one_statement:
        return _attempt_one(connection, work)
    connection.execute("SAVEPOINT job")
    try:
        outcome = work(connection)
    except Exception as error:
        if not connection.in_transaction:
            raise  # the disk is full, and the whole batch was undone with it
        connection.execute("ROLLBACK TO job")
        outcome = _explain_error(error)
    connection.execute("RELEASE job")
    return outcome


def _attempt_one(connection: sqlite3.Connection, work: Append) -> Any:
    """The same for a single statement, of which nothing stays if it fails."""
    try:
        return work(connection)
    except Exception as error:
        if not connection.in_transaction:
            raise
        return error


def _explain_error(error: Exception) -> Exception:
    """A text that is none any more is the trouble of whoever asks for it: everything else can be read and stored."""
    if isinstance(error, sqlite3.OperationalError) and "decode to UTF-8" in str(error):
        return CarromError("store-damaged", "what is stored here is damaged: a text in it cannot be read")
    return error


def _find_kept(connection: sqlite3.Connection, kind: str, thing_id: str) -> KeptItem | None:
    sql = "SELECT kind, id, body, until FROM kept WHERE kind = ? AND id = ? AND coalesce(until > ?, TRUE)"
    row = connection.execute(sql, (kind, thing_id, time.time())).fetchone()
    return None if row is None else KeptItem(*row)
