"""Entrants of the arena as text: `planner@world`, `tactician:28000`, `club:0.2s`, `asha`, `my.module:make`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from carrom.base.errors import CarromError
from carrom.play.skill import Skill, skill_named
from carrom.players.evaluation.search import Budget
from carrom.players.levels.ladder import LADDER
from carrom.players.people.roster import PEOPLE

_BUDGET = re.compile(r"(?P<simulations>\d+)|(?P<seconds>\d+\.?\d*|\.\d+)s")
_MAKER = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class ArenaEntrant:
    """A level of the ladder, a person or your own program, with a skill and perhaps a budget."""

    player: str
    """A name, or `module:function` that makes a player."""
    level: str = ""
    """The skill. People bring their own; others default to `club`."""
    simulations: int | None = None
    seconds: float | None = None
    copy: int = 1
    """An entrant listed twice plays itself as copies 1 and 2."""

    def __post_init__(self) -> None:
        if not self.level and self.player not in PEOPLE:
            object.__setattr__(self, "level", "club")

    @classmethod
    def from_text(cls, text: str, *, level: str = "club") -> ArenaEntrant:
        """Read one entrant and check every name. `level` is the skill where the text names none.

        >>> ArenaEntrant.from_text("greedy", level="state").text()
        'greedy@state'
        >>> ArenaEntrant.from_text("Tactician:28000@world").simulations
        28000
        """
        named, at, hand = text.strip().partition("@")
        first, colon, last = named.rpartition(":")
        budget = _BUDGET.fullmatch(last) if colon else None
        player = first if budget else named
        if _MAKER.fullmatch(player) is None:
            player = player.lower()
            if player not in LADDER and player not in PEOPLE:
                known = ", ".join((*LADDER, *PEOPLE))
                raise CarromError(
                    "unknown-player",
                    f"there is no player {player!r}, in {text!r}; there are {known}, and your own as 'module:function'",
                )
        own_hand = player in PEOPLE and not at
        entrant = cls(player, "" if own_hand else skill_named(hand if at else level).name)
        if budget is None:
            return entrant
        if not entrant.takes_budget:
            raise CarromError("no-budget", f"{text!r}: {player} takes no budget")
        simulations, seconds = budget["simulations"], budget["seconds"]
        found = replace(
            entrant,
            simulations=int(simulations) if simulations else None,
            seconds=float(seconds) if seconds else None,
        )
        Budget(1 if found.simulations is None else found.simulations, found.seconds)
        return found

    @property
    def is_own(self) -> bool:
        return ":" in self.player

    @property
    def takes_budget(self) -> bool:
        rung = LADDER.get(PEOPLE[self.player].rung if self.player in PEOPLE else self.player)
        return self.is_own or (rung is not None and rung.simulations > 0)

    @property
    def skill(self) -> Skill:
        return skill_named(self.level) if self.level else PEOPLE[self.player].hand

    def text(self) -> str:
        budget = f":{self.simulations}" if self.simulations is not None else ""
        budget += f":{self.seconds:g}s" if self.seconds is not None else ""
        hand = f"@{self.level}" if self.level else ""
        return f"{self.player}{budget}{hand}" + (f"#{self.copy}" if self.copy > 1 else "")

    def with_budget(self, simulations: int | None, seconds: float | None) -> ArenaEntrant:
        """The entrant with this budget, unless it already has one or takes none."""
        if self.simulations is not None or self.seconds is not None or not self.takes_budget or self.is_own:
            return self
        return replace(self, simulations=simulations, seconds=seconds)


def number_copies(entrants: Sequence[ArenaEntrant]) -> list[ArenaEntrant]:
    seen: Counter[ArenaEntrant] = Counter()
    numbered = []
    for entrant in entrants:
        seen[entrant] += 1
        numbered.append(replace(entrant, copy=seen[entrant]))
    return numbered
