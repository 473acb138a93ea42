"""Draw double eliminations: after one loss an entry plays in the losers' bracket, after two it is out.

Losers drop as far as possible from those they have beaten.
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
    """Draw both brackets, the first round as in a knockout.

    With `reset`, an unbeaten entry that loses the grand final plays it once more.
    """
    return two_brackets(knockout(entries, seeds=seeds, random=random, apart=apart), reset=reset)


def two_brackets(tree: Draw, *, reset: bool = True) -> Draw:
    """Add the losers' bracket and the grand final to a knockout."""
    return _Brackets(tree).draw(reset=reset)


class _Brackets:
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
        """Winners of a round of the losers' bracket; sides without an opponent advance."""
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
    """Bits by which each round's losers are flipped when they drop.

    Entries beaten by a loser of round r in round s are at that loser's own position, flipped as in round s. So the
    bits should differ from all earlier ones as high as possible, where paths join last.
    """
    found = [0]
    for level in range(2, levels + 1):
        bits = levels - level
        before = [shift >> (level - at) for at, shift in enumerate(found, 1)]
        found.append(max(range(1 << bits), key=lambda shift: sorted((shift ^ one).bit_length() for one in before)))
    return found


def _winners_name(one: Round) -> str:
    return f"winners-{one.stage}"
