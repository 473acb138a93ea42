"""When a hall is open: held against counting every minute of a few days."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from carrom.base.errors import CarromError
from carrom.tournament.schedule.hall_hours import MINUTES_PER_DAY, HallHours, clock_from_text


def _is_open(hours: HallHours, minute: int) -> bool:
    """Said plainly: after the start, and of the day's own clock neither in the night nor in a break."""
    if minute < hours.start:
        return False
    since = (minute - hours.start) % MINUTES_PER_DAY
    if hours.end is not None and since >= ((hours.end - hours.start) % MINUTES_PER_DAY or MINUTES_PER_DAY):
        return False
    for first, last in hours.closed:
        low, high = ((first - hours.start) % MINUTES_PER_DAY, (last - hours.start) % MINUTES_PER_DAY or MINUTES_PER_DAY)
        if low <= since < high:
            return False
    return True


@st.composite
def halls(draw: st.DrawFn) -> HallHours:
    start = draw(st.integers(0, MINUTES_PER_DAY - 1))
    length = draw(st.integers(60, MINUTES_PER_DAY - 1))
    has_end = draw(st.booleans())
    breaks = []
    for _ in range(draw(st.integers(0, 2))):
        since = draw(st.integers(1, length - 2))
        until = draw(st.integers(since + 1, length))
        breaks.append(((start + since) % MINUTES_PER_DAY, (start + until) % MINUTES_PER_DAY))
    return HallHours(start, (start + length) % MINUTES_PER_DAY if has_end else None, tuple(breaks))


@given(halls(), st.integers(0, 2 * MINUTES_PER_DAY), st.integers(1, 90))
def test_the_first_fit_is_open_throughout_and_none_is_earlier(hours: HallHours, moment: int, minutes: int) -> None:
    is_open = [_is_open(hours, minute) for minute in range(6 * MINUTES_PER_DAY)]
    begins = (one for one in range(moment, 5 * MINUTES_PER_DAY) if all(is_open[one : one + minutes]))
    first = next(begins, None)
    if first is None:
        with pytest.raises(CarromError, match="fit nowhere"):
            hours.fit(moment, minutes)
    else:
        assert hours.fit(moment, minutes) == first


def test_a_day_may_end_after_midnight() -> None:
    late = HallHours(clock_from_text("18:00"), clock_from_text("01:00"))
    assert late.fit(MINUTES_PER_DAY + 25, 30) == MINUTES_PER_DAY + 25
    assert late.fit(MINUTES_PER_DAY + 45, 30) == MINUTES_PER_DAY + 18 * 60
    assert late.last_moment(2) == 2 * MINUTES_PER_DAY + 60


@pytest.mark.parametrize(
    ("start", "end", "closed", "sentence"),
    [
        ("09:00", "09:00", (), "a day cannot end at 09:00, when it starts"),
        ("09:00", "21:00", (("08:00", "08:30"),), "the break from 08:00 to 08:30 does not lie in the day"),
        ("09:00", "21:00", (("20:00", "22:00"),), "between 09:00 and 21:00"),
        ("09:00", None, (("13:00", "13:00"),), "the break from 13:00 to 13:00 has no length"),
    ],
)
def test_refusals(start: str, end: str | None, closed: tuple[tuple[str, str], ...], sentence: str) -> None:
    with pytest.raises(CarromError, match=sentence):
        HallHours(
            clock_from_text(start),
            clock_from_text(end) if end else None,
            tuple((clock_from_text(since), clock_from_text(until)) for since, until in closed),
        )
