"""show, matches, standings, bracket, order, log, print: show a tournament as text, SVG or PDF."""

import argparse
import json
import sys
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import prefix_errors, read_text
from carrom.cli.streams import output_format, write_output
from carrom.cli.tournament.common import Verbs, add_verb, open_file, parse_moment
from carrom.match import Match, Record
from carrom.render.sheets.sheet import Sheet, sheet_text
from carrom.tournament.desk.printouts import sheet_footer
from carrom.tournament.desk.references import find_drawn_stage, find_stage, resolve_time
from carrom.tournament.model.events import ContactGiven
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow

_FORMS = ("svg", "pdf", "txt")
_SHEETS = (
    "cards", "groups", "bracket", "order", "entries", "teams", "umpires", "protest", "prizes", "certificates", "fees"
)  # fmt: skip
"""Names of sheets, as in `render.sheets.printing`, which is imported only to print."""
_WHICH = """of cards: M7, @2 (a table), S/groups, S/groups/A, S/knockout/final, all; else what is called now. Of groups,
bracket: the stage. Of order: grid, person, event, table or time. Of entries, teams and certificates: the event. Of
protest: P1 or a match, else blank"""


def add_show_verbs(verbs: Verbs) -> None:
    show = add_verb(verbs, "show", _show, "events, stages, what is played and what waits for a decision")
    show.add_argument("--at", type=parse_moment, metavar="TIME", help="say what is overdue at this moment; else now")
    matches = add_verb(verbs, "matches", _matches, "every match of a stage with its result")
    standings = add_verb(verbs, "standings", _standings, "tables with the reason for every place")
    bracket = add_verb(verbs, "bracket", _bracket, "the tree of a knock-out")
    order = add_verb(verbs, "order", _order, "the order of play of everything that is drawn and open")
    order.add_argument("--tables", type=int, help="on so many tables instead of the hall's own")
    matches.add_argument("--boards", action="store_true", help="with the boards, as they can be typed")
    order.add_argument("--by", choices=("time", "table", "event", "person"), default="time", help="a list for each")
    order.add_argument("--json", action="store_true", help="as JSON")
    order.add_argument(
        "--at", type=parse_moment, metavar="TIME", help="from this moment on; else from now, if play has begun"
    )
    for parser in (matches, standings, bracket):
        parser.add_argument("stage", nargs="?", help="event/stage, or the event")
    for parser in (show, matches, standings, bracket, order):
        parser.add_argument("-o", "--output", metavar="FILE", help="write FILE.svg, FILE.pdf or FILE.txt")
    log = add_verb(verbs, "log", _log, "every fact, one JSON per line")
    log.add_argument("--private", action="store_true", help="with how to reach people, for the desk alone")


def _show(args: argparse.Namespace) -> None:
    from carrom.render.sheets.stage_sheets import overview_sheet

    view = TournamentNow(open_file(args).state)
    write_sheet(args, view, overview_sheet(view, resolve_time(args.at, view.state)))


def _matches(args: argparse.Namespace) -> None:
    from carrom.render.sheets.stage_sheets import results_sheet

    view = TournamentNow(open_file(args).state)
    key = find_stage(view.state, args.stage)
    write_sheet(args, view, results_sheet(view, key, with_boards=args.boards), [key])


def _standings(args: argparse.Namespace) -> None:
    from carrom.render.sheets.stage_sheets import standings_sheet

    view = TournamentNow(open_file(args).state)
    key = find_drawn_stage(view, args.stage, "table")
    write_sheet(args, view, standings_sheet(view, key), [key])


def _bracket(args: argparse.Namespace) -> None:
    from carrom.render.sheets.bracket_pdf import bracket_pdf
    from carrom.render.sheets.stage_sheets import bracket_sheet

    view = TournamentNow(open_file(args).state)
    key = find_drawn_stage(view, args.stage, "bracket")
    if output_format(args.output, _FORMS) == "pdf":
        write_output(
            bracket_pdf(view, key, sheet_footer(view.state, resolve_time(None, view.state), [key])), args.output
        )
    else:
        write_sheet(args, view, bracket_sheet(view, key), [key])


def _order(args: argparse.Namespace) -> None:
    from carrom.render.sheets.order_sheets import order_by_sheet
    from carrom.render.sheets.stage_sheets import order_sheet
    from carrom.tournament.desk.order_of_play import (
        late_text,
        order_line_json,
        order_lines,
        order_of_play,
        order_warnings,
        planning_start,
    )
    from carrom.tournament.desk.umpires import rota

    view = TournamentNow(open_file(args).state)
    if not view.state.matches:
        raise CarromError("not-drawn", "nothing is drawn yet, so there is nothing to order")
    clock = resolve_time(args.at, view.state)
    order = order_of_play(view, now=clock if args.at else planning_start(view, clock), tables=args.tables)
    lines = order_lines(view, order, rota(view, order).umpire_of if view.state.announced.hall.umpires else None)
    if args.json:
        late = late_text(view, order)
        print(json.dumps({"matches": [order_line_json(line) for line in lines], "late": late}, ensure_ascii=False))
        return
    write_sheet(args, view, order_sheet(view, order) if args.by == "time" else order_by_sheet(view, lines, args.by))
    for warning in order_warnings(view, order, clock):
        print(warning, file=sys.stderr)


def _log(args: argparse.Namespace) -> None:
    for fact in open_file(args).facts:
        value = fact.json()
        if isinstance(fact.body, ContactGiven) and not args.private:
            value["body"] = {"role": fact.body.role}
        print(json.dumps(value, ensure_ascii=False))


def write_sheet(args: argparse.Namespace, view: TournamentNow, sheet: Sheet, stages: Collection[StageKey] = ()) -> None:
    """Write text, SVG, or PDF with header and footer."""
    form = output_format(args.output, _FORMS)
    if form == "pdf":
        from carrom.render.sheets.pdf import sheet_pdf

        printed = resolve_time(getattr(args, "at", None), view.state)
        data = sheet_pdf(replace(sheet, imprint=sheet_footer(view.state, printed, stages)))
    elif form == "svg":
        from carrom.render.sheets.svg import sheet_svg

        data = sheet_svg(sheet).encode()
    else:
        data = sheet_text(sheet).encode()
    write_output(data, args.output)


def add_print_verb(verbs: Verbs) -> None:
    parser = add_verb(verbs, "print", _print, "score cards and all other sheets, as PDF")
    parser.add_argument("what", choices=_SHEETS, metavar="what", help=", ".join(_SHEETS))
    parser.add_argument("which", nargs="*", help=_WHICH)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="write FILE.pdf")
    parser.add_argument(
        "--at", type=parse_moment, metavar="TIME", help="the time that is printed, and from which it is planned"
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
    from carrom.render.sheets.printing import PrintRequest, print_sheets

    output_format(args.output, ("pdf",))
    view = TournamentNow(open_file(args).state)
    wish = PrintRequest(
        what=args.what,
        which=tuple(args.which),
        now=resolve_time(args.at, view.state),
        is_planned_from_now=bool(args.at),
        paper=args.paper,
        is_blank=args.blank,
        is_for_desk=args.desk,
        played=_record(args.record) if args.what == "cards" and args.record is not None else None,
        address=args.address,
    )
    made = print_sheets(view, wish)
    if made.note:
        print(made.note)
    write_output(made.pdf, args.output)


def _record(path: Path) -> Match:
    text = read_text(path)
    with prefix_errors(path):
        return Record.from_text(text).match()
