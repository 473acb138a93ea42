"""Plan an order of play: lower bounds, built-in search, OR-Tools if installed, then tables."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from carrom.base.errors import CarromError
from carrom.tournament.schedule.lower_bounds import minimum_slots
from carrom.tournament.schedule.problem import ScheduleProblem
from carrom.tournament.schedule.request import PendingMatch, Request
from carrom.tournament.schedule.search import Slots, greedy_order, shorten_schedule, slot_count, solve_schedule

ScheduleSolver = Literal["auto", "built-in", "quick"]
"""`quick` takes the first order found, for callers that soon ask again."""
# The built-in search is brief before OR-Tools, and long if that gives no answer.
_SHORT, _LONG = 100, 2500
_ROUNDS = 5000


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """Slot (from 0) and table (from 1) of a match."""

    id: str
    slot: int
    table: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Order of play; none has fewer slots than `least`."""

    slots: int
    placings: tuple[PlannedMatch, ...]
    least: int
    tasks: ScheduleProblem | None = field(default=None, compare=False, repr=False)
    """Numbering a large hall takes a second, so it is passed on."""


@dataclass(frozen=True, slots=True)
class TableOption:
    tables: int
    slots: int


def plan(request: Request, *, solver: ScheduleSolver = "auto") -> Plan:
    """Plan matches by slot and table. Raises CarromError if a wish cannot be met."""
    table_of = tables_once_each(request) if request.each_table_once else None
    tasks = ScheduleProblem(request, table_of)
    bound = minimum_slots(tasks)
    most = request.most_slots
    if most is not None and bound.slots > most:
        raise CarromError("too-few-slots", f"{_too_few(most)}: {bound.slots} are needed for {bound.why}")
    slots, least = _find_order(tasks, bound.slots, solver)
    if most is not None and slot_count(slots) > most:
        known = "no order of play has fewer" if least == slot_count(slots) else "no shorter order of play was found"
        raise CarromError("too-few-slots", f"{_too_few(most)}: {slot_count(slots)} are needed; {known}")
    tables = assign_tables(tasks, slots) if table_of is None else table_of
    placings = [
        PlannedMatch(fixture.id, slot, table)
        for fixture, slot, table in zip(request.fixtures, slots, tables, strict=True)
    ]
    placings.sort(key=lambda placing: (placing.slot, placing.table))
    return Plan(slot_count(slots), tuple(placings), least, tasks if table_of is None else None)


def what_if(request: Request, tables: Iterable[int], *, solver: ScheduleSolver = "auto") -> tuple[TableOption, ...]:
    return tuple(TableOption(count, plan(replace(request, tables=count), solver=solver).slots) for count in tables)


def _find_order(tasks: ScheduleProblem, least: int, solver: ScheduleSolver) -> tuple[Slots, int]:
    slots = greedy_order(tasks, least)
    if solver == "quick":
        return slots, least
    if slot_count(slots) > least and solver == "auto":
        slots = shorten_schedule(tasks, slots, least, rounds=_SHORT)
        slots, least = solve_schedule(tasks, slots, least)
    if slot_count(slots) > least:
        slots = shorten_schedule(tasks, slots, least, rounds=_LONG)
    return slots, least


def _too_few(slots: int) -> str:
    return "1 slot is too few" if slots == 1 else f"{slots} slots are too few"


def assign_tables(tasks: ScheduleProblem, slots: Slots) -> list[int]:
    """Give each match the free table that its sides have used least."""
    used: Counter[tuple[str, int]] = Counter()
    tables = [0] * tasks.count
    free: dict[int, list[int]] = {}
    for match in sorted(range(tasks.count), key=lambda one: (slots[one], one)):
        open_now = free.setdefault(slots[match], tasks.request.open_tables(slots[match]))
        sides = tasks.fixtures[match].sides
        table = min(open_now, key=lambda one: (sum(used[side, one] for side in sides), one))
        open_now.remove(table)
        tables[match] = table
        for side in sides:
            used[side, table] += 1
    return tables


def tables_once_each(request: Request) -> list[int]:
    """Tables so that each side plays once on every table.

    Each side then meets one other on a table, so a closed set of sides must be even in number.
    """
    if request.closures:
        raise CarromError(
            "once-on-every-table", "'each side once on every table' cannot be promised while tables go out of service"
        )
    played = Counter(side for fixture in request.fixtures for side in fixture.sides)
    for side, count in played.items():
        if count != request.tables:
            raise CarromError(
                "once-on-every-table",
                f"'each side once on every table' is not possible: {side!r} plays {count} matches, there are "
                f"{request.tables} tables",
            )
    for circle in _connected_sides(request.fixtures):
        if len(circle) % 2:
            raise CarromError(
                "once-on-every-table",
                f"'each side once on every table' is not possible: {len(circle)} sides ({_first_names(circle)}) meet "
                f"only each other, and {len(circle)} is odd, so on every table one of them would be left "
                "without an opponent",
            )
    # Plan tables like slots: no side uses one twice.
    only_sides = [PendingMatch(id=fixture.id, sides=fixture.sides) for fixture in request.fixtures]
    tasks = ScheduleProblem(replace(request, fixtures=tuple(only_sides), tables=max(1, len(only_sides)), rest=0))
    least = minimum_slots(tasks).slots
    tables = shorten_schedule(tasks, greedy_order(tasks, least), least, rounds=_ROUNDS)
    if slot_count(tables) > request.tables:
        raise CarromError(
            "once-on-every-table",
            "'each side once on every table' could not be met: the best division found needs "
            f"{slot_count(tables)} tables",
        )
    return [table + 1 for table in tables]


def _connected_sides(fixtures: tuple[PendingMatch, ...]) -> list[list[str]]:
    circle_of: dict[str, list[str]] = {}
    for fixture in fixtures:
        merged: list[str] = []
        for side in fixture.sides:
            own = circle_of.get(side, [side])
            merged += [name for name in own if name not in merged]
        for name in merged:
            circle_of[name] = merged
    return list({id(circle): circle for circle in circle_of.values()}.values())


def _first_names(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 6 else f"{', '.join(names[:5])} …"
