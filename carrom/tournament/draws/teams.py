"""Draw fair teams: sizes within one, and chosen fields spread evenly.

Numbers are balanced by team totals, words by their counts.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm, sqrt
from typing import Literal

from carrom.base.errors import CarromError
from carrom.tournament.draws.public_draw import PublicRandom
from carrom.tournament.draws.team_search import UNIT, BalanceTable, search_teams, solve_teams

Value = int | float | str | bool
TeamSolver = Literal["auto", "built-in"]

_FINEST = 1000
_WORD = 8  # an extra word is very visible


@dataclass(frozen=True, slots=True)
class TeamCandidate:
    name: str
    values: Mapping[str, Value]


def draw_teams(
    players: Sequence[TeamCandidate],
    *,
    teams: int,
    balance: Sequence[str] = (),
    counted: Collection[str] = (),
    partly: Collection[str] = (),
    extra_with: str | None = None,
    random: int | str = 0,
    solver: TeamSolver = "auto",
) -> tuple[tuple[str, ...], ...]:
    """Draw the players into teams.

    `counted` numbers are balanced like words (a level, a year); `partly` fields may be missing. `extra_with` names a
    player whose team gets any extra player (I-42).
    """
    names = [player.name for player in players]
    for name, count in Counter(names).items():
        if count > 1:
            raise CarromError("entry-twice", f"the player {name!r} appears twice")
    if teams < 1:
        raise CarromError("no-teams", f"there must be at least one team, not {teams}")
    if teams > len(players):
        raise CarromError("too-few-people", f"{len(players)} players cannot fill {teams} teams")
    if extra_with is not None and extra_with not in names:
        raise CarromError("no-extra-player", f"no player {extra_with!r} is there to have the extra one in his team")
    table = _balance_table(players, teams, balance, counted, partly)
    lots = PublicRandom(random)
    order = list(lots.shuffled(range(len(players))))
    larger = len(players) % teams
    if extra_with is not None and larger:
        anchor = names.index(extra_with)
        table = replace(table, anchor=anchor)
        # The first teams are larger: swap with a player of the same round.
        at = order.index(anchor)
        there = at - at % teams + at % teams % larger
        order[at], order[there] = order[there], order[at]
    team_of = [0] * len(players)
    for position, player in enumerate(order):
        team_of[player] = position % teams
    team_of = search_teams(table, team_of, seed=lots.below(1 << 62))
    if solver == "auto" and table.excess(team_of) > 0:
        team_of = solve_teams(table, team_of)
    return tuple(tuple(name for name, own in zip(names, team_of, strict=True) if own == team) for team in range(teams))


def value_spread(
    players: Sequence[TeamCandidate], teams: Sequence[Collection[str]], field: str, *, counted: bool = False
) -> Value:
    """Field's spread over teams: of totals, or the widest of any word's counts."""
    columns = _columns([player.values[field] for player in players], counted=counted)
    rows = {player.name: row for player, row in zip(players, zip(*columns, strict=True), strict=True)}
    totals = [[sum(rows[name][at] for name in team) for at in range(len(columns))] for team in teams]
    widest = max(max(column) - min(column) for column in zip(*totals, strict=True))
    return int(widest) if widest == int(widest) else float(widest)


def _balance_table(
    players: Sequence[TeamCandidate],
    teams: int,
    balance: Sequence[str],
    counted: Collection[str],
    partly: Collection[str],
) -> BalanceTable:
    columns: list[list[int]] = []
    weights: list[int] = []
    for field in balance:
        if balance.count(field) > 1:
            raise CarromError("field-twice", f"the field {field!r} is to be balanced twice")
        values: list[Value | None] = []
        for player in players:
            if field not in player.values and field not in partly:
                raise CarromError("value-missing", f"the player {player.name!r} has no {field!r} to be balanced")
            values.append(player.values.get(field))
        _check_kind(field, players, values)
        for column in _columns(values, counted=field in counted):
            scale = min(lcm(*(value.denominator for value in column)), _FINEST)
            whole = [round(value * scale) for value in column]
            columns.append(whole)
            weights.append(_weight(whole, scale))
    return BalanceTable(tuple(zip(*columns, strict=True)) if columns else ((),) * len(players), teams, tuple(weights))


def _check_kind(field: str, players: Sequence[TeamCandidate], values: Sequence[Value | None]) -> None:
    first = isinstance(next((value for value in values if value is not None), None), str | bool)
    for player, value in zip(players, values, strict=True):
        if value is not None and isinstance(value, str | bool) != first:
            raise CarromError(
                "mixed-values", f"{field!r} is a number for some and a word for others: {player.name!r} has {value!r}"
            )


def _columns(values: Sequence[Value | None], *, counted: bool) -> list[list[Fraction]]:
    known = [value for value in values if value is not None]
    if counted or any(isinstance(value, str | bool) for value in known):
        return [[Fraction(value == word) for value in values] for word in dict.fromkeys(known)]
    return [[Fraction(str(value or 0)) for value in values]]


def _weight(column: Sequence[int], scale: int) -> int:
    """Cost of a step of spread.

    With equal units a year of age would count like a level of skill; with equal ranges, a level like a decade.
    """
    if set(column) <= {0, 1}:
        return _WORD * UNIT
    mean = sum(column) / len(column)
    typical = sum(abs(value - mean) for value in column) / len(column) / scale
    return max(1, round(UNIT / sqrt(max(1.0, typical)) / scale))
