"""A server for fuzz tests: what it must never do, and how many messages it gets."""

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
"""Each shard is a test with its own seed: several run at once, and a failed one can be run again alone."""

# All messages come from one address, and every table is left before the next one is made.
_NO_LIMITS = {"messages": 10**9, "heavy_requests": 10**9, "strokes": 10**9, "connections": 1000}


@dataclass(frozen=True)
class Fuzzed:
    """Address and log of a server under fuzz."""

    port: int
    log: Path

    def faults(self) -> list[str]:
        """Lines of its log that do not report a broken input."""
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
    """Return this shard's share of `total`."""
    return count // len(SHARDS) + (shard < count % len(SHARDS))
