"""Imagined strokes: thousands of them played through on the batch simulator, seen from the player's seat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from carrom.physics import Profile, simulate_batch
from carrom.play.many import hands
from carrom.play.player import View
from carrom.play.sight import Bools, Floats, Ints
from carrom.players.eye.generator import Scene
from carrom.players.eye.hand import Hand


@dataclass(frozen=True, slots=True)
class SideMasks:
    """Which rows of a layout belong to whom, as masks."""

    own: Bools
    rival: Bools
    queen: Bools

    @classmethod
    def of(cls, view: View) -> SideMasks:
        kinds = np.array([piece.kind for piece in view.position.pieces])
        return cls(kinds == view.colour, kinds == view.rival_colour, kinds == "queen")

    def swapped(self) -> SideMasks:
        """The same layout for the other side."""
        return SideMasks(self.rival, self.own, self.queen)


@dataclass(frozen=True, slots=True)
class Imagined:
    """How imagined strokes ended."""

    rest: Floats
    """(strokes, pieces, 2): where the pieces lie; NaN for a piece in a pocket."""
    fell: Bools
    """(strokes, pieces): pocketed in this very stroke."""
    striker: Bools
    touched: Bools

    @classmethod
    def in_turns(cls, parts: list[Imagined], turns: Ints) -> Imagined:
        """One of several, where `turns` says of each row from which it comes."""
        whole = [np.empty((len(turns), *one.shape[1:]), one.dtype) for one in parts[0]._arrays]
        for at, part in enumerate(parts):
            for into, found in zip(whole, part._arrays, strict=True):
                into[turns == at] = found
        return cls(*whole)

    def take(self, rows: Ints) -> Imagined:
        """Only these strokes."""
        return Imagined(self.rest[rows], self.fell[rows], self.striker[rows], self.touched[rows])

    @property
    def _arrays(self) -> tuple[Floats | Bools, ...]:
        return self.rest, self.fell, self.striker, self.touched


def imagine(places: Floats, strokes: Floats, profile: Profile) -> Imagined:
    """Play strokes, rows of (x, y, direction, speed), on one layout (pieces, 2) or on one layout each."""
    # One thread: a board uses one core, and the arena uses all of them for as many boards.
    made = simulate_batch(places, strokes, profile=profile, threads=1)
    fell = made.is_pocketed
    return Imagined(made.rest[:, :-1], fell[:, :-1], fell[:, -1], made.touched)


def execute_each(scene: Scene, strokes: Floats, errors: Floats, hand: Hand) -> Floats:
    """Every stroke with every row of errors: the strokes of one hand, candidate by candidate."""
    strokes = np.ascontiguousarray(strokes)
    return hands.execute_each(scene.pieces, strokes, errors, hand.skill, scene.spans, hand.max_speed / 1000.0)
