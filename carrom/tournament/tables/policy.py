"""How a table is ordered, as data: what a win is worth and which figure decides next.

A policy is frozen with its tournament. The three named ones are those of our sources; an organiser writes others as
an object over the same criteria.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, get_args

from carrom.base.errors import CarromError

Criterion = Literal["points", "wins", "net", "scored", "coins", "buchholz", "head_to_head", "shootout"]
Scope = Literal["all", "among_tied"]
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)

Number = int | Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What results are worth and in which order figures decide.

    `draw` is None where every match has a winner. `scope` says whether net, scored and coins are counted over all
    matches or only over those among the entries still level. Extra boards and walk-overs count in no figure unless
    the policy says so; shoot-outs never do. `per_match` compares averages, for entries out of unequal groups.
    """

    win: Number
    order: tuple[Criterion, ...]
    draw: Number | None = None
    loss: Number = 0
    scope: Scope = "all"
    extra_counts: bool = False
    walkover_score: int = 0
    per_match: bool = False

    def json(self) -> dict[str, Any]:
        """The one written form: what differs from the defaults, and always win, loss and order."""
        value: dict[str, Any] = {"win": plain(self.win)}
        if self.draw is not None:
            value["draw"] = plain(self.draw)
        value |= {"loss": plain(self.loss), "order": list(self.order)}
        if self.scope != "all":
            value["scope"] = self.scope
        if self.extra_counts:
            value["extra_counts"] = True
        if self.walkover_score:
            value["walkover_score"] = self.walkover_score
        if self.per_match:
            value["per_match"] = True
        return value


POLICIES: dict[str, Policy] = {
    "vkk": Policy(win=2, order=("points", "wins", "net", "shootout")),
    "kreeda": Policy(win=1, order=("points", "coins")),
    "icf": Policy(win=2, order=("points", "net", "scored", "head_to_head", "shootout")),
}


def read_policy(value: object) -> Policy:
    """The policy that a name or an object stands for."""
    if isinstance(value, str):
        try:
            return POLICIES[value]
        except KeyError:
            names = ", ".join(POLICIES)
            raise CarromError(f"no standings policy is called {value!r}: there are {names}, or an object") from None
    if not isinstance(value, Mapping):
        raise CarromError(f"a standings policy is a name or an object, not {value!r}")
    for key in value:
        if key not in _READERS:
            raise CarromError(f"a standings policy knows no {key!r}: it has {', '.join(_READERS)}")
    for key in ("win", "order"):
        if key not in value:
            raise CarromError(f"the standings policy does not say {key!r}")
    return Policy(**{key: _READERS[key](key, found) for key, found in value.items()})


def plain(value: Number) -> int | float:
    """A figure as JSON writes it: whole where it is whole."""
    return int(value) if value == int(value) else float(value)


def _number(key: str, value: object) -> Number:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise CarromError(f"{key!r} of a standings policy is a number, not {value!r}")
    # By its decimal digits: three times 0.1 is as much as 0.3.
    return value if isinstance(value, int) else Fraction(repr(value))


def _order(key: str, value: object) -> tuple[Criterion, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise CarromError(f"{key!r} of a standings policy is a list of criteria, not {value!r}")
    order: list[Criterion] = []
    for name in value:
        if name not in CRITERIA:
            raise CarromError(f"{name!r} is no criterion: there are {', '.join(CRITERIA)}")
        order.append(name)
    return tuple(order)


def _scope(key: str, value: object) -> str:
    if value not in get_args(Scope):
        raise CarromError(f"{key!r} of a standings policy is one of {', '.join(get_args(Scope))}, not {value!r}")
    return str(value)


def _flag(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise CarromError(f"{key!r} of a standings policy is true or false, not {value!r}")
    return value


def _count(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise CarromError(f"{key!r} of a standings policy is a whole number from 0, not {value!r}")
    return value


def _draw(key: str, value: object) -> Number | None:
    return None if value is None else _number(key, value)


_READERS: dict[str, Any] = {
    "win": _number,
    "draw": _draw,
    "loss": _number,
    "order": _order,
    "scope": _scope,
    "extra_counts": _flag,
    "walkover_score": _count,
    "per_match": _flag,
}
