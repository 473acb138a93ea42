"""Candidate strokes of a position, most likely first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from carrom.play.player import Perception
from carrom.play.sight import Floats, Ints, seen_from
from carrom.play.striker_positions import Spans, free_striker_row, spread_striker_positions
from carrom.players.candidates.breaks import good_breaks
from carrom.players.candidates.geometry import CONTACT, cannon_strokes, find_goals, strokes_at_goals
from carrom.players.candidates.model import Candidates, Shape, SkillOnSurface


@dataclass(frozen=True, slots=True)
class SeenPosition:
    """A position as the player sees it, with the striker's lawful stretches."""

    pieces: Floats
    own: Ints
    rival: Ints
    queen: Ints
    """Empty when the queen is pocketed."""
    ahead: float
    spans: Spans

    @classmethod
    def of(cls, view: Perception) -> SeenPosition:
        kinds = [piece.kind for piece in view.position.pieces]
        rows = {
            kind: np.array([i for i, found in enumerate(kinds) if found == kind], dtype=np.int64)
            for kind in (view.colour, view.rival_colour, "queen")
        }
        ahead, spans = free_striker_row(view.position, view.seat)
        pieces = seen_from(view.position, view.seat)
        return cls(pieces, rows[view.colour], rows[view.rival_colour], rows["queen"], ahead, spans)


def wanted_pieces(view: Perception, scene: SeenPosition) -> Ints:
    """The player's own pieces, and the queen where the Laws allow it."""
    situation = view.situation
    may_queen = situation.queen == "board" and situation.opened and situation.owed.player == 0
    if may_queen and situation.own == 1:
        return scene.queen  # pocketing the last piece before the queen loses the board (107)
    own = scene.own
    if situation.queen == "board" and situation.own == 1:
        own = own[:0]
    return np.concatenate((own, scene.queen)) if may_queen else own


def generate_candidates(
    view: Perception, hand: SkillOnSurface, *, limit: int = 200, thorough: bool = True
) -> Candidates:
    """Candidates of every shape, most likely first. All obey Law 130; none if the striker has no room."""
    scene = SeenPosition.of(view)
    if not scene.spans:
        return Candidates.none()
    if view.situation.break_attempt is not None:
        white = scene.own if view.colour == "white" else scene.rival
        return good_breaks(scene.pieces, white, scene.ahead, scene.spans, hand)
    wanted = wanted_pieces(view, scene)
    found = pocketing_strokes(scene, wanted, hand, thorough=thorough).best(limit)
    return Candidates.joined([found, touching_strokes(scene, wanted if len(wanted) else scene.rival, hand)])


def pocketing_strokes(scene: SeenPosition, wanted: Ints, hand: SkillOnSurface, *, thorough: bool = True) -> Candidates:
    """Strokes that try to pocket a wanted piece; `thorough` adds two frames and cannons."""
    pieces = scene.pieces
    many = spread_striker_positions(scene.ahead, scene.spans, 13)
    few = spread_striker_positions(scene.ahead, scene.spans, 5)
    every = find_goals(pieces, wanted, hand, frames=2 if thorough else 1, pairs=True)
    straight = every.take(every.shape == Shape.DIRECT)
    parts = [
        strokes_at_goals(pieces, every, many, hand, spans=scene.spans),
        strokes_at_goals(pieces, straight, few, hand, frames=1),
    ]
    if thorough:
        parts.append(strokes_at_goals(pieces, straight, few, hand, frames=2))
        parts.append(cannon_strokes(pieces, straight, few, hand))
    return Candidates.joined(parts)


def touching_strokes(scene: SeenPosition, wanted: Ints, hand: SkillOnSurface) -> Candidates:
    """Full strokes at visible pieces, gentle and hard, for positions without an open pocket."""
    stands = spread_striker_positions(scene.ahead, scene.spans, 5)
    if not len(wanted):
        wanted = np.arange(len(scene.pieces))
    stand, target = (a.ravel() for a in np.meshgrid(np.arange(len(stands)), wanted, indexing="ij"))
    run = scene.pieces[target] - stands[stand]
    far = np.hypot(run[:, 0], run[:, 1])
    direction = np.degrees(np.arctan2(run[:, 0], run[:, 1]))
    slow = np.sqrt(2 * hand.slowing * np.maximum(far - CONTACT, 10.0)) + 200.0
    parts = []
    for speed in (np.minimum(slow, hand.max_speed), np.full(len(far), 0.6 * hand.max_speed)):
        strokes = np.column_stack((stands[stand], direction, speed / 1000.0))
        nowhere = np.full(len(far), -1)
        shape = np.where(np.abs(direction) > 90, int(Shape.BACK), int(Shape.TOUCH))
        parts.append(Candidates(strokes, np.zeros(len(far)), target, nowhere, shape))
    return Candidates.joined(parts)
