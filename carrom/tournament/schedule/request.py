"""Request to a planner, in slots: equal parts of the hall's day, numbered from 0."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Draw, Entrant, LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.schedule.feeding import CERTAIN, GroupFeeder, MatchFeeds, Ways


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingMatch:
    """Match to be played. `ways` gives the conditions under which `people` play.

    `not_before` is a slot for the planner and a minute for the queue.
    """

    id: str
    sides: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    not_before: int = 0
    ways: Mapping[str, Ways] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Closure:
    """Table (from 1) closed from slot `first` until before `end`, or for good."""

    table: int
    first: int = 0
    end: int | None = None

    def covers(self, slot: int) -> bool:
        return self.first <= slot and (self.end is None or slot < self.end)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """All a planner needs. `rest` counts slots between two matches; `free_from` is for people playing or resting."""

    fixtures: tuple[PendingMatch, ...]
    tables: int
    rest: int = 0
    closures: tuple[Closure, ...] = ()
    most_slots: int | None = None
    each_table_once: bool = False
    free_from: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.tables < 1:
            raise CarromError(
                "no-tables",
                "there are no tables to play on" if self.tables == 0 else f"a hall cannot have {self.tables} tables",
            )
        if self.rest < 0:
            raise CarromError("bad-rest", f"a rest of {self.rest} slots cannot be kept")
        for closure in self.closures:
            if not 1 <= closure.table <= self.tables:
                raise CarromError(
                    "unknown-table", f"table {closure.table} is out of service, but the tables are 1 to {self.tables}"
                )
        _check_fixtures(self.fixtures)

    def open_tables(self, slot: int) -> list[int]:
        """Open tables, at most one per match."""
        closed = {closure.table for closure in self.closures if closure.covers(slot)}
        in_service = (table for table in range(1, self.tables + 1) if table not in closed)
        return list(islice(in_service, len(self.fixtures)))


def _check_fixtures(fixtures: Iterable[PendingMatch]) -> None:
    known: set[str] = set()
    for fixture in fixtures:
        if fixture.id in known:
            raise CarromError("match-twice", f"the match {fixture.id!r} appears twice")
        known.add(fixture.id)
    for fixture in fixtures:
        for kind, names in (("side", fixture.sides), ("person", fixture.people)):
            for name in names:
                if names.count(name) > 1:
                    raise CarromError("person-twice", f"{name!r} is a {kind} of the match {fixture.id!r} twice")
        for earlier in fixture.after:
            if earlier not in known:
                raise CarromError(
                    "unknown-match",
                    f"the match {fixture.id!r} is to come after {earlier!r}, which is not among the matches",
                )


def pending_matches(
    draw: Draw, people: Mapping[str, tuple[str, ...]] | None = None, *, prefix: str = ""
) -> list[PendingMatch]:
    """Matches of a draw that need a table, without byes.

    A later match lists everyone who can still reach it. `prefix` distinguishes several draws.
    """
    named = people or {}

    def unknown(match: str, place: PlaceOf) -> GroupFeeder:
        raise CarromError("sides-open", f"who becomes {place.name} is not known before the groups are over")

    slots = {f"{prefix}{match.id}": tuple(_prefixed(slot, prefix) for slot in match.slots) for match in draw.matches()}
    feeding = MatchFeeds(slots, people=lambda match, entry: named.get(entry, (entry,)), group=unknown)
    return [pending_match(match, own, feeding) for match, own in slots.items() if not feeding.is_bye(match)]


def pending_match(match: str, slots: Iterable[Slot], feeding: MatchFeeds) -> PendingMatch:
    comers = feeding.comers(match)
    return PendingMatch(
        id=match,
        sides=tuple(name for slot in slots if (name := side_text(slot)) is not None),
        people=tuple(comers),
        after=feeding.waits_for(match),
        ways={name: ways for name, ways in comers.items() if ways != CERTAIN},
    )


def side_text(slot: Slot) -> str | None:
    """Side as text; None for a bye."""
    match slot:
        case Entrant(entry):
            return entry
        case WinnerOf(fed):
            return f"winner of {fed}"
        case LoserOf(fed):
            return f"loser of {fed}"
        case PlaceOf():
            return slot.name
    return None


def _prefixed(slot: Slot, prefix: str) -> Slot:
    match slot:
        case WinnerOf(fed):
            return WinnerOf(MatchId(f"{prefix}{fed}"))
        case LoserOf(fed):
            return LoserOf(MatchId(f"{prefix}{fed}"))
    return slot
