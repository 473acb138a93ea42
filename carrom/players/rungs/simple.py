"""The lowest rungs: players that simulate nothing."""

import numpy as np

from carrom.equipment import striker_spans
from carrom.equipment.striker_place import FARTHEST, NEAREST
from carrom.physics import Stroke
from carrom.play.player import PlainManners, View
from carrom.play.striker_stands import free_row, spread_stands
from carrom.players.eye.aiming import strokes_for
from carrom.players.eye.generator import Scene, generate, touches, wanted_pieces
from carrom.players.eye.goals import goals
from carrom.players.eye.hand import Hand
from carrom.players.mind.study import to_board


class Random(PlainManners):
    """Any lawful stroke, evenly by chance: the floor of the ladder."""

    def stroke(self, view: View, rng: np.random.Generator) -> Stroke:
        ahead = float(rng.uniform(NEAREST, FARTHEST))
        spans = striker_spans(view.position, view.seat, ahead)
        lengths = np.array([right - left for left, right in spans])
        if not lengths.sum() > 0:
            ahead, spans = free_row(view.position, view.seat)
            lengths = np.array([right - left for left, right in spans])
        left, right = spans[int(rng.choice(len(spans), p=lengths / lengths.sum()))]
        across = float(rng.uniform(left, right))
        direction = 180.0 - float(rng.uniform(0.0, 360.0))
        speed = view.profile.max_speed * (1.0 - float(rng.random()))
        return Stroke(*view.seat.to_board(across, ahead), direction, speed)


class Aimer(PlainManners):
    """Geometry only: the fullest direct stroke at the piece that lies nearest to an open pocket.

    It knows neither its own hand nor what happens to the striker; with nothing open it strikes the nearest piece.
    """

    def stroke(self, view: View, rng: np.random.Generator) -> Stroke:
        scene = Scene.of(view)
        hand = Hand.of(view.skill, view.profile)
        if view.situation.break_attempt is not None:
            family = generate(view, hand)
            return to_board(view, family.strokes[int(rng.integers(len(family)))])
        wanted = wanted_pieces(view, scene)
        open_goals = goals(scene.pieces, wanted, hand, frames=0, pairs=False)
        nearest = open_goals.take(np.argsort(open_goals.swing, kind="stable"))
        stands = spread_stands(scene.ahead, scene.spans, 9)
        for row in range(len(nearest)):
            found = strokes_for(scene.pieces, nearest.take(np.array([row])), stands, hand, paces=(1.5,))
            if len(found):
                return to_board(view, found.best(1).strokes[0])
        found = touches(scene, wanted, hand)
        far = np.hypot(*(found.strokes[:, :2] - scene.pieces[found.target]).T)
        return to_board(view, found.strokes[int(np.argmin(far))])
