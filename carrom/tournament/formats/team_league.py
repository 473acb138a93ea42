"""Team league: teams meet in ties with one rubber per category."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from carrom.base.codec import Name
from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Entrant, Fixture
from carrom.tournament.draws.leagues import Tie, team_league
from carrom.tournament.formats.stage_format import Drawing, StageFormat, ToDraw


def _draw(wanted: ToDraw) -> Drawing:
    if not wanted.rubbers:
        raise CarromError("no-rubbers", f"{wanted.title} is a league of teams and its event names no rubbers")
    fixtures = tuple(
        Fixture(
            id=rubber.id,
            round="group",
            slots=(Entrant(tie.teams[0]), Entrant(tie.teams[1])),
            group=0,
            rubber=rubber.category,
            turn=tie.round,
        )
        for tie in team_league(wanted.names, wanted.rubbers, random=wanted.random)
        for rubber in tie.rubbers
    )
    return Drawing(fixtures=fixtures, groups=(tuple(wanted.names),))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """`team-league` line of `carrom draw`, answered with ties and rubbers' sides."""

    format: str
    teams: tuple[Name, ...]
    categories: tuple[Name, ...]
    random: int | None = None

    def answer(self, draw: Callable[[ToDraw], Drawing]) -> dict[str, Any]:
        return {"ties": [_tie_json(tie) for tie in team_league(self.teams, self.categories, random=self.random)]}


def _tie_json(tie: Tie) -> dict[str, Any]:
    rubbers = [{"id": rubber.id, "category": rubber.category, "sides": list(rubber.sides)} for rubber in tie.rubbers]
    return {"id": tie.id, "round": tie.round, "teams": list(tie.teams), "rubbers": rubbers}


TEAM_LEAGUE = StageFormat(name="team-league", draw=_draw, line=_Line, shape="tables", has_ties=True)
