"""What a rule is told besides the course, and what it makes of an act."""

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
    """One consequence of an event: a stable code, the laws that say so, and figures. Sentences are made elsewhere."""

    code: str
    laws: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def people(self) -> dict[str, str]:
        """Those of its figures that name a party or a player. What somebody wrote himself never does: an appeal whose
        text is `a2` is about nobody, and at a table of two there is no such player."""
        return {
            key: value
            for key, value in self.data.items()
            if key not in _WRITTEN and isinstance(value, str) and (value in PARTIES or value in PLAYERS)
        }


class RuleResult(NamedTuple):
    """What a rule makes of an act."""

    course: Course
    happened: tuple[Happening, ...] = ()
    ruling: Ruling | IncidentRuling | None = None


@dataclass(frozen=True, slots=True)
class RuleContext:
    """What a rule may know besides the course: the setup, the time that came with the event, and whether it is on
    record already."""

    setup: Setup
    at: float | None
    is_recorded: bool = False
    number: int = 0
    """The number of the event."""


def check_player(who: Who | None, context: RuleContext, law: str) -> None:
    """Whoever is named must sit at this table."""
    if isinstance(who, PlayerId) and who.index >= context.setup.players:
        refuse("no-such-player", f"there is no player {who.text()}", law)
