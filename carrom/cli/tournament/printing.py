"""print: everything that a tournament needs on paper."""

import argparse
from pathlib import Path

from carrom.base.files import naming, read_text
from carrom.cli.io.output import suffix_of, write_out
from carrom.cli.tournament.common import Verbs, add, moment, open_file
from carrom.match import Match, Record
from carrom.tournament.desk.meant import time_of
from carrom.tournament.log.view import TournamentView

_SHEETS = (
    "cards", "groups", "bracket", "order", "entries", "teams", "umpires", "protest", "prizes", "certificates", "fees"
)  # fmt: skip
"""Those of `render.sheets.printing`, which is loaded only when it prints."""
_WHICH = """of cards: M7, @2 (a table), S/groups, S/groups/A, S/knockout/final, all; else what is called now. Of groups,
bracket: the stage. Of order: grid, person, event, table or time. Of entries, teams and certificates: the event. Of
protest: P1 or a match, else blank"""


def configure(verbs: Verbs) -> None:
    """Add the sub-verb."""
    parser = add(verbs, "print", _print, "score cards and all other sheets, as PDF")
    parser.add_argument("what", choices=_SHEETS, metavar="what", help=", ".join(_SHEETS))
    parser.add_argument("which", nargs="*", help=_WHICH)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="write FILE.pdf")
    parser.add_argument(
        "--at", type=moment, metavar="TIME", help="the time that is printed, and from which it is planned"
    )
    parser.add_argument("--paper", choices=("a4", "a3"), default="a4", help="of a bracket")
    parser.add_argument(
        "--desk",
        action="store_true",
        help="with what is held back from the public, and the note that it is for the desk",
    )
    parser.add_argument("--blank", action="store_true", help="cards without what was played")
    parser.add_argument("--record", type=Path, metavar="FILE", help="fill the card of one match from its record")
    parser.add_argument("--address", metavar="URL", help="where phones find a match: URL/M7 in its QR code")


def _print(args: argparse.Namespace) -> None:
    from carrom.render.sheets.printing import PrintWish, printed

    suffix_of(args.output, ("pdf",))
    view = TournamentView(open_file(args).state)
    wish = PrintWish(
        what=args.what,
        which=tuple(args.which),
        now=time_of(args.at, view.state),
        is_planned_from_now=bool(args.at),
        paper=args.paper,
        is_blank=args.blank,
        is_for_desk=args.desk,
        played=_record(args.record) if args.what == "cards" and args.record is not None else None,
        address=args.address,
    )
    made = printed(view, wish)
    if made.note:
        print(made.note)
    write_out(made.pdf, args.output)


def _record(path: Path) -> Match:
    text = read_text(path)
    with naming(path):
        return Record.from_text(text).match()
