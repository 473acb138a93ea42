"""`carrom schedule`: matches and tables in, an order of play out, one JSON per line."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

from carrom.base.errors import CarromError
from carrom.base.readers import present_of, text
from carrom.base.reading import By, Name, reader, record, within
from carrom.tournament.plan import Closure, PendingMatch, Request, Timetable, plan
from carrom.tournament.plan.hours import clock_from_text
from carrom.tournament.plan.umpires import Umpire, assign_umpires

_LONGEST_REST = 1000
_DAY = 24 * 60


def _read_clock(value: object) -> int:
    return clock_from_text(text(value))


_Clock = Annotated[int, By(_read_clock)]
"""Minutes after midnight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Match:
    id: Name
    sides: tuple[Name, ...] = ()
    people: tuple[Name, ...] = ()
    after: tuple[Name, ...] = ()
    not_before: _Clock = 0

    def __post_init__(self) -> None:
        if len(self.sides) > 2:
            raise CarromError(f"{self.id} has {len(self.sides)} sides; a match has two")


@dataclass(frozen=True, slots=True, kw_only=True)
class _OutOfService:
    table: int
    since: _Clock | None = None
    until: _Clock | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Umpire:
    """One club may be written as it is, several as a list."""

    name: Name
    club: Name | None = None
    clubs: tuple[Name, ...] = ()


def _read_umpire(value: object) -> Umpire:
    read = _UMPIRE({"name": value} if isinstance(value, str) else value)
    return Umpire(read.name, (*([read.club] if read.club is not None else []), *read.clubs))


_UMPIRE = record(_Umpire, null_is_absent=True)
_MATCH = By(record(_Match, null_is_absent=True))
_OUT = By(record(_OutOfService, names={"from": "since"}, null_is_absent=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One line."""

    tables: int
    slot_minutes: Annotated[int, within(1, _DAY)]
    rest_slots: Annotated[int, within(0, _LONGEST_REST)] = 0
    start: _Clock
    matches: tuple[Annotated[_Match, _MATCH], ...]
    finish_by: _Clock | None = None
    out_of_service: tuple[Annotated[_OutOfService, _OUT], ...] = ()
    each_table_once: bool = False
    umpires: tuple[Annotated[Umpire, By(_read_umpire)], ...] | None = None
    clubs: Annotated[Mapping[str, str], By(present_of(reader(Name)))] = field(default_factory=dict)


_CASE = record(Case, null_is_absent=True)


def answer(case: object) -> dict[str, Any]:
    """The order of play of one line."""
    asked = _CASE(case)
    timetable = Timetable(asked.start, asked.slot_minutes)
    request = Request(
        fixtures=tuple(_fixture(match, timetable) for match in asked.matches),
        tables=asked.tables,
        rest=asked.rest_slots,
        closures=tuple(_closure(one, timetable) for one in asked.out_of_service),
        most_slots=_most_slots(asked.finish_by, timetable),
        each_table_once=asked.each_table_once,
    )
    found = plan(request)
    umpire_of: dict[str, str] = {}
    if asked.umpires is not None:
        umpire_of = assign_umpires(found, request.fixtures, asked.umpires, clubs=asked.clubs)
    rows = []
    for placing in found.placings:
        row = {**asdict(placing), "time": timetable.time(placing.slot)}
        if timetable.day(placing.slot) > 1:
            row["day"] = timetable.day(placing.slot)
        if placing.id in umpire_of:
            row["umpire"] = umpire_of[placing.id]
        rows.append(row)
    return {"slots": found.slots, "matches": rows}


def _fixture(match: _Match, timetable: Timetable) -> PendingMatch:
    first = timetable.first_slot_from(match.not_before)
    return PendingMatch(id=match.id, sides=match.sides, people=match.people, after=match.after, not_before=first)


def _closure(one: _OutOfService, timetable: Timetable) -> Closure:
    """A slot is lost to a table as soon as a minute of it is."""
    first = timetable.slots_until(one.since) if one.since is not None else 0
    end = timetable.first_slot_from(one.until) if one.until is not None else None
    return Closure(one.table, first, end)


def _most_slots(minute: int | None, timetable: Timetable) -> int | None:
    if minute is None:
        return None
    return timetable.slots_until(minute if minute > timetable.start else minute + _DAY)
