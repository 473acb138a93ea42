"""hall: what is on the tables now."""

import argparse
import json

from carrom.cli.tournament.common import Verbs, add, moment, open_file, time_of
from carrom.cli.tournament.showing import put
from carrom.tournament.desk.hall_now import hall_json, hall_now
from carrom.tournament.log.view import TournamentView


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    hall = add(verbs, "hall", _hall, "every table now: its match, since when, who is missing; what is to be decided")
    hall.add_argument("-o", "--output", metavar="FILE", help="write FILE.svg, FILE.pdf or FILE.txt")
    for parser in (hall,):
        parser.add_argument("--at", type=moment, metavar="TIME", help="HH:MM or a whole ISO time; now if not given")
        parser.add_argument("--json", action="store_true", help="as JSON")


def _hall(args: argparse.Namespace) -> None:
    from carrom.render.sheets.hall import hall_sheet

    state = open_file(args).state
    view = TournamentView(state)
    found = hall_now(view, time_of(args.at, state))
    if args.json:
        print(json.dumps(hall_json(found), ensure_ascii=False))
    else:
        put(args, hall_sheet(view, found))
