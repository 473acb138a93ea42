"""Stage formats, one per file. Every format in `FORMATS` can be announced, drawn, played, shown and simulated."""

from carrom.base.errors import CarromError
from carrom.tournament.formats.double_elimination import DOUBLE_ELIMINATION
from carrom.tournament.formats.knockout import KNOCKOUT
from carrom.tournament.formats.plate import PLATE
from carrom.tournament.formats.round_robin import GROUPS, ROUND_ROBIN
from carrom.tournament.formats.stage_format import Drawing, StageFormat, StageSettings, ToDraw, fixtures_of, renumbered
from carrom.tournament.formats.swiss import SWISS
from carrom.tournament.formats.team_league import TEAM_LEAGUE

__all__ = [
    "FORMATS",
    "Drawing",
    "StageFormat",
    "StageSettings",
    "ToDraw",
    "fixtures_of",
    "format_of",
    "renumbered",
]

FORMATS: dict[str, StageFormat] = {
    format.name: format for format in (GROUPS, ROUND_ROBIN, KNOCKOUT, DOUBLE_ELIMINATION, SWISS, TEAM_LEAGUE, PLATE)
}


def format_of(name: str) -> StageFormat:
    try:
        return FORMATS[name]
    except KeyError:
        raise CarromError("unknown-format", f"no format is called {name!r}: there are {', '.join(FORMATS)}") from None
