"""Pair Swiss rounds: equal scores meet, and no pair twice."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import check_entries
from carrom.tournament.draws.public_draw import in_drawn_order

_NEIGHBOURS = 24  # opponents considered at first
_SCORE_STEP = 10**6  # outweighs all wishes within a score group
_BYE_STEP = 10**12  # outweighs both


@dataclass(frozen=True, slots=True)
class SwissRound:
    pairs: tuple[tuple[str, str], ...]
    bye: str | None


def swiss_round(
    entries: Sequence[str],
    *,
    points: Mapping[str, float] | None = None,
    met: Iterable[tuple[str, str]] = (),
    byes: Collection[str] = (),
    places: Mapping[str, int] | None = None,
    random: int | str | None = None,
) -> SwissRound:
    """Pair the next round. `entries` are ranked; a `random` seed orders equals by lot.

    Equals share one of `places`, or have none. In a score group the upper half meets the lower half; the lowest entry
    without a bye gets it. Raises CarromError if some would have to meet again.
    """
    names = check_entries(entries)
    scores = points or {}
    place_of = places or {}
    last = len(names) + 1
    drawn = in_drawn_order(names, random)
    ranked = sorted(drawn, key=lambda name: (-scores.get(name, 0), place_of.get(name, last)))
    number = {name: rank for rank, name in enumerate(ranked)}
    before = {(min(number[a], number[b]), max(number[a], number[b])) for a, b in met if a in number and b in number}
    costs = _Costs([scores.get(name, 0) for name in ranked])
    resting = [rank for rank, name in enumerate(ranked) if name not in byes] if len(ranked) % 2 else None
    if resting == []:
        raise CarromError("no-bye-left", "everybody has had a bye: another one would be somebody's second")

    keep = _NEIGHBOURS if len(ranked) > 4 * _NEIGHBOURS else len(ranked)
    while True:
        mates = _cheapest_pairing(len(ranked), costs, before, resting, keep)
        if mates is not None:
            break
        if keep >= len(ranked):
            raise CarromError(
                "no-further-round",
                f"no further round can be drawn for {len(ranked)} entries: some would meet again"
                + (" or have a second bye" if resting is not None else ""),
            )
        keep *= 2
    pairs = sorted((a, b) for a, b in mates if b < len(ranked))
    bye = next((ranked[a] for a, b in mates if b == len(ranked)), None)
    return SwissRound(tuple((ranked[a], ranked[b]) for a, b in pairs), bye)


class _Costs:
    def __init__(self, scores: Sequence[float]) -> None:
        levels = {score: level for level, score in enumerate(dict.fromkeys(scores))}
        self.level = [levels[score] for score in scores]
        self.size = [self.level.count(level) for level in range(len(levels))]

    def pair(self, a: int, b: int) -> int:
        apart = self.level[a] - self.level[b]
        if apart:
            return apart * apart * _SCORE_STEP + abs(a - b)
        return (abs(a - b) - self.size[self.level[a]] // 2) ** 2

    def bye(self, rank: int) -> int:
        return (len(self.size) - 1 - self.level[rank]) * _BYE_STEP + len(self.level) - rank


def _cheapest_pairing(
    count: int, costs: _Costs, before: Collection[tuple[int, int]], resting: Sequence[int] | None, keep: int
) -> list[tuple[int, int]] | None:
    """Cheapest complete pairing over each player's `keep` best opponents; `count` is the bye."""
    import networkx

    edges: dict[tuple[int, int], int] = {}
    for a in range(count):
        possible = [(costs.pair(a, b), b) for b in range(count) if b != a and (min(a, b), max(a, b)) not in before]
        if keep < count:
            possible = sorted(possible)[:keep]
        edges |= {(min(a, b), max(a, b)): cost for cost, b in possible}
    edges |= {(rank, count): costs.bye(rank) for rank in resting or ()}
    dearest = max(edges.values(), default=0)
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(count + (resting is not None)))
    graph.add_weighted_edges_from((a, b, dearest + 1 - cost) for (a, b), cost in sorted(edges.items()))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < graph.number_of_nodes():
        return None
    return [(min(pair), max(pair)) for pair in found]
