"""The server's memory: matches, their seats and their event logs in one SQLite file.

An event that `append` has returned for is on the disk: write-ahead log, `synchronous=FULL`. One thread writes, and
commits whatever has gathered while the last commit ran as one transaction, so that durability costs little under load.
"""

import asyncio
import errno
import json
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import IO, Any, TypeVar

from carrom.base.errors import CarromError
from carrom.server.stores.store import Appended, NotStoredError, Repeated, Stale, StoredEvent, StoredMatch

T = TypeVar("T")
_log = logging.getLogger(__name__)

_VERSIONS = (
    """
CREATE TABLE IF NOT EXISTS matches (id TEXT PRIMARY KEY, created REAL NOT NULL, setup TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (
  match TEXT NOT NULL REFERENCES matches (id), secret BLOB NOT NULL, seats TEXT NOT NULL,
  PRIMARY KEY (match, secret)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
  match TEXT NOT NULL REFERENCES matches (id), seq INTEGER NOT NULL, key TEXT, at REAL NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (match, seq)) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS events_by_key ON events (match, key);
""",
    """
CREATE TABLE checked (at REAL NOT NULL);
INSERT INTO checked VALUES (0);
CREATE INDEX matches_by_age ON matches (created);
""",
)
"""What makes a file of each version out of one of the version before it."""
_OLD = """
SELECT id FROM matches WHERE created < max(:all, :unplayed)
AND coalesce((SELECT max(at) FROM events WHERE match = id), created) < CASE
  WHEN EXISTS (SELECT 1 FROM events WHERE match = id AND instr(body, '"stroke"')) THEN :all
  ELSE max(:all, :unplayed) END
ORDER BY created LIMIT :most
"""
_MOST_IN_A_COMMIT = 256
_QUIET = 10.0
"""Seconds for which trouble with the disk is not told again."""


_Job = tuple[Callable[[sqlite3.Connection], Any], "Future[Any]"]


class SqliteStore:
    """A store in one file. A lock beside it keeps a second server away."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock: IO[bytes] | None = None
        self._told = -_QUIET

    def open(self) -> None:
        """Open the file, or make it; what is wrong with it is told in a sentence. Opened twice it is opened once."""
        if self._thread is not None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = _lock_file(self.path.with_name(self.path.name + ".lock"))
            # Everybody's matches are in it: it is read by its owner alone, and so are the files that SQLite adds.
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            self.path.chmod(0o600)
            with closing(self._connect()) as connection:
                self._bring_up_to_date(connection)
        except OSError as error:
            self._unlock()
            raise CarromError(f"{self.path} cannot be opened: {error.strerror or error}") from None
        except sqlite3.Error as error:
            self._unlock()
            raise CarromError(f"{self.path} cannot be used as a store of matches: {error}") from None
        except CarromError:
            self._unlock()
            raise
        self._thread = threading.Thread(target=self._write, name="carrom-store", daemon=True)
        self._thread.start()

    def _bring_up_to_date(self, connection: sqlite3.Connection) -> None:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > len(_VERSIONS):
            raise CarromError(f"{self.path} was written by a later version of carrom (its form is {version}): use that")
        for number, script in enumerate(_VERSIONS[version:], version + 1):
            connection.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def close(self) -> None:
        """Finish what is queued, then close the file."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None
        self._unlock()

    async def create(self, match: StoredMatch, seats: Sequence[tuple[bytes, tuple[str, ...]]]) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO matches VALUES (?, ?, ?)", (match.id, match.created, match.setup))
            rows = [(match.id, secret, json.dumps(names)) for secret, names in seats]
            connection.executemany("INSERT INTO seats VALUES (?, ?, ?)", rows)

        await self._ask(work)

    async def match(self, match_id: str) -> StoredMatch | None:
        rows = await self._rows("SELECT id, created, setup FROM matches WHERE id = ?", match_id)
        return StoredMatch(*rows[0]) if rows else None

    async def seats(self, match_id: str, secret: bytes) -> tuple[str, ...] | None:
        rows = await self._rows("SELECT seats FROM seats WHERE match = ? AND secret = ?", match_id, secret)
        return tuple(json.loads(rows[0][0])) if rows else None

    async def events(self, match_id: str, since: int = 0) -> list[StoredEvent]:
        sql = "SELECT seq, at, body, key FROM events WHERE match = ? AND seq > ? ORDER BY seq"
        return [StoredEvent(*row) for row in await self._rows(sql, match_id, since)]

    async def append(
        self, match_id: str, after: int, bodies: Sequence[str], *, key: str | None, at: float
    ) -> Appended | Repeated | Stale:
        """Add events behind number `after`; all or none. The key, if any, is kept with the first of them."""

        def work(connection: sqlite3.Connection) -> Appended | Repeated | Stale:
            if key is not None:
                sql = "SELECT seq FROM events WHERE match = ? AND key = ?"
                row = connection.execute(sql, (match_id, key)).fetchone()
                if row is not None:
                    return Repeated(row[0])
            sql = "SELECT coalesce(max(seq), 0) FROM events WHERE match = ?"
            (last,) = connection.execute(sql, (match_id,)).fetchone()
            if last != after:
                return Stale(last)
            rows = [
                (match_id, after + 1 + index, key if index == 0 else None, at, body)
                for index, body in enumerate(bodies)
            ]
            connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
            return Appended(after + len(rows))

        return await self._ask(work)

    async def count(self) -> int:
        rows = await self._rows("SELECT count(*) FROM matches")
        return int(rows[0][0])

    async def check(self) -> None:
        await self._ask(lambda connection: connection.execute("UPDATE checked SET at = ?", (time.time(),)))

    async def forget(self, *, unplayed: float, all: float, most: int) -> list[str]:
        def work(connection: sqlite3.Connection) -> list[str]:
            rows = connection.execute(_OLD, {"unplayed": unplayed, "all": all, "most": most}).fetchall()
            for table in ("events", "seats"):
                connection.executemany(f"DELETE FROM {table} WHERE match = ?", rows)
            connection.executemany("DELETE FROM matches WHERE id = ?", rows)
            return [match for (match,) in rows]

        return await self._ask(work)

    async def _rows(self, sql: str, *values: str | int | bytes) -> list[tuple[Any, ...]]:
        return await self._ask(lambda connection: connection.execute(sql, values).fetchall())

    async def _ask(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._thread is None:
            raise CarromError("the store is closed")
        answer: Future[T] = Future()
        answer.set_running_or_notify_cancel()  # it is seen through although whoever asked has gone away
        self._jobs.put((work, answer))
        try:
            return await asyncio.wrap_future(answer)
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            self._tell_trouble(error)
            raise NotStoredError(f"nothing can be stored just now: {error}") from None

    def _tell_trouble(self, error: sqlite3.Error) -> None:
        """One line in the log, not one for everybody who plays: it may be the same disk."""
        now = time.monotonic()
        if now - self._told > _QUIET:
            self._told = now
            _log.error("%s: nothing can be stored: %s", self.path, error)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _write(self) -> None:
        with closing(self._connect()) as connection:
            batch: list[_Job | None] = []
            while None not in batch:
                batch = [self._jobs.get()]
                batch += [self._jobs.get() for _ in range(min(self._jobs.qsize(), _MOST_IN_A_COMMIT - 1))]
                _commit(connection, [job for job in batch if job is not None])


def _commit(connection: sqlite3.Connection, jobs: list[_Job]) -> None:
    """Do all this in one transaction; only then is anybody answered."""
    try:
        with connection:  # it commits, and rolls back what could not be committed (a full disk)
            connection.execute("BEGIN IMMEDIATE")
            outcomes = [_attempt(connection, work) for work, _ in jobs]
    except sqlite3.Error as error:  # nobody may believe his event is safe
        outcomes = [(None, error)] * len(jobs)
    for (_, answer), (value, problem) in zip(jobs, outcomes, strict=True):
        if problem is None:
            answer.set_result(value)
        else:
            answer.set_exception(problem)


def _attempt(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], Any]) -> tuple[Any, Exception | None]:
    """One job of a batch: if it fails, its own changes are undone and its neighbours' stay."""
    connection.execute("SAVEPOINT job")
    try:
        outcome: tuple[Any, Exception | None] = work(connection), None
    except Exception as error:
        if not connection.in_transaction:
            raise  # the disk is full, and the whole batch was undone with it
        connection.execute("ROLLBACK TO job")
        outcome = None, error
    connection.execute("RELEASE job")
    return outcome


def _lock_file(path: Path) -> IO[bytes]:
    """Hold the lock file as long as the server runs; it falls with the process, however that ends."""
    lock = os.fdopen(os.open(path, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600), "ab")
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # a system without flock: one server per file is up to its owner there
        return lock
    except OSError as error:
        lock.close()
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            raise CarromError(f"{path.with_suffix('')} is in use by another carrom server") from None
        raise
    lock.truncate(0)
    lock.write(f"{os.getpid()} {time.time():.0f}\n".encode())
    lock.flush()
    return lock
