"""`carrom serve`: run the server."""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.base.errors import CarromError

if TYPE_CHECKING:
    from carrom.server import Settings, Store


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="port (default 8000; 0: any free one)")
    parser.add_argument(
        "--data", metavar="FOLDER", type=Path, help="where matches are kept (default: your data folder)"
    )
    parser.add_argument(
        "--database", metavar="ADDRESS",
        help="store everything in PostgreSQL: postgresql://… (if it has a password, use CARROM_DATABASE)",
    )  # fmt: skip
    parser.add_argument("--origin", action="append", default=[], help="an address that people reach the server by")
    parser.add_argument(
        "--proxy", metavar="ADDRESS", action="append", default=[], help="trust X-Forwarded-* headers from this proxy"
    )
    parser.add_argument("--computers", type=int, default=1, help="processes for computer players (default 1)")
    parser.add_argument("--cold", action="store_true", help="load the computer players at their first stroke")
    parser.add_argument(
        "--keep", metavar="DAYS", type=int, default=365,
        help="delete matches this long after their last event (default 365; 0: never)",
    )  # fmt: skip
    parser.add_argument(
        "--backup", metavar="FOLDER", type=Path,
        help="write every tournament there as a file too, after each change",
    )  # fmt: skip
    parser.add_argument("--lobby", action="store_true", help="open a lobby: tables that every visitor may join")
    parser.add_argument("--invite-owner", action="store_true", help="print an invitation link for another owner")
    parser.add_argument(
        "--keep-tournaments", metavar="DAYS", type=int, default=0,
        help="delete tournaments this long after their last change (default 0: never)",
    )  # fmt: skip
    parser.add_argument(
        "--metrics", metavar="ADDRESS", action="append", default=[],
        help="let this address read /api/metrics (this machine always may)",
    )  # fmt: skip
    parser.add_argument(
        "--workers", metavar="N", type=int, default=1, help="server processes (more than one with --database only)"
    )
    parser.add_argument(
        "--bus", metavar="ADDRESS",
        help="this machine's address for the other servers, with --database on several machines",
    )  # fmt: skip
    parser.add_argument("--log", choices=("text", "json"), default="text", help="format of the log")
    parser.add_argument(
        "--drain", metavar="SECONDS", type=float, default=0.0,
        help="on shutdown, report 'not ready' this long before stopping (default 0)",
    )  # fmt: skip
    parser.add_argument("--tls-certificate", metavar="FILE", help="serve https with this certificate")
    parser.add_argument("--tls-key", metavar="FILE", help="the key of that certificate")


def run(args: argparse.Namespace) -> int:
    try:
        from carrom.server import Settings, SqliteStore, create_app
        from carrom.server.runner import serve
        from carrom.server.stores.sqlite_file import StoreInUseError
    except ModuleNotFoundError as error:
        raise CarromError(
            "parts-missing", f"the server's parts are not installed ({error.name}): pip install carrom[server]"
        ) from None
    if not 0 <= args.port <= 65535:
        raise CarromError("bad-port", f"{args.port} is not a port")
    if args.computers < 1:
        raise CarromError("bad-option", "at least one process has to think")
    if (args.tls_certificate is None) != (args.tls_key is None):
        raise CarromError("options-go-together", "--tls-certificate and --tls-key go together")
    if args.host not in ("127.0.0.1", "localhost", "::1") and args.tls_certificate is None:
        print("carrom serve: everybody in this network can reach it, and nothing is encrypted: see docs/server.md",
              file=sys.stderr)  # fmt: skip
    if args.backup is not None and not args.backup.is_dir():
        raise CarromError("no-folder", f"{args.backup} is not a folder")
    store, database = _store(args.data, args.database)
    if args.workers < 1 or (args.workers > 1 and database is None):
        raise CarromError(
            "workers-need-database", "several workers need a database that they share: --database (docs/deploy.md)"
        )
    settings = Settings(
        host=args.host,
        port=args.port,
        origins=tuple(args.origin),
        proxies=tuple(args.proxy),
        computers=args.computers,
        is_warmed=not args.cold,
        metrics_from=tuple(args.metrics),
        keep_days=args.keep,
        keep_tournaments_days=args.keep_tournaments,
        backup=args.backup,
        invites_owner=args.invite_owner,
        lobby=args.lobby,
        bus=None if database is None else args.bus or "127.0.0.1",
        drain_seconds=args.drain,
        log=args.log,
    )
    try:
        store.open()  # its errors come first
    except StoreInUseError:
        if not (args.invite_owner and isinstance(store, SqliteStore)):
            raise
        store.open_alongside_server()
        return _invite(store, settings, is_secure=args.tls_certificate is not None)
    if args.workers > 1 and database is not None:
        from carrom.server.workers import Workers

        store.close()
        return Workers(args.workers, settings, database, args.tls_certificate, args.tls_key).run()
    return serve(create_app(settings, store), settings, certificate=args.tls_certificate, key=args.tls_key)


def _invite(store: "Store", settings: "Settings", *, is_secure: bool) -> int:
    """Invite another owner; a running server takes it at once."""
    from carrom.server.desk.accounts import Accounts
    from carrom.server.http.lan_addresses import reachable_hosts

    try:
        secret = asyncio.run(Accounts(store, settings.password_memory).invite(None, "owner", is_host=True))
    finally:
        store.close()
    host = next(iter(reachable_hosts(settings.host)), settings.host)
    shown = f"[{host}]" if ":" in host else host
    address = f"{'https' if is_secure else 'http'}://{shown}:{settings.port}"
    address = settings.origins[0] if settings.origins else address
    print("The server is running and goes on. If it has another address, put it in place of this one.", file=sys.stderr)
    print(f"Whoever opens this link owns the tournaments here too: {address}/desk#invite={secret}", flush=True)
    return 0


def _store(data: Path | None, database: str | None) -> "tuple[Store, str | None]":
    """The database of option or environment, else the file in the data folder."""
    from carrom.server.settings import data_folder
    from carrom.server.stores.opening import STORE_FILE, database_from_environment, is_database, store_at
    from carrom.server.stores.sqlite import SqliteStore

    if data is not None and database is not None:
        raise CarromError("options-exclude", "--data or --database: what is played is kept in one place")
    if data is not None and database_from_environment() is not None:
        print("carrom serve: --data is taken, and not the database that CARROM_DATABASE names", file=sys.stderr)
    database = database or (database_from_environment() if data is None else None)
    if database is not None and not is_database(database):
        raise CarromError("bad-database-address", "a database's address begins with postgresql://")
    # Not `store_at`: a folder in the file's place is an error.
    return (SqliteStore((data or data_folder()) / STORE_FILE) if database is None else store_at(database)), database
