"""mend: a new file of all that a damaged one still tells."""

import argparse
from pathlib import Path

from carrom.base.files import check_free, read_whole
from carrom.cli.tournament.common import Verbs, add
from carrom.tournament.log.file import BACKUP, create
from carrom.tournament.log.mending import mend


def configure(verbs: Verbs) -> None:
    """Add the sub-verb."""
    parser = add(verbs, "mend", _mend, "make a new file of all that can be read in a damaged one, with its backup")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the file to make; the damaged one stays")


def _mend(args: argparse.Namespace) -> None:
    check_free(args.output)
    beside = args.file.with_name(args.file.name + BACKUP)
    mended = mend(read_whole(args.file), read_whole(beside) if beside.exists() else None)
    loaded = create(args.output, mended.facts)
    for note in mended.notes:
        print(note)
    if not mended.notes:
        print("nothing is damaged")
    print(f"{args.output}: {loaded.state.size_text}")
