"""Whether strength is one number: if a beats b and b beats c, does a beat c by as much as that says?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, sqrt

import numpy as np

from carrom.players.arena.entrant import ArenaEntrant
from carrom.players.arena.pair import PairPlayed
from carrom.players.arena.rating import score_of

_CLEAR = 0.05


@dataclass(frozen=True, slots=True)
class Circle:
    """The meeting that the ratings explain worst."""

    a: ArenaEntrant
    b: ArenaEntrant
    won: float
    """The part of the boards that a won against b,"""
    foretold: float
    """and the part that the ratings say."""
    chance: float
    """How likely one of so many meetings is off so far by luck alone (Bonferroni)."""

    @property
    def is_transitive(self) -> bool:
        """Whether nothing speaks against one number."""
        return self.chance >= _CLEAR

    @classmethod
    def of(cls, meetings: Sequence[Sequence[PairPlayed]], ratings: Mapping[ArenaEntrant, float]) -> Circle | None:
        """None where there is no circle: then ratings explain every meeting, and nothing is tested."""
        if len(meetings) < len(ratings) or any(len(pairs) < 2 for pairs in meetings):
            return None
        worst, found = -1.0, None
        for pairs in meetings:
            task = pairs[0].task
            foretold = score_of(ratings[task.a] - ratings[task.b])
            scores = np.array([pair.score for pair in pairs])
            # At least the spread of what was foretold: somebody who won all pairs has none of his own.
            spread = max(float(scores.std(ddof=1)), sqrt(foretold * (1 - foretold) / 2))
            off = abs(float(scores.mean()) - foretold) / (spread / sqrt(len(pairs)))
            if off > worst:
                chance = min(1.0, len(meetings) * erfc(off / sqrt(2)))
                worst, found = off, cls(task.a, task.b, float(scores.mean()), foretold, chance)
        return found
