"""Catalogues of the public pages, one per language."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from importlib.resources import files

from carrom.laws.sentences import LANGUAGES, Catalogue
from carrom.tournament.desk.match_text import RoundLabel
from carrom.tournament.draws.bracket import Bye, Entrant, LoserOf, PlaceOf, Slot, WinnerOf
from carrom.tournament.tables.explain import EXPLANATIONS

_NAMES = re.compile("(?<!\u2068)\\{(above|below|names|pairs)\\}")
"""Names in phrases about tables, isolated elsewhere."""


@dataclass(frozen=True)
class PublicWords(Catalogue):
    """A catalogue with phrases that explain tables."""

    why: Mapping[str, str]

    def round(self, label: RoundLabel) -> str:
        """Name a match's round, such as Group A, Round 3, Quarter-final."""
        if label.kind == "rubber":
            return label.value
        return self._round(label.value) if label.kind == "round" else self.say(f"label.{label.kind}", value=label.value)

    def round_named(self, name: str) -> str:
        return self._round(name)

    def _round(self, name: str) -> str:
        if f"round.{name}" in self.sentences:
            return self.say(f"round.{name}")
        for prefix in ("losers", "plate"):
            if name.startswith(f"{prefix}-"):
                return self.say(f"round.{prefix}", rest=self._round(name.removeprefix(f"{prefix}-")))
        start, _, number = name.rpartition("-")
        key = {"round-of": "round.round-of", "round": "round.round"}.get(start)
        if key is not None and number.isdecimal():
            return self.say(key, number=number)
        return name.replace("-", " ").capitalize()

    def awaited(self, slot: Slot) -> str:
        """Name the entry that a slot awaits, such as A1, winner of M12."""
        match slot:
            case PlaceOf():
                return slot.name
            case WinnerOf(match):
                return self.say("slot.winner", match=match)
            case LoserOf(match, once, first):
                which = "slot.loser-once" if once else "slot.loser-first" if first else "slot.loser"
                return self.say(which, match=match)
            case Entrant(entry):
                return entry
            case Bye():
                return self.say("slot.bye")

    def at(self, key: str, moment: datetime) -> str:
        return self.say(key, time=f"{moment:%H:%M}")

    def date(self, day: date) -> str:
        """Write a date, such as 5 November 2024."""
        return f"{day.day} {self.say(f'month.{day.month}')} {day.year}"


@cache
def words_of(code: str) -> PublicWords:
    data = tomllib.loads(files(__name__).joinpath(f"{code}.toml").read_text(encoding="utf-8"))
    why = {key: _isolating(text) for key, text in data.get("why", EXPLANATIONS).items()}
    return PublicWords(code, data["language"], data["direction"], data["sentences"], why=why)


def _isolating(phrase: str) -> str:
    """Isolate names, which must not turn a sentence's direction."""
    return _NAMES.sub("\u2068\\g<0>\u2069", phrase)


def chosen_language(chosen: str | None, accepted: str | None) -> str:
    """Choose the URL's language, else the browser's, else the default."""
    if chosen in LANGUAGES:
        return str(chosen)
    for part in (accepted or "").split(","):
        code = part.partition(";")[0].strip().lower().partition("-")[0]
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]
