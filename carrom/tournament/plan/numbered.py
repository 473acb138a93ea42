"""The request as numbers: who blocks whom, what waits for what. Both searches work on this."""

from collections import Counter
from collections.abc import Sequence

from carrom.base.errors import CarromError
from carrom.tournament.plan.request import PendingMatch, Request

Busy = str | int  # a person or side by name, a table by number


class Numbered:
    """Matches 0 … n - 1 in the order of the request.

    `rivals[m]` share somebody with m; each comes with the number of slots that must lie between their beginnings.
    `before[m]` must be over when m begins. `head[m]` is the first slot that these allow, `tail[m]` the number of
    slots that must follow m's. With `table_of` every match is bound to its table, which is busy like a person but
    needs no rest.
    """

    def __init__(self, request: Request, table_of: Sequence[int] | None = None) -> None:
        self.request = request
        self.fixtures = request.fixtures
        self.count = len(request.fixtures)
        self.gap = request.rest + 1
        number = {fixture.id: index for index, fixture in enumerate(request.fixtures)}
        self.before = [sorted({number[name] for name in fixture.after}) for fixture in request.fixtures]
        self.behind: list[list[int]] = [[] for _ in range(self.count)]
        for match, earlier in enumerate(self.before):
            for one in earlier:
                self.behind[one].append(match)
        self.order = self._order()
        self.busy = self._busy()
        if table_of is not None:
            self.busy = [(*names, table) for names, table in zip(self.busy, table_of, strict=True)]
        self.matches_of: dict[Busy, list[int]] = {}
        for match, names in enumerate(self.busy):
            for name in names:
                self.matches_of.setdefault(name, []).append(match)
        apart: list[dict[int, int]] = [{} for _ in range(self.count)]
        for name, matches in self.matches_of.items():
            gap = self.gap_of(name)
            for match in matches:
                own = apart[match]
                for other in matches:
                    own[other] = max(gap, own.get(other, 0))
        self.rivals = [
            sorted((other, gap) for other, gap in own.items() if other != match) for match, own in enumerate(apart)
        ]
        self.wait = [[apart[match].get(one, 1) for one in self.before[match]] for match in range(self.count)]
        self.head = [fixture.not_before for fixture in request.fixtures]
        self.tail = [0] * self.count
        for match in self.order:
            for one, wait in zip(self.before[match], self.wait[match], strict=True):
                self.head[match] = max(self.head[match], self.head[one] + wait)
        for match in reversed(self.order):
            for one, wait in zip(self.before[match], self.wait[match], strict=True):
                self.tail[one] = max(self.tail[one], self.tail[match] + wait)

    def gap_of(self, name: Busy) -> int:
        """How many slots lie between the beginnings of two matches of a person, or on a table."""
        return self.gap if isinstance(name, str) else 1

    def name(self, match: int) -> str:
        """The match's id, for sentences."""
        return self.fixtures[match].id

    def capacity(self, slot: int) -> int:
        """How many matches the hall can hold in a slot."""
        return len(self.request.open_tables(slot)) if self.request.closures else self.request.tables

    def last_change(self) -> int:
        """The slot from which on the same tables stay open for ever."""
        return max(
            (closure.first if closure.end is None else closure.end for closure in self.request.closures), default=0
        )

    def _order(self) -> list[int]:
        """The matches so that each comes after those it waits for."""
        missing = [len(earlier) for earlier in self.before]
        ready = [match for match in range(self.count) if not missing[match]]
        for match in ready:  # grows while it is walked
            for later in self.behind[match]:
                missing[later] -= 1
                if not missing[later]:
                    ready.append(later)
        if len(ready) < self.count:
            raise CarromError(f"the matches wait for each other: {self._circle(missing)}")
        return ready

    def _circle(self, missing: list[int]) -> str:
        match = next(match for match in range(self.count) if missing[match])
        walked: list[int] = []
        while match not in walked:
            walked.append(match)
            match = next(one for one in self.before[match] if missing[one])
        circle = [*walked[walked.index(match) :], match]
        return " after ".join(repr(self.name(one)) for one in circle)

    def _busy(self) -> list[tuple[Busy, ...]]:
        """Everybody who must be free for a match: its sides, its people, and who may come from the matches before.

        The last only where a side is not known yet: the match waits for others, names no people, and has a side
        whose name stands in no other match ("winner of S1"), or fewer than two sides.
        """
        seen = Counter(name for fixture in self.fixtures for name in {*fixture.sides, *fixture.people})
        busy: list[tuple[Busy, ...]] = [()] * self.count
        for match in self.order:
            fixture = self.fixtures[match]
            names: dict[Busy, None] = dict.fromkeys((*fixture.sides, *fixture.people))
            if _is_open(fixture, seen):
                for one in self.before[match]:
                    names |= dict.fromkeys(busy[one])
            busy[match] = tuple(names)
        return busy


def _is_open(fixture: PendingMatch, seen: Counter[str]) -> bool:
    if fixture.people or not fixture.after:
        return False
    return len(fixture.sides) < 2 or any(seen[side] == 1 for side in fixture.sides)
