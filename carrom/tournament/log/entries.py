"""Who enters an event: before the draw, after it, and late into a free place of it."""

import re
from collections.abc import Mapping
from dataclasses import replace

from carrom.base.refusal import refuse
from carrom.tournament.draws.bracket import Bye, Entrant, Fixture, LoserOf, MatchId, Slot, group_name
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.facts import Drawn, Entered, Fact, Joined, TeamsDrawn
from carrom.tournament.log.people import Entry, PersonId
from carrom.tournament.log.state import MatchRecord, StageKey, State
from carrom.tournament.tables.results import EntryId


def apply_entry(state: State, fact: Fact, body: Entered) -> State:
    """Take an entry, or what is new about one. After the draw it needs a reason; in play it has to join."""
    state.event(body.event)
    known = state.entries.get(body.event, {})
    drawn = [key for key in state.draws if key.event == body.event]
    if drawn and body.entry.id not in known:
        if any(map(state.is_in_use, drawn)):
            late = f"{body.entry.id} comes too late for the draw, and is given a free place as who comes late"
            refuse("in-play", f"{state.event_name(body.event)} is being played: {late}.")
        if not fact.reason:
            needs = f"{body.entry.id} needs a reason, and then a place or a new draw"
            refuse("drawn", f"{state.event_name(body.event)} is drawn: {needs}.")
    elif drawn and known[body.entry.id].members != body.entry.members and not fact.reason:
        change = f"to change who plays as {body.entry.id}, give a reason"
        refuse("no-reason", f"{state.event_name(body.event)} is drawn: {change}.")
    check_entry(state, fact, body.event, body.entry)
    return _with_entry(state, body.event, body.entry)


def check_nobody_removed(state: State, fact: Fact, body: Entered) -> None:
    """Refuse to make an entry smaller by entering it again: whoever goes is named, with who comes instead."""
    known = state.entries.get(body.event, {}).get(body.entry.id)
    gone = [one for one in known.members if one not in body.entry.members] if known is not None else []
    if gone:
        name = state.people[gone[0]].name
        refuse("removal", f"{name} plays as {body.entry.id}, and would be removed: a substitute is told as one.")


def apply_teams(state: State, fact: Fact, body: TeamsDrawn) -> State:
    """All teams anew. A draw that is there stays where its teams still are."""
    event = state.event(body.event)
    before = state.entries.get(body.event, {})
    if event.category.kind != "teams":
        refuse("no-teams", f"{state.event_name(body.event)} is not played by teams.")
    drawn = [key for key in state.draws if key.event == body.event]
    if any(map(state.is_in_use, drawn)):
        refuse("in-play", f"{state.event_name(body.event)} is being played: its teams cannot be drawn again.")
    if before and not fact.reason:
        refuse("no-reason", f"{state.event_name(body.event)} has teams already: to draw them again, give a reason.")
    lost = [one for one in before if one not in {entry.id for entry in body.entries}]
    if drawn and lost:
        refuse("drawn", f"{state.title(drawn[0])} is drawn with {lost[0]}, who is not among the new teams.")
    state = replace(state, entries={**state.entries, body.event: {}})
    for entry in body.entries:
        check_entry(state, fact, body.event, entry)
        state = _with_entry(state, body.event, entry)
    text = f"The teams of {state.event_name(body.event)} were drawn again: {fact.reason}"
    return state.with_notice(fact, text) if before else state


def apply_join(state: State, fact: Fact, body: Joined) -> State:
    """Give somebody who came late a free place of a draw."""
    key = StageKey(body.event, body.stage)
    stage = state.stage(key)
    if key not in state.draws:
        refuse("not-drawn", f"{state.title(key)} is not drawn: {body.entry.id} simply enters.")
    if state.before(key) is not None:
        refuse("not-first", f"{state.title(key)} is not where {state.event_name(body.event)} begins.")
    if not fact.reason:
        refuse("no-reason", f"{state.title(key)} is drawn: {body.entry.id} needs a reason to come in.")
    if body.entry.id in _seated(state.draws[key]):
        refuse("joined", f"{body.entry.id} is in the draw of {state.title(key)} already.")
    if body.entry.id in state.left.get(body.event, {}):
        refuse("gone", f"{body.entry.id} has left {state.event_name(body.event)}.")
    check_entry(state, fact, body.event, body.entry)
    _check_next_stage(state, key, body.group)
    if (body.group is None) != (stage.form.shape == "tree") or not (body.fixtures or stage.form.in_rounds):
        refuse("no-place", f"This is no place of {state.title(key)}.")
    state = _with_entry(state, body.event, body.entry)
    draws = list(state.draws[key])
    if body.group is not None:
        if not 0 <= body.group < len(draws[0].groups):
            refuse("unknown-group", f"{state.title(key)} has no group {body.group}.")
        draws = [replace(one, groups=_with_member(one.groups, body.group, body.entry.id)) for one in draws]
    matches = dict(state.matches)
    for fixture in body.fixtures:
        _check_fixture(state, key, body, fixture)
        known = matches.get(fixture.id)
        matches[fixture.id] = (
            MatchRecord(key=key, fixture=fixture) if known is None else replace(known, fixture=fixture)
        )
    told = {one.id: one for one in body.fixtures}
    draws = [replace(one, fixtures=tuple(told.pop(known.id, known) for known in one.fixtures)) for one in draws]
    draws[-1] = replace(draws[-1], fixtures=(*draws[-1].fixtures, *told.values()))
    text = f"{body.entry.id} came late into {state.title(key)}: {fact.reason}"
    for other in state.draws:
        if other.event == body.event and state.stage(other).form.is_consolation:
            text += f". {state.title(other)} was drawn before and has to be drawn again"
    return replace(state, matches=matches, draws={**state.draws, key: tuple(draws)}).with_notice(fact, text)


def check_entry(state: State, fact: Fact, event: EventId, entry: Entry) -> None:
    """Whether these people may enter so: they are known, eligible, and in no other entry; the seed is free."""
    unknown = [one for one in entry.members if one not in state.people]
    if unknown:
        refuse("unknown-person", f"{unknown[0]} is not among the people.")
    people = [state.people[one] for one in entry.members]
    obstacles = state.event(event).category.obstacles(people, on=state.announced.day)
    if obstacles and not fact.reason:
        refuse("not-eligible", " ".join(obstacles))
    known = EventEntries.of(state.entries.get(event, {}))
    for member in sorted(entry.members):
        if known.of_person.get(member, entry.id) != entry.id:
            name = state.people[member].name
            refuse("entered-twice", f"{name} plays in {state.event_name(event)} as {known.of_person[member]} already.")
    if entry.seed is not None and known.of_seed.get(entry.seed, entry.id) != entry.id:
        refuse("seed-taken", f"Seed {entry.seed} of {state.event_name(event)} is {known.of_seed[entry.seed]}.")


class EventEntries(dict[EntryId, Entry]):
    """The entries of an event with who plays as what, which is asked for every new one of three thousand."""

    __slots__ = ("of_person", "of_seed")

    def __init__(self, entries: Mapping[EntryId, Entry]) -> None:
        super().__init__(entries)
        self.of_person: dict[PersonId, EntryId] = {}
        self.of_seed: dict[int, EntryId] = {}

    @classmethod
    def of(cls, entries: Mapping[EntryId, Entry]) -> "EventEntries":
        """These entries, counted if they are not yet."""
        if isinstance(entries, EventEntries):
            return entries
        found = cls(entries)
        for entry in entries.values():
            found._count(entry)
        return found

    def plus(self, entry: Entry) -> "EventEntries":
        """The same with one more, or with what is new about one."""
        if entry.id in self:
            return EventEntries.of({**self, entry.id: entry})
        found = EventEntries(self)
        found.of_person, found.of_seed = self.of_person.copy(), self.of_seed.copy()
        found[entry.id] = entry
        found._count(entry)
        return found

    def _count(self, entry: Entry) -> None:
        for member in entry.members:
            self.of_person.setdefault(member, entry.id)
        if entry.seed is not None:
            self.of_seed.setdefault(entry.seed, entry.id)


def _with_entry(state: State, event: EventId, entry: Entry) -> State:
    known = EventEntries.of(state.entries.get(event, {}))
    return replace(state, entries={**state.entries, event: known.plus(entry)})


def _with_member(
    groups: tuple[tuple[EntryId, ...], ...], number: int, entry: EntryId
) -> tuple[tuple[EntryId, ...], ...]:
    return tuple((*group, entry) if at == number else group for at, group in enumerate(groups))


def _seated(draws: tuple[Drawn, ...]) -> set[str]:
    """Everybody whom a draw names."""
    in_groups = {str(entry) for one in draws for group in one.groups for entry in group}
    fixtures = [fixture for one in draws for fixture in one.fixtures]
    return in_groups | {slot.entry for one in fixtures for slot in one.slots if isinstance(slot, Entrant)}


def _check_fixture(state: State, key: StageKey, body: Joined, fixture: Fixture) -> None:
    """A new match is the newcomer's own; in one that is drawn, nothing but a bye makes way."""
    known = state.matches.get(fixture.id)
    mine = Entrant(body.entry.id)
    if known is None:
        members = _members(state, key, body.group)
        others = [slot for slot in fixture.slots if slot != mine]
        if len(others) != 1 or not isinstance(others[0], Entrant) or others[0].entry not in members:
            refuse("no-place", f"{fixture.id} is no match of {body.entry.id} in {state.title(key)}.")
        return
    if known.key != key or known.result is not None or known.history or known.table is not None:
        refuse("no-place", f"{fixture.id} is not free for {body.entry.id}.")
    own = {one.id for one in body.fixtures if mine in one.slots}
    for was, now in zip(known.fixture.slots, fixture.slots, strict=True):
        if was != now and not (isinstance(was, Bye) and _may_replace_bye(now, mine, own)):
            refuse("no-place", f"Nobody but a bye of {fixture.id} makes way for {body.entry.id}.")
    _check_not_begun(state, key, fixture.id)


def _may_replace_bye(slot: Slot, mine: Entrant, own: set[MatchId]) -> bool:
    """The newcomer does, and so does the loser of the newcomer's match, who now has somebody to meet."""
    return slot == mine or (isinstance(slot, LoserOf) and slot.match in own)


def _check_not_begun(state: State, key: StageKey, bye: MatchId) -> None:
    """Who had the bye has not gone on: the match that it leads to is neither played nor called."""
    for record in state.in_stage(key):
        leads = any(getattr(slot, "match", None) == bye for slot in record.fixture.slots)
        if leads and (record.result is not None or record.history or record.table is not None):
            refuse("in-play", f"{record.fixture.id}, which {bye} leads to, has begun.")


def _check_next_stage(state: State, key: StageKey, group: int | None) -> None:
    """What follows has not begun, and the places of this group are not given away yet."""
    places = re.compile(rf"{group_name(group or 0)}\d+")
    for other in state.draws:
        if other.event == key.event and other != key and state.is_in_use(other):
            refuse("in-play", f"{state.title(other)} is being played: nobody comes into {state.title(key)} any more.")
        published = state.published.get(other)
        if other.event == key.event and published is not None and any(map(places.fullmatch, published.seats)):
            places_of = f"{state.title(other)} is published with the places of this group"
            refuse("published", f"{places_of}: nobody comes into it any more.")


def _members(state: State, key: StageKey, group: int | None) -> Mapping[str, int]:
    groups = state.draws[key][0].groups
    inside = groups[group] if group is not None and 0 <= group < len(groups) else ()
    return {str(entry): 1 for entry in inside}
