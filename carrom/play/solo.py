"""Playing alone: clear all nineteen pieces in as few strokes as possible, whatever their colour.

Pieces pocketed with the striker come back to the centre.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from carrom.equipment import Kind, Position, Seat, queen_place
from carrom.equipment.position import kind_from_text
from carrom.physics import Profile, simulate_batch
from carrom.play.batch.counter_rng import draw_unit_errors
from carrom.play.batch.execution import HandBias, execute_rows, skill_row
from carrom.play.batch.layouts import PIECES, lay_racks, rack_turn_angle
from carrom.play.batch.placement import centre_place
from carrom.play.facts import Seen
from carrom.play.racking import RACK, RACK_ANGLE_ERROR, rack_by_hand
from carrom.play.sight import Bools, Floats, Ints
from carrom.play.skill import Skill


@dataclass(frozen=True, slots=True)
class Solo:
    position: Position
    strokes: int = 0

    @classmethod
    def start(cls, rng: np.random.Generator, *, rotation: float | None = None) -> Solo:
        """A full rack as laid by hand. A given rotation is exact to the degree."""
        if rotation is not None:
            return cls(rack_by_hand(rng, rotation, turn=0.0))
        return cls(rack_by_hand(rng, RACK, turn=RACK_ANGLE_ERROR))

    @property
    def is_cleared(self) -> bool:
        return not self.position.pieces

    def after(self, seen: Seen) -> Solo:
        """The stroke comes from the south."""
        position = seen.rest
        if "striker" in seen.pocketed:
            position = return_to_centre(position, [kind_from_text(kind) for kind in seen.pocketed if kind != "striker"])
        return Solo(position, self.strokes + 1)


def return_to_centre(position: Position, kinds: list[Kind]) -> Position:
    """Place pieces at or beside the centre circle."""
    for kind in kinds:
        position = position.with_piece(kind, *queen_place(position, Seat.SOUTH))
    return position


@dataclass(frozen=True, slots=True)
class SoloStrokes:
    rows: Ints
    made: Floats
    """(x, y, direction, speed) as executed."""
    fell: Bools
    """(rows, 19): pocketed, before any came back."""
    striker: Bools


class SoloBoards:
    """Many solitary games as arrays, played from the south."""

    def __init__(self, count: int, *, skill: Skill, profile: Profile, threads: int = 1) -> None:
        self.profile, self.threads = profile, threads
        self._skill = np.array(skill_row(skill))
        self._habits = HandBias((skill,))
        self.places = np.full((count, PIECES, 2), np.nan)
        self.strokes = np.zeros(count, dtype=np.int64)
        self.seeds = np.zeros(count, dtype=np.int64)

    def begin(self, rows: Ints, seeds: Ints, rotation: float | None = None) -> None:
        """Lay new racks in these rows. A given rotation is exact to the degree."""
        angles = np.full(len(rows), rack_turn_angle(RACK if rotation is None else rotation))
        spread = RACK_ANGLE_ERROR if rotation is None else 0.0
        self.places[rows] = lay_racks(seeds, np.full(len(rows), -1), angles, spread=spread)
        self.seeds[rows], self.strokes[rows] = seeds, 0

    @property
    def left(self) -> Ints:
        found: Ints = (~np.isnan(self.places[:, :, 0])).sum(axis=1)
        return found

    def strike(self, rows: Ints, intended: Floats) -> SoloStrokes:
        """Pieces pocketed with the striker come back."""
        places = self.places[rows]
        errors = draw_unit_errors(self.seeds[rows], self.strokes[rows])
        skills = np.broadcast_to(self._skill, (len(rows), 3))
        made = execute_rows(places, intended, errors, skills, self.profile.max_speed)
        self._habits.go_astray(made, self.seeds[rows], self.strokes[rows], np.zeros_like(rows))
        found = simulate_batch(places, made, profile=self.profile, threads=self.threads)
        if found.status.any():
            raise ValueError(f"a stroke that cannot be: {made[np.flatnonzero(found.status)[0]].tolist()}")
        fell, striker = found.is_pocketed[:, :-1], found.is_pocketed[:, -1]
        self.places[rows] = found.rest[:, :-1]
        self.strokes[rows] += 1
        for index in np.flatnonzero(striker & fell.any(axis=1)).tolist():
            self._bring_back(int(rows[index]), np.flatnonzero(fell[index]).tolist())
        return SoloStrokes(rows, made, fell, striker)

    def _bring_back(self, row: int, pieces: list[int]) -> None:
        here = self.places[row]
        for piece in pieces:
            here[piece] = centre_place(here, Seat.SOUTH)
