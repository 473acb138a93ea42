"""Whom a row tells of: somebody who is known, somebody new, or one of several, which is asked."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import Final

from carrom.tournament.intake.alike import AlikeNames, are_alike
from carrom.tournament.intake.entering import EntryReading
from carrom.tournament.intake.same_names import RowAnswers
from carrom.tournament.intake.spreadsheet import SheetRow
from carrom.tournament.log.names import name_key
from carrom.tournament.log.people import Person, PersonId

ASKED: Final = PersonId("")
"""Nobody yet: several can be meant, and the row is asked about."""

_MOST_COMPARED: Final = 1000
"""Among more people than these nobody is asked for by a name alone that is nearly theirs: somebody always has one."""


class KnownPeople:
    """Everybody who is known so far, by what a row may say of them."""

    def __init__(self, reading: EntryReading, rows: Sequence[SheetRow], answers: RowAnswers) -> None:
        self._reading, self._answers = reading, answers
        self._clubs: dict[str, set[str]] = {}
        self._born: dict[date, list[PersonId]] = {}
        self._of_club: defaultdict[str, AlikeNames] = defaultdict(AlikeNames)
        self._clubbed: set[PersonId] = set()
        self._before = AlikeNames()
        for person in reading.people.values():
            self.add(person)
            if len(reading.people) <= _MOST_COMPARED:
                self._before.add(person.id, name_key(person.name))
        for row in rows:
            self._clubs.setdefault(name_key(row.text("name")), set()).add(name_key(row.text("club")))

    def add(self, person: Person) -> None:
        """Count somebody in, or what is new about them."""
        if person.born is not None and person.id not in self._born.setdefault(person.born, []):
            self._born[person.born].append(person.id)
        if person.club and person.id not in self._clubbed:
            self._clubbed.add(person.id)
            self._of_club[name_key(person.club)].add(person.id, name_key(person.name))

    def look_for(self, person: Person, row: SheetRow) -> PersonId | None:
        """Who that is: an id, None for somebody new, or `ASKED`."""
        if person.id in self._reading.people:
            return person.id
        found = None if person.id else self._of_that_name(person, row)
        mark = self._answers.marks.get(row.number)
        if found is not None or (mark is not None and name_key(person.name).endswith(name_key(mark))):
            return found  # of whom it is said that it is another one is not asked whether it is
        return self._nearly_of_that_name(person, row)

    def _of_that_name(self, person: Person, row: SheetRow) -> PersonId | None:
        candidates = [self._reading.people[one] for one in self._reading.by_name.get(name_key(person.name), ())]
        able = [one for one in candidates if one.born is None or person.born is None or one.born == person.born]
        by_birth = [one for one in able if one.born is not None and one.born == person.born]
        if by_birth:
            return by_birth[0].id
        club = name_key(person.club or "")
        if by_club := [one for one in able if club and name_key(one.club or "") == club]:
            return self._one_of(by_club, person, row)
        if not able:
            return self._ask_about_births(candidates, person, row) if candidates else None
        # A list in which one name has two clubs means two people; one club that is new to us is a change of club.
        has_two = len(self._clubs.get(name_key(person.name), set()) - {""}) > 1
        other = [one for one in able if not one.club or not club]
        if has_two and not other:
            return self._ask_about_two(able, f"of {able[0].club} and {person.club}", person, row)
        return self._one_of(other or able, person, row)

    def _one_of(self, able: Sequence[Person], person: Person, row: SheetRow) -> PersonId:
        """The only one, or who was said to be meant."""
        ids = [one.id for one in able]
        if len(ids) == 1:
            return ids[0]
        said = self._answers.chosen(row.number, ids, self._reading)
        if said is None:
            self._reading.ask_which(row.number, "which", person.name, ids)
        return ASKED if said is None else said

    def _ask_about_two(self, able: Sequence[Person], how: str, person: Person, row: SheetRow) -> PersonId | None:
        """Whether two people have one name: that is so, unless it is said that one of those who are known is meant."""
        ids = [one.id for one in able]
        said = self._answers.chosen(row.number, ids, self._reading)
        if said is None:
            choices = tuple(self._reading.label([one]) for one in able)
            text = f"Two people are called {person.name}, {how}?"
            self._reading.doubt(row.number, "namesake", text, choices=choices)
        return said

    def _ask_about_births(self, candidates: Sequence[Person], person: Person, row: SheetRow) -> PersonId | None:
        """Two of one name and two days of birth: their clubs tell them apart, or a mark that is asked for."""
        how = f"born on {candidates[0].born} and {person.born}"
        clubs = {name_key(one.club or "") for one in candidates}
        if person.club and name_key(person.club) not in clubs:
            return self._ask_about_two(candidates, how, person, row)
        said = self._answers.chosen(row.number, [one.id for one in candidates], self._reading)
        if said is not None:
            return said
        text = f"Two people are called {person.name}, {how}?"
        hint = f"--namesake {row.number}=MARK says by what this one is told apart."
        choices = tuple(self._reading.label([one]) for one in candidates)
        self._reading.doubt(row.number, "mark", f"{text} Say what tells the second one apart.", hint, choices)
        return None

    def _nearly_of_that_name(self, person: Person, row: SheetRow) -> PersonId | None:
        """Nearly the same name, and the same day of birth or club: perhaps one person, written twice. Where a row tells
        neither, anybody who was known before the list may be meant."""
        reading, own = self._reading, name_key(person.name)
        born_then = self._born.get(person.born, []) if person.born is not None else []
        of_club = self._of_club[name_key(person.club)].first(own) if person.club else None
        anybody = self._before.first(own) if person.born is None and not person.club else None
        others = (one for one in (of_club, anybody) if one is not None)
        for one in dict.fromkeys([*born_then, *others]):
            other = reading.people[one]
            if name_key(other.name) == own or not are_alike(own, name_key(other.name)):
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
