"""`carrom draw`: entries in, a draw out, one JSON per line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Protocol

from carrom.base.errors import CarromError
from carrom.base.misread import MisreadError, shown, wrong
from carrom.base.reading import By, Name, read_at, reader, record, within
from carrom.tournament.draws.bracket import Bye, Draw, DrawnMatch, Entrant, MatchId, Round, Slot
from carrom.tournament.draws.draw_json import rounds_json
from carrom.tournament.draws.groups import draw_groups, knockout_after_groups
from carrom.tournament.draws.knockout import knockout
from carrom.tournament.draws.leagues import Tie, team_league
from carrom.tournament.draws.round_robin import round_robin
from carrom.tournament.draws.swiss import swiss_round
from carrom.tournament.draws.teams import TeamCandidate, draw_teams

Answer = dict[str, Any]

_GREATEST = 10**9


def answer(case: object) -> Answer:
    """The draw that one line asks for."""
    if not isinstance(case, dict):
        raise wrong(case, "an object with format, entries and what else the format takes")
    wanted = case.get("format")
    if wanted == "league":  # what the format was called here before files and lines had one name for it
        wanted = "team-league"
    if not isinstance(wanted, str) or wanted not in FORMATS:
        raise CarromError(f"format: {shown(wanted)} is not one of {', '.join(FORMATS)}")
    read = record(FORMATS[wanted], null_is_absent=True)
    return read({key: value for key, value in case.items() if key != "format"}).draw()


def _read_names(value: object) -> dict[str, str]:
    """From names to names; what is null is not there."""
    return {key: name for key, name in _NAMES(value).items() if name is not None}


def _read_points(value: object) -> dict[str, float]:
    return {name: one for name, one in _POINTS(value).items() if one is not None}


def _read_number(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > _GREATEST:
        raise wrong(value, f"a number up to {_GREATEST}")
    return value


class _Drawing(Protocol):
    """What one format takes; `draw` answers it."""

    def draw(self) -> Answer: ...


_POINTS = reader(dict[str, Annotated[float | None, By(_read_number)]])
_NAMES, _ANY = reader(dict[str, Name | None]), reader(dict[str, Any])
_Apart = Annotated[Mapping[str, str], By(_read_names)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Knockout:
    entries: tuple[Name, ...]
    seeds: int = 0
    random: int | None = None
    apart: _Apart = field(default_factory=dict)
    third_place: bool = False

    def draw(self) -> Answer:
        made = knockout(
            self.entries, seeds=self.seeds, random=self.random, apart=self.apart, third_place=self.third_place
        )
        return {"rounds": rounds_json(made)}


@dataclass(frozen=True, slots=True, kw_only=True)
class _GroupsLine:
    entries: tuple[Name, ...]
    groups: int
    seeds: int = 0
    random: int | None = None
    apart: _Apart = field(default_factory=dict)
    advance: Annotated[int, within(1)] | None = None
    third_place: bool = False

    def draw(self) -> Answer:
        groups = draw_groups(self.entries, groups=self.groups, seeds=self.seeds, random=self.random, apart=self.apart)
        found: Answer = {"groups": [list(group) for group in groups]}
        if self.advance is not None:
            smallest = min(len(group) for group in groups)
            if self.advance > smallest:
                raise CarromError(f"{self.advance} cannot advance from a group of {smallest}")
            made = knockout_after_groups(len(groups), self.advance, third_place=self.third_place)
            found["rounds"] = rounds_json(made)
        elif self.third_place:
            raise CarromError("a third place belongs to a knock-out: say with 'advance' how many of each group go on")
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _RoundRobin:
    entries: tuple[Name, ...]
    random: int | None = None

    def draw(self) -> Answer:
        return {"rounds": rounds_json(round_robin(self.entries, random=self.random))}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Swiss:
    entries: tuple[Name, ...]
    points: Annotated[Mapping[str, float], By(_read_points)] = field(default_factory=dict)
    met: tuple[tuple[str, str], ...] = ()
    byes: tuple[Name, ...] = ()
    random: int | None = None

    def draw(self) -> Answer:
        for name in (*self.points, *(name for pair in self.met for name in pair), *self.byes):
            if name not in self.entries:
                raise CarromError(f"{name!r} is not among the entries")
        found = swiss_round(self.entries, points=self.points, met=self.met, byes=self.byes, random=self.random)
        slots: list[tuple[Slot, Slot]] = [(Entrant(a), Entrant(b)) for a, b in found.pairs]
        if found.bye:
            slots.append((Entrant(found.bye), Bye()))
        matches = tuple(DrawnMatch(MatchId(f"M{number}"), pair) for number, pair in enumerate(slots, 1))
        return {"rounds": rounds_json(Draw((Round("group", matches),)))}


@dataclass(frozen=True, slots=True, kw_only=True)
class _TeamLeague:
    teams: tuple[Name, ...]
    categories: tuple[Name, ...]
    random: int | None = None

    def draw(self) -> Answer:
        return {"ties": [_tie(tie) for tie in team_league(self.teams, self.categories, random=self.random)]}


def _tie(tie: Tie) -> Answer:
    rubbers = [{"id": rubber.id, "category": rubber.category, "sides": list(rubber.sides)} for rubber in tie.rubbers]
    return {"id": tie.id, "round": tie.round, "teams": list(tie.teams), "rubbers": rubbers}


def _read_player(value: object) -> TeamCandidate:
    found = _ANY(value)
    if "name" not in found:
        raise MisreadError("is missing", place="name", joint=" ")
    name = read_at("name", _NAME, found.pop("name"))
    for key, one in found.items():
        if isinstance(one, list | dict):
            raise CarromError(f"{key!r} of {name!r} is a number or a word, not {shown(one)}")
        if isinstance(one, int | float) and abs(one) > _GREATEST:
            raise CarromError(f"{key!r} of {name!r} is too great to be balanced: {shown(one)}")
    return TeamCandidate(name, {key: one for key, one in found.items() if one is not None})


_NAME = reader(Name)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Teams:
    players: tuple[Annotated[TeamCandidate, By(_read_player)], ...]
    teams: int
    balance: tuple[Name, ...] = ()
    counted: tuple[Name, ...] = ()
    random: int = 0

    def draw(self) -> Answer:
        teams = draw_teams(
            self.players, teams=self.teams, balance=self.balance, counted=self.counted, random=self.random
        )
        return {"teams": [{"players": list(team)} for team in teams]}


FORMATS: dict[str, type[_Drawing]] = {
    "knockout": _Knockout,
    "groups": _GroupsLine,
    "round-robin": _RoundRobin,
    "swiss": _Swiss,
    "team-league": _TeamLeague,
    "teams": _Teams,
}
