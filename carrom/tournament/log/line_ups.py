"""Who really sits at a match: substitutes, and the line-ups of teams. What was played stays with who played it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from carrom.base.refusal import refuse
from carrom.tournament.draws.bracket import Entrant, MatchId
from carrom.tournament.log.definition import EventId
from carrom.tournament.log.entries import check_entry
from carrom.tournament.log.facts import Fact, LinedUp, Substituted
from carrom.tournament.log.people import Entry, PersonId
from carrom.tournament.log.renames import rename_entries
from carrom.tournament.log.state import MatchRecord, State
from carrom.tournament.tables.results import EntryId, Side

_SIDES: tuple[Side, Side] = ("a", "b")


def who_plays(state: State, record: MatchRecord, entry: EntryId) -> tuple[PersonId, ...]:
    """The people of an entry who play a match, or who played it; none where a team has not said it."""
    kept = record.players.get(entry, ())
    if kept or (entry in record.players and record.result is not None):  # it was played, and nobody was named
        return kept
    return _by_entry(state.entries[record.key.event][entry], record)


def players_lacking(state: State, record: MatchRecord, entry: EntryId) -> int:
    """How many a team has still to name for a rubber; nobody where a match is played by all of an entry."""
    rubbers = state.event(record.key.event).rubbers
    rubber = next((one for one in rubbers if one.id == record.fixture.rubber), None)
    return 0 if rubber is None else rubber.lacks(who_plays(state, record, entry))


def has_played(state: State, event: EventId, entry: EntryId) -> bool:
    """Whether anything is recorded of a match of theirs."""
    return any(_is_of(record, entry) for record in _begun(state, event))


Played = Mapping[tuple[EventId, EntryId], Mapping[PersonId, int]]


def played_before(state: State) -> Played:
    """Who played for an entry and does not belong to it any more, with how many matches."""
    found: dict[tuple[EventId, EntryId], dict[PersonId, int]] = {}
    for record in state.matches.values():
        if record.result is None or record.result.walkover is not None:
            continue
        event = record.key.event
        for entry, people in record.players.items():
            known = state.entries.get(event, {}).get(entry)
            for person in people if known is not None else ():
                if known is not None and person not in known.members:
                    own = found.setdefault((event, entry), {})
                    own[person] = own.get(person, 0) + 1
    return found


def apply_substitution(state: State, fact: Fact, body: Substituted) -> State:
    """Let somebody else play in an entry. None of the rulebooks forbids it to a pair; the organiser gives a reason once
    the event is drawn. A single player who has played is not replaced."""
    event = state.event(body.event)
    entry = _entry(state, body.event, body.entry)
    if body.goes not in entry.members:
        refuse("unknown-person", f"{_name(state, body.goes)} does not play as {body.entry}.")
    if body.entry in state.left.get(body.event, {}):
        refuse("gone", f"{body.entry} has left {state.event_name(body.event)}.")
    if any(key.event == body.event for key in state.draws) and not fact.reason:
        refuse("no-reason", f"{state.event_name(body.event)} is drawn: a substitute needs a reason.")
    if event.category.kind == "singles" and has_played(state, body.event, body.entry):
        refuse("in-play", f"{body.entry} has played: who goes on alone cannot be replaced, only leave.")
    if body.comes is None and (event.category.kind != "teams" or len(entry.members) == 1):
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
    check_entry(state, fact, body.event, changed)
    goes, comes = _name(state, body.goes), _name(state, body.comes)
    state = _keep_who_played(state, body.event, entry)
    state = _with_entry(state, body.event, changed)
    called = _called(state, body.event, body.entry)
    state = rename_entries(state, body.event, {body.entry: EntryId(body.name)})
    for match, side in called if body.comes is not None and body.name != body.entry else ():
        state = state.with_match(_with_newcomer(state.matches[match], side, body.entry, fact.at))
    said = f"{goes} plays no more for {body.entry}"
    if body.comes is not None:
        said = f"{comes} plays in {state.event_name(body.event)} in place of {goes}"
    return state.with_notice(fact, f"{said}: {fact.reason}") if fact.reason else state


def _called(state: State, event: EventId, entry: EntryId) -> list[tuple[MatchId, Side]]:
    """Where an entry was called to a table, and play has not begun."""
    return [
        (match, side)
        for match, record in state.matches.items()
        if record.key.event == event and record.table is not None and record.result is None
        if record.started is None and record.latest is None
        for side, known in zip(_SIDES, record.expected, strict=True)
        if known == entry
    ]


def _with_newcomer(record: MatchRecord, side: Side, was: EntryId, at: datetime) -> MatchRecord:
    """The table goes on to know who was called there, until whoever comes instead has reported in his own time."""
    a, b = record.expected
    expected = (was, b) if side == "a" else (a, was)
    return replace(record, called=at, reported=record.reported - {side}, expected=expected)


def apply_line_up(state: State, fact: Fact, body: LinedUp) -> State:
    """Say who plays a rubber. In the middle of the meet, or for one match, it takes a reason."""
    event = state.event(body.event)
    entry = _entry(state, body.event, body.entry)
    rubber = next((one for one in event.rubbers if one.id == body.rubber), None)
    if rubber is None:
        listed = ", ".join(one.id for one in event.rubbers) or "none"
        refuse("no-rubber", f"{state.event_name(body.event)} has no rubber {body.rubber}: there are {listed}.")
    for person in body.players:
        if person not in entry.members:
            refuse("unknown-person", f"{_name(state, person)} is not in {body.entry}.")
    obstacles = rubber.category.obstacles([state.people[one] for one in body.players], on=state.announced.day)
    if obstacles:
        refuse("not-eligible", f"{body.rubber}: {' '.join(obstacles)}")
    if (body.match is not None or has_played(state, body.event, body.entry)) and not fact.reason:
        known = "is lined up already" if entry.line_up else "has played already"
        refuse("no-reason", f"{body.entry} {known}: a change in mid-play takes a reason.")
    names = " / ".join(_name(state, one) for one in body.players)
    if body.match is not None:
        record = state.matches.get(body.match)
        if record is None or not _is_of(record, body.entry) or record.fixture.rubber != body.rubber:
            refuse("unknown-match", f"{body.match} is no match of {body.entry} in {body.rubber}.")
        if record.result is not None and not players_lacking(state, record, body.entry):
            refuse("played", f"{body.match} is played.")  # what nobody has said can be told still
        state = state.with_match(replace(record, players={**record.players, body.entry: body.players}))
        return state.with_notice(fact, f"{names} for {body.entry} in {body.match}: {fact.reason}")
    state = _keep_who_played(state, body.event, entry)
    state = _with_entry(state, body.event, replace(entry, line_up=_moved(entry, body)))
    said = f"{names} for {body.entry} in {body.rubber}"
    return state.with_notice(fact, f"{said}: {fact.reason}") if fact.reason else state


def _moved(entry: Entry, body: LinedUp) -> dict[str, tuple[PersonId, ...]]:
    """The line-up with these players in this rubber alone: whoever they leave has a gap that others must fill."""
    staying = {
        rubber: tuple(one for one in players if one not in body.players)
        for rubber, players in entry.line_up.items()
        if rubber != body.rubber
    }
    return {**staying, body.rubber: body.players}


def _keep_who_played(state: State, event: EventId, entry: Entry) -> State:
    """Write who played into the matches that are over, before the entry says otherwise: also that nobody was named."""
    for record in _begun(state, event):
        if _is_of(record, entry.id) and entry.id not in record.players:
            kept = {**record.players, entry.id: _by_entry(entry, record)}
            state = state.with_match(replace(record, players=kept))
    return state


def _by_entry(entry: Entry, record: MatchRecord) -> tuple[PersonId, ...]:
    rubber = record.fixture.rubber
    return entry.members if rubber is None else tuple(entry.line_up.get(rubber, ()))


def _begun(state: State, event: EventId) -> list[MatchRecord]:
    return [one for one in state.matches.values() if one.key.event == event and (one.result or one.history)]


def _is_of(record: MatchRecord, entry: EntryId) -> bool:
    if record.result is not None:
        return entry in (record.result.a, record.result.b)
    sides = [slot.entry for slot in record.fixture.slots if isinstance(slot, Entrant)]
    return entry in sides or any(entry in (one.a, one.b) for one in record.drafts.values())


def _entry(state: State, event: EventId, entry: EntryId) -> Entry:
    found = state.entries.get(event, {}).get(entry)
    if found is None:
        refuse("unknown-entry", f"{entry} is not in {state.event_name(event)}.")
    return found


def _with_entry(state: State, event: EventId, entry: Entry) -> State:
    return replace(state, entries={**state.entries, event: {**state.entries[event], entry.id: entry}})


def _name(state: State, person: PersonId | None) -> str:
    known = None if person is None else state.people.get(person)
    return str(person) if known is None else known.name
