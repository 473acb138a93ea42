"""`carrom card`: print a match's score card, or a blank one."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.cli.options import rulebook_named, rulebooks_with
from carrom.cli.streams import output_format, read_record_file, write_output
from carrom.laws import Rulebook
from carrom.laws.rounds import ROUND_NAME_HINT
from carrom.match import Setup
from carrom.match.views.score_card import Card, blank_card, score_card
from carrom.match.views.sentences import tell_refusal


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", type=Path, help="the record of a match")
    parser.add_argument("--blank", action="store_true", help="an empty card for the pen")
    parser.add_argument("--rulebook", metavar="ID|FILE", default="icf", help="of the blank card, or of the record")
    parser.add_argument("--stage", default="group", help=f"of the blank card: {ROUND_NAME_HINT}")
    parser.add_argument("--doubles", action="store_true", help="of the blank card")
    parser.add_argument("-o", "--output", metavar="FILE", help="write FILE.txt, FILE.svg, FILE.png or FILE.pdf")


def run(args: argparse.Namespace) -> int:
    if args.blank == (args.file is not None):
        raise CarromError("no-record-named", "name the record of a match, or ask for --blank")
    ending = output_format(args.output, ("txt", "svg", "png", "pdf"))
    status = 0
    if args.blank:
        card = blank_card(Setup(rulebook_named(args.rulebook), args.stage, args.doubles))
    else:
        card, status = _card_of(args.file, rulebooks_with(args.rulebook))
    write_output(_draw_card(card, ending), args.output)
    return status


def _card_of(path: Path, books: Mapping[str, Rulebook]) -> tuple[Card, int]:
    """The card as far as the record can be replayed; prints its faults on standard error."""
    reading = read_record_file(path, books)
    replayed = reading.record.replay()
    if replayed.refused is not None and replayed.event is not None:
        print(f"{path}: event {replayed.event.number}: {tell_refusal(replayed.refused)}", file=sys.stderr)
    is_sound = not reading.faults and replayed.refused is None
    return score_card(replayed.match), 0 if is_sound else 1


def _draw_card(card: Card, ending: str | None) -> bytes:
    if ending == "pdf":
        from carrom.render.card.pdf import card_pdf

        return card_pdf(card)
    if ending in ("svg", "png"):
        from carrom.render.card.svg import card_svg
        from carrom.render.ink.typeset import png

        svg = card_svg(card)
        return png(svg, 1140) if ending == "png" else svg.encode() + b"\n"
    from carrom.render.card.text import card_text

    return card_text(card).encode()
