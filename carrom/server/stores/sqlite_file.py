"""SQLite files: connections, integrity, erased data, migrations, lock."""

import errno
import logging
import os
import sqlite3
import time
from contextlib import closing, suppress
from math import inf
from pathlib import Path
from typing import IO

from carrom.base.errors import CarromError

_log = logging.getLogger(__name__)
INTEGRITY_CHECK_SECONDS = 10.0
"""Enough for some gigabytes."""
_STEPS_PER_LOOK = 10_000
"""Steps of SQLite's virtual machine between looks at the clock."""
REWRITTEN_IN_PLAY_BYTES = 256 << 20
"""A file up to this size is rewritten right after an erasure, within two seconds."""
_PAUSE = 10.0
_SETTINGS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON")
_REWRITE_DUE = ("store", "scrub")
"""Kind and id of the mark that a file was too large to rewrite: the next start does it."""


# --- connecting -------------------------------------------------------------------------------------------------------


def connect_sqlite(path: Path) -> sqlite3.Connection:
    """Commits reach the disk, deleted data is overwritten."""
    return _connected(path, *_SETTINGS)


def connect_exclusively(path: Path) -> sqlite3.Connection:
    """Connect, even on a full disk: SQLite's index of the log is then kept in memory, and no other process can read."""
    try:
        return connect_sqlite(path)
    except sqlite3.OperationalError as error:
        if not is_out_of_room(error):
            raise
        connection = _connected(path, "locking_mode = EXCLUSIVE", *_SETTINGS)
        _log.warning("%s: the disk is full. No backup is made of it until the server has started with room there", path)
        return connection


def is_out_of_room(error: sqlite3.Error) -> bool:
    """Whether a write failed for want of room or by the disk, so that reading may still work."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)


def _connected(path: Path, *settings: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        for setting in settings:
            connection.execute(f"PRAGMA {setting}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def check_integrity(connection: sqlite3.Connection, name: str, *, is_patient: bool = False) -> None:
    """Check pages and rows; raise `CarromError` for damage. Files too large to check pass, unless `is_patient`."""
    end = time.monotonic() + (inf if is_patient else INTEGRITY_CHECK_SECONDS)
    connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS_PER_LOOK)
    try:
        problems = [text for (text,) in connection.execute("PRAGMA quick_check(1)")]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        _log.warning("%s is large: only a part of it was looked at. `carrom store check` looks at all of it", name)
        return
    finally:
        connection.set_progress_handler(None, 0)
    if problems != ["ok"]:
        detail = " ".join(" ".join(problems).split()).removeprefix("*** in database main *** ")
        raise CarromError(
            "store-damaged", f"{name} is damaged ({detail}): keep it as it is, and put the last backup in its place"
        )


# --- erased data ------------------------------------------------------------------------------------------------------


class Scrubber:
    """Removes erased data from the disk.

    Old pages stay in the write-ahead log, and split pages may keep moved data: after an erasure on request the file is
    rewritten.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection, self._path = connection, path
        self._is_due = self._is_requested = False
        self._not_before = 0.0

    def note(self, *, is_requested: bool) -> None:
        self._is_due, self._is_requested = True, self._is_requested or is_requested
        self._not_before = 0.0

    def run(self) -> None:
        """Scrub now, or later if the file is being read or the disk is full."""
        if not self._is_due or time.monotonic() < self._not_before:
            return
        self._not_before = time.monotonic() + _PAUSE
        try:
            if self._is_requested:
                self._rewrite()
            self._is_requested = False
            self._is_due = not self._truncate_log()
        except sqlite3.Error as error:
            _log.warning("%s: what was erased is still on the disk: %s", self._path, error)

    def finish_scrub(self) -> None:
        """Rewrite a file too large to rewrite in play."""
        if self._connection.execute("DELETE FROM kept WHERE kind = ? AND id = ? RETURNING 1", _REWRITE_DUE).fetchall():
            self._connection.execute("VACUUM")
            self._truncate_log()

    def _rewrite(self) -> None:
        if self._path.stat().st_size <= REWRITTEN_IN_PLAY_BYTES:
            self._connection.execute("VACUUM")
            return
        self._connection.execute("INSERT OR REPLACE INTO kept (kind, id, body) VALUES (?, ?, '{}')", _REWRITE_DUE)
        _log.warning("%s is large: it is written anew, for what was erased, when a server starts next", self._path)

    def _truncate_log(self) -> bool:
        self._connection.execute("PRAGMA busy_timeout = 0")
        try:
            (is_busy, _, _) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            self._connection.execute("PRAGMA busy_timeout = 5000")
        return not is_busy


# --- migrations -------------------------------------------------------------------------------------------------------

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
    # As fast for large files.
    """
ALTER TABLE matches RENAME TO logs;
ALTER TABLE logs ADD COLUMN kind TEXT NOT NULL DEFAULT 'match';
ALTER TABLE seats RENAME TO grants;
ALTER TABLE grants RENAME COLUMN match TO log;
ALTER TABLE grants RENAME COLUMN seats TO body;
ALTER TABLE events RENAME COLUMN match TO log;
DROP INDEX matches_by_age;
CREATE INDEX logs_by_age ON logs (kind, created);
CREATE TABLE kept (
  kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, until REAL, PRIMARY KEY (kind, id)) WITHOUT ROWID;
""",
)
VERSION = len(_VERSIONS)


def migrate_sqlite(connection: sqlite3.Connection, name: str) -> None:
    """Refuse a newer file."""
    version = sqlite_version(connection, name)
    for number, script in enumerate(_VERSIONS[version:], version + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")
    missing = sorted(_tables_due() - _tables_of(connection))
    if missing:
        detail = f"it has no table {' and no '.join(missing)}"
        raise CarromError(
            "store-damaged", f"{name} is damaged ({detail}): keep it as it is, and put the last backup in its place"
        )


def sqlite_version(connection: sqlite3.Connection, name: str) -> int:
    """Raise `CarromError` if it is newer."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise CarromError(
            "later-version", f"{name} was written by a later version of carrom (its form is {version}): use that"
        )
    return int(version)


def _tables_due() -> set[str]:
    with closing(sqlite3.connect(":memory:")) as empty:
        for script in _VERSIONS:
            empty.executescript(script)
        return _tables_of(empty)


def _tables_of(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


# --- the lock file ----------------------------------------------------------------------------------------------------


class StoreInUseError(CarromError):
    """Another server uses this file."""

    def __init__(self, text: str) -> None:
        super().__init__("in-use", text)


def lock_file(path: Path) -> IO[bytes]:
    """Lock until the file is closed or the process ends."""
    lock = os.fdopen(os.open(path, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600), "ab", buffering=0)
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # no flock: the owner runs one server per file
        return lock
    except OSError as error:
        lock.close()
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            raise StoreInUseError(f"{path.with_suffix('')} is in use by another carrom server") from None
        raise
    with suppress(OSError):
        lock.truncate(0)
        lock.write(f"{os.getpid()} {time.time():.0f}\n".encode())
    return lock
