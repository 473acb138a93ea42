"""Slots as times of day."""

from dataclasses import dataclass

from carrom.base.errors import CarromError
from carrom.tournament.plan.hours import DAY, clock_text


@dataclass(frozen=True, slots=True)
class Timetable:
    """When the first slot begins (minutes after midnight) and how long each lasts."""

    start: int
    slot_minutes: int

    def __post_init__(self) -> None:
        if self.slot_minutes < 1:
            raise CarromError(f"a slot lasts at least a minute, not {self.slot_minutes}")

    def time(self, slot: int) -> str:
        """The time of day at which a slot begins; after midnight it counts from 00:00 again."""
        return clock_text((self.start + slot * self.slot_minutes) % DAY)

    def day(self, slot: int) -> int:
        """The day on which a slot begins, the first being 1."""
        return (self.start + slot * self.slot_minutes) // DAY + 1

    def first_slot_from(self, minute: int) -> int:
        """The first slot that does not begin before a time of the first day."""
        return max(0, -(-(minute - self.start) // self.slot_minutes))

    def slots_until(self, minute: int) -> int:
        """How many slots are over by a time of the first day."""
        return max(0, (minute - self.start) // self.slot_minutes)
