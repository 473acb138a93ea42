"""print: everything that a tournament needs on paper."""

import argparse
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import naming, read_text
from carrom.cli.io.output import suffix_of, write_out
from carrom.cli.tournament.common import Verbs, add, moment, open_file, time_of
from carrom.match import Record
from carrom.tournament.desk.imprint import imprint
from carrom.tournament.desk.match_cards import match_card
from carrom.tournament.desk.match_choice import matches_of
from carrom.tournament.desk.order_of_play import Appointment, moment_of_play, order_of_play
from carrom.tournament.log.view import TournamentView

_CARDS = "score cards: M7, @2 (a table), S/groups, S/groups/A, S/knockout/final, all; else what is called now"


def configure(verbs: Verbs) -> None:
    """Add the sub-verb."""
    parser = add(verbs, "print", _print, "score cards and all other sheets, as PDF")
    parser.add_argument("what", choices=("cards",), help=_CARDS)
    parser.add_argument("which", nargs="*", help="of which matches, stage, event or person")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="write FILE.pdf")
    parser.add_argument(
        "--at", type=moment, metavar="TIME", help="plan from this moment on; it is printed on the sheet"
    )
    parser.add_argument("--blank", action="store_true", help="cards without what was played")
    parser.add_argument("--record", type=Path, metavar="FILE", help="fill the card of one match from its record")
    parser.add_argument("--address", metavar="URL", help="where phones find a match: URL/M7 in its QR code")


def _print(args: argparse.Namespace) -> None:
    suffix_of(args.output, ("pdf",))
    view = TournamentView(open_file(args).state)
    write_out(_cards(args, view), args.output)


def _order(args: argparse.Namespace, view: TournamentView) -> tuple[Appointment, ...]:
    clock = time_of(args.at, view.state)
    return order_of_play(view, now=clock if args.at else moment_of_play(view, clock))


def _cards(args: argparse.Namespace, view: TournamentView) -> bytes:
    from carrom.render.card.match_cards import match_cards_pdf

    order = _order(args, view)
    planned = {one.match: one for one in order}
    matches = matches_of(view, args.which, order)
    played = None
    if args.record is not None:
        if len(matches) != 1:
            raise CarromError("a record is of one match: name it, such as M7")
        text = read_text(args.record)
        with naming(args.record):
            played = Record.from_text(text).match()
    made = [
        match_card(view, one, planned=planned.get(one), address=args.address, is_blank=args.blank, played=played)
        for one in matches
    ]
    stages = {view.state.matches[one].key for one in matches}
    print(f"{len(made)} cards" if len(made) != 1 else f"the card of {made[0].match}")
    return match_cards_pdf(made, imprint(view.state, time_of(args.at, view.state), stages))
