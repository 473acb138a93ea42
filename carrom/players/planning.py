"""Rungs that think ahead: `planner` over its own continued turn, `tactician` over the rival's reply as well."""

from __future__ import annotations

import numpy as np

from carrom.physics import Stroke
from carrom.play.player import PlainManners, View
from carrom.play.sight import Bools, Floats, Ints
from carrom.players.budget import Budget, Clock
from carrom.players.candidates import Candidates
from carrom.players.generator import generate
from carrom.players.halving import halve
from carrom.players.imagine import Outcomes
from carrom.players.plies import next_situation, played_on
from carrom.players.stance import Look, turned
from carrom.players.study import Study, to_board
from carrom.players.windows import centred


class Planner(PlainManners):
    """Two plies over the continued turn, aim windows, and no step over a cliff of the Laws.

    Candidates in its own hand are judged by what they leave for its own next stroke; the best are aimed at the middle
    of their windows; the finalists' leaves are played on.
    """

    look = Look.OWN
    limit = 80
    finalists = 4

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def stroke(self, view: View, rng: np.random.Generator) -> Stroke:
        clock = self.budget.start()
        study = Study.of(view)
        found = without_cliffs(study, self.candidates(study))
        simulations = self.budget.for_stroke(view)
        first, _ = self._halve(study, found.strokes, simulations // 2, clock, rng, finalists=2 * self.finalists)
        strokes = found.strokes[first]
        if view.situation.break_attempt is not None:
            return to_board(view, strokes[0])
        strokes = np.concatenate((strokes, centred(study, strokes, self.look)))
        second, _ = self._halve(study, strokes, simulations // 4, clock, rng, finalists=self.finalists)
        if clock.is_over or len(second) == 1:
            return to_board(view, strokes[second[0]])
        values = self.looked_ahead(study, strokes[second], rng)
        return to_board(view, strokes[second[int(np.argmax(values))]])

    def candidates(self, study: Study) -> Candidates:
        return generate(study.view, study.hand, limit=self.limit)

    def looked_ahead(self, study: Study, strokes: Floats, rng: np.random.Generator) -> Floats:
        """The mean worth of each stroke when what it leaves has been played on."""
        each = max(8, self.budget.simulations // 250)
        outcomes = study.noisy(strokes, each, rng)
        found = study.stance.verdicts(outcomes, study.view.situation)
        values = study.stance.values(outcomes, found, self.look)
        for ruling, rows in found.groups():
            if ruling.result is not None or ruling.own < 1 or ruling.opponent < 1:
                continue
            situation = next_situation(study.view.situation, ruling)
            if ruling.turn != "passes":
                ahead = played_on(
                    study.stance, outcomes.rest[rows], situation, rng, strokes=3, samples=4, look=self.look
                )
            elif self.look == Look.BOTH:
                places = turned(outcomes.rest[rows], study.stance.quarters)
                ahead = -played_on(study.stance.across(), places, situation, rng, strokes=2, samples=4, look=Look.OWN)
            else:
                continue
            values[rows] = np.where(np.isfinite(ahead), ahead, values[rows])
        return np.asarray(values.reshape(len(strokes), each).mean(axis=1))

    def _halve(
        self, study: Study, strokes: Floats, simulations: int, clock: Clock, rng: np.random.Generator, *, finalists: int
    ) -> tuple[Ints, Floats]:
        def sample(rows: Ints, each: int) -> Floats:
            values = study.values(study.noisy(strokes[rows], each, rng), self.look)
            return values.reshape(len(rows), each)

        return halve(len(strokes), simulations, clock, sample, finalists=finalists)


class Tactician(Planner):
    """Looks at the rival's reply too: plays safe, places due pieces where they hurt, forgoes what would help him."""

    look = Look.BOTH


def without_cliffs(study: Study, found: Candidates) -> Candidates:
    """The candidates less those that lose the board or pocket the striker even when nothing goes wrong."""
    outcomes = study.exact(found.strokes)
    fine = ~_over_cliff(study, outcomes)
    return found.take(np.flatnonzero(fine)) if fine.any() else found


def _over_cliff(study: Study, outcomes: Outcomes) -> Bools:
    found = study.stance.verdicts(outcomes, study.view.situation)
    lost = np.array([r.result is not None and r.result.winner == "opponent" for r in found.rulings])
    return np.asarray(lost[found.which] | outcomes.striker)
