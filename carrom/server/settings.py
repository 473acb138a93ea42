"""Settings of a server."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import platformdirs

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True, slots=True)
class Settings:
    """Defaults suit one person or a club."""

    host: str = "127.0.0.1"
    port: int = 8000
    # Origins whose pages may connect; empty: only our own.
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    connections: int = 0  # per address; 0: three quarters of the system's limit
    # Per visitor behind a proxy, at most half of all.
    visitor: int = 600
    largest_message: int = 8192
    largest_body: int = 1_250_000  # bytes; a long match's record with positions
    # Messages per socket in so many seconds.
    messages: int = 200
    messages_span: float = 20.0
    # Messages before a slow reader is disconnected.
    queue: int = 64
    # Per address and minute: matches, hints, pictures, films.
    heavy_requests: int = 60
    # Per address and minute; a record counts by its length.
    strokes: int = 3000
    lobby: bool = False
    lobby_tables: int = 6  # per address in ten minutes; four times as many joined
    lobby_gone: float = 180.0  # seconds before an abandoned table is removed
    # Days after the last event, 0: forever; without a stroke, a week.
    keep_days: int = 365
    # Days after the last event; 0: forever.
    keep_tournaments_days: int = 0
    metrics_from: tuple[str, ...] = ()
    # Datagrams between processes of a database; None: one process.
    bus: str | None = None
    log: Literal["text", "json"] = "text"
    drain_seconds: float = 0.0  # seconds before stopping, for load balancers
    computers: int = 1  # worker processes
    is_warmed: bool = True
    invites_owner: bool = False
    password_memory: int = 65_536  # KiB per password hash, against brute force
    backup: Path | None = None  # folder for tournament files
    static: Path = Path(__file__).parent / "static"


def data_folder() -> Path:
    if "CARROM_DATA" in os.environ:
        return Path(os.environ["CARROM_DATA"])
    return platformdirs.user_data_path("carrom", appauthor=False)
