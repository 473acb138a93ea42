"""Capture of pieces: the default rule, and the one by which fast pieces bounce out."""

import math

import pytest

from carrom.equipment import Position
from carrom.equipment.sizes import POCKET_CENTRE, POCKET_RADIUS
from carrom.physics import BounceOut, Profile, Stroke, simulate
from carrom.physics.kernel.capture import over_hole
from carrom.physics.kernel.layout import CORNER, KINDS, LEAVE, REST, kind_of, whom_of
from carrom.physics.profiles import CLUB

CALM = Profile("calm", 0.12, 0.85, 0.7, 0.0)
WILD = Profile("wild", 0.12, 0.85, 0.7, 0.0, capture=BounceOut(1.5))
INTO_CORNER = math.degrees(math.atan2(POCKET_CENTRE, POCKET_CENTRE + 252.6))


def straight_in(speed: float, profile: Profile):  # type: ignore[no-untyped-def]
    """Shoot the striker straight into the far right pocket."""
    return simulate(Position(()), Stroke(0, -252.6, INTO_CORNER, speed), profile=profile)


def test_disc_falls_when_its_centre_is_over_the_hole() -> None:
    trace = straight_in(5.0, CALM)
    ((disc, pocket, time),) = trace.falls
    assert (disc, pocket) == (0, 0)
    place = trace.segments[-1].at(time)
    assert math.hypot(place[0] - POCKET_CENTRE, place[1] - POCKET_CENTRE) == pytest.approx(POCKET_RADIUS, abs=1e-9)
    distance = math.hypot(POCKET_CENTRE, POCKET_CENTRE + 252.6) - POCKET_RADIUS
    a = 0.12 * 9806.65
    assert time == pytest.approx((5000 - math.sqrt(5000**2 - 2 * a * distance)) / a, abs=1e-12)


def test_slow_disc_falls_and_fast_disc_bounces_out() -> None:
    slow, fast = straight_in(1.6, WILD), straight_in(6.0, WILD)
    assert slow.pocketed == ("striker",)
    assert fast.pocketed == ()
    assert fast.events[0].type == "frame"
    assert fast.striker is not None


def test_a_piece_may_rest_at_the_mouth() -> None:
    """Its rim hangs over the hole and its centre does not: it rests there, and may lie there at the next stroke."""
    reach = math.hypot(POCKET_CENTRE, POCKET_CENTRE + 252.6) - POCKET_RADIUS - 3.0
    speed = math.sqrt(2 * CLUB.friction * 9.80665 * reach / 1000)
    trace = straight_in(speed, CLUB)
    assert trace.striker is not None
    gap = math.hypot(trace.striker[0] - POCKET_CENTRE, trace.striker[1] - POCKET_CENTRE) - POCKET_RADIUS
    assert gap == pytest.approx(3.0, abs=1e-6)


def test_rounded_corner_is_hit_before_the_frame() -> None:
    """Flying straight at the corner, a piece of radius 15.9 is stopped 6.35 beyond the pocket's centre."""
    u = math.sqrt(0.5)
    start = POCKET_CENTRE - 10 * u
    reach, what = over_hole(start, start, u, u, 15.9, 0, 100.0, REST * KINDS, CLUB.numbers)
    assert (kind_of(what), whom_of(what)) == (CORNER, 0)
    assert reach == pytest.approx(10 + POCKET_RADIUS - 15.9)
    reach, what = over_hole(start, start, -u, -u, 15.9, 0, 100.0, REST * KINDS, CLUB.numbers)
    assert (kind_of(what), whom_of(what)) == (LEAVE, 0)
    assert reach == pytest.approx(POCKET_RADIUS - 10)
