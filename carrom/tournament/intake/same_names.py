"""Two people of one name in a list: a row of which somebody says who is meant, or that it is another one, and by what
that one is told apart."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from carrom.base.errors import CarromError
from carrom.tournament.intake.entering import EntryReading
from carrom.tournament.intake.row_people import RowPerson
from carrom.tournament.intake.spreadsheet import SheetRow
from carrom.tournament.log.names import marked, name_key
from carrom.tournament.log.people import PersonId


@dataclass(frozen=True, slots=True)
class RowAnswers:
    """What was said of people in rows: `marks` of others who have a known name, `meant` who it is."""

    marks: Mapping[int, str] = field(default_factory=dict)
    meant: Mapping[int, Sequence[str]] = field(default_factory=dict)

    def chosen(self, row: int, able: Iterable[PersonId], reading: EntryReading) -> PersonId | None:
        """Who of those that are able was said to be meant in this row."""
        said = set(map(name_key, self.meant.get(row, ())))
        return next((one for one in able if name_key(reading.label([reading.people[one]])) in said), None)

    def is_said(self, row: int, person: PersonId, reading: EntryReading) -> bool:
        """Whether this person was said to be meant in a row."""
        return self.chosen(row, [person], reading) is not None

    def is_person(self, row: int, written: str) -> bool:
        """Whether what is written in a row was said to be meant as it is: somebody of that name."""
        return name_key(written) in map(name_key, self.meant.get(row, ()))


def read_marks(answers: Iterable[str]) -> dict[int, str]:
    """`7=senior`: who stands in row 7 is somebody else of that name, and is called so."""
    found = {}
    for answer in answers:
        row, _, mark = (part.strip() for part in answer.partition("="))
        if not (row.isascii() and row.isdigit() and mark):
            raise CarromError(
                "bad-answer", f"another person of the same name is said like 7=senior (row and mark), not {answer!r}"
            )
        found[int(row)] = mark
    return found


def read_meant(answers: Iterable[str]) -> dict[int, list[str]]:
    """`7=Kiran Patil (Harbour)`: who is meant in row 7; two of a pair are two answers."""
    found: dict[int, list[str]] = {}
    for answer in answers:
        row, _, name = (part.strip() for part in answer.partition("="))
        if not (row.isascii() and row.isdigit() and name):
            raise CarromError(
                "bad-answer", f"who is meant is said like '7=Kiran Patil (Harbour)' (row and person), not {answer!r}"
            )
        found.setdefault(int(row), []).append(name)
    return found


def told_apart(
    row: SheetRow, found: Sequence[RowPerson], marks: Mapping[int, str], reading: EntryReading
) -> Sequence[RowPerson]:
    """The people of a row: the first of them whose name is known already bears the mark that was asked for."""
    if row.number not in marks or not found:
        return found
    known = [at for at, one in enumerate(found) if name_key(one.person.name) in reading.by_name]
    at = known[0] if known else 0
    person = found[at].person
    called = replace(person, name=marked(person.name, marks[row.number]))
    return [*found[:at], replace(found[at], person=called), *found[at + 1 :]]
