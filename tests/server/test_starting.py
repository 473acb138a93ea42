from __future__ import annotations

import json
import sys
from pathlib import Path

import psycopg

from tests.starter import starter


def serve_without(words: list[str]) -> int:
    """Serve in a process whose database disappears while the server gets ready."""
    from carrom.base.errors import CarromError
    from carrom.server import Settings, create_app
    from carrom.server.runner import serve
    from carrom.server.stores.opening import store_at

    address, changes = words[0], json.loads(words[1])
    settings = Settings(port=0, is_warmed=False, **changes)
    store = store_at(address)
    store.open()
    name = address.rpartition("/")[2]
    with psycopg.connect(address.removesuffix(name) + "postgres", autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false".encode())
    try:
        return serve(create_app(settings, store), settings)
    except CarromError as error:
        print(f"carrom serve: {error.code}: {error}", file=sys.stderr)
        return 2


def _ended(address: str, tmp_path: Path, **changes: object) -> tuple[int, list[str]]:
    with (tmp_path / "said").open("w") as errors:
        call = "tests.server.test_starting:serve_without"
        process = starter().start(call, [address, json.dumps(changes)], errors=errors.fileno())
        status = process.wait(60)
        assert process.stdout.read() == ""
        process.stdout.close()
    return status, (tmp_path / "said").read_text().splitlines()


def test_database_lost_at_start_is_reported_in_one_line(database: str, tmp_path: Path) -> None:
    for changes in ({}, {"bus": "127.0.0.1"}):
        with psycopg.connect(database.rpartition("/")[0] + "/postgres", autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {database.rpartition('/')[2]} ALLOW_CONNECTIONS true".encode())
        status, said = _ended(database, tmp_path, **changes)
        assert status == 2
        assert "Traceback" not in "\n".join(said)
        assert said[-1].startswith("carrom serve: not-stored: ")
