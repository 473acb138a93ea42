"""Read the people of one row: a player or a pair."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from carrom.tournament.entrylists.cells import (
    TidyName,
    fix_case,
    gender_of,
    is_person_name,
    read_date,
    read_tick,
    split_pair,
    tidy_name,
    without_title,
)
from carrom.tournament.entrylists.entries import EntryReading
from carrom.tournament.entrylists.spreadsheet import SheetRow
from carrom.tournament.model.limits import OLDEST_AGE, is_year_in_range
from carrom.tournament.model.people import Gender, Person, PersonId, name_key

_TOTAL_LINE = re.compile(r"(grand )?(total|sum|count|number of)\b.*\d|(grand )?total$", re.IGNORECASE)
_WHOLE_NUMBER = re.compile(r"(\d{1,3})(?:\.0+)?\s*(?:y|yr|yrs|year|years|jahre|anni|ans)?\.?", re.IGNORECASE)
_RATING = re.compile(r"\d{1,5}(?:\.\d{1,6})?", re.ASCII)
_SEED = re.compile(r"(?:#|no\.?\s*|s(?:eed)?\s*)?(\d{1,3})(?:st|nd|rd|th)?\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPerson:
    """A person with contact details and payment."""

    person: Person
    phone: str = ""
    email: str = ""
    paid: int | bool | None = None
    events: tuple[str, ...] = ()
    """Events covered by the payment."""


def people_in_row(row: SheetRow, reading: EntryReading, confirmed: Sequence[str] = ()) -> list[RowPerson]:
    """People in a row; `said` are names that the user confirmed."""
    written = row.text("name") or row.text("pair")
    if not written:
        reading.doubt(row.number, "no-name", "The row has no name and is left out.")
        return []
    if _TOTAL_LINE.match(written):
        reading.doubt(row.number, "no-name", f"{written!r} looks like a sum, not like a person. The row is left out.")
        return []
    if not is_person_name(written):
        reading.doubt(row.number, "no-name", f"{written!r} is no name. The row is left out.")
        return []
    second = row.text("name2")
    if not second and not row.text("partner") and (both := split_pair(written)) is not None:
        written, second = both
    if not is_person_name(written):
        reading.doubt(row.number, "no-name", f"{written!r} is no name. {second} stands alone in the row.")
        written, second = second, ""
    if second and not is_person_name(second):
        reading.doubt(row.number, "partner", f"{second!r} is no name. {written} stands alone in the row.")
        second = ""
    if not is_person_name(written):
        return []
    found = [_read_person(row, written, "", reading, confirmed)]
    if second:
        found.append(_read_person(row, second, "2", reading, confirmed))
    return found


def _read_person(row: SheetRow, written: str, end: str, reading: EntryReading, confirmed: Sequence[str]) -> RowPerson:
    is_known = bool(row.text(f"id{end}"))  # with an id, the name stays as written
    tidy = TidyName(written) if is_known else tidy_name(written)
    name, by_title = without_title(tidy.name)
    name = name if is_known else fix_case(name)
    if tidy.phone:
        reading.doubt(row.number, "name", f"A number stands beside the name of {name}. It is kept as the phone.")
    if tidy.remark:
        reading.doubt(row.number, "name", f"{tidy.remark!r} beside {name} is taken for a remark, and left out.")
    if not is_known and name.count(",") == 1:
        turned = " ".join(part.strip() for part in reversed(name.split(",")))
        if name_key(turned) in map(name_key, confirmed):
            name = turned
        else:
            text = f"{name!r}: is {turned} meant? It is kept as it is written."
            reading.doubt(row.number, "name", text, choices=(turned,))
    club, community = (row.text(f"{what}{end}") or row.text(what) for what in ("club", "community"))
    gender = _read_gender(row, name, end, by_title, reading)
    person = Person(
        id=PersonId(row.text(f"id{end}")),
        name=name,
        born=_read_birth_date(row, name, f"born{end}", reading),
        age=_read_age(row, f"age{end}", reading),
        gender=gender,
        club=reading.usual_spelling(club) or None,
        community=reading.usual_spelling(community) or None,
        level=_read_level(row, f"level{end}", reading),
    )
    return RowPerson(
        person=person,
        phone=row.text(f"phone{end}") or tidy.phone,
        email=row.text(f"email{end}"),
        paid=_read_payment(row, reading),
    )


def _read_gender(row: SheetRow, name: str, end: str, by_title: Gender | None, reading: EntryReading) -> Gender | None:
    written = row.text(f"gender{end}")
    found, hinted = gender_of(written), by_title or gender_of(row.text(f"title{end}"))
    if written and found is None:
        reading.note_unreadable(row.number, f"gender{end}", written)
    elif found is not None and hinted is not None and found != hinted:
        reading.doubt(row.number, "gender", f"The title of {name} says {hinted}, the list {found}: {found} is taken.")
    return found or hinted


def _read_birth_date(row: SheetRow, name: str, column: str, reading: EntryReading) -> date | None:
    written = row.text(column)
    if not written:
        return None
    found = read_date(row.cells[column], today=reading.today, order=reading.order or row.headings.dates)
    if found.days and not any(map(is_year_in_range, found.days)):
        reading.doubt(row.number, "date", f"{name} would be born in {found.days[0].year}: {written!r}.")
        return None
    if not found.days:
        reading.doubt(row.number, "date", f"{written!r} is not read as a day of birth of {name}.")
    elif found.only is None:
        either = " or ".join(day.isoformat() for day in found.days)
        reading.doubt(row.number, "ambiguous-date", f"{name} was born on {either}? {written!r} can be both.")
    elif found.only > reading.today:
        reading.doubt(row.number, "date", f"{name} would be born after the tournament: {written!r}.")
        return None
    return found.only


def _read_age(row: SheetRow, column: str, reading: EntryReading) -> int | None:
    found = _read_whole_number(row, column, reading)
    if found is not None and found > OLDEST_AGE:
        reading.note_unreadable(row.number, column, row.text(column))
        return None
    return found


def _read_whole_number(row: SheetRow, column: str, reading: EntryReading) -> int | None:
    written = row.text(column)
    found = _WHOLE_NUMBER.fullmatch(written)
    if written and found is None:
        reading.note_unreadable(row.number, column, written)
    return None if found is None else int(found[1])


def _read_level(row: SheetRow, column: str, reading: EntryReading) -> int | None:
    """Number, or letter with A for 1."""
    letter = row.text(column).upper()
    return ord(letter) - ord("A") + 1 if re.fullmatch("[A-Z]", letter) else _read_whole_number(row, column, reading)


def read_rating(row: SheetRow, reading: EntryReading) -> float | None:
    written = row.text("rating").replace(",", ".")
    if not written or read_tick(written) is False:
        return None
    if _RATING.fullmatch(written) is None:
        reading.note_unreadable(row.number, "rating", written)
        return None
    return float(written)


def read_seed(row: SheetRow, reading: EntryReading) -> int | None:
    written = row.text("seed")
    if not written:
        return None
    found = _SEED.fullmatch(written)
    if found is None or int(found[1]) == 0:
        reading.note_unreadable(row.number, "seed", written)
        return None
    return int(found[1])


def _read_payment(row: SheetRow, reading: EntryReading) -> int | bool | None:
    written = row.text("fee")
    if not written:
        return None
    tick = read_tick(written)
    if tick is not None:
        return tick
    amount = re.fullmatch(r"(?:rs\.?|inr|₹|€|\$|£)?\s*(\d[\d,]*)(?:\.0+|/-)?", written, re.IGNORECASE)
    if amount is None:
        reading.note_unreadable(row.number, "fee", written)
        return None
    return int(amount[1].replace(",", ""))


def total_paid(rows: Sequence[RowPerson], fees: Mapping[str, int]) -> int | bool | None:
    """Add up a person's rows; a mere yes counts as the fees of its events.

    None if the rows are silent, or for a yes and a no without fees.
    """
    payments = [one.paid for one in rows]
    if not any(payments):
        return next((one for one in payments if one is not None), None)
    if all(one is True for one in payments):
        return True
    if any(fees.values()):
        return sum(_amount_paid(one, fees) for one in rows)
    sums = [one for one in payments if one is not None and not isinstance(one, bool)]
    if sums:
        return sum(sums)
    return None if False in payments else True


def _amount_paid(row: RowPerson, fees: Mapping[str, int]) -> int:
    if row.paid is True:
        return sum(fees.get(event, 0) for event in row.events)
    return row.paid or 0
