"""person, late, leave, rename, describe, substitute, line-up: change people and entries after the import."""

import argparse
from typing import get_args

from carrom.cli.tournament.common import DeskSession, Verbs, add_recording_verb, parse_day
from carrom.tournament.desk.acts.entry_acts import (
    AddLateEntry,
    AddPerson,
    LeaveEvents,
    LineUpRubber,
    find_team_event,
    line_up_lines,
)
from carrom.tournament.desk.acts.people_acts import CorrectName, DescribePerson, SubstitutePlayer
from carrom.tournament.desk.references import find_entry
from carrom.tournament.model.people import Gender
from carrom.tournament.tables.withdrawals import Treatment


def add_late_verbs(verbs: Verbs) -> None:
    person = add_recording_verb(
        verbs, "person", _person, "put somebody on the list of people, without a place in any draw"
    )
    person.add_argument("name")
    person.add_argument("--club")
    person.add_argument("--community")
    person.add_argument("--gender", choices=("f", "m"))
    person.add_argument("--born", type=parse_day, metavar="YYYY-MM-DD")
    person.add_argument("--namesake", action="store_true", help="somebody else of that name is known already")
    late = add_recording_verb(verbs, "late", _late, "take somebody in who comes late, into a free place of the draw")
    late.add_argument("name")
    late.add_argument("--partner", help="of a pair: the other one")
    late.add_argument("--team", help="the team that the player joins")
    late.add_argument("--new-team", action="store_true", help="a team of its own begins with the player")
    late.add_argument("--group", help="the group to come into; else one with room")
    late.add_argument("--place", metavar="MATCH", help="the bye to take the place of; else one that disturbs least")
    late.add_argument("--club")
    late.add_argument("--community")
    late.add_argument("--gender", choices=("f", "m"))
    late.add_argument("--born", type=parse_day, metavar="YYYY-MM-DD")
    late.add_argument("--age", type=int)
    late.add_argument("--level", type=int)
    late.add_argument("--namesake", action="store_true", help="somebody else of that name is known already")
    for parser in (person, late):
        parser.add_argument("--mark", metavar="WORD", help="of a namesake: what tells them apart, such as senior")
        parser.add_argument("--here", action="store_true", help="they are here: note that too")
    late.add_argument("--dry-run", action="store_true", help="only say where the place would be")
    late.add_argument("--event")


def _person(args: argparse.Namespace, desk: DeskSession) -> None:
    fields = {name: getattr(args, name) for name in ("name", "club", "community", "gender", "namesake", "mark", "here")}
    desk.do(AddPerson(**fields, born=None if args.born is None else args.born.isoformat()))


def _late(args: argparse.Namespace, desk: DeskSession) -> None:
    fields = ("name", "partner", "team", "new_team", "group", "place", "club", "community", "gender", "age", "level")
    born = None if args.born is None else args.born.isoformat()
    act = AddLateEntry(
        **{name: getattr(args, name) for name in (*fields, "namesake", "mark", "here", "event")}, born=born
    )
    if not args.dry_run:
        desk.do(act)
        return
    args.reason = args.reason or "only to see"
    for line in desk.try_out(act).messages:
        print(line)


def add_leave_verb(verbs: Verbs) -> None:
    leave = add_recording_verb(verbs, "leave", _leave, "an entry withdraws, retires or is disqualified")
    leave.add_argument("entry", help="a player, a pair or a team; a person leaves every event, or with --event one")
    leave.add_argument("--how", choices=("withdrawn", "retired", "disqualified"), default="withdrawn")
    leave.add_argument("--law", help="by which law somebody is disqualified, such as 143a")
    choice = "what becomes of the results in a table; else its setting decides"
    leave.add_argument("--results", choices=get_args(Treatment), help=choice)
    leave.add_argument("--dry-run", action="store_true", help="only say what it would change")
    leave.add_argument("--event")


def _leave(args: argparse.Namespace, desk: DeskSession) -> None:
    act = LeaveEvents(entry=args.entry, how=args.how, law=args.law, results=args.results, event=args.event)
    if args.dry_run:
        for line in desk.try_out(act).messages:
            print(line)
        desk.show_change(act)
    else:
        desk.do(act)


def add_change_verbs(verbs: Verbs) -> None:
    rename = add_recording_verb(verbs, "rename", _rename, "correct the name of a person, a pair or a team, at any time")
    rename.add_argument("who", help="the name as it is now, or the id")
    rename.add_argument("name", help="the right one")
    rename.add_argument("--event", help="of a team or pair: the event it plays in")
    about = add_recording_verb(verbs, "describe", _describe, "correct what the list tells of somebody besides the name")
    about.add_argument("who", help="the name or the id")
    for what in ("club", "community", "born"):
        about.add_argument(f"--{what}")
    about.add_argument("--gender", choices=get_args(Gender))
    swap = add_recording_verb(verbs, "substitute", _substitute, "somebody else plays in a pair or a team from now on")
    swap.add_argument("goes")
    swap.add_argument("comes", nargs="?", help="who plays instead; may be left out in a team")
    swap.add_argument("--new", action="store_true", help="who comes is on no list yet")
    swap.add_argument("--club", help="of somebody new")
    swap.add_argument("--here", action="store_true", help="who comes is here")
    lineup = add_recording_verb(verbs, "line-up", _line_up, "who plays for a team: shown, or changed for a rubber")
    lineup.add_argument("team")
    lineup.add_argument("rubber", nargs="?")
    lineup.add_argument("players", nargs="*")
    lineup.add_argument("--match", help="for this match alone")
    for parser in (swap, lineup):
        parser.add_argument("--event")


def _rename(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(CorrectName(who=args.who, name=args.name, event=args.event))


def _describe(args: argparse.Namespace, desk: DeskSession) -> None:
    fields = {what: getattr(args, what) for what in ("club", "community", "born", "gender")}
    desk.do(DescribePerson(who=args.who, **fields))


def _substitute(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(
        SubstitutePlayer(
            goes=args.goes, comes=args.comes, event=args.event, is_new=args.new, club=args.club, here=args.here
        )
    )


def _line_up(args: argparse.Namespace, desk: DeskSession) -> None:
    if args.rubber is not None:
        players = tuple(args.players)
        desk.do(LineUpRubber(team=args.team, rubber=args.rubber, players=players, match=args.match, event=args.event))
        return
    state = desk.state
    event = find_team_event(state, args.event)
    for line in line_up_lines(state, state.entries[event][find_entry(state, event, args.team)]):
        print(line)
