"""Rulings for thousands of imagined strokes: equal facts are judged once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from carrom.laws import Rulebook, Ruling, Situation, StrokeFacts, judge
from carrom.play.many.cases import CODES, facts_code, facts_of_code
from carrom.play.sight import Bools, Ints


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The different facts that came up, the ruling of each, and which stroke got which."""

    before: Situation
    facts: tuple[StrokeFacts, ...]
    rulings: tuple[Ruling, ...]
    which: Ints

    def take(self, rows: Ints) -> Verdicts:
        """Those of these strokes alone."""
        return Verdicts(self.before, self.facts, self.rulings, self.which[rows])

    def groups(self) -> Iterator[tuple[StrokeFacts, Ruling, Ints]]:
        """Facts and ruling with the strokes that they belong to."""
        for index, (facts, ruling) in enumerate(zip(self.facts, self.rulings, strict=True)):
            yield facts, ruling, np.flatnonzero(self.which == index)

    @property
    def continues(self) -> Bools:
        """Which strokes keep the turn."""
        return np.array([ruling.turn in ("continues", "retry") for ruling in self.rulings], dtype=bool)[self.which]

    @property
    def succeeds(self) -> Bools:
        """Which strokes keep the turn or win the board."""
        won = [ruling.result is not None and ruling.result.winner == "player" for ruling in self.rulings]
        return np.asarray(self.continues | np.array(won, dtype=bool)[self.which])


def verdicts(
    situation: Situation, rulebook: Rulebook, *, own: Ints, rival: Ints, queen: Bools, striker: Bools, touched: Bools
) -> Verdicts:
    """Judge strokes of which is known what fell. All of them are proper: nobody imagines a foul."""
    code = facts_code(own, rival, queen, striker, touched)
    # As `np.unique` would, without sorting: there are few codes.
    known = np.zeros(CODES, dtype=np.int64)
    known[code] = 1
    found = np.flatnonzero(known)
    known[found] = np.arange(len(found))
    facts = tuple(facts_of_code(value) for value in found.tolist())
    return Verdicts(situation, facts, tuple(judge(situation, each, rulebook) for each in facts), known[code])
