"""How standings are ordered: the value of a win, and the order of tie-breaks."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Annotated, Any, Literal, get_args

from carrom.base.codec import ReadBy, dataclass_reader, misread_value, register_form, within

Criterion = Literal["points", "wins", "net", "scored", "coins", "buchholz", "head_to_head", "shootout"]
Scope = Literal["all", "among_tied"]
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)

Number = int | Fraction


def _read_number(value: object) -> Number:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise misread_value(value, "a number")
    # from its decimal digits: three times 0.1 is 0.3
    return value if isinstance(value, int) else Fraction(repr(value))


def _read_number_or_none(value: object) -> Number | None:
    return None if value is None else _read_number(value)


def _some(order: tuple[Criterion, ...]) -> tuple[Criterion, ...]:
    if not order:
        raise misread_value([], f"a list of criteria: there are {', '.join(CRITERIA)}")
    return order


_Number = Annotated[Number, ReadBy(_read_number)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How a table ranks entries: points for results, and criteria in order, of which the first that differs decides.

    `win`, `draw` and `loss` are points; `draw` is unset if every match has a winner. `scope` says whether net, scored
    and coins count all matches, or only those among the entries still level. Extra boards and walkovers count only if
    the policy says so; shoot-outs never do. `per_match` compares averages, for entries from groups of different sizes.
    """

    win: _Number
    order: Annotated[tuple[Criterion, ...], _some]
    draw: Annotated[Number | None, ReadBy(_read_number_or_none)] = None
    loss: _Number = 0
    scope: Scope = "all"
    extra_counts: bool = False
    walkover_score: Annotated[int, within(0)] = 0
    per_match: bool = False

    def json(self) -> dict[str, Any]:
        """Canonical JSON form: win, loss, order, and changed defaults."""
        value: dict[str, Any] = {"win": plain_number(self.win)}
        if self.draw is not None:
            value["draw"] = plain_number(self.draw)
        value |= {"loss": plain_number(self.loss), "order": list(self.order)}
        departs = {name: getattr(self, name) for name in ("scope", "extra_counts", "walkover_score", "per_match")}
        return value | {name: chosen for name, chosen in departs.items() if chosen not in ("all", False, 0)}


POLICIES: dict[str, Policy] = {
    "vkk": Policy(win=2, order=("points", "wins", "net", "shootout")),
    "kreeda": Policy(win=1, order=("points", "coins")),
    "icf": Policy(win=2, order=("points", "net", "scored", "head_to_head", "shootout")),
    "swiss": Policy(win=2, draw=1, order=("points", "buchholz", "net", "scored")),
}


def read_policy(value: object) -> Policy:
    """Read a policy's name or JSON object."""
    if isinstance(value, Mapping):
        return _POLICY(value)
    if not isinstance(value, str) or value not in POLICIES:
        raise misread_value(value, f"a standings policy: there are {', '.join(POLICIES)}, or an object")
    return POLICIES[value]


def _written(policy: Policy) -> object:
    return next((name for name, known in POLICIES.items() if known == policy), None) or policy.json()


_POLICY = dataclass_reader(Policy)
register_form(Policy, _written, read_policy)


def plain_number(value: Number) -> int | float:
    return int(value) if value == int(value) else float(value)
