"""How a server is set up: everything that may differ between a laptop and a hall, in one frozen value."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import platformdirs

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of one server. The defaults suit one person, or a club, on one machine."""

    host: str = "127.0.0.1"
    port: int = 8000
    # Pages of these origins may open sockets and change things; empty means: the address the page came from.
    origins: tuple[str, ...] = ()
    # Addresses of proxies in front: what they say of whom they speak for is believed.
    proxies: tuple[str, ...] = ()
    connections: int = 0  # that one address may have open; 0: three quarters of what the system grants
    # Requests and sockets that one visitor may have open whom a proxy speaks for; never more than half of all.
    visitor: int = 600
    largest_message: int = 8192
    largest_body: int = 1_250_000  # the record of a long match with all its positions, as JSON
    # A socket may send this many messages in any span of this many seconds.
    messages: int = 200
    messages_span: float = 20.0
    # How much may wait for a socket that reads slowly before it is cut off (it comes back and is brought up to date).
    queue: int = 64
    # One address may make this many matches, hints, pictures and films a minute.
    heavy_requests: int = 60
    # One address may try this many strokes a minute; a record counts by its length, as reading it takes as long.
    strokes: int = 3000
    lobby: bool = False  # open tables that everybody here sees and may join
    lobby_tables: int = 6  # that one address may open in ten minutes; it may join four times as many
    lobby_gone: float = 180.0  # seconds after which a table is gone at which nobody sits any more
    # A match is forgotten so many days after its last event, 0 for never; one in which nobody struck, after a week.
    keep_days: int = 365
    # A tournament, with its pads, so many days after its last fact; 0: it is kept for ever.
    keep_tournaments_days: int = 0
    # Addresses that may read /api/metrics, beside this machine itself.
    metrics_from: tuple[str, ...] = ()
    # Where the processes of one database tell each other of the moment; None: there is one process.
    bus: str | None = None
    log: Literal["text", "json"] = "text"
    drain_seconds: float = 0.0  # between being told to end and ending, so that a load balancer sends nobody here
    computers: int = 1  # worker processes for the computer's thinking
    is_warmed: bool = True  # let those processes load the players at the start, not when the first is asked
    invites_owner: bool = False  # tell a link for another owner of tournaments, although there is one
    password_memory: int = 65_536  # KiB that it takes to work a password out, so that nobody tries many
    backup: Path | None = None  # where every tournament is written as a file too
    static: Path = Path(__file__).parent / "static"


def data_folder() -> Path:
    """Where this user's data belongs on this system."""
    if "CARROM_DATA" in os.environ:
        return Path(os.environ["CARROM_DATA"])
    return platformdirs.user_data_path("carrom", appauthor=False)
