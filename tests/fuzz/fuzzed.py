"""A server that is sent broken things by the million, what it may never do, and how many are sent to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.server.own_settings import kill_server, start_server

MESSAGES = int(os.environ.get("CARROM_FUZZ", "2000"))
SEED = int(os.environ.get("CARROM_FUZZ_SEED", "1"))
SHARDS = range(max(1, min(10, MESSAGES // 50_000)))
"""Each is a test with luck of its own: several run at once, and one that fails is tried again alone."""

# All of this comes from one address, and every table is left before the next one is made.
_NO_LIMITS = {"messages": 10**9, "heavy_requests": 10**9, "strokes": 10**9, "connections": 1000}


@dataclass(frozen=True)
class Fuzzed:
    """Where it listens, and where it writes what went wrong."""

    port: int
    log: Path

    def faults(self) -> list[str]:
        """Whatever it wrote that is not about a broken line itself."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [line[:3000] for line in lines if "Traceback" in line or '"error"' in line]


@contextmanager
def fuzzed_server(folder: Path, **settings: Any) -> Iterator[Fuzzed]:
    log = folder / "log"
    with log.open("wb") as errors:
        limits = {**_NO_LIMITS, **settings}
        process, port = start_server(folder / "s.sqlite", errors=errors.fileno(), log="json", **limits)
    try:
        yield Fuzzed(port, log)
    finally:
        kill_server(process)


def share_of(shard: int, count: int) -> int:
    """How many of so many are this shard's."""
    return count // len(SHARDS) + (shard < count % len(SHARDS))
