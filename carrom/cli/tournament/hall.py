"""next, call, here, start, free, table, hall, when, umpires: call matches; show tables, times, umpires."""

import argparse
import json

from carrom.base.errors import CarromError
from carrom.cli.tournament.common import DeskSession, Verbs, add_recording_verb, add_verb, open_file, parse_moment
from carrom.cli.tournament.show import write_sheet
from carrom.tournament.desk.acts.hall_acts import CallMatch, FreeTable, MarkPresent, SetTableService, StartMatch
from carrom.tournament.desk.blockers import contested_because
from carrom.tournament.desk.calling import CallQueue, group_by_cause, next_calls
from carrom.tournament.desk.hall import matches_on_tables
from carrom.tournament.desk.hall_now import hall_json, hall_now
from carrom.tournament.desk.match_text import match_title, meeting_text
from carrom.tournament.desk.order_of_play import (
    Appointment,
    by_person,
    order_line_json,
    order_lines,
    order_of_play,
    planning_start,
)
from carrom.tournament.desk.references import find_match, find_person, resolve_time
from carrom.tournament.desk.umpires import rota, rota_json
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.people import Person, count_text, name_key
from carrom.tournament.model.state import StageKey, State
from carrom.tournament.schedule.queue import obstacles
from carrom.tournament.seating.now import TO_PLAY, TournamentNow

_SHOWN = 6  # match numbers per line


def add_call_verbs(verbs: Verbs) -> None:
    queue = add_verb(verbs, "next", _next, "what to call to which free table now, and what the other matches wait for")
    queue.add_argument("--absent", action="append", default=[], metavar="NAME", help="has not reported")
    queue.add_argument("--at", type=parse_moment, metavar="TIME", help="HH:MM or a whole ISO time; now if not given")
    queue.add_argument("--why", metavar="MATCH", help="everything that this match waits for")
    queue.add_argument("--json", action="store_true", help="as JSON, with the reason of every match")
    call = add_recording_verb(verbs, "call", _call, "call a match to a table, or move it to another")
    call.add_argument("match")
    call.add_argument("table", type=int)
    call.add_argument("--umpire", metavar="NAME", help="who sits there; else the neutral one with the fewest matches")
    here = add_recording_verb(verbs, "here", _here, "the sides of a called match are at the table")
    start = add_recording_verb(verbs, "start", _start, "a called match is in play")
    free = add_recording_verb(verbs, "free", _free, "take a call back: the table is free, the match waits again")
    for parser in (here, start, free):
        parser.add_argument("match", help="its number, or the number of its table")
    here.add_argument("--side", choices=("a", "b"), help="only this side; else both")
    table = add_recording_verb(verbs, "table", _table, "take a table out of service, or put it back")
    table.add_argument("table", type=int)
    table.add_argument("service", choices=("out", "back"))
    table.add_argument("--move", type=int, metavar="TABLE", help="where the match goes that is on it")


def _next(args: argparse.Namespace) -> None:
    state = open_file(args).state
    view, now = TournamentNow(state), resolve_time(args.at, state)
    absent = frozenset(find_person(state, name).id for name in args.absent)
    if args.why is not None:
        print(_why(view, find_match(state, args.why).fixture.id, CallQueue(view, now, absent)))
        return
    called, waiting = next_calls(view, now, absent=absent)
    names = {str(one): person.name for one, person in state.people.items()}
    if args.json:
        calls = [
            {
                "match": one.match,
                "table": one.table,
                "umpire": names.get(one.umpire or "", one.umpire),
                "hangs_on": list(contested_because(view, MatchId(one.match), now)),
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
        for why in contested_because(view, match, now):
            print(f"  {match} {why}")
    for row in group_by_cause(waiting):
        shown = ", ".join(row.matches[:_SHOWN]) + (" …" if len(row.matches) > _SHOWN else "")
        waits_text = "waits" if len(row.matches) == 1 else "wait"
        print(f"{len(row.matches)} {waits_text} {row.why}: {shown}")
    if not called and not waiting:
        on = len(matches_on_tables(view))
        print(
            f"nothing waits: {count_text(on, 'match is', 'matches are')} on the tables" if on else _all_is_played(state)
        )


def _all_is_played(state: State) -> str:
    """Say what comes next when no match is left to call."""
    keys = [StageKey(event.id, stage.id) for event in state.announced.events for stage in event.stages]
    undrawn = [str(key) for key in keys if key not in state.draws]
    if not undrawn:
        return "all is played"
    summary = "all that is drawn is played" if state.matches else "nothing is drawn yet"
    return f"{summary}: 'draw' can draw {', '.join(undrawn)}"


def _why(view: TournamentNow, match: MatchId, calling: CallQueue) -> str:
    """Every reason for waiting."""
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


def _call(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(CallMatch(match=args.match, table=args.table, umpire=args.umpire))


def _here(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(MarkPresent(match=args.match, side=args.side))


def _start(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(StartMatch(match=args.match))


def _free(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(FreeTable(match=args.match))


def _table(args: argparse.Namespace, desk: DeskSession) -> None:
    if args.service == "back" and args.move is not None:
        raise CarromError("options-go-together", "--move goes with out")
    desk.do(SetTableService(table=args.table, works=args.service == "back", move=args.move))


def add_hall_verbs(verbs: Verbs) -> None:
    hall = add_verb(
        verbs, "hall", _hall, "every table now: its match, since when, who is missing; what is to be decided"
    )
    when = add_verb(verbs, "when", _when, "when somebody plays, as far as the order of play can tell")
    when.add_argument("person")
    umpires = add_verb(verbs, "umpires", _umpires, "who umpires when, neutral and with level loads")
    for parser in (hall, when, umpires):
        parser.add_argument(
            "--at", type=parse_moment, metavar="TIME", help="HH:MM or a whole ISO time; now if not given"
        )
        parser.add_argument("--json", action="store_true", help="as JSON")
        parser.add_argument("-o", "--output", metavar="FILE", help="write FILE.svg, FILE.pdf or FILE.txt")


def _hall(args: argparse.Namespace) -> None:
    from carrom.render.sheets.order_sheets import hall_sheet

    state = open_file(args).state
    view = TournamentNow(state)
    found = hall_now(view, resolve_time(args.at, state))
    if args.json:
        print(json.dumps(hall_json(found), ensure_ascii=False))
    else:
        write_sheet(args, view, hall_sheet(view, found))


def _when(args: argparse.Namespace) -> None:
    from carrom.render.sheets.order_sheets import person_sheet

    view = TournamentNow(open_file(args).state)
    person = _person(view.state, args.person)
    own = by_person(view, order_lines(view, _order(args, view))).get(person.id, [])
    if args.json:
        rows = [{**order_line_json(one.line), "is_sure": one.is_sure} for one in own]
        print(json.dumps({"person": person.name, "matches": rows}, ensure_ascii=False))
    else:
        write_sheet(args, view, person_sheet(view, person, own))


def _person(state: State, words: str) -> Person:
    """Part of the name is enough if only one person has it."""
    wanted = set(name_key(words).split())
    having = [one for one in state.people.values() if wanted and wanted <= set(name_key(one.name).split())]
    return having[0] if len(having) == 1 else find_person(state, words)


def _umpires(args: argparse.Namespace) -> None:
    from carrom.render.sheets.order_sheets import rota_sheet

    view = TournamentNow(open_file(args).state)
    found = rota(view, _order(args, view))
    if args.json:
        print(json.dumps(rota_json(view, found), ensure_ascii=False))
    else:
        write_sheet(args, view, rota_sheet(view, found))


def _order(args: argparse.Namespace, view: TournamentNow) -> tuple[Appointment, ...]:
    clock = resolve_time(args.at, view.state)
    return order_of_play(view, now=clock if args.at else planning_start(view, clock))
