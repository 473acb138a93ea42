"""A person at the board: sees some strokes, likes one, aims a little beside it."""

from dataclasses import dataclass, replace

import numpy as np

from carrom.laws import StrokeFacts, judge
from carrom.physics import Stroke
from carrom.play.player import PlainManners, Point, View
from carrom.play.sight import Floats
from carrom.players.eye.candidates import Candidates, Shape
from carrom.players.eye.generator import touches, wanted_pieces
from carrom.players.mind.placing import is_better_forgone, worst_place
from carrom.players.mind.side_worth import Look
from carrom.players.mind.study import Study, to_board
from carrom.players.people.person import Eye, Mind
from carrom.players.people.seeing import aimed_beside, break_stroke, one_each, seen_strokes


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody wants to do."""

    stroke: Stroke
    """As he aims it: what his eye misjudges is in it, what his hand errs is not."""
    shape: Shape


class PersonPlayer(PlainManners):
    """Decides as a person of this mind and eye."""

    def __init__(self, mind: Mind, eye: Eye) -> None:
        self.mind = mind
        self.eye = eye

    def stroke(self, view: View, rng: np.random.Generator) -> Stroke:
        return self.choose(view, rng).stroke

    def choose(self, view: View, rng: np.random.Generator) -> Choice:
        """The stroke, and what kind it is meant to be."""
        believed = replace(view, skill=replace(view.skill, angle=view.skill.angle * self.mind.confidence))
        study = Study.of(believed)
        scene = study.scene
        if view.situation.break_attempt is not None:
            row = break_stroke(self.mind.break_, scene.ahead, scene.spans, view.profile.max_speed)
            shape = Shape.BREAK
        else:
            found = seen_strokes(view, scene, self.eye, study.hand, rng)
            found, liked = self._liking(study, found, rng)
            chosen = _by_whim(liked, self.mind.whim, rng)
            row, shape = found.strokes[chosen], Shape(int(found.shape[chosen]))
        beside = self.eye.error * float(rng.standard_normal())
        shaken = self._shaking(view) * float(rng.standard_normal())
        return Choice(to_board(view, aimed_beside(row, shape, scene.pieces, beside, shaken)), shape)

    def place(self, view: View, rng: np.random.Generator) -> Point:
        return worst_place(view, rng) if self.mind.minds_rival else super().place(view, rng)

    def forgoes(self, view: View, count: int) -> bool:
        return self.mind.minds_rival and is_better_forgone(view, count)

    def _liking(self, study: Study, found: Candidates, rng: np.random.Generator) -> tuple[Candidates, Floats]:
        """The strokes that he weighs, and what each seems worth to him, in points."""
        mind = self.mind
        look = Look.BOTH if mind.minds_rival else Look.OWN if mind.minds_own else Look.COUNTS
        if not len(found) or mind.tries > 1:
            found = Candidates.joined([found, self._plain_strokes(study)])
        liked = self._at_a_glance(study, found)
        if mind.tries > 0:
            found, liked = _best(found, liked, 4 * mind.weighs)
            liked = self._pictured(study, found, look)
        rows = one_each(found, liked)[: mind.weighs]
        found, liked = found.take(rows), liked[rows]
        if mind.tries > 1:
            outcomes = study.noisy(found.strokes, mind.tries, rng)
            liked = study.values(outcomes, look).reshape(len(found), mind.tries).mean(axis=1)
            liked = liked + found.chance * self._queen_liking(study, found)
        return found, liked

    def _plain_strokes(self, study: Study) -> Candidates:
        """Strokes at pieces without a pocket in mind: what is left when none is open, or safe."""
        wanted = wanted_pieces(study.view, study.scene)
        found = touches(study.scene, wanted if len(wanted) else study.scene.rival, study.hand)
        ahead = found.shape != Shape.BACK
        return found.take(ahead) if ahead.any() else found

    def _at_a_glance(self, study: Study, found: Candidates) -> Floats:
        """Chance and gain, by what would fall and nothing else."""
        view = study.view
        own = study.stance.worth.after(judge(view.situation, StrokeFacts(own=1), view.rulebook))
        gain = np.full(len(found), own)
        is_queen = np.isin(found.target, study.scene.queen)
        if is_queen.any():
            gain[is_queen] = study.stance.worth.after(judge(view.situation, StrokeFacts(queen=True), view.rulebook))
        gain += self._queen_liking(study, found)
        return np.asarray(found.chance * gain + (1 - found.chance) * study.value_of_miss())

    def _pictured(self, study: Study, found: Candidates, look: Look) -> Floats:
        """Where everything comes to rest if all goes as meant; what was not meant to fall is not counted on."""
        outcomes = study.exact(found.strokes)
        values = study.values(outcomes, look)
        miss = study.value_of_miss()
        meant = np.where(found.chance > 0, found.chance, np.where(outcomes.fell.any(axis=1), 0.0, 1.0))
        return np.asarray(meant * (values + self._queen_liking(study, found)) + (1 - meant) * miss)

    def _queen_liking(self, study: Study, found: Candidates) -> Floats:
        return np.where(np.isin(found.target, study.scene.queen), self.mind.queen, 0.0)

    def _shaking(self, view: View) -> float:
        """Degrees more of error where it counts: the last piece, the queen's cover."""
        situation = view.situation
        return self.mind.nerves * view.skill.angle if situation.own == 1 or situation.queen == "pending" else 0.0


def _best(found: Candidates, liked: Floats, count: int) -> tuple[Candidates, Floats]:
    rows = np.argsort(-liked, kind="stable")[:count]
    return found.take(rows), liked[rows]


def _by_whim(liked: Floats, whim: float, rng: np.random.Generator) -> int:
    """One of them, the better it seems the likelier."""
    if whim <= 0:
        return int(np.argmax(liked))
    weight = np.exp((liked - liked.max()) / whim)
    return int(rng.choice(len(liked), p=weight / weight.sum()))
