"""rename, substitute, line-up: who plays, changed after the entry list."""

import argparse

from carrom.base.errors import CarromError
from carrom.cli.tournament.common import Desk, Verbs, add_telling
from carrom.tournament.desk.entry_changes import (
    rename_entry,
    rename_person,
    reserves,
    substitute,
)
from carrom.tournament.desk.meant import entry_named, event_id, find_person, record_of
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.facts import LinedUp
from carrom.tournament.log.line_ups import who_plays
from carrom.tournament.log.people import Entry, Person, count_text
from carrom.tournament.log.state import State
from carrom.tournament.tables.results import EntryId


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    rename = add_telling(verbs, "rename", _rename, "correct the name of a person, a pair or a team, at any time")
    rename.add_argument("who", help="the name as it is now, or the id")
    rename.add_argument("name", help="the right one")
    rename.add_argument("--event", help="of a team or pair: the event it plays in")
    swap = add_telling(verbs, "substitute", _substitute, "somebody else plays in a pair or a team from now on")
    swap.add_argument("goes")
    swap.add_argument("comes", nargs="?", help="who plays instead; may be left out in a team")
    lineup = add_telling(verbs, "line-up", _line_up, "who plays for a team: shown, or changed for a rubber")
    lineup.add_argument("team")
    lineup.add_argument("rubber", nargs="?")
    lineup.add_argument("players", nargs="*")
    lineup.add_argument("--match", help="for this match alone")
    for parser in (swap, lineup):
        parser.add_argument("--event")


def _rename(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    teams = _teams_called(state, args.who, args.event)
    if len(teams) == 1:
        desk.tell(rename_entry(state, *teams[0], args.name))
        print(f"{teams[0][1]} is now {' '.join(args.name.split())}")
        return
    person = find_person(state, args.who)
    body = rename_person(state, person.id, args.name)
    desk.tell(body)
    print(f"{person.name} is now {body.name}")
    for one in body.entries:
        if one.now != body.name:
            print(f"{one.event}: {one.was} is now {one.now}")


def _teams_called(state: State, words: str, event: str | None) -> list[tuple[EventId, EntryId]]:
    """Entries that bear a name of their own, not that of their only player."""
    found: list[tuple[EventId, EntryId]] = []
    for one in state.announced.events:
        if event in (None, one.id) and (one.category.kind != "singles" or event is not None):
            found += [
                (one.id, entry) for entry in state.entries.get(one.id, {}) if entry.casefold() == words.casefold()
            ]
    return found


def _substitute(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    goes = find_person(state, args.goes)
    comes = None if args.comes is None else find_person(state, args.comes)
    body = substitute(state, _event_with(state, goes, args.event), goes.id, None if comes is None else comes.id)
    desk.tell(body)
    if comes is None:
        print(f"{goes.name} plays no more for {body.entry}")
    else:
        print(f"{body.event}: {body.name} plays, {comes.name} in place of {goes.name}")
    _show_gaps(desk.state, body.event, body.name)


def _event_with(state: State, person: Person, wanted: str | None) -> EventId:
    """The event that is meant: the one in which somebody plays with others."""
    if wanted is not None:
        return state.event(wanted).id
    inside = [
        event
        for event, entries in state.entries.items()
        if any(person.id in entry.members for entry in entries.values())
    ]
    together = [event for event in inside if state.event(event).category.kind != "singles"] or inside
    if len(together) == 1:
        return together[0]
    if not together:
        raise CarromError(f"{person.name} has entered nothing")
    raise CarromError(f"say with --event which is meant: {', '.join(together)}")


def _line_up(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    event = team_event(state, args.event)
    team = entry_named(state, event, args.team)
    entry = state.entries[event][team]
    if args.rubber is None:
        _show_line_up(state, entry)
        return
    if not args.players:
        raise CarromError(f"say who plays {args.rubber} for {team}")
    players = tuple(find_person(state, name).id for name in args.players)
    match = None if args.match is None else record_of(state, args.match).fixture.id
    rubber = next(
        (one.id for one in state.event(event).rubbers if one.id.casefold() == args.rubber.casefold()), args.rubber
    )
    desk.tell(LinedUp(event=event, entry=team, rubber=rubber, players=players, match=match))
    if match is not None:
        sitting = who_plays(desk.state, desk.state.matches[match], team)
        print(f"{match}: {' / '.join(state.people[one].name for one in sitting)} for {team}")
        return
    _show_line_up(desk.state, desk.state.entries[event][team])
    _show_gaps(desk.state, event, team)


def team_event(state: State, wanted: str | None) -> EventId:
    teams = [event.id for event in state.announced.events if event.category.kind == "teams"]
    return teams[0] if wanted is None and len(teams) == 1 else event_id(state, wanted)


def _show_line_up(state: State, entry: Entry) -> None:
    for rubber, players in entry.line_up.items():
        print(f"{rubber}: {' / '.join(state.people[one].name for one in players) or 'nobody'}")
    waiting = ", ".join(state.people[one].name for one in reserves(entry))
    print(f"reserves: {waiting or 'none'}")


def _show_gaps(state: State, event: EventId, entry: str) -> None:
    """Rubbers for which a team has too few now."""
    line_up = next((one.line_up for one in state.entries[event].values() if one.id == entry), {})
    for rubber in state.event(event).rubbers:
        lacking = (rubber.category.size or 1) - len(line_up.get(rubber.id, ()))
        if line_up and lacking > 0:
            print(f"{rubber.id} lacks {count_text(lacking, 'player', 'players')}")
