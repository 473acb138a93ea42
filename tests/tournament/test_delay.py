"""Delays pushed forward."""

from __future__ import annotations

from carrom.tournament.plan import Fixture, Placing, Plan, Timetable
from carrom.tournament.plan.delay import Expected, push_delays
from carrom.tournament.plan.queue import Played

HALF_HOURS = Timetable(540, 30)  # from 9:00


def test_twelve_minutes_without_light_shift_what_follows() -> None:
    """Scenario 7's last figure: the calls after a stop of 12 minutes shift by 12, others stay."""
    fixtures = [
        Fixture(id="stopped", sides=("a", "b")),
        Fixture(id="next", sides=("c", "d")),
        Fixture(id="same player", sides=("a", "e")),
        Fixture(id="untouched", sides=("f", "g")),
        Fixture(id="fed", sides=("winner",), after=("next",)),
    ]
    plan = Plan(
        3,
        (
            Placing("stopped", 0, 1),
            Placing("next", 1, 1),
            Placing("same player", 1, 2),
            Placing("untouched", 1, 3),
            Placing("fed", 2, 3),
        ),
        3,
    )
    stopped = Played(id="stopped", table=1, names=("a", "b"), began=552)
    expected = push_delays(plan, fixtures, HALF_HOURS, [stopped], now=560)
    assert expected == (
        Expected("next", 1, 570, 582),
        Expected("same player", 2, 570, 582),
        Expected("untouched", 3, 570, 570),
        Expected("fed", 3, 600, 612),
    )
    assert [one.delay for one in expected] == [12, 12, 0, 12]


def test_an_early_finish_brings_nothing_forward_and_a_pause_in_the_plan_absorbs() -> None:
    fixtures = [Fixture(id=name, sides=(name, "a")) for name in "xyz"]
    plan = Plan(4, (Placing("x", 0, 1), Placing("y", 1, 1), Placing("z", 3, 1)), 4)
    early = Played(id="x", table=1, names=("x", "a"), began=540, ended=550)
    assert [one.delay for one in push_delays(plan, fixtures, HALF_HOURS, [early], now=550)] == [0, 0]
    late = Played(id="x", table=1, names=("x", "a"), began=540, ended=590)
    assert [one.delay for one in push_delays(plan, fixtures, HALF_HOURS, [late], now=590)] == [20, 0]


def test_rest_pushes_too_and_time_goes_on() -> None:
    fixtures = [Fixture(id="x", sides=("a", "b")), Fixture(id="y", sides=("a", "c"))]
    plan = Plan(3, (Placing("x", 0, 1), Placing("y", 2, 2)), 3)
    late = Played(id="x", table=1, names=("a", "b"), began=540, ended=580)
    assert push_delays(plan, fixtures, HALF_HOURS, [late], now=580, rest_slots=1)[0].begins == 610
    overdue = Played(id="x", table=1, names=("a", "b"), began=540)
    assert push_delays(plan, fixtures, HALF_HOURS, [overdue], now=640)[0].begins == 640
