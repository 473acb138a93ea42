"""Who is who in an entry list: every row read, people found again, partners without a row of their own."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from carrom.tournament.intake.alike import AlikeNames, are_alike
from carrom.tournament.intake.column_hints import likely_meaning
from carrom.tournament.intake.entering import EntryReading, Wish
from carrom.tournament.intake.event_names import EventNames, wanted_events
from carrom.tournament.intake.row_people import RowPerson, people_of, seed_of
from carrom.tournament.intake.spreadsheet import SheetRow, cell_text
from carrom.tournament.intake.words import is_somebody, tidied, without_title
from carrom.tournament.log.names import Namesakes, free_id, name_key
from carrom.tournament.log.people import Category, Person, PersonId

_SPELT = ("club", "club2", "community", "community2")


class RowReader:
    """Goes through the rows and finds out who is who."""

    def __init__(self, reading: EntryReading, events: EventNames, rows: Sequence[SheetRow], event: str | None) -> None:
        self.reading, self.events, self.event = reading, events, event
        self.touched: dict[PersonId, RowPerson] = {}
        self._section: str | None = None
        self._without_event: list[SheetRow] = []
        self._asked: dict[str, list[tuple[int, str]]] = {}
        self._clubs: dict[str, set[str]] = {}
        self._born: dict[date, list[PersonId]] = {}
        self._of_club: defaultdict[str, AlikeNames] = defaultdict(AlikeNames)
        self._clubbed: set[PersonId] = set()
        for person in reading.people.values():
            self._index(person)
        if rows and (guessed := rows[0].headings.guessed) is not None:
            reading.doubt(rows[0].number, "column", f"The column {guessed!r} is taken for that of the names.")
        self._meanings = rows[0].headings.meanings if rows else ()
        reading.learn_spellings(row.text(one) for row in rows for one in _SPELT if one in row.cells)
        for row in rows:
            self._clubs.setdefault(name_key(row.text("name")), set()).add(name_key(row.text("club")))

    def read(self, row: SheetRow) -> None:
        """Take in one row."""
        if self._is_section(row):
            return
        found = people_of(row, self.reading)
        if not found:
            return
        wanted, partner = wanted_events(row, self.reading, self.events, self._section or self.event)
        self._ask_about_columns(row)
        ids = [one for told in found if (one := self._identify(told, row, wanted)) is not None]
        if len(ids) < len(found):
            return
        if not wanted and len(self.events.ids) > 1 and not row.text("event"):
            self._without_event.append(row)
        for at, person in enumerate(ids):
            other = ids[1 - at] if len(ids) == 2 else None
            self._wish(row, person, wanted, other, partner)

    def finish(self, events: Mapping[str, Category]) -> None:
        """What can be known only when all rows are read: partners without a row, columns that nobody understood."""
        alike = AlikeNames()
        for one in self.touched:
            alike.add(one, name_key(self.reading.people[one].name))
        for wish in list(self.reading.wishes):
            if events[wish.event].kind == "doubles" and wish.partner and wish.partner_id is None:
                self._find_partner(wish, alike)
        self.reading.ask_about_unread()
        for heading, cells in self._asked.items():
            said = f"column {heading!r}" if not heading.startswith("column ") else heading
            text = f"The {said} is not understood, in {len(cells)} row{'s' * (len(cells) > 1)}, and is left out."
            answer = heading.removeprefix("column ")
            hint = likely_meaning(heading, [cell for _, cell in cells], self._meanings)
            way = (
                f'--column "{answer}={hint}" says what it is, --ignore "{answer}"'
                if hint
                else f'--ignore "{answer}" says'
            )
            self.reading.doubt(cells[0][0], "column", f"{text} {way} that it is nothing.")
        if self._without_event:
            rows = [row.number for row in self._without_event]
            names = "row names" if len(rows) == 1 else "rows name"
            text = f"{len(rows)} {names} no event: there are {self.events.listed()}. --into says which is meant."
            self.reading.doubt(rows[0], "no-event", text)

    def _is_section(self, row: SheetRow) -> bool:
        """A line with nothing but the name of an event is the title of the rows below."""
        cells = [cell_text(one) for one in (*row.cells.values(), *row.other.values())]
        event = self.events.find(cells[0]) if len(cells) == 1 and len(self.events.ids) > 1 else None
        self._section = event or self._section
        return event is not None

    def _ask_about_columns(self, row: SheetRow) -> None:
        for heading, cell in row.other.items():
            if self.events.find(heading) is None:
                self._asked.setdefault(heading, []).append((row.number, cell_text(cell)))

    def _identify(self, told: RowPerson, row: SheetRow, wanted: Sequence[str]) -> PersonId | None:
        """The person of a row: somebody known, somebody new, or nobody where the row is there twice."""
        reading, person = self.reading, told.person
        same = self._same(person, row)
        if same is not None and any((same, event) in reading.rows for event in wanted or [""]):
            first = min(reading.rows[(same, event)] for event in wanted or [""] if (same, event) in reading.rows)
            reading.doubt(row.number, "duplicate", f"{person.name} stands in row {first} already. The row is left out.")
            return None
        if same is None:
            self._ask_if_alike(person, row)
            same = person.id or free_id(person.name, reading.people)
            reading.people[same] = replace(person, id=same)
        else:
            reading.people[same] = _merged(reading.people[same], person)
        reading.know(reading.people[same])
        self._index(reading.people[same])
        before = self.touched.get(same)
        self.touched[same] = told if before is None else _both(before, told)
        for event in wanted or [""]:
            reading.rows[(same, event)] = row.number
        return same

    def _same(self, person: Person, row: SheetRow) -> PersonId | None:
        if person.id:
            return person.id if person.id in self.reading.people else None
        candidates = [self.reading.people[one] for one in self.reading.by_name.get(name_key(person.name), ())]
        able = [one for one in candidates if one.born is None or person.born is None or one.born == person.born]
        by_birth = [one for one in able if one.born is not None and one.born == person.born]
        if by_birth:
            return by_birth[0].id
        club = name_key(person.club or "")
        by_club = [one for one in able if club and name_key(one.club or "") == club]
        if by_club or not able:
            if candidates and not by_club:
                births = f"{candidates[0].born} and {person.born}"
                self.reading.doubt(row.number, "namesake", f"Two people are called {person.name}, born on {births}?")
            return by_club[0].id if by_club else None
        # A list in which one name has two clubs means two people; one club that is new to us is a change of club.
        has_two = len(self._clubs.get(name_key(person.name), set()) - {""}) > 1
        other = [one for one in able if not one.club or not club]
        if has_two and not other:
            clubs = " and ".join(str(one) for one in (able[0].club, person.club))
            self.reading.doubt(row.number, "namesake", f"Two people are called {person.name}, of {clubs}?")
            return None
        return (other or able)[0].id

    def _ask_if_alike(self, person: Person, row: SheetRow) -> None:
        """Same day of birth or same club, and nearly the same name: perhaps one person, written twice."""
        own = name_key(person.name)
        born_then = self._born.get(person.born, ()) if person.born is not None else ()
        of_club = self._of_club[name_key(person.club)].first(own) if person.club else None
        for one in dict.fromkeys((*born_then, *(() if of_club is None else (of_club,)))):
            other = self.reading.people[one]
            if other.id == person.id or name_key(other.name) == own or not are_alike(own, name_key(other.name)):
                continue
            if person.born is None or other.born in (None, person.born):
                shared = "born the same day" if one in born_then else f"of {other.club} too"
                self.reading.doubt(row.number, "alike", f"Is {person.name} the same person as {other.name}, {shared}?")

    def _index(self, person: Person) -> None:
        if person.born is not None and person.id not in self._born.setdefault(person.born, []):
            self._born[person.born].append(person.id)
        if person.club and person.id not in self._clubbed:
            self._clubbed.add(person.id)
            self._of_club[name_key(person.club)].add(person.id, name_key(person.name))

    def _wish(
        self, row: SheetRow, person: PersonId, wanted: Sequence[str], other: PersonId | None, partner: Mapping[str, str]
    ) -> None:
        for event in wanted:
            self.reading.wishes.append(
                Wish(
                    row=row.number,
                    event=event,
                    person=person,
                    partner=_partner(partner.get(event) or row.text("partner")),
                    partner_id=other,
                    team=row.text("team"),
                    rubber=row.text("rubber"),
                    seed=seed_of(row, self.reading),
                    row_club=row.text("club"),
                )
            )

    def _find_partner(self, wish: Wish, alike: AlikeNames) -> None:
        """Whom a row names as partner: somebody known, or somebody without a row, who is then new."""
        reading = self.reading
        name, gender = without_title(tidied(wish.partner).name)
        found = reading.by_name.get(name_key(name), [])
        if PersonId(wish.partner) in reading.people:
            wish.partner_id = PersonId(wish.partner)
        elif len(found) == 1:
            wish.partner_id = found[0]
        elif found:
            labels = " or ".join(
                Namesakes(reading.people[one] for one in found).told_apart(reading.people[one]) for one in found
            )
            reading.doubt(wish.row, "partner", f"{wish.partner!r} can be {labels}: write the id.")
        else:
            close = alike.first(name_key(name))
            if close is not None:
                text = f"No {wish.partner!r} is in the list: is {reading.people[close].name} meant?"
                reading.doubt(wish.row, "partner", f"{reading.people[wish.person].name} in {wish.event}: {text}")
                return
            new = Person(
                id=free_id(name, reading.people), name=name, gender=gender, club=reading.spelt(wish.row_club) or None
            )
            reading.people[new.id] = new
            reading.know(new)
            self.touched[new.id] = RowPerson(person=new)
            alike.add(new.id, name_key(name))
            wish.partner_id = new.id


def _partner(written: str) -> str:
    """Whom a cell names; nobody where it says 'TBD'."""
    return written if is_somebody(written) else ""


def _merged(known: Person, seen: Person) -> Person:
    """What was known, with what the new row says in its place. A name is what the row says only beside its id."""
    said = {
        key: getattr(seen, key)
        for key in ("born", "age", "gender", "club", "community", "level", *(["name"] if seen.id else []))
        if getattr(seen, key) is not None
    }
    return replace(known, **said)


def _both(before: RowPerson, now: RowPerson) -> RowPerson:
    paid = now.paid if now.paid is not None else before.paid
    return replace(now, phone=now.phone or before.phone, email=now.email or before.email, paid=paid)
