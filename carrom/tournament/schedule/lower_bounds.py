"""Lower bounds on the number of slots, with reasons."""

from collections.abc import Sequence
from dataclasses import dataclass

from carrom.base.errors import CarromError
from carrom.tournament.draws.round_robin import circle_pairs
from carrom.tournament.schedule.problem import Resource, ScheduleProblem
from carrom.tournament.schedule.request import PendingMatch


@dataclass(frozen=True, slots=True)
class RoundRobin:
    sides: tuple[str, ...]
    match_of: dict[frozenset[str], int]

    def rounds(self) -> list[list[int]]:
        pairs = [
            [frozenset((self.sides[one], self.sides[other])) for one, other in pairs]
            for pairs in circle_pairs(len(self.sides))
        ]
        return [[self.match_of[pair] for pair in round] for round in pairs]


def find_round_robins(fixtures: Sequence[PendingMatch]) -> list[RoundRobin]:
    """Sets of at least three sides that meet each other once and no others."""
    set_of: dict[str, set[str]] = {}
    for fixture in fixtures:
        joined = set(fixture.sides).union(*(set_of.get(side, ()) for side in fixture.sides))
        for side in joined:
            set_of[side] = joined
    matches: dict[int, list[int]] = {}
    for match, fixture in enumerate(fixtures):
        if fixture.sides:
            matches.setdefault(id(set_of[fixture.sides[0]]), []).append(match)
    found = []
    for own in matches.values():
        sides = dict.fromkeys(side for match in own for side in fixtures[match].sides)
        match_of = {frozenset(fixtures[match].sides): match for match in own}
        is_whole = len(own) == len(match_of) == len(sides) * (len(sides) - 1) // 2
        if len(sides) > 2 and is_whole and all(len(pair) == 2 for pair in match_of):
            found.append(RoundRobin(tuple(sides), match_of))
    return found


@dataclass(frozen=True, slots=True)
class LowerBound:
    slots: int
    why: str


def minimum_slots(tasks: ScheduleProblem) -> LowerBound:
    if not tasks.count:
        return LowerBound(0, "there is nothing to play")
    found = [_by_tables(tasks), _by_waiting(tasks), _by_person(tasks), *_by_circle(tasks), *_by_meeting(tasks)]
    return max(found, key=lambda bound: bound.slots)


def _by_tables(tasks: ScheduleProblem) -> LowerBound:
    best = LowerBound(0, "")
    for head in sorted(set(tasks.head)):
        late = [match for match in range(tasks.count) if tasks.head[match] >= head]
        for tail in sorted({tasks.tail[match] for match in late}):
            count = sum(tasks.tail[match] >= tail for match in late)
            slots = _end_of_last(tasks, head, count) + tail
            if slots > best.slots:
                best = LowerBound(slots, _tables_why(tasks, count, head))
    return best


def _tables_why(tasks: ScheduleProblem, count: int, head: int) -> str:
    tables = tasks.request.tables
    closed = ", some of them out of service for a time" if tasks.request.closures else ""
    begin = f", none of them before slot {head}" if head else ""
    return f"{count} match{'es' if count > 1 else ''} on {tables} table{'s' if tables > 1 else ''}{closed}{begin}"


def _end_of_last(tasks: ScheduleProblem, slot: int, count: int) -> int:
    """Return when `count` matches from `slot` on can be over."""
    steady = tasks.last_change()
    while count > 0:
        capacity = tasks.capacity(slot)
        if slot >= steady:
            if not capacity:
                raise CarromError(
                    "no-tables", f"every table is out of service from slot {steady} on, and {count} matches are left"
                )
            return slot - (-count // capacity)
        count -= capacity
        slot += 1
    return slot


def _by_waiting(tasks: ScheduleProblem) -> LowerBound:
    match = max(range(tasks.count), key=lambda one: tasks.head[one] + tasks.tail[one])
    slots = tasks.head[match] + tasks.tail[match] + 1
    return LowerBound(
        slots, f"the chain of matches that wait for each other through {tasks.name(match)!r} takes {slots} slots"
    )


def _by_person(tasks: ScheduleProblem) -> LowerBound:
    best = LowerBound(0, "")
    for name, matches in ((name, circle) for name, circles in tasks.circles.items() for circle in circles):
        gap = tasks.gap_of(name)
        for head in {tasks.head[match] for match in matches}:
            late = [match for match in matches if tasks.head[match] >= head]
            for tail in {tasks.tail[match] for match in late}:
                count = sum(tasks.tail[match] >= tail for match in late)
                slots = head + (count - 1) * gap + 1 + tail
                if slots > best.slots:
                    best = LowerBound(slots, _person_why(name, count, gap, head, tail))
    return best


def _person_why(name: Resource, count: int, gap: int, head: int, tail: int) -> str:
    rest = f" with {gap - 1} free between them" if gap > 1 else ""
    begin = f", the first in slot {head} at the earliest" if head else ""
    end = f", and {tail} slot{'s' if tail > 1 else ''} must follow" if tail else ""
    who = repr(name) if isinstance(name, str) else f"table {name}"
    return f"{who} may have {count} match{'es' if count > 1 else ''}{rest}{begin}{end}"


def _by_circle(tasks: ScheduleProblem) -> list[LowerBound]:
    """Find bounds from closed sets of sides: no more than half of one play in any `gap` slots."""
    found = []
    seen = [False] * tasks.count
    for start in range(tasks.count):
        if seen[start]:
            continue
        seen[start] = True
        matches = [start]
        for match in matches:  # grows during iteration
            for rival, _ in tasks.rivals[match]:
                if not seen[rival]:
                    seen[rival] = True
                    matches.append(rival)
        names = {name for match in matches for name in tasks.busy[match] if isinstance(name, str)}
        at_once = len(names) // min(map(tasks.people_needed, matches))
        if not at_once:
            continue
        # In a shorter last stretch tables may be the limit.
        full = min(at_once, tasks.request.tables * tasks.gap)
        stretches, left = divmod(len(matches), full)
        last = -(-left // tasks.request.tables)
        if not left:
            stretches, last = stretches - 1, -(-full // tasks.request.tables)
        why = f"{len(matches)} matches among {len(names)} sides, {full} in any {tasks.gap} slots"
        found.append(LowerBound(stretches * tasks.gap + last, why))
    return found


def _by_meeting(tasks: ScheduleProblem) -> list[LowerBound]:
    """Find bounds from round robins where not all sides can play at once: every side must change shifts.

    A side's lateness is how many slots its n-th match comes after slot n × gap; it never decreases. If no side is late
    by a whole gap, only equally late sides share a slot. So at the end every side is at least as late as any was at the
    beginning, and the tables force as many shifts at both ends.
    """
    found = []
    for league in find_round_robins(tasks.fixtures):
        sides = len(league.sides)
        shifts = -(-sides // (2 * tasks.request.tables))
        slots = (sides - 2) * tasks.gap + 1 + min(tasks.gap, 2 * (shifts - 1))
        why = f"{sides} sides that all meet, {2 * tasks.request.tables} at once, with {tasks.gap - 1} slots of rest"
        found.append(LowerBound(slots, why))
    return found
