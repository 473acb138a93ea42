"""Separate players of the same club in knockouts and groups.

Places are numbered from 0. A *cluster* is a set of places whose occupants meet at once, as in a first match.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from carrom.base.errors import CarromError


def club_numbers(entries: Sequence[str], apart: Mapping[str, str]) -> dict[str, int]:
    """Number the clubs; an entry without one gets its own number."""
    known = set(entries)
    for name in apart:
        if name not in known:
            raise CarromError("unknown-entry", f"{name!r} is to be kept apart but is not among the entries")
    numbers: dict[tuple[str, str], int] = {}
    return {
        name: numbers.setdefault(("club", apart[name]) if name in apart else ("alone", name), len(numbers))
        for name in entries
    }


@dataclass(slots=True)
class DrawSeating:
    """Occupants of places, None for a bye or vacancy; only `movable` places may change."""

    names: list[str | None]
    movable: list[int]
    club: Mapping[str, int]

    def club_at(self, place: int) -> int | None:
        name = self.names[place]
        return None if name is None else self.club[name]

    def sure_club_at(self, place: int) -> int:
        club = self.club_at(place)
        assert club is not None
        return club

    def sizes(self) -> Counter[int]:
        return Counter(self.club[name] for name in self.names if name is not None)


def separate_clusters(seating: DrawSeating, cluster_of: Sequence[int]) -> None:
    """Exchange occupants until no cluster has two of a club, where possible."""
    clusters = 1 + max(cluster_of)
    counts: list[Counter[int]] = [Counter() for _ in range(clusters)]
    for place in range(len(seating.names)):
        club = seating.club_at(place)
        if club is not None:
            counts[cluster_of[place]][club] += 1
    places: list[list[int]] = [[] for _ in range(clusters)]
    for place in seating.movable:
        places[cluster_of[place]].append(place)

    for place in seating.movable:
        club = seating.sure_club_at(place)
        here = cluster_of[place]
        if counts[here][club] <= 1:
            continue
        path = _path(seating, place, counts, places, here)
        # path[0]'s occupant goes to path[1], and so on; the last one's to path[0].
        moved = [seating.names[at] for at in path]
        for at in path:
            counts[cluster_of[at]][seating.sure_club_at(at)] -= 1
        for at, name in zip([*path[1:], *path[:1]], moved, strict=True):
            seating.names[at] = name
            counts[cluster_of[at]][seating.sure_club_at(at)] += 1


def _path(
    seating: DrawSeating,
    start: int,
    counts: list[Counter[int]],
    places: list[list[int]],
    home: int,
) -> list[int]:
    first = seating.sure_club_at(start)
    came_by: dict[int, tuple[int, int]] = {}  # club: (the club in its place, that place)
    seen = {first}
    unvisited = [cluster for cluster in range(len(places)) if cluster != home]
    queue = deque([first])
    while queue:
        club = queue.popleft()
        later = []
        for cluster in unvisited:
            if counts[cluster][club]:
                later.append(cluster)
                continue
            for place in places[cluster]:
                other = seating.sure_club_at(place)
                if other in seen:
                    continue
                seen.add(other)
                came_by[other] = (club, place)
                # Home has room, or its own cluster had too many.
                if not counts[home][other] or counts[cluster][other] > 1:
                    return [start, *_path_back(came_by, other, first)]
                queue.append(other)
        unvisited = later
    return [start]


def _path_back(came_by: Mapping[int, tuple[int, int]], club: int, first: int) -> list[int]:
    path: list[int] = []
    while club != first:
        club, place = came_by[club]
        path.append(place)
    return path[::-1]


def split_clubs(seating: DrawSeating) -> None:
    """Place movable occupants again, splitting every club evenly at each node of the tree."""
    size = len(seating.names)
    newcomers = [seating.names[place] for place in seating.movable]
    for place in seating.movable:
        seating.names[place] = None
    _deal(seating, 0, size, sorted(seating.movable), [name for name in newcomers if name is not None])


def _deal(seating: DrawSeating, low: int, high: int, free: list[int], newcomers: list[str]) -> None:
    if not free:
        return
    if high - low == 1:
        seating.names[low] = newcomers[0]
        return
    middle = (low + high) // 2
    left_free = [place for place in free if place < middle]
    stand_left = _count_clubs(seating, range(low, middle))
    stand_right = _count_clubs(seating, range(middle, high))
    waiting = Counter(seating.club[name] for name in newcomers)
    # Next left: the club least crowded there, then list order.
    crowding = [
        (stand_left[club] - stand_right[club] - rest + 1, order, club)
        for order, (club, rest) in enumerate(waiting.items())
    ]
    heapify(crowding)
    going_left: Counter[int] = Counter()
    for _ in left_free:
        crowd, order, club = heappop(crowding)
        going_left[club] += 1
        if going_left[club] < waiting[club]:
            heappush(crowding, (crowd + 2, order, club))
    left: set[str] = set()
    for name in newcomers:
        club = seating.club[name]
        if going_left[club]:
            going_left[club] -= 1
            left.add(name)
    _deal(seating, low, middle, left_free, [name for name in newcomers if name in left])
    right_free = [place for place in free if place >= middle]
    _deal(seating, middle, high, right_free, [name for name in newcomers if name not in left])


def _count_clubs(seating: DrawSeating, places: Iterable[int]) -> Counter[int]:
    return Counter(club for place in places if (club := seating.club_at(place)) is not None)


def improve_by_exchanges(seating: DrawSeating, cluster_of: Sequence[int]) -> None:
    tree = _Crowding(seating, cluster_of)
    for _ in range(4):
        exchanged = False
        for place in seating.movable:
            if not tree.is_crowded(place):
                continue
            club = seating.club_at(place)
            others = [other for other in seating.movable if seating.club_at(other) != club]
            if not others:
                continue
            pairs_gained, other = min((tree.pairs_gained(place, other), other) for other in others)
            if pairs_gained < [0] * len(pairs_gained):
                tree.exchange(place, other)
                exchanged = True
        if not exchanged:
            return


class _Crowding:
    """Counts of each club under each node, of 2, 4, 8 … lines."""

    def __init__(self, seating: DrawSeating, cluster_of: Sequence[int]) -> None:
        size = len(seating.names)
        self.seating = seating
        self.nodes = [[place >> level for place in range(size)] for level in range(1, size.bit_length() - 1)]
        self.nodes.insert(1, list(cluster_of))
        self.held: list[Counter[tuple[int, int]]] = [Counter() for _ in self.nodes]
        for level, count in zip(self.nodes, self.held, strict=True):
            for place in range(size):
                club = seating.club_at(place)
                if club is not None:
                    count[level[place], club] += 1
        sizes = seating.sizes()
        self.share = [{club: -(-m // (1 + max(level))) for club, m in sizes.items() if m > 1} for level in self.nodes]

    def is_crowded(self, place: int) -> bool:
        """More than an even share of the club at any node above."""
        club = self.seating.sure_club_at(place)
        return club in self.share[0] and any(
            count[level[place], club] > share[club]
            for level, count, share in zip(self.nodes, self.held, self.share, strict=True)
        )

    def pairs_gained(self, one: int, other: int) -> list[int]:
        """Change in pairs of clubmates by level, earliest first."""
        a, b = self.seating.sure_club_at(one), self.seating.sure_club_at(other)
        found = []
        for level, count in zip(self.nodes, self.held, strict=True):
            here, there = level[one], level[other]
            more = count[there, a] - count[here, a] + count[here, b] - count[there, b] + 2
            found.append(0 if here == there else more)
        return found

    def exchange(self, one: int, other: int) -> None:
        for place, to in ((one, other), (other, one)):
            club = self.seating.sure_club_at(place)
            for level, count in zip(self.nodes, self.held, strict=True):
                count[level[place], club] -= 1
                count[level[to], club] += 1
        names = self.seating.names
        names[one], names[other] = names[other], names[one]


Club = int | None
"""Number of a club; None is a vacancy."""

_NO_CLUB = -1
_FORBIDDEN = 1 << 60


def level_groups(seating: DrawSeating, group_of: Sequence[int]) -> None:
    """Exchange movable occupants until as few clubmates as possible share groups.

    In smaller groups the last place is a vacancy; vacancies move like a club of which no group may have two.
    """
    groups = _Groups(seating, group_of)
    while groups.has_too_many_pairs() and (ring := groups.saving_ring()):
        groups.move_round(ring)


class _Groups:
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
                club = _NO_CLUB
            self.held[group, club] += 1
            if place in movable:
                self.places[group, club].append(place)
        self.clubs = sorted({club for _, club in self.held}, key=lambda club: (club is None, club))

    def has_too_many_pairs(self) -> bool:
        mates = (count for (_, club), count in self.held.items() if club is not None and club != _NO_CLUB)
        return sum(count * (count - 1) // 2 for count in mates) > self.least

    def _met(self, group: int, club: Club) -> int:
        if club == _NO_CLUB:
            return 0
        if club is None:
            return _FORBIDDEN if self.held[group, None] else 0
        return self.held[group, club]

    def _left(self, group: int, club: Club) -> int:
        return 0 if club is None or club == _NO_CLUB else self.held[group, club] - 1

    def saving_ring(self) -> list[tuple[int, Club]]:
        """Ring of groups, with the club that moves on from each, that saves a pair (Bellman and Ford); [] if none."""
        cost = [0] * self.size
        came: dict[int, tuple[int, Club]] = {}  # group: (previous group, club)
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
