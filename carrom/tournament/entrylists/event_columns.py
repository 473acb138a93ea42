"""Work out which events a row enters, and with which partner."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from carrom.tournament.entrylists.cells import is_partner_wanted, is_person_name, partner_in, read_tick, split_pair
from carrom.tournament.entrylists.columns import meaning_of
from carrom.tournament.entrylists.entries import EntryReading
from carrom.tournament.entrylists.headings import PLAYS
from carrom.tournament.entrylists.spreadsheet import SheetRow, cell_text
from carrom.tournament.model.people import Category, name_key

_PARTNER = frozenset(("partner", "partners", "partnername", "mate", "teammate"))
_PAIR_WORDS = frozenset(("double", "doubles", "dbl", "dbls", "pair", "pairs", "paired", "playing", "plays", "mixed"))
"""Words with which 'with' marks a partner column."""
_PARTNER_FILLERS = frozenset(
    ("s", "name", "names", "of", "for", "in", "the", "your", "with", "playing", "plays", "paired")
)
_SEED_WORDS = frozenset(("seed", "seeds", "seeding", "rank", "ranking", "no", "number", "of", "for", "in", "the"))
_ANY_PAIR = frozenset(
    ("", "double", "doubles", "dbl", "dbls", "pair", "pairs", "pairedwith", "playingwith", "partenaire", "compagno")
)


_APOSTROPHE = re.compile(r"['’](?=s\b)", re.IGNORECASE)


def is_partner_heading(heading: str) -> bool:
    """True for 'Dbls. partner' or 'Doubles with'."""
    words = set(name_key(heading).split())
    return bool(words & _PARTNER or ("with" in words and words & _PAIR_WORDS))


class EventNames:
    """Events by id or unique name, however written."""

    def __init__(self, events: Mapping[str, Category], titles: Mapping[str, str]) -> None:
        self.ids = list(events)
        self.alone = frozenset(one for one, category in events.items() if category.kind == "singles")
        self.teams = [one for one, category in events.items() if category.kind == "teams"]
        self.pairs = [one for one, category in events.items() if category.kind == "doubles"]
        self._titles = titles
        called = Counter(self._key(title) for title in titles.values())
        self._by_key = {key: one for one in self.ids if one in titles and called[key := self._key(titles[one])] == 1}
        self._by_key |= {self._key(event): event for event in self.ids}
        stems = Counter(self._stem(titles[one]) for one in self.ids if one in titles)
        self._by_stem = {stem: one for one in self.ids if one in titles and stems[stem := self._stem(titles[one])] == 1}

    @staticmethod
    def _key(words: str) -> str:
        return name_key(words).replace(" ", "")

    @staticmethod
    def _stem(words: str) -> str:
        """Equate 'Junior single' and 'Juniors' singles'."""
        whole = _APOSTROPHE.sub("", words)
        return "".join(word.removesuffix("s") or word for word in name_key(whole).split())

    def find(self, words: str) -> str | None:
        """Find by name, or by the choice for a tick column."""
        if words.startswith(PLAYS):
            return self._by_key.get(self._key(words.removeprefix(PLAYS)))
        return self._by_key.get(self._key(words)) or self._by_stem.get(self._stem(words))

    def begins_with(self, heading: str) -> str | None:
        """Find the only event with this beginning: 'Veterans' for Veterans' singles."""
        stem = self._stem(heading)
        found = [one for one in self.ids if stem and self._stem(self._titles.get(one, one)).startswith(stem)]
        return found[0] if len(found) == 1 else None

    def of_partner(self, heading: str) -> str | None:
        """Event named in 'Partner (mixed)', or the only pairs event."""
        words = name_key(heading).split()
        if not is_partner_heading(heading):
            return None
        named = self._key(" ".join(word for word in words if word not in _PARTNER and word not in _PARTNER_FILLERS))
        if (found := self._by_key.get(named)) is not None:
            return found if found in self.pairs else None
        # 'Partner men's doubles' belongs to 'Men's doubles'.
        whole = name_key(_APOSTROPHE.sub("", heading)).split()
        stem = self._stem(" ".join(word for word in whole if word not in _PARTNER and word not in _PARTNER_FILLERS))
        if (found := self._by_stem.get(stem)) is not None and found in self.pairs:
            return found
        begun = [one for one in self.pairs if named and self._key(self._titles.get(one, one)).startswith(named)]
        candidates = begun if len(begun) == 1 else self.pairs if named in _ANY_PAIR else []
        return candidates[0] if len(candidates) == 1 else None

    def likeliest_pair(self, heading: str) -> str:
        heading_words = set(name_key(heading).split())
        return max(self.pairs, key=lambda one: len(heading_words & set(name_key(self._titles.get(one, one)).split())))

    def meaning_of(self, heading: str) -> Literal["event", "partner"] | None:
        if self.find(heading) is not None:
            return "event"
        return "partner" if self.of_partner(heading) is not None else None

    def listed(self) -> str:
        return ", ".join(f"{one} ({self._titles[one]})" if one in self._titles else one for one in self.ids)


def wanted_events(
    row: SheetRow, reading: EntryReading, events: EventNames, otherwise: str | None
) -> tuple[list[str], dict[str, str]]:
    """Events that a row enters, and its partner in each.

    Without any, it enters those of its section, or the only one.
    """
    found: list[str] = []
    from_partners: list[str] = []  # this alone does not exclude other events
    partners: dict[str, str] = {}
    for heading, cell in row.other.items():
        paired = events.of_partner(heading) if events.find(heading) is None else None
        if paired is not None and _names_or_wants_partner(cell_text(cell)):
            partners[paired] = partner_in(row.text("name"), cell_text(cell))
            from_partners.append(paired)
        event = events.find(heading)
        tick = read_tick(cell_text(cell))
        if event is not None and tick is not False:
            found.append(event)
            if tick is None:
                partners[event] = cell_text(cell)
    written = row.text("event")
    # Names may contain a separator: 'Veterans 50+'.
    for part in [written] if not written or events.find(written) else re.split(r"[;,+/&]", written):
        tick = read_tick(part) if part.strip() else None
        event = events.find(part) or (events.find(_heading_of(row, "event")) if tick is not None else None)
        if event is not None and tick is False:
            continue  # not ticked here
        if part.strip() and event is None:
            reading.doubt(row.number, "event", f"There is no event {part.strip()!r}: there are {events.listed()}.")
        elif event is not None:
            found.append(event)
    if not found and not written and len(events.pairs) == 1 and otherwise not in events.pairs and _is_pair_row(row):
        found = list(events.pairs)
    if not found and not written:
        found = [otherwise] if otherwise is not None else list(events.ids) if len(events.ids) == 1 else []
    written = row.text("partner")
    if _names_or_wants_partner(written):
        own = _event_of_partners(row, events)
        wanted = [one for one in found if one in events.pairs]
        for event in wanted if own is None else [own]:
            partners.setdefault(event, written)
        if own is not None:
            found.append(own)
    return list(dict.fromkeys((*found, *from_partners))), partners


def is_partner_unassigned(row: SheetRow, events: EventNames, wanted: Iterable[str]) -> bool:
    return _names_or_wants_partner(row.text("partner")) and events.alone.issuperset(wanted)


def _names_or_wants_partner(cell: str) -> bool:
    return is_person_name(cell) or is_partner_wanted(cell)


def _event_of_partners(row: SheetRow, events: EventNames) -> str | None:
    heading = _heading_of(row, "partner")
    own = events.of_partner(f"partner {heading}")
    if own is None and len(events.pairs) == 1 and meaning_of(heading) != "partner":
        return events.pairs[0]
    return own


def seeded_events(row: SheetRow, events: EventNames, wanted: Sequence[str]) -> list[str]:
    """Events that the seed is for: the one in the heading, as 'Seed (doubles)', else singles, else all."""
    words = name_key(_heading_of(row, "seed")).split()
    named = events.find(" ".join(word for word in words if word not in _SEED_WORDS))
    if named is not None:
        return [one for one in wanted if one == named]
    return [one for one in wanted if one in events.alone] or list(wanted)


def _is_pair_row(row: SheetRow) -> bool:
    return split_pair(row.text("pair")) is not None or bool(row.text("name") and row.text("name2"))


def _heading_of(row: SheetRow, column: str) -> str:
    headings = row.headings
    return next((text for one, text in zip(headings.meanings, headings.called, strict=True) if one == column), "")


def resolve_event_columns(rows: Sequence[SheetRow], events: EventNames) -> list[SheetRow]:
    """Assign a column of ticks to the only event with this beginning."""
    if not rows:
        return []
    headings, own = rows[0].headings, dict[str, str]()
    for at, (called, meaning) in enumerate(zip(headings.called, headings.meanings, strict=True)):
        is_open = meaning is None and at not in headings.paired and events.find(called) is None
        event = events.begins_with(called) if is_open else None
        cells = [cell_text(row.other[called]) for row in rows if called in row.other]
        if event is not None and cells and all(read_tick(cell) is not None for cell in cells):
            own[called] = f"{PLAYS}{event}"
    if not own:
        return list(rows)
    paired = {at: own[called] for at, called in enumerate(headings.called) if called in own}
    headings = replace(headings, paired={**headings.paired, **paired})
    return [
        replace(row, headings=headings, other={own.get(called, called): cell for called, cell in row.other.items()})
        for row in rows
    ]


def resolve_level_column(rows: Sequence[SheetRow]) -> list[SheetRow]:
    """Treat ratings that are all single letters as levels."""
    ratings = [row.text("rating") for row in rows if "rating" in row.cells]
    if (
        not ratings
        or any("level" in row.cells for row in rows)
        or not all(len(one) == 1 and one.isalpha() for one in ratings)
    ):
        return list(rows)
    meanings = tuple("level" if one == "rating" else one for one in rows[0].headings.meanings)
    headings = replace(rows[0].headings, meanings=meanings)
    return [
        replace(
            row,
            headings=headings,
            cells={"level" if one == "rating" else one: cell for one, cell in row.cells.items()},
        )
        for row in rows
    ]


def resolve_partner_column(rows: Sequence[SheetRow], events: EventNames) -> list[SheetRow]:
    """Recognise a 'Pair' or 'Team' column of partners by its cells."""
    found = list(rows)
    if not found or not events.pairs or any("partner" in row.cells or "name2" in row.cells for row in found):
        return found
    if any("pair" in row.cells and "name" in row.cells for row in found):
        is_named = look_like_partners([(row.text("name"), row.text("pair")) for row in found], listed_names(found))
        return [_move_column(row, "pair", "partner" if is_named else None) for row in found]
    if not events.teams and any("team" in row.cells for row in found):
        # Team names look like people's, so only listed people count.
        pairs = [(row.text("name"), row.text("team")) for row in found]
        if look_like_partners(pairs, listed_names(found), is_strict=True):
            return [_move_column(row, "team", "partner") for row in found]
    return found


def listed_names(rows: Sequence[SheetRow]) -> frozenset[str]:
    return frozenset(name_key(row.text("name")) for row in rows if row.text("name"))


def look_like_partners(pairs: Sequence[tuple[str, str]], names: frozenset[str], *, is_strict: bool = False) -> bool:
    """Whether most cells name listed people or, unless `is_strict`, any two or three words."""
    named = [(name_key(own), partner_in(own, cell)) for own, cell in pairs if is_person_name(cell)]
    hits = sum(
        name_key(cell) != own and (name_key(cell) in names or (not is_strict and _looks_like_a_name(cell)))
        for own, cell in named
    )
    return 2 * hits > len(named)


def _move_column(row: SheetRow, column: str, to: str | None) -> SheetRow:
    meanings = tuple(to if one == column else one for one in row.headings.meanings)
    headings = replace(row.headings, meanings=meanings)
    if column not in row.cells or "name" not in row.cells:
        return replace(row, headings=headings)
    cells = {one: cell for one, cell in row.cells.items() if one != column}
    if to is not None:
        cells[to] = partner_in(row.text("name"), row.text(column))
        return replace(row, cells=cells, headings=headings)
    called = row.headings.called[row.headings.meanings.index(column)]
    return replace(row, cells=cells, other={**row.other, called: row.cells[column]}, headings=headings)


def _looks_like_a_name(cell: str) -> bool:
    words = name_key(cell).split()
    return len(words) in (2, 3) and split_pair(cell) is None and all(word.isalpha() for word in words)
