"""What strokes a person sees, one for each goal that he notices, and how far beside it he aims."""

import numpy as np

from carrom.play.player import View
from carrom.play.sight import Floats, Ints, first_contacts
from carrom.play.skill import wrap_degrees
from carrom.play.striker_stands import Spans, spread_stands
from carrom.players.eye.aiming import strokes_for
from carrom.players.eye.candidates import Candidates, Shape
from carrom.players.eye.cannons import cannons
from carrom.players.eye.generator import Scene, wanted_pieces
from carrom.players.eye.goals import goals
from carrom.players.eye.hand import Hand
from carrom.players.people.person import Break, Eye

_FRAME_ERROR = 1.6
"""So much farther beside the point does one aim whose way leads over a frame."""


def seen_strokes(view: View, scene: Scene, eye: Eye, hand: Hand, rng: np.random.Generator) -> Candidates:
    """The strokes that are to pocket something and that this eye notices this time."""
    pieces, wanted = scene.pieces, wanted_pieces(view, scene)
    stands = spread_stands(scene.ahead, scene.spans, eye.stands)
    every = goals(pieces, wanted, hand, frames=1 if eye.double else 0, pairs=eye.pair > 0)
    straight = every.take(every.shape == Shape.DIRECT)
    spans = scene.spans if eye.lines_up else None
    parts = [strokes_for(pieces, every, stands, hand, spans=spans, paces=eye.paces)]
    if eye.rebound:
        parts.append(strokes_for(pieces, straight, stands[::2], hand, frames=1, paces=eye.paces))
    if eye.cannon:
        parts.append(cannons(pieces, straight, stands[::3], hand))
    found = Candidates.joined(parts)
    goal = _goal_numbers(found)
    known, which = np.unique(goal, return_inverse=True)
    chances = np.array([1.0, eye.cut, eye.rebound, eye.double, eye.pair, eye.cannon, eye.back])
    noticed = rng.random(len(known)) < chances[known % len(Shape)]
    return found.take(noticed[which])


def one_each(found: Candidates, liked: Floats) -> Ints:
    """The rows of the best stroke for each goal, best first."""
    order = np.argsort(-liked, kind="stable")
    _, first = np.unique(_goal_numbers(found)[order], return_index=True)
    return np.asarray(order[np.sort(first)])


def _goal_numbers(found: Candidates) -> Ints:
    return (found.target * 4 + found.pocket) * len(Shape) + found.shape


def break_stroke(habit: Break, ahead: float, spans: Spans, max_speed: float) -> Floats:
    """The favourite break, from the nearest lawful place."""
    places = [min(max(habit.stand, left), right) for left, right in spans]
    x = min(places, key=lambda place: abs(place - habit.stand))
    far = np.hypot(x, ahead)
    direction = np.degrees(np.arctan2(-x, -ahead) + np.arctan2(habit.beside, far))
    return np.array([x, ahead, direction, habit.part * max_speed])


def aimed_beside(row: Floats, shape: int, pieces: Floats, error: float, turned: float) -> Floats:
    """The stroke as it is aimed when the point of contact is misjudged by `error` mm to the right, and `turned`
    degrees besides.
    """
    contact = first_contacts(pieces, row[None])[0]
    far = float(np.hypot(*(contact - row[:2])))
    if shape in (Shape.REBOUND, Shape.DOUBLE, Shape.CANNON):
        error *= _FRAME_ERROR
    out = row.copy()
    out[2] = wrap_degrees(np.array([row[2] + np.degrees(np.arctan2(error, far)) + turned]))[0]
    return out
