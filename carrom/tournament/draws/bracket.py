"""Slots, matches, rounds and draws: the values that all draws consist of."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NewType

from carrom.base.errors import CarromError

MatchId = NewType("MatchId", str)


@dataclass(frozen=True, slots=True)
class Entrant:
    entry: str


@dataclass(frozen=True, slots=True)
class Bye:
    """An empty side: the other side advances without playing."""


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The winner of a match."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class LoserOf:
    """Loser of a match.

    With `once`, only its first side, unbeaten before; with `first`, only a side that had a bye. Otherwise empty.
    """

    match: MatchId
    once: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """A place (from 1) in a group (from 0)."""

    group: int
    place: int

    @property
    def name(self) -> str:
        """Name used by organisers: A1 is the winner of the first group."""
        return f"{group_name(self.group)}{self.place}"


Slot = Entrant | Bye | WinnerOf | LoserOf | PlaceOf


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    id: MatchId
    slots: tuple[Slot, Slot]

    @property
    def is_bye(self) -> bool:
        return any(isinstance(slot, Bye) for slot in self.slots)

    @property
    def feeders(self) -> tuple[MatchId, ...]:
        return tuple(slot.match for slot in self.slots if isinstance(slot, WinnerOf | LoserOf))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """Match of a stage; `round` is a name that the scoring rules know."""

    id: MatchId
    round: str
    slots: tuple[Slot, Slot]
    group: int | None = None
    rubber: str | None = None
    turn: int = 1


@dataclass(frozen=True, slots=True)
class Round:
    """Round; `stage` is a name that the scoring rules know."""

    stage: str
    matches: tuple[DrawnMatch, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Rounds in order of play; each match follows those that feed it."""

    rounds: tuple[Round, ...]

    def matches(self) -> Iterator[DrawnMatch]:
        for one in self.rounds:
            yield from one.matches


def group_name(group: int) -> str:
    """A, B, … Z, AA, AB, … (`group` from 0)."""
    name = ""
    group += 1
    while group:
        group, letter = divmod(group - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def group_number(name: str) -> int:
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def check_entries(entries: Iterable[str], *, least: int = 2) -> tuple[str, ...]:
    names = tuple(entries)
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise CarromError("entry-twice", f"{twice[0]!r} appears twice among the entries")
    if len(names) < least:
        raise CarromError("too-few-entries", f"a draw needs at least {least} entries, there {_are_text(len(names))}")
    return names


def check_seeds(seeds: int, entries: Sequence[str]) -> int:
    if not 0 <= seeds <= len(entries):
        raise CarromError("too-many-seeds", f"{seeds} seeds cannot be placed among {len(entries)} entries")
    return seeds


def _are_text(count: int) -> str:
    return "is 1" if count == 1 else f"are {count or 'none'}"
