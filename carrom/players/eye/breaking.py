"""The break: a family of strokes at the rack, the good ones known beforehand."""

import numpy as np

from carrom.equipment.striker_place import MIDDLE
from carrom.play.sight import Floats
from carrom.play.striker_stands import Spans, spread_stands
from carrom.players.eye.candidates import Candidates, Shape
from carrom.players.eye.hand import Hand

# (stand, direction, part of the full speed), found by playing the whole family on hand-laid racks.
_GOOD = (
    (-219.19, 39.92, 1.0),
    (-219.19, 40.95, 1.0),
    (-172.73, 31.0, 1.0),
    (-172.73, 31.56, 1.0),
    (-149.7, 25.98, 1.0),
    (-103.64, 14.18, 1.0),
    (-80.61, 7.44, 1.0),
)


def known_breaks(hand: Hand) -> Floats:
    """The known good ones as rows, for a rack that lies free."""
    return np.array([(x, MIDDLE, direction, part * hand.max_speed / 1000.0) for x, direction, part in _GOOD])


def break_family(ahead: float, spans: Spans, hand: Hand, *, stands: int = 9, offsets: int = 9) -> Candidates:
    """Strokes at the rack from several stands, full and beside the middle, at two paces."""
    places = spread_stands(ahead, spans, stands)
    beside = np.linspace(-60.0, 60.0, offsets)
    speeds = np.array([0.75, 1.0]) * hand.max_speed / 1000.0
    stand, offset, speed = (a.ravel() for a in np.meshgrid(np.arange(len(places)), beside, speeds, indexing="ij"))
    start = places[stand]
    far = np.hypot(start[:, 0], start[:, 1])
    direction = np.degrees(np.arctan2(-start[:, 0], -start[:, 1]) + np.arctan2(offset, far))
    return _as_breaks(np.column_stack((start, direction, speed)))


def good_breaks(ahead: float, spans: Spans, hand: Hand) -> Candidates:
    """The few breaks that are worth thinking about; the whole family where the known ones cannot be played."""
    lawful = [row for row in _GOOD if any(left <= row[0] <= right for left, right in spans)]
    strokes = np.array([(x, ahead, direction, part * hand.max_speed / 1000.0) for x, direction, part in lawful])
    return _as_breaks(strokes) if lawful else break_family(ahead, spans, hand)


def _as_breaks(strokes: Floats) -> Candidates:
    whole = np.full(len(strokes), -1)
    return Candidates(strokes, np.zeros(len(strokes)), whole, whole, np.full(len(strokes), int(Shape.BREAK)))
