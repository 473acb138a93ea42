"""Change entries: correct names, replace players, add late entries, withdraw.

Most functions return the event to record, and raise `CarromError` where the change is impossible.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, Literal

from carrom.base.codec import encode
from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Bye, Entrant, Fixture, LoserOf, MatchId, Slot, group_name
from carrom.tournament.model.definition import Competition, CompetitionId, Stage
from carrom.tournament.model.events import (
    EnteredLate,
    EntryLeft,
    EntryRecorded,
    NewName,
    PersonChecked,
    Renamed,
    Substituted,
)
from carrom.tournament.model.group_tables import GroupTable
from carrom.tournament.model.people import Entry, PeopleByName, Person, PersonId, count_text, free_person_id, name_key
from carrom.tournament.model.state import MatchRecord, StageKey, State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.policy import Policy, plain_number
from carrom.tournament.tables.results import EntryId


def rename_person(state: State, person: PersonId, name: str) -> Renamed:
    """Rename a person and every entry named after them; entries of namesakes get names that tell them apart."""
    name = " ".join(name.split())
    was = state.people[person]
    if not name_key(name):
        raise CarromError("name-missing", f"{was.name} needs a name")
    if was.name == name:
        raise CarromError("name-taken", f"{name} is called so already")
    now = replace(was, name=name)
    people = {**state.people, person: now}
    before, after = state.namesakes, PeopleByName(people.values())
    touched = {name_key(was.name), name_key(name)}
    entries = []
    for event, entry in _entries_named_by_members(state):
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


def rename_namesakes(state: State, newcomer: Person) -> Renamed | None:
    """Rename the entries whose people share a newcomer's name; None if there are none."""
    before, after = state.namesakes, PeopleByName([*state.people.values(), newcomer])
    same = {one.id for one in before.of(newcomer.name)}
    entries = []
    for event, entry in _entries_named_by_members(state):
        members = [state.people[one] for one in entry.members]
        if same.intersection(entry.members) and entry.id == before.entry_name(members):
            now = after.entry_name(members)
            if now != entry.id:
                entries.append(NewName(event=event, was=entry.id, now=now))
    return Renamed(entries=tuple(entries)) if entries else None


def rename_entry(state: State, event: CompetitionId, entry: EntryId, name: str) -> Renamed:
    name = " ".join(name.split())
    if entry == name:
        raise CarromError("name-taken", f"{name} is called so already")
    return Renamed(entries=(NewName(event=event, was=entry, now=name),))


def substitute(state: State, event: CompetitionId, goes: PersonId, comes: PersonId | None) -> Substituted:
    entry = entry_of_person(state, event, goes)
    name: str = entry.id
    if state.event(event).category.kind != "teams" and comes is not None:
        names = state.namesakes
        members = [state.people[comes if one == goes else one] for one in entry.members]
        was, now = state.people[goes], state.people[comes]
        if entry.id == names.entry_name(state.people[one] for one in entry.members):
            name = names.entry_name(members)
        else:
            name = entry.id.replace(names.distinct_name(was), names.distinct_name(now)).replace(was.name, now.name)
    return Substituted(event=event, entry=entry.id, goes=goes, comes=comes, name=name)


def add_to_team(state: State, event: CompetitionId, team: EntryId, players: Sequence[PersonId]) -> EntryRecorded:
    """Add players to a team, as reserves until they are lined up."""
    entry = state.entries[event][team]
    for one in players:
        if one in entry.members:
            raise CarromError("in-team-already", f"{state.people[one].name} is in {team} already")
    return EntryRecorded(event=event, entry=replace(entry, members=(*entry.members, *players)))


def reserves(entry: Entry) -> list[PersonId]:
    """Return the team members who play no rubber."""
    lined_up = {one for players in entry.line_up.values() for one in players}
    return [one for one in entry.members if one not in lined_up]


def entry_of_person(state: State, event: CompetitionId, person: PersonId) -> Entry:
    for entry in state.entries.get(event, {}).values():
        if person in entry.members:
            return entry
    raise CarromError("not-entered", f"{state.people[person].name} is not in {state.event_name(event)}")


def leave_every_event(
    state: State, person: PersonId, how: Literal["withdrawn", "retired", "disqualified"]
) -> list[EntryLeft]:
    """Take a person out of every singles or pairs event they have not left yet."""
    found: list[EntryLeft] = []
    for event, entry in _entries_named_by_members(state):
        if person in entry.members and entry.id not in state.left.get(event, {}):
            found.append(EntryLeft(event=event, entry=entry.id, how=how))
    return found


def compare_treatments(view: TournamentNow, leaving: EntryLeft) -> Iterator[str]:
    """Yield what each table becomes if the leaver's results are kept, and if they are annulled."""
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


def _table_after(view: TournamentNow, key: StageKey, number: int, leaving: EntryLeft) -> GroupTable:
    state = view.state
    gone = {**state.left.get(leaving.event, {}), leaving.entry: leaving}
    return TournamentNow(replace(state, left={**state.left, leaving.event: gone})).table(key, number)


def _won_by_absence(table: GroupTable, absent: EntryId) -> Counter[EntryId]:
    winners = (one.winner for one in table.settled.results if one.walkover is not None and absent in (one.a, one.b))
    return Counter(winner for winner in winners if winner is not None and winner != absent)


def _given_away(wins: Counter[EntryId], policy: Policy) -> str:
    if not wins:
        return "no match is given away"
    each = ", ".join(f"{plain_number(wins[one] * policy.win)} for {one}" for one in sorted(wins))
    return f"{count_text(wins.total(), 'match is', 'matches are')} given away, points without play: {each}"


def _ranked(table: GroupTable) -> str:
    return ", ".join(f"{row.rank}. {row.entry} {plain_number(row.points)}" for row in table.standings.table)


def walkovers_won(view: TournamentNow, event: CompetitionId, entry: EntryId) -> tuple[MatchId, ...]:
    """Return the bracket matches that an entry won because its opponent had left."""
    open_ones = (match for match, one in view.state.matches.items() if one.key.event == event and one.result is None)
    trees = (match for match in open_ones if view.state.stage(view.state.matches[match].key).policy is None)
    return tuple(match for match in trees if None not in view.sides(match) and view.winner(match) == entry)


def remaining_entries_text(state: State, person: PersonId, leaving: Sequence[EntryLeft]) -> list[str]:
    """Return sentences for what a person still plays in. Leaving singles does not take a player out of a team."""
    gone = {one.event for one in leaving}
    name = state.namesakes.distinct_name(state.people[person])
    sentences = []
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
            sentences.append(f"{name} stays in {as_whom}")
    return sentences


def _entries_named_by_members(state: State) -> Iterator[tuple[CompetitionId, Entry]]:
    for event, entries in state.entries.items():
        if state.event(event).category.kind != "teams":
            yield from ((event, entry) for entry in entries.values())


def new_person(state: State, name: str, **known: Any) -> Person:
    name = " ".join(name.split())
    if not any(sign.isalpha() for sign in name):  # a list number or phone number
        raise CarromError("bad-name", f"{name!r} is not a name")
    return Person(id=free_person_id(name, state.people), name=name, **known)


def check_in(state: State, people: list[Person]) -> list[PersonChecked]:
    checks = (state.checks.get(one.id, {}).get("here") for one in people)
    return [
        PersonChecked(person=one.id, what="here")
        for one, check in zip(people, checks, strict=True)
        if check is None or not check.holds
    ]


def add_late_entry(
    state: State, event: CompetitionId, entry: Entry, *, group: str | None = None, match: MatchId | None = None
) -> EntryRecorded | EnteredLate:
    """Enter an entry: as usual before the draw, else into a free slot of the first stage.

    `group` (its letter) or `match` (a bye) choose the slot; by default it is the one that disturbs least.
    """
    definition = state.event(event)
    stage = definition.stages[0]
    key = StageKey(event, stage.id)
    if key not in state.draws:
        return EntryRecorded(event=event, entry=entry)
    joined = EnteredLate(event=event, stage=stage.id, entry=entry)
    if stage.form.shape == "tree":
        return _into_tree(state, key, stage, joined, match)
    if match is not None:
        raise CarromError("no-byes", f"{state.title(key)} has groups or a table, and no byes to take the place of")
    if stage.form.in_rounds:
        return _into_rounds(state, key, stage, joined)
    number = _group_number(state, key, stage, entry, group)
    rubbers = [one.id for one in definition.rubbers] if stage.form.has_ties else [None]
    return replace(joined, group=number, fixtures=_matches_of_newcomer(state, key, entry.id, number, rubbers))


def _into_tree(state: State, key: StageKey, stage: Stage, joined: EnteredLate, wanted: MatchId | None) -> EnteredLate:
    if stage.format != "knockout":
        again = f"draw {state.title(key)} again, with a reason"
        raise CarromError("no-late-entry", f"a {stage.format} has no place for who comes late: {again}")
    byes = [one for one in state.in_stage(key) if _bye_holder(one) is not None]
    free = [one for one in byes if not _has_played_on(state, key, one.fixture.id)]
    if wanted is not None:
        free = [one for one in free if one.fixture.id == wanted]
        if not free:
            raise CarromError("not-a-bye", f"{wanted} is not a bye of {state.title(key)}, or who has it has played on")
    if not free:
        full, again = f"{state.title(key)} has no free place", "Until play begins it can be drawn again, with a reason"
        if byes:
            raise CarromError("byes-played-on", f"{full}: every bye has been played on. {again}")
        raise CarromError("no-free-place", f"{full}: no first match is a bye. {again}")
    taken = max(free, key=lambda one: _suitability(state, key, one, joined.entry))
    fixture = replace(taken.fixture, slots=_fill_bye(taken.fixture.slots, Entrant(joined.entry.id)))
    return replace(joined, fixtures=(fixture, *_third_place(state, key, taken.fixture.id)))


def _bye_holder(record: MatchRecord) -> str | None:
    slots = record.fixture.slots
    known = [slot.entry for slot in slots if isinstance(slot, Entrant)]
    return known[0] if known and any(isinstance(slot, Bye) for slot in slots) else None


def _has_played_on(state: State, key: StageKey, bye: MatchId) -> bool:
    led_to = [
        one for one in state.in_stage(key) if any(getattr(slot, "match", None) == bye for slot in one.fixture.slots)
    ]
    return any(one.result is not None or one.history or one.table is not None for one in led_to)


def _suitability(state: State, key: StageKey, bye: MatchRecord, newcomer: Entry) -> tuple[bool, int, int]:
    """Rank free byes: not against a club mate, then the weakest holder, then the lowest in the bracket."""
    entries = state.entries[key.event]
    holder = entries[EntryId(str(_bye_holder(bye)))]
    seed = holder.seed if holder.seed is not None else len(entries) + 1
    return not _are_mates(state, holder, newcomer), seed, int(bye.fixture.id[1:])


def _are_mates(state: State, one: Entry, other: Entry) -> bool:
    clubs = {state.people[member].club for member in one.members if member in state.people} - {None}
    return any(state.people[member].club in clubs for member in other.members if member in state.people)


def _fill_bye(slots: tuple[Slot, Slot], newcomer: Slot) -> tuple[Slot, Slot]:
    first, second = (newcomer if isinstance(slot, Bye) else slot for slot in slots)
    return first, second


def _third_place(state: State, key: StageKey, match: MatchId) -> Iterable[Fixture]:
    """Fill the bye of the third-place match: with three entries nobody lost the other semi-final."""
    for record in state.in_stage(key):
        slots = record.fixture.slots
        if any(isinstance(slot, LoserOf) for slot in slots) and any(isinstance(slot, Bye) for slot in slots):
            yield replace(record.fixture, slots=_fill_bye(slots, LoserOf(match)))


def _into_rounds(state: State, key: StageKey, stage: Stage, joined: EnteredLate) -> EnteredLate:
    """Join a Swiss system from its next round; earlier rounds are missed."""
    if stage.form.is_whole(stage, len(state.draws[key])):
        raise CarromError(
            "last-round-drawn", f"the last round of {state.title(key)} is drawn: nobody comes into it any more"
        )
    return replace(joined, group=0)


def _group_number(state: State, key: StageKey, stage: Stage, entry: Entry, wanted: str | None) -> int:
    groups = state.draws[key][0].groups
    names = {group_name(number): number for number in range(len(groups))}
    if wanted is not None:
        if wanted.upper() not in names:
            raise CarromError(
                "unknown-group", f"{state.title(key)} has no group {wanted!r}: there are {', '.join(names)}"
            )
        return names[wanted.upper()]
    if not stage.form.has_groups:
        return 0
    sizes = list(group_sizes(state, key).values())
    most = max(stage.group_size or 0, *map(len, groups))
    free = [number for number, size in enumerate(sizes) if size < most]
    if not free:
        full = f"every group of {state.title(key)} has {most}"
        more = f"which then has {most + 1}, or draw again with a reason"
        raise CarromError("which-group", f"{full}: name one, {more}", typed=f"{full}: name one with --group, {more}")
    entries = state.entries[key.event]
    mates = {number: sum(_are_mates(state, entries[one], entry) for one in groups[number]) for number in free}
    return min(free, key=lambda number: (sizes[number], mates[number], number))


def group_sizes(state: State, key: StageKey) -> dict[str, int]:
    """Return how many entries of each group are still in it."""
    gone = state.left.get(key.event, {})
    groups = state.draws[key][0].groups
    return {group_name(number): sum(one not in gone for one in group) for number, group in enumerate(groups)}


def groups_to_join(state: State, event: Competition) -> dict[str, int]:
    """Return the groups a late entry may choose; empty without groups or before the draw."""
    stage = event.stages[0]
    key = StageKey(event.id, stage.id)
    return group_sizes(state, key) if stage.form.has_groups and key in state.draws else {}


def _matches_of_newcomer(
    state: State, key: StageKey, newcomer: EntryId, group: int, rubbers: Sequence[str | None]
) -> tuple[Fixture, ...]:
    """Return the newcomer's match or tie against each remaining entry of the group, in turns free for both."""
    gone = state.left.get(key.event, {})
    busy = _busy_turns(state, key)
    taken: set[int] = set()
    number = state.next_number - 1
    found: list[Fixture] = []
    for other in state.draws[key][0].groups[group]:
        if other in gone:
            continue
        turn = next(one for one in count(1) if one not in taken and one not in busy.get(other, ()))
        taken.add(turn)
        for rubber in rubbers:
            number += 1
            slots = (Entrant(other), Entrant(newcomer))
            found.append(
                Fixture(id=MatchId(f"M{number}"), round="group", slots=slots, group=group, rubber=rubber, turn=turn)
            )
    return tuple(found)


def _busy_turns(state: State, key: StageKey) -> Mapping[str, set[int]]:
    found: dict[str, set[int]] = {}
    for record in state.in_stage(key):
        for slot in record.fixture.slots:
            if isinstance(slot, Entrant):
                found.setdefault(slot.entry, set()).add(record.fixture.turn)
    return found


def free_places_text(state: State, event: Competition) -> str:
    """Return a sentence that says where a late entry could be placed."""
    stage = event.stages[0]
    key = StageKey(event.id, stage.id)
    if key not in state.draws:
        return f"{state.title(key)} is not drawn: who enters is drawn with the others."
    newcomer = Entry(id=EntryId("?"), members=())
    try:
        joined = add_late_entry(state, event.id, newcomer)
    except CarromError as error:
        return f"{error}."
    if isinstance(joined, EnteredLate) and stage.form.shape == "tree":
        return f"{state.title(key)}: {joined.fixtures[0].id} is a bye whose place can be taken."
    if isinstance(joined, EnteredLate) and stage.form.has_groups:
        return f"{state.title(key, group_name(joined.group or 0))} has room."
    return f"{state.title(key)}: there is room."
