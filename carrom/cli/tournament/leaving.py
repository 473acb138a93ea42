"""leave: an entry withdraws, retires or is disqualified; a person leaves everything at once."""

import argparse
from dataclasses import replace

from carrom.base.errors import CarromError
from carrom.cli.tournament.common import Desk, Verbs, add_telling, tell_consequences, tell_impact
from carrom.tournament.desk.entry_changes import entry_of, leavings
from carrom.tournament.desk.meant import entry_named, event_id, find_person
from carrom.tournament.log.facts import Left
from carrom.tournament.log.people import Person
from carrom.tournament.log.state import State


def configure(verbs: Verbs) -> None:
    """Add the sub-verb."""
    leave = add_telling(verbs, "leave", _leave, "an entry withdraws, retires or is disqualified")
    leave.add_argument("entry", help="a player, a pair or a team; a person leaves every event, or with --event one")
    leave.add_argument("--how", choices=("withdrawn", "retired", "disqualified"), default="withdrawn")
    leave.add_argument("--law", help="by which law somebody is disqualified, such as 143a")
    leave.add_argument("--dry-run", action="store_true", help="only say what it would change")
    leave.add_argument("--event")


def _leave(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    bodies = [replace(body, law=args.law) for body in _leavings(args, state)]
    args.reason = args.reason or (f"Law {args.law}" if args.law else None)
    if args.dry_run:
        for body in bodies:
            tell_impact(state, desk.fact(body))
        return
    desk.tell(*bodies)
    for body in bodies:
        print(f"{body.entry} has left {body.event}: {body.how}" + (f", {args.reason}" if args.reason else ""))
    tell_consequences(state, desk)


def _leavings(args: argparse.Namespace, state: State) -> list[Left]:
    """One entry of one event, or everything that a person plays in."""
    if args.event is not None or len(state.announced.events) == 1:
        event = event_id(state, args.event)
        try:
            entry = entry_named(state, event, args.entry)
        except CarromError:
            person = next((one for one in [_person(state, args.entry)] if one is not None), None)
            if person is None or state.event(event).category.kind == "teams":
                raise
            entry = entry_of(state, event, person.id).id
        return [Left(event=event, entry=entry, how=args.how)]
    named = [
        Left(event=event, entry=entry, how=args.how)
        for event, entries in state.entries.items()
        for entry in entries
        if entry.casefold() == args.entry.casefold() and entry not in state.left.get(event, {})
    ]
    person = _person(state, args.entry)
    found = leavings(state, person.id, args.how) if person is not None else named
    if not found:
        person = find_person(state, args.entry)
        raise CarromError(f"{person.name} plays in nothing that can be left")
    return found


def _person(state: State, words: str) -> Person | None:
    try:
        return find_person(state, words)
    except CarromError:
        return None
