"""`carrom serve`: the game in the browser."""

import argparse
import sys
from pathlib import Path

from carrom.base.errors import CarromError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="port (default 8000; 0: any free one)")
    parser.add_argument(
        "--data", metavar="FOLDER", type=Path, help="where matches are kept (default: your data folder)"
    )
    parser.add_argument("--origin", action="append", default=[], help="an address under which pages are served, too")
    parser.add_argument(
        "--proxy", metavar="ADDRESS", action="append", default=[], help="believe this proxy whom it speaks for"
    )
    parser.add_argument("--computers", type=int, default=1, help="processes for the computer's thinking (default 1)")
    parser.add_argument(
        "--keep", metavar="DAYS", type=int, default=365,
        help="forget matches so long after their last event (default 365; 0: never)",
    )  # fmt: skip
    parser.add_argument("--tls-certificate", metavar="FILE", help="serve https with this certificate")
    parser.add_argument("--tls-key", metavar="FILE", help="and this key")


def run(args: argparse.Namespace) -> int:
    try:
        from carrom.server import Settings, SqliteStore, create_app, data_folder
        from carrom.server.runner import serve
    except ModuleNotFoundError as error:
        raise CarromError(f"the server's parts are not installed ({error.name}): pip install carrom[server]") from None
    if not 0 <= args.port <= 65535:
        raise CarromError(f"{args.port} is not a port")
    if args.computers < 1:
        raise CarromError("at least one process has to think")
    if (args.tls_certificate is None) != (args.tls_key is None):
        raise CarromError("--tls-certificate and --tls-key go together")
    if args.host not in ("127.0.0.1", "localhost", "::1") and args.tls_certificate is None:
        print("carrom serve: everybody in this network can reach it, and nothing is encrypted: see docs/server.md",
              file=sys.stderr)  # fmt: skip
    settings = Settings(
        host=args.host,
        port=args.port,
        origins=tuple(args.origin),
        proxies=tuple(args.proxy),
        computers=args.computers,
        keep_days=args.keep,
    )
    store = SqliteStore((args.data or data_folder()) / "matches.sqlite")
    store.open()  # what is wrong with it is said before anything else begins
    return serve(create_app(settings, store), settings, certificate=args.tls_certificate, key=args.tls_key)
