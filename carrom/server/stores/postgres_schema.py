"""The forms that the PostgreSQL store has had: what makes one of each version out of one of the version before it.

Everything is in a schema of its own. Writers of one log come one after the other (its row is locked until they commit);
what decides in the end are the unique (log, seq) and (log, key).
"""

from typing import Any

import psycopg

from carrom.base.errors import CarromError

CHANNEL = "carrom"
"""Where it is told that a log has grown: its id and its last number, nothing else."""

_ONE_AT_A_TIME = 0x636172726F6D
"""The advisory lock of whoever brings the schema up to date."""

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


def bring_up_to_date(connection: psycopg.Connection[Any], name: str) -> None:
    """Make the schema one of this version, or make it; a later one is refused, and left as it is. However many
    servers start at once, one does it and the others wait."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
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
