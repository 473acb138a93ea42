"""show, matches, standings, bracket, order, log: a tournament on the terminal, as SVG or as PDF."""

import argparse
import json
import sys
from collections.abc import Collection
from dataclasses import replace

from carrom.base.errors import CarromError
from carrom.cli.io.output import suffix_of, write_out
from carrom.cli.tournament.common import Verbs, add, moment, open_file
from carrom.render.sheets.sheet import Sheet, sheet_text
from carrom.tournament.desk.imprint import imprint
from carrom.tournament.desk.meant import drawn_stage, stage_key, time_of
from carrom.tournament.log.facts import ContactGiven
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TournamentView

_FORMS = ("svg", "pdf", "txt")


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    show = add(verbs, "show", _show, "events, stages, what is played and what waits for a decision")
    show.add_argument("--at", type=moment, metavar="TIME", help="say what is overdue at this moment; else now")
    matches = add(verbs, "matches", _matches, "every match of a stage with its result")
    standings = add(verbs, "standings", _standings, "tables with the reason for every place")
    bracket = add(verbs, "bracket", _bracket, "the tree of a knock-out")
    order = add(verbs, "order", _order, "the order of play of everything that is drawn and open")
    order.add_argument("--tables", type=int, help="on so many tables instead of the hall's own")
    matches.add_argument("--boards", action="store_true", help="with the boards, as they can be typed")
    order.add_argument("--by", choices=("time", "table", "event", "person"), default="time", help="a list for each")
    order.add_argument("--json", action="store_true", help="as JSON")
    order.add_argument(
        "--at", type=moment, metavar="TIME", help="from this moment on; else from now, if play has begun"
    )
    for parser in (matches, standings, bracket):
        parser.add_argument("stage", nargs="?", help="event/stage, or the event")
    for parser in (show, matches, standings, bracket, order):
        parser.add_argument("-o", "--output", metavar="FILE", help="write FILE.svg, FILE.pdf or FILE.txt")
    log = add(verbs, "log", _log, "every fact, one JSON per line")
    log.add_argument("--private", action="store_true", help="with how to reach people, for the desk alone")


def _show(args: argparse.Namespace) -> None:
    from carrom.render.sheets.tables import overview_sheet

    view = TournamentView(open_file(args).state)
    put(args, view, overview_sheet(view, time_of(args.at, view.state)))


def _matches(args: argparse.Namespace) -> None:
    from carrom.render.sheets.tables import results_sheet

    view = TournamentView(open_file(args).state)
    key = stage_key(view.state, args.stage)
    put(args, view, results_sheet(view, key, with_boards=args.boards), [key])


def _standings(args: argparse.Namespace) -> None:
    from carrom.render.sheets.tables import standings_sheet

    view = TournamentView(open_file(args).state)
    key = drawn_stage(view, args.stage, "table")
    put(args, view, standings_sheet(view, key), [key])


def _bracket(args: argparse.Namespace) -> None:
    from carrom.render.sheets.bracket_pdf import bracket_pdf
    from carrom.render.sheets.tables import bracket_sheet

    view = TournamentView(open_file(args).state)
    key = drawn_stage(view, args.stage, "bracket")
    if suffix_of(args.output, _FORMS) == "pdf":
        write_out(bracket_pdf(view, key, imprint(view.state, time_of(None, view.state), [key])), args.output)
    else:
        put(args, view, bracket_sheet(view, key), [key])


def _order(args: argparse.Namespace) -> None:
    from carrom.render.sheets.hall import order_by_sheet
    from carrom.render.sheets.tables import order_sheet
    from carrom.tournament.desk.order_lists import line_json, order_lines
    from carrom.tournament.desk.order_of_play import late_text, moment_of_play, order_of_play, order_warnings
    from carrom.tournament.desk.rota import rota

    view = TournamentView(open_file(args).state)
    if not view.state.matches:
        raise CarromError("not-drawn", "nothing is drawn yet, so there is nothing to order")
    clock = time_of(args.at, view.state)
    order = order_of_play(view, now=clock if args.at else moment_of_play(view, clock), tables=args.tables)
    lines = order_lines(view, order, rota(view, order).umpire_of if view.state.announced.hall.umpires else None)
    if args.json:
        late = late_text(view, order)
        print(json.dumps({"matches": [line_json(line) for line in lines], "late": late}, ensure_ascii=False))
        return
    put(args, view, order_sheet(view, order) if args.by == "time" else order_by_sheet(view, lines, args.by))
    for warning in order_warnings(view, order, clock):
        print(warning, file=sys.stderr)


def _log(args: argparse.Namespace) -> None:
    for fact in open_file(args).facts:
        value = fact.json()
        if isinstance(fact.body, ContactGiven) and not args.private:
            value["body"] = {"role": fact.body.role}
        print(json.dumps(value, ensure_ascii=False))


def put(args: argparse.Namespace, view: TournamentView, sheet: Sheet, stages: Collection[StageKey] = ()) -> None:
    """Write a sheet where the command line wants it; on paper with its imprint."""
    form = suffix_of(args.output, _FORMS)
    if form == "pdf":
        from carrom.render.sheets.pdf import sheet_pdf

        printed = time_of(getattr(args, "at", None), view.state)
        data = sheet_pdf(replace(sheet, imprint=imprint(view.state, printed, stages)))
    elif form == "svg":
        from carrom.render.sheets.svg import sheet_svg

        data = sheet_svg(sheet).encode()
    else:
        data = sheet_text(sheet).encode()
    write_out(data, args.output)
