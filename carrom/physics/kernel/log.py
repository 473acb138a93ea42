"""Record events and tracks during a stroke. Full arrays keep counting without writing."""

from carrom.physics.kernel.evolve import advance
from carrom.physics.kernel.layout import T0, UX, UY, A, V, X, Y
from carrom.physics.kernel.types import Floats, Ints

# Rows of `count`: events, tracks, the disc first touched by the striker; then, as bits, the discs to predict again
# after the last event and those of them that remain; then how many more events are allowed.
EVENTS, TRACKS, FIRST_TOUCH, FRESH, LEFT, ALLOWED = range(6)
COUNTS = 6
EVENT_COLUMNS = 5  # time, kind, disc, other disc or place, closing speed
TRACK_COLUMNS = 9  # disc, start, end, place, velocity, acceleration


def note(now: float, kind: int, a: int, b: int, speed: float, log: Floats, count: Ints) -> None:
    row = count[EVENTS]
    count[EVENTS] = row + 1
    if row < log.shape[0]:
        log[row, 0], log[row, 1], log[row, 2], log[row, 3], log[row, 4] = now, kind, a, b, speed


def carry(i: int, now: float, s: Floats, tracks: Floats, count: Ints) -> None:
    """Move disc `i` to `now` and record its path."""
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
