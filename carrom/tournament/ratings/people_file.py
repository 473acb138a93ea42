"""The people file: everyone across tournaments with what they played, an append-only log of JSON lines.

A later fact of the same id or name replaces the earlier one.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import chain, count
from pathlib import Path
from typing import Any, ClassVar

from carrom.base.codec import decode, encode, read_at
from carrom.base.errors import CarromError
from carrom.base.files import prefix_errors, write_whole
from carrom.base.line_log import LineLog, file_lock
from carrom.base.parsing import read_json
from carrom.tournament.model.people import Gender, PersonId
from carrom.tournament.ratings.championships import Championship
from carrom.tournament.ratings.history import PlayedTournament

_HEADING = {"carrom": "people", "version": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPerson:
    """A person across tournaments; `formerly` are earlier names, `clubs` earlier clubs."""

    kind: ClassVar[str] = "person"
    id: PersonId
    name: str
    born: date | None = None
    gender: Gender | None = None
    club: str | None = None
    formerly: tuple[str, ...] = ()
    clubs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleLinked:
    """Ids of a tournament's people, mapped to ids in this file."""

    kind: ClassVar[str] = "linked"
    tournament: str
    people: Mapping[PersonId, PersonId]


@dataclass(frozen=True, slots=True, kw_only=True)
class SamePerson:
    """Two ids are one person: whatever `was` played, `now` played."""

    kind: ClassVar[str] = "same"
    was: PersonId
    now: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferentPeople:
    """Two people of one name are different."""

    kind: ClassVar[str] = "apart"
    one: PersonId
    other: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentAdded:
    """Tournament with results; replaces its earlier version."""

    kind: ClassVar[str] = "tournament"
    tournament: PlayedTournament


@dataclass(frozen=True, slots=True, kw_only=True)
class ChampionshipAdded:
    kind: ClassVar[str] = "championship"
    championship: Championship


PeopleFact = KnownPerson | PeopleLinked | SamePerson | DifferentPeople | TournamentAdded | ChampionshipAdded
_KINDS: dict[str, Any] = {one.kind: one for one in PeopleFact.__args__}


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleHistory:
    people: Mapping[PersonId, KnownPerson] = field(default_factory=dict)
    links: Mapping[str, Mapping[PersonId, PersonId]] = field(default_factory=dict)
    merged: Mapping[PersonId, PersonId] = field(default_factory=dict)
    apart: frozenset[frozenset[PersonId]] = frozenset()
    recorded: Mapping[str, PlayedTournament] = field(default_factory=dict)
    championships: Mapping[str, Championship] = field(default_factory=dict)

    def now(self, person: PersonId) -> PersonId:
        """Current id after merges."""
        while person in self.merged:
            person = self.merged[person]
        return person

    @property
    def everybody(self) -> list[KnownPerson]:
        return [one for one in self.people.values() if one.id not in self.merged]

    @property
    def tournaments(self) -> list[PlayedTournament]:
        in_order = sorted(self.recorded.values(), key=lambda one: (one.day, one.name))
        return [_with_merged_people(one, self) for one in in_order] if self.merged else in_order

    def plus(self, fact: PeopleFact) -> "PeopleHistory":
        match fact:
            case KnownPerson():
                return replace(self, people={**self.people, fact.id: fact})
            case PeopleLinked():
                known = self.links.get(fact.tournament, {})
                return replace(self, links={**self.links, fact.tournament: {**known, **fact.people}})
            case SamePerson():
                return self._merge(fact)
            case DifferentPeople():
                return replace(self, apart=self.apart | {frozenset((fact.one, fact.other))})
            case TournamentAdded():
                for one in _people_in(fact.tournament):
                    if one not in self.people:
                        raise CarromError(
                            "unknown-person", f"{fact.tournament.name} names {one}, who is not among the people"
                        )
                return replace(self, recorded={**self.recorded, fact.tournament.id: fact.tournament})
            case ChampionshipAdded():
                return replace(self, championships={**self.championships, fact.championship.name: fact.championship})

    def _merge(self, fact: SamePerson) -> "PeopleHistory":
        was, now = self.now(fact.was), self.now(fact.now)
        for one in (was, now):
            if one not in self.people:
                raise CarromError("unknown-person", f"{one} is not among the people")
        if was == now:
            raise CarromError("one-person-already", f"{fact.was} and {fact.now} are one person already")
        gone, stays = self.people[was], self.people[now]
        names = dict.fromkeys((*stays.formerly, gone.name, *gone.formerly))
        clubs = dict.fromkeys((*stays.clubs, gone.club, *gone.clubs))
        joined = replace(
            stays,
            born=stays.born or gone.born,
            gender=stays.gender or gone.gender,
            club=stays.club or gone.club,
            formerly=tuple(name for name in names if name != stays.name),
            clubs=tuple(club for club in clubs if club and club != stays.club),
        )
        return replace(self, people={**self.people, now: joined}, merged={**self.merged, was: now})


def _people_in(tournament: PlayedTournament) -> Iterator[PersonId]:
    for event in tournament.events:
        for place in event.places:
            yield from chain.from_iterable(place.people)
        for match in event.matches:
            yield from (*match.a, *match.b)


def _with_merged_people(tournament: PlayedTournament, years: PeopleHistory) -> PlayedTournament:
    return _with_ids(tournament, years.now)


def _with_ids(tournament: PlayedTournament, called: Callable[[PersonId], PersonId]) -> PlayedTournament:
    def now(people: tuple[PersonId, ...]) -> tuple[PersonId, ...]:
        return tuple(map(called, people))

    events = tuple(
        replace(
            event,
            places=tuple(replace(one, people=tuple(map(now, one.people))) for one in event.places),
            matches=tuple(replace(one, a=now(one.a), b=now(one.b)) for one in event.matches),
        )
        for event in tournament.events
    )
    return replace(tournament, events=events)


def without_person(years: PeopleHistory, facts: Iterable[PeopleFact], person: PersonId) -> tuple[list[PeopleFact], str]:
    """Facts without anything about a person, and the alias used instead. Results stay."""
    person = years.now(person)
    own = {person, *(one for one in years.merged if years.now(one) == person)}
    number = next(n for n in count(1) if PersonId(f"withdrawn-{n}") not in years.people)
    new = PersonId(f"withdrawn-{number}")

    def now(one: PersonId) -> PersonId:
        return new if one in own else one

    found: list[PeopleFact] = []
    for fact in facts:
        match fact:
            case KnownPerson() if fact.id in own:
                found.append(KnownPerson(id=new, name=f"Withdrawn {number}"))
            case PeopleLinked():
                # the id within a tournament may be made from the name too
                people = {new if known in own else one: now(known) for one, known in fact.people.items()}
                found.append(replace(fact, people=people))
            case SamePerson() if {fact.was, fact.now} <= own:
                pass
            case SamePerson():
                found.append(replace(fact, was=now(fact.was), now=now(fact.now)))
            case DifferentPeople():
                found.append(replace(fact, one=now(fact.one), other=now(fact.other)))
            case TournamentAdded():
                found.append(replace(fact, tournament=_with_ids(fact.tournament, now)))
            case _:
                found.append(fact)
    return found, f"Withdrawn {number}"


def fold_people(facts: Iterable[PeopleFact]) -> PeopleHistory:
    years = PeopleHistory()
    for fact in facts:
        years = years.plus(fact)
    return years


@dataclass(slots=True)
class PeopleFile:
    log: LineLog
    years: PeopleHistory
    facts: list[PeopleFact]

    def append(self, facts: Iterable[PeopleFact]) -> None:
        """Append all or none."""
        new = list(facts)
        years = self.years
        for fact in new:
            years = years.plus(fact)
        if new:
            self.log.append(_lines(new))
        self.years = years
        self.facts += new

    def forget(self, person: PersonId) -> str:
        """Rewrite the file without a person, and return the alias used instead."""
        facts, alias = without_person(self.years, self.facts, person)
        self.years, self.facts = fold_people(facts), facts
        write_whole(self.log.path, _line(_HEADING).encode() + _lines(facts))
        self.log = LineLog.read(self.log.path)[0]
        return alias


def load_people(path: Path) -> PeopleHistory:
    """Read a people file, ignoring an incomplete last line."""
    facts = _load(path)[1]
    with prefix_errors(path):
        return fold_people(facts)


def read_people_facts(path: Path) -> list[PeopleFact]:
    return _load(path)[1]


@contextmanager
def open_people_file(path: Path, *, create: bool = False) -> Iterator[PeopleFile]:
    """Lock for one writer; `create` makes a missing file."""
    if create and not path.exists():
        LineLog.create(path, _line(_HEADING).encode())
    with file_lock(path):
        log, facts = _load(path)
        with prefix_errors(path):
            years = fold_people(facts)
        yield PeopleFile(log, years, facts)


def _load(path: Path) -> tuple[LineLog, list[PeopleFact]]:
    log, data = LineLog.read(path)
    with prefix_errors(path):
        try:
            lines = data.decode().split("\n")[:-1]
        except UnicodeDecodeError as error:
            raise CarromError(
                "not-text", f"this is not a file of people: byte {error.start + 1} is not UTF-8"
            ) from None
        heading = read_at("line 1", read_json, lines[0]) if lines else None
        if not isinstance(heading, dict) or heading.get("carrom") != "people":
            raise CarromError("not-a-people-file", "this is not a file of people: its first line should say so")
        if heading.get("version") != _HEADING["version"]:
            raise CarromError(
                "unknown-version",
                f"this file of people is of version {heading.get('version')!r}; version 1 can be read",
            )
        return log, [_read(line, f"line {number}") for number, line in enumerate(lines[1:], 2)]


def _read(line: str, where: str) -> PeopleFact:
    value = decode(dict[str, Any], read_at(where, read_json, line), where)
    kind = value.pop("kind", None)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise CarromError("unknown-kind", f"{where}: no fact is of the kind {kind!r}; there are {', '.join(_KINDS)}")
    found: PeopleFact = decode(_KINDS[kind], value, where)
    return found


def _lines(facts: Iterable[PeopleFact]) -> bytes:
    return "".join(_line({"kind": one.kind, **encode(one)}) for one in facts).encode()


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"
