"""Many solitary players at once, each clearing his own board (`carrom.play.solo`): places as arrays, counted chance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from carrom.equipment import Seat
from carrom.physics import Profile, simulate_batch
from carrom.play.many.chance import draw_unit_errors
from carrom.play.many.hands import Habits, execute_rows, skill_row
from carrom.play.many.placing import centre_place
from carrom.play.many.racks import lay_racks, turned_by
from carrom.play.many.rows import PIECES
from carrom.play.racking import HAND_TURNED, RACK
from carrom.play.sight import Bools, Floats, Ints
from carrom.play.skill import Skill


@dataclass(frozen=True, slots=True)
class SoloStrokes:
    """One stroke on each of some boards."""

    rows: Ints
    made: Floats
    """(x, y, direction, speed) as the hand made it."""
    fell: Bools
    """(rows, 19): the pieces that fell, before anything came back."""
    striker: Bools


class SoloBoards:
    """Boards that are cleared from the south. White, black and queen all count alike."""

    def __init__(self, count: int, *, skill: Skill, profile: Profile, threads: int = 1) -> None:
        self.profile, self.threads = profile, threads
        self._skill = np.array(skill_row(skill))
        self._habits = Habits((skill,))
        self.places = np.full((count, PIECES, 2), np.nan)
        self.strokes = np.zeros(count, dtype=np.int64)
        self.seeds = np.zeros(count, dtype=np.int64)

    def begin(self, rows: Ints, seeds: Ints, rotation: float | None = None) -> None:
        """New racks in these rows as hands lay them; a rotation that is told is kept to the degree."""
        angles = np.full(len(rows), turned_by(RACK if rotation is None else rotation))
        spread = HAND_TURNED if rotation is None else 0.0
        self.places[rows] = lay_racks(seeds, np.full(len(rows), -1), angles, spread=spread)
        self.seeds[rows], self.strokes[rows] = seeds, 0

    @property
    def left(self) -> Ints:
        """How many pieces lie on each board."""
        found: Ints = (~np.isnan(self.places[:, :, 0])).sum(axis=1)
        return found

    def strike(self, rows: Ints, intended: Floats) -> SoloStrokes:
        """A stroke in each of these rows; what falls with the striker comes back to the centre."""
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
