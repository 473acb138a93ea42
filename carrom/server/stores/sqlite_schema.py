"""The forms that the SQLite file has had: what makes one of each version out of one of the version before it."""

import sqlite3
from contextlib import closing

from carrom.base.errors import CarromError

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


def bring_up_to_date(connection: sqlite3.Connection, name: str) -> None:
    """Make the file one of this version. One of a later version is refused, and left as it is."""
    version = version_of(connection, name)
    for number, script in enumerate(_VERSIONS[version:], version + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")
    missing = sorted(_tables_due() - _tables_of(connection))
    if missing:
        told = f"it has no table {' and no '.join(missing)}"
        raise CarromError(
            "store-damaged", f"{name} is damaged ({told}): keep it as it is, and put the last backup in its place"
        )


def version_of(connection: sqlite3.Connection, name: str) -> int:
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
