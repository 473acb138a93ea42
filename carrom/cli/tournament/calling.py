"""next, call, table: which match goes to which table."""

import argparse

from carrom.cli.tournament.common import (
    Desk,
    Verbs,
    add,
    add_telling,
    moment,
    open_file,
    person_named,
    record_of,
    time_of,
)
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.facts import Called, TableService
from carrom.tournament.log.view import TournamentView


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    queue = add(verbs, "next", _next, "what to call to which free table now, and why every other match waits")
    queue.add_argument("--absent", action="append", default=[], metavar="NAME", help="has not reported")
    queue.add_argument("--at", type=moment, metavar="TIME", help="HH:MM or a whole ISO time; now if not given")
    call = add_telling(verbs, "call", _call, "call a match to a table")
    call.add_argument("match")
    call.add_argument("table", type=int)
    table = add_telling(verbs, "table", _table, "take a table out of service, or put it back")
    table.add_argument("table", type=int)
    table.add_argument("service", choices=("out", "back"))


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


def _call(args: argparse.Namespace, desk: Desk) -> None:
    record = record_of(desk.state, args.match)
    desk.tell(Called(match=record.fixture.id, table=args.table))
    print(f"{record.fixture.id} to table {args.table}")


def _table(args: argparse.Namespace, desk: Desk) -> None:
    desk.tell(TableService(table=args.table, works=args.service == "back"))
