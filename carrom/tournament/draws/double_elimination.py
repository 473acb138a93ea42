"""Double elimination: who loses once goes on among the losers, who loses twice is out.

Winners and losers have a bracket each, and their last ones meet in the grand final. Who loses in the winners' bracket
drops into the losers' as far as can be from those whom he has beaten, so that two meet again as late as it allows.
"""

from collections.abc import Mapping, Sequence

from carrom.tournament.draws.bracket import Draw, DrawnMatch, LoserOf, MatchId, Round, Slot, WinnerOf
from carrom.tournament.draws.knockout import knockout

GRAND_FINAL, SECOND_GRAND_FINAL, LOSERS_FINAL = "grand-final", "second-grand-final", "losers-final"


def double_elimination(
    entries: Sequence[str],
    *,
    seeds: int = 0,
    random: int | str | None = None,
    apart: Mapping[str, str] | None = None,
    reset: bool = True,
) -> Draw:
    """Draw both brackets. The first round is that of a knock-out: seeds, byes, lots and clubs are as there.

    With `reset` who comes unbeaten into the grand final and loses it plays it once more.
    """
    return two_brackets(knockout(entries, seeds=seeds, random=random, apart=apart), reset=reset)


def two_brackets(tree: Draw, *, reset: bool = True) -> Draw:
    """A knock-out without a third place, with the bracket of those who lose in it and the grand final."""
    return _Brackets(tree).draw(reset=reset)


class _Brackets:
    """The rounds as they are made, in an order in which they can be played."""

    def __init__(self, tree: Draw) -> None:
        self._tree = tree
        self._rounds: list[Round] = []
        self._made = 0
        self._losers_rounds = 0

    def draw(self, *, reset: bool) -> Draw:
        first, *later = self._tree.rounds
        winners = self._play(_winners_name(first), [match.slots for match in first.matches])
        alive: list[Slot | None] = [
            None if old.is_bye else LoserOf(new) for old, new in zip(first.matches, winners, strict=True)
        ]
        shifts = crossings(len(later) + 1)
        for level, one in enumerate(later, 2):
            alive = self._meet(list(zip(alive[::2], alive[1::2], strict=True)))
            pairs: list[tuple[Slot, Slot]] = [
                (WinnerOf(a), WinnerOf(b)) for a, b in zip(winners[::2], winners[1::2], strict=True)
            ]
            winners = self._play(_winners_name(one), pairs)
            dropped = [LoserOf(winners[at ^ shifts[level - 1]]) for at in range(len(winners))]
            alive = self._meet(list(zip(alive, dropped, strict=True)), is_last=len(winners) == 1)
        best_loser = alive[0] if alive[0] is not None else LoserOf(winners[0])
        final = self._play(GRAND_FINAL, [(WinnerOf(winners[0]), best_loser)])[0]
        if reset:
            self._play(SECOND_GRAND_FINAL, [(WinnerOf(final), LoserOf(final, once=True))])
        return Draw(tuple(self._rounds))

    def _meet(self, pairs: Sequence[tuple[Slot | None, Slot | None]], *, is_last: bool = False) -> list[Slot | None]:
        """A round of the losers' bracket: who comes onwards. Whoever has nobody to meet goes on without a match."""
        real = [(a, b) for a, b in pairs if a is not None and b is not None]
        self._losers_rounds += bool(real)
        played = iter(self._play(LOSERS_FINAL if is_last else f"losers-round-{self._losers_rounds}", real))
        return [
            WinnerOf(next(played)) if a is not None and b is not None else a if a is not None else b for a, b in pairs
        ]

    def _play(self, name: str, pairs: Sequence[tuple[Slot, Slot]]) -> list[MatchId]:
        ids = [MatchId(f"M{self._made + number}") for number in range(1, len(pairs) + 1)]
        self._made += len(pairs)
        if pairs:
            matches = tuple(DrawnMatch(id, slots) for id, slots in zip(ids, pairs, strict=True))
            self._rounds.append(Round(name, matches))
        return ids


def crossings(levels: int) -> list[int]:
    """For every round of the winners' bracket how its losers are crossed over when they drop: by which bits of their
    number in it.

    Those whom a loser of round r has beaten in round s stand in the losers' bracket at his own number, crossed as in
    round s. So the bits should differ from all earlier ones, in as high a place as can be: there the ways join last.
    """
    found = [0]
    for level in range(2, levels + 1):
        bits = levels - level
        before = [shift >> (level - at) for at, shift in enumerate(found, 1)]
        found.append(max(range(1 << bits), key=lambda shift: sorted((shift ^ one).bit_length() for one in before)))
    return found


def _winners_name(one: Round) -> str:
    return f"winners-{one.stage}"
