"""Slots as times of day."""

import re
from dataclasses import dataclass

from carrom.base.errors import CarromError

_DAY = 24 * 60


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
        return clock_text((self.start + slot * self.slot_minutes) % _DAY)

    def day(self, slot: int) -> int:
        """The day on which a slot begins, the first being 1."""
        return (self.start + slot * self.slot_minutes) // _DAY + 1

    def first_slot_from(self, minute: int) -> int:
        """The first slot that does not begin before a time of the first day."""
        return max(0, -(-(minute - self.start) // self.slot_minutes))

    def slots_until(self, minute: int) -> int:
        """How many slots are over by a time of the first day."""
        return max(0, (minute - self.start) // self.slot_minutes)


def clock_text(minute: int) -> str:
    """HH:MM."""
    return f"{minute // 60:02d}:{minute % 60:02d}"


def moment_text(minute: int) -> str:
    """A moment counted in minutes from the first midnight: HH:MM, with the day when it is not the first."""
    day, of_day = divmod(minute, _DAY)
    return clock_text(of_day) if day == 0 else f"{clock_text(of_day)} on day {day + 1}"


def clock_from_text(text: str) -> int:
    """Minutes after midnight."""
    found = re.fullmatch(r"(\d{1,2}):(\d{2})", text.strip(), re.ASCII)
    if not found or int(found[1]) > 23 or int(found[2]) > 59:
        raise CarromError(f"a time of day is written like 09:00, not {text!r}")
    return int(found[1]) * 60 + int(found[2])
