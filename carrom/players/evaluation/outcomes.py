"""Simulate thousands of considered strokes, and judge each distinct outcome once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from carrom.laws import Rulebook, Ruling, Situation, StrokeFacts, judge
from carrom.physics import Profile, simulate_batch
from carrom.play.batch import execution
from carrom.play.batch.situations import FACT_CODES, facts_code, facts_from_code
from carrom.play.player import Perception
from carrom.play.sight import Bools, Floats, Ints
from carrom.players.candidates.generator import SeenPosition
from carrom.players.candidates.model import SkillOnSurface


@dataclass(frozen=True, slots=True)
class SideMasks:
    own: Bools
    rival: Bools
    queen: Bools

    @classmethod
    def of(cls, view: Perception) -> SideMasks:
        kinds = np.array([piece.kind for piece in view.position.pieces])
        return cls(kinds == view.colour, kinds == view.rival_colour, kinds == "queen")

    def swapped(self) -> SideMasks:
        return SideMasks(self.rival, self.own, self.queen)


@dataclass(frozen=True, slots=True)
class StrokeOutcomes:
    rest: Floats
    """(strokes, pieces, 2); NaN for pocketed pieces."""
    fell: Bools
    """(strokes, pieces): pocketed in this stroke."""
    striker: Bools
    touched: Bools

    @classmethod
    def in_turns(cls, parts: list[StrokeOutcomes], turns: Ints) -> StrokeOutcomes:
        """Merge outcomes; `turns` says for each row which part it comes from."""
        whole = [np.empty((len(turns), *one.shape[1:]), one.dtype) for one in parts[0]._arrays]
        for at, part in enumerate(parts):
            for into, found in zip(whole, part._arrays, strict=True):
                into[turns == at] = found
        return cls(*whole)

    def take(self, rows: Ints) -> StrokeOutcomes:
        return StrokeOutcomes(self.rest[rows], self.fell[rows], self.striker[rows], self.touched[rows])

    @property
    def _arrays(self) -> tuple[Floats | Bools, ...]:
        return self.rest, self.fell, self.striker, self.touched


def simulate_outcomes(places: Floats, strokes: Floats, profile: Profile) -> StrokeOutcomes:
    """Simulate strokes, rows of (x, y, direction, speed), on one layout (pieces, 2) or one each."""
    # one thread: the arena already plays a board on every core
    made = simulate_batch(places, strokes, profile=profile, threads=1)
    fell = made.is_pocketed
    return StrokeOutcomes(made.rest[:, :-1], fell[:, :-1], fell[:, -1], made.touched)


def strokes_with_errors(scene: SeenPosition, strokes: Floats, errors: Floats, hand: SkillOnSurface) -> Floats:
    """Every stroke with every row of errors, candidate by candidate."""
    strokes = np.ascontiguousarray(strokes)
    return execution.execute_each(scene.pieces, strokes, errors, hand.skill, scene.spans, hand.max_speed / 1000.0)


@dataclass(frozen=True, slots=True)
class OutcomeRulings:
    """Distinct facts of some strokes, their rulings, and which stroke has which."""

    before: Situation
    facts: tuple[StrokeFacts, ...]
    rulings: tuple[Ruling, ...]
    which: Ints

    def take(self, rows: Ints) -> OutcomeRulings:
        return OutcomeRulings(self.before, self.facts, self.rulings, self.which[rows])

    def groups(self) -> Iterator[tuple[StrokeFacts, Ruling, Ints]]:
        for index, (facts, ruling) in enumerate(zip(self.facts, self.rulings, strict=True)):
            yield facts, ruling, np.flatnonzero(self.which == index)

    @property
    def continues(self) -> Bools:
        return np.array([ruling.turn in ("continues", "retry") for ruling in self.rulings], dtype=bool)[self.which]

    @property
    def succeeds(self) -> Bools:
        """Strokes that keep the turn or win the board."""
        won = [ruling.result is not None and ruling.result.winner == "player" for ruling in self.rulings]
        return np.asarray(self.continues | np.array(won, dtype=bool)[self.which])


def judge_outcomes(
    situation: Situation, rulebook: Rulebook, *, own: Ints, rival: Ints, queen: Bools, striker: Bools, touched: Bools
) -> OutcomeRulings:
    """Judge strokes by what they pocketed; all count as proper."""
    code = facts_code(own, rival, queen, striker, touched)
    # like `np.unique`, without sorting
    known = np.zeros(FACT_CODES, dtype=np.int64)
    known[code] = 1
    found = np.flatnonzero(known)
    known[found] = np.arange(len(found))
    facts = tuple(facts_from_code(value) for value in found.tolist())
    return OutcomeRulings(situation, facts, tuple(judge(situation, each, rulebook) for each in facts), known[code])
