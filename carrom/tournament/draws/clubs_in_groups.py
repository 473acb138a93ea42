"""Club-mates over groups: as few pairs of them in one group as can be, exactly.

A cheapest flow from clubs to groups. Where a group is one short of the largest, its last place is vacant, and the
vacancies move like a club of which no group may hold two: so which groups are the larger ones is chosen too.
Each step moves occupants round a ring of groups, one from each to the next, as long as some ring saves a pair.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from carrom.tournament.draws.clubs_in_tree import DrawSeating

Club = int | None
"""None is a vacancy."""

_NO_CLUB = -1
_NEVER = 1 << 60


def level(seating: DrawSeating, group_of: Sequence[int]) -> None:
    """Exchange movable occupants until no other dealing has fewer pairs of club-mates in one group."""
    groups = _Groups(seating, group_of)
    while groups.has_too_many_pairs() and (ring := groups.saving_ring()):
        groups.move_round(ring)


class _Groups:
    """How many of each club sit in each group, and where those sit that may move."""

    def __init__(self, seating: DrawSeating, group_of: Sequence[int]) -> None:
        self.seating = seating
        self.size = 1 + max(group_of)
        sizes = seating.sizes()
        self.least = sum(_fewest_pairs(members, self.size) for members in sizes.values())
        self.held: Counter[tuple[int, Club]] = Counter()
        self.places: defaultdict[tuple[int, Club], list[int]] = defaultdict(list)
        movable = set(seating.movable)
        for place, group in enumerate(group_of):
            club = seating.club_at(place)
            if club is not None and sizes[club] == 1:
                club = _NO_CLUB  # all who have no mates are alike
            self.held[group, club] += 1
            if place in movable:
                self.places[group, club].append(place)
        self.clubs = sorted({club for _, club in self.held}, key=lambda club: (club is None, club))

    def has_too_many_pairs(self) -> bool:
        """Whether more pairs of mates share a group than an even spread of every club would leave."""
        mates = (count for (_, club), count in self.held.items() if club is not None and club != _NO_CLUB)
        return sum(count * (count - 1) // 2 for count in mates) > self.least

    def _met(self, group: int, club: Club) -> int:
        """How many mates a newcomer of the club would meet in the group."""
        if club == _NO_CLUB:
            return 0
        if club is None:
            return _NEVER if self.held[group, None] else 0
        return self.held[group, club]

    def _left(self, group: int, club: Club) -> int:
        """How many mates one of the club leaves behind in the group."""
        return 0 if club is None or club == _NO_CLUB else self.held[group, club] - 1

    def saving_ring(self) -> list[tuple[int, Club]]:
        """Groups, each with the club of which one moves on to the next, that save a pair: a negative cycle (Bellman and
        Ford); empty if there is none.
        """
        cost = [0] * self.size
        came: dict[int, tuple[int, Club]] = {}  # group: (from which group, of which club)
        while True:
            changed = False
            for club in self.clubs:
                leaving = [
                    (cost[group] - self._left(group, club), group)
                    for group in range(self.size)
                    if self.places.get((group, club))
                ]
                if not leaving:
                    continue
                cheapest, source = min(leaving)
                for group in range(self.size):
                    if group != source and cheapest + self._met(group, club) < cost[group]:
                        cost[group] = cheapest + self._met(group, club)
                        came[group] = (source, club)
                        changed = True
            if not changed:
                return []
            if ring := _ring(came):
                return ring

    def move_round(self, ring: list[tuple[int, Club]]) -> None:
        """One of the named club leaves each group of the ring for the next one, the last for the first."""
        leaving = [self.places[step].pop(0) for step in ring]
        names = [self.seating.names[place] for place in leaving]
        for step in ring:
            self.held[step] -= 1
        following = zip([*leaving[1:], *leaving[:1]], [*ring[1:], *ring[:1]], names, ring, strict=True)
        for place, (group, _), name, (_, club) in following:
            self.seating.names[place] = name
            self.held[group, club] += 1
            self.places[group, club].append(place)


def _ring(came: dict[int, tuple[int, Club]]) -> list[tuple[int, Club]]:
    """A ring among the groups that came by each other, in the order of the moves."""
    done: set[int] = set()
    for start in came:
        walked: list[int] = []
        group = start
        while group in came and group not in done:
            done.add(group)
            walked.append(group)
            group = came[group][0]
        if group in walked:
            return [came[at] for at in reversed(walked[walked.index(group) :])]
    return []


def _fewest_pairs(members: int, groups: int) -> int:
    each, more = divmod(members, groups)
    return (groups - more) * each * (each - 1) // 2 + more * (each + 1) * each // 2
