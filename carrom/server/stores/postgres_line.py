"""One connection to PostgreSQL, made anew when it is lost, on which many questions are one round trip."""

import os
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, LiteralString
from urllib.parse import urlsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from carrom.base.errors import CarromError
from carrom.server.stores.gathering import Job

Rows = list[tuple[Any, ...]]
_WAYS: dict[str, Any] = {
    "application_name": "carrom",
    "connect_timeout": 5,
    "target_session_attrs": "read-write",  # of several hosts the one that can be written to
    # A line on which nothing comes any more is noticed within some ten seconds.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
_SETTINGS = """
SET statement_timeout = '10s'; SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '10s';
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
"""
"""Nobody waits for ever, or makes others wait; and what is answered for is on the disk, whatever the others here do."""
_PAUSE = 0.5
"""Seconds for which a database that cannot be reached is not tried again: who asks meanwhile hears it at once."""


@dataclass(frozen=True, slots=True)
class Query:
    """A statement that answers with rows. Those done together go by their places, which are what they lock: two
    processes never wait for each other. `again` is a parameter of all: whether an earlier try may have arrived."""

    sql: LiteralString
    values: dict[str, Any]
    place: tuple[str, str] = ("", "")


def connection_info(address: str) -> str:
    """What libpq is told, with our ways where the address has none of its own."""
    try:
        given = conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        # libpq would repeat what it cannot read, and with it the password.
        raise CarromError(
            "bad-database-address", "the address of the database cannot be read: postgresql://user@host:5432/name"
        ) from None
    if "@" in str(given.get("host", "")):
        raise CarromError(
            "bad-database-address", "the address of the database has an @ too many: in a password it is written %40"
        )
    return make_conninfo(**{**_WAYS, **given})


def shown_address(address: str) -> str:
    """The address for logs and people: without user and password."""
    given = conninfo_to_dict(connection_info(address))
    port = f":{given['port']}" if "port" in given else ""
    return f"{urlsplit(address).scheme}://{given.get('host', '')}{port}/{given.get('dbname', '')}"


def connect(info: str) -> psycopg.Connection[Any]:
    connection: psycopg.Connection[Any] = psycopg.connect(info, autocommit=True)
    try:
        connection.execute(_SETTINGS)
    except psycopg.Error:
        connection.close()
        raise
    return connection


def first_line(error: psycopg.Error) -> str:
    """What the database said, without what libpq guesses about it."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


class Line:
    """A connection for one thread."""

    def __init__(self, info: str) -> None:
        self._info = info
        self._connection: psycopg.Connection[Any] | None = None
        self._failure: tuple[float, psycopg.Error] | None = None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def cut(self) -> None:
        """From another thread: whoever waits on this line is to wait no longer."""
        connection = self._connection
        if connection is not None:
            with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
                line.shutdown(socket.SHUT_RDWR)

    def do(self, jobs: Sequence[Job[Query]]) -> list[Any]:
        """The outcome of each: rows, or an error. All in one transaction if that can be; where it cannot, each for
        itself, so that what is wrong with one is its own affair. If the connection is lost on the way they are asked
        once more on a new one, and what had arrived is recognised."""
        queries = [job.work for job in jobs]
        problem: Exception | None = None
        for again in (False, True):
            try:
                return self._together(queries, again=again)
            except Exception as error:
                problem = error
            if self._connection is not None:  # so nothing of it was done
                return [self._alone(query, again=again) for query in queries]
        return [problem] * len(queries)

    def _alone(self, query: Query, *, again: bool) -> Any:
        try:
            return self._together([query], again=again)[0]
        except (psycopg.DataError, UnicodeError):
            return CarromError(
                "text-not-storable", "this cannot be stored: a text has characters in it that no database takes"
            )
        except Exception as error:
            return error

    def _together(self, queries: list[Query], *, again: bool) -> list[Rows]:
        connection = self._at_hand()
        try:
            with connection.pipeline():
                connection.execute("BEGIN")
                cursors = [connection.execute(query.sql, {**query.values, "again": again}) for query in queries]
                connection.execute("COMMIT")
            return [cursor.fetchall() for cursor in cursors]
        except Exception as error:
            if _is_lost(error) or not _roll_back(connection):
                self.close()
            raise

    def _at_hand(self) -> psycopg.Connection[Any]:
        if self._connection is None or self._connection.closed:
            if self._failure is not None and time.monotonic() - self._failure[0] < _PAUSE:
                raise self._failure[1].with_traceback(None)
            try:
                self._connection = connect(self._info)
                self._failure = None
            except psycopg.Error as error:
                self._connection = None
                self._failure = time.monotonic(), error
                raise
        return self._connection


def _is_lost(error: Exception) -> bool:
    """Whether after this nobody knows what became of a commit: the line is cut, or the server ends it. Everything else
    that the server says of a transaction means that it was undone."""
    if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
        return True  # it has become the copy of another server, which is to be found
    if not isinstance(error, psycopg.OperationalError):
        return False
    return error.sqlstate is None or error.diag.severity_nonlocalized in ("FATAL", "PANIC")


def _roll_back(connection: psycopg.Connection[Any]) -> bool:
    try:
        connection.rollback()
    except psycopg.Error:
        return False
    return True
