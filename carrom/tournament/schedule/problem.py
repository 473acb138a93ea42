"""A request in numbers, for both searches."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from carrom.base.errors import CarromError
from carrom.tournament.schedule.feeding import CERTAIN, LOST, WON, Ways, are_compatible, extend_ways, merge_ways
from carrom.tournament.schedule.request import PendingMatch, Request

Resource = str | int  # person or side by name, or table by number


class ScheduleProblem:
    """Matches 0 … n - 1 in the order of the request.

    `rivals[m]` share a person with m, each with the least slots between starts. `circles` are sets of matches that all
    exclude each other. `before[m]` must end before m begins. `release[m]` is the first slot of m alone, `head[m]` with
    earlier matches, `tail[m]` the slots needed after m. `table_of` fixes tables, occupied like people but without rest.
    """

    def __init__(self, request: Request, table_of: Sequence[int] | None = None) -> None:
        self.request = request
        self.fixtures = request.fixtures
        self.count = len(request.fixtures)
        self.gap = request.rest + 1
        self.number = {fixture.id: index for index, fixture in enumerate(request.fixtures)}
        self.told = [_feeding_matches(fixture, self.number) for fixture in request.fixtures]
        self.before = [
            sorted({*(self.number[name] for name in fixture.after), *feeds.values()})
            for fixture, feeds in zip(request.fixtures, self.told, strict=True)
        ]
        self.behind: list[list[int]] = [[] for _ in range(self.count)]
        for match, earlier in enumerate(self.before):
            for one in earlier:
                self.behind[one].append(match)
        self.order = self._order()
        self.ways = self._ways()
        if table_of is not None:
            for ways, table in zip(self.ways, table_of, strict=True):
                ways[table] = CERTAIN
        self.busy = [tuple(ways) for ways in self.ways]
        self.matches_of: dict[Resource, list[int]] = {}
        for match, names in enumerate(self.busy):
            for name in names:
                self.matches_of.setdefault(name, []).append(match)
        apart: list[dict[int, int]] = [{} for _ in range(self.count)]
        self.circles: dict[Resource, list[list[int]]] = {}
        self._circles_known: dict[tuple[Ways, ...], list[list[int]]] = {}
        for name, matches in self.matches_of.items():
            gap = self.gap_of(name)
            self.circles[name] = circles = self._circles_of(name, matches)
            for circle in circles:
                for match in circle:
                    own = apart[match]
                    for other in circle:
                        own[other] = max(gap, own.get(other, 0))
        self.rivals = [
            sorted((other, gap) for other, gap in own.items() if other != match) for match, own in enumerate(apart)
        ]
        self.wait = [[apart[match].get(one, 1) for one in self.before[match]] for match in range(self.count)]
        self.release = [
            max([fixture.not_before, *(request.free_from.get(str(name), 0) for name in names)])
            for fixture, names in zip(request.fixtures, self.busy, strict=True)
        ]
        self.head = list(self.release)
        self.tail = [0] * self.count
        for match in self.order:
            for one, wait in zip(self.before[match], self.wait[match], strict=True):
                self.head[match] = max(self.head[match], self.head[one] + wait)
        for match in reversed(self.order):
            for one, wait in zip(self.before[match], self.wait[match], strict=True):
                self.tail[one] = max(self.tail[one], self.tail[match] + wait)

    def gap_of(self, name: Resource) -> int:
        """Slots between starts of two matches of a person or table."""
        return self.gap if isinstance(name, str) else 1

    def name(self, match: int) -> str:
        return self.fixtures[match].id

    def people_needed(self, match: int) -> int:
        sure = sum(ways == CERTAIN for name, ways in self.ways[match].items() if isinstance(name, str))
        return max(1, sure)

    def capacity(self, slot: int) -> int:
        return len(self.request.open_tables(slot)) if self.request.closures else self.request.tables

    def last_change(self) -> int:
        return max(
            (closure.first if closure.end is None else closure.end for closure in self.request.closures), default=0
        )

    def _order(self) -> list[int]:
        missing = [len(earlier) for earlier in self.before]
        ready = [match for match in range(self.count) if not missing[match]]
        for match in ready:  # grows during iteration
            for later in self.behind[match]:
                missing[later] -= 1
                if not missing[later]:
                    ready.append(later)
        if len(ready) < self.count:
            raise CarromError("matches-in-a-circle", f"the matches wait for each other: {self._circle(missing)}")
        return ready

    def _circle(self, missing: list[int]) -> str:
        match = next(match for match in range(self.count) if missing[match])
        walked: list[int] = []
        while match not in walked:
            walked.append(match)
            match = next(one for one in self.before[match] if missing[one])
        circle = [*walked[walked.index(match) :], match]
        return " after ".join(repr(self.name(one)) for one in circle)

    def _ways(self) -> list[dict[Resource, Ways]]:
        """Who must be free for each match, with their ways into it.

        Players of earlier matches count where a side says so ("winner of S1") or is open.
        """
        counts = Counter(name for fixture in self.fixtures for name in {*fixture.sides, *fixture.people})
        found: list[dict[Resource, Ways]] = [{} for _ in range(self.count)]
        for match in self.order:
            fixture = self.fixtures[match]
            names = found[match]
            for name in (*fixture.sides, *fixture.people):
                names[name] = fixture.ways.get(name, CERTAIN)
            arriving: dict[Resource, Ways] = {}
            for (_, outcome), fed in self.told[match].items():
                for one, ways in found[fed].items():
                    gone_on = extend_ways(ways, self.name(fed), outcome)
                    if gone_on:
                        arriving[one] = merge_ways((*arriving.get(one, ()), *gone_on))
            names |= {name: ways for name, ways in fixture.ways.items() if name not in names}
            if fixture.people:
                known = (name for name in fixture.people if name not in fixture.ways and name in arriving)
                names |= {name: arriving[name] for name in known}
                continue
            names |= {name: ways for name, ways in arriving.items() if name not in fixture.sides}
            untold = [one for one in self.before[match] if one not in self.told[match].values()]
            fed_sides = [side for side in fixture.sides if (fed_by := _read_feeder(side)) and fed_by[1] in self.number]
            is_open = any(counts[side] == 1 for side in fixture.sides if side not in fed_sides)
            if untold and not fixture.ways and (len(fixture.sides) < 2 or is_open):
                for one in untold:
                    names |= dict.fromkeys(found[one], CERTAIN)
        return found

    def _circles_of(self, name: Resource, matches: list[int]) -> list[list[int]]:
        ways = tuple(self.ways[match][name] for match in matches)
        if all(way == CERTAIN for way in ways):
            return [matches]
        if ways not in self._circles_known:  # a group's members share matches and ways
            self._circles_known[ways] = _circles(ways)
        return [[matches[at] for at in circle] for circle in self._circles_known[ways]]


def _circles(ways: Sequence[Ways]) -> list[list[int]]:
    matches = range(len(ways))
    rivals: dict[int, set[int]] = {match: set() for match in matches}
    for one, other in combinations(matches, 2):
        if are_compatible(ways[one], ways[other]):
            rivals[one].add(other)
            rivals[other].add(one)
    found: list[list[int]] = [[match] for match in matches if not rivals[match]]
    covered: set[tuple[int, int]] = set()
    for one, other in combinations(matches, 2):
        if other in rivals[one] and (one, other) not in covered:
            circle = [one, other]
            for third in matches:
                if third not in circle and all(third in rivals[member] for member in circle):
                    circle.append(third)
            circle.sort()
            covered |= set(combinations(circle, 2))
            found.append(circle)
    return found


def _read_feeder(side: str) -> tuple[str, str] | None:
    """Outcome and match of "winner of M1" or "loser of M1"."""
    found = re.fullmatch(r"(winner|loser) of (.+)", side)
    return (WON if found[1] == "winner" else LOST, found[2]) if found else None


def _feeding_matches(fixture: PendingMatch, number: dict[str, int]) -> dict[tuple[str, str], int]:
    if fixture.people and fixture.ways:
        return {}
    fed = [one for side in fixture.sides if (one := _read_feeder(side)) is not None and one[1] in number]
    return {(match, outcome): number[match] for outcome, match in fed}
