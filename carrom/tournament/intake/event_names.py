"""Which events a row wants: by a column of events, a title above the rows, or a column for each event with ticks."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from carrom.tournament.intake.entering import EntryReading
from carrom.tournament.intake.spreadsheet import SheetRow, cell_text
from carrom.tournament.intake.words import is_tick
from carrom.tournament.log.names import name_key


class EventNames:
    """Events by what people call them: their id, or their name if no other has it, however the words are joined."""

    def __init__(self, events: Iterable[str], titles: Mapping[str, str]) -> None:
        self.ids = list(events)
        self._titles = titles
        called = Counter(self._key(title) for title in titles.values())
        self._by_key = {key: one for one in self.ids if one in titles and called[key := self._key(titles[one])] == 1}
        self._by_key |= {self._key(event): event for event in self.ids}

    @staticmethod
    def _key(words: str) -> str:
        return name_key(words).replace(" ", "")

    def find(self, words: str) -> str | None:
        """The event that is called so."""
        return self._by_key.get(self._key(words))

    def listed(self) -> str:
        """All of them, for a sentence."""
        return ", ".join(f"{one} ({self._titles[one]})" if one in self._titles else one for one in self.ids)


def wanted_events(
    row: SheetRow, reading: EntryReading, events: EventNames, otherwise: str | None
) -> tuple[list[str], dict[str, str]]:
    """The events that a row enters, and the partner that it names in the column of one. Where it says nothing: the
    event of its section, or the only one there is."""
    found: list[str] = []
    partners: dict[str, str] = {}
    for heading, cell in row.other.items():
        event = events.find(heading)
        said = is_tick(cell_text(cell))
        if event is not None and said is not False:
            found.append(event)
            if said is None:
                partners[event] = cell_text(cell)
    written = row.text("event")
    # An event may have a sign of a list in its own name, as 'Veterans 50+'.
    for part in [written] if not written or events.find(written) else re.split(r"[;,+/&]", written):
        event = events.find(part)
        if part.strip() and event is None:
            reading.doubt(row.number, "event", f"There is no event {part.strip()!r}: there are {events.listed()}.")
        elif event is not None:
            found.append(event)
    if not found and not written:
        found = [otherwise] if otherwise is not None else events.ids if len(events.ids) == 1 else []
    return list(dict.fromkeys(found)), partners
