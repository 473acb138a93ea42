"""Assign times: each match in planned order, as soon as a table and its people are free."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from random import Random

from carrom.tournament.schedule.hall_hours import HallHours
from carrom.tournament.schedule.planner import Plan
from carrom.tournament.schedule.problem import ScheduleProblem
from carrom.tournament.schedule.request import Request

TRIES = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedMatch:
    """Match with its times, in minutes from midnight of the first day."""

    id: str
    slot: int
    table: int
    begins: int
    ends: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockConstraints:
    """Lengths of matches, and when the plan, tables and people can begin."""

    hours: HallHours
    begin: int
    minutes: Mapping[str, int]
    rest: int
    tables: Mapping[int, int]
    """Minute from which each open table is free."""
    people: Mapping[str, int]
    """Minute from which busy or resting people are free."""
    not_before: Mapping[str, int]


def assign_times(
    request: Request, plan: Plan, clock: ClockConstraints, *, tries: int = TRIES
) -> tuple[TimedMatch, ...]:
    """Plan in minutes, by time and table.

    With breaks or unequal matches, the best of several sequences is taken.
    """
    tasks = plan.tasks or ScheduleProblem(request)
    slot = {tasks.number[placing.id]: placing.slot for placing in plan.placings}
    table = {tasks.number[placing.id]: placing.table for placing in plan.placings}
    place = [float(slot[match]) + table[match] / (request.tables + 1) for match in range(tasks.count)]
    best = _lay_out(tasks, _sequence(tasks, place), clock, table)
    if tries and not _are_slots_exact(clock):
        hurry = [-float(minutes) for minutes in _minutes_behind(tasks, clock)]
        lots = Random(1)
        for attempt in range(tries):
            keys, blur = (place, 1.5) if attempt % 2 else (hurry, 0.3 * clock.rest + 30.0)
            blurred = [key + (lots.random() * blur if attempt > 1 else 0.0) for key in keys]
            best = min(best, _lay_out(tasks, _sequence(tasks, blurred), clock, table), key=_finish)
    found = [
        TimedMatch(id=tasks.name(match), slot=slot[match], table=own.table, begins=own.begins, ends=own.ends)
        for match, own in best.items()
    ]
    return tuple(sorted(found, key=lambda one: (one.begins, one.table)))


@dataclass(frozen=True, slots=True)
class _Placement:
    table: int
    begins: int
    ends: int


def _finish(laid: Mapping[int, _Placement]) -> tuple[int, int]:
    return max(one.ends for one in laid.values()), sum(one.begins for one in laid.values())


def _are_slots_exact(clock: ClockConstraints) -> bool:
    is_level = len(set(clock.minutes.values())) < 2 and all(free <= clock.begin for free in clock.tables.values())
    return is_level and clock.hours.end is None and not clock.hours.closed and not clock.people


def _minutes_behind(tasks: ScheduleProblem, clock: ClockConstraints) -> list[int]:
    behind = [0] * tasks.count
    for match in reversed(tasks.order):
        later = max((behind[one] + clock.rest for one in tasks.behind[match]), default=0)
        behind[match] = clock.minutes[tasks.name(match)] + later
    return behind


def _sequence(tasks: ScheduleProblem, keys: Sequence[float]) -> list[int]:
    missing = [len(earlier) for earlier in tasks.before]
    ready = [(keys[match], match) for match in range(tasks.count) if not missing[match]]
    heapify(ready)
    found = []
    while ready:
        _, match = heappop(ready)
        found.append(match)
        for later in tasks.behind[match]:
            missing[later] -= 1
            if not missing[later]:
                heappush(ready, (keys[later], later))
    return found


def _lay_out(
    tasks: ScheduleProblem, sequence: Sequence[int], clock: ClockConstraints, wanted: Mapping[int, int]
) -> dict[int, _Placement]:
    laid: dict[int, _Placement] = {}
    on: dict[int, list[_Placement]] = {table: [] for table in clock.tables}
    over = dict.fromkeys(clock.tables, 0)
    full: dict[int, int] = {}  # by length: no table has room earlier

    def frees_at(begin: int, minutes: int) -> dict[int, int]:
        return {
            table: max(free, begin) if over[table] <= begin else _free_at(on[table], free, begin, minutes)
            for table, free in clock.tables.items()
        }

    for match in sequence:
        name, minutes = tasks.name(match), clock.minutes[tasks.name(match)]
        room = clock.hours.fit(full.get(minutes, clock.begin), minutes)
        while (first := min(frees_at(room, minutes).values())) > room:
            room = clock.hours.fit(first, minutes)
        full[minutes] = room
        begin = max(room, clock.not_before.get(name, 0))
        begin = max([begin, *(clock.people.get(str(one), 0) for one in tasks.busy[match])])
        begin = max([begin, *(laid[one].ends for one in tasks.before[match])])
        busy = [
            (laid[rival].begins - clock.rest, laid[rival].ends + clock.rest)
            for rival, _ in tasks.rivals[match]
            if rival in laid
        ]
        while True:
            begin = clock.hours.fit(begin, minutes)
            late = max((until for since, until in busy if since < begin + minutes and begin < until), default=begin)
            if late > begin:
                begin = late
                continue
            frees = frees_at(begin, minutes)
            first = min(frees.values())
            if first <= begin:
                break
            begin = first
        table = min((one for one in frees if frees[one] <= begin), key=lambda one: (one != wanted[match], one))
        laid[match] = _Placement(table, begin, begin + minutes)
        on[table].append(laid[match])
        over[table] = max(over[table], begin + minutes)
    return laid


def _free_at(own: Sequence[_Placement], free: int, begin: int, minutes: int) -> int:
    """Return when a table is free for `minutes`, or a lower limit."""
    blocking = [one.ends for one in own if one.begins < begin + minutes and begin < one.ends]
    return max([free if free > begin else begin, *blocking])
