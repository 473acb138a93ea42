"""Laws that can be the reason for an umpire's act: a pad offers them as buttons, and others are refused.

The words that explain a ruling are in `carrom.laws.sentences`.

>>> from carrom.laws import rulebook
>>> reasons_for("lose-board", rulebook("icf"))
('51', '91', '121b', '126b')
>>> check_reason("foul", "140", rulebook("icf")).law
'140'
"""

from functools import lru_cache
from typing import Final

from carrom.base.errors import Refused
from carrom.laws.board_points import possible_points
from carrom.laws.register import register
from carrom.laws.rulebook import Rulebook

_LAWS = "icf"
_INTERPRETATION = "interpretation"

_ALSO: Final = {"warning": ("foul", "lose-match")}
"""Anything punishable may be warned about."""

_PHRASES: Final = {
    "foul": "a foul is called",
    "warning": "a warning is given",
    "replay": "a board is replayed",
    "lose-board": "a board is lost outside a stroke",
    "lose-match": "a match is lost",
    "board-over": "a board is ended",
    "unnoticed": "an error is let stand",
    "stroke": "a stroke is improper",
}

ACTS_WITH_REASONS: Final = tuple(_PHRASES)
"""Other acts accept any law of the rulebook."""


@lru_cache(maxsize=256)
def reasons_for(act: str, rulebook: Rulebook) -> tuple[str, ...]:
    """Laws that can be the reason for this act: the rulebook's own, then the Laws, then interpretations."""
    if act == "board-over":
        return tuple(law for law in _reasons(act, rulebook) if _ends_board(law, rulebook))
    return _reasons(act, rulebook)


def _ends_board(law: str, rulebook: Rulebook) -> bool:
    return bool(possible_points(law, rulebook, credited=True) or possible_points(law, rulebook, credited=False))


@lru_cache(maxsize=256)
def _reasons(act: str, rulebook: Rulebook) -> tuple[str, ...]:
    wanted = {act, *_ALSO.get(act, ())}
    found = [law for law in register().values() if not wanted.isdisjoint(law.reason_for)]
    local = [law.id for law in found if law.source in _sources(rulebook) - {_LAWS}]
    # A rulebook's own loss replaces that of the Laws (I-52).
    replaced = {"143i"} if act == "lose-match" and rulebook.not_reporting else set()
    laws = [law.id for law in found if law.source == _LAWS and law.id not in replaced]
    readings = [law.id for law in found if law.source == _INTERPRETATION]
    return (*_custom_rules(act, rulebook), *local, *laws, *readings)


def check_reason(act: str, law: str, rulebook: Rulebook, *, on_record: bool = False) -> Refused | None:
    """Check that an act can have this law as its reason. Old records may contain unchecked laws of fouls, remarks and
    lost matches."""
    if on_record and (act in ("foul", "remark") or (act == "lose-match" and law.startswith(f"{rulebook.id}:"))):
        return None
    if act in _PHRASES:
        possible = reasons_for(act, rulebook)
        is_possible = law in (_reasons(act, rulebook) if on_record else possible)
        said = f"{_PHRASES[act]} by {_either(possible)}, not by {law}"
    else:
        entry, sources = register().get(law), {_INTERPRETATION, *_sources(rulebook)}
        is_possible = law in _custom_rules(act, rulebook) or (entry is not None and entry.source in sources)
        said = f"{law} is no law of {rulebook.id} nor of the Laws"
    return None if is_possible else Refused("law", law, said)


def _either(laws: tuple[str, ...]) -> str:
    return f"{', '.join(laws[:-1])} or {laws[-1]}" if len(laws) > 1 else "".join(laws)


def _sources(rulebook: Rulebook) -> set[str]:
    rules = (*rulebook.local.values(), *rulebook.departures().values())
    return {_LAWS, rulebook.id, *(rule.partition(":")[0] for rule in rules)}


def _custom_rules(act: str, rulebook: Rulebook) -> tuple[str, ...]:
    """The register lacks them."""
    if act == "board-over":
        rules = [ending.laws[0] for ending in rulebook.endings.values()]
    elif act == "lose-match":
        rules = [rulebook.leaving_seat_may_cost_match or "", rulebook.not_reporting or ""]
    else:
        rules = [] if act in _PHRASES else list(rulebook.departures().values())
    return tuple(rule for rule in dict.fromkeys(rules) if rule.startswith(f"{rulebook.id}:") and rule not in register())
