"""Read, back up or fill a SQLite store."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import check_can_create, os_error_text
from carrom.server.stores.contents import Row, StoreContents, StoreFiller
from carrom.server.stores.sqlite import SqliteStore, lock_path
from carrom.server.stores.sqlite_file import VERSION, check_integrity, lock_file

_PAGES = 256
ShowProgress = Callable[[int, int], None]


@contextmanager
def read_sqlite(path: Path) -> Iterator[StoreContents]:
    """While a server writes; older files are migrated first."""
    with _reading(path) as connection:
        yield StoreContents(connection.execute)


def back_up_sqlite(path: Path, copy: Path, show: ShowProgress) -> None:
    """All or nothing, while a server goes on."""
    check_can_create(copy)
    with _reading(path) as source, _new_file(copy) as fresh, closing(sqlite3.connect(fresh)) as target:
        source.backup(target, pages=_PAGES, progress=lambda _, left, all: show(all - left, all))
        target.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def fill_sqlite(path: Path) -> Iterator[StoreFiller]:
    """A new file or an empty store; appears only on success."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if path.exists():
        with read_sqlite(path) as there:
            if not there.is_empty():
                raise CarromError("store-not-empty", f"{path} is not empty")
        SqliteStore(path).create_or_migrate()
    with _new_file(path) as fresh:
        SqliteStore(fresh).create_or_migrate()
        with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")

            def add(table: str, columns: tuple[str, ...], rows: Iterable[Row]) -> None:
                marks = ", ".join("?" * len(columns))
                connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)

            yield StoreFiller(add, StoreContents(connection.execute))
            connection.execute("COMMIT")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def is_sqlite_in_use(path: Path) -> bool:
    try:
        lock_file(lock_path(path)).close()
    except (CarromError, OSError):
        return True
    return False


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    if not path.is_file():
        raise CarromError("no-store", f"there is no store at {path}")
    try:
        if _version(path) < VERSION:
            SqliteStore(path).create_or_migrate()
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA wal_autocheckpoint = 0")
            connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            connection.execute("SELECT 1 FROM logs LIMIT 1").fetchall()
            check_integrity(connection, str(path), is_patient=True)
            yield connection
    except sqlite3.Error as error:
        raise CarromError("store-unusable", f"{path} cannot be read as a store: {error}") from None


def _version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        tables = "SELECT 1 FROM sqlite_master WHERE name IN ('logs', 'matches')"
        if not connection.execute(tables).fetchall():
            raise CarromError("not-a-store", f"{path} is no store of carrom's")
    if version > VERSION:
        raise CarromError(
            "later-version", f"{path} was written by a later version of carrom (its form is {version}): use that"
        )
    return int(version)


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """Replaces the file at the end; failures leave nothing."""
    fresh = path.with_name(f"{path.name}.part")
    try:
        _remove(fresh)
        os.close(os.open(fresh, os.O_CREAT | os.O_RDWR, 0o600))
        yield fresh
        with fresh.open("rb+") as whole:
            os.fsync(whole.fileno())
        os.replace(fresh, path)
    except OSError as error:
        raise CarromError("file-unwritable", f"{path} cannot be written: {os_error_text(error)}") from None
    except sqlite3.Error as error:
        raise CarromError("file-unwritable", f"{path} cannot be written: {error}") from None
    finally:
        _remove(fresh)


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal", ".lock"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + ending).unlink()
