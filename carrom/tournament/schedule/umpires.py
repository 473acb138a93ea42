"""Assign umpires to planned matches: neutral, free at the time, with equal loads.

Plain names and times only; the umpires of a running tournament are in `carrom.tournament.desk.umpires`.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carrom.base.codec import Name
from carrom.base.errors import CarromError
from carrom.tournament.schedule import PendingMatch, Plan


@dataclass(frozen=True, slots=True)
class Umpire:
    """Person who may umpire, except for their own clubs."""

    name: Name
    clubs: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class UmpireDuty:
    """Match that needs an umpire, and everyone who may play in it."""

    match: str
    begins: int
    ends: int
    names: tuple[str, ...]

    def overlaps(self, other: UmpireDuty) -> bool:
        return self.begins < other.ends and other.begins < self.ends


def is_neutral(umpire: Umpire, names: Sequence[str], clubs: Mapping[str, str]) -> bool:
    """Neither plays nor shares a club with a player."""
    return umpire.name not in names and all(clubs.get(name) not in umpire.clubs for name in names)


def assign_umpires(
    plan: Plan, fixtures: Sequence[PendingMatch], umpires: Sequence[Umpire], *, clubs: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Umpire of every match. Raises CarromError if one has none."""
    for name, count in Counter(umpire.name for umpire in umpires).items():
        if count > 1:
            raise CarromError("umpire-twice", f"the umpire {name!r} appears twice")
    people = {fixture.id: (*fixture.sides, *fixture.people) for fixture in fixtures}
    slot = {placing.id: placing.slot for placing in plan.placings}
    duties = [UmpireDuty(match, own, own + 1, people[match]) for match, own in slot.items()]
    rota = _Rota(duties, umpires, clubs or {}, {}, {})
    for match, possible in rota.possible.items():
        if not possible:
            raise CarromError(
                "no-neutral-umpire",
                f"no umpire can take the match {match!r} in slot {slot[match]}: all of them play then, or belong "
                "to one of its sides",
            )
    left = rota.fill()
    if left:
        raise CarromError(
            "too-few-umpires",
            f"there are too few neutral umpires in slot {slot[left[0]]}: one is missing for the match {left[0]!r}",
        )
    return rota.umpire_of


def share_duties(
    duties: Sequence[UmpireDuty],
    umpires: Sequence[Umpire],
    *,
    clubs: Mapping[str, str],
    given: Mapping[str, str],
    done: Mapping[str, int],
) -> dict[str, str]:
    """Umpires for as many matches as possible; `done` counts earlier duties."""
    rota = _Rota(duties, umpires, clubs, given, done)
    rota.fill()
    return rota.umpire_of


class _Rota:
    def __init__(
        self,
        duties: Sequence[UmpireDuty],
        umpires: Sequence[Umpire],
        clubs: Mapping[str, str],
        given: Mapping[str, str],
        done: Mapping[str, int],
    ) -> None:
        self.names = [umpire.name for umpire in umpires]
        self.duty = {duty.match: duty for duty in duties}
        self.done = done
        self.given = frozenset(given)
        self.umpire_of: dict[str, str] = {}
        self.duties: dict[str, list[str]] = {name: [] for name in self.names}
        playing = {name: [duty for duty in duties if name in duty.names] for name in self.names}
        self.possible = {
            duty.match: [
                umpire.name
                for umpire in umpires
                if is_neutral(umpire, duty.names, clubs) and not any(map(duty.overlaps, playing[umpire.name]))
            ]
            for duty in duties
            if duty.match not in given
        }
        for match, umpire in given.items():
            if umpire in self.duties:
                self._take(match, umpire)

    def fill(self) -> list[str]:
        """Assign evenly, and return the matches left without an umpire."""
        left = list(self.possible)
        total = len(left) + sum(map(self._load, self.names))
        least = -(-total // len(self.names)) if self.names else 0
        for load in range(least, max(least, total) + 1):
            if not left:
                break
            left = [match for match in left if not self.give(match, dict.fromkeys(self.names, load))]
        self.level()
        return left

    def give(self, match: str, most: Mapping[str, int]) -> bool:
        """Assign an umpire, moving others if needed, within `most` duties each."""
        came_by: dict[str, tuple[str, str]] = {}  # match: (the match that takes its umpire, that umpire)
        seen = {match}
        queue = deque([match])
        while queue:
            one = queue.popleft()
            for umpire in sorted(self.possible[one], key=self._load):
                clashing = [other for other in self.duties[umpire] if self.duty[other].overlaps(self.duty[one])]
                if not clashing and self._load(umpire) < most[umpire]:
                    self._hand_over(one, umpire, came_by)
                    return True
                if len(clashing) > 1:
                    continue
                for other in clashing or self.duties[umpire]:
                    if other not in seen and other not in self.given:
                        seen.add(other)
                        came_by[other] = (one, umpire)
                        queue.append(other)
        return False

    def level(self) -> None:
        """Move duties while loads differ by more than one."""
        moved = True
        while moved:
            moved = False
            for name in sorted(self.names, key=lambda one: -self._load(one)):
                load = self._load(name)
                most = {one: max(self._load(one), min(self._load(one) + 1, load - 1)) for one in self.names}
                most[name] = load - 1
                for match in [one for one in self.duties[name] if one not in self.given]:
                    self._release(match)
                    if self.give(match, most):
                        moved = True
                        break
                    self._take(match, name)
                if moved:
                    break

    def _load(self, name: str) -> int:
        return self.done.get(name, 0) + len(self.duties[name])

    def _hand_over(self, match: str, umpire: str, came_by: Mapping[str, tuple[str, str]]) -> None:
        chain = [(match, umpire)]
        while match in came_by:
            match, umpire = came_by[match]
            chain.append((match, umpire))
        for one, _ in chain[:-1]:
            self._release(one)
        for one, name in chain:
            self._take(one, name)

    def _release(self, match: str) -> None:
        self.duties[self.umpire_of.pop(match)].remove(match)

    def _take(self, match: str, umpire: str) -> None:
        self.umpire_of[match] = umpire
        self.duties[umpire].append(match)
