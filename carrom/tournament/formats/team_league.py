"""Every team meets every other in a tie, with a rubber in each category."""

from __future__ import annotations

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Entrant, Fixture
from carrom.tournament.draws.leagues import team_league
from carrom.tournament.formats.stage_format import Drawing, StageFormat, ToDraw


def _draw(wanted: ToDraw) -> Drawing:
    if not wanted.rubbers:
        raise CarromError(f"{wanted.title} is a league of teams and its event names no rubbers")
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


TEAM_LEAGUE = StageFormat(name="team-league", draw=_draw, shape="tables", has_ties=True)
