"""late: who comes after the draw, into a free place of it."""

import argparse
from dataclasses import replace

from carrom.base.errors import CarromError
from carrom.cli.tournament.changing import team_event
from carrom.cli.tournament.common import Desk, Verbs, add_telling, day
from carrom.tournament.desk.entry_changes import add_to_team, new_person, tell_apart
from carrom.tournament.desk.late_entry import enter_late
from carrom.tournament.desk.meant import entry_named, event_id, find_person, record_of
from carrom.tournament.draws.bracket import Entrant, MatchId, group_name
from carrom.tournament.log.facts import Entered, Joined, PersonRecorded
from carrom.tournament.log.names import Namesakes, name_key
from carrom.tournament.log.people import Entry, Person
from carrom.tournament.log.state import State


def configure(verbs: Verbs) -> None:
    """Add the sub-verb."""
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
    late.add_argument("--namesake", action="store_true", help="somebody else of that name is known already")
    late.add_argument("--dry-run", action="store_true", help="only say where the place would be")
    late.add_argument("--event")


def _late(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    people = [_person_or_new(args, state, args.name, is_first=True)]
    if args.partner is not None:
        people.append(_person_or_new(args, state, args.partner, is_first=False))
    fresh = [one for one in people if state.people.get(one.id) != one]
    state = replace(state, people={**state.people, **{one.id: one for one in fresh}})
    event = team_event(state, args.event) if args.team is not None else event_id(state, args.event)
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
        apart = [told for one in fresh if (told := tell_apart(desk.state, one)) is not None and args.namesake]
        desk.tell(*(PersonRecorded(person=one) for one in fresh), *apart, body)
        for renamed in (new for told in apart for new in told.entries):
            print(f"{renamed.event}: {renamed.was} is now {renamed.now}")
    for line in _told(state, body, args.team):
        print(line)


def _person_or_new(args: argparse.Namespace, state: State, name: str, *, is_first: bool) -> Person:
    names = Namesakes(state.people.values())
    known = [] if args.namesake and is_first else names.of(name)
    said = (
        {what: getattr(args, what) for what in ("club", "community", "gender", "born", "age", "level")}
        if is_first
        else {}
    )
    if known or (name in state.people and not args.namesake):
        person = find_person(state, name)
        if said.get("club") and person.club and name_key(said["club"]) != name_key(person.club):
            raise CarromError(f"{person.name} of {person.club} is known: say --namesake if this is somebody else")
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
