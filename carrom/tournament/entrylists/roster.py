"""Plan the import of an entry list, and export entries as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from carrom.tournament.entrylists.cells import DateOrder, tidy_name, without_title
from carrom.tournament.entrylists.entries import Doubt, EntryReading, make_entries, seed_by_rating
from carrom.tournament.entrylists.event_columns import (
    EventNames,
    resolve_event_columns,
    resolve_level_column,
    resolve_partner_column,
)
from carrom.tournament.entrylists.person_matching import RowAnswers
from carrom.tournament.entrylists.row_people import RowPerson
from carrom.tournament.entrylists.row_reader import RowReader
from carrom.tournament.entrylists.spreadsheet import SheetRow
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import (
    ContactGiven,
    EntryRecorded,
    EventBody,
    NewName,
    PersonChecked,
    PersonRecorded,
    Renamed,
)
from carrom.tournament.model.people import Category, Entry, PeopleByName, Person, PersonId, name_key
from carrom.tournament.model.state import DeskCheck, State
from carrom.tournament.tables.results import EntryId


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan:
    """What an import would do."""

    added: tuple[Person, ...]
    changed: tuple[Person, ...]
    unchanged: int
    entries: tuple[tuple[str, Entry], ...]
    doubts: tuple[Doubt, ...]
    renamed: tuple[Renamed, ...] = ()
    details: tuple[tuple[PersonId, RowPerson], ...] = ()
    """Rows with contact details or payments."""
    unplaced: Mapping[PersonId, str] = field(default_factory=dict)
    rows: Mapping[PersonId, tuple[int, str]] = field(default_factory=dict)
    """First rows: number and text."""
    sums: tuple[int, ...] = ()

    @property
    def changes(self) -> int:
        return len(self.added) + len(self.changed) + len(self.entries) + len(self.renamed)


def plan_import(
    rows: Iterable[SheetRow],
    *,
    people: Iterable[Person] = (),
    events: Mapping[str, Category],
    titles: Mapping[str, str] | None = None,
    entered: Mapping[str, Iterable[Entry]] | None = None,
    on: date,
    order: DateOrder | None = None,
    event: str | None = None,
    answers: RowAnswers | None = None,
    fees: Mapping[str, int] | None = None,
    seeds: int | None = None,
) -> ImportPlan:
    """Compare the rows with the tournament. `on` is the day by which ages count.

    `titles` are event names; rows without an event enter `event`; `fees` are by event. The `seeds` best-rated entries
    of each event are seeded; None asks. Importing twice has no further effect.
    """
    known = {person.id: person for person in people}
    reading = EntryReading(today=on, order=order, people=dict(known))
    apart = PeopleByName(known.values())
    for person in known.values():
        reading.know(person)
        reading.usual_spelling(person.club or "")
        reading.usual_spelling(person.community or "")
        bare = without_title(tidy_name(person.name).name)[0]
        for key in dict.fromkeys(map(name_key, (*person.formerly, bare, apart.distinct_name(person)))):
            reading.called(key, person.id)
    named = EventNames(events, titles or {})
    listed = resolve_level_column(resolve_event_columns(resolve_partner_column(list(rows), named), named))
    reader = RowReader(reading, named, listed, event, answers or RowAnswers(), fees or {})
    for row in listed:
        reader.read(row)
    reader.finish(events)
    renamed, before = _renames(known, reading, entered or {}, events)
    entries = make_entries(reading, events, before, on)
    if reader.ratings:
        if seeds is None:
            reader.ask_about_seeds()
        entries = seed_by_rating(entries, reader.ratings, seeds or 0, before)
    touched = list(reader.touched)
    shown = {one: _with_known_name(reading.people[one], known.get(one)) for one in touched}
    return ImportPlan(
        added=tuple(shown[one] for one in touched if one not in known),
        changed=tuple(shown[one] for one in touched if one in known and shown[one] != known[one]),
        unchanged=sum(one in known and shown[one] == known[one] for one in touched),
        entries=tuple((event, entry) for event, entry in entries if before.get(event, {}).get(entry.id) != entry),
        doubts=tuple(sorted(reading.doubts, key=lambda doubt: doubt.row)),
        renamed=renamed,
        details=tuple(
            (one, details)
            for one, details in reader.touched.items()
            if details.phone or details.email or details.paid is not None
        ),
        unplaced=reader.unplaced,
        rows=reader.lines,
        sums=tuple(
            one.paid for one in reader.touched.values() if one.paid is not None and not isinstance(one.paid, bool)
        ),
    )


def import_facts(plan: ImportPlan, state: State) -> list[EventBody]:
    found: list[EventBody] = [PersonRecorded(person=person) for person in (*plan.added, *plan.changed)]
    found += plan.renamed
    for person, details in plan.details:
        known = next((one for one in state.contacts if one.person == person), None)
        contact = ContactGiven(
            person=person,
            phone=details.phone or (known and known.phone) or None,
            email=details.email or (known and known.email) or None,
        )
        if contact != known and (contact.phone or contact.email):
            found.append(contact)
    found += [EntryRecorded(event=CompetitionId(event), entry=entry) for event, entry in plan.entries]
    owed = _owed(plan, state)
    for person, details in plan.details:
        amount = None if isinstance(details.paid, bool) else details.paid
        is_new = not _is_paid_already(state.checks.get(person, {}).get("fee"), amount, details.events)
        if details.paid and is_new:
            found.append(
                PersonChecked(person=person, what="fee", amount=owed.get(person) if amount is None else amount)
            )
    return found


def _owed(plan: ImportPlan, state: State) -> dict[PersonId, int]:
    """Each person's fees after the import, for cells that only say "paid"."""
    events = state.definition.events if state.definition is not None else ()
    fees = {event.id: event.fee for event in events if event.fee and not event.cancelled}
    entered = [(CompetitionId(event), entry) for event, entry in plan.entries]
    entered += [(event, entry) for event, entries in state.entries.items() for entry in entries.values()]
    playing = {
        (event, person)
        for event, entry in entered
        if event in fees and entry.id not in state.left.get(event, {})
        for person in entry.members
    }
    found: dict[PersonId, int] = {}
    for event, person in playing:
        found[person] = found.get(person, 0) + fees[event]
    return found


def _is_paid_already(known: DeskCheck | None, amount: int | None, events: Iterable[str]) -> bool:
    if known is None or not known.holds:
        return False
    if amount is not None:
        return known.amount == amount
    return known.paid_for is None or known.paid_for.issuperset(map(CompetitionId, events))


def _with_known_name(person: Person, known: Person | None) -> Person:
    return person if known is None else replace(person, name=known.name)


def _renames(
    known: Mapping[PersonId, Person],
    reading: EntryReading,
    entered: Mapping[str, Iterable[Entry]],
    events: Mapping[str, Category],
) -> tuple[tuple[Renamed, ...], dict[str, dict[EntryId, Entry]]]:
    new = {
        one: person.name for one, person in reading.people.items() if one in known and person.name != known[one].name
    }
    before = PeopleByName(known.values())
    after = PeopleByName(reading.people.values())
    entries: dict[str, dict[EntryId, Entry]] = {}
    changes: list[NewName] = []
    for event, ones in entered.items():
        for entry in ones:
            name = entry.id
            if events[event].kind != "teams" and name == before.entry_name(known[one] for one in entry.members):
                name = after.entry_name(reading.people[one] for one in entry.members)
            if name != entry.id:
                changes.append(NewName(event=CompetitionId(event), was=entry.id, now=name))
            entries.setdefault(event, {})[name] = replace(entry, id=name)
    found = [Renamed(person=one, name=name) for one, name in new.items()]
    return (*found, *([Renamed(entries=tuple(changes))] if changes else [])), entries


EXPORT_COLUMNS = (
    "id", "name", "born", "age", "gender", "club", "community", "level", "event", "partner", "team", "rubber", "seed"
)  # fmt: skip


def roster_csv(state: State) -> str:
    """CSV that an import reads back, a row per person and event."""
    out = io.StringIO()
    writer = csv.DictWriter(out, EXPORT_COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in _export_rows(state):
        writer.writerow(row)
    return out.getvalue()


def _export_rows(state: State) -> Iterator[dict[str, object]]:
    for person in state.people.values():
        own = {
            column: "" if getattr(person, column) is None else getattr(person, column)
            for column in ("id", "name", "born", "age", "gender", "club", "community", "level")
        }
        entered = [
            (event, entry)
            for event, entries in state.entries.items()
            for entry in entries.values()
            if person.id in entry.members
        ]
        for event, entry in entered:
            yield own | {"event": event, "seed": entry.seed or ""} | _entry_columns(state, person, entry, str(event))
        if not entered:
            yield own


def _entry_columns(state: State, person: Person, entry: Entry, event: str) -> dict[str, object]:
    kind = state.event(event).category.kind
    if kind == "doubles":
        partner = next(one for one in entry.members if one != person.id)
        return {"partner": partner}
    if kind == "teams":
        plays = [rubber for rubber, players in entry.line_up.items() if person.id in players]
        return {"team": entry.id, "rubber": plays[0] if plays else ""}
    return {}
