"""Build a request from matches with times of day.

The list includes matches that are over or on a table, for rest times.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Bye, LoserOf, MatchId, PlaceOf, Slot, WinnerOf, group_name
from carrom.tournament.schedule.feeding import CERTAIN, LOST, WON, Ways, extend_ways
from carrom.tournament.schedule.hall_hours import Timetable
from carrom.tournament.schedule.request import Closure, PendingMatch, Request, side_text


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedMatch:
    """A match; `not_before` is a minute of the first day."""

    id: str
    sides: tuple[str | Slot, ...] = ()
    people: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    not_before: int = 0
    group: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return (*(side for side in self.sides if isinstance(side, str)), *self.people)


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunMatch:
    """Match that ended at `until`, or occupies a table until then."""

    until: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfService:
    table: int
    since: int | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedMatches:
    matches: Sequence[ListedMatch]
    tables: int
    rest: int = 0
    begun: Mapping[str, BegunMatch] = field(default_factory=dict)
    out: Sequence[OutOfService] = ()
    finish_by: int | None = None
    each_table_once: bool = False


def request_from_list(listed: ListedMatches, timetable: Timetable) -> Request:
    """Request in slots, without begun matches."""
    return _ListReader(listed, timetable).request()


class _ListReader:
    def __init__(self, listed: ListedMatches, timetable: Timetable) -> None:
        self.listed = listed
        self.timetable = timetable
        self.rest_minutes = listed.rest * timetable.slot_minutes
        self.lines: dict[str, ListedMatch] = {}
        for line in listed.matches:
            if line.id in self.lines:
                raise CarromError("match-twice", f"the match {line.id!r} appears twice")
            self.lines[line.id] = line
        for name in listed.begun:
            if name not in self.lines:
                raise CarromError("unknown-match", f"{name!r} is played, but is not among the matches")

    def request(self) -> Request:
        listed = self.listed
        free_from: dict[str, int] = {}
        for match, begun in listed.begun.items():
            slot = self._slot_after(begun, self.rest_minutes)
            for name in self.lines[match].names:
                free_from[name] = max(slot, free_from.get(name, 0))
        finish = listed.finish_by
        most = self.timetable.slots_until(finish) if finish is not None else None
        fixtures = [self._fixture(line) for line in self.lines.values() if not self._is_away(line)]
        return Request(
            fixtures=tuple(fixtures),
            tables=listed.tables,
            rest=listed.rest,
            closures=tuple(self._closures()),
            most_slots=most,
            each_table_once=listed.each_table_once,
            free_from=free_from,
        )

    def _is_away(self, line: ListedMatch) -> bool:
        return line.id in self.listed.begun or any(isinstance(side, Bye) for side in line.sides)

    def _slot_after(self, begun: BegunMatch, minutes: int) -> int:
        return 0 if begun.until is None else self.timetable.first_slot_from(begun.until + minutes)

    def _closures(self) -> list[Closure]:
        """A table loses every slot that a closure touches."""
        times = self.timetable
        found = []
        for one in self.listed.out:
            first = times.slots_until(one.since) if one.since is not None else 0
            end = times.first_slot_from(one.until) if one.until is not None else None
            found.append(Closure(one.table, first, end))
        for match, begun in self.listed.begun.items():
            if begun.table is not None and begun.until is not None:
                if not 1 <= begun.table <= self.listed.tables:
                    raise CarromError(
                        "unknown-table", f"{match!r} is on table {begun.table}, but there are {self.listed.tables}"
                    )
                found.append(Closure(begun.table, 0, times.first_slot_from(begun.until)))
        return found

    def _fixture(self, line: ListedMatch) -> PendingMatch:
        sides: list[str] = []
        after = list(line.after)
        ways: dict[str, Ways] = {}
        first = self.timetable.first_slot_from(line.not_before) if line.not_before else 0
        for slot in [self._fed(line, side) for side in line.sides]:
            if isinstance(slot, PlaceOf):
                group = self._group(line, slot)
                after += [one.id for one in group]
                names = [name for one in group for name in one.names]
                ways |= {name: extend_ways(CERTAIN, f"group {group_name(slot.group)}", slot.place) for name in names}
            elif isinstance(slot, WinnerOf | LoserOf) and slot.match in self.listed.begun:
                outcome = WON if isinstance(slot, WinnerOf) else LOST
                ways |= {name: extend_ways(CERTAIN, slot.match, outcome) for name in self.lines[slot.match].names}
                after.append(slot.match)
            text = slot if isinstance(slot, str) else side_text(slot)
            sides += [text] if text is not None else []
        for earlier in after:
            if earlier in self.listed.begun:
                first = max(first, self._slot_after(self.listed.begun[earlier], 0))
        waits = [one for one in dict.fromkeys(after) if one not in self.listed.begun]
        return PendingMatch(
            id=line.id, sides=tuple(sides), people=line.people, after=tuple(waits), not_before=first, ways=ways
        )

    def _fed(self, line: ListedMatch, side: str | Slot) -> str | Slot:
        """Resolve byes and sides written as "winner of M1"."""
        if isinstance(side, str):
            found = re.fullmatch(r"(winner|loser) of (.+)", side)
            if not found or found[2] not in self.listed.begun:
                return side
            match = MatchId(found[2])
            return WinnerOf(match) if found[1] == "winner" else LoserOf(match)
        if not isinstance(side, WinnerOf | LoserOf):
            return side
        fed = self.lines.get(side.match)
        if fed is None:
            raise CarromError("unknown-match", f"{line.id!r} waits for {side.match!r}, which is not among the matches")
        if not any(isinstance(one, Bye) for one in fed.sides):
            return side
        if isinstance(side, LoserOf):
            return Bye()
        return next((self._fed(fed, one) for one in fed.sides if not isinstance(one, Bye)), Bye())

    def _group(self, line: ListedMatch, place: PlaceOf) -> list[ListedMatch]:
        name = group_name(place.group)
        found = [one for one in self.lines.values() if one.group == name]
        if not found:
            raise CarromError(
                "unknown-group", f"{line.id!r} waits for {place.name}, but no match is of the group {name}"
            )
        return found
