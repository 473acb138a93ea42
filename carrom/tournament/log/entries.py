"""Entries: entering before and after the draw, late entries, drawn teams, substitutes, line-ups and check-in.

Matches already played keep the players who played them.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from carrom.base.errors import refuse
from carrom.tournament.draws.bracket import Bye, Entrant, Fixture, LoserOf, MatchId, Slot, group_name
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import (
    ContactGiven,
    EnteredLate,
    EntryRecorded,
    LineUpGiven,
    PersonChecked,
    StageDrawn,
    Substituted,
    TeamsDrawn,
    TournamentEvent,
)
from carrom.tournament.model.people import Entry, PersonId
from carrom.tournament.model.renames import rename_entries
from carrom.tournament.model.state import DeskCheck, MatchRecord, StageKey, State
from carrom.tournament.tables.results import SIDES, EntryId, Side


def apply_entry(state: State, event: TournamentEvent, body: EntryRecorded) -> State:
    """Add or change an entry. After the draw this needs a reason; once play began, it has to be a late entry."""
    state.event(body.event)
    known = state.entries.get(body.event, {})
    drawn = [key for key in state.draws if key.event == body.event]
    if drawn and body.entry.id not in known:
        if any(map(state.is_in_use, drawn)):
            late = f"{body.entry.id} comes too late for the draw, and is given a free place as who comes late"
            refuse("in-play", f"{state.event_name(body.event)} is being played: {late}.")
        if not event.reason:
            needs = f"{body.entry.id} needs a reason, and then a place or a new draw"
            refuse("drawn", f"{state.event_name(body.event)} is drawn: {needs}.")
    elif drawn and known[body.entry.id].members != body.entry.members and not event.reason:
        change = f"to change who plays as {body.entry.id}, give a reason"
        refuse("no-reason", f"{state.event_name(body.event)} is drawn: {change}.")
    check_entry(state, event, body.event, body.entry)
    return _with_entry(state, body.event, body.entry)


def check_nobody_removed(state: State, event: TournamentEvent, body: EntryRecorded) -> None:
    """Refuse to remove a player by entering an entry again: a substitution names both players."""
    known = state.entries.get(body.event, {}).get(body.entry.id)
    gone = [one for one in known.members if one not in body.entry.members] if known is not None else []
    if gone:
        name = state.people[gone[0]].name
        refuse("removal", f"{name} plays as {body.entry.id}, and would be removed: a substitute is told as one.")


def apply_teams(state: State, event: TournamentEvent, body: TeamsDrawn) -> State:
    """Replace all teams. An existing draw stays if its teams still exist."""
    competition = state.event(body.event)
    before = state.entries.get(body.event, {})
    if competition.category.kind != "teams":
        refuse("no-teams", f"{state.event_name(body.event)} is not played by teams.")
    drawn = [key for key in state.draws if key.event == body.event]
    if any(map(state.is_in_use, drawn)):
        refuse("in-play", f"{state.event_name(body.event)} is being played: its teams cannot be drawn again.")
    if before and not event.reason:
        refuse("no-reason", f"{state.event_name(body.event)} has teams already: to draw them again, give a reason.")
    lost = [one for one in before if one not in {entry.id for entry in body.entries}]
    if drawn and lost:
        refuse("drawn", f"{state.title(drawn[0])} is drawn with {lost[0]}, who is not among the new teams.")
    state = replace(state, entries={**state.entries, body.event: {}})
    for entry in body.entries:
        check_entry(state, event, body.event, entry)
        state = _with_entry(state, body.event, entry)
    text = f"The teams of {state.event_name(body.event)} were drawn again: {event.reason}"
    return state.with_notice(event, text) if before else state


def apply_late_entry(state: State, event: TournamentEvent, body: EnteredLate) -> State:
    key = StageKey(body.event, body.stage)
    stage = state.stage(key)
    if key not in state.draws:
        refuse("not-drawn", f"{state.title(key)} is not drawn: {body.entry.id} simply enters.")
    if state.before(key) is not None:
        refuse("not-first", f"{state.title(key)} is not where {state.event_name(body.event)} begins.")
    if not event.reason:
        refuse("no-reason", f"{state.title(key)} is drawn: {body.entry.id} needs a reason to come in.")
    if body.entry.id in _seated(state.draws[key]):
        refuse("joined", f"{body.entry.id} is in the draw of {state.title(key)} already.")
    if body.entry.id in state.left.get(body.event, {}):
        refuse("gone", f"{body.entry.id} has left {state.event_name(body.event)}.")
    check_entry(state, event, body.event, body.entry)
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
    new_fixtures = {one.id: one for one in body.fixtures}
    draws = [replace(one, fixtures=tuple(new_fixtures.pop(known.id, known) for known in one.fixtures)) for one in draws]
    draws[-1] = replace(draws[-1], fixtures=(*draws[-1].fixtures, *new_fixtures.values()))
    text = f"{body.entry.id} came late into {state.title(key)}: {event.reason}"
    for other in state.draws:
        if other.event == body.event and state.stage(other).form.is_consolation:
            text += f". {state.title(other)} was drawn before and has to be drawn again"
    return replace(state, matches=matches, draws={**state.draws, key: tuple(draws)}).with_notice(event, text)


def check_entry(state: State, event: TournamentEvent, competition: CompetitionId, entry: Entry) -> None:
    """Refuse an entry with unknown or already entered people, a taken seed, or ineligible people without a reason."""
    unknown = [one for one in entry.members if one not in state.people]
    if unknown:
        refuse("unknown-person", f"{unknown[0]} is not among the people.")
    people = [state.people[one] for one in entry.members]
    obstacles = state.event(competition).category.obstacles(people, on=state.announced.day)
    if obstacles and not event.reason:
        refuse("not-eligible", " ".join(obstacles))
    known = CompetitionEntries.of(state.entries.get(competition, {}))
    for member in sorted(entry.members):
        if known.of_person.get(member, entry.id) != entry.id:
            name = state.people[member].name
            refuse(
                "entered-twice",
                f"{name} plays in {state.event_name(competition)} as {known.of_person[member]} already.",
            )
    if entry.seed is not None and known.of_seed.get(entry.seed, entry.id) != entry.id:
        refuse("seed-taken", f"Seed {entry.seed} of {state.event_name(competition)} is {known.of_seed[entry.seed]}.")


class CompetitionEntries(dict[EntryId, Entry]):
    """The entries of a competition (up to 3,000), indexed by person and seed."""

    __slots__ = ("of_person", "of_seed")

    def __init__(self, entries: Mapping[EntryId, Entry]) -> None:
        super().__init__(entries)
        self.of_person: dict[PersonId, EntryId] = {}
        self.of_seed: dict[int, EntryId] = {}

    @classmethod
    def of(cls, entries: Mapping[EntryId, Entry]) -> "CompetitionEntries":
        if isinstance(entries, CompetitionEntries):
            return entries
        found = cls(entries)
        for entry in entries.values():
            found._count(entry)
        return found

    def plus(self, entry: Entry) -> "CompetitionEntries":
        """Return the entries with one added or replaced."""
        if entry.id in self:
            return CompetitionEntries.of({**self, entry.id: entry})
        found = CompetitionEntries(self)
        found.of_person, found.of_seed = self.of_person.copy(), self.of_seed.copy()
        found[entry.id] = entry
        found._count(entry)
        return found

    def _count(self, entry: Entry) -> None:
        for member in entry.members:
            self.of_person.setdefault(member, entry.id)
        if entry.seed is not None:
            self.of_seed.setdefault(entry.seed, entry.id)


def _with_entry(state: State, competition: CompetitionId, entry: Entry) -> State:
    known = CompetitionEntries.of(state.entries.get(competition, {}))
    return replace(state, entries={**state.entries, competition: known.plus(entry)})


def _with_member(
    groups: tuple[tuple[EntryId, ...], ...], number: int, entry: EntryId
) -> tuple[tuple[EntryId, ...], ...]:
    return tuple((*group, entry) if at == number else group for at, group in enumerate(groups))


def _seated(draws: tuple[StageDrawn, ...]) -> set[str]:
    in_groups = {str(entry) for one in draws for group in one.groups for entry in group}
    fixtures = [fixture for one in draws for fixture in one.fixtures]
    return in_groups | {slot.entry for one in fixtures for slot in one.slots if isinstance(slot, Entrant)}


def _check_fixture(state: State, key: StageKey, body: EnteredLate, fixture: Fixture) -> None:
    """Check that a new match is one of the late entry, and that in a drawn match it only replaces a bye."""
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
    """Whether `slot` is the late entry, or the loser of a match that now has two sides."""
    return slot == mine or (isinstance(slot, LoserOf) and slot.match in own)


def _check_not_begun(state: State, key: StageKey, bye: MatchId) -> None:
    """Check that the match to which a bye leads is neither called nor played."""
    for record in state.in_stage(key):
        leads = any(getattr(slot, "match", None) == bye for slot in record.fixture.slots)
        if leads and (record.result is not None or record.history or record.table is not None):
            refuse("in-play", f"{record.fixture.id}, which {bye} leads to, has begun.")


def _check_next_stage(state: State, key: StageKey, group: int | None) -> None:
    """Check that no later stage has begun, and that no places of the group are published."""
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


def who_plays(state: State, record: MatchRecord, entry: EntryId) -> tuple[PersonId, ...]:
    """Return the people who play or played a match for an entry; empty for a team without a line-up."""
    kept = record.players.get(entry, ())
    if kept or (entry in record.players and record.result is not None):
        return kept
    return _by_entry(state.entries[record.key.event][entry], record)


def count_missing_players(state: State, record: MatchRecord, entry: EntryId) -> int:
    """Return how many players a team still has to name for a rubber; 0 outside team ties."""
    rubbers = state.event(record.key.event).rubbers
    rubber = next((one for one in rubbers if one.id == record.fixture.rubber), None)
    return 0 if rubber is None else rubber.lacks(who_plays(state, record, entry))


def has_played(state: State, competition: CompetitionId, entry: EntryId) -> bool:
    return any(_is_of(record, entry) for record in _begun(state, competition))


FormerPlayers = Mapping[tuple[CompetitionId, EntryId], Mapping[PersonId, int]]


def former_players(state: State) -> FormerPlayers:
    """Return people who played for an entry but no longer belong to it, with their number of matches."""
    found: dict[tuple[CompetitionId, EntryId], dict[PersonId, int]] = {}
    for record in state.matches.values():
        if record.result is None or record.result.walkover is not None:
            continue
        competition = record.key.event
        for entry, people in record.players.items():
            known = state.entries.get(competition, {}).get(entry)
            for person in people if known is not None else ():
                if known is not None and person not in known.members:
                    counts = found.setdefault((competition, entry), {})
                    counts[person] = counts.get(person, 0) + 1
    return found


def apply_substitution(state: State, event: TournamentEvent, body: Substituted) -> State:
    """Replace a player of an entry.

    No rulebook forbids it for pairs; after the draw it needs a reason. Singles players cannot be replaced once they
    have played.
    """
    competition = state.event(body.event)
    entry = _entry(state, body.event, body.entry)
    if body.goes not in entry.members:
        refuse("unknown-person", f"{_name(state, body.goes)} does not play as {body.entry}.")
    if body.entry in state.left.get(body.event, {}):
        refuse("gone", f"{body.entry} has left {state.event_name(body.event)}.")
    if any(key.event == body.event for key in state.draws) and not event.reason:
        refuse("no-reason", f"{state.event_name(body.event)} is drawn: a substitute needs a reason.")
    if competition.category.kind == "singles" and has_played(state, body.event, body.entry):
        refuse("in-play", f"{body.entry} has played: who goes on alone cannot be replaced, only leave.")
    if body.comes is None and (competition.category.kind != "teams" or len(entry.members) == 1):
        refuse("no-substitute", f"Say who plays in place of {_name(state, body.goes)}.")
    if body.comes in entry.members:
        refuse("entered-twice", f"{_name(state, body.comes)} plays as {body.entry} already.")
    coming = () if body.comes is None else (body.comes,)
    changed = replace(
        entry,
        members=tuple(one for old in entry.members for one in (coming if old == body.goes else (old,))),
        line_up={
            rubber: tuple(one for old in players for one in (coming if old == body.goes else (old,)))
            for rubber, players in entry.line_up.items()
        },
    )
    check_entry(state, event, body.event, changed)
    leaving, joining = _name(state, body.goes), _name(state, body.comes)
    state = _keep_who_played(state, body.event, entry)
    state = _with_changed_entry(state, body.event, changed)
    called = _called(state, body.event, body.entry)
    state = rename_entries(state, body.event, {body.entry: EntryId(body.name)})
    for match, side in called if body.comes is not None and body.name != body.entry else ():
        state = state.with_match(_with_newcomer(state.matches[match], side, body.entry, event.at))
    text = f"{leaving} plays no more for {body.entry}"
    if body.comes is not None:
        text = f"{joining} plays in {state.event_name(body.event)} in place of {leaving}"
    return state.with_notice(event, f"{text}: {event.reason}") if event.reason else state


def _called(state: State, competition: CompetitionId, entry: EntryId) -> list[tuple[MatchId, Side]]:
    """Return the matches at a table that wait for an entry and have not begun."""
    return [
        (match, side)
        for match, record in state.matches.items()
        if record.key.event == competition and record.table is not None and record.result is None
        if record.started is None and record.latest is None
        for side, known in zip(SIDES, record.expected, strict=True)
        if known == entry
    ]


def _with_newcomer(record: MatchRecord, side: Side, was: EntryId, at: datetime) -> MatchRecord:
    """Restart the call for a side: the table expects the old entry until the new player reports."""
    a, b = record.expected
    expected = (was, b) if side == "a" else (a, was)
    return replace(record, called=at, reported=record.reported - {side}, expected=expected)


def apply_line_up(state: State, event: TournamentEvent, body: LineUpGiven) -> State:
    """Set the players of a rubber. For a single match, or after the first match, it needs a reason."""
    competition = state.event(body.event)
    entry = _entry(state, body.event, body.entry)
    rubber = next((one for one in competition.rubbers if one.id == body.rubber), None)
    if rubber is None:
        listed = ", ".join(one.id for one in competition.rubbers) or "none"
        refuse("no-rubber", f"{state.event_name(body.event)} has no rubber {body.rubber}: there are {listed}.")
    for person in body.players:
        if person not in entry.members:
            refuse("unknown-person", f"{_name(state, person)} is not in {body.entry}.")
    obstacles = rubber.category.obstacles([state.people[one] for one in body.players], on=state.announced.day)
    if obstacles:
        refuse("not-eligible", f"{body.rubber}: {' '.join(obstacles)}")
    if (body.match is not None or has_played(state, body.event, body.entry)) and not event.reason:
        known = "is lined up already" if entry.line_up else "has played already"
        refuse("no-reason", f"{body.entry} {known}: a change in mid-play takes a reason.")
    names = " / ".join(_name(state, one) for one in body.players)
    if body.match is not None:
        record = state.matches.get(body.match)
        if record is None or not _is_of(record, body.entry) or record.fixture.rubber != body.rubber:
            refuse("unknown-match", f"{body.match} is no match of {body.entry} in {body.rubber}.")
        if record.result is not None and not count_missing_players(state, record, body.entry):
            refuse("played", f"{body.match} is played.")  # missing players may still be named
        state = state.with_match(replace(record, players={**record.players, body.entry: body.players}))
        return state.with_notice(event, f"{names} for {body.entry} in {body.match}: {event.reason}")
    state = _keep_who_played(state, body.event, entry)
    state = _with_changed_entry(state, body.event, replace(entry, line_up=_moved(entry, body)))
    text = f"{names} for {body.entry} in {body.rubber}"
    return state.with_notice(event, f"{text}: {event.reason}") if event.reason else state


def _moved(entry: Entry, body: LineUpGiven) -> dict[str, tuple[PersonId, ...]]:
    """Return the line-up with these players only in this rubber, which leaves gaps in others."""
    staying = {
        rubber: tuple(one for one in players if one not in body.players)
        for rubber, players in entry.line_up.items()
        if rubber != body.rubber
    }
    return {**staying, body.rubber: body.players}


def _keep_who_played(state: State, competition: CompetitionId, entry: Entry) -> State:
    """Record the players of past matches before the entry changes, including that none were named."""
    for record in _begun(state, competition):
        if _is_of(record, entry.id) and entry.id not in record.players:
            kept = {**record.players, entry.id: _by_entry(entry, record)}
            state = state.with_match(replace(record, players=kept))
    return state


def _by_entry(entry: Entry, record: MatchRecord) -> tuple[PersonId, ...]:
    rubber = record.fixture.rubber
    return entry.members if rubber is None else tuple(entry.line_up.get(rubber, ()))


def _begun(state: State, competition: CompetitionId) -> list[MatchRecord]:
    return [one for one in state.matches.values() if one.key.event == competition and (one.result or one.history)]


def _is_of(record: MatchRecord, entry: EntryId) -> bool:
    if record.result is not None:
        return entry in (record.result.a, record.result.b)
    sides = [slot.entry for slot in record.fixture.slots if isinstance(slot, Entrant)]
    return entry in sides or any(entry in (one.a, one.b) for one in record.drafts.values())


def _entry(state: State, competition: CompetitionId, entry: EntryId) -> Entry:
    found = state.entries.get(competition, {}).get(entry)
    if found is None:
        refuse("unknown-entry", f"{entry} is not in {state.event_name(competition)}.")
    return found


def _with_changed_entry(state: State, competition: CompetitionId, entry: Entry) -> State:
    return replace(state, entries={**state.entries, competition: {**state.entries[competition], entry.id: entry}})


def _name(state: State, person: PersonId | None) -> str:
    known = None if person is None else state.people.get(person)
    return str(person) if known is None else known.name


def apply_check(state: State, event: TournamentEvent, body: PersonChecked) -> State:
    if body.person not in state.people:
        refuse("unknown-person", f"{body.person} is not among the people.")
    if body.amount is not None and (body.what != "fee" or body.amount < 0):
        refuse("amount", "Only a fee has an amount, and it is not below 0.")
    known = state.checks.get(body.person, {})
    is_fee = body.what == "fee" and body.holds
    check = DeskCheck(
        holds=body.holds,
        at=event.at,
        by=event.by,
        amount=body.amount,
        note=body.note,
        paid_for=_entered_by(state, body.person) if is_fee else None,
    )
    return replace(state, checks={**state.checks, body.person: {**known, body.what: check}})


def apply_contact(state: State, event: TournamentEvent, body: ContactGiven) -> State:
    if (body.person is None) == (body.name is None):
        refuse("no-name", "A contact is of a person of the tournament, or of somebody by name.")
    if body.person is not None and body.person not in state.people:
        refuse("unknown-person", f"{body.person} is not among the people.")
    others = tuple(
        one for one in state.contacts if (one.role, one.person, one.name) != (body.role, body.person, body.name)
    )
    if len(others) == len(state.contacts) and not (body.phone or body.email):
        refuse("no-contact", "A contact has a phone number or an e-mail address.")
    return replace(state, contacts=(*others, body) if body.phone or body.email else others)


def _entered_by(state: State, person: PersonId) -> frozenset[CompetitionId] | None:
    """Return the competitions a person plays in, without cancelled or left ones; None without any entry."""
    own = {
        competition: entry.id
        for competition, entries in state.entries.items()
        for entry in entries.values()
        if person in entry.members
    }
    if not own:
        return None
    held = {competition.id for competition in state.announced.events if not competition.cancelled}
    staying = (
        competition
        for competition, one in own.items()
        if competition in held and one not in state.left.get(competition, {})
    )
    return frozenset(staying)
