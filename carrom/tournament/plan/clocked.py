"""From slots to minutes: the matches in their planned order, each as soon as a table and its people are free.

The plan says who goes before whom. Matches that are longer than a slot, and tables that are free between two slots,
are dealt with here, to the minute; where all matches are a slot long the times are those of the slots.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from carrom.tournament.plan.hours import Hours
from carrom.tournament.plan.numbered import Numbered
from carrom.tournament.plan.planner import Plan
from carrom.tournament.plan.request import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockedMatch:
    """A match with its table and its minutes, from midnight of the first day."""

    id: str
    slot: int
    table: int
    begins: int
    ends: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """What minutes need to be known: when the plan begins, how long everything lasts, who and what is free when."""

    hours: Hours
    begin: int
    minutes: Mapping[str, int]
    rest: int
    tables: Mapping[int, int]
    """The tables in service, each with the minute from which on it is free."""
    people: Mapping[str, int]
    """From when on somebody may play who still plays or rests at the beginning."""
    not_before: Mapping[str, int]


def clocked(request: Request, plan: Plan, clock: Clock) -> tuple[ClockedMatch, ...]:
    """The plan to the minute, by time and table."""
    tasks = Numbered(request)
    tables = dict(clock.tables)
    ends: dict[int, int] = {}
    found = []
    for placing in sorted(plan.placings, key=lambda one: (one.slot, one.table)):
        match = tasks.number[placing.id]
        ready = max(clock.begin, clock.not_before.get(placing.id, 0))
        ready = max([ready, *(clock.people.get(str(name), 0) for name in tasks.busy[match])])
        for rival, gap in tasks.rivals[match]:
            if rival in ends:
                ready = max(ready, ends[rival] + (clock.rest if gap > 1 else 0))
        ready = max([ready, *(ends[one] for one in tasks.before[match])])
        minutes = clock.minutes[placing.id]
        begins = {table: clock.hours.fit(max(ready, free), minutes) for table, free in tables.items()}
        table = min(begins, key=lambda one: (begins[one], one != placing.table, one))
        ends[match] = tables[table] = begins[table] + minutes
        found.append(
            ClockedMatch(id=placing.id, slot=placing.slot, table=table, begins=begins[table], ends=ends[match])
        )
    return tuple(sorted(found, key=lambda one: (one.begins, one.table)))
