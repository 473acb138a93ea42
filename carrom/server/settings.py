"""Settings of a server."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import platformdirs

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True, slots=True)
class Settings:
    """The defaults suit one person or a club on one machine."""

    host: str = "127.0.0.1"
    port: int = 8000
    # Origins whose pages may open sockets and send requests; empty: only the server's own address.
    origins: tuple[str, ...] = ()
    # Addresses of trusted proxies, whose forwarding headers are used.
    proxies: tuple[str, ...] = ()
    connections: int = 0  # open connections per address; 0: three quarters of what the system allows
    # Open requests and sockets per visitor behind a trusted proxy, and at most half of all connections.
    visitor: int = 600
    largest_message: int = 8192
    largest_body: int = 1_250_000  # bytes; the record of a long match with all its positions, as JSON
    # Messages per socket in so many seconds.
    messages: int = 200
    messages_span: float = 20.0
    # Messages queued for a slow reader before it is disconnected; it reconnects and catches up.
    queue: int = 64
    # Per address and minute: matches, hints, pictures and films.
    heavy_requests: int = 60
    # Per address and minute; a record counts by its length.
    strokes: int = 3000
    lobby: bool = False  # show a lobby of open tables
    lobby_tables: int = 6  # tables opened per address in ten minutes; four times as many joined
    lobby_gone: float = 180.0  # seconds after which an abandoned table is removed
    # Days for which matches are stored after their last event, 0: forever; those without a stroke, a week.
    keep_days: int = 365
    # Days for which tournaments and their pads are stored after their last event; 0: forever.
    keep_tournaments_days: int = 0
    # Addresses that may read /api/metrics, besides localhost.
    metrics_from: tuple[str, ...] = ()
    # Address for datagrams between processes of one database; None: a single process.
    bus: str | None = None
    log: Literal["text", "json"] = "text"
    drain_seconds: float = 0.0  # seconds between the signal to stop and stopping, for load balancers
    computers: int = 1  # worker processes for computer players
    is_warmed: bool = True  # load players when the workers start
    invites_owner: bool = False  # print an invitation link for another owner
    password_memory: int = 65_536  # KiB of memory to hash a password, against brute force
    backup: Path | None = None  # folder for a file of every tournament
    static: Path = Path(__file__).parent / "static"


def data_folder() -> Path:
    if "CARROM_DATA" in os.environ:
        return Path(os.environ["CARROM_DATA"])
    return platformdirs.user_data_path("carrom", appauthor=False)
