"""The SQLite file itself: how it is opened, whether it is whole, and that what was erased is not left in it."""

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
LOOKING = 10.0
"""Seconds for which a server that starts looks whether its file is whole: some gigabytes."""
_STEPS = 10_000
"""Of SQLite's machine, between two looks at the clock."""
AT_ONCE = 256 << 20
"""Bytes: a file up to this size is written anew whenever something is erased, while others wait a second or two."""
_PAUSE = 10.0
"""Seconds between two tries."""
_SETTINGS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON")
_DUE = ("store", "scrub")
"""Under what it is kept that a larger file is to be written anew, when a server starts next."""


def connect_sqlite(path: Path) -> sqlite3.Connection:
    """For the one who writes. Commits are on the disk, and what is deleted is overwritten."""
    return _connected(path, *_SETTINGS)


def connect_exclusively(path: Path) -> sqlite3.Connection:
    """Connect as the only process. This works on a full disk too: everything can be read, and writing goes on by itself
    once there is room. SQLite's index for other processes needs room, so without any it is kept in memory."""
    try:
        return connect_sqlite(path)
    except sqlite3.OperationalError as error:
        if not is_out_of_room(error):
            raise
        connection = _connected(path, "locking_mode = EXCLUSIVE", *_SETTINGS)
        _log.warning("%s: the disk is full. No backup is made of it until the server has started with room there", path)
        return connection


def is_out_of_room(error: sqlite3.Error) -> bool:
    """Whether this may be a full disk: what asks for none of it can still be done."""
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
    """Whether the pages of the file fit together, and its rows can be read: raises `CarromError` if not. A disk or a
    stick that fails does so without a word, and what was played on the rest of the file would be lost with it. A file
    too large for the time is believed as far as it was looked at."""
    end = time.monotonic() + (inf if is_patient else LOOKING)
    connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
    try:
        said = [text for (text,) in connection.execute("PRAGMA quick_check(1)")]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        _log.warning("%s is large: only a part of it was looked at. `carrom store check` looks at all of it", name)
        return
    finally:
        connection.set_progress_handler(None, 0)
    if said != ["ok"]:
        told = " ".join(" ".join(said).split()).removeprefix("*** in database main *** ")
        raise CarromError(
            "store-damaged", f"{name} is damaged ({told}): keep it as it is, and put the last backup in its place"
        )


class Scrubber:
    """Sees to it that nothing is left on the disk of what was erased.

    What is deleted is overwritten, but the old pages stay in SQLite's log until others take their place, and a page
    that was split keeps some of what has moved to its neighbour. Where somebody has asked to be forgotten, the file is
    therefore written anew."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection, self._path = connection, path
        self._is_due = self._is_asked = False
        self._not_before = 0.0

    def note(self, *, is_asked: bool) -> None:
        """Something is being erased: because somebody asked for it, or since its time was over."""
        self._is_due, self._is_asked = True, self._is_asked or is_asked
        self._not_before = 0.0

    def run(self) -> None:
        """After a commit. Where somebody reads the file just now, or the disk is full, it is tried again later."""
        if not self._is_due or time.monotonic() < self._not_before:
            return
        self._not_before = time.monotonic() + _PAUSE
        try:
            if self._is_asked:
                self._write_anew()
            self._is_asked = False
            self._is_due = not self._cut_log()
        except sqlite3.Error as error:
            _log.warning("%s: what was erased is still on the disk: %s", self._path, error)

    def finish_scrub(self) -> None:
        """At the start: what was too large to be done while people played."""
        if self._connection.execute("DELETE FROM kept WHERE kind = ? AND id = ? RETURNING 1", _DUE).fetchall():
            self._connection.execute("VACUUM")
            self._cut_log()

    def _write_anew(self) -> None:
        if self._path.stat().st_size <= AT_ONCE:
            self._connection.execute("VACUUM")
            return
        self._connection.execute("INSERT OR REPLACE INTO kept (kind, id, body) VALUES (?, ?, '{}')", _DUE)
        _log.warning("%s is large: it is written anew, for what was erased, when a server starts next", self._path)

    def _cut_log(self) -> bool:
        self._connection.execute("PRAGMA busy_timeout = 0")  # whoever reads takes his time, and nobody waits for him
        try:
            (is_busy, _, _) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            self._connection.execute("PRAGMA busy_timeout = 5000")
        return not is_busy


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
    # A match is one kind of log. Renamed, not copied: the largest file takes no longer than an empty one.
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
    """Make the file one of this version. One of a later version is refused, and left as it is."""
    version = sqlite_version(connection, name)
    for number, script in enumerate(_VERSIONS[version:], version + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")
    missing = sorted(_tables_due() - _tables_of(connection))
    if missing:
        told = f"it has no table {' and no '.join(missing)}"
        raise CarromError(
            "store-damaged", f"{name} is damaged ({told}): keep it as it is, and put the last backup in its place"
        )


def sqlite_version(connection: sqlite3.Connection, name: str) -> int:
    """The form of a file. Raises `CarromError` where it is a later one than is known here."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise CarromError(
            "later-version", f"{name} was written by a later version of carrom (its form is {version}): use that"
        )
    return int(version)


def _tables_due() -> set[str]:
    """The tables of a file of this version."""
    with closing(sqlite3.connect(":memory:")) as empty:
        for script in _VERSIONS:
            empty.executescript(script)
        return _tables_of(empty)


def _tables_of(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


class StoreInUseError(CarromError):
    """A server runs that has this file."""

    def __init__(self, text: str) -> None:
        super().__init__("in-use", text)


def lock_file(path: Path) -> IO[bytes]:
    """Hold the lock file as long as the server runs; it falls with the process, however that ends."""
    lock = os.fdopen(os.open(path, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600), "ab", buffering=0)
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # a system without flock: one server per file is up to its owner there
        return lock
    except OSError as error:
        lock.close()
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            raise StoreInUseError(f"{path.with_suffix('')} is in use by another carrom server") from None
        raise
    with suppress(OSError):  # who holds it is for people to read, and a full disk has no room for it
        lock.truncate(0)
        lock.write(f"{os.getpid()} {time.time():.0f}\n".encode())
    return lock
