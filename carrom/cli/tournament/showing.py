"""show, matches, standings, bracket, order, log: a tournament on the terminal, as SVG or as PDF."""

import argparse
import json

from carrom.base.errors import CarromError
from carrom.cli.io.output import suffix_of, write_out
from carrom.cli.tournament.common import Verbs, add, moment, open_file, person_named, stage_key, time_of
from carrom.render.sheets.sheet import Sheet, sheet_text
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TournamentView


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    show = add(verbs, "show", _show, "events, stages, what is played and what waits for a decision")
    matches = add(verbs, "matches", _matches, "every match of a stage with its result")
    standings = add(verbs, "standings", _standings, "tables with the reason for every place")
    bracket = add(verbs, "bracket", _bracket, "the tree of a knock-out")
    order = add(verbs, "order", _order, "the order of play of everything that is drawn and open")
    order.add_argument("--tables", type=int, help="on so many tables instead of the hall's own")
    queue = add(verbs, "next", _next, "what to call to which free table now, and why every other match waits")
    queue.add_argument("--absent", action="append", default=[], metavar="NAME", help="has not reported")
    queue.add_argument("--at", type=moment, metavar="TIME", help="HH:MM or a whole ISO time; now if not given")
    for parser in (matches, standings, bracket):
        parser.add_argument("stage", nargs="?", help="event/stage, or the event")
    for parser in (show, matches, standings, bracket, order):
        parser.add_argument("-o", "--output", metavar="FILE", help="write FILE.svg, FILE.pdf or FILE.txt")
    add(verbs, "log", _log, "every fact, one JSON per line")


def _show(args: argparse.Namespace) -> None:
    from carrom.render.sheets.tables import overview_sheet

    _put(args, overview_sheet(TournamentView(open_file(args).state)))


def _matches(args: argparse.Namespace) -> None:
    from carrom.render.sheets.tables import results_sheet

    state = open_file(args).state
    _put(args, results_sheet(TournamentView(state), stage_key(state, args.stage)))


def _standings(args: argparse.Namespace) -> None:
    from carrom.render.sheets.tables import standings_sheet

    _put(args, standings_sheet(*_drawn_stage(args, "table")))


def _bracket(args: argparse.Namespace) -> None:
    from carrom.render.sheets.tables import bracket_sheet

    _put(args, bracket_sheet(*_drawn_stage(args, "bracket")))


def _drawn_stage(args: argparse.Namespace, wanted: str) -> tuple[TournamentView, StageKey]:
    state = open_file(args).state
    key = stage_key(state, args.stage, wanted=wanted)
    if wanted == "bracket" and state.stage(key).form.shape != "tree":
        raise CarromError(f"{key} is not a knock-out")
    if not state.draws.get(key):
        raise CarromError(f"{key} is not drawn yet")
    return TournamentView(state), key


def _order(args: argparse.Namespace) -> None:
    from carrom.render.sheets.tables import order_sheet
    from carrom.tournament.desk.order_of_play import order_of_play

    view = TournamentView(open_file(args).state)
    if not view.state.matches:
        raise CarromError("nothing is drawn yet, so there is nothing to order")
    _put(args, order_sheet(view, order_of_play(view, tables=args.tables)))


def _next(args: argparse.Namespace) -> None:
    from carrom.tournament.desk.calling import next_calls

    state = open_file(args).state
    absent = frozenset(person_named(state, name) for name in args.absent)
    called, waiting = next_calls(TournamentView(state), time_of(args.at, state), absent=absent)
    for call in called:
        sides = " – ".join(side or "?" for side in TournamentView(state).sides(MatchId(call.match)))
        print(f"{call.match} to table {call.table}: {sides}")
    for wait in waiting:
        print(f"{wait.match} {wait.why}" if wait.why.startswith("waits ") else f"{wait.match} waits: {wait.why}")


def _log(args: argparse.Namespace) -> None:
    for fact in open_file(args).facts:
        print(json.dumps(fact.json(), ensure_ascii=False))


def _put(args: argparse.Namespace, sheet: Sheet) -> None:
    form = suffix_of(args.output, ("svg", "pdf", "txt"))
    if form == "pdf":
        from carrom.render.sheets.pdf import sheet_pdf

        data = sheet_pdf(sheet)
    elif form == "svg":
        from carrom.render.sheets.svg import sheet_svg

        data = sheet_svg(sheet).encode()
    else:
        data = sheet_text(sheet).encode()
    write_out(data, args.output)
