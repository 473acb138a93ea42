"""rename, substitute, line-up, late, leave: who plays, changed after the entry list."""

import argparse
from dataclasses import replace

from carrom.base.errors import CarromError
from carrom.cli.tournament.common import (
    Desk,
    Verbs,
    add_telling,
    day,
    entry_named,
    event_id,
    find_person,
    record_of,
    tell_impact,
)
from carrom.tournament.desk.entry_changes import (
    add_to_team,
    entry_of,
    leavings,
    new_person,
    rename_entry,
    rename_person,
    reserves,
    substitute,
)
from carrom.tournament.desk.late_entry import enter_late
from carrom.tournament.desk.tasks import tasks
from carrom.tournament.draws.bracket import Entrant, MatchId, group_name
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.facts import Entered, Joined, Left, LinedUp, PersonRecorded
from carrom.tournament.log.line_ups import who_plays
from carrom.tournament.log.names import Namesakes
from carrom.tournament.log.people import Entry, Person, count_text
from carrom.tournament.log.state import State
from carrom.tournament.log.view import TournamentView
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
    late = add_telling(verbs, "late", _late, "take somebody in who comes late, into a free place of the draw")
    late.add_argument("name")
    late.add_argument("--partner", help="of a pair: the other one")
    late.add_argument("--team", help="the team that the player joins")
    late.add_argument("--group", help="the group to come into; else one with room")
    late.add_argument("--place", metavar="MATCH", help="the bye to take the place of; else one that disturbs least")
    late.add_argument("--club")
    late.add_argument("--community")
    late.add_argument("--gender", choices=("f", "m"))
    late.add_argument("--born", type=day, metavar="YYYY-MM-DD")
    late.add_argument("--age", type=int)
    late.add_argument("--level", type=int)
    late.add_argument("--dry-run", action="store_true", help="only say where the place would be")
    leave = add_telling(verbs, "leave", _leave, "an entry withdraws, retires or is disqualified")
    leave.add_argument("entry", help="a player, a pair or a team; a person leaves every event, or with --event one")
    leave.add_argument("--how", choices=("withdrawn", "retired", "disqualified"), default="withdrawn")
    leave.add_argument("--law", help="by which law somebody is disqualified, such as 143a")
    leave.add_argument("--dry-run", action="store_true", help="only say what it would change")
    for parser in (swap, lineup, late, leave):
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
    event = _team_event(state, args.event)
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


def _team_event(state: State, wanted: str | None) -> EventId:
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


def _late(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    people = [_person_or_new(args, state, args.name, is_first=True)]
    if args.partner is not None:
        people.append(_person_or_new(args, state, args.partner, is_first=False))
    fresh = [one for one in people if state.people.get(one.id) != one]
    state = replace(state, people={**state.people, **{one.id: one for one in fresh}})
    event = _team_event(state, args.event) if args.team is not None else event_id(state, args.event)
    body: Entered | Joined
    if args.team is not None:
        team = entry_named(state, event, args.team)
        body = add_to_team(state, event, team, [one.id for one in people])
    else:
        name = Namesakes(state.people.values()).entry_name(people)
        clubs = {one.club for one in people}
        entry = Entry(id=name, members=tuple(one.id for one in people), club=clubs.pop() if len(clubs) == 1 else None)
        place = None if args.place is None else MatchId(record_of(state, args.place).fixture.id)
        body = enter_late(state, event, entry, group=args.group, match=place)
    if not args.dry_run:
        desk.tell(*(PersonRecorded(person=one) for one in fresh), body)
    for line in _told(state, body, args.team):
        print(line)


def _person_or_new(args: argparse.Namespace, state: State, name: str, *, is_first: bool) -> Person:
    known = Namesakes(state.people.values()).of(name)
    said = (
        {what: getattr(args, what) for what in ("club", "community", "gender", "born", "age", "level")}
        if is_first
        else {}
    )
    if known or name in state.people:
        person = find_person(state, name)
        return replace(person, **{what: value for what, value in said.items() if value is not None})
    return new_person(state, name, **said)


def _told(state: State, body: Entered | Joined, team: str | None) -> list[str]:
    name = body.entry.id
    if isinstance(body, Entered):
        newest = state.people[body.entry.members[-1]].name
        return [f"{newest} plays for {name}, as a reserve" if team else f"{name} enters {body.event}"]
    where = f"{body.event}/{body.stage}"
    if body.group is None:
        first = body.fixtures[0]
        other = next(slot.entry for slot in first.slots if isinstance(slot, Entrant) and slot.entry != name)
        return [f"{name} comes into {where}: {first.id} against {other}, who had a bye"]
    if not body.fixtures:
        return [f"{name} comes into {where} from its next round"]
    form = state.event(body.event).stage(body.stage).form
    group = f" group {group_name(body.group)}" if form.has_groups else ""
    matches = f"{body.fixtures[0].id} to {body.fixtures[-1].id}" if len(body.fixtures) > 1 else body.fixtures[0].id
    return [f"{name} comes into {where}{group}: {matches}"]


def _leave(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    bodies = [replace(body, law=args.law) for body in _leavings(args, state)]
    args.reason = args.reason or (f"Law {args.law}" if args.law else None)
    if args.dry_run:
        for body in bodies:
            tell_impact(state, desk.fact(body))
        return
    before = {task.text for task in tasks(TournamentView(state))}
    desk.tell(*bodies)
    for body in bodies:
        print(f"{body.entry} has left {body.event}: {body.how}" + (f", {args.reason}" if args.reason else ""))
    for task in tasks(TournamentView(desk.state)):
        if task.text not in before:
            print(f"DECIDE: {task.text}")


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
