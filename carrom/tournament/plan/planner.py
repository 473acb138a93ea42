"""The planner: bounds first, then the built-in search, then OR-Tools where that leaves a doubt and it is there."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from carrom.base.errors import CarromError
from carrom.tournament.plan.bounds import least_slots
from carrom.tournament.plan.numbered import Numbered
from carrom.tournament.plan.request import Request
from carrom.tournament.plan.search import Slots, first_order, length, shorter
from carrom.tournament.plan.table_choice import give_tables, table_of_each

Solver = Literal["auto", "built-in", "quick"]
"""With OR-Tools where it is there, without, or the first order that is found: for who looks again in a minute."""

# How often the built-in search weighs every place of every match: a short look before OR-Tools is asked, a long one
# where it gave no answer.
_SHORT, _LONG = 100, 2500


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """Where and when a match is played: slots from 0, tables from 1."""

    id: str
    slot: int
    table: int


@dataclass(frozen=True, slots=True)
class Plan:
    """An order of play. `least` is a number of slots below which no order exists; often it is `slots` itself."""

    slots: int
    placings: tuple[PlannedMatch, ...]
    least: int
    tasks: Numbered | None = field(default=None, compare=False, repr=False)
    """The request as numbers, where tables are free to choose: numbering a large hall takes a second."""


@dataclass(frozen=True, slots=True)
class Option:
    """What a number of tables would mean."""

    tables: int
    slots: int


def plan(request: Request, *, solver: Solver = "auto") -> Plan:
    """The order of play, by slot and table. A wish that cannot be met raises, and says which and why."""
    table_of = table_of_each(request) if request.each_table_once else None
    tasks = Numbered(request, table_of)
    bound = least_slots(tasks)
    most = request.most_slots
    if most is not None and bound.slots > most:
        raise CarromError("too-few-slots", f"{_too_few(most)}: {bound.slots} are needed for {bound.why}")
    slots, least = _order(tasks, bound.slots, solver)
    if most is not None and length(slots) > most:
        known = "no order of play has fewer" if least == length(slots) else "no shorter order of play was found"
        raise CarromError("too-few-slots", f"{_too_few(most)}: {length(slots)} are needed; {known}")
    tables = give_tables(tasks, slots) if table_of is None else table_of
    placings = [
        PlannedMatch(fixture.id, slot, table)
        for fixture, slot, table in zip(request.fixtures, slots, tables, strict=True)
    ]
    placings.sort(key=lambda placing: (placing.slot, placing.table))
    return Plan(length(slots), tuple(placings), least, tasks if table_of is None else None)


def what_if(request: Request, tables: Iterable[int], *, solver: Solver = "auto") -> tuple[Option, ...]:
    """How many slots the same matches would take on other numbers of tables."""
    return tuple(Option(count, plan(replace(request, tables=count), solver=solver).slots) for count in tables)


def _order(tasks: Numbered, least: int, solver: Solver) -> tuple[Slots, int]:
    """The shortest order found, and the number of slots below which there is none."""
    slots = first_order(tasks, least)
    if solver == "quick":
        return slots, least
    if length(slots) > least and solver == "auto":
        from carrom.tournament.plan.solver import solve

        slots = shorter(tasks, slots, least, rounds=_SHORT)
        slots, least = solve(tasks, slots, least)
    if length(slots) > least:
        slots = shorter(tasks, slots, least, rounds=_LONG)
    return slots, least


def _too_few(slots: int) -> str:
    return "1 slot is too few" if slots == 1 else f"{slots} slots are too few"
