"""`carrom draw`: make draws, as JSON lines."""

from dataclasses import dataclass
from typing import Annotated, Any

from carrom.base.codec import (
    MisreadError,
    Name,
    ReadBy,
    dataclass_reader,
    misread_value,
    quote_value,
    read_at,
    reader_for,
)
from carrom.base.errors import CarromError
from carrom.tournament.draws.teams import TeamCandidate, draw_teams
from carrom.tournament.formats import FORMATS

_GREATEST = 10**9


def answer(case: object) -> dict[str, Any]:
    """The draw for one line."""
    if not isinstance(case, dict):
        raise misread_value(case, "an object with format, entries and what else the format takes")
    name = case.get("format")
    if name == "league":  # older name
        name = "team-league"
    if name is None:
        raise MisreadError("is missing", place="format", joint=" ")
    if not isinstance(name, str) or name not in (*FORMATS, "teams"):
        raise misread_value(name, f"one of {', '.join((*FORMATS, 'teams'))}").inside("format")
    if name == "teams":  # teams for a stage, no format
        return dataclass_reader(TeamsLine, null_is_absent=True)(case).answer()
    line = dataclass_reader(FORMATS[name].line, null_is_absent=True)(case)
    return line.answer(FORMATS[name].draw)


def _read_player(value: object) -> TeamCandidate:
    found = _ANY(value)
    if "name" not in found:
        raise MisreadError("is missing", place="name", joint=" ")
    name = read_at("name", _NAME, found.pop("name"))
    for key, one in found.items():
        if isinstance(one, list | dict):
            raise CarromError("bad-balance-value", f"{key!r} of {name!r} is a number or a word, not {quote_value(one)}")
        if isinstance(one, int | float) and abs(one) > _GREATEST:
            raise CarromError(
                "bad-balance-value", f"{key!r} of {name!r} is too great to be balanced: {quote_value(one)}"
            )
    return TeamCandidate(name, {key: one for key, one in found.items() if one is not None})


_NAME, _ANY = reader_for(Name), reader_for(dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsLine:
    """Players to draw into balanced teams."""

    format: str
    players: tuple[Annotated[TeamCandidate, ReadBy(_read_player)], ...]
    teams: int
    balance: tuple[Name, ...] = ()
    counted: tuple[Name, ...] = ()
    extra_with: Name | None = None
    random: int = 0

    def answer(self) -> dict[str, Any]:
        teams = draw_teams(
            self.players,
            teams=self.teams,
            balance=self.balance,
            counted=self.counted,
            extra_with=self.extra_with,
            random=self.random,
        )
        return {"teams": [{"players": list(team)} for team in teams]}
