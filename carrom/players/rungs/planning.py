"""Rungs that think ahead: `planner` over its own continued turn, `tactician` over the rival's reply as well."""

import numpy as np

from carrom.equipment.sizes import SIDE_PIECES
from carrom.laws import after
from carrom.physics import Stroke
from carrom.play.player import Point, View
from carrom.play.sight import Floats, Ints
from carrom.players.eye.candidates import Candidates
from carrom.players.eye.generator import generate
from carrom.players.mind.budget import Clock
from carrom.players.mind.halving import halve
from carrom.players.mind.next_stroke import worth_of_next_strokes
from carrom.players.mind.placing import is_better_forgone, worst_place
from carrom.players.mind.side_worth import Look, turned
from carrom.players.mind.study import Study, to_board
from carrom.players.mind.windows import centre_in_windows
from carrom.players.rungs.simulating import Thinker

# Of the simulations, one in so many goes into looking for safe strokes; those are no faster than this (m/s).
_SAFETY_SHARE = 12
_SOFT = 2.5


class Planner(Thinker):
    """Two plies over the continued turn, aim windows, and no step over a cliff of the Laws.

    Candidates are played once without error, and the hopeful ones many times in its own hand, judged by what they
    leave for its own next stroke; the best are aimed at the middle of their windows; the finalists' leaves are
    played on.
    """

    look = Look.OWN
    hopeful = 28
    finalists = 4

    def stroke(self, view: View, rng: np.random.Generator) -> Stroke:
        clock = self.budget.start()
        study = Study.of(view)
        simulations = self.budget.for_stroke(view)
        strokes = self.proposals(study, simulations, rng)
        if view.situation.break_attempt is not None:
            best, _ = self._halve(study, strokes, simulations, clock, rng, 1)
            return to_board(view, strokes[best[0]])
        first, _ = self._halve(study, strokes, simulations // 4, clock, rng, 2 * self.finalists)
        if clock.is_over():
            return to_board(view, strokes[first[0]])
        strokes = np.concatenate((strokes[first], centre_in_windows(study, strokes[first], self.look)))
        second, means = self._halve(study, strokes, simulations // 4, clock, rng, self.finalists)
        if clock.is_over():
            return to_board(view, strokes[second[0]])
        values = means[second] + self.gain_ahead(study, strokes[second], rng)
        return to_board(view, strokes[second[int(np.argmax(values))]])

    def proposals(self, study: Study, simulations: int, rng: np.random.Generator) -> Floats:
        """Strokes worth weighing: what geometry proposes, and what a sweep of the whole board finds."""
        known = self.screen(study, generate(study.view, study.hand))
        if study.view.situation.break_attempt is not None:
            return known
        return np.concatenate((known, study.swept(simulations // 2, rng, keep=self.hopeful)))

    def screen(self, study: Study, found: Candidates) -> Floats:
        """The hopeful strokes: worth much when they succeed, by how likely they do; those over a cliff left out."""
        outcomes = study.exact(found.strokes)
        verdicts = study.stance.verdicts(outcomes, study.view.situation)
        values = study.stance.values(outcomes, verdicts, self.look)
        hoped = found.chance * values + (1 - found.chance) * study.value_of_miss()
        hoped = np.where(found.target < 0, values, hoped)
        lost = np.array([r.result is not None and r.result.winner == "opponent" for r in verdicts.rulings])
        cliff = lost[verdicts.which] | outcomes.striker
        hoped = np.where(cliff, hoped - 100.0, hoped)
        return found.strokes[np.argsort(-hoped, kind="stable")[: self.hopeful]]

    def gain_ahead(self, study: Study, strokes: Floats, rng: np.random.Generator) -> Floats:
        """By how much each stroke is better than a glance at its leaves said, now that they have been played on."""
        each = max(8, self.budget.for_stroke(study.view) // 400)
        outcomes = study.noisy(strokes, each, rng)
        found = study.stance.verdicts(outcomes, study.view.situation)
        glanced = study.stance.values(outcomes, found, self.look)
        values = glanced.copy()
        before = study.view.situation
        for facts, ruling, rows in found.groups():
            if ruling.result is not None or ruling.own < 1 or ruling.opponent < 1:
                continue
            # Whether the rival is opened is not in the view; a piece of his in a pocket tells it.
            situation = after(before, facts, ruling, waiting_opened=before.opponent < SIDE_PIECES).situation
            # The strokes played on are the plain ones; the glance allows for others, and so is the least it is worth.
            if ruling.turn != "passes":
                ahead = worth_of_next_strokes(study.stance, outcomes.rest[rows], situation, rng, look=self.look)
                values[rows] = np.maximum(ahead, values[rows])
            elif self.look == Look.BOTH:
                places = turned(outcomes.rest[rows], study.stance.quarters)
                ahead = worth_of_next_strokes(study.stance.across(), places, situation, rng, look=Look.OWN)
                values[rows] = np.minimum(-ahead, values[rows])
        return np.asarray((values - glanced).reshape(len(strokes), each).mean(axis=1))

    def _halve(
        self, study: Study, strokes: Floats, simulations: int, clock: Clock, rng: np.random.Generator, finalists: int
    ) -> tuple[Ints, Floats]:
        def sample(rows: Ints, each: int) -> Floats:
            values = study.values(study.noisy(strokes[rows], each, rng), self.look)
            return values.reshape(len(rows), each)

        return halve(len(strokes), simulations, clock, sample, finalists=finalists)


class Tactician(Planner):
    """Weighs the rival's reply too: plays safe where that is better, and places due pieces where they hurt most."""

    look = Look.BOTH

    def proposals(self, study: Study, simulations: int, rng: np.random.Generator) -> Floats:
        """Safe strokes as well: soft ones, judged by what they leave to both."""
        attacking = super().proposals(study, simulations, rng)
        if study.view.situation.break_attempt is not None:
            return attacking
        share = simulations // _SAFETY_SHARE
        safe = study.swept(share, rng, keep=self.hopeful // 3, look=self.look, fastest=_SOFT)
        return np.concatenate((attacking, safe))

    def place(self, view: View, rng: np.random.Generator) -> Point:
        return worst_place(view, rng)

    def forgoes(self, view: View, count: int) -> bool:
        return is_better_forgone(view, count)
