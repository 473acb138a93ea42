"""What a trace needs, written down while a stroke is played. Arrays without room count on and write nothing."""

from carrom.physics.kernel.evolve import advance
from carrom.physics.kernel.layout import T0, UX, UY, A, V, X, Y
from carrom.physics.kernel.types import Floats, Ints

# Rows of `count`: how many events and tracks there were, what the striker touched first; and, as bits, the discs that
# have to be predicted anew after the last event, and those of them that are left; how many events may still come.
EVENTS, TRACKS, FIRST_TOUCH, FRESH, LEFT, ALLOWED = range(6)
COUNTS = 6
EVENT_COLUMNS = 5  # time, kind, disc, with whom or where, closing speed
TRACK_COLUMNS = 9  # disc, from, until, place, velocity, acceleration


def note(now: float, kind: int, a: int, b: int, speed: float, log: Floats, count: Ints) -> None:
    """An event."""
    row = count[EVENTS]
    count[EVENTS] = row + 1
    if row < log.shape[0]:
        log[row, 0], log[row, 1], log[row, 2], log[row, 3], log[row, 4] = now, kind, a, b, speed


def carry(i: int, now: float, s: Floats, tracks: Floats, count: Ints) -> None:
    """Bring disc `i` to `now`, and write down how it came there."""
    v = s[V, i]
    if v != 0.0 and now > s[T0, i]:
        row = count[TRACKS]
        count[TRACKS] = row + 1
        if row < tracks.shape[0]:
            ux, uy, a = s[UX, i], s[UY, i], s[A, i]
            tracks[row, 0], tracks[row, 1], tracks[row, 2] = i, s[T0, i], now
            tracks[row, 3], tracks[row, 4] = s[X, i], s[Y, i]
            tracks[row, 5], tracks[row, 6] = ux * v, uy * v
            tracks[row, 7], tracks[row, 8] = -ux * a, -uy * a
    advance(s, i, now)
