"""A server process with settings that the command line does not offer."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.starter import Started, starter


def start_server(
    store: Path, *, patience: float | None = None, errors: int = 2, **settings: Any
) -> tuple[Started, int]:
    """Start it; return the process and its port. `patience` replaces every timeout."""
    words = [str(store), json.dumps({"patience": patience, "settings": settings})]
    process = starter().start("tests.server.own_settings:serve_it", words, errors=errors)
    found = re.search(r"http://127\.0\.0\.1:(\d+)/", line := process.stdout.readline())
    assert found, line
    return process, int(found[1])


def kill_server(process: Started) -> None:
    process.kill()
    process.wait(20)
    process.stdout.close()


def serve_it(words: list[str]) -> int:
    """Serve, in the process itself."""
    from carrom.server import Settings, SqliteStore, create_app
    from carrom.server.http import connections
    from carrom.server.runner import serve

    said = json.loads(words[1])
    if said["patience"] is not None:
        connections.HEAD_SECONDS = connections.BODY_SECONDS = connections.STUCK_SECONDS = said["patience"]
    changes = {**said["settings"]}
    if "static" in changes:
        changes["static"] = Path(changes["static"])
    settings = Settings(**{"port": 0, "is_warmed": False, **changes})
    return serve(create_app(settings, SqliteStore(Path(words[0]))), settings)
