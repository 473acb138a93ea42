"""Read all rows: identify people, pair up partners, collect doubts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from carrom.tournament.entrylists.cells import is_partner_wanted, is_person_name, partner_in, tidy_name, without_title
from carrom.tournament.entrylists.columns import likely_meaning
from carrom.tournament.entrylists.entries import EntryReading, EntryWish
from carrom.tournament.entrylists.event_columns import (
    EventNames,
    is_partner_heading,
    is_partner_unassigned,
    look_like_partners,
    seeded_events,
    wanted_events,
)
from carrom.tournament.entrylists.headings import PARTNER_FOR
from carrom.tournament.entrylists.person_matching import (
    AMBIGUOUS,
    KnownPeople,
    RowAnswers,
    SimilarNames,
    mark_namesakes,
)
from carrom.tournament.entrylists.row_people import RowPerson, people_in_row, read_rating, read_seed, total_paid
from carrom.tournament.entrylists.spreadsheet import SheetRow, cell_text
from carrom.tournament.model.people import Category, Person, PersonId, free_person_id, name_key

_SPELLED_COLUMNS = ("club", "club2", "community", "community2")


class RowReader:
    def __init__(
        self,
        reading: EntryReading,
        events: EventNames,
        rows: Sequence[SheetRow],
        event: str | None,
        answers: RowAnswers,
        fees: Mapping[str, int],
    ) -> None:
        self.reading, self.events, self.event, self.answers = reading, events, event, answers
        self._fees = fees
        self.touched: dict[PersonId, RowPerson] = {}
        self._section: str | None = None
        self._without_event: list[SheetRow] = []
        self._partner_lost: list[SheetRow] = []
        self.unplaced: dict[PersonId, str] = {}
        self.lines: dict[PersonId, tuple[int, str]] = {}
        """First rows: number and text."""
        self.ratings: dict[PersonId, float] = {}
        self._first_rating = 0
        self._asked: dict[str, list[tuple[int, str]]] = {}
        self._own = {row.number: row.text("name") for row in rows}
        self._before = tuple(reading.people)
        self._known = KnownPeople(reading, rows, answers)
        if rows and (guessed := rows[0].headings.guessed) is not None:
            reading.doubt(rows[0].number, "guessed", f"The column {guessed!r} is taken for that of the names.")
        if rows and rows[0].headings.is_made_up:
            reading.doubt(rows[0].number, "no-headings", f"The list has no headings. {_describe_columns(rows)}")
        self._meanings = rows[0].headings.meanings if rows else ()
        reading.learn_spellings(row.text(one) for row in rows for one in _SPELLED_COLUMNS if one in row.cells)

    def read(self, row: SheetRow) -> None:
        if self._is_section(row):
            return
        if row.is_title and not self.answers.is_person(row.number, row.line):
            text = f"{row.line!r} has no number before it, and is taken for a title."
            hint = f'--meant "{row.number}={row.line}" says that it is a person.'
            self.reading.doubt(row.number, "title", text, hint, (row.line,))
            return
        found = mark_namesakes(
            row,
            people_in_row(row, self.reading, self.answers.people.get(row.number, ())),
            self.answers.marks,
            self.reading,
        )
        if not found:
            return
        wanted, partner = wanted_events(row, self.reading, self.events, self._section or self.event)
        self._ask_about_columns(row)
        ids: list[PersonId] = []
        for row_person in found:
            one = self._identify(row_person, row, wanted, found)
            if one is None:
                return
            ids.append(one)
            self.lines.setdefault(one, (row.number, row.line))
            if (rating := read_rating(row, self.reading)) is not None:
                self.ratings[one] = rating
                self._first_rating = self._first_rating or row.number
        if not wanted and len(self.events.ids) > 1 and not row.text("event"):
            self._without_event.append(row)
        elif is_partner_unassigned(row, self.events, wanted):
            self._partner_lost.append(row)
        if is_partner_unassigned(row, self.events, wanted) and len(ids) == 1:
            self.unplaced[ids[0]] = partner_in(row.text("name"), row.text("partner"))
        for at, person in enumerate(ids):
            other = ids[1 - at] if len(ids) == 2 else None
            self._wish(row, person, wanted, other, partner)

    def finish(self, events: Mapping[str, Category]) -> None:
        """Find partners, and ask about unread columns, after the last row."""
        alike = SimilarNames()
        for person in self.reading.people.values():
            self.reading.called(name_key(self.reading.label([person])), person.id)
        for one in dict.fromkeys((*self.touched, *self._before)):
            alike.add(one, name_key(self.reading.people[one].name))
        for wish in list(self.reading.wishes):
            if events[wish.event].kind == "doubles" and wish.partner and wish.partner_id is None:
                self._find_partner(wish, alike)
        self.reading.ask_about_unread()
        for heading, cells in self._asked.items():
            column = f"column {heading!r}" if not heading.startswith("column ") else heading
            text = f"The {column} is not understood, in {len(cells)} row{'s' * (len(cells) > 1)}, and is left out."
            answer = heading.removeprefix("column ")
            hint = self._hint(heading, cells)
            way = (
                f'--column "{answer}={hint}" says what it is, --ignore "{answer}"'
                if hint
                else f'--ignore "{answer}" says'
            )
            self.reading.doubt(cells[0][0], "column", text, f"{way} that it is nothing.", column=heading)
        if self._partner_lost:
            rows = [row.number for row in self._partner_lost]
            names = "row names" if len(rows) == 1 else "rows name"
            text = f"{len(rows)} {names} a partner, and not for which event: there are {self.events.listed()}."
            self.reading.doubt(rows[0], "partner", text, "A column that is called 'partner for' one of them says it.")
        if self._without_event:
            rows = [row.number for row in self._without_event]
            names = "row names" if len(rows) == 1 else "rows name"
            pairs = sum(is_partner_unassigned(row, self.events, ()) for row in self._without_event)
            partners = f" ({pairs} with a partner)" if pairs else ""
            text = f"{len(rows)} {names} no event{partners}: there are {self.events.listed()}."
            self.reading.doubt(rows[0], "no-event", text, "--into says which is meant.")

    def ask_about_seeds(self) -> None:
        least, most = min(self.ratings.values()), max(self.ratings.values())
        text = f"{len(self.ratings)} ratings, from {least:g} to {most:g}: are the best to be seeded by them?"
        self.reading.doubt(self._first_rating, "rating", text, "--seeds 8 seeds the best eight, --seeds 0 nobody.")

    def _hint(self, heading: str, cells: Sequence[tuple[int, str]]) -> str | None:
        pairs = [(self._own.get(row, ""), cell) for row, cell in cells]
        is_named = look_like_partners(pairs, frozenset(map(name_key, self._own.values())), is_strict=True)
        if self.events.pairs and "partner" not in self._meanings and (is_named or is_partner_heading(heading)):
            return "partner" if len(self.events.pairs) == 1 else f"{PARTNER_FOR}{self.events.likeliest_pair(heading)}"
        return likely_meaning(heading, [cell for _, cell in cells], self._meanings)

    def _is_section(self, row: SheetRow) -> bool:
        """Use a line with only an event's name for the rows below it."""
        cells = [cell_text(one) for one in (*row.cells.values(), *row.other.values())]
        event = self.events.find(cells[0]) if len(cells) == 1 and len(self.events.ids) > 1 else None
        self._section = event or self._section
        return event is not None

    def _ask_about_columns(self, row: SheetRow) -> None:
        for heading, cell in row.other.items():
            if self.events.meaning_of(heading) is None:
                self._asked.setdefault(heading, []).append((row.number, cell_text(cell)))

    def _identify(
        self, row_person: RowPerson, row: SheetRow, wanted: Sequence[str], people: Sequence[RowPerson]
    ) -> PersonId | None:
        reading, person = self.reading, row_person.person
        same = self._known.look_for(person, row)
        if same == AMBIGUOUS:
            return None
        if same is not None and any((same, event) in reading.rows for event in wanted or [""]):
            first = min(reading.rows[(same, event)] for event in wanted or [""] if (same, event) in reading.rows)
            fee_text = self._keep_fee(people)
            text = f"{person.name} stands in row {first} already. The row is left out{fee_text}."
            hint = (
                f"If it is somebody else of that name, --namesake {row.number}=MARK says by what they are told apart."
            )
            if not self.answers.is_said(row.number, same, reading):
                reading.doubt(row.number, "duplicate", text, hint)
            return None
        if same is None:
            same = person.id or free_person_id(person.name, reading.people)
            reading.people[same] = replace(person, id=same)
        else:
            reading.people[same] = _merge_people(reading.people[same], person)
        reading.know(reading.people[same])
        self._known.add(reading.people[same])
        before = self.touched.get(same)
        row_person = replace(row_person, events=tuple(wanted))
        self.touched[same] = row_person if before is None else self._both(row.number, before, row_person)
        for event in wanted or [""]:
            reading.rows[(same, event)] = row.number
        return same

    def _both(self, row: int, before: RowPerson, now: RowPerson) -> RowPerson:
        paid = total_paid((before, now), self._fees)
        if paid is None and (before.paid or now.paid):
            text = f"{now.person.name} has paid by one row and not by another, and no fee is set: it is not noted."
            self.reading.doubt(row, "fee", text)
        return replace(
            now,
            phone=now.phone or before.phone,
            email=now.email or before.email,
            paid=paid,
            events=(*before.events, *now.events),
        )

    def _keep_fee(self, people: Sequence[RowPerson]) -> str:
        """Keep a skipped row's payment, and return text about it."""
        text = ""
        for row_person in people:
            same = [
                one for one in self.reading.by_name.get(name_key(row_person.person.name), ()) if one in self.touched
            ]
            if not row_person.paid or len(same) != 1:
                continue
            before = self.touched[same[0]]
            if not before.paid:
                self.touched[same[0]] = replace(before, paid=row_person.paid)
                text = text or ", but that the fee is paid is kept"
            elif before.paid is not True and row_person.paid is not True and before.paid != row_person.paid:
                text = f"; {before.paid} paid is kept, not {row_person.paid}"
        return text

    def _wish(
        self, row: SheetRow, person: PersonId, wanted: Sequence[str], other: PersonId | None, partner: Mapping[str, str]
    ) -> None:
        seeded = seeded_events(row, self.events, wanted)
        seed = read_seed(row, self.reading)
        for event in wanted:
            self.reading.wishes.append(
                EntryWish(
                    row=row.number,
                    event=event,
                    person=person,
                    partner=_partner_name(partner.get(event, "")),
                    partner_id=other,
                    team=row.text("team"),
                    rubber=row.text("rubber"),
                    seed=seed if event in seeded else None,
                    row_club=row.text("club"),
                    is_seeking=is_partner_wanted(partner.get(event, "")),
                )
            )

    def _find_partner(self, wish: EntryWish, alike: SimilarNames) -> None:
        reading = self.reading
        name, gender = without_title(tidy_name(wish.partner).name)
        found = reading.by_name.get(name_key(name), [])
        close = None if found else alike.first(name_key(name))
        candidates = found if close is None else [close]
        if PersonId(wish.partner) in reading.people:
            wish.partner_id = PersonId(wish.partner)
        elif len(found) == 1:
            wish.partner_id = found[0]
        elif (chosen := self.answers.chosen(wish.row, candidates, reading)) is not None:
            wish.partner_id = chosen
        elif found:
            reading.ask_which(wish.row, "partner", wish.partner, found, "pair")
        elif close is not None and not self.answers.is_person(wish.row, wish.partner):
            text = f"No {wish.partner!r} is in the list: is {reading.people[close].name} meant?"
            text = f"{reading.people[wish.person].name} in {wish.event}: {text}"
            choices = (reading.label([reading.people[close]]),)
            reading.doubt(wish.row, "partner", text, choices=choices, no=wish.partner)
        else:
            new = Person(
                id=free_person_id(name, reading.people),
                name=name,
                gender=gender,
                club=reading.usual_spelling(wish.row_club) or None,
            )
            reading.people[new.id] = new
            reading.know(new)
            self.touched[new.id] = RowPerson(person=new)
            alike.add(new.id, name_key(name))
            wish.partner_id = new.id


def _describe_columns(rows: Sequence[SheetRow]) -> str:
    headings = rows[0].headings
    parts = [
        f"{one} ({called})" if one != called else one
        for one, called in zip(headings.meanings, headings.called, strict=True)
        if one not in (None, "serial")
    ]
    return f"Each line is read as {', '.join(parts)}."


def _partner_name(written: str) -> str:
    return written if is_person_name(written) else ""


def _merge_people(known: Person, row_person: Person) -> Person:
    """Update a person; only a row with an id can change the name."""
    changes = {
        key: getattr(row_person, key)
        for key in ("born", "age", "gender", "club", "community", "level", *(["name"] if row_person.id else []))
        if getattr(row_person, key) is not None
    }
    return replace(known, **changes)
