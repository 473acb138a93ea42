"""`carrom store`: copy, check or back up a server's data."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.base.errors import CarromError
from carrom.cli.streams import progress

if TYPE_CHECKING:
    from carrom.server.store_copies import StoreReport

_PLACE = "a data folder, its file, or postgresql://… (database: what CARROM_DATABASE says)"

_PLURALS = {"match": "matches", "tournament": "tournaments", "pad": "pads"}


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(title="what to do", metavar="<what>", required=True)
    copy = verbs.add_parser("copy", help="everything into another store that is empty, compared and worked out anew")
    copy.add_argument("source", metavar="FROM", help=_PLACE)
    copy.add_argument("target", metavar="TO", help="the same; what is not there is made")
    copy.set_defaults(act=_copy)
    check = verbs.add_parser("check", help="work out every match and tournament anew, and say which cannot be")
    check.add_argument("where", metavar="WHERE", nargs="?", help=f"{_PLACE}; without it: what `carrom serve` uses")
    check.set_defaults(act=_check)
    backup = verbs.add_parser("backup", help="a copy of this moment in one file, while servers go on")
    backup.add_argument("source", metavar="FROM", help=_PLACE)
    backup.add_argument("file", metavar="FILE", type=Path, help="a file that is not there yet")
    backup.set_defaults(act=_backup)


def run(args: argparse.Namespace) -> int:
    try:
        import msgspec  # noqa: F401 – the states of matches are read with it
    except ModuleNotFoundError as error:
        raise CarromError(
            "parts-missing", f"the server's parts are not installed ({error.name}): pip install carrom[server]"
        ) from None
    status: int = args.act(args)
    return status


def _copy(args: argparse.Namespace) -> int:
    from carrom.server.store_copies import copy_store, is_store_in_use

    source, target = _place(args.source), _place(args.target)
    if is_store_in_use(source):
        print("carrom store: a server is using it: what is played from now on is not in the copy", file=sys.stderr)
    with progress("logs") as show:
        report = copy_store(source, target, show)
    print(f"copied: {_summary(report)}. Every state was worked out on both sides, and they are the same.")
    return _print_faults(report)


def _check(args: argparse.Namespace) -> int:
    from carrom.server.store_copies import check_store

    with progress("logs") as show:
        report = check_store(_own_place() if args.where is None else _place(args.where), show)
    print(f"{_summary(report)}: {'not all is well' if report.faults else 'all is well'}")
    return _print_faults(report)


def _backup(args: argparse.Namespace) -> int:
    from carrom.server.store_copies import back_up_store

    with progress("logs") as show:
        report = back_up_store(_place(args.source), args.file, show)
    print(f"{args.file}: {_summary(report)}")
    return _print_faults(report)


def _place(given: str) -> str:
    """`database` means CARROM_DATABASE, which keeps passwords off the command line."""
    from carrom.server.stores.opening import database_from_environment

    if given != "database":
        return given
    named = database_from_environment()
    if named is None:
        raise CarromError("bad-database-address", "CARROM_DATABASE does not say which database")
    return named


def _own_place() -> str:
    """Find where this user's server stores its data."""
    from carrom.server.settings import data_folder
    from carrom.server.stores.opening import STORE_FILE, database_from_environment

    return database_from_environment() or str(data_folder() / STORE_FILE)


def _summary(report: "StoreReport") -> str:
    counts = sorted(report.logs.items())
    kinds = [f"{count:,} {kind if count == 1 else _PLURALS.get(kind, kind)}" for kind, count in counts]
    return f"{', '.join(kinds) or 'nothing'} with {report.events:,} events"


def _print_faults(report: "StoreReport") -> int:
    for fault in report.faults:
        print(f"carrom store: {fault}", file=sys.stderr)
    return 1 if report.faults else 0
