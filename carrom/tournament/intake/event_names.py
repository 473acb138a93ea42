"""Which events a row wants: by a column of events, a title above the rows, a column for each event with ticks, or the
partner that it names."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from carrom.tournament.intake.column_meanings import meaning_of
from carrom.tournament.intake.entering import EntryReading
from carrom.tournament.intake.headings import PLAYS
from carrom.tournament.intake.spreadsheet import SheetRow, cell_text
from carrom.tournament.intake.words import is_seeking, is_somebody, is_tick, other_of_two, two_names
from carrom.tournament.log.names import name_key
from carrom.tournament.log.people import Category

_PARTNER = frozenset(("partner", "partners", "partnername", "mate", "teammate"))
_TWO = frozenset(("double", "doubles", "dbl", "dbls", "pair", "pairs", "paired", "playing", "plays", "mixed"))
"""With one of these 'with' speaks of partners too."""
_BESIDE = frozenset(("s", "name", "names", "of", "for", "in", "the", "your", "with", "playing", "plays", "paired"))
_SEEDED = frozenset(("seed", "seeds", "seeding", "rank", "ranking", "no", "number", "of", "for", "in", "the"))
_ANY_PAIR = frozenset(
    ("", "double", "doubles", "dbl", "dbls", "pair", "pairs", "pairedwith", "playingwith", "partenaire", "compagno")
)


_APOSTROPHE = re.compile(r"['’](?=s\b)", re.IGNORECASE)


def speaks_of_partners(heading: str) -> bool:
    """Whether a heading is that of partners, as 'Dbls. partner' and 'Doubles with'."""
    words = set(name_key(heading).split())
    return bool(words & _PARTNER or ("with" in words and words & _TWO))


class EventNames:
    """Events by what people call them: their id, or their name if no other has it, however the words are joined."""

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
        """'Junior single' and 'Juniors' singles' are one."""
        whole = _APOSTROPHE.sub("", words)
        return "".join(word.removesuffix("s") or word for word in name_key(whole).split())

    def find(self, words: str) -> str | None:
        """The event that is called so, of one or of many, or that a column of ticks was said to be of."""
        if words.startswith(PLAYS):
            return self._by_key.get(self._key(words.removeprefix(PLAYS)))
        return self._by_key.get(self._key(words)) or self._by_stem.get(self._stem(words))

    def begins_with(self, heading: str) -> str | None:
        """The only event whose name begins with these words: 'Veterans' is Veterans' singles where nobody plays
        Veterans' doubles."""
        stem = self._stem(heading)
        found = [one for one in self.ids if stem and self._stem(self._titles.get(one, one)).startswith(stem)]
        return found[0] if len(found) == 1 else None

    def of_partner(self, heading: str) -> str | None:
        """The event of a column of partners: the one that it names, as 'Partner (mixed)', or the only one for two."""
        words = name_key(heading).split()
        if not speaks_of_partners(heading):
            return None
        named = self._key(" ".join(word for word in words if word not in _PARTNER and word not in _BESIDE))
        if (found := self._by_key.get(named)) is not None:
            return found if found in self.pairs else None
        # 'Partner men's doubles' and 'Men's doubles' are one, however the apostrophe is written.
        whole = name_key(_APOSTROPHE.sub("", heading)).split()
        stem = self._stem(" ".join(word for word in whole if word not in _PARTNER and word not in _BESIDE))
        if (found := self._by_stem.get(stem)) is not None and found in self.pairs:
            return found
        begun = [one for one in self.pairs if named and self._key(self._titles.get(one, one)).startswith(named)]
        able = begun if len(begun) == 1 else self.pairs if named in _ANY_PAIR else []
        return able[0] if len(able) == 1 else None

    def likeliest_pair(self, heading: str) -> str:
        """The event for two whose name has most in common with a heading."""
        said = set(name_key(heading).split())
        return max(self.pairs, key=lambda one: len(said & set(name_key(self._titles.get(one, one)).split())))

    def meaning_of(self, heading: str) -> Literal["event", "partner"] | None:
        """What a column is whose heading is understood only by the events of this tournament."""
        if self.find(heading) is not None:
            return "event"
        return "partner" if self.of_partner(heading) is not None else None

    def listed(self) -> str:
        """All of them, for a sentence."""
        return ", ".join(f"{one} ({self._titles[one]})" if one in self._titles else one for one in self.ids)


def wanted_events(
    row: SheetRow, reading: EntryReading, events: EventNames, otherwise: str | None
) -> tuple[list[str], dict[str, str]]:
    """The events that a row enters, and the partner that it names for each. Where it says nothing: the event of its
    section, or the only one there is. Who names a partner enters the event of that column."""
    found: list[str] = []
    besides: list[str] = []  # a column of partners alone says nothing of what else is entered
    partners: dict[str, str] = {}
    for heading, cell in row.other.items():
        paired = events.of_partner(heading) if events.find(heading) is None else None
        if paired is not None and _names_or_seeks(cell_text(cell)):
            partners[paired] = other_of_two(row.text("name"), cell_text(cell))
            besides.append(paired)
        event = events.find(heading)
        said = is_tick(cell_text(cell))
        if event is not None and said is not False:
            found.append(event)
            if said is None:
                partners[event] = cell_text(cell)
    written = row.text("event")
    # An event may have a sign of a list in its own name, as 'Veterans 50+'.
    for part in [written] if not written or events.find(written) else re.split(r"[;,+/&]", written):
        said = is_tick(part) if part.strip() else None
        event = events.find(part) or (events.find(_heading_of(row, "event")) if said is not None else None)
        if event is not None and said is False:
            continue  # the column is of one event, and who is not in it says so
        if part.strip() and event is None:
            reading.doubt(row.number, "event", f"There is no event {part.strip()!r}: there are {events.listed()}.")
        elif event is not None:
            found.append(event)
    if not found and not written and len(events.pairs) == 1 and otherwise not in events.pairs and _is_of_two(row):
        found = list(events.pairs)
    if not found and not written:
        found = [otherwise] if otherwise is not None else list(events.ids) if len(events.ids) == 1 else []
    written = row.text("partner")
    if _names_or_seeks(written):
        own = _event_of_partners(row, events)
        wanted = [one for one in found if one in events.pairs]
        for event in wanted if own is None else [own]:
            partners.setdefault(event, written)
        if own is not None:
            found.append(own)
    return list(dict.fromkeys((*found, *besides))), partners


def is_partner_lost(row: SheetRow, events: EventNames, wanted: Iterable[str]) -> bool:
    """Whether a row names a partner, and nobody knows for what."""
    return _names_or_seeks(row.text("partner")) and events.alone.issuperset(wanted)


def _names_or_seeks(cell: str) -> bool:
    return is_somebody(cell) or is_seeking(cell)


def _event_of_partners(row: SheetRow, events: EventNames) -> str | None:
    """The event of the column of partners. One that is such only because a person, or what stands in it, says so names
    no other event by its heading: it is of the only one for two."""
    heading = _heading_of(row, "partner")
    own = events.of_partner(f"partner {heading}")
    if own is None and len(events.pairs) == 1 and meaning_of(heading) != "partner":
        return events.pairs[0]
    return own


def seeded_events(row: SheetRow, events: EventNames, wanted: Sequence[str]) -> list[str]:
    """The events of a row in which its seed counts: the one that its column names, as 'Seed (doubles)', else those
    that are played alone, and where it enters none, all of them."""
    words = name_key(_heading_of(row, "seed")).split()
    named = events.find(" ".join(word for word in words if word not in _SEEDED))
    if named is not None:
        return [one for one in wanted if one == named]
    return [one for one in wanted if one in events.alone] or list(wanted)


def _is_of_two(row: SheetRow) -> bool:
    """Whether the two of a pair stand in a row, as 'A / B' or in columns of their own."""
    return two_names(row.text("pair")) is not None or bool(row.text("name") and row.text("name2"))


def _heading_of(row: SheetRow, column: str) -> str:
    headings = row.headings
    return next((text for one, text in zip(headings.meanings, headings.called, strict=True) if one == column), "")
