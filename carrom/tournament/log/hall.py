"""Where and in what rhythm a tournament is played, and who may sit as umpire."""

from dataclasses import dataclass

from carrom.base.errors import CarromError
from carrom.tournament.log.bounds import MOST_DAYS, MOST_MINUTES, MOST_TABLES, Bound, check_bounds
from carrom.tournament.plan.hours import Hours, clock_from_text
from carrom.tournament.plan.umpires import Umpire

_BOUNDS = {
    "tables": Bound(1, MOST_TABLES, f"no hall has more than {MOST_TABLES} boards"),
    "slot_minutes": Bound(1, MOST_MINUTES),
    "rest": Bound(0, MOST_MINUTES),
    "report_minutes": Bound(0, MOST_MINUTES),
    "report_before": Bound(0, MOST_MINUTES),
    "days": Bound(1, MOST_DAYS),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """Tables, the rhythm of the day, and the umpires.

    Every day goes from `start` to `end` without the breaks in `closed`; without an end it goes on through the night.
    `days` is how many the hall is there for; None: as many as it takes. A slot is the time that the shortest match of
    the tournament gets, from one call to the next. `rest` is how many minutes lie between two matches of a player;
    None: as many as a slot has. Who is called and not at the table after `report_minutes` loses (Law 143 i), unless the
    desk waits. Where a game has to be reported for some time before it, it begins `report_before` minutes later still.
    """

    tables: int = 4
    slot_minutes: int = 35
    rest: int | None = None
    start: str = "09:00"
    end: str | None = None
    closed: tuple[tuple[str, str], ...] = ()
    days: int | None = None
    report_minutes: int = 15
    report_before: int = 0
    umpires: tuple[Umpire, ...] = ()

    def __post_init__(self) -> None:
        check_bounds(self, _BOUNDS)
        names = [umpire.name for umpire in self.umpires]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise CarromError("umpire-twice", f"the umpire {twice!r} appears twice")
        self.hours.fit(0, self.slot_minutes)

    @property
    def hours(self) -> Hours:
        """When it is open."""
        end = clock_from_text(self.end) if self.end is not None else None
        closed = tuple((clock_from_text(since), clock_from_text(until)) for since, until in self.closed)
        return Hours(clock_from_text(self.start), end, closed)

    @property
    def rest_minutes(self) -> int:
        """How long somebody stays free between two matches."""
        return self.slot_minutes if self.rest is None else self.rest
