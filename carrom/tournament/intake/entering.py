"""From rows that wish to enter to entries: singles, pairs that find each other, teams with their line-up."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from carrom.tournament.intake.dates import DateOrder
from carrom.tournament.log.people import Category, Entry, Person, PersonId
from carrom.tournament.tables.results import EntryId


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question about one row, with a stable code."""

    row: int
    code: str
    text: str


@dataclass(slots=True)
class Wish:
    """One row's wish to enter an event."""

    row: int
    event: str
    person: PersonId
    partner: str
    team: str
    rubber: str
    seed: int | None


@dataclass(slots=True)
class EntryReading:
    """What has been read so far, and every doubt about it."""

    today: date
    order: DateOrder | None
    people: dict[PersonId, Person]
    by_name: dict[str, list[PersonId]] = field(default_factory=dict)
    doubts: list[Doubt] = field(default_factory=list)
    wishes: list[Wish] = field(default_factory=list)
    rows: dict[tuple[PersonId, str], int] = field(default_factory=dict)  # (person, event): the row that said so
    spellings: dict[str, str] = field(default_factory=dict)

    def spelt(self, name: str) -> str:
        """A club or community as it was first written: 'kochi cc' is 'Kochi CC' again. A mere dash is none."""
        key = name_key(name)
        return self.spellings.setdefault(key, name) if key else ""

    def doubt(self, row: int, code: str, text: str) -> None:
        """Ask about a row."""
        self.doubts.append(Doubt(row, code, text))


def name_key(name: str) -> str:
    """What two spellings of one name have in common: no accents, no dots, small letters.

    The vowel signs of Indian scripts are no accents: कमला and कमली are two people.
    """
    return " ".join("".join(map(_bare, unicodedata.normalize("NFKD", name).casefold())).split())


def _bare(letter: str) -> str:
    """A letter without what two people may write differently."""
    category = unicodedata.category(letter)
    if category == "Cf" or _is_accent(unicodedata.combining(letter)):
        return ""
    return letter if letter.isalnum() or category[0] == "M" else " "


def _is_accent(place: int) -> bool:
    """Whether a mark of this combining class may be left out: struck through (1), below as in ज़ (7), the points of
    Arabic (27 to 35), and everything around a letter of Europe (200 and more). Others are vowels, or silence one."""
    return place in (1, 7) or 27 <= place <= 35 or place >= 200


def entries_of(
    reading: EntryReading, events: Mapping[str, Category], before: Mapping[str, Mapping[EntryId, Entry]], on: date
) -> list[tuple[str, Entry]]:
    """Every entry that the wishes make and that its category allows."""
    found: list[tuple[str, Entry]] = []
    for event, category in events.items():
        wishes = [wish for wish in reading.wishes if wish.event == event]
        made = {"singles": _singles, "doubles": _pairs, "teams": _teams}[category.kind](wishes, reading)
        known = before.get(event, {})
        seeds: dict[int, EntryId] = {one.seed: one.id for one in known.values() if one.seed is not None}
        for row, entry in made:
            obstacles = category.obstacles([reading.people[one] for one in entry.members], on=on)
            for obstacle in obstacles:
                reading.doubt(row, "not-eligible", f"{entry.id} in {event}: {obstacle}")
            if entry.seed is not None and seeds.setdefault(entry.seed, entry.id) != entry.id:
                reading.doubt(row, "seed", f"Seed {entry.seed} of {event} is {seeds[entry.seed]} already.")
            if not obstacles:
                found.append((event, entry))
    return found


def _singles(wishes: Sequence[Wish], reading: EntryReading) -> list[tuple[int, Entry]]:
    found = []
    for wish in wishes:
        person = reading.people[wish.person]
        entry = Entry(id=_label([person], reading), members=(person.id,), seed=wish.seed, club=person.club)
        found.append((wish.row, entry))
    return found


def _pairs(wishes: Sequence[Wish], reading: EntryReading) -> list[tuple[int, Entry]]:
    found: list[tuple[int, Entry]] = []
    partner_of: dict[PersonId, PersonId | None] = {}
    for wish in wishes:
        partner_of[wish.person] = _find(wish.partner, reading) if wish.partner else None
    for wish in wishes:
        person, partner = reading.people[wish.person], partner_of[wish.person]
        if partner is None:
            named_by = next((one for one, other in partner_of.items() if other == person.id), None)
            if named_by is None:
                asked = f"No {wish.partner!r} is in the list." if wish.partner else "No partner is named."
                reading.doubt(wish.row, "partner", f"{person.name} in {wish.event}: {asked}")
            continue
        theirs = partner_of.get(partner)
        if theirs is not None and theirs != person.id:
            text = f"{person.name} names {reading.people[partner].name}, who names {reading.people[theirs].name}."
            reading.doubt(wish.row, "partner", text)
            continue
        members = sorted((person, reading.people[partner]), key=lambda one: name_key(one.name))
        entry = Entry(
            id=_label(members, reading),
            members=tuple(one.id for one in members),
            seed=wish.seed,
            club=_common_club(members),
        )
        if all(known.id != entry.id for _, known in found):
            found.append((wish.row, entry))
    return found


def _teams(wishes: Sequence[Wish], reading: EntryReading) -> list[tuple[int, Entry]]:
    teams: dict[str, list[Wish]] = {}
    for wish in wishes:
        if wish.team:  # without a team the player waits for the draw of teams
            teams.setdefault(wish.team, []).append(wish)
    found = []
    for team, members in teams.items():
        line_up: dict[str, tuple[PersonId, ...]] = {}
        for wish in members:
            if wish.rubber:
                line_up[wish.rubber] = (*line_up.get(wish.rubber, ()), wish.person)
        seed = next((wish.seed for wish in members if wish.seed is not None), None)
        entry = Entry(id=EntryId(team), members=tuple(wish.person for wish in members), seed=seed, line_up=line_up)
        found.append((members[0].row, entry))
    return found


def _find(name: str, reading: EntryReading) -> PersonId | None:
    found = reading.by_name.get(name_key(name), [])
    return found[0] if len(found) == 1 else PersonId(name) if PersonId(name) in reading.people else None


def _label(members: Sequence[Person], reading: EntryReading) -> EntryId:
    """The name on the draw: persons of the same name are told apart by their id."""
    names = [
        one.name if len(reading.by_name.get(name_key(one.name), [])) < 2 else f"{one.name} ({one.id})"
        for one in members
    ]
    return EntryId(" / ".join(names))


def _common_club(members: Sequence[Person]) -> str | None:
    clubs = {one.club for one in members}
    return clubs.pop() if len(clubs) == 1 else None
