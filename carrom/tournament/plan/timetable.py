"""Slots as times of day."""

from bisect import bisect_left, bisect_right

from carrom.base.errors import CarromError
from carrom.tournament.plan.hours import DAY, Hours, clock_text


class Timetable:
    """The open time of a hall cut into slots of equal length, each whole: none reaches into a break or the night.

    The first begins when the hall opens, or at a moment of the day itself.
    """

    def __init__(self, hours: Hours, slot_minutes: int, *, begin: int | None = None) -> None:
        if slot_minutes < 1:
            raise CarromError("bad-slot-length", f"a slot lasts at least a minute, not {slot_minutes}")
        self.hours = hours
        self.slot_minutes = slot_minutes
        self._begins = [hours.fit(hours.start if begin is None else begin, slot_minutes)]

    def begins(self, slot: int) -> int:
        """The minute, from the first midnight, at which a slot begins."""
        while len(self._begins) <= slot:
            self._begins.append(self.hours.fit(self._begins[-1] + self.slot_minutes, self.slot_minutes))
        return self._begins[slot]

    def time(self, slot: int) -> str:
        """The time of day at which a slot begins; after midnight it counts from 00:00 again."""
        return clock_text(self.begins(slot) % DAY)

    def day(self, slot: int) -> int:
        """The day on which a slot begins, the first being 1."""
        return self.begins(slot) // DAY + 1

    def first_slot_from(self, minute: int) -> int:
        """The first slot that does not begin before a moment."""
        return bisect_left(self._until(minute), minute)

    def slots_until(self, minute: int) -> int:
        """How many slots are over by a moment."""
        return bisect_right(self._until(minute), minute - self.slot_minutes)

    def _until(self, minute: int) -> list[int]:
        while self._begins[-1] < minute:
            self.begins(len(self._begins))
        return self._begins
