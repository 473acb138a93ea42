"""next, call, here, start, free, table: which match goes to which table."""

import argparse
import json

from carrom.base.errors import CarromError
from carrom.cli.tournament.common import Desk, Verbs, add, add_telling, moment, open_file
from carrom.tournament.desk.acts.hall_acts import CallMatch, FreeTable, MarkPresent, PutTable, StartMatch
from carrom.tournament.desk.calling import Calling, grouped, next_calls
from carrom.tournament.desk.hanging import hangs_on
from carrom.tournament.desk.meant import find_person, record_of, time_of
from carrom.tournament.desk.naming import match_title, meeting_text
from carrom.tournament.desk.on_tables import on_tables
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.people import count_text
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.log.view import TO_PLAY, TournamentView
from carrom.tournament.plan.queue import obstacles

_SHOWN = 6  # match numbers in a line of those that wait together


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    queue = add(verbs, "next", _next, "what to call to which free table now, and what the other matches wait for")
    queue.add_argument("--absent", action="append", default=[], metavar="NAME", help="has not reported")
    queue.add_argument("--at", type=moment, metavar="TIME", help="HH:MM or a whole ISO time; now if not given")
    queue.add_argument("--why", metavar="MATCH", help="everything that this match waits for")
    queue.add_argument("--json", action="store_true", help="as JSON, with the reason of every match")
    call = add_telling(verbs, "call", _call, "call a match to a table, or move it to another")
    call.add_argument("match")
    call.add_argument("table", type=int)
    call.add_argument("--umpire", metavar="NAME", help="who sits there; else the neutral one with the fewest matches")
    here = add_telling(verbs, "here", _here, "the sides of a called match are at the table")
    start = add_telling(verbs, "start", _start, "a called match is in play")
    free = add_telling(verbs, "free", _free, "take a call back: the table is free, the match waits again")
    for parser in (here, start, free):
        parser.add_argument("match", help="its number, or the number of its table")
    here.add_argument("--side", choices=("a", "b"), help="only this side; else both")
    table = add_telling(verbs, "table", _table, "take a table out of service, or put it back")
    table.add_argument("table", type=int)
    table.add_argument("service", choices=("out", "back"))
    table.add_argument("--move", type=int, metavar="TABLE", help="where the match goes that is on it")


def _next(args: argparse.Namespace) -> None:
    state = open_file(args).state
    view, now = TournamentView(state), time_of(args.at, state)
    absent = frozenset(find_person(state, name).id for name in args.absent)
    if args.why is not None:
        print(_why(view, record_of(state, args.why).fixture.id, Calling(view, now, absent)))
        return
    called, waiting = next_calls(view, now, absent=absent)
    names = {str(one): person.name for one, person in state.people.items()}
    if args.json:
        calls = [
            {
                "match": one.match,
                "table": one.table,
                "umpire": names.get(one.umpire or "", one.umpire),
                "hangs_on": list(hangs_on(view, MatchId(one.match), now)),
            }
            for one in called
        ]
        waits = [{"match": one.match, "cause": one.cause, "why": one.why} for one in waiting]
        print(json.dumps({"calls": calls, "waiting": waits}, ensure_ascii=False))
        return
    for call in called:
        match = MatchId(call.match)
        umpire = f" (umpire {names.get(call.umpire, call.umpire)})" if call.umpire is not None else ""
        print(f"{match} to table {call.table}: {match_title(view, match)}, {meeting_text(view, match)}{umpire}")
        for why in hangs_on(view, match, now):
            print(f"  {match} {why}")
    for row in grouped(waiting):
        shown = ", ".join(row.matches[:_SHOWN]) + (" …" if len(row.matches) > _SHOWN else "")
        waits_text = "waits" if len(row.matches) == 1 else "wait"
        print(f"{len(row.matches)} {waits_text} {row.why}: {shown}")
    if not called and not waiting:
        on = len(on_tables(view))
        print(
            f"nothing waits: {count_text(on, 'match is', 'matches are')} on the tables" if on else _all_is_played(state)
        )


def _all_is_played(state: State) -> str:
    """What is said where no match is left to be called."""
    keys = [StageKey(event.id, stage.id) for event in state.announced.events for stage in event.stages]
    undrawn = [str(key) for key in keys if key not in state.draws]
    if not undrawn:
        return "all is played"
    said = "all that is drawn is played" if state.matches else "nothing is drawn yet"
    return f"{said}: 'draw' can draw {', '.join(undrawn)}"


def _why(view: TournamentView, match: MatchId, calling: Calling) -> str:
    """Everything that one match waits for."""
    status = view.status(match)
    if status not in TO_PLAY:
        return f"{match} is {status}"
    for one in calling.sitting:
        if one.match == match and not one.has_to_move:
            return f"{match} is on table {one.table}" + (" and on hold" if one.is_on_hold else "")
    found = [one.why for one in obstacles(calling.hall, calling.queued(match))]
    if not calling.hall.tables:
        found.append("no table is free")
    if not found:
        return f"{match} can be called"
    return "\n".join(f"{match} {why}" if why.startswith("waits ") else f"{match} waits: {why}" for why in found)


def _call(args: argparse.Namespace, desk: Desk) -> None:
    desk.do(CallMatch(match=args.match, table=args.table, umpire=args.umpire))


def _here(args: argparse.Namespace, desk: Desk) -> None:
    desk.do(MarkPresent(match=args.match, side=args.side))


def _start(args: argparse.Namespace, desk: Desk) -> None:
    desk.do(StartMatch(match=args.match))


def _free(args: argparse.Namespace, desk: Desk) -> None:
    desk.do(FreeTable(match=args.match))


def _table(args: argparse.Namespace, desk: Desk) -> None:
    if args.service == "back" and args.move is not None:
        raise CarromError("options-go-together", "--move goes with out")
    desk.do(PutTable(table=args.table, works=args.service == "back", move=args.move))
