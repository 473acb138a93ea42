"""Live queue: which match goes to the next free table, and why others wait (`_Desk.obstacles`).

It knows numbers and names only: `desk.calling` fills it from a tournament and refuses calls, and `desk.blockers` finds
the results and seats to wait for, which arrive here as `held`.

First come matches that must leave their table, then the longest chain behind them, the longest wait, and plan order.
Times are minutes from midnight of the first day.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from carrom.tournament.schedule.hall_hours import moment_text
from carrom.tournament.schedule.request import PendingMatch
from carrom.tournament.schedule.umpires import Umpire, is_neutral

WaitCause = Literal["held", "feeder", "not-before", "closing", "playing", "rest", "absent", "table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedMatch(PendingMatch):
    """Match that waits for a table; the queue is in plan order.

    `held` is a reason other than tables and people. `is_moving`: its table is out of service. `closing`: it would not
    end before the hall closes.
    """

    held: str | None = None
    closing: str | None = None
    is_moving: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.sides, *self.people)))


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedMatch:
    """Match that has begun; `ended` is unset while it is on the table.

    After a void match its players rest, and the matches after it wait on.
    """

    id: str
    table: int
    names: tuple[str, ...]
    began: int
    ended: int | None = None
    umpire: str | None = None
    is_void: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HallNow:
    """The hall now; `names` gives people's names by id, for messages."""

    now: int
    tables: tuple[int, ...]
    played: tuple[StartedMatch, ...] = ()
    rest: int = 0
    absent: frozenset[str] = frozenset()
    umpires: tuple[Umpire, ...] = ()
    clubs: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Call:
    match: str
    table: int
    umpire: str | None


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    match: str
    cause: WaitCause
    why: str


def calls(hall: HallNow, queue: Sequence[QueuedMatch]) -> tuple[tuple[Call, ...], tuple[WaitingMatch, ...]]:
    """Matches to call, and why each other match waits."""
    desk = _Desk(hall, queue)
    chosen: list[QueuedMatch] = []
    ready = [match for match in queue if desk.obstacle(match) is None]
    # A call frees nothing, so no other match becomes ready.
    for match in sorted(ready, key=desk.urgency):
        if desk.obstacle(match) is None:
            chosen.append(match)
            desk.call(match)
    called = desk.give_tables(chosen)
    called_ids = {call.match for call in called}
    waiting = (desk.obstacle(match) for match in queue if match.id not in called_ids)
    return called, tuple(obstacle for obstacle in waiting if obstacle is not None)


def obstacles(hall: HallNow, match: QueuedMatch) -> tuple[WaitingMatch, ...]:
    """Reasons against calling a match now, except missing tables."""
    found = _Desk(hall, [match]).obstacles(match)
    return tuple(WaitingMatch(match.id, cause, why) for cause, why in found if cause != "table")


def neutral_umpire(hall: HallNow, match: QueuedMatch) -> str | None:
    return _Desk(hall, [match]).umpire(match)


class _Desk:
    """Hall during the calls."""

    def __init__(self, hall: HallNow, queue: Sequence[QueuedMatch]) -> None:
        self.hall = hall
        self.place = {match.id: place for place, match in enumerate(queue)}
        self.chain = _chains(queue)
        self.over = {match.id for match in hall.played if match.ended is not None and not match.is_void}
        self.on_table = {match.id: match.table for match in hall.played if match.ended is None}
        self.busy = {name: match for match in hall.played if match.ended is None for name in match.names}
        self.umpiring = {match.umpire: match for match in hall.played if match.ended is None and match.umpire}
        self.free = [table for table in hall.tables if table not in self.on_table.values()]
        self.taken: dict[str, Call] = {}
        self.called: dict[str, str] = {}
        self.load = {umpire.name: 0 for umpire in hall.umpires}
        self.last: dict[str, int] = {}
        self.used: dict[tuple[str, int], int] = {}
        for match in hall.played:
            if match.umpire in self.load:
                self.load[match.umpire] += 1
            for name in match.names:
                self.used[name, match.table] = self.used.get((name, match.table), 0) + 1
                if match.ended is not None:
                    self.last[name] = max(match.ended, self.last.get(name, match.ended))

    def obstacle(self, match: QueuedMatch) -> WaitingMatch | None:
        for cause, why in self.obstacles(match):
            return WaitingMatch(match.id, cause, why)
        return None

    def obstacles(self, match: QueuedMatch) -> Iterable[tuple[WaitCause, str]]:
        """All reasons, the desk's own decisions first."""
        hall = self.hall
        if match.held is not None:
            yield "held", match.held
        for earlier in match.after:
            if earlier not in self.over:
                where = f" on table {self.on_table[earlier]}" if earlier in self.on_table else ""
                yield "feeder", f"waits for the match {earlier}{where}"
        if match.closing is not None:
            yield "closing", match.closing
        elif hall.now < match.not_before:
            yield "not-before", f"not before {moment_text(match.not_before)}"
        for name in match.names:
            shown = hall.names.get(name, name)
            if name in self.busy:
                yield "playing", f"{shown} is still on table {self.busy[name].table} in the match {self.busy[name].id}"
            if name in self.umpiring:
                yield "playing", f"{shown} is the umpire of the match {self.umpiring[name].id}"
            if name in self.called:
                yield "playing", f"{shown} was just called to table {self.taken[self.called[name]].table}"
        for name in match.names:
            until = self.last.get(name, hall.now - hall.rest) + hall.rest
            if until > hall.now and not match.is_moving:
                yield "rest", f"{hall.names.get(name, name)} rests until {moment_text(until)}"
        for name in match.names:
            if name in hall.absent:
                yield "absent", f"{hall.names.get(name, name)} has not reported"
        if len(self.taken) >= len(self.free):
            yield "table", "no table is free"

    def urgency(self, match: QueuedMatch) -> tuple[bool, int, int, int]:
        idle_since = min((self.last.get(name, -(1 << 60)) for name in match.names), default=0)
        return not match.is_moving, -self.chain[match.id], idle_since, self.place[match.id]

    def call(self, match: QueuedMatch) -> None:
        umpire = self.umpire(match)
        self.taken[match.id] = Call(match.id, 0, umpire)
        if umpire is not None:
            self.load[umpire] += 1
        self.called |= dict.fromkeys((*match.names, *([] if umpire is None else [umpire])), match.id)

    def give_tables(self, matches: Sequence[QueuedMatch]) -> tuple[Call, ...]:
        """Give each called match the free table that its people used least.

        Matches that became ready first choose first, so that announced tables stay.
        """
        free = list(self.free)
        for match in sorted(matches, key=self.ready_since):
            table = min(free, key=lambda one: (sum(self.used.get((name, one), 0) for name in match.names), one))
            free.remove(table)
            self.taken[match.id] = replace(self.taken[match.id], table=table)
        return tuple(self.taken[match.id] for match in matches)

    def ready_since(self, match: QueuedMatch) -> int:
        rested = (self.last[name] + self.hall.rest for name in match.names if name in self.last)
        return 0 if match.is_moving else max(rested, default=0)

    def umpire(self, match: QueuedMatch) -> str | None:
        free = [
            umpire.name
            for umpire in self.hall.umpires
            if umpire.name not in self.busy
            and umpire.name not in self.called
            and umpire.name not in self.umpiring
            and is_neutral(umpire, match.names, self.hall.clubs)
        ]
        return min(free, key=lambda name: self.load[name], default=None)


def _chains(queue: Sequence[QueuedMatch]) -> dict[str, int]:
    behind: dict[str, list[str]] = {match.id: [] for match in queue}
    for match in queue:
        for earlier in match.after:
            if earlier in behind:
                behind[earlier].append(match.id)
    chain: dict[str, int] = {}
    stack = [match.id for match in queue]
    while stack:
        one = stack[-1]
        open_ones = [later for later in behind[one] if later not in chain]
        if open_ones and one not in chain:
            chain[one] = 0  # stops at a cycle, an error in the plan
            stack += open_ones
            continue
        stack.pop()
        chain[one] = 1 + max((chain[later] for later in behind[one]), default=-1)
    return chain
