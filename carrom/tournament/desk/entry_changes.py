"""A name corrected, a partner replaced, a line-up changed: from what the desk wants to the fact that records it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

from carrom.base.errors import CarromError
from carrom.base.reading import encode
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.facts import Checked, Entered, Left, NewName, Renamed, Substituted
from carrom.tournament.log.group_tables import GroupTable
from carrom.tournament.log.names import Namesakes, free_id, name_key
from carrom.tournament.log.people import Entry, Person, PersonId, count_text
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.policy import Policy, plain
from carrom.tournament.tables.results import EntryId


def rename_person(state: State, person: PersonId, name: str) -> Renamed:
    """Call somebody otherwise, and every entry that bears the name; namesakes are told apart anew."""
    name = " ".join(name.split())
    was = state.people[person]
    if not name_key(name):
        raise CarromError("name-missing", f"{was.name} needs a name")
    if was.name == name:
        raise CarromError("name-taken", f"{name} is called so already")
    now = replace(was, name=name)
    people = {**state.people, person: now}
    before, after = state.namesakes, Namesakes(people.values())
    touched = {name_key(was.name), name_key(name)}
    entries = []
    for event, entry in _named_by_members(state):
        if not any(name_key(state.people[one].name) in touched for one in entry.members):
            continue
        called = before.entry_name(state.people[one] for one in entry.members)
        if entry.id == called:
            new = after.entry_name(people[one] for one in entry.members)
        else:
            new = EntryId(entry.id.replace(was.name, name)) if person in entry.members else entry.id
        if new != entry.id:
            entries.append(NewName(event=event, was=entry.id, now=new))
    return Renamed(person=person, name=name, entries=tuple(entries))


def tell_apart(state: State, newcomer: Person) -> Renamed | None:
    """New names for entries of people whose name a newcomer shares; None where nobody does."""
    before, after = state.namesakes, Namesakes([*state.people.values(), newcomer])
    same = {one.id for one in before.of(newcomer.name)}
    entries = []
    for event, entry in _named_by_members(state):
        members = [state.people[one] for one in entry.members]
        if same.intersection(entry.members) and entry.id == before.entry_name(members):
            now = after.entry_name(members)
            if now != entry.id:
                entries.append(NewName(event=event, was=entry.id, now=now))
    return Renamed(entries=tuple(entries)) if entries else None


def rename_entry(state: State, event: EventId, entry: EntryId, name: str) -> Renamed:
    """Call a team, or a pair with a name of its own, otherwise."""
    name = " ".join(name.split())
    if entry == name:
        raise CarromError("name-taken", f"{name} is called so already")
    return Renamed(entries=(NewName(event=event, was=entry, now=name),))


def substitute(state: State, event: EventId, goes: PersonId, comes: PersonId | None) -> Substituted:
    """Let `comes` play in the place of `goes`."""
    entry = entry_of(state, event, goes)
    name: str = entry.id
    if state.event(event).category.kind != "teams" and comes is not None:
        names = state.namesakes
        members = [state.people[comes if one == goes else one] for one in entry.members]
        was, now = state.people[goes], state.people[comes]
        if entry.id == names.entry_name(state.people[one] for one in entry.members):
            name = names.entry_name(members)
        else:
            name = entry.id.replace(names.told_apart(was), names.told_apart(now)).replace(was.name, now.name)
    return Substituted(event=event, entry=entry.id, goes=goes, comes=comes, name=name)


def add_to_team(state: State, event: EventId, team: EntryId, players: Sequence[PersonId]) -> Entered:
    """Let more people play for a team; until they are lined up they are reserves."""
    entry = state.entries[event][team]
    for one in players:
        if one in entry.members:
            raise CarromError("in-team-already", f"{state.people[one].name} is in {team} already")
    return Entered(event=event, entry=replace(entry, members=(*entry.members, *players)))


def reserves(entry: Entry) -> list[PersonId]:
    """Who of a team is in no rubber."""
    lined_up = {one for players in entry.line_up.values() for one in players}
    return [one for one in entry.members if one not in lined_up]


def entry_of(state: State, event: EventId, person: PersonId) -> Entry:
    """What somebody plays as in an event."""
    for entry in state.entries.get(event, {}).values():
        if person in entry.members:
            return entry
    raise CarromError("not-entered", f"{state.people[person].name} is not in {state.event_name(event)}")


def leavings(state: State, person: PersonId, how: Literal["withdrawn", "retired", "disqualified"]) -> list[Left]:
    """Somebody leaves everything that is still open to them: every event in which they play alone or in a pair."""
    found: list[Left] = []
    for event, entry in _named_by_members(state):
        if person in entry.members and entry.id not in state.left.get(event, {}):
            found.append(Left(event=event, entry=entry.id, how=how))
    return found


def treatments_compared(view: TournamentView, leaving: Left) -> Iterator[str]:
    """What a table becomes if the results of whoever leaves are kept, and if they are annulled: the organiser chooses
    with both in sight. Nothing where they have no part in a table."""
    state, event = view.state, view.state.event(leaving.event)
    for stage in event.stages:
        key = StageKey(event.id, stage.id)
        for number, now in enumerate(view.tables(key) if stage.policy is not None and state.draws.get(key) else ()):
            if leaving.entry not in now.entries:
                continue
            where = state.title(key, now.name)
            kept, annulled, by_rule = (
                _table_after(view, key, number, replace(leaving, results=one)) for one in ("kept", "annulled", None)
            )
            given = _won_by_absence(kept, leaving.entry) - _won_by_absence(now, leaving.entry)
            yield f"{where}, results kept: {_given_away(given, state.policy(key))}. {_ranked(kept)}."
            played = sum(leaving.entry in (one.a, one.b) and one.walkover is None for one in now.settled.results)
            lost = count_text(played, "match that was played counts", "matches that were played count")
            yield f"{where}, results annulled: {lost} no more. {_ranked(annulled)}."
            if leaving.results is None:
                rule = by_rule.settled.treatments[leaving.entry]
                yield f"{where}: unless you choose, the results are {rule}, by its setting {encode(stage.withdrawal)}."


def _table_after(view: TournamentView, key: StageKey, number: int, leaving: Left) -> GroupTable:
    state = view.state
    gone = {**state.left.get(leaving.event, {}), leaving.entry: leaving}
    return TournamentView(replace(state, left={**state.left, leaving.event: gone})).table(key, number)


def _won_by_absence(table: GroupTable, absent: EntryId) -> Counter[EntryId]:
    """How many matches everybody has won because somebody was not there."""
    winners = (one.winner for one in table.settled.results if one.walkover is not None and absent in (one.a, one.b))
    return Counter(winner for winner in winners if winner is not None and winner != absent)


def _given_away(wins: Counter[EntryId], policy: Policy) -> str:
    if not wins:
        return "no match is given away"
    each = ", ".join(f"{plain(wins[one] * policy.win)} for {one}" for one in sorted(wins))
    return f"{count_text(wins.total(), 'match is', 'matches are')} given away, points without play: {each}"


def _ranked(table: GroupTable) -> str:
    return ", ".join(f"{row.rank}. {row.entry} {plain(row.points)}" for row in table.standings.table)


def won_without_playing(view: TournamentView, event: EventId, entry: EntryId) -> tuple[MatchId, ...]:
    """The matches of trees that somebody has won because the other one had left."""
    open_ones = (match for match, one in view.state.matches.items() if one.key.event == event and one.result is None)
    trees = (match for match in open_ones if view.state.stage(view.state.matches[match].key).policy is None)
    return tuple(match for match in trees if None not in view.sides(match) and view.winner(match) == entry)


def staying(state: State, person: PersonId, leaving: Sequence[Left]) -> list[str]:
    """What somebody still plays in after that, in sentences: nobody takes a team's player out by leaving singles."""
    gone = {one.event for one in leaving}
    name = state.namesakes.told_apart(state.people[person])
    said = []
    for event, entries in state.entries.items():
        for entry in entries.values():
            if person not in entry.members or event in gone or entry.id in state.left.get(event, {}):
                continue
            is_team = state.event(event).category.kind == "teams"
            as_whom = (
                f"the team {entry.id} of {state.event_name(event)}"
                if is_team
                else event
                if entry.id == name
                else f"{state.event_name(event)} as {entry.id}"
            )
            said.append(f"{name} stays in {as_whom}")
    return said


def _named_by_members(state: State) -> Iterator[tuple[EventId, Entry]]:
    for event, entries in state.entries.items():
        if state.event(event).category.kind != "teams":
            yield from ((event, entry) for entry in entries.values())


def new_person(state: State, name: str, **known: Any) -> Person:
    """Somebody who is not among the people yet, with an id that is free."""
    name = " ".join(name.split())
    if not any(sign.isalpha() for sign in name):  # a number of a list, or a telephone
        raise CarromError("bad-name", f"{name!r} is not a name")
    return Person(id=free_id(name, state.people), name=name, **known)


def checked_in(state: State, people: list[Person]) -> list[Checked]:
    """Those who were not here yet are now."""
    checks = (state.checks.get(one.id, {}).get("here") for one in people)
    return [
        Checked(person=one.id, what="here")
        for one, check in zip(people, checks, strict=True)
        if check is None or not check.holds
    ]
