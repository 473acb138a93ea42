"""Input and output of a rule: `RuleContext`, `RuleResult` and its happenings."""

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
    """One consequence of an event: a stable code, laws and figures. `carrom.match.views.sentences` words it."""

    code: str
    laws: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def people(self) -> dict[str, str]:
        """Return the figures that name a party or a player. Free texts never do, even one that reads `a2`."""
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
    """The input of a rule besides course and act. `is_recorded`: the event comes from a stored record."""

    setup: Setup
    at: float | None
    is_recorded: bool = False
    number: int = 0


def check_player(who: Who | None, context: RuleContext, law: str) -> None:
    """Refuse a player missing from this table."""
    if isinstance(who, PlayerId) and who.index >= context.setup.players:
        refuse("no-such-player", f"there is no player {who.text()}", law)
