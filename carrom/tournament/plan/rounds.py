"""Sides of which everybody meets everybody once, found again among the matches: a group, a league, a category.

Such a set of matches falls into rounds, and its sides cannot be kept in separate shifts for ever. The first gives the
search a good order to begin with, the second a stronger bound.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from carrom.tournament.draws.round_robin import circle
from carrom.tournament.plan.request import PendingMatch


@dataclass(frozen=True, slots=True)
class AllPlayAll:
    """The sides, and which match each two of them play."""

    sides: tuple[str, ...]
    match_of: dict[frozenset[str], int]

    def rounds(self) -> list[list[int]]:
        """The matches, round by round: nobody twice in a round."""
        pairs = [
            [frozenset((self.sides[one], self.sides[other])) for one, other in pairs]
            for pairs in circle(len(self.sides))
        ]
        return [[self.match_of[pair] for pair in round] for round in pairs]


def all_play_alls(fixtures: Sequence[PendingMatch]) -> list[AllPlayAll]:
    """Every set of at least three sides that meet each other once and nobody else."""
    set_of: dict[str, set[str]] = {}
    for fixture in fixtures:
        joined = set(fixture.sides).union(*(set_of.get(side, ()) for side in fixture.sides))
        for side in joined:
            set_of[side] = joined
    matches: dict[int, list[int]] = {}
    for match, fixture in enumerate(fixtures):
        if fixture.sides:
            matches.setdefault(id(set_of[fixture.sides[0]]), []).append(match)
    found = []
    for own in matches.values():
        sides = dict.fromkeys(side for match in own for side in fixtures[match].sides)
        match_of = {frozenset(fixtures[match].sides): match for match in own}
        is_whole = len(own) == len(match_of) == len(sides) * (len(sides) - 1) // 2
        if len(sides) > 2 and is_whole and all(len(pair) == 2 for pair in match_of):
            found.append(AllPlayAll(tuple(sides), match_of))
    return found
