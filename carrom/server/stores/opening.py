"""Choose a store by address."""

import os
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.server.stores.sqlite import SqliteStore
from carrom.server.stores.store import Store

STORE_FILE = "matches.sqlite"
"""The name dates from when there were only matches."""
_SCHEMES = ("postgresql://", "postgres://")


def store_at(where: str | Path) -> Store:
    """An unopened store for postgresql://…, a file, or a folder."""
    if is_database(where):
        try:
            from carrom.server.stores.postgres import PostgresStore
        except ModuleNotFoundError as error:
            text = f"the parts for PostgreSQL are not installed ({error.name}): pip install carrom[postgres]"
            raise CarromError("bad-database-address", text) from None
        return PostgresStore(str(where))
    if isinstance(where, str) and "://" in where:
        raise CarromError(
            "bad-database-address", f"a database's address begins with {_SCHEMES[0]}, a file has none of these signs"
        )
    path = Path(where)
    return SqliteStore(path / STORE_FILE if path.is_dir() else path)


def is_database(where: str | Path) -> bool:
    return str(where).startswith(_SCHEMES)


def database_from_environment() -> str | None:
    """CARROM_DATABASE: every user can read passwords in command lines."""
    return os.environ.get("CARROM_DATABASE") or None
