"""A store in PostgreSQL, for any number of servers.

Waiting requests share a transaction. `LISTEN` reports changes. After a lost connection requests are repeated, and
recognised if they had arrived.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, LiteralString

import psycopg

from carrom.base.errors import CarromError
from carrom.server.stores.batching import BatchThread, StoreJob, Watchers
from carrom.server.stores.postgres_connection import (
    CHANNEL,
    ChangeListener,
    PostgresConnection,
    Query,
    Rows,
    connect_postgres,
    connection_info,
    error_line,
    migrate_postgres,
    shown_address,
)
from carrom.server.stores.store import (
    REWRITTEN,
    Appended,
    Grant,
    KeptItem,
    NoSuchLogError,
    Repeated,
    Stale,
    StoredEvent,
    StoredLog,
    Watcher,
)

_log = logging.getLogger(__name__)
_READERS = 2
_LAST = "\U0010ffff"
"""Sorts after any suffix."""


class PostgresStore:
    def __init__(self, address: str) -> None:
        self._info = connection_info(address)
        self.name = shown_address(address)
        self._connections: list[PostgresConnection] = []
        self._writer: BatchThread[Query] | None = None
        self._readers: list[BatchThread[Query]] = []
        self._turn = count()
        self._watchers = Watchers()
        self._listening: ChangeListener | None = None

    def open(self) -> None:
        if self._writer is not None:
            return
        # The store logs lost connections once.
        logging.getLogger("psycopg").setLevel(logging.ERROR)
        try:
            with connect_postgres(self._info) as connection:
                migrate_postgres(connection, self.name)
                (syncs,) = connection.execute("SHOW fsync").fetchone() or ("on",)
        except psycopg.Error as error:
            raise CarromError("store-unusable", f"{self.name} cannot be used as a store: {error_line(error)}") from None
        if syncs != "on":
            _log.warning("%s does not sync (fsync is off): a power cut may cost what was acknowledged", self.name)
        self._connections = [PostgresConnection(self._info) for _ in range(1 + _READERS)]
        self._writer, *self._readers = [self._start_thread(connection) for connection in self._connections]

    def _start_thread(self, connection: PostgresConnection) -> BatchThread[Query]:
        def run(jobs: list[StoreJob[Query]]) -> None:
            ordered = sorted(jobs, key=lambda job: job.work.place)
            for job, outcome in zip(ordered, connection.run(ordered) if ordered else [], strict=True):
                job.settle(outcome)

        return BatchThread(self.name, run, psycopg.Error, connection.cut)

    def close(self) -> None:
        if self._listening is not None:
            self._listening.close()
            self._listening = None
        if self._writer is not None:
            for gathering in (self._writer, *self._readers):
                gathering.close()
            for connection in self._connections:
                connection.close()
            self._writer, self._readers, self._connections = None, [], []

    # --- logs ---------------------------------------------------------------------------------------------------------

    async def create(self, log: StoredLog, grants: Sequence[Grant] = ()) -> bool:
        sql: LiteralString = """
            WITH made AS (
              INSERT INTO carrom.logs (id, kind, created, setup) VALUES (%(id)s, %(kind)s, %(created)s, %(setup)s)
              ON CONFLICT DO NOTHING RETURNING id),
            granted AS (
              INSERT INTO carrom.grants (log, secret, body)
              SELECT made.id, given.secret, given.body
              FROM made, unnest(%(secrets)s::bytea[], %(bodies)s::text[]) AS given (secret, body))
            SELECT id FROM made"""
        values = {
            "id": log.id,
            "kind": log.kind,
            "created": log.created,
            "setup": log.setup,
            "secrets": [grant.secret for grant in grants],
            "bodies": [grant.body for grant in grants],
        }
        return bool(await self._write(sql, values, ("log", log.id))) or await self.log(log.id) == log

    async def log(self, log_id: str) -> StoredLog | None:
        sql: LiteralString = "SELECT id, kind, created, setup FROM carrom.logs WHERE id = %(id)s"
        rows = await self._read(sql, {"id": log_id})
        return StoredLog(*rows[0]) if rows else None

    async def logs(self, kind: str, *, prefix: str = "", after: str = "", limit: int = 100) -> list[StoredLog]:
        sql: LiteralString = """
            SELECT id, kind, created, setup FROM carrom.logs WHERE kind = %(kind)s AND id > %(after)s
            AND id >= %(prefix)s AND id < %(end)s ORDER BY id LIMIT %(limit)s"""
        values = {"kind": kind, "after": after, "prefix": prefix, "end": prefix + _LAST, "limit": limit}
        return [StoredLog(*row) for row in await self._read(sql, values)]

    async def count(self, kind: str) -> int:
        rows = await self._read("SELECT count(*) FROM carrom.logs WHERE kind = %(kind)s", {"kind": kind})
        return int(rows[0][0])

    async def events(self, log_id: str, since: int = 0) -> list[StoredEvent]:
        sql: LiteralString = """
            SELECT seq, at, body, key FROM carrom.events WHERE log = %(log)s AND seq > %(since)s ORDER BY seq"""
        return [StoredEvent(*row) for row in await self._read(sql, {"log": log_id, "since": since})]

    async def append(
        self, log_id: str, after: int, bodies: Sequence[str], *, key: str | None, at: float
    ) -> Appended | Repeated | Stale:
        sql: LiteralString = """
            SELECT outcome, number FROM carrom.append(
              %(log)s, %(after)s, %(bodies)b::text[], %(key)s, %(at)s, %(again)s)"""
        values = {"log": log_id, "after": after, "bodies": list(bodies), "key": key, "at": at}
        ((outcome, number),) = await self._write(sql, values, ("log", log_id))
        match outcome:
            case "appended":
                return Appended(number)
            case "repeated":
                return Repeated(number)
            case "stale":
                return Stale(number)
        raise NoSuchLogError(log_id)

    async def rewrite(self, log_id: str, bodies: Mapping[int, str], *, setup: str | None = None) -> None:
        sql: LiteralString = f"""
            WITH head AS (
              UPDATE carrom.logs SET setup = coalesce(%(setup)s::text, setup) WHERE id = %(log)s RETURNING id),
            done AS (
              UPDATE carrom.events AS old SET body = given.body
              FROM unnest(%(seqs)s::bigint[], %(bodies)s::text[]) AS given (seq, body)
              WHERE old.log = %(log)s AND old.seq = given.seq)
            SELECT pg_notify('{CHANNEL}', '{REWRITTEN} ' || id) FROM head"""
        values: dict[str, Any] = {"log": log_id, "seqs": list(bodies), "bodies": list(bodies.values()), "setup": setup}
        await self._write(sql, values, ("log", log_id))

    # --- grants -------------------------------------------------------------------------------------------------------

    async def right(self, log_id: str, secret: bytes) -> str | None:
        sql: LiteralString = "SELECT body FROM carrom.grants WHERE log = %(log)s AND secret = %(secret)s"
        rows = await self._read(sql, {"log": log_id, "secret": secret})
        return rows[0][0] if rows else None

    async def rights(self, log_id: str) -> list[Grant]:
        sql: LiteralString = "SELECT secret, body FROM carrom.grants WHERE log = %(log)s ORDER BY body, secret"
        return [Grant(*row) for row in await self._read(sql, {"log": log_id})]

    async def grant(self, log_id: str, grant: Grant) -> None:
        sql: LiteralString = f"""
            WITH done AS (
              INSERT INTO carrom.grants (log, secret, body)
              SELECT id, %(secret)s, %(body)s FROM carrom.logs WHERE id = %(log)s
              ON CONFLICT (log, secret) DO UPDATE SET body = EXCLUDED.body RETURNING log)
            SELECT pg_notify('{CHANNEL}', '0 ' || log) FROM done"""
        values = {"log": log_id, "secret": grant.secret, "body": grant.body}
        if not await self._write(sql, values, ("log", log_id)):
            raise NoSuchLogError(log_id)

    async def revoke(self, log_id: str, secret: bytes) -> bool:
        sql: LiteralString = f"""
            WITH done AS (
              DELETE FROM carrom.grants WHERE log = %(log)s AND secret = %(secret)s RETURNING log)
            SELECT pg_notify('{CHANNEL}', '0 ' || log) FROM done"""
        return bool(await self._write(sql, {"log": log_id, "secret": secret}, ("log", log_id)))

    # --- items --------------------------------------------------------------------------------------------------------

    async def keep(self, thing: KeptItem, *, is_new: bool = False, of: str | None = None) -> bool:
        # Of two new items of one name, one succeeds.
        sql: LiteralString = f"""
            WITH done AS (
              INSERT INTO carrom.kept AS old (kind, id, body, until) VALUES (%(kind)s, %(id)s, %(body)s, %(until)s)
              ON CONFLICT (kind, id) DO UPDATE SET body = EXCLUDED.body, until = EXCLUDED.until
              WHERE NOT %(is_new)s OR old.until < carrom.now()
                OR (old.body, old.until) IS NOT DISTINCT FROM (EXCLUDED.body, EXCLUDED.until) RETURNING id)
            SELECT CASE WHEN %(of)s::text IS NOT NULL THEN pg_notify('{CHANNEL}', '0 ' || %(of)s::text) END FROM done"""
        values: dict[str, Any] = {"kind": thing.kind, "id": thing.id, "body": thing.body, "until": thing.until}
        values |= {"is_new": is_new, "of": of}
        return bool(await self._write(sql, values, ("kept", f"{thing.kind} {thing.id}")))

    async def kept(self, kind: str, thing_id: str) -> KeptItem | None:
        sql: LiteralString = """
            SELECT kind, id, body, until FROM carrom.kept
            WHERE kind = %(kind)s AND id = %(id)s AND coalesce(until > carrom.now(), true)"""
        rows = await self._read(sql, {"kind": kind, "id": thing_id})
        return KeptItem(*rows[0]) if rows else None

    async def all_kept(self, kind: str, prefix: str = "") -> list[KeptItem]:
        sql: LiteralString = """
            SELECT kind, id, body, until FROM carrom.kept WHERE kind = %(kind)s AND id >= %(prefix)s AND id < %(end)s
            AND coalesce(until > carrom.now(), true) ORDER BY id"""
        return [
            KeptItem(*row) for row in await self._read(sql, {"kind": kind, "prefix": prefix, "end": prefix + _LAST})
        ]

    async def drop(self, kind: str, thing_id: str) -> bool:
        sql: LiteralString = """
            DELETE FROM carrom.kept WHERE kind = %(kind)s AND id = %(id)s
            RETURNING coalesce(until > carrom.now(), true)"""
        done = await self._write(sql, {"kind": kind, "id": thing_id}, ("kept", f"{kind} {thing_id}"))
        return bool(done == [(True,)])

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        taking: LiteralString = """
            INSERT INTO carrom.leases AS old (name, holder, until)
            VALUES (%(name)s, %(holder)s, clock_timestamp() + make_interval(secs => %(seconds)s))
            ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
            WHERE old.holder = EXCLUDED.holder OR old.until <= clock_timestamp() RETURNING name"""
        giving: LiteralString = """
            WITH gone AS (DELETE FROM carrom.leases WHERE name = %(name)s AND holder = %(holder)s)
            SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM carrom.leases
              WHERE name = %(name)s AND holder <> %(holder)s AND until > clock_timestamp())"""
        values = {"name": name, "holder": holder, "seconds": seconds}
        return bool(await self._write(taking if seconds > 0 else giving, values, ("lease", name)))

    # --- changes and upkeep -------------------------------------------------------------------------------------------

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        end = self._watchers.add(watcher)
        if self._listening is None:
            self._listening = ChangeListener(self._info, self.name, self._watchers.notify)
        return end

    async def check(self) -> None:
        await self._write("UPDATE carrom.checked SET at = clock_timestamp() RETURNING at", {}, ("check", ""))

    async def forget(
        self, kind: str, *, before: float, most: int, prefix: str = "", without: str | None = None
    ) -> list[str]:
        sql: LiteralString = """
            SELECT carrom.forget(%(kind)s, %(before)s, %(most)s, %(prefix)s, %(end)s, %(without)s)"""
        values = {"kind": kind, "before": before, "most": most, "without": without}
        values |= {"prefix": prefix, "end": prefix + _LAST}
        return [log for (log,) in await self._write(sql, values, ("~", ""))]

    async def _read(self, sql: LiteralString, values: dict[str, Any]) -> Rows:
        if not self._readers:
            raise CarromError("store-closed", "the store is closed")
        reader = self._readers[next(self._turn) % len(self._readers)]
        rows: Rows = await reader.ask(StoreJob(Query(sql, values)))
        return rows

    async def _write(self, sql: LiteralString, values: dict[str, Any], place: tuple[str, str]) -> Rows:
        if self._writer is None:
            raise CarromError("store-closed", "the store is closed")
        rows: Rows = await self._writer.ask(StoreJob(Query(sql, values, place)))
        return rows
