"""Umpires for an order of play: neutral, free at the time, and with as equal a load as can be.

A match needs an umpire who does not play in that slot, plays or may play in none of its sides, and is of neither
side's club. That is a flow from matches to umpires; it is filled along shortest paths, so a full umpire hands a match
on rather than leaving one without.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carrom.base.errors import CarromError
from carrom.base.reading import Name
from carrom.tournament.plan import PendingMatch, Plan


@dataclass(frozen=True, slots=True)
class Umpire:
    """Somebody who may sit at a table. Their clubs make them no judge of their own."""

    name: Name
    clubs: tuple[Name, ...] = ()


def is_neutral(umpire: Umpire, names: Sequence[str], clubs: Mapping[str, str]) -> bool:
    """Whether an umpire has nothing to do with the sides and people of a match."""
    return umpire.name not in names and all(clubs.get(name) not in umpire.clubs for name in names)


def assign_umpires(
    plan: Plan, fixtures: Sequence[PendingMatch], umpires: Sequence[Umpire], *, clubs: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The umpire of every match. `clubs` names the club of sides and people. Refused with the match that has none."""
    for name, count in Counter(umpire.name for umpire in umpires).items():
        if count > 1:
            raise CarromError(f"the umpire {name!r} appears twice")
    rota = _Rota(plan, fixtures, umpires, clubs or {})
    for match in rota.slot:
        if not rota.possible[match]:
            raise CarromError(
                f"no umpire can take the match {match!r} in slot {rota.slot[match]}: all of them play then, or belong "
                "to one of its sides"
            )
    left = list(rota.slot)
    even = -(-len(rota.slot) // len(umpires)) if umpires else 0
    for load in range(min(even, plan.slots), plan.slots + 1):
        left = [match for match in left if not rota.give(match, dict.fromkeys(rota.names, load))]
    if left:
        match = left[0]
        raise CarromError(
            f"there are too few neutral umpires in slot {rota.slot[match]}: one is missing for the match {match!r}"
        )
    rota.level()
    return rota.umpire_of


class _Rota:
    """Who has which match while the loads are being levelled."""

    def __init__(
        self, plan: Plan, fixtures: Sequence[PendingMatch], umpires: Sequence[Umpire], clubs: Mapping[str, str]
    ) -> None:
        self.names = [umpire.name for umpire in umpires]
        self.slot = {placing.id: placing.slot for placing in plan.placings}
        people = {fixture.id: (*fixture.sides, *fixture.people) for fixture in fixtures}
        playing = {(name, self.slot[match]) for match, names in people.items() for name in names}
        self.possible = {
            match: [
                umpire.name
                for umpire in umpires
                if (umpire.name, slot) not in playing and is_neutral(umpire, people[match], clubs)
            ]
            for match, slot in self.slot.items()
        }
        self.umpire_of: dict[str, str] = {}
        self.duties: dict[str, list[str]] = {name: [] for name in self.names}
        self.sits: dict[tuple[str, int], str] = {}

    def give(self, match: str, most: Mapping[str, int]) -> bool:
        """Find an umpire for a match, moving others if need be; nobody gets more than `most`."""
        came_by: dict[str, tuple[str, str]] = {}  # match: (the match that takes its umpire, that umpire)
        seen = {match}
        queue = deque([match])
        while queue:
            one = queue.popleft()
            for umpire in sorted(self.possible[one], key=lambda name: len(self.duties[name])):
                held = self.sits.get((umpire, self.slot[one]))
                if held is None and len(self.duties[umpire]) < most[umpire]:
                    self._hand_over(one, umpire, came_by)
                    return True
                for other in [held] if held is not None else self.duties[umpire]:
                    if other not in seen:
                        seen.add(other)
                        came_by[other] = (one, umpire)
                        queue.append(other)
        return False

    def level(self) -> None:
        """Move duties from the most to the least loaded as long as two differ by more than one."""
        moved = True
        while moved:
            moved = False
            for name in sorted(self.names, key=lambda one: -len(self.duties[one])):
                load = len(self.duties[name])
                most = {one: max(len(own), min(len(own) + 1, load - 1)) for one, own in self.duties.items()}
                most[name] = load - 1
                for match in list(self.duties[name]):
                    self._release(match)
                    if self.give(match, most):
                        moved = True
                        break
                    self._take(match, name)
                if moved:
                    break

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
        umpire = self.umpire_of.pop(match)
        self.duties[umpire].remove(match)
        del self.sits[umpire, self.slot[match]]

    def _take(self, match: str, umpire: str) -> None:
        self.umpire_of[match] = umpire
        self.duties[umpire].append(match)
        self.sits[umpire, self.slot[match]] = match
