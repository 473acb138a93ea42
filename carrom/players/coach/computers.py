"""Which computer played for whom in a recorded match: by the name, and only where the strokes say what was meant."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from carrom.laws.sentences import LANGUAGES
from carrom.match import Setup
from carrom.match.parties import PlayerId
from carrom.play import Skill
from carrom.play.skill import LEVELS
from carrom.players.mind.strengths import MINDS
from carrom.players.people.roster import PEOPLE

# As the arena calls its entrants, `planner:600@club#2`, and as the page calls a computer of one's own choice.
_ENTRANT = re.compile(r"(?P<player>[a-z]+)(:[^@#]*)?(@(?P<level>[a-z]+))?(#\d+)?")
_NUMERAL = re.compile(r" (II|III|IV)$")
_CHOSEN = re.compile(r".+ \((?P<player>[a-z]+)\)")


@dataclass(frozen=True, slots=True)
class Computer:
    """Who decided, and how steady his hand was if the record says so."""

    player: str
    hand: Skill | None

    @property
    def mind(self) -> float:
        """How well he chooses, in Elo."""
        return MINDS[self.player]


def computer_called(name: str) -> Computer | None:
    """The computer player of this name at a table; None where there is none."""
    person = _people().get(_NUMERAL.sub("", name).partition("،")[0].partition(",")[0].strip())
    found = _ENTRANT.fullmatch(name) or _CHOSEN.fullmatch(name)
    said = person or (found["player"] if found else "")
    if said not in MINDS:
        return None
    level = found.groupdict().get("level") if found else None
    if level is not None:
        return Computer(said, LEVELS.get(level))
    return Computer(said, PEOPLE[said].hand if said in PEOPLE else None)


def computers_in(setup: Setup, thinkers: Collection[PlayerId]) -> dict[PlayerId, Computer]:
    """Those of a match who are known by their names, of those whose strokes say what was meant: no person writes that
    down."""
    called = {player: computer_called(setup.name(player)) for player in thinkers}
    return {player: one for player, one in called.items() if one is not None}


@cache
def _people() -> dict[str, str]:
    names = ((one.name(language), one.id) for one in PEOPLE.values() for language in LANGUAGES)
    return {name.partition("،")[0].partition(",")[0].strip(): id for name, id in names}
