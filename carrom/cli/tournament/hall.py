"""hall, when, umpires: what is on the tables now, when somebody plays, who umpires."""

import argparse
import json

from carrom.cli.tournament.common import Verbs, add, moment, open_file
from carrom.cli.tournament.showing import put
from carrom.tournament.desk.hall_now import hall_json, hall_now
from carrom.tournament.desk.meant import find_person, time_of
from carrom.tournament.desk.order_lists import by_person, line_json, order_lines
from carrom.tournament.desk.order_of_play import Appointment, moment_of_play, order_of_play
from carrom.tournament.desk.rota import rota, rota_json
from carrom.tournament.log.names import name_key
from carrom.tournament.log.people import Person
from carrom.tournament.log.state import State
from carrom.tournament.log.view import TournamentView


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    hall = add(verbs, "hall", _hall, "every table now: its match, since when, who is missing; what is to be decided")
    when = add(verbs, "when", _when, "when somebody plays, as far as the order of play can tell")
    when.add_argument("person")
    umpires = add(verbs, "umpires", _umpires, "who umpires when, neutral and with level loads")
    for parser in (hall, when, umpires):
        parser.add_argument("--at", type=moment, metavar="TIME", help="HH:MM or a whole ISO time; now if not given")
        parser.add_argument("--json", action="store_true", help="as JSON")
        parser.add_argument("-o", "--output", metavar="FILE", help="write FILE.svg, FILE.pdf or FILE.txt")


def _hall(args: argparse.Namespace) -> None:
    from carrom.render.sheets.hall import hall_sheet

    state = open_file(args).state
    view = TournamentView(state)
    found = hall_now(view, time_of(args.at, state))
    if args.json:
        print(json.dumps(hall_json(found), ensure_ascii=False))
    else:
        put(args, view, hall_sheet(view, found))


def _when(args: argparse.Namespace) -> None:
    from carrom.render.sheets.hall import person_sheet

    view = TournamentView(open_file(args).state)
    person = _person(view.state, args.person)
    own = by_person(view, order_lines(view, _order(args, view))).get(person.id, [])
    if args.json:
        rows = [{**line_json(one.line), "is_sure": one.is_sure} for one in own]
        print(json.dumps({"person": person.name, "matches": rows}, ensure_ascii=False))
    else:
        put(args, view, person_sheet(view, person, own))


def _person(state: State, words: str) -> Person:
    """Who is asked for; a part of the name is enough where only one person has it."""
    wanted = set(name_key(words).split())
    having = [one for one in state.people.values() if wanted and wanted <= set(name_key(one.name).split())]
    return having[0] if len(having) == 1 else find_person(state, words)


def _umpires(args: argparse.Namespace) -> None:
    from carrom.render.sheets.hall import rota_sheet

    view = TournamentView(open_file(args).state)
    found = rota(view, _order(args, view))
    if args.json:
        print(json.dumps(rota_json(view, found), ensure_ascii=False))
    else:
        put(args, view, rota_sheet(view, found))


def _order(args: argparse.Namespace, view: TournamentView) -> tuple[Appointment, ...]:
    clock = time_of(args.at, view.state)
    return order_of_play(view, now=clock if args.at else moment_of_play(view, clock))
