"""An entry list, read with every doubt named before anything is changed.

`plan_import` changes nothing: it says who would be added, who changed, who is known already, and asks about every row
that can be misread. Carrying the plan out twice is carrying it out once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from difflib import SequenceMatcher

from carrom.tournament.intake.dates import DateOrder, read_date
from carrom.tournament.intake.entering import Doubt, EntryReading, Wish, entries_of
from carrom.tournament.intake.spreadsheet import SheetRow
from carrom.tournament.log.names import free_id, name_key
from carrom.tournament.log.people import Category, Entry, Gender, Person, PersonId

_GENDERS: dict[str, Gender] = {"f": "f", "female": "f", "w": "f", "woman": "f", "m": "m", "male": "m", "man": "m"}
_SUM = re.compile(r"(grand )?(total|sum|count|number of)\b.*\d|(grand )?total$", re.IGNORECASE)
_ALIKE = 0.9  # how much of two names must agree to ask whether one of them is a slip of the pen


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan:
    """What an import would do."""

    added: tuple[Person, ...]
    changed: tuple[Person, ...]
    unchanged: int
    entries: tuple[tuple[str, Entry], ...]
    doubts: tuple[Doubt, ...]

    @property
    def changes(self) -> int:
        """How many facts carrying it out would record."""
        return len(self.added) + len(self.changed) + len(self.entries)


def plan_import(
    rows: Iterable[SheetRow],
    *,
    people: Iterable[Person] = (),
    events: Mapping[str, Category],
    titles: Mapping[str, str] | None = None,
    entered: Mapping[str, Iterable[Entry]] | None = None,
    on: date,
    order: DateOrder | None = None,
) -> ImportPlan:
    """Compare the rows with what the tournament knows. `on` is its first day, against which ages are measured.

    `titles` are the names of events; a row may say either the name or the id.
    """
    known = {person.id: person for person in people}
    reading = EntryReading(today=on, order=order, people=dict(known))
    named = _EventNames(events, titles or {})
    for person in known.values():
        for key in dict.fromkeys(map(name_key, (person.name, *person.formerly))):
            reading.by_name.setdefault(key, []).append(person.id)
        reading.spelt(person.club or "")
        reading.spelt(person.community or "")
    touched: list[PersonId] = []
    for row in rows:
        person_id = _read_row(row, reading, named)
        if person_id is not None and person_id not in touched:
            touched.append(person_id)
    before = {event: {one.id: one for one in entries} for event, entries in (entered or {}).items()}
    entries = entries_of(reading, events, before, on)
    return ImportPlan(
        added=tuple(reading.people[one] for one in touched if one not in known),
        changed=tuple(reading.people[one] for one in touched if one in known and reading.people[one] != known[one]),
        unchanged=sum(one in known and reading.people[one] == known[one] for one in touched),
        entries=tuple((event, entry) for event, entry in entries if before.get(event, {}).get(entry.id) != entry),
        doubts=tuple(sorted(reading.doubts, key=lambda doubt: doubt.row)),
    )


def _read_row(row: SheetRow, reading: EntryReading, events: _EventNames) -> PersonId | None:
    name = row.text("name")
    if not name:
        reading.doubt(row.number, "no-name", "The row has no name and is left out.")
        return None
    if _SUM.match(name):
        reading.doubt(row.number, "no-name", f"{name!r} looks like a sum, not like a person. The row is left out.")
        return None
    person = _person(row, name, reading)
    wanted = _events(row, reading, events)
    same = _same_person(person, row, reading)
    if same is not None and any((same, event) in reading.rows for event in wanted or [""]):
        first = min(reading.rows[(same, event)] for event in wanted or [""] if (same, event) in reading.rows)
        reading.doubt(row.number, "duplicate", f"{name} stands in row {first} already. The row is left out.")
        return None
    if same is None:
        _ask_if_alike(person, row, reading)
        same = person.id if row.text("id") else free_id(name, reading.people)
        reading.people[same] = replace(person, id=same)
        reading.by_name.setdefault(name_key(name), []).append(same)
    else:
        reading.people[same] = _merged(reading.people[same], person)
    for event in wanted or [""]:
        reading.rows[(same, event)] = row.number
        if event:
            reading.wishes.append(
                Wish(
                    row.number,
                    event,
                    same,
                    row.text("partner"),
                    row.text("team"),
                    row.text("rubber"),
                    _seed(row, reading),
                )
            )
    return same


def _person(row: SheetRow, name: str, reading: EntryReading) -> Person:
    gender = row.text("gender").casefold()
    if gender and gender not in _GENDERS:
        reading.doubt(row.number, "gender", f"{row.text('gender')!r} is not read as a sex: write f or m.")
    return Person(
        id=PersonId(row.text("id")),
        name=name,
        born=_born(row, name, reading),
        age=_whole(row, "age", reading),
        gender=_GENDERS.get(gender),
        club=reading.spelt(row.text("club")) or None,
        community=reading.spelt(row.text("community")) or None,
        level=_whole(row, "level", reading),
    )


def _born(row: SheetRow, name: str, reading: EntryReading) -> date | None:
    written = row.text("born")
    if not written:
        return None
    found = read_date(row.cells["born"], today=reading.today, order=reading.order)
    if not found.days:
        reading.doubt(row.number, "date", f"{written!r} is not read as a day of birth of {name}.")
    elif found.only is None:
        either = " or ".join(day.isoformat() for day in found.days)
        reading.doubt(row.number, "ambiguous-date", f"{name} was born on {either}? {written!r} can be both.")
    elif found.only > reading.today:
        reading.doubt(row.number, "date", f"{name} would be born after the tournament: {written!r}.")
        return None
    return found.only


def _whole(row: SheetRow, column: str, reading: EntryReading) -> int | None:
    written = row.text(column)
    if not written:
        return None
    if not re.fullmatch(r"\d{1,3}", written):
        reading.doubt(row.number, column, f"{written!r} is not read as a whole number in the column {column}.")
        return None
    return int(written)


def _seed(row: SheetRow, reading: EntryReading) -> int | None:
    seed = _whole(row, "seed", reading)
    if seed == 0:
        reading.doubt(row.number, "seed", "Seeds begin at 1.")
        return None
    return seed


def _events(row: SheetRow, reading: EntryReading, events: _EventNames) -> list[str]:
    """The events that a row names; all of one if the tournament has one only."""
    written = row.text("event")
    if not written:
        return events.ids if len(events.ids) == 1 else []
    found = []
    # An event may have a sign of a list in its own name, as 'Veterans 50+'.
    for part in [written] if events.find(written) else re.split(r"[;,+/]", written):
        event = events.find(part)
        if event is None:
            reading.doubt(row.number, "event", f"There is no event {part.strip()!r}: there are {events.listed()}.")
        else:
            found.append(event)
    return found


class _EventNames:
    """Events by what people call them: their id, or their name if no other has it, however the words are joined."""

    def __init__(self, events: Iterable[str], titles: Mapping[str, str]) -> None:
        self.ids = list(events)
        self._titles = titles
        called = Counter(self._key(title) for title in titles.values())
        self._by_key = {key: one for one in self.ids if one in titles and called[key := self._key(titles[one])] == 1}
        self._by_key |= {self._key(event): event for event in self.ids}

    @staticmethod
    def _key(words: str) -> str:
        return name_key(words).replace(" ", "")

    def find(self, words: str) -> str | None:
        """The event that is called so."""
        return self._by_key.get(self._key(words))

    def listed(self) -> str:
        """All of them, for a sentence."""
        return ", ".join(f"{one} ({self._titles[one]})" if one in self._titles else one for one in self.ids)


def _same_person(person: Person, row: SheetRow, reading: EntryReading) -> PersonId | None:
    if person.id:
        return person.id if person.id in reading.people else None
    for candidate in reading.by_name.get(name_key(person.name), []):
        known = reading.people[candidate].born
        if known is None or person.born is None or known == person.born:
            return candidate
    return None


def _ask_if_alike(person: Person, row: SheetRow, reading: EntryReading) -> None:
    """Same day of birth and nearly the same name: probably one person, written twice."""
    if person.born is None:
        return
    own = name_key(person.name)
    for other in reading.people.values():
        if other.born != person.born or other.id == person.id:
            continue
        theirs = name_key(other.name)
        if sorted(own.split()) == sorted(theirs.split()) or SequenceMatcher(None, own, theirs).ratio() >= _ALIKE:
            reading.doubt(row.number, "alike", f"Is {person.name} the same person as {other.name}, born the same day?")


def _merged(known: Person, seen: Person) -> Person:
    """What was known, with what the new row says in its place."""
    said = {
        key: getattr(seen, key)
        for key in ("born", "age", "gender", "club", "community", "level")
        if getattr(seen, key) is not None
    }
    return replace(known, **said)
