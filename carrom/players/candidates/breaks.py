"""Good breaks for every angle of the rack and every skill.

Made by `training/breaks.py`. Racks turned by `angle` and `60 − angle` degrees are mirror images, and a third of
a turn changes nothing: 30° to 90° cover everything.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from carrom.equipment.sizes import PIECE_RADIUS
from carrom.equipment.striker_place import MIDDLE
from carrom.play.sight import Floats, Ints
from carrom.play.skill import Skill
from carrom.play.striker_positions import Spans, spread_striker_positions
from carrom.players.candidates.model import Candidates, Shape, SkillOnSurface

_NEAREST_RING = 3 * PIECE_RADIUS
"""Pieces this near to the centre belong to the first ring."""


@dataclass(frozen=True, slots=True)
class BreakTable:
    """Best breaks, best first, for several skills and every angle of the rack."""

    angles: Floats
    hands: Floats
    """Degrees."""
    breaks: Floats
    """(skills, angles, breaks, 3): striker x, direction, part of the full speed."""
    keeps: Floats
    """(skills, angles, breaks): how often the turn is kept."""
    called: Floats
    """Angle of the rack to ask for, by skill."""

    def hand(self, skill: Skill) -> int:
        return int(np.argmin(np.abs(np.log(self.hands + 0.05) - np.log(skill.angle + 0.05))))


@cache
def break_table() -> BreakTable:
    with files(__package__).joinpath("data/breaks.npz").open("rb") as file, np.load(file) as found:
        return BreakTable(*(found[name] for name in ("angles", "hands", "breaks", "keeps", "called")))


def preferred_rack_angle(skill: Skill) -> float:
    table = break_table()
    return float(table.called[table.hand(skill)])


def rack_angles(places: Floats) -> Floats:
    """Degrees below 120, from the places of white pieces (racks, white pieces, 2)."""
    x, y = places[..., 0], places[..., 1]
    inner = np.hypot(x, y) < _NEAREST_RING
    # The three whites of the first ring are a third of a turn apart: three times their angles agree.
    three = np.where(inner, np.exp(3j * np.arctan2(y, x)), 0.0).sum(axis=-1)
    found: Floats = np.degrees(np.angle(three)) / 3 % 120.0
    return found


def known_breaks(angles: Floats, hand: SkillOnSurface) -> Floats:
    """(racks, breaks, 4): known good breaks for free racks at these angles, best first."""
    table = break_table()
    turned = (angles - 30.0) % 120.0
    is_mirrored = turned > 60.0
    nearest = np.abs(table.angles[:, None] - (30.0 + np.where(is_mirrored, 120.0 - turned, turned))).argmin(axis=0)
    rows = table.breaks[table.hand(hand.skill), nearest]
    side = np.where(is_mirrored, -1.0, 1.0)[:, None]
    out = np.empty((*rows.shape[:2], 4))
    out[..., 0], out[..., 1], out[..., 2] = side * rows[..., 0], MIDDLE, side * rows[..., 1]
    out[..., 3] = rows[..., 2] * hand.max_speed / 1000.0
    return out


def good_breaks(pieces: Floats, white: Ints, ahead: float, spans: Spans, hand: SkillOnSurface) -> Candidates:
    """A few breaks worth considering, or the whole family where the known ones are not playable.

    If `white` is everything, the colours are unknown and both angles of the Y count.
    """
    angle = float(rack_angles(pieces[white])) if len(white) < len(pieces) else _hexagon_angle(pieces)
    angles = np.array([angle, angle - 1.5, angle + 1.5] if len(white) < len(pieces) else [angle, angle + 60.0])
    strokes = known_breaks(angles, hand).reshape(-1, 4)
    strokes[:, 1] = ahead
    lawful = np.array([any(left <= x <= right for left, right in spans) for x in strokes[:, 0]], dtype=bool)
    found = np.unique(strokes[lawful], axis=0)
    return _as_breaks(found) if len(found) else break_family(ahead, spans, hand)


def _hexagon_angle(pieces: Floats) -> float:
    x, y = pieces.T
    inner = np.hypot(x, y) < _NEAREST_RING
    return float(np.degrees(np.angle(np.exp(6j * np.arctan2(y, x))[inner & (np.hypot(x, y) > PIECE_RADIUS)].sum())) / 6)


def break_family(ahead: float, spans: Spans, hand: SkillOnSurface, *, stands: int = 9, offsets: int = 9) -> Candidates:
    """Strokes at the rack from several striker positions, full and off centre, at two paces."""
    places = spread_striker_positions(ahead, spans, stands)
    beside = np.linspace(-60.0, 60.0, offsets)
    speeds = np.array([0.75, 1.0]) * hand.max_speed / 1000.0
    stand, offset, speed = (a.ravel() for a in np.meshgrid(np.arange(len(places)), beside, speeds, indexing="ij"))
    start = places[stand]
    far = np.hypot(start[:, 0], start[:, 1])
    direction = np.degrees(np.arctan2(-start[:, 0], -start[:, 1]) + np.arctan2(offset, far))
    return _as_breaks(np.column_stack((start, direction, speed)))


def _as_breaks(strokes: Floats) -> Candidates:
    whole = np.full(len(strokes), -1)
    return Candidates(strokes, np.zeros(len(strokes)), whole, whole, np.full(len(strokes), int(Shape.BREAK)))
