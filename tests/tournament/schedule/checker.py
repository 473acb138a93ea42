"""An independent check of an order of play against its request."""

from __future__ import annotations

from itertools import combinations

from carrom.tournament.schedule import PendingMatch, Plan, Request


def faults(request: Request, plan: Plan) -> list[str]:
    """Return the faults of a plan. People are those named; winners and losers of earlier matches are not considered."""
    found = []
    slot = {placing.id: placing.slot for placing in plan.placings}
    table = {placing.id: placing.table for placing in plan.placings}
    if sorted(slot) != sorted(fixture.id for fixture in request.fixtures) or len(plan.placings) != len(
        request.fixtures
    ):
        found.append("a match is missing or planned twice")
    if plan.slots != max(slot.values(), default=-1) + 1:
        found.append("the number of slots is not the number used")
    for a, b in combinations(plan.placings, 2):
        if (a.slot, a.table) == (b.slot, b.table):
            found.append(f"{a.id} and {b.id} share a table")
    for placing in plan.placings:
        if not 1 <= placing.table <= request.tables or placing.slot < 0:
            found.append(f"{placing.id} is nowhere in the hall")
    for one, other in combinations(request.fixtures, 2):
        both = {*one.sides, *one.people} & {*other.sides, *other.people}
        both = {name for name in both if _may_be_in_both(name, one, other)}
        if both and abs(slot[one.id] - slot[other.id]) <= request.rest:
            found.append(f"{both} have no rest between {one.id} and {other.id}")
    for fixture in request.fixtures:
        if slot[fixture.id] < fixture.not_before:
            found.append(f"{fixture.id} is too early")
        found += [f"{fixture.id} is not after {one}" for one in fixture.after if slot[one] >= slot[fixture.id]]
        for closure in request.closures:
            end = plan.slots if closure.end is None else closure.end
            if table[fixture.id] == closure.table and closure.first <= slot[fixture.id] < end:
                found.append(f"{fixture.id} is on a closed table")
    return found


def _may_be_in_both(name: str, one: PendingMatch, other: PendingMatch) -> bool:
    """Return whether the outcomes that bring this person into one match allow those of the other."""
    for first in one.ways.get(name, [frozenset()]):
        for second in other.ways.get(name, [frozenset()]):
            if not any(what == same and outcome != too for what, outcome in first for same, too in second):
                return True
    return False
