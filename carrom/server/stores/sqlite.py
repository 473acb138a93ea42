"""A store in one SQLite file, for one process.

Acknowledged events are on disk: write-ahead log, `synchronous=FULL`. One thread commits all waiting jobs together.
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

T = TypeVar("T")
_Work = Callable[[sqlite3.Connection], Any]
_LAST = "\U0010ffff"
"""Sorts after any suffix."""
_PROBE_BYTES = 32 * 1024
"""Size of the write that tries whether an event and its index pages would fit."""
_ADD = "INSERT INTO events (log, seq, key, at, body) VALUES (?, ?, ?, ?, ?)"
_ADD_BEHIND = """
INSERT INTO events (log, seq, key, at, body) SELECT :log, :after + 1, :key, :at, :body
WHERE :after = 0 OR EXISTS (SELECT 1 FROM events WHERE log = :log AND seq = :after)"""


@dataclass(slots=True)
class Append:
    """Append events to a log, in few statements: each releases the interpreter lock."""

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
        """A failed statement leaves nothing: no savepoint."""
        return len(self.bodies) == 1

    def _add_first(self, connection: sqlite3.Connection) -> bool:
        """The table's keys ensure unique numbers and keys in an existing log."""
        row = {"log": self.log, "after": self.after, "key": self.key, "at": self.at, "body": self.bodies[0]}
        try:
            return connection.execute(_ADD_BEHIND, row).rowcount == 1
        except sqlite3.IntegrityError:
            return False

    def _explain(self, connection: sqlite3.Connection) -> Appended | Repeated | Stale:
        """A known key comes first."""
        if self.key is not None:
            sql = "SELECT seq FROM events WHERE log = ? AND key = ?"
            row = connection.execute(sql, (self.log, self.key)).fetchone()
            if row is not None:
                return Repeated(row[0])
        (last,) = connection.execute("SELECT coalesce(max(seq), 0) FROM events WHERE log = ?", (self.log,)).fetchone()
        if not last and not connection.execute("SELECT 1 FROM logs WHERE id = ?", (self.log,)).fetchone():
            raise NoSuchLogError(self.log)
        return Appended(last) if last == self.after and not self.bodies else Stale(last)


_LOG = "SELECT id, kind, created, setup FROM logs"
_OLD_LOGS = """
SELECT id FROM logs WHERE kind = :kind AND created < :before AND id >= :prefix AND id < :end
AND coalesce((SELECT max(at) FROM events WHERE log = id), created) < :before
AND (:without IS NULL OR NOT EXISTS (SELECT 1 FROM events WHERE log = id AND instr(body, :without)))
ORDER BY created LIMIT :most
"""


class SqliteStore:
    """A lock file excludes other servers."""

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
            # Others must not read everyone's matches.
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            self.path.chmod(0o600)
            is_whole = self._check_unopened()
            self._connection = connect_exclusively(self.path)
            if not is_whole:
                check_integrity(self._connection, str(self.path))
            migrate_sqlite(self._connection, str(self.path))
            self._scrubbing = Scrubber(self._connection, self.path)
            self._scrubbing.finish_scrub()
        except OSError as error:
            self._release()
            raise CarromError("store-unusable", f"{self.path} cannot be opened: {error.strerror or error}") from None
        except sqlite3.Error as error:
            self._release()
            raise CarromError("store-unusable", f"{self.path} cannot be used as a store: {error}") from None
        except CarromError:
            self._release()
            raise
        self._jobs = BatchThread(str(self.path), self._commit, sqlite3.Error)

    def _check_unopened(self) -> bool:
        """Do not change a byte. Return False if a crash left a write-ahead log."""
        if not self.path.stat().st_size:
            return False
        read_only = f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
        left = self.path.with_name(f"{self.path.name}-wal")
        is_left = left.exists() and left.stat().st_size > 0
        with closing(sqlite3.connect(read_only, uri=True)) as connection:
            try:
                sqlite_version(connection, str(self.path))
            except sqlite3.DatabaseError:
                # The log has missing pages.
                if not is_left:
                    raise
            if is_left:
                return False
            check_integrity(connection, str(self.path))
            return True

    def open_alongside_server(self) -> None:
        """Open without lock or migration."""
        try:
            self._connection = connect_sqlite(self.path)
        except sqlite3.Error as error:
            raise CarromError("store-unusable", f"{self.path} cannot be used as a store: {error}") from None
        self._scrubbing = Scrubber(self._connection, self.path)
        self._jobs = BatchThread(str(self.path), self._commit, sqlite3.Error)

    def create_or_migrate(self) -> None:
        self.open()
        self.close()

    def close(self) -> None:
        if self._jobs is not None:
            self._jobs.close()
            self._jobs = None
        self._release()

    def _release(self) -> None:
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
            self._note_erasure(is_requested=True)

        await self._ask(work, lambda _: LogChange(log_id, REWRITTEN))

    # --- grants -------------------------------------------------------------------------------------------------------

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
            except sqlite3.IntegrityError:  # its only foreign key is the log
                raise NoSuchLogError(log_id) from None

        await self._ask(work, lambda _: LogChange(log_id))

    async def revoke(self, log_id: str, secret: bytes) -> bool:
        sql = "DELETE FROM grants WHERE log = ? AND secret = ?"
        return await self._ask(
            lambda connection: connection.execute(sql, (log_id, secret)).rowcount > 0,
            lambda done: LogChange(log_id) if done else None,
        )

    # --- items --------------------------------------------------------------------------------------------------------

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

    # --- changes and upkeep -------------------------------------------------------------------------------------------

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        return self._watchers.add(watcher)

    async def check(self) -> None:
        # There may be less room than an event needs.
        padding = f"{time.time()} {'.' * _PROBE_BYTES}"
        await self._ask(lambda connection: connection.execute("UPDATE checked SET at = ?", (padding,)))

    async def forget(
        self, kind: str, *, before: float, most: int, prefix: str = "", without: str | None = None
    ) -> list[str]:
        def work(connection: sqlite3.Connection) -> list[str]:
            values = {"kind": kind, "before": before, "most": most, "without": without}
            rows = connection.execute(_OLD_LOGS, {**values, "prefix": prefix, "end": prefix + _LAST}).fetchall()
            for table in ("events", "grants"):
                connection.executemany(f"DELETE FROM {table} WHERE log = ?", rows)
            connection.executemany("DELETE FROM logs WHERE id = ?", rows)
            connection.execute("DELETE FROM kept WHERE until < ?", (time.time(),))
            if rows:
                self._note_erasure(is_requested=bool(prefix))
            return [log for (log,) in rows]

        return await self._ask(work)

    def _note_erasure(self, *, is_requested: bool) -> None:
        if self._scrubbing is not None:
            self._scrubbing.note(is_requested=is_requested)

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
        """Settle jobs after their commit."""
        connection = self._connection
        assert connection is not None
        assert self._scrubbing is not None
        outcomes = _outcomes(connection, jobs)
        self._scrubbing.run()
        changes = [job.settle(outcome) for job, outcome in zip(jobs, outcomes, strict=True)]
        self._watchers.notify([change for change in changes if change is not None])


def lock_path(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def _outcomes(connection: sqlite3.Connection, jobs: Sequence[StoreJob[_Work]]) -> list[Any]:
    try:
        with connection:  # commits, or rolls back on a full disk
            connection.execute("BEGIN IMMEDIATE")
            return [_attempt(connection, job.work) for job in jobs]
    except sqlite3.Error as error:
        if len(jobs) > 1 and is_out_of_room(error):  # readers still get answers
            return [outcome for job in jobs for outcome in _outcomes(connection, [job])]
        return [error] * len(jobs)


def _attempt(connection: sqlite3.Connection, work: _Work) -> Any:
    """Undo only a failed job's changes."""
    if isinstance(work, Append) and work.is_one_statement:
        return _attempt_statement(connection, work)
    connection.execute("SAVEPOINT job")
    try:
        outcome = work(connection)
    except Exception as error:
        if not connection.in_transaction:
            raise
        connection.execute("ROLLBACK TO job")
        outcome = _explain_error(error)
    connection.execute("RELEASE job")
    return outcome


def _attempt_statement(connection: sqlite3.Connection, work: Append) -> Any:
    try:
        return work(connection)
    except Exception as error:
        if not connection.in_transaction:
            raise
        return error


def _explain_error(error: Exception) -> Exception:
    """Undecodable text is `store-damaged`."""
    if isinstance(error, sqlite3.OperationalError) and "decode to UTF-8" in str(error):
        return CarromError("store-damaged", "what is stored here is damaged: a text in it cannot be read")
    return error


def _find_kept(connection: sqlite3.Connection, kind: str, thing_id: str) -> KeptItem | None:
    sql = "SELECT kind, id, body, until FROM kept WHERE kind = ? AND id = ? AND coalesce(until > ?, TRUE)"
    row = connection.execute(sql, (kind, thing_id, time.time())).fetchone()
    return None if row is None else KeptItem(*row)
