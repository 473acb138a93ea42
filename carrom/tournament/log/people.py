"""Who plays: persons, what they enter, and who may enter what."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, NewType, get_args

from carrom.tournament.tables.results import EntryId

PersonId = NewType("PersonId", str)
Gender = Literal["f", "m"]
Kind = Literal["singles", "doubles", "teams"]
Field = Literal["open", "f", "m", "mixed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A human being. What is not known is None, and limits that need it then cannot be met.

    `age` is the age that an entry form states; the day of birth, where it is known, goes before it. `formerly` are
    names that were corrected: a list that still has one means the same person.
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
        """Completed years on that day; who is born on 29 February turns a year older on 1 March."""
        if self.born is None:
            return self.age
        return day.year - self.born.year - ((day.month, day.day) < (self.born.month, self.born.day))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of an event's list: a single player, a pair or a team, with its seed if it has one.

    `line_up` says who of a team plays which rubber.
    """

    id: EntryId
    members: tuple[PersonId, ...]
    seed: int | None = None
    club: str | None = None
    line_up: Mapping[str, tuple[PersonId, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """Who may enter an event: how many together, of which sex, of which age on which day."""

    kind: Kind = "singles"
    field: Field = "open"
    min_age: int | None = None
    max_age: int | None = None
    age_on: date | None = None
    team_size: int | None = None

    @property
    def size(self) -> int | None:
        """How many persons make one entry; None if a team's size is free."""
        return {"singles": 1, "doubles": 2}.get(self.kind, self.team_size)

    def obstacles(self, members: Iterable[Person], *, on: date) -> list[str]:
        """Everything that stands against these persons entering together, each as one sentence. `on` is the day of
        the tournament, used where the category names no day of its own."""
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
    """The communities that these persons come from."""
    return {person.community for person in people if person.community}


_FIELD_NAMES = {"f": "for women", "m": "for men"}
_TOO_FEW = {
    "singles": "One player enters singles, not {here}.",
    "doubles": "A pair has two players, not {here}.",
    "teams": "A team needs {size} players, and has {here}.",
}


def count_text(count: int, one: str, many: str) -> str:
    """1 match, 2 matches."""
    return f"{count} {one if count == 1 else many}"
