"""What `apply` answers: the new match and what happened, or a refusal. A person's mistake is never an exception."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from carrom.laws import IncidentRuling, Ruling
from carrom.match.setup import Setup

if TYPE_CHECKING:
    from carrom.match.course import Course
    from carrom.match.match import Match


@dataclass(frozen=True, slots=True)
class Happening:
    """One consequence of an event: a stable code, the laws that say so, and figures. Sentences are made elsewhere."""

    code: str
    laws: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Applied:
    """The event stands: the match after it, which knows what it led to."""

    match: Match

    @property
    def happened(self) -> tuple[Happening, ...]:
        return self.match.happened

    @property
    def ruling(self) -> Ruling | IncidentRuling | None:
        return self.match.ruling


class Step(NamedTuple):
    """What a rule makes of an act."""

    course: Course
    happened: tuple[Happening, ...] = ()
    ruling: Ruling | IncidentRuling | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """What a rule may know besides the course: the setup, and the time that came with the event."""

    setup: Setup
    at: float | None
