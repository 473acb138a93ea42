"""People, entries, eligibility and namesakes."""

import unicodedata
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches
from functools import lru_cache
from itertools import count
from typing import Literal, NewType, get_args

from carrom.base.errors import CarromError
from carrom.tournament.tables.results import EntryId

PersonId = NewType("PersonId", str)
Gender = Literal["f", "m"]
EntryKind = Literal["singles", "doubles", "teams"]
CategoryField = Literal["open", "f", "m", "mixed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A player. An age or gender limit that needs an unknown detail (None) is not met.

    `born` takes precedence over `age`. `formerly` has corrected names, by which older lists find the person.
    """

    id: PersonId
    name: str
    born: date | None = None
    age: int | None = None
    gender: Gender | None = None
    club: str | None = None
    community: str | None = None
    level: int | None = None
    formerly: tuple[str, ...] = ()

    def age_on(self, day: date) -> int | None:
        """Completed years; a birthday on 29 February counts from 1 March in other years."""
        if self.born is None:
            return self.age
        return day.year - self.born.year - ((day.month, day.day) < (self.born.month, self.born.day))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A player, pair or team. `line_up` says which members play which rubber."""

    id: EntryId
    members: tuple[PersonId, ...]
    seed: int | None = None
    club: str | None = None
    line_up: Mapping[str, tuple[PersonId, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """Who may enter: how many together, their gender, and age on `age_on`."""

    kind: EntryKind = "singles"
    field: CategoryField = "open"
    min_age: int | None = None
    max_age: int | None = None
    age_on: date | None = None
    team_size: int | None = None

    @property
    def size(self) -> int | None:
        """People in an entry; None if a team's size is free."""
        return {"singles": 1, "doubles": 2}.get(self.kind, self.team_size)

    def obstacles(self, members: Iterable[Person], *, on: date) -> list[str]:
        """Why these people may not enter together, one sentence each.

        `on` is the day of the tournament, used if the category has no `age_on`.
        """
        people = list(members)
        day = self.age_on or on
        found = []
        if self.size is not None and len(people) != self.size:
            found.append(_TOO_FEW[self.kind].format(size=self.size, here=count_text(len(people), "player", "players")))
        if len({person.id for person in people}) < len(people):
            found.append("Somebody is named twice.")
        for person in people:
            found += self._age(person, day) + self._gender(person)
        if self.field == "mixed" and self.kind == "doubles" and len(people) == 2:
            genders = {person.gender for person in people}
            if None in genders:
                found.append("A mixed pair needs the sex of both players.")
            elif len(genders) == 1:
                found.append("A mixed pair is a woman and a man.")
        return found

    def _age(self, person: Person, day: date) -> list[str]:
        if self.min_age is None and self.max_age is None:
            return []
        age = person.age_on(day)
        if age is None:
            return [f"The age of {person.name} is not known, and this event has an age limit."]
        if self.min_age is not None and age < self.min_age:
            return [f"{person.name} is {age} on {day.isoformat()}; this event begins at {self.min_age}."]
        if self.max_age is not None and age > self.max_age:
            return [f"{person.name} is {age} on {day.isoformat()}; this event ends at {self.max_age}."]
        return []

    def _gender(self, person: Person) -> list[str]:
        if self.field not in get_args(Gender):
            return []
        if person.gender is None:
            return [f"The sex of {person.name} is not known, and this event is {_FIELD_NAMES[self.field]}."]
        if person.gender != self.field:
            return [f"{person.name} cannot enter: this event is {_FIELD_NAMES[self.field]}."]
        return []


def communities(people: Iterable[Person]) -> set[str]:
    return {person.community for person in people if person.community}


_FIELD_NAMES = {"f": "for women", "m": "for men"}
_TOO_FEW = {
    "singles": "One player enters singles, not {here}.",
    "doubles": "A pair has two players, not {here}.",
    "teams": "A team needs {size} players, and has {here}.",
}


def count_text(count: int, one: str, many: str) -> str:
    """Count with its noun: "1 match"."""
    return f"{count} {one if count == 1 else many}"


@lru_cache(maxsize=1 << 14)
def name_key(name: str) -> str:
    """Key that all spellings share: no accents, no dots, lower case.

    The vowel signs of Indian scripts are not accents: कमला and कमली are two people.
    """
    return " ".join("".join(map(_bare, unicodedata.normalize("NFKD", name).casefold())).split())


@lru_cache(maxsize=1 << 12)
def plain_letters(letter: str) -> str:
    """Letter without accent, in narrow form; empty for an invisible character."""
    parts = unicodedata.normalize("NFKD", letter)
    return "".join(one for one in parts if not _is_left_out(one))


def _bare(letter: str) -> str:
    if _is_left_out(letter):
        return ""
    category = unicodedata.category(letter)
    return letter if letter.isalnum() or category[0] == "M" else " "


def _is_left_out(letter: str) -> bool:
    return unicodedata.category(letter) == "Cf" or _is_accent(unicodedata.combining(letter))


def _is_accent(place: int) -> bool:
    """Whether a mark of this combining class can be dropped.

    Classes 1 (struck through), 7 (below, as in ज़), 27 to 35 (Arabic points) and from 200 (around European letters)
    can; others are vowels, or silence one.
    """
    return place in (1, 7) or 27 <= place <= 35 or place >= 200


def free_person_id(name: str, taken: Container[PersonId]) -> PersonId:
    """Unused id made from the name, such as "asha-rao-2"."""
    base = name_key(name).replace(" ", "-") or "player"
    wanted = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(PersonId(one) for one in wanted if PersonId(one) not in taken)


def name_with_mark(name: str, mark: str) -> str:
    """Name with mark: "Asha Rao (senior)"."""
    words = " ".join(mark.replace("(", " ").replace(")", " ").split())
    if not name_key(words):
        raise CarromError("bad-mark", f"{mark!r} tells nobody apart: a word is wanted, such as senior")
    return f"{name} ({words})"


class PeopleByName:
    """Index of people by `name_key`."""

    def __init__(self, people: Iterable[Person] = ()) -> None:
        self._by_name: dict[str, dict[PersonId, Person]] = {}
        for person in people:
            self.add(person)

    def add(self, person: Person) -> None:
        self._by_name.setdefault(name_key(person.name), {})[person.id] = person

    def of(self, name: str) -> list[Person]:
        return list(self._by_name.get(name_key(name), {}).values())

    def distinct_name(self, person: Person) -> str:
        """Name; a namesake gets the club, the community or else a number in brackets.

        Never the date of birth, which is private.
        """
        same = [one for one in self.of(person.name) if one.id != person.id]
        if not same:
            return person.name
        for what in ("club", "community"):
            value = getattr(person, what)
            if value and all(name_key(getattr(one, what) or "") != name_key(value) for one in same):
                return f"{person.name} ({value})"
        before = sum((len(one.id), one.id) < (len(person.id), person.id) for one in same)
        return f"{person.name} ({before + 1})"

    def entry_name(self, members: Iterable[Person]) -> EntryId:
        return EntryId(" / ".join(map(self.distinct_name, members)))

    def find(self, words: str) -> Person:
        """Person with this name or id, any case or accents. Raises `CarromError` if ambiguous."""
        found = self.candidates(words)
        if len(found) == 1:
            return found[0]
        if found:
            raise CarromError(
                "which-person", f"{words!r} can be {' or '.join(self.distinct_name(one) for one in found)}"
            )
        close = self.close_to(words)
        raise CarromError(
            "unknown-person", f"{words!r} is not among the people" + (f": is {close!r} meant?" if close else "")
        )

    def candidates(self, words: str) -> list[Person]:
        """Everyone a name or id may mean; empty for a new person."""
        people = [person for same in self._by_name.values() for person in same.values()]
        for person in people:
            if words in (person.id, self.distinct_name(person)):
                return [person]
        key = name_key(words)
        found = self.of(words) or [one for one in people if key == name_key(self.distinct_name(one))]
        return found or [one for one in people if key in map(name_key, one.formerly)]

    def close_to(self, words: str) -> str | None:
        names = [one.name for same in self._by_name.values() for one in same.values() if one.name != words]
        return next(iter(get_close_matches(words, names, n=1)), None)
