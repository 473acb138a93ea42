"""Connections, schema migrations, change listener."""

import logging
import os
import select
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, LiteralString
from urllib.parse import urlsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from carrom.base.errors import CarromError
from carrom.server.stores.batching import StoreJob
from carrom.server.stores.store import LogChange

_log = logging.getLogger(__name__)
Rows = list[tuple[Any, ...]]
_CONNECTION_DEFAULTS: dict[str, Any] = {
    "application_name": "carrom",
    "connect_timeout": 5,
    "target_session_attrs": "read-write",  # of several hosts, the primary
    # Notice dead connections within ten seconds.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
_SETTINGS = """
SET statement_timeout = '10s'; SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '10s';
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
"""
"""Never wait long; always commit to disk."""
_PAUSE = 0.5
"""Seconds requests fail at once after a failed connection."""


@dataclass(frozen=True, slots=True)
class Query:
    """Batches are ordered by `place`, the lock they take, so that processes never deadlock. Parameter `again`: an
    earlier try may have arrived."""

    sql: LiteralString
    values: dict[str, Any]
    place: tuple[str, str] = ("", "")


def connection_info(address: str) -> str:
    try:
        given = conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        # libpq's message has the password.
        raise CarromError(
            "bad-database-address", "the address of the database cannot be read: postgresql://user@host:5432/name"
        ) from None
    if "@" in str(given.get("host", "")):
        raise CarromError(
            "bad-database-address", "the address of the database has an @ too many: in a password it is written %40"
        )
    return make_conninfo(**{**_CONNECTION_DEFAULTS, **given})


def shown_address(address: str) -> str:
    given = conninfo_to_dict(connection_info(address))
    port = f":{given['port']}" if "port" in given else ""
    return f"{urlsplit(address).scheme}://{given.get('host', '')}{port}/{given.get('dbname', '')}"


def connect_postgres(info: str) -> psycopg.Connection[Any]:
    connection: psycopg.Connection[Any] = psycopg.connect(info, autocommit=True)
    try:
        connection.execute(_SETTINGS)
    except psycopg.Error:
        connection.close()
        raise
    return connection


def error_line(error: psycopg.Error) -> str:
    """The message without libpq's hints."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


# --- connections ------------------------------------------------------------------------------------------------------


class PostgresConnection:
    """One thread's connection, reopened when lost."""

    def __init__(self, info: str) -> None:
        self._info = info
        self._connection: psycopg.Connection[Any] | None = None
        self._failure: tuple[float, psycopg.Error] | None = None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def cut(self) -> None:
        """Interrupt a request, from another thread."""
        connection = self._connection
        if connection is not None:
            with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as raw:
                raw.shutdown(socket.SHUT_RDWR)

    def run(self, jobs: Sequence[StoreJob[Query]]) -> list[Any]:
        """Rows or an error per job. Jobs share a transaction; if it fails, each runs alone. After a lost connection
        they are repeated once, and recognised if they had arrived."""
        queries = [job.work for job in jobs]
        problem: Exception | None = None
        for again in (False, True):
            try:
                return self._together(queries, again=again)
            except Exception as error:
                problem = error
            if self._connection is not None:  # nothing was committed
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
        connection = self._connected()
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

    def _connected(self) -> psycopg.Connection[Any]:
        if self._connection is None or self._connection.closed:
            if self._failure is not None and time.monotonic() - self._failure[0] < _PAUSE:
                raise self._failure[1].with_traceback(None)
            try:
                self._connection = connect_postgres(self._info)
                self._failure = None
            except psycopg.Error as error:
                self._connection = None
                self._failure = time.monotonic(), error
                raise
        return self._connection


def _is_lost(error: Exception) -> bool:
    """Whether a commit is in doubt; other errors mean a rollback."""
    if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
        return True
    if not isinstance(error, psycopg.OperationalError):
        return False
    return error.sqlstate is None or error.diag.severity_nonlocalized in ("FATAL", "PANIC")


def _roll_back(connection: psycopg.Connection[Any]) -> bool:
    try:
        connection.rollback()
    except psycopg.Error:
        return False
    return True


# --- the schema -------------------------------------------------------------------------------------------------------

CHANNEL = "carrom"
_MIGRATION_LOCK = 0x636172726F6D
_VERSIONS = (
    f"""
CREATE TABLE carrom.logs (
  id text COLLATE "C" PRIMARY KEY, kind text COLLATE "C" NOT NULL, created float8 NOT NULL, setup text NOT NULL);
CREATE INDEX logs_by_kind ON carrom.logs (kind, id);
CREATE INDEX logs_by_age ON carrom.logs (kind, created);
CREATE TABLE carrom.grants (
  log text COLLATE "C" NOT NULL REFERENCES carrom.logs ON DELETE CASCADE, secret bytea NOT NULL,
  body text COLLATE "C" NOT NULL, PRIMARY KEY (log, secret));
CREATE TABLE carrom.events (
  log text COLLATE "C" NOT NULL REFERENCES carrom.logs ON DELETE CASCADE, seq bigint NOT NULL, key text COLLATE "C",
  at float8 NOT NULL, body text NOT NULL, PRIMARY KEY (log, seq));
CREATE UNIQUE INDEX events_by_key ON carrom.events (log, key) WHERE key IS NOT NULL;
CREATE TABLE carrom.kept (
  kind text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, body text NOT NULL, until float8,
  PRIMARY KEY (kind, id));
CREATE TABLE carrom.leases (name text COLLATE "C" PRIMARY KEY, holder text NOT NULL, until timestamptz NOT NULL);
CREATE TABLE carrom.checked (at timestamptz NOT NULL);
INSERT INTO carrom.checked VALUES (now());

CREATE FUNCTION carrom.now() RETURNS float8 LANGUAGE sql VOLATILE AS 'SELECT extract(epoch FROM clock_timestamp())';

-- is_again: the connection was lost before the answer to the same question came. What had arrived is recognised.
CREATE FUNCTION carrom.append(
  the_log text, behind bigint, bodies text[], the_key text, the_time float8, is_again boolean,
  OUT outcome text, OUT number bigint
) LANGUAGE plpgsql AS $$
DECLARE
  written bigint := behind + cardinality(bodies);
BEGIN
  PERFORM 1 FROM carrom.logs WHERE id = the_log FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    outcome := 'no log'; RETURN;
  END IF;
  IF is_again AND bodies = (
    SELECT array_agg(body ORDER BY seq) FROM carrom.events WHERE log = the_log AND seq > behind AND seq <= written
    AND at = the_time AND key IS NOT DISTINCT FROM CASE seq WHEN behind + 1 THEN the_key END
  ) THEN
    outcome := 'appended'; number := written; RETURN;
  END IF;
  IF the_key IS NOT NULL THEN
    SELECT seq INTO number FROM carrom.events WHERE log = the_log AND key = the_key;
    IF FOUND THEN
      outcome := 'repeated'; RETURN;
    END IF;
  END IF;
  SELECT coalesce(max(seq), 0) INTO number FROM carrom.events WHERE log = the_log;
  IF number <> behind THEN
    outcome := 'stale'; RETURN;
  END IF;
  INSERT INTO carrom.events (log, seq, key, at, body)
    SELECT the_log, behind + place, CASE place WHEN 1 THEN the_key END, the_time, body
    FROM unnest(bodies) WITH ORDINALITY AS given (body, place);
  PERFORM pg_notify('{CHANNEL}', written || ' ' || the_log);
  outcome := 'appended'; number := written;
END $$;

-- Logs that somebody is writing to just now are left for another time.
CREATE FUNCTION carrom.forget(
  the_kind text, before float8, most integer, first_id text, last_id text, sparing text
) RETURNS SETOF text
LANGUAGE plpgsql AS $$
DECLARE
  old text;
BEGIN
  FOR old IN SELECT id FROM carrom.logs AS one WHERE kind = the_kind AND created < before
    AND id >= first_id AND id < last_id
    AND coalesce((SELECT max(at) FROM carrom.events WHERE log = one.id), created) < before
    AND (sparing IS NULL OR NOT EXISTS (
      SELECT 1 FROM carrom.events WHERE log = one.id AND position(sparing IN body) > 0))
    ORDER BY created LIMIT most FOR UPDATE SKIP LOCKED
  LOOP
    -- It is ours now: had somebody written to it in the moment before, its last event would be young.
    CONTINUE WHEN EXISTS (SELECT 1 FROM carrom.events WHERE log = old AND at >= before);
    DELETE FROM carrom.logs WHERE id = old;
    RETURN NEXT old;
  END LOOP;
  DELETE FROM carrom.kept WHERE until < carrom.now();
  DELETE FROM carrom.leases WHERE until < clock_timestamp() - interval '1 hour';
END $$;
""",
)


def migrate_postgres(connection: psycopg.Connection[Any], name: str) -> None:
    """Refuse a newer schema. One server migrates while others wait."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK,))
        version = _version(connection)
        if version > len(_VERSIONS):
            raise CarromError(
                "later-version", f"{name} was written by a later version of carrom (its form is {version}): use that"
            )
        if not version:
            connection.execute("CREATE SCHEMA IF NOT EXISTS carrom")
            connection.execute("CREATE TABLE carrom.version (number integer NOT NULL)")
            connection.execute("INSERT INTO carrom.version VALUES (0)")
        for number, script in enumerate(_VERSIONS[version:], version + 1):
            connection.execute(script.encode())
            connection.execute("UPDATE carrom.version SET number = %s", (number,))


def _version(connection: psycopg.Connection[Any]) -> int:
    (table,) = connection.execute("SELECT to_regclass('carrom.version') IS NOT NULL").fetchone() or (False,)
    if not table:
        return 0
    (number,) = connection.execute("SELECT number FROM carrom.version").fetchone() or (0,)
    return int(number)


_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 0.25


# --- changes ----------------------------------------------------------------------------------------------------------


class ChangeListener:
    """A thread that reports changes; after connecting, anything may have changed."""

    def __init__(self, info: str, name: str, notify: Callable[[list[LogChange]], None]) -> None:
        self._info = info
        self._name = name
        self._notify = notify
        self._wake, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._work, name="carrom-listening", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._wake.close()
        self._thread.join()
        self._woken.close()

    def _work(self) -> None:
        pause, is_logged = _FIRST_PAUSE, False
        while not self._is_closed(pause if is_logged else 0.0):
            try:
                with connect_postgres(self._info) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    pause, is_logged = _FIRST_PAUSE, False
                    self._notify([LogChange(None)])
                    self._listen(connection)
                    return
            except psycopg.Error as error:
                if not is_logged:
                    _log.warning("%s: what others write is not heard: %s", self._name, error_line(error))
                is_logged, pause = True, min(2 * pause, _LONGEST_PAUSE)

    def _listen(self, connection: psycopg.Connection[Any]) -> None:
        """Raise when the connection is lost."""
        while True:
            changes = [_change(notify.payload) for notify in connection.notifies(timeout=0)]
            self._notify(changes)
            ready, _, _ = select.select([connection.fileno(), self._woken.fileno()], [], [])
            if self._woken.fileno() in ready:
                return

    def _is_closed(self, wait: float) -> bool:
        return bool(select.select([self._woken], [], [], wait)[0])


def _change(payload: str) -> LogChange:
    number, _, log = payload.partition(" ")
    return LogChange(log, int(number))
