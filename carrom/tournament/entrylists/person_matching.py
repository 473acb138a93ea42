"""Match an entry list with known people."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from carrom.base.errors import CarromError
from carrom.tournament.entrylists.entries import EntryReading
from carrom.tournament.entrylists.row_people import RowPerson
from carrom.tournament.entrylists.spreadsheet import SheetRow
from carrom.tournament.model.people import Person, PersonId, name_key, name_with_mark
from carrom.tournament.model.state import State

_SIMILARITY = 0.9  # share of agreement
AMBIGUOUS: Final = PersonId("")
"""Several people match; the row has a doubt."""
_MOST_COMPARED: Final = 1000
"""Above this, a similar name alone raises no question."""


@dataclass(frozen=True, slots=True)
class RowAnswers:
    """User's answers by row: `marks` of namesakes, and `people` meant."""

    marks: Mapping[int, str] = field(default_factory=dict)
    people: Mapping[int, Sequence[str]] = field(default_factory=dict)

    def chosen(self, row: int, candidates: Iterable[PersonId], reading: EntryReading) -> PersonId | None:
        answers = set(map(name_key, self.people.get(row, ())))
        return next((one for one in candidates if name_key(reading.label([reading.people[one]])) in answers), None)

    def is_said(self, row: int, person: PersonId, reading: EntryReading) -> bool:
        return self.chosen(row, [person], reading) is not None

    def is_person(self, row: int, written: str) -> bool:
        return name_key(written) in map(name_key, self.people.get(row, ()))


def read_namesake_marks(answers: Iterable[str]) -> dict[int, str]:
    """Parse `7=senior`: row 7 is a namesake with this mark."""
    found = {}
    for answer in answers:
        row, _, mark = (part.strip() for part in answer.partition("="))
        if not (row.isascii() and row.isdigit() and mark):
            raise CarromError(
                "bad-answer", f"another person of the same name is said like 7=senior (row and mark), not {answer!r}"
            )
        found[int(row)] = mark
    return found


def read_person_answers(answers: Iterable[str]) -> dict[int, list[str]]:
    """Parse `7=Kiran Patil (Harbour)`, one answer per person of a row."""
    found: dict[int, list[str]] = {}
    for answer in answers:
        row, _, name = (part.strip() for part in answer.partition("="))
        if not (row.isascii() and row.isdigit() and name):
            raise CarromError(
                "bad-answer", f"who is meant is said like '7=Kiran Patil (Harbour)' (row and person), not {answer!r}"
            )
        found.setdefault(int(row), []).append(name)
    return found


def mark_namesakes(
    row: SheetRow, found: Sequence[RowPerson], marks: Mapping[int, str], reading: EntryReading
) -> Sequence[RowPerson]:
    if row.number not in marks or not found:
        return found
    known = [at for at, one in enumerate(found) if name_key(one.person.name) in reading.by_name]
    at = known[0] if known else 0
    person = found[at].person
    called = replace(person, name=name_with_mark(person.name, marks[row.number]))
    return [*found[:at], replace(found[at], person=called), *found[at + 1 :]]


class KnownPeople:
    """The known people, by name, birth date and club."""

    def __init__(self, reading: EntryReading, rows: Sequence[SheetRow], answers: RowAnswers) -> None:
        self._reading, self._answers = reading, answers
        self._clubs: dict[str, set[str]] = {}
        self._born: dict[date, list[PersonId]] = {}
        self._of_club: defaultdict[str, SimilarNames] = defaultdict(SimilarNames)
        self._clubbed: set[PersonId] = set()
        self._before = SimilarNames()
        for person in reading.people.values():
            self.add(person)
            if len(reading.people) <= _MOST_COMPARED:
                self._before.add(person.id, name_key(person.name))
        for row in rows:
            self._clubs.setdefault(name_key(row.text("name")), set()).add(name_key(row.text("club")))

    def add(self, person: Person) -> None:
        if person.born is not None and person.id not in self._born.setdefault(person.born, []):
            self._born[person.born].append(person.id)
        if person.club and person.id not in self._clubbed:
            self._clubbed.add(person.id)
            self._of_club[name_key(person.club)].add(person.id, name_key(person.name))

    def look_for(self, person: Person, row: SheetRow) -> PersonId | None:
        """Id of a known person, None for a new one, or `AMBIGUOUS`."""
        if person.id in self._reading.people:
            return person.id
        found = None if person.id else self._of_that_name(person, row)
        mark = self._answers.marks.get(row.number)
        if found is not None or (mark is not None and name_key(person.name).endswith(name_key(mark))):
            return found  # another person by the user's answer
        return self._nearly_of_that_name(person, row)

    def _of_that_name(self, person: Person, row: SheetRow) -> PersonId | None:
        namesakes = [self._reading.people[one] for one in self._reading.by_name.get(name_key(person.name), ())]
        candidates = [one for one in namesakes if one.born is None or person.born is None or one.born == person.born]
        by_birth = [one for one in candidates if one.born is not None and one.born == person.born]
        if by_birth:
            return by_birth[0].id
        club = name_key(person.club or "")
        if by_club := [one for one in candidates if club and name_key(one.club or "") == club]:
            return self._one_of(by_club, person, row)
        if not candidates:
            return self._ask_about_births(namesakes, person, row) if namesakes else None
        # Two clubs of one name in the list mean two people; one new club is a change.
        has_two = len(self._clubs.get(name_key(person.name), set()) - {""}) > 1
        other = [one for one in candidates if not one.club or not club]
        if has_two and not other:
            return self._ask_about_two(candidates, f"of {candidates[0].club} and {person.club}", person, row)
        return self._one_of(other or candidates, person, row)

    def _one_of(self, candidates: Sequence[Person], person: Person, row: SheetRow) -> PersonId:
        ids = [one.id for one in candidates]
        if len(ids) == 1:
            return ids[0]
        chosen = self._answers.chosen(row.number, ids, self._reading)
        if chosen is None:
            self._reading.ask_which(row.number, "which", person.name, ids)
        return AMBIGUOUS if chosen is None else chosen

    def _ask_about_two(self, candidates: Sequence[Person], how: str, person: Person, row: SheetRow) -> PersonId | None:
        """Ask about a shared name; without an answer there are two people."""
        ids = [one.id for one in candidates]
        chosen = self._answers.chosen(row.number, ids, self._reading)
        if chosen is None:
            choices = tuple(self._reading.label([one]) for one in candidates)
            text = f"Two people are called {person.name}, {how}?"
            self._reading.doubt(row.number, "namesake", text, choices=choices)
        return chosen

    def _ask_about_births(self, candidates: Sequence[Person], person: Person, row: SheetRow) -> PersonId | None:
        how = f"born on {candidates[0].born} and {person.born}"
        clubs = {name_key(one.club or "") for one in candidates}
        if person.club and name_key(person.club) not in clubs:
            return self._ask_about_two(candidates, how, person, row)
        chosen = self._answers.chosen(row.number, [one.id for one in candidates], self._reading)
        if chosen is not None:
            return chosen
        text = f"Two people are called {person.name}, {how}?"
        hint = f"--namesake {row.number}=MARK says by what this one is told apart."
        choices = tuple(self._reading.label([one]) for one in candidates)
        self._reading.doubt(row.number, "mark", f"{text} Say what tells the second one apart.", hint, choices)
        return None

    def _nearly_of_that_name(self, person: Person, row: SheetRow) -> PersonId | None:
        """Ask about similar names with the same birth date or club, or if the row has neither."""
        reading, own = self._reading, name_key(person.name)
        born_then = self._born.get(person.born, []) if person.born is not None else []
        of_club = self._of_club[name_key(person.club)].first(own) if person.club else None
        anybody = self._before.first(own) if person.born is None and not person.club else None
        others = (one for one in (of_club, anybody) if one is not None)
        for one in dict.fromkeys([*born_then, *others]):
            other = reading.people[one]
            if name_key(other.name) == own or not are_similar(own, name_key(other.name)):
                continue
            if person.born is None or other.born in (None, person.born):
                if self._answers.chosen(row.number, [one], reading) is not None:
                    return one
                shared = (
                    "born the same day" if one in born_then else f"of {other.club} too" if of_club else "who is listed"
                )
                text = f"Is {person.name} the same person as {other.name}, {shared}?"
                reading.doubt(row.number, "alike", text, choices=(reading.label([other]),))
        return None


def are_similar(one: str, other: str) -> bool:
    """Same words or nearly the same letters in two normalised names."""
    if sorted(one.split()) == sorted(other.split()):
        return True
    matcher = _matcher(one)
    matcher.set_seq1(other)
    return (
        matcher.real_quick_ratio() >= _SIMILARITY
        and matcher.quick_ratio() >= _SIMILARITY
        and matcher.ratio() >= _SIMILARITY
    )


@lru_cache(maxsize=1)
def _matcher(name: str) -> SequenceMatcher[str]:
    return SequenceMatcher(None, "", name)


class SimilarNames:
    """Finds similar names among thousands without comparing all.

    A similar name has fewer than a quarter of its letters wrong, each breaking at most three trigrams: among more rare
    trigrams than can break, one is shared.
    """

    def __init__(self) -> None:
        self._people: list[tuple[PersonId, str, frozenset[str]]] = []
        self._having: dict[str, list[int]] = {}
        self._by_words: dict[str, list[int]] = {}

    def add(self, person: PersonId, name: str) -> None:
        runs = _trigrams(name)
        for run in runs:
            self._having.setdefault(run, []).append(len(self._people))
        self._by_words.setdefault(_sorted_words(name), []).append(len(self._people))
        self._people.append((person, name, runs))

    def first(self, name: str) -> PersonId | None:
        runs = _trigrams(name)
        broken = 3 * int(len(name) * 2 * (1 - _SIMILARITY) / _SIMILARITY)
        rare = sorted(runs, key=lambda run: len(self._having.get(run, ())))[: broken + 1]
        sharing = {at for run in rare for at in self._having.get(run, ())}
        candidates = {at for at in sharing if len(runs & self._people[at][2]) >= len(runs) - broken}
        for at in sorted(candidates.union(self._by_words.get(_sorted_words(name), ()))):
            person, other, _ = self._people[at]
            if are_similar(name, other):
                return person
        return None


def _trigrams(name: str) -> frozenset[str]:
    return frozenset(name[at : at + 3] for at in range(len(name) - 2))


def _sorted_words(name: str) -> str:
    return " ".join(sorted(name.split()))


def check_similar_names(state: State, newcomer: Person) -> None:
    """Refuse a newcomer named like a person of the same club, or like anyone if without a club, until the desk has
    answered. Different birth dates rule that out."""
    own, club = name_key(newcomer.name), name_key(newcomer.club or "")
    for other in state.people.values():
        if club and name_key(other.club or "") != club:
            continue
        if newcomer.born is not None and other.born not in (None, newcomer.born):
            continue
        if are_similar(own, name_key(other.name)):
            of = f" of {other.club}" if other.club else ""
            text = f"is {newcomer.name} the same person as {other.name}{of}? If it is somebody else, say so"
            raise CarromError("similar-name", text, typed=f"{text} with --namesake")
