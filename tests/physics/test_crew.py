"""Several threads share a stroke, as on a graphics card, and get the result of one."""

import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from carrom.equipment import Position, Seat
from carrom.physics import CLUB
from carrom.physics.batch import Positions, as_discs, as_shots
from carrom.physics.build import assemble, plain_kernel
from carrom.physics.kernel import contacts, layout, log
from carrom.physics.stroke import disc_bodies
from tests.depth import by_depth
from tests.physics.layouts import Floats, breaks, mid_games, packs

Names = dict[str, Any]


class Crew:
    """Threads with the functions of `kernel.crew`; a missing barrier reads data that is not written yet."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._who = threading.local()
        self._barrier = threading.Barrier(size, timeout=60)
        self._said: list[Any] = [None] * size

    def names(self) -> Names:
        return {
            "me": lambda: self._who.number,
            "crew": lambda: self.size,
            "stride": lambda: 1 << 40,
            "mine": lambda bits: bits & (1 << self._who.number),
            "together": self._barrier.wait,
            "union": lambda bits: int(np.bitwise_or.reduce(self._hear(bits))),
            "least": lambda value, what: min(self._hear((value, what))),
            "most": lambda value: max(self._hear(value)),
            "total": lambda number: sum(self._hear(number)),
        }

    def _hear(self, word: Any) -> list[Any]:
        self._said[self._who.number] = word
        self._barrier.wait()
        all_said = list(self._said)
        self._barrier.wait()
        return all_said

    def run(self, work: Callable[[], Any]) -> list[Any]:
        found: list[Any] = [None] * self.size

        def one(number: int) -> None:
            self._who.number = number
            try:
                found[number] = work()
            except BaseException as problem:
                found[number] = problem
                self._barrier.abort()

        threads = [threading.Thread(target=one, args=(number,)) for number in range(self.size)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for problem in found:
            if isinstance(problem, BaseException) and not isinstance(problem, threading.BrokenBarrierError):
                raise problem
        return found


@pytest.fixture
def restless() -> Iterator[None]:
    """Let threads switch as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def played(places: Positions, stroke: Floats, crew: Crew | None) -> tuple[Any, ...]:
    """Return the end, the number of events and the places. All memory is poisoned before."""
    names = plain_kernel() if crew is None else assemble(lambda function: function, instead=crew.names())
    discs, shot = as_discs(places, 1)[0], as_shots(stroke[None], Seat.SOUTH)[0]
    count = len(discs) + 1
    s = np.full((layout.FLOAT_FIELDS, count), np.nan)
    q = np.full((layout.INT_FIELDS, count), 10**6)
    c = np.full((contacts.CONTACT_FIELDS, layout.MOST_CONTACTS), np.nan)
    k = np.full((contacts.CONTACT_INTS, layout.MOST_CONTACTS), 10**6)
    index = np.full(count, 10**6)
    rest, fell, hole = np.full((count, 2), 1e9), np.full(count, 1e9), np.full(count, 99)
    nothing, nowhere = np.empty((0, log.EVENT_COLUMNS)), np.empty((0, log.TRACK_COLUMNS))

    def work() -> tuple[Any, ...]:
        g, counts = np.full(layout.STROKE_FIELDS, np.nan), np.full(log.COUNTS, 10**6)
        n = names["set_up"](discs, shot, disc_bodies(len(discs)), s, q, index, counts)
        names["together"]()
        names["begin"](g, CLUB.numbers, counts)
        ended = layout.GOES_ON if n else layout.UNREADABLE
        while ended == layout.GOES_ON:
            ended = names["step"](s, q, n, g, CLUB.numbers, c, k, nothing, nowhere, counts)
        end = names["report"](n, s, q, index, rest, fell, hole)
        return ended, end, int(names["total"](int(counts[log.EVENTS]))), int(counts[log.FIRST_TOUCH])

    if crew is None:
        return *work(), rest, fell, hole
    answers = crew.run(work)
    assert {answer[:3] for answer in answers} == {answers[0][:3]}
    return *answers[0], rest, fell, hole


def assert_same(one: tuple[Any, ...], other: tuple[Any, ...], tolerance: float) -> None:
    assert one[0] == other[0] == layout.FINISHED
    assert one[2:4] == other[2:4]
    assert np.array_equal(one[6], other[6])
    for mine, its in ((one[1], other[1]), (one[4], other[4]), (one[5], other[5])):
        assert np.allclose(mine, its, rtol=0, atol=tolerance, equal_nan=True)


@pytest.mark.usefixtures("restless")
@pytest.mark.parametrize("number", range(5))
def test_eight_threads_match_one(number: int) -> None:
    places, strokes = mid_games(5, 6, 7)
    places[1, 2] = np.nan  # a piece that is not on the board
    alone = played(places[number], strokes[number], None)
    assert_same(played(places[number], strokes[number], Crew(8)), alone, 0.0)


@pytest.mark.deep
@pytest.mark.usefixtures("restless")
def test_warp_resolves_packs_like_one_thread() -> None:
    """The sums of a pack are taken in another order, so the last digits may differ."""
    for places, strokes in (([Position.start()], breaks(1, 5)), packs(by_depth(1, 8), 11)):
        for place, stroke in zip(places, strokes, strict=True):
            alone = played(place, stroke, None)
            assert_same(played(place, stroke, Crew(32)), alone, 1e-6)


def test_every_thread_refuses_an_impossible_stroke() -> None:
    inside = np.array([0.0, 0.0, 0.0, 1.0])
    for crew in (Crew(32), None):
        assert played(Position.start(), inside, crew)[0] == layout.UNREADABLE
