"""Delays pushed forward: when each match will really begin, seen from what has happened so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from carrom.tournament.plan import Fixture, Plan, Timetable
from carrom.tournament.plan.queue import Played


@dataclass(frozen=True, slots=True)
class Expected:
    """A match that has not begun: when it was planned and when it can begin, in minutes after midnight."""

    id: str
    table: int
    planned: int
    begins: int

    @property
    def delay(self) -> int:
        """Minutes late."""
        return self.begins - self.planned


def push_delays(
    plan: Plan,
    fixtures: Sequence[Fixture],
    timetable: Timetable,
    played: Iterable[Played],
    *,
    now: int,
    rest_slots: int = 0,
) -> tuple[Expected, ...]:
    """The matches still to come, in plan order, none earlier than planned.

    A match on a table is taken to last one slot from its beginning, or until now if it is over that. Tables, people
    with their rest, and matches waited for push what follows, and only as far as they must.
    """
    minutes = timetable.slot_minutes
    rest = rest_slots * minutes
    of = {fixture.id: fixture for fixture in fixtures}
    table_free: dict[int, int] = {}
    person_free: dict[str, int] = {}
    over: dict[str, int] = {}

    def note(match: str, table: int, names: Iterable[str], end: int) -> None:
        over[match] = end
        table_free[table] = max(end, table_free.get(table, end))
        for name in names:
            person_free[name] = max(end + rest, person_free.get(name, end + rest))

    for match in played:
        end = match.ended if match.ended is not None else max(now, match.began + minutes)
        note(match.id, match.table, match.names, end)
    expected = []
    for placing in plan.placings:
        if placing.id in over:
            continue
        fixture = of[placing.id]
        names = (*fixture.sides, *fixture.people)
        planned = timetable.start + placing.slot * minutes
        begins = max(
            planned,
            now,
            table_free.get(placing.table, 0),
            *(person_free.get(name, 0) for name in names),
            *(over.get(earlier, 0) for earlier in fixture.after),
        )
        note(placing.id, placing.table, names, begins + minutes)
        expected.append(Expected(placing.id, placing.table, planned, begins))
    return tuple(expected)
