"""Input, output and happenings of a rule."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from carrom.base.errors import refuse
from carrom.laws import IncidentRuling, Ruling
from carrom.match.course import Course
from carrom.match.parties import PARTIES, PLAYERS, PlayerId, Who
from carrom.match.setup import Setup

_WRITTEN = frozenset({"note", "reason"})


@dataclass(frozen=True, slots=True)
class Happening:
    """Consequence of an event: stable code, laws and figures, worded by `carrom.match.views.sentences`."""

    code: str
    laws: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def people(self) -> dict[str, str]:
        """Figures that name a party or player. Free texts never do, even `a2`."""
        return {
            key: value
            for key, value in self.data.items()
            if key not in _WRITTEN and isinstance(value, str) and (value in PARTIES or value in PLAYERS)
        }


class RuleResult(NamedTuple):
    course: Course
    happened: tuple[Happening, ...] = ()
    ruling: Ruling | IncidentRuling | None = None


@dataclass(frozen=True, slots=True)
class RuleContext:
    """Input of a rule besides course and act."""

    setup: Setup
    at: float | None
    is_recorded: bool = False
    """The event comes from a stored record: some checks are left out, so that matches recorded before a check was added
    can still be read."""
    number: int = 0


def check_player(who: Who | None, context: RuleContext, law: str) -> None:
    if isinstance(who, PlayerId) and who.index >= context.setup.players:
        refuse("no-such-player", f"there is no player {who.text()}", law)
