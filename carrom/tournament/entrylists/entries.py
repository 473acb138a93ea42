"""Turn rows into entries: singles, pairs who name each other, and teams with line-ups."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from carrom.tournament.entrylists.cells import DateOrder
from carrom.tournament.model.limits import OLDEST_AGE
from carrom.tournament.model.people import Category, Entry, PeopleByName, Person, PersonId, name_key
from carrom.tournament.tables.results import EntryId


@dataclass(frozen=True, slots=True)
class Doubt:
    """Question about one row, with a stable code."""

    row: int
    code: str
    text: str
    hint: str = ""
    """How to answer on the command line."""
    choices: tuple[str, ...] = ()
    no: str = ""
    """The answer "none of them", if it has its own effect."""
    column: str = ""


@dataclass(slots=True, kw_only=True)
class EntryWish:
    """One row's request to enter an event; `is_seeking` asks for a partner."""

    row: int
    event: str
    person: PersonId
    partner: str
    partner_id: PersonId | None
    team: str
    rubber: str
    seed: int | None
    row_club: str = ""
    is_seeking: bool = False


_EXPECTED = {
    "age": f"a whole number, {OLDEST_AGE} at most",
    "level": "a whole number up to 999, or a letter with A for the best",
    "rating": "a number",
    "gender": "f or m",
    "seed": "a whole number from 1",
    "fee": "yes, no or the sum",
}


@dataclass(slots=True)
class EntryReading:
    """What has been read so far, with all doubts."""

    today: date
    order: DateOrder | None
    people: dict[PersonId, Person]
    by_name: dict[str, list[PersonId]] = field(default_factory=dict)
    doubts: list[Doubt] = field(default_factory=list)
    wishes: list[EntryWish] = field(default_factory=list)
    rows: dict[tuple[PersonId, str], int] = field(default_factory=dict)  # (person, event): the row
    spellings: dict[str, str] = field(default_factory=dict)
    # column: (index of its doubt, unreadable cells by row)
    unread: dict[str, tuple[int, dict[int, str]]] = field(default_factory=dict)
    asked_pairs: set[tuple[int, str, frozenset[PersonId]]] = field(default_factory=set)

    def usual_spelling(self, name: str) -> str:
        """Spelling used before: 'kochi cc' becomes 'Kochi CC', a dash ''."""
        key = name_key(name)
        return self.spellings.setdefault(key, name) if key else ""

    def learn_spellings(self, names: Iterable[str]) -> None:
        """Learn the most frequent spellings, preferring mixed case."""
        spellings: dict[str, Counter[str]] = {}
        for name in names:
            spellings.setdefault(name_key(name), Counter())[name] += 1
        for key, counted in spellings.items():
            best = max(counted, key=lambda one: (one != one.lower(), counted[one], one != one.upper()))
            self.spellings.setdefault(key, best)

    def note_unreadable(self, row: int, column: str, written: str) -> None:
        """Collect an unreadable cell; each column is asked about once."""
        if column not in self.unread:
            self.unread[column] = (len(self.doubts), {})
            self.doubt(row, column.removesuffix("2"), "")
        self.unread[column][1][row] = written

    def ask_about_unread(self) -> None:
        for column, (at, cells) in self.unread.items():
            kinds = list(dict.fromkeys(cells.values()))
            examples = ", ".join(map(repr, kinds[:4])) + (" …" if len(kinds) > 4 else "")
            where = f" ({len(cells)} rows)" if len(cells) > 1 else ""
            doubt = self.doubts[at]
            text = f"{examples} in the column {column} is not understood{where}: write {_EXPECTED[doubt.code]}."
            self.doubts[at] = replace(doubt, text=text)

    def know(self, person: Person) -> None:
        self.called(name_key(person.name), person.id)

    def called(self, key: str, person: PersonId) -> None:
        known = self.by_name.setdefault(key, [])
        if person not in known:
            known.append(person)

    def label(self, members: Sequence[Person]) -> EntryId:
        same = (self.people[one] for member in members for one in self.by_name.get(name_key(member.name), ()))
        return PeopleByName(same).entry_name(members)

    def doubt(
        self,
        row: int,
        code: str,
        text: str,
        hint: str = "",
        choices: tuple[str, ...] = (),
        *,
        no: str = "",
        column: str = "",
    ) -> None:
        if choices and not hint:
            hint = f'--meant "{row}={choices[0]}" says that this is who is meant.'
        self.doubts.append(Doubt(row, code, text, hint, choices, no, column))

    def ask_which(self, row: int, code: str, name: str, candidates: Iterable[PersonId], waits: str = "row") -> None:
        choices = tuple(self.label([self.people[one]]) for one in candidates)
        text = f"{name} can be {' or '.join(choices)}: which one? Until that is said, the {waits} is left out."
        self.doubt(row, code, text, choices=choices)

    def doubt_pair(self, row: int, code: str, text: str, people: Iterable[PersonId], hint: str = "") -> None:
        about = (row, code, frozenset(people))
        if about not in self.asked_pairs:
            self.asked_pairs.add(about)
            self.doubt(row, code, text, hint)


def make_entries(
    reading: EntryReading, events: Mapping[str, Category], before: Mapping[str, Mapping[EntryId, Entry]], on: date
) -> list[tuple[str, Entry]]:
    """Make entries from requests, as far as categories allow.

    A person in another entry stays there, with a doubt.
    """
    found: list[tuple[str, Entry]] = []
    for event, category in events.items():
        known = before.get(event, {})
        wishes = [wish for wish in reading.wishes if wish.event == event]
        made = {"singles": _singles, "doubles": _pairs, "teams": _teams}[category.kind](
            wishes, reading, _KnownEntries(known)
        )
        seeds: dict[int, EntryId] = {one.seed: one.id for one in known.values() if one.seed is not None}
        for row, entry in made:
            obstacles = category.obstacles([reading.people[one] for one in entry.members], on=on)
            for obstacle in obstacles:
                reading.doubt(row, "not-eligible", f"{entry.id} in {event}: {obstacle}")
            if not obstacles:
                was = known[entry.id].seed if entry.id in known else None
                found.append((event, _with_free_seed(row, event, entry, was, seeds, reading)))
    return found


def _with_free_seed(
    row: int, event: str, entry: Entry, was: int | None, seeds: dict[int, EntryId], reading: EntryReading
) -> Entry:
    if entry.seed is None or entry.seed == was:
        return entry
    if (holder := seeds.get(entry.seed)) is not None:
        without = "is entered without a seed" if was is None else f"stays seed {was}"
        reading.doubt(row, "seed", f"Seed {entry.seed} of {event} is {holder} already. {entry.id} {without}.")
        return replace(entry, seed=was)
    if was is not None:
        del seeds[was]
    seeds[entry.seed] = entry.id
    return entry


def seed_by_rating(
    entries: Sequence[tuple[str, Entry]],
    ratings: Mapping[PersonId, float],
    most: int,
    before: Mapping[str, Mapping[EntryId, Entry]],
) -> list[tuple[str, Entry]]:
    """Seed the `most` best-rated entries of each event; a pair has its players' mean.

    An event with seeded entries outside the list keeps its seeds.
    """
    found = list(entries)
    for event in dict.fromkeys(event for event, _ in entries):
        listed = {entry.id for own, entry in entries if own == event}
        rated: list[tuple[float, int]] = []
        for at, (own, entry) in enumerate(entries):
            known_ratings = [ratings[one] for one in entry.members if one in ratings]
            if own == event and known_ratings:
                rated.append((-sum(known_ratings) / len(known_ratings), at))
        if any(one.seed is not None and one.id not in listed for one in before.get(event, {}).values()):
            continue
        for seed, (_, at) in enumerate(sorted(rated)[:most], 1):
            found[at] = (event, replace(found[at][1], seed=seed))
        chosen = {at for _, at in sorted(rated)[:most]}
        for at, (own, entry) in enumerate(found):
            if most and own == event and at not in chosen and entry.seed is not None:
                found[at] = (event, replace(entry, seed=None))
    return found


class _KnownEntries:
    def __init__(self, entries: Mapping[EntryId, Entry]) -> None:
        self.by_name = {name_key(one.id): one for one in entries.values()}
        self.of_person = {person: one for one in entries.values() for person in one.members}


def _singles(wishes: Sequence[EntryWish], reading: EntryReading, known: _KnownEntries) -> list[tuple[int, Entry]]:
    found = []
    for wish in wishes:
        person = reading.people[wish.person]
        if wish.partner_id is not None:
            both = f"{person.name} and {reading.people[wish.partner_id].name}"
            text = f"{both} stand in one row, and {wish.event} is played alone: one row for each."
            reading.doubt_pair(wish.row, "two-names", text, (wish.person, wish.partner_id))
            continue
        entry = known.of_person.get(person.id) or Entry(id=reading.label([person]), members=(person.id,))
        found.append((wish.row, _with_seed(replace(entry, club=person.club), wish.seed)))
    return found


def _pairs(wishes: Sequence[EntryWish], reading: EntryReading, known: _KnownEntries) -> list[tuple[int, Entry]]:
    found: dict[frozenset[PersonId], tuple[int, Entry]] = {}
    partner_of: dict[PersonId, PersonId | None] = {}
    for wish in wishes:
        partner_of[wish.person] = wish.partner_id
    named_by = {partner: person for person, partner in partner_of.items() if partner is not None}
    for wish in wishes:
        person, partner = reading.people[wish.person], partner_of[wish.person]
        if partner is None:
            if person.id not in named_by and not wish.partner and person.id not in known.of_person:
                text = f"{person.name} in {wish.event}: No partner is named."
                wanted = f"{person.name} wants a partner in {wish.event}: nobody is named."
                reading.doubt(wish.row, "partner", wanted if wish.is_seeking else text)
            continue
        theirs = partner_of.get(partner)
        if theirs is not None and theirs != person.id:
            text = f"{person.name} names {reading.people[partner].name}, who names {reading.people[theirs].name}."
            reading.doubt(wish.row, "partner", text)
            continue
        together = frozenset((person.id, partner))
        pair = [one for one in map(known.of_person.get, (person.id, partner)) if one is not None]
        if any(frozenset(one.members) != together for one in pair):
            other = next(one for one in pair if frozenset(one.members) != together)
            both = f"{person.name} and {reading.people[partner].name}"
            text = f"{both} in {wish.event}: {other.id} is entered, and stays."
            reading.doubt_pair(wish.row, "removal", text, together, "'substitute' replaces a partner.")
        elif together not in found:
            members = sorted((person, reading.people[partner]), key=lambda one: name_key(one.name))
            entry = pair[0] if pair else Entry(id=reading.label(members), members=tuple(one.id for one in members))
            entry = replace(entry, club=_common_club(members))
            found[together] = (wish.row, _with_seed(entry, wish.seed))
    return list(found.values())


def _teams(wishes: Sequence[EntryWish], reading: EntryReading, known: _KnownEntries) -> list[tuple[int, Entry]]:
    teams: dict[str, list[EntryWish]] = {}
    for wish in wishes:
        if wish.team:  # without a team: waits for the draw of teams
            teams.setdefault(name_key(wish.team), []).append(wish)
    found = []
    for key, members in teams.items():
        before = known.by_name.get(key) or Entry(id=EntryId(members[0].team), members=())
        entry = before
        for wish in members:
            entry = _with_player(entry, before, wish, reading, known)
        seed = next((wish.seed for wish in members if wish.seed is not None), None)
        found.append((members[0].row, _with_seed(entry, seed)))
    return [(row, entry) for row, entry in found if entry.members]


def _with_player(entry: Entry, before: Entry, wish: EntryWish, reading: EntryReading, known: _KnownEntries) -> Entry:
    name, other = reading.people[wish.person].name, known.of_person.get(wish.person)
    if other is not None and other.id != entry.id:
        text = f"{name} plays for {other.id}, and stays there."
        reading.doubt(wish.row, "removal", text, "'substitute' takes a player out of a team.")
        return entry
    if wish.person not in entry.members:
        entry = replace(entry, members=(*entry.members, wish.person))
    if not wish.rubber or wish.person in entry.line_up.get(wish.rubber, ()):
        return entry
    plays = [rubber for rubber, players in before.line_up.items() if wish.person in players]
    taken = [reading.people[one].name for one in before.line_up.get(wish.rubber, ())]
    if plays or taken:
        now = f"plays {plays[0]}" if plays else f"is a reserve, and {' / '.join(taken)} play {wish.rubber}"
        reading.doubt(wish.row, "line-up", f"{name} of {entry.id} {now}.", "'line-up' changes who plays what.")
        return entry
    return replace(entry, line_up={**entry.line_up, wish.rubber: (*entry.line_up.get(wish.rubber, ()), wish.person)})


def _with_seed(entry: Entry, seed: int | None) -> Entry:
    return entry if seed is None else replace(entry, seed=seed)


def _common_club(members: Sequence[Person]) -> str | None:
    clubs = {one.club for one in members}
    return clubs.pop() if len(clubs) == 1 else None
