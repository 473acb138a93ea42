"""Opening hours of a hall, the same every day, and their division into slots.

Moments are minutes from midnight of the first day. A day that ends before it starts ends after midnight.
"""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from carrom.base.errors import CarromError

MINUTES_PER_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class HallHours:
    """Start, end and breaks in minutes after midnight. Without an end, open overnight."""

    start: int
    end: int | None = None
    closed: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if self.end == self.start:
            raise CarromError("bad-end-of-day", f"a day cannot end at {clock_text(self.start)}, when it starts")
        last = self._offset(self.end) if self.end is not None else MINUTES_PER_DAY
        for since, until in self.closed:
            shown = f"the break from {clock_text(since)} to {clock_text(until)}"
            if since == until:
                raise CarromError("break-empty", f"{shown} has no length")
            if not self._offset(since) < self._offset(until) <= last:
                ends = f" and {clock_text(self.end)}" if self.end is not None else ""
                raise CarromError(
                    "break-outside-day", f"{shown} does not lie in the day, between {clock_text(self.start)}{ends}"
                )

    def fit(self, moment: int, minutes: int) -> int:
        """First moment from `moment` on at which the hall stays open for `minutes`."""
        day = (max(moment, self.start) - self.start) // MINUTES_PER_DAY
        if not self.closed and self.end is None:
            return max(moment, self.start)
        # days are alike: what fits into none of three fits nowhere
        for later in range(3):
            for opens, shuts in self._stretches(day + later):
                begin = max(opens, moment)
                if shuts is None or begin + minutes <= shuts:
                    return begin
        raise CarromError("day-too-short", f"{minutes} minutes fit nowhere into a day {self.text}")

    def last_moment(self, days: int) -> int | None:
        return None if self.end is None else self.start + (days - 1) * MINUTES_PER_DAY + self._offset(self.end)

    @property
    def text(self) -> str:
        """The hours in words: from 09:00 to 21:00 without 13:00–14:00."""
        ends = f" to {clock_text(self.end)}" if self.end is not None else ""
        breaks = ", ".join(f"{clock_text(since)}–{clock_text(until)}" for since, until in self.closed)
        return f"from {clock_text(self.start)}{ends}" + (f" without {breaks}" if breaks else "")

    def _offset(self, minute: int) -> int:
        return (minute - self.start - 1) % MINUTES_PER_DAY + 1

    def _stretches(self, day: int) -> list[tuple[int, int | None]]:
        """Open periods of a day (from 0); without an end, the last continues into the next day."""
        origin = self.start + day * MINUTES_PER_DAY
        found: list[tuple[int, int | None]] = []
        opens = origin
        for since, until in sorted((self._offset(since), self._offset(until)) for since, until in self.closed):
            if origin + since > opens:
                found.append((opens, origin + since))
            opens = max(opens, origin + until)
        if self.end is not None:
            last = origin + self._offset(self.end)
            return [*found, (opens, last)] if opens < last else found
        if self.closed:  # open until the next day's first break
            first = min(self._offset(since) for since, _ in self.closed)
            return [*found, (opens, origin + MINUTES_PER_DAY + first)]
        return [(opens, None)]


def clock_text(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"


def moment_text(minute: int) -> str:
    """HH:MM, with the day unless it is the first."""
    day, of_day = divmod(minute, MINUTES_PER_DAY)
    return clock_text(of_day) if day == 0 else f"{clock_text(of_day)} on day {day + 1}"


def clock_from_text(text: str) -> int:
    found = re.fullmatch(r"(\d{1,2}):(\d{2})", text.strip(), re.ASCII)
    if not found or int(found[1]) > 23 or int(found[2]) > 59:
        raise CarromError("bad-time", f"a time of day is written like 09:00, not {text!r}")
    return int(found[1]) * 60 + int(found[2])


class Timetable:
    """Opening hours cut into slots that do not reach into breaks or the night.

    The first begins when the hall opens, or at `begin`.
    """

    def __init__(self, hours: HallHours, slot_minutes: int, *, begin: int | None = None) -> None:
        if slot_minutes < 1:
            raise CarromError("bad-slot-length", f"a slot lasts at least a minute, not {slot_minutes}")
        self.hours = hours
        self.slot_minutes = slot_minutes
        self._begins = [hours.fit(hours.start if begin is None else begin, slot_minutes)]

    def begins(self, slot: int) -> int:
        while len(self._begins) <= slot:
            self._begins.append(self.hours.fit(self._begins[-1] + self.slot_minutes, self.slot_minutes))
        return self._begins[slot]

    def time(self, slot: int) -> str:
        return clock_text(self.begins(slot) % MINUTES_PER_DAY)

    def day(self, slot: int) -> int:
        return self.begins(slot) // MINUTES_PER_DAY + 1

    def first_slot_from(self, minute: int) -> int:
        return bisect_left(self._until(minute), minute)

    def slots_until(self, minute: int) -> int:
        return bisect_right(self._until(minute), minute - self.slot_minutes)

    def _until(self, minute: int) -> list[int]:
        while self._begins[-1] < minute:
            self.begins(len(self._begins))
        return self._begins
