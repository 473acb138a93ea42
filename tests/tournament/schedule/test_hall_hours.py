"""Opening hours of a hall, compared with counting every minute of a few days."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from carrom.tournament.schedule.hall_hours import MINUTES_PER_DAY, HallHours, clock_from_text
from tests.refusals import refuses


def _is_open(hours: HallHours, minute: int) -> bool:
    """Return whether the hall is open in this minute: after the start, and not at night or in a break."""
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
def test_first_fit_is_open_throughout_and_none_is_earlier(hours: HallHours, moment: int, minutes: int) -> None:
    is_open = [_is_open(hours, minute) for minute in range(6 * MINUTES_PER_DAY)]
    begins = (one for one in range(moment, 5 * MINUTES_PER_DAY) if all(is_open[one : one + minutes]))
    first = next(begins, None)
    if first is None:
        with refuses("day-too-short", str(minutes)):
            hours.fit(moment, minutes)
    else:
        assert hours.fit(moment, minutes) == first


def test_day_may_end_after_midnight() -> None:
    late = HallHours(clock_from_text("18:00"), clock_from_text("01:00"))
    assert late.fit(MINUTES_PER_DAY + 25, 30) == MINUTES_PER_DAY + 25
    assert late.fit(MINUTES_PER_DAY + 45, 30) == MINUTES_PER_DAY + 18 * 60
    assert late.last_moment(2) == 2 * MINUTES_PER_DAY + 60


@pytest.mark.parametrize(
    ("start", "end", "closed", "code", "quotes"),
    [
        ("09:00", "09:00", (), "bad-end-of-day", ("09:00",)),
        ("09:00", "21:00", (("08:00", "08:30"),), "break-outside-day", ("08:00", "08:30", "09:00", "21:00")),
        ("09:00", "21:00", (("20:00", "22:00"),), "break-outside-day", ("20:00", "22:00", "09:00", "21:00")),
        ("09:00", None, (("13:00", "13:00"),), "break-empty", ("13:00",)),
    ],
)
def test_impossible_hours_are_refused(
    start: str, end: str | None, closed: tuple[tuple[str, str], ...], code: str, quotes: tuple[str, ...]
) -> None:
    with refuses(code, *quotes):
        HallHours(
            clock_from_text(start),
            clock_from_text(end) if end else None,
            tuple((clock_from_text(since), clock_from_text(until)) for since, until in closed),
        )
