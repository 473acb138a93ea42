"""How many slots any order of play needs, with the reason in words."""

from dataclasses import dataclass

from carrom.base.errors import CarromError
from carrom.tournament.plan.numbered import Busy, Numbered
from carrom.tournament.plan.rounds import all_play_alls


@dataclass(frozen=True, slots=True)
class Bound:
    """No order of play has fewer slots, because …"""

    slots: int
    why: str


def least_slots(tasks: Numbered) -> Bound:
    """The strongest of a few simple bounds."""
    if not tasks.count:
        return Bound(0, "there is nothing to play")
    found = [_by_tables(tasks), _by_waiting(tasks), _by_person(tasks), *_by_circle(tasks), *_by_meeting(tasks)]
    return max(found, key=lambda bound: bound.slots)


def _by_tables(tasks: Numbered) -> Bound:
    """Matches are many, tables are few. Those that cannot begin early, or must leave time, are counted apart."""
    best = Bound(0, "")
    for head in sorted(set(tasks.head)):
        late = [match for match in range(tasks.count) if tasks.head[match] >= head]
        for tail in sorted({tasks.tail[match] for match in late}):
            count = sum(tasks.tail[match] >= tail for match in late)
            slots = _filled(tasks, head, count) + tail
            if slots > best.slots:
                best = Bound(slots, _tables_why(tasks, count, head))
    return best


def _tables_why(tasks: Numbered, count: int, head: int) -> str:
    tables = tasks.request.tables
    closed = ", some of them out of service for a time" if tasks.request.closures else ""
    begin = f", none of them before slot {head}" if head else ""
    return f"{count} match{'es' if count > 1 else ''} on {tables} table{'s' if tables > 1 else ''}{closed}{begin}"


def _filled(tasks: Numbered, slot: int, count: int) -> int:
    """The end of the slot in which the last of `count` matches can be played, from `slot` on."""
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


def _by_waiting(tasks: Numbered) -> Bound:
    match = max(range(tasks.count), key=lambda one: tasks.head[one] + tasks.tail[one])
    slots = tasks.head[match] + tasks.tail[match] + 1
    return Bound(
        slots, f"the chain of matches that wait for each other through {tasks.name(match)!r} takes {slots} slots"
    )


def _by_person(tasks: Numbered) -> Bound:
    """Somebody has many matches, each of which leaves a rest. Those that cannot begin early are counted apart too."""
    best = Bound(0, "")
    for name, matches in ((name, circle) for name, circles in tasks.circles.items() for circle in circles):
        gap = tasks.gap_of(name)
        for head in {tasks.head[match] for match in matches}:
            late = [match for match in matches if tasks.head[match] >= head]
            for tail in {tasks.tail[match] for match in late}:
                count = sum(tasks.tail[match] >= tail for match in late)
                slots = head + (count - 1) * gap + 1 + tail
                if slots > best.slots:
                    best = Bound(slots, _person_why(name, count, gap, head, tail))
    return best


def _person_why(name: Busy, count: int, gap: int, head: int, tail: int) -> str:
    rest = f" with {gap - 1} free between them" if gap > 1 else ""
    begin = f", the first in slot {head} at the earliest" if head else ""
    end = f", and {tail} slot{'s' if tail > 1 else ''} must follow" if tail else ""
    who = repr(name) if isinstance(name, str) else f"table {name}"
    return f"{who} may have {count} match{'es' if count > 1 else ''}{rest}{begin}{end}"


def _by_circle(tasks: Numbered) -> list[Bound]:
    """Among sides that meet only each other, half of them (rounded down) play in each stretch of `gap` slots."""
    found = []
    seen = [False] * tasks.count
    for start in range(tasks.count):
        if seen[start]:
            continue
        seen[start] = True
        matches = [start]
        for match in matches:  # grows while it is walked
            for rival, _ in tasks.rivals[match]:
                if not seen[rival]:
                    seen[rival] = True
                    matches.append(rival)
        names = {name for match in matches for name in tasks.busy[match] if isinstance(name, str)}
        at_once = len(names) // min(map(tasks.people_needed, matches))
        if not at_once:
            continue
        # So many in a full stretch; the last one may be shorter, and then its tables may bind first.
        full = min(at_once, tasks.request.tables * tasks.gap)
        stretches, left = divmod(len(matches), full)
        last = -(-left // tasks.request.tables)
        if not left:
            stretches, last = stretches - 1, -(-full // tasks.request.tables)
        why = f"{len(matches)} matches among {len(names)} sides, {full} in any {tasks.gap} slots"
        found.append(Bound(stretches * tasks.gap + last, why))
    return found


def _by_meeting(tasks: Numbered) -> list[Bound]:
    """Where everybody meets everybody and not all can play at once, everybody must change shifts.

    Call a side late by what its n-th match lags behind slot n times gap; it never gets less late. If nobody may be
    as late as a whole gap, only sides that are equally late share a slot. So at the end everybody is at least as late
    as anybody was at the beginning, and in as many shifts as the tables make at the beginning and again at the end.
    """
    found = []
    for league in all_play_alls(tasks.fixtures):
        sides = len(league.sides)
        shifts = -(-sides // (2 * tasks.request.tables))
        slots = (sides - 2) * tasks.gap + 1 + min(tasks.gap, 2 * (shifts - 1))
        why = f"{sides} sides that all meet, {2 * tasks.request.tables} at once, with {tasks.gap - 1} slots of rest"
        found.append(Bound(slots, why))
    return found
