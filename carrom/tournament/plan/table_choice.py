"""Which table a match is played on, once or before its slot is known."""

from collections import Counter
from dataclasses import replace

from carrom.base.errors import CarromError
from carrom.tournament.plan.bounds import least_slots
from carrom.tournament.plan.numbered import Numbered
from carrom.tournament.plan.request import PendingMatch, Request
from carrom.tournament.plan.search import Slots, first_order, length, shorter

_ROUNDS = 5000


def give_tables(tasks: Numbered, slots: Slots) -> list[int]:
    """A table for every match: of those free, the one that its sides used least."""
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


def table_of_each(request: Request) -> list[int]:
    """A table for every match so that each side plays once on every table; refused where that cannot be.

    On one table every side then meets exactly one other, so sides that meet only each other must be even in number.
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
    for circle in _circles(request.fixtures):
        if len(circle) % 2:
            raise CarromError(
                "once-on-every-table",
                f"'each side once on every table' is not possible: {len(circle)} sides ({_some(circle)}) meet "
                f"only each other, and {len(circle)} is odd, so on every table one of them would be left "
                "without an opponent",
            )
    # Tables instead of slots: nobody twice at the same one, as many of them as there are.
    only_sides = [PendingMatch(id=fixture.id, sides=fixture.sides) for fixture in request.fixtures]
    tasks = Numbered(replace(request, fixtures=tuple(only_sides), tables=max(1, len(only_sides)), rest=0))
    least = least_slots(tasks).slots
    tables = shorter(tasks, first_order(tasks, least), least, rounds=_ROUNDS)
    if length(tables) > request.tables:
        raise CarromError(
            "once-on-every-table",
            f"'each side once on every table' could not be met: the best division found needs {length(tables)} tables",
        )
    return [table + 1 for table in tables]


def _circles(fixtures: tuple[PendingMatch, ...]) -> list[list[str]]:
    """Sides that meet each other, directly or through others."""
    circle_of: dict[str, list[str]] = {}
    for fixture in fixtures:
        merged: list[str] = []
        for side in fixture.sides:
            own = circle_of.get(side, [side])
            merged += [name for name in own if name not in merged]
        for name in merged:
            circle_of[name] = merged
    return list({id(circle): circle for circle in circle_of.values()}.values())


def _some(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 6 else f"{', '.join(names[:5])} …"
