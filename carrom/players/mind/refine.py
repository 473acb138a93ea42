"""Strokes made better by small changes of stand, direction and pace: what a player does who tries a stroke again.

All are tried with the same even luck, so that few tries tell near relatives apart.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from carrom.play.sight import Floats, first_contacts
from carrom.play.skill import wrap_degrees
from carrom.players.eye.generator import Scene
from carrom.players.eye.hand import Hand
from carrom.players.mind.budget import Clock

# How far a first change goes: mm along the base line, degrees, part of the pace. Later ones go less far.
ACROSS, TURN, PACE = 28.0, 0.7, 0.22
_NEARER = 0.6


@dataclass(frozen=True, slots=True)
class Refining:
    """How much is done: rounds, changes of each stroke, tries of each, strokes that are left after a round."""

    rounds: int
    children: int
    tries: int
    keep: int


Worth = Callable[[Floats, int], Floats]
"""Given strokes and a number, the mean worth of each in so many tries."""


def refined(
    scene: Scene, hand: Hand, strokes: Floats, rng: np.random.Generator, how: Refining, worth: Worth, clock: Clock
) -> Floats:
    """The best of these strokes and of their relatives, best first."""
    step = 1.0
    for _ in range(how.rounds):
        relatives = varied(scene, hand, np.repeat(strokes, how.children, axis=0), step, rng)
        family = np.concatenate((strokes, relatives))
        strokes = family[np.argsort(-worth(family, how.tries), kind="stable")[: how.keep]]
        if clock.is_over():
            break
        step *= _NEARER
    return strokes


def varied(scene: Scene, hand: Hand, strokes: Floats, step: float, rng: np.random.Generator) -> Floats:
    """Each stroke changed a little: from another stand it still goes for the same contact."""
    out = strokes.copy()
    luck = rng.standard_normal((len(strokes), 3))
    moved = strokes[:, 0] + step * ACROSS * luck[:, 0]
    for left, right in scene.spans:
        inside = (strokes[:, 0] >= left - 1e-6) & (strokes[:, 0] <= right + 1e-6)
        out[inside, 0] = np.clip(moved[inside], left, right)
    contact = first_contacts(scene.pieces, strokes)
    before = np.arctan2(contact[:, 0] - strokes[:, 0], contact[:, 1] - strokes[:, 1])
    anew = np.arctan2(contact[:, 0] - out[:, 0], contact[:, 1] - out[:, 1])
    out[:, 2] = wrap_degrees(strokes[:, 2] + np.degrees(anew - before) + step * TURN * luck[:, 1])
    fastest = hand.max_speed / 1000.0
    out[:, 3] = np.clip(strokes[:, 3] * np.exp(step * PACE * luck[:, 2]), 0.3, fastest)
    return out
