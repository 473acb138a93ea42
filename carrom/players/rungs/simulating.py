"""Rungs that try their candidates out: `greedy` once each without error, `club` many times in its own hand."""

import numpy as np

from carrom.physics import Profile, Stroke
from carrom.play.player import PlainManners, View
from carrom.play.sight import Floats, Ints
from carrom.play.skill import Skill
from carrom.players.eye.breaking import wanted_rack
from carrom.players.eye.generator import generate
from carrom.players.mind.budget import Budget
from carrom.players.mind.halving import halve
from carrom.players.mind.side_worth import Look
from carrom.players.mind.study import Study, to_board


class Thinker(PlainManners):
    """Somebody who simulates strokes before he plays one, within a budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def turns_rack(self, skill: Skill, profile: Profile) -> float:
        return wanted_rack(skill)


class Greedy(Thinker):
    """Plays every candidate once without error; takes what brings most, weighed by how likely geometry says it is."""

    def stroke(self, view: View, rng: np.random.Generator) -> Stroke:
        study = Study.of(view)
        found = generate(view, study.hand, limit=self.budget.simulations, thorough=False)
        values = study.values(study.exact(found.strokes), Look.COUNTS)
        hoped = found.chance * values + (1 - found.chance) * study.value_of_miss()
        return to_board(view, found.strokes[int(np.argmax(hoped))])


class Club(Thinker):
    """Plays candidates in its own hand, again and again, and takes the one with the best average."""

    def stroke(self, view: View, rng: np.random.Generator) -> Stroke:
        clock = self.budget.start()
        study = Study.of(view)
        found = generate(view, study.hand, limit=60, thorough=False)

        def sample(rows: Ints, each: int) -> Floats:
            outcomes = study.noisy(found.strokes[rows], each, rng)
            return study.values(outcomes, Look.COUNTS).reshape(len(rows), each)

        best, _ = halve(len(found), self.budget.for_stroke(view), clock, sample)
        return to_board(view, found.strokes[best[0]])
