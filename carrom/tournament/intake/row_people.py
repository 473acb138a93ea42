"""The people of one row: one, or the two of a pair, as far as the row tells about them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from carrom.tournament.intake.dates import read_date
from carrom.tournament.intake.entering import EntryReading
from carrom.tournament.intake.spreadsheet import SheetRow
from carrom.tournament.intake.words import Tidied, cased, is_somebody, is_tick, sex_of, tidied, two_names, without_title
from carrom.tournament.log.bounds import OLDEST, is_of_ours
from carrom.tournament.log.names import name_key
from carrom.tournament.log.people import Gender, Person, PersonId

_SUM = re.compile(r"(grand )?(total|sum|count|number of)\b.*\d|(grand )?total$", re.IGNORECASE)
_WHOLE = re.compile(r"(\d{1,3})(?:\.0+)?\s*(?:y|yr|yrs|year|years|jahre|anni|ans)?\.?", re.IGNORECASE)
_RATING = re.compile(r"\d{1,5}(?:\.\d{1,6})?", re.ASCII)
_SEED = re.compile(r"(?:#|no\.?\s*|s(?:eed)?\s*)?(\d{1,3})(?:st|nd|rd|th)?\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPerson:
    """Somebody as a row tells of them, with what is not for the draw: how to reach them, whether they have paid."""

    person: Person
    phone: str = ""
    email: str = ""
    paid: int | bool | None = None
    events: tuple[str, ...] = ()
    """What the rows about them enter, for which that is paid."""


def people_of(row: SheetRow, reading: EntryReading, said: Sequence[str] = ()) -> list[RowPerson]:
    """Everybody whom a row tells of; nobody where it is no row of a person. `said` are names that were said to be meant
    in it."""
    written = row.text("name") or row.text("pair")
    if not written:
        reading.doubt(row.number, "no-name", "The row has no name and is left out.")
        return []
    if _SUM.match(written):
        reading.doubt(row.number, "no-name", f"{written!r} looks like a sum, not like a person. The row is left out.")
        return []
    if not is_somebody(written):
        reading.doubt(row.number, "no-name", f"{written!r} is no name. The row is left out.")
        return []
    second = row.text("name2")
    if not second and not row.text("partner") and (both := two_names(written)) is not None:
        written, second = both
    if not is_somebody(written):
        reading.doubt(row.number, "no-name", f"{written!r} is no name. {second} stands alone in the row.")
        written, second = second, ""
    if second and not is_somebody(second):
        reading.doubt(row.number, "partner", f"{second!r} is no name. {written} stands alone in the row.")
        second = ""
    if not is_somebody(written):
        return []
    found = [_told(row, written, "", reading, said)]
    if second:
        found.append(_told(row, second, "2", reading, said))
    return found


def _told(row: SheetRow, written: str, end: str, reading: EntryReading, said: Sequence[str]) -> RowPerson:
    is_known = bool(row.text(f"id{end}"))  # then the name is written as it is meant
    tidy = Tidied(written) if is_known else tidied(written)
    name, by_title = without_title(tidy.name)
    name = name if is_known else cased(name)
    if tidy.phone:
        reading.doubt(row.number, "name", f"A number stands beside the name of {name}. It is kept as the phone.")
    if tidy.remark:
        reading.doubt(row.number, "name", f"{tidy.remark!r} beside {name} is taken for a remark, and left out.")
    if not is_known and name.count(",") == 1:
        turned = " ".join(part.strip() for part in reversed(name.split(",")))
        if name_key(turned) in map(name_key, said):
            name = turned
        else:
            text = f"{name!r}: is {turned} meant? It is kept as it is written."
            reading.doubt(row.number, "name", text, choices=(turned,))
    club, community = (row.text(f"{what}{end}") or row.text(what) for what in ("club", "community"))
    gender = _gender(row, name, end, by_title, reading)
    person = Person(
        id=PersonId(row.text(f"id{end}")),
        name=name,
        born=_born(row, name, f"born{end}", reading),
        age=_age(row, f"age{end}", reading),
        gender=gender,
        club=reading.spelt(club) or None,
        community=reading.spelt(community) or None,
        level=_level(row, f"level{end}", reading),
    )
    return RowPerson(
        person=person,
        phone=row.text(f"phone{end}") or tidy.phone,
        email=row.text(f"email{end}"),
        paid=_paid(row, reading),
    )


def _gender(row: SheetRow, name: str, end: str, by_title: Gender | None, reading: EntryReading) -> Gender | None:
    written = row.text(f"gender{end}")
    found, hinted = sex_of(written), by_title or sex_of(row.text(f"title{end}"))
    if written and found is None:
        reading.cannot_read(row.number, f"gender{end}", written)
    elif found is not None and hinted is not None and found != hinted:
        reading.doubt(row.number, "gender", f"The title of {name} says {hinted}, the list {found}: {found} is taken.")
    return found or hinted


def _born(row: SheetRow, name: str, column: str, reading: EntryReading) -> date | None:
    written = row.text(column)
    if not written:
        return None
    found = read_date(row.cells[column], today=reading.today, order=reading.order or row.headings.dates)
    if found.days and not any(map(is_of_ours, found.days)):
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


def _age(row: SheetRow, column: str, reading: EntryReading) -> int | None:
    found = _whole(row, column, reading)
    if found is not None and found > OLDEST:
        reading.cannot_read(row.number, column, row.text(column))
        return None
    return found


def _whole(row: SheetRow, column: str, reading: EntryReading) -> int | None:
    written = row.text(column)
    found = _WHOLE.fullmatch(written)
    if written and found is None:
        reading.cannot_read(row.number, column, written)
    return None if found is None else int(found[1])


def _level(row: SheetRow, column: str, reading: EntryReading) -> int | None:
    """A number, or a letter: A is 1."""
    letter = row.text(column).upper()
    return ord(letter) - ord("A") + 1 if re.fullmatch("[A-Z]", letter) else _whole(row, column, reading)


def rating_of(row: SheetRow, reading: EntryReading) -> float | None:
    """The rating that a row gives: seeds can be made of it."""
    written = row.text("rating").replace(",", ".")
    if not written or is_tick(written) is False:
        return None
    if _RATING.fullmatch(written) is None:
        reading.cannot_read(row.number, "rating", written)
        return None
    return float(written)


def seed_of(row: SheetRow, reading: EntryReading) -> int | None:
    """The seed that a row gives."""
    written = row.text("seed")
    if not written:
        return None
    found = _SEED.fullmatch(written)
    if found is None or int(found[1]) == 0:
        reading.cannot_read(row.number, "seed", written)
        return None
    return int(found[1])


def _paid(row: SheetRow, reading: EntryReading) -> int | bool | None:
    """What the column of fees says: yes, no, or how much."""
    written = row.text("fee")
    if not written:
        return None
    said = is_tick(written)
    if said is not None:
        return said
    amount = re.fullmatch(r"(?:rs\.?|inr|₹|€|\$|£)?\s*(\d[\d,]*)(?:\.0+|/-)?", written, re.IGNORECASE)
    if amount is None:
        reading.cannot_read(row.number, "fee", written)
        return None
    return int(amount[1].replace(",", ""))
