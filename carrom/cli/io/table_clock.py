"""The time at a table while its record is kept: seconds since the record was opened.

The clock of the machine is looked at once, when the record is taken up. From then on a clock counts that nobody can
set, so that what is done to the machine's own clock moves no time on record.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

from carrom.match import Match
from carrom.match.log.record_line import time_text

_SLACK = 1.0
"""Seconds by which two right clocks may differ."""
_LONG = 3600.0
"""Seconds without an event after which the clock may well be wrong."""


def steady_seconds() -> float:
    """Seconds from some moment on, those asleep included where the system counts them."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class TableClock:
    """Counts on from the head of the record (`Start`), or from its last event where the head does not say."""

    def __init__(self, match: Match, now: datetime, steady: Callable[[], float] = steady_seconds) -> None:
        self._steady = steady
        last, opened = match.at or 0.0, match.setup.opened
        self.set(last if opened is None else (now - opened).total_seconds())
        self.news = self.follow(last)
        """What the umpire should know of it; empty where all is well."""
        if self.at() - last > _LONG:
            since = "the record was opened" if match.at is None else "the last event was"
            self.news = (
                f"by this clock {since} {_span(self.at() - last)} ago. If it was not, a line with a time alone sets "
                f"the clock: {time_text(round(last) + 30)}"
            )

    def at(self) -> float:
        """The time now."""
        return self._offset + self._steady()

    def set(self, at: float) -> None:
        """It is this time now."""
        self._offset = at - self._steady()

    def follow(self, last: float) -> str:
        """Count from the last event where the record is ahead, and say by how much it is."""
        behind = last - self.at()
        if behind > 0.0:
            self.set(last)
        if behind < _SLACK:
            return ""
        return (
            f"this clock is {_span(behind)} behind the record: it counts on from {time_text(last)}, the last time "
            f"there. A line with a time alone sets it: {time_text(round(last) + 30)}"
        )


def _span(seconds: float) -> str:
    days, rest = divmod(round(seconds), 86_400)
    hours = time_text(rest).removeprefix("@")
    return f"{days} day{'' if days == 1 else 's'} and {hours}" if days else hours
