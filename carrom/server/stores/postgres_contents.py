"""Read or fill a PostgreSQL store."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import sql

from carrom.base.errors import CarromError
from carrom.server.stores.contents import Row, StoreContents, StoreFiller
from carrom.server.stores.postgres import PostgresStore
from carrom.server.stores.postgres_connection import connect_postgres, connection_info, error_line, shown_address

_PATIENT = """
SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL search_path = carrom
"""


@contextmanager
def read_postgres(address: str) -> Iterator[StoreContents]:
    with _connected(address) as connection, connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        connection.execute(_PATIENT)
        yield StoreContents(_asking(connection))


@contextmanager
def fill_postgres(address: str) -> Iterator[StoreFiller]:
    """Fill in one transaction; refuses a store that is not empty."""
    with _connected(address) as connection, connection.transaction():
        connection.execute(_PATIENT)
        connection.execute("LOCK TABLE logs, kept IN EXCLUSIVE MODE")
        contents = StoreContents(_asking(connection))
        if not contents.is_empty():
            raise CarromError("store-not-empty", f"{shown_address(address)} is not empty")

        def add(table: str, columns: tuple[str, ...], rows: Iterable[Row]) -> None:
            names = sql.SQL(", ").join(map(sql.Identifier, columns))
            statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
            with connection.cursor().copy(statement) as copy:
                for row in rows:
                    copy.write_row(row)

        yield StoreFiller(add, contents)


def is_postgres_in_use(address: str) -> bool:
    with _connected(address) as connection:
        others = """SELECT 1 FROM pg_stat_activity
                    WHERE datname = current_database() AND application_name = 'carrom' AND pid <> pg_backend_pid()"""
        return bool(connection.execute(others).fetchall())


def _asking(connection: psycopg.Connection[Any]) -> Any:
    return lambda text, values: connection.execute(text.replace("?", "%s").encode(), values)


@contextmanager
def _connected(address: str) -> Iterator[psycopg.Connection[Any]]:
    store = PostgresStore(address)
    store.open()
    store.close()
    try:
        with connect_postgres(connection_info(address)) as connection:
            yield connection
    except psycopg.Error as error:
        raise CarromError("store-unusable", f"{store.name}: {error_line(error)}") from None
