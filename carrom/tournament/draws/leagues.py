"""Draw team leagues: ties with a rubber in every category."""

from collections.abc import Sequence
from dataclasses import dataclass

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import MatchId, check_entries
from carrom.tournament.draws.public_draw import in_drawn_order
from carrom.tournament.draws.round_robin import circle_pairs


@dataclass(frozen=True, slots=True)
class Rubber:
    """Match of a tie between sides such as `T1-MS1`."""

    id: MatchId
    category: str
    sides: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Tie:
    id: str
    round: int
    teams: tuple[str, str]
    rubbers: tuple[Rubber, ...]


def side_name(team: str, category: str) -> str:
    return f"{team}-{category}"


def team_league(teams: Sequence[str], categories: Sequence[str], *, random: int | str | None = None) -> tuple[Tie, ...]:
    """Ties of every two teams; `random` draws their order."""
    order = in_drawn_order(check_entries(teams), random)
    if not categories:
        raise CarromError("no-categories", "a tie needs at least one category")
    for category in categories:
        if categories.count(category) > 1:
            raise CarromError("category-twice", f"the category {category!r} appears twice")
    ties: list[Tie] = []
    for number, pairs in enumerate(circle_pairs(len(order)), 1):
        for a, b in pairs:
            first = len(ties) * len(categories) + 1
            rubbers = tuple(
                Rubber(
                    MatchId(f"M{first + offset}"),
                    category,
                    (side_name(order[a], category), side_name(order[b], category)),
                )
                for offset, category in enumerate(categories)
            )
            ties.append(Tie(f"T{len(ties) + 1}", number, (order[a], order[b]), rubbers))
    return tuple(ties)
