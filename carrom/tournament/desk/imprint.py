"""What every printed sheet says of itself: which tournament, where and when, printed at what time, of which draw."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from carrom.tournament.log.decision_facts import SeatsRuled
from carrom.tournament.log.facts import Drawn, Joined
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.log.undoing import taken_back


@dataclass(frozen=True, slots=True, kw_only=True)
class Imprint:
    """The foot of a sheet. `draw` is the number of the fact that made the draw what it is; none before it."""

    name: str
    day: date
    printed: datetime
    venue: str | None = None
    draw: int | None = None
    is_for_desk: bool = False
    """Whether it shows what is held back from the public."""

    @property
    def place(self) -> str:
        """Town hall, 5 November 2024"""
        when = f"{self.day.day} {self.day:%B %Y}"
        return f"{self.venue}, {when}" if self.venue else when

    @property
    def edition(self) -> str:
        """printed 2024-11-05 21:50 · draw 17"""
        draw = f" · draw {self.draw}" if self.draw is not None else ""
        desk = " · for the desk, not for the wall" if self.is_for_desk else ""
        return f"printed {self.printed:%Y-%m-%d %H:%M}{draw}{desk}"


def imprint(state: State, printed: datetime, stages: Collection[StageKey] = ()) -> Imprint:
    """The foot of a sheet that shows these stages, or the whole tournament."""
    told = state.announced
    return Imprint(name=told.name, day=told.day, venue=told.venue, printed=printed, draw=draw_number(state, stages))


def draw_number(state: State, stages: Collection[StageKey] = ()) -> int | None:
    """The number of the last fact by which somebody came to a place of these draws, or of any draw."""
    gone = taken_back(state.seen)
    numbers = [
        number
        for number, (name, body) in enumerate(state.seen.items(), 1)
        if isinstance(body, Drawn | Joined | SeatsRuled)
        and name not in gone
        and (not stages or StageKey(body.event, body.stage) in stages)
    ]
    return max(numbers, default=None)
