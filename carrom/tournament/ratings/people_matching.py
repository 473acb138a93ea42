"""Match a tournament's people with the people file. Uncertain cases are asked, and new people until then."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from carrom.tournament.model.people import Person, PersonId, free_person_id, name_key
from carrom.tournament.model.state import State
from carrom.tournament.ratings.history import played_tournament
from carrom.tournament.ratings.people_file import KnownPerson, PeopleFact, PeopleHistory, PeopleLinked, TournamentAdded

_GUID = re.compile(r"[0-9a-f]{32}", re.IGNORECASE)  # as SoL assigns them, the same in every tournament
_ALIAS = re.compile(r"withdrawn-\d+")  # id after erasure from a tournament
_ALIKE = 0.9


@dataclass(frozen=True, slots=True)
class PossibleDuplicate:
    new: PersonId
    known: PersonId
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentUpdate:
    facts: tuple[PeopleFact, ...]
    doubts: tuple[PossibleDuplicate, ...]
    known_as: dict[PersonId, PersonId]
    added: int


def add_tournament(years: PeopleHistory, id: str, state: State) -> TournamentUpdate:
    finder = _Finder(years, id, state.announced.name)
    for person in _playing(state):
        finder.identify(person)
    facts: list[PeopleFact] = list(finder.changed.values())
    links = {one: known for one, known in finder.known_as.items() if years.links.get(id, {}).get(one) != known}
    if links:
        facts.append(PeopleLinked(tournament=id, people=links))
    played = played_tournament(state, id, finder.known_as)
    if years.recorded.get(id) != played:
        facts.append(TournamentAdded(tournament=played))
    return TournamentUpdate(
        facts=tuple(facts), doubts=tuple(finder.doubts), known_as=finder.known_as, added=len(finder.added)
    )


def erased_people(years: PeopleHistory, id: str, state: State) -> list[tuple[PersonId, PersonId | None]]:
    """People erased from a tournament, with their alias in it if only one can be theirs."""
    links = years.links.get(id, {})
    known = {own: years.now(one) for own, one in links.items() if own not in state.people}
    gone = [one for one in known.values() if not _ALIAS.fullmatch(one)]
    aliases = [one for one in state.people if one not in links and _ALIAS.fullmatch(one)]
    only = aliases[0] if len(gone) == len(aliases) == 1 else None
    return [(one, only) for one in gone]


def _playing(state: State) -> Iterator[Person]:
    inside = {member for entries in state.entries.values() for entry in entries.values() for member in entry.members}
    inside |= {one for record in state.matches.values() for players in record.players.values() for one in players}
    yield from (person for person in state.people.values() if person.id in inside)


class _Finder:
    def __init__(self, years: PeopleHistory, id: str, title: str) -> None:
        self._years, self._links, self._title = years, years.links.get(id, {}), title
        self.known_as: dict[PersonId, PersonId] = {}
        self.changed: dict[PersonId, KnownPerson] = {}
        self.added: list[PersonId] = []
        self.doubts: list[PossibleDuplicate] = []
        self._taken = {years.now(one) for one in self._links.values()}
        self._by_name: dict[str, list[KnownPerson]] = {}
        self._by_birth: dict[object, list[KnownPerson]] = {}
        for one in years.everybody:
            for key in dict.fromkeys(map(name_key, (one.name, *one.formerly))):
                self._by_name.setdefault(key, []).append(one)
            if one.born is not None:
                self._by_birth.setdefault(one.born, []).append(one)

    def identify(self, person: Person) -> None:
        link = self._links.get(person.id)
        # A damaged file may link to an unknown person.
        known = self._years.people.get(self._years.now(link)) if link is not None else None
        found = known or self._find(person)
        self.known_as[person.id] = found.id
        self._taken.add(found.id)
        names = dict.fromkeys((*found.formerly, *person.formerly, found.name))
        merged = replace(
            found,
            name=person.name,
            born=person.born or found.born,
            gender=person.gender or found.gender,
            club=person.club or found.club,
            formerly=tuple(name for name in names if name_key(name) != name_key(person.name)),
            clubs=tuple(dict.fromkeys((*found.clubs, *_former_club(found, person)))),
        )
        if merged != self._years.people.get(found.id):
            self.changed[found.id] = merged

    def _find(self, person: Person) -> KnownPerson:
        own = self._years.people.get(person.id) if _GUID.fullmatch(person.id) else None
        if own is not None:
            return self._years.people[self._years.now(own.id)]
        names = (person.name, *person.formerly)
        called = {one.id: one for name in names for one in self._by_name.get(name_key(name), ())}
        able = [one for one in called.values() if one.id not in self._taken and _can_be(person, one)]
        by_birth = [one for one in able if one.born is not None and one.born == person.born]
        if len(by_birth) == 1:
            return by_birth[0]
        by_club = [one for one in able if _is_of_club(person, one)]
        sure = by_club or [one for one in able if not person.club or not one.club]
        if len(sure) == 1:
            return sure[0]
        new = self._new(person)
        maybe = (*able, *self._alike(person), *self._otherwise_born(person, called.values()))
        self._ask(person, new, list({one.id: one for one in maybe}.values()))
        return new

    def _new(self, person: Person) -> KnownPerson:
        taken = {**self._years.people, **self.changed}
        id = person.id if _GUID.fullmatch(person.id) else free_person_id(person.name, taken)
        self.added.append(id)
        new = KnownPerson(id=id, name=person.name)
        self.changed[id] = new
        return new

    def _alike(self, person: Person) -> list[KnownPerson]:
        """Born on the same day, with a similar name, a common part of it, or the same club: surnames change with
        marriage."""
        own = name_key(person.name)
        born = self._by_birth.get(person.born, ()) if person.born is not None else ()
        return [
            one
            for one in born
            if one.id not in self._taken and _can_be(person, one)
            if _have_common_word(own, name_key(one.name))
            or _is_of_club(person, one)
            or SequenceMatcher(None, own, name_key(one.name)).ratio() >= _ALIKE
        ]

    def _otherwise_born(self, person: Person, called: Iterable[KnownPerson]) -> list[KnownPerson]:
        return [
            one
            for one in called
            if one.id not in self._taken and not _can_be(person, one) and _can_be(replace(person, born=None), one)
            if _is_of_club(person, one)
        ]

    def _ask(self, person: Person, new: KnownPerson, candidates: Sequence[KnownPerson]) -> None:
        for one in candidates:
            if frozenset((new.id, one.id)) not in self._years.apart:
                text = f"Is {_described(person)} of {self._title} the same as {_described(one)}?"
                self.doubts.append(PossibleDuplicate(new.id, one.id, text))


def _have_common_word(one: str, other: str) -> bool:
    return bool({word for word in one.split() if len(word) > 1}.intersection(other.split()))


def _is_of_club(person: Person, known: KnownPerson) -> bool:
    club = name_key(person.club or "")
    return bool(club) and club in map(name_key, (known.club or "", *known.clubs))


def _former_club(known: KnownPerson, person: Person) -> list[str]:
    moved = known.club and person.club and name_key(known.club) != name_key(person.club)
    return [known.club] if moved and known.club else []


def _can_be(person: Person, known: KnownPerson) -> bool:
    born_differs = person.born is not None and known.born is not None and person.born != known.born
    sex_differs = person.gender is not None and known.gender is not None and person.gender != known.gender
    return not born_differs and not sex_differs


def _described(one: Person | KnownPerson) -> str:
    return f"{one.name} ({one.club})" if one.club else one.name
