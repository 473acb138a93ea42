r"""The record of a match as text: a head, then one event per line.

    >>> record = read_record('carrom-record 1\n[Rulebook "icf"]\n\n1. toss a break\n2. play\n').record
    >>> record.match().phase
    'stroke'

`Record.text()` is the one canonical form; `read_record()` is tolerant and collects what it cannot read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from carrom.base.codec import read_at
from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS, Rulebook, rulebook
from carrom.laws.rounds import RoundName, check_round
from carrom.match.log.event import Event
from carrom.match.log.notation import event_from_text, event_text, quoted, tokens_of
from carrom.match.match import Match, Replay, fold, replay
from carrom.match.parties import PARTIES, ByParty, Party
from carrom.match.setup import Figures, Setup, changed_figures

VERSION = 1
FIRST_LINE = f"carrom-record {VERSION}"

_KEY = re.compile(r"\[\s*([^\s\"\]]+)")
_TOURNAMENT = re.compile(r'\s*\{\s*"carrom"\s*:\s*"tournament"')
_VERSION = re.compile(r"carrom-record\s+(\S+)", re.IGNORECASE)
_MOST_LINES = 4000
_MOST_TAGS = 100


@dataclass(frozen=True, slots=True)
class Record:
    setup: Setup
    events: tuple[Event, ...] = ()

    @classmethod
    def of(cls, match: Match) -> Record:
        """Corrections included."""
        return cls(match.setup, match.events())

    def match(self) -> Match:
        """Raises `CarromError` if an event is refused."""
        return fold(self.setup, self.events)

    def replay(self) -> Replay:
        """Up to the first refused event."""
        return replay(Match.start(self.setup), self.events)

    def text(self) -> str:
        return "".join((head_text(self.setup), *(f"{event_text(event)}\n" for event in self.events)))

    @classmethod
    def from_text(cls, text: str, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Record:
        """Read a record without faults. Raises `CarromError` with the first fault."""
        reading = read_record(text, books=books)
        if reading.faults:
            raise CarromError("record-faults", str(reading.faults[0]))
        return reading.record


@dataclass(frozen=True, slots=True)
class BadLine:
    line: int
    text: str
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" + (f", in {self.text[:200]!r}" if self.text else "")


@dataclass(frozen=True, slots=True)
class Reading:
    """Record, and lines that could not be read."""

    record: Record
    faults: tuple[BadLine, ...]


def head_text(setup: Setup) -> str:
    """Head of a record, with the empty line that ends it."""
    tags: list[tuple[str, tuple[str, ...]]] = [("Rulebook", (setup.rulebook.id,)), ("Stage", (setup.stage,))]
    figures = changed_figures(setup.rulebook)
    if figures is not None:
        tags.append(("Figures", (figures.text(),)))
    tags.append(("Play", ("doubles" if setup.is_doubles else "singles",)))
    tags += [(party.upper(), setup.names[party]) for party in PARTIES if setup.names[party]]
    tags += [(f"Team-{party.upper()}", (setup.teams[party],)) for party in PARTIES if setup.teams[party]]
    tags += [(key, (value,)) for key, value in setup.info]
    lines = [f"[{key} {' '.join(map(quoted, values))}]" for key, values in tags]
    return "\n".join((FIRST_LINE, *lines, "", ""))


def read_record(text: str, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Reading:
    """Read as much as possible; the rest becomes faults."""
    if _TOURNAMENT.match(text):
        return Reading(Record(Setup(rulebook("icf"))), (BadLine(1, "", "it is a tournament file"),))
    faults: list[BadLine] = []
    tags: dict[str, tuple[str, tuple[str, ...], int, str]] = {}
    events: list[Event] = []
    has_version = False
    for number, line in enumerate(_lines(text), start=1):
        words = line.strip()
        if not words or words.startswith(";"):
            continue
        try:
            version = _VERSION.fullmatch(words)
            if version:
                has_version = True
                if version[1] != str(VERSION):
                    raise CarromError(
                        "unknown-version", f"a record of version {version[1]}, where version {VERSION} is known"
                    )
            elif words.startswith("["):
                key, values = _tag(words)
                if key.lower() in tags:
                    raise CarromError("key-twice", f"{key} appears twice in the head")
                if len(tags) >= _MOST_TAGS:
                    raise CarromError("head-too-long", f"more than {_MOST_TAGS} lines of the head")
                tags[key.lower()] = (key, values, number, words)
            else:
                events.append(event_from_text(line, number=events[-1].number + 1 if events else 1))
        except CarromError as error:
            faults.append(BadLine(number, words, str(error)))
    if not has_version:
        faults.insert(0, BadLine(1, "", f"the first line is not '{FIRST_LINE}'"))
    setup = _Head(tags, faults, books).setup()
    return Reading(Record(setup, tuple(events)), tuple(sorted(faults, key=lambda fault: fault.line)))


def check_line_count(text: str) -> int:
    """Lines of an uploaded record. Raises `CarromError` for more than any match needs: small events cost much memory
    once played."""
    lines = text.count("\n")
    if lines > _MOST_LINES:
        raise CarromError("record-too-long", f"a record of more than {_MOST_LINES} lines is not opened here")
    return lines


def _lines(text: str) -> list[str]:
    # Unlike splitlines(), keeps line separators in quoted texts.
    return text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")


def _tag(words: str) -> tuple[str, tuple[str, ...]]:
    # One pattern for the whole line would take quadratic time.
    key = _KEY.match(words)
    if key is None or not words.endswith("]"):
        raise CarromError("bad-head", 'not a line of the head: [Key "value"]')
    return key[1], tuple(token.text for token in tokens_of(words[key.end() : -1].strip()))


@dataclass(slots=True)
class _Head:
    """Reads the tags one by one; a wrong one becomes a fault, with its default."""

    tags: dict[str, tuple[str, tuple[str, ...], int, str]]
    faults: list[BadLine]
    books: Mapping[str, Rulebook]

    def setup(self) -> Setup:
        setup = Setup(self._as_agreed(self._rulebook()), self._stage(), self._is_doubles())
        teams = ByParty(*(self._one(f"team-{party}", "") for party in PARTIES))
        setup = replace(setup, names=ByParty(*(self._names(party, setup.players) for party in PARTIES)), teams=teams)
        for key, values, line, words in self.tags.values():
            try:
                setup = replace(setup, info=(*setup.info, (key, " ".join(values))))
            except CarromError as error:
                self.faults.append(BadLine(line, words, str(error)))
        return setup

    def _rulebook(self) -> Rulebook:
        id = self._one("rulebook", "")
        if not id:
            self.faults.append(BadLine(1, "", "the head names no rulebook; icf is taken"))
        try:
            return rulebook(id or "icf", self.books)
        except CarromError as error:
            self.faults.append(BadLine(1, id, f"{error}; icf is taken"))
            return rulebook("icf")

    def _as_agreed(self, book: Rulebook) -> Rulebook:
        text = self._one("figures", "")
        try:
            return Figures.from_text(text).applied_to(book) if text else book
        except CarromError as error:
            self.faults.append(BadLine(1, text, f"{error}; those of the rulebook are taken"))
            return book

    def _stage(self) -> RoundName:
        text = self._one("stage", "group")
        try:
            return read_at("stage", check_round, text.lower())
        except CarromError as error:
            self.faults.append(BadLine(1, text, f"{error}; group is taken"))
            return "group"

    def _is_doubles(self) -> bool:
        text = self._one("play", "singles").lower()
        if text not in ("singles", "doubles"):
            self.faults.append(BadLine(1, text, "play is singles or doubles; singles is taken"))
        return text == "doubles"

    def _names(self, party: Party, players: int) -> tuple[str, ...]:
        _, names, line, words = self.tags.pop(party, ("", (), 1, ""))
        if len(names) in (0, players):
            return names
        self.faults.append(BadLine(line, words, f"not the names of {players}"))
        return ()

    def _one(self, key: str, default: str) -> str:
        tag = self.tags.pop(key, None)
        return " ".join(tag[1]) if tag is not None else default
