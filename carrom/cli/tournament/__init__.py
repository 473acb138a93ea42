"""`carrom tournament`: a whole tournament in one file, from the entry list to the final.

Every sub-verb reads the file, does one thing and appends the facts; `show` and its kin only read.
"""

import argparse
from importlib import import_module

from carrom.cli.tournament.common import add_fact_options

# Each module adds its sub-verbs; the order here is the order of a tournament's life.
_GROUPS = (
    *("making", "setting_up", "drawing", "calling", "results", "changing"),
    *("coming_late", "leaving", "attending", "protesting", "deciding", "hall"),
    *("showing", "printing", "simulating", "mending"),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add every sub-verb."""
    verbs = parser.add_subparsers(title="what to do", metavar="<what>", required=True)
    for group in _GROUPS:
        import_module(f"{__name__}.{group}").configure(verbs)
    for verb in verbs.choices.values():
        if verb.get_default("tells"):
            add_fact_options(verb)


def run(args: argparse.Namespace) -> int:
    """Do what the sub-verb says."""
    args.act(args)
    return 0
