"""`carrom people`: everybody over the years in one file, fed from tournaments."""

import argparse

from carrom.cli.people import asking, feeding


def configure(parser: argparse.ArgumentParser) -> None:
    """Add every sub-verb."""
    verbs = parser.add_subparsers(title="what to do", metavar="<what>", required=True)
    feeding.configure(verbs)
    asking.configure(verbs)


def run(args: argparse.Namespace) -> int:
    """Do what the sub-verb says."""
    args.act(args)
    return 0
