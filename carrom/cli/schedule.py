"""`carrom schedule`: plan orders of play, as JSON lines."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

from carrom.base.codec import Name, ReadBy, dataclass_reader, mapping_without_nulls, reader_for, string, within
from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Slot
from carrom.tournament.draws.draw_json import read_slot
from carrom.tournament.schedule import Timetable, plan
from carrom.tournament.schedule.hall_hours import MINUTES_PER_DAY, HallHours, clock_from_text, clock_text
from carrom.tournament.schedule.match_list import (
    BegunMatch,
    ListedMatch,
    ListedMatches,
    OutOfService,
    request_from_list,
)
from carrom.tournament.schedule.umpires import Umpire, assign_umpires

_LONGEST_REST = 1000


def _read_clock(value: object) -> int:
    return clock_from_text(string(value))


_Clock = Annotated[int, ReadBy(_read_clock)]
"""Minutes after midnight."""

_read_name = reader_for(Name)


def _read_side(value: object) -> str | Slot:
    return read_slot(value) if isinstance(value, dict) else str(_read_name(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Match:
    id: Name
    sides: tuple[Annotated[str | Slot, ReadBy(_read_side)], ...] = ()
    people: tuple[Name, ...] = ()
    after: tuple[Name, ...] = ()
    not_before: _Clock = 0
    group: Name | None = None

    def __post_init__(self) -> None:
        if len(self.sides) > 2:
            raise CarromError("two-sides-needed", f"{self.id} has {len(self.sides)} sides; a match has two")

    @property
    def listed(self) -> ListedMatch:
        return ListedMatch(
            id=self.id,
            sides=self.sides,
            people=self.people,
            after=self.after,
            not_before=self.not_before,
            group=self.group,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _OutOfService:
    table: int
    since: _Clock | None = None
    until: _Clock | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Played:
    id: Name
    ended: _Clock | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Playing:
    id: Name
    table: int
    until: _Clock | None = None


def _read_played(value: object) -> _Played:
    return _PLAYED({"id": value} if isinstance(value, str) else value)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Umpire:
    """An umpire with one club or several."""

    name: Name
    club: Name | None = None
    clubs: tuple[Name, ...] = ()


def _read_umpire(value: object) -> Umpire:
    read = _UMPIRE({"name": value} if isinstance(value, str) else value)
    return Umpire(read.name, (*([read.club] if read.club is not None else []), *read.clubs))


_UMPIRE = dataclass_reader(_Umpire, null_is_absent=True)
_PLAYED = dataclass_reader(_Played, null_is_absent=True)
_MATCH = ReadBy(dataclass_reader(_Match, null_is_absent=True))
_OUT = ReadBy(dataclass_reader(_OutOfService, names={"from": "since"}, null_is_absent=True))
_PLAYING = ReadBy(dataclass_reader(_Playing, null_is_absent=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleLine:
    """One line of input."""

    tables: int
    slot_minutes: Annotated[int, within(1, MINUTES_PER_DAY)]
    rest_slots: Annotated[int, within(0, _LONGEST_REST)] = 0
    start: _Clock
    end: _Clock | None = None
    closed: tuple[tuple[_Clock, _Clock], ...] = ()
    days: Annotated[int, within(1)] | None = None
    now: _Clock | None = None
    matches: tuple[Annotated[_Match, _MATCH], ...]
    played: tuple[Annotated[_Played, ReadBy(_read_played)], ...] = ()
    playing: tuple[Annotated[_Playing, _PLAYING], ...] = ()
    finish_by: _Clock | None = None
    out_of_service: tuple[Annotated[_OutOfService, _OUT], ...] = ()
    each_table_once: bool = False
    umpires: tuple[Annotated[Umpire, ReadBy(_read_umpire)], ...] | None = None
    clubs: Annotated[Mapping[str, str], ReadBy(mapping_without_nulls(reader_for(Name)))] = field(default_factory=dict)


_CASE = dataclass_reader(ScheduleLine, null_is_absent=True)


def answer(case: object) -> dict[str, Any]:
    line = _CASE(case)
    hours = HallHours(line.start, line.end, line.closed)
    now = _moment(line.now, line) if line.now is not None else None
    timetable = Timetable(hours, line.slot_minutes, begin=now)
    finish, wish_text = _finish_by(line, hours)
    listed = ListedMatches(
        matches=[match.listed for match in line.matches],
        tables=line.tables,
        rest=line.rest_slots,
        begun=_begun(line, now),
        out=[OutOfService(table=one.table, since=one.since, until=one.until) for one in line.out_of_service],
        finish_by=finish,
        each_table_once=line.each_table_once,
    )
    request = request_from_list(listed, timetable)
    try:
        found = plan(request)
    except CarromError as error:
        raise CarromError(
            error.code, f"{wish_text}{error}" if wish_text and "too few" in str(error) else str(error)
        ) from None
    umpire_of: dict[str, str] = {}
    if line.umpires is not None:
        umpire_of = assign_umpires(found, request.fixtures, line.umpires, clubs=line.clubs)
    rows = []
    for placing in found.placings:
        row = {**asdict(placing), "time": timetable.time(placing.slot)}
        if timetable.day(placing.slot) > 1:
            row["day"] = timetable.day(placing.slot)
        if placing.id in umpire_of:
            row["umpire"] = umpire_of[placing.id]
        rows.append(row)
    return {"slots": found.slots, "matches": rows}


def _moment(clock: int, line: ScheduleLine) -> int:
    """Minutes of the first day. If it ends after midnight, early hours belong to its night."""
    is_night = line.end is not None and line.end < line.start and clock <= line.end
    return clock + MINUTES_PER_DAY if is_night else clock


def _begun(line: ScheduleLine, now: int | None) -> dict[str, BegunMatch]:
    found = {}
    for one in line.played:
        found[one.id] = BegunMatch(until=_moment(one.ended, line) if one.ended is not None else None)
    for sits in line.playing:
        if sits.id in found:
            raise CarromError("over-and-at-table", f"the match {sits.id!r} is both over and on a table")
        until = _moment(sits.until, line) if sits.until is not None else (now or line.start) + line.slot_minutes
        found[sits.id] = BegunMatch(until=until, table=sits.table)
    return found


def _finish_by(line: ScheduleLine, hours: HallHours) -> tuple[int | None, str]:
    """Return when all matches must end, and the wish behind it, for errors."""
    if line.finish_by is not None:
        moment = line.finish_by if line.finish_by > line.start else line.finish_by + MINUTES_PER_DAY
        return moment, f"to finish by {clock_text(line.finish_by)}, "
    if line.days is None:
        return None, ""
    last = hours.last_moment(line.days)
    if last is None:
        raise CarromError("no-end-of-day", "days are counted where a day has an end")
    return last, f"to finish in {line.days} day{'s' if line.days > 1 else ''} {hours.text}, "
