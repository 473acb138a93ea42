"""The rounds of a competition by name, and their order: what a draw calls a match's round, the score understands.

>>> is_by("round-of-128", "pre-quarter-final"), is_by("final", "pre-quarter-final")
(True, False)
"""

from __future__ import annotations

import re
from typing import Final

from carrom.base.errors import CarromError

Stage = str
"""The name of a round: `group`, `round-of-64`, …, `final`. `check_stage` says whether it is one."""

_LINES: Final[dict[str, int]] = {
    "pre-quarter-final": 16,
    "quarter-final": 8,
    "semi-final": 4,
    "third-place": 3,
    "final": 2,
}
"""How many are left in the last rounds. Those who play for the third place stand between semi-final and final."""

_EARLY = re.compile(r"round-of-([1-9][0-9]{0,8})")

STAGES: Final[tuple[Stage, ...]] = (
    "group",
    *(f"round-of-{1 << power}" for power in range(10, 4, -1)),
    *_LINES,
)
"""The usual rounds in the order of play. A larger draw has more of them: `round-of-2048` and so on."""

POSSIBLE: Final = f"group, round-of-32 (64, 128, 256, …), {', '.join(_LINES)}"
"""What a stage may be called, for messages and helps."""


def stage_name(lines: int) -> Stage:
    """What the round is called that begins with that many lines (a power of two)."""
    return next((name for name, left in _LINES.items() if left == lines), f"round-of-{lines}")


def check_stage(name: object) -> Stage:
    """The stage of that name. Raises `CarromError` if no round is called so."""
    if isinstance(name, str) and (name == "group" or _lines(name) is not None):
        return name
    raise CarromError(f"stage: {name!r} is not one of {POSSIBLE}")


def is_by(stage: Stage, last: Stage) -> bool:
    """Whether a stage is played no later than another: the fewer are left, the later it is."""
    left, end = _lines(stage), _lines(last)
    return left is None or (end is not None and left >= end)


def _lines(name: str) -> int | None:
    """How many lines the round begins with; None for groups, and for what is no round."""
    early = _EARLY.fullmatch(name)
    if early is None:
        return _LINES.get(name)
    lines = int(early[1])
    return lines if lines >= 32 and lines.bit_count() == 1 else None
