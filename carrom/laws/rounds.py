"""The names and order of rounds: for draws, scores, and rulebooks that limit the boards of early rounds.

Organisers may use other names. One that ends in a known name is played like that round, any other as an early round.

>>> is_no_later_than("round-of-128", "pre-quarter-final"), is_no_later_than("final", "pre-quarter-final")
(True, False)
>>> is_no_later_than("losers-round-2", "pre-quarter-final"), is_no_later_than("plate-final", "pre-quarter-final")
(True, False)
"""

import re
from typing import Final

from carrom.base.errors import CarromError

RoundName = str
"""`group`, `round-of-64`, …, `final`, or an organiser's own; see `check_round`."""

THIRD_PLACE: Final[RoundName] = "third-place"

_PLACES_LEFT: Final[dict[str, int]] = {
    "pre-quarter-final": 16,
    "quarter-final": 8,
    "semi-final": 4,
    THIRD_PLACE: 3,
    "final": 2,
}
"""Entries left when the last rounds begin. The third-place match ranks between semi-final and final."""

_EARLY = re.compile(r"round-of-([0-9]{1,9})")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

ROUNDS: Final[tuple[RoundName, ...]] = (
    "group",
    *(f"round-of-{1 << power}" for power in range(10, 4, -1)),
    *_PLACES_LEFT,
)
"""Names of rounds, in order of play. Larger draws have `round-of-2048` and so on."""

ROUND_NAME_HINT: Final = f"group, round-of-32 (64, 128, 256, …), {', '.join(_PLACES_LEFT)}, or a name of your own"


def round_name(lines: int) -> RoundName:
    """Round that begins with this many slots (a power of two)."""
    return next((name for name, left in _PLACES_LEFT.items() if left == lines), f"round-of-{lines}")


def check_round(name: object) -> RoundName:
    """Raises `CarromError` for an impossible or misspelt one."""
    if not isinstance(name, str):
        raise CarromError("unknown-round", f"{name!r} is not one of {ROUND_NAME_HINT}")
    tidy = "-".join(re.split(r"[\s_]+", name.strip().lower()))
    if not _NAME.fullmatch(tidy):
        raise CarromError(
            "round-unreadable", f"{name!r} is not one of {ROUND_NAME_HINT} in lower-case letters, digits and hyphens"
        )
    meant = _closest_name(tidy)
    if meant != name:
        raise CarromError("unknown-round", f"{name!r} is not a round (did you mean {meant}?)")
    return name


def is_no_later_than(name: RoundName, last: RoundName) -> bool:
    left, end = _places_left(name), _places_left(last)
    return left is None or (end is not None and left >= end)


def _places_left(name: str) -> int | None:
    """Slots with which the round begins; None for groups and an organiser's early rounds."""
    for tail in _tails(name):
        if tail in _PLACES_LEFT:
            return _PLACES_LEFT[tail]
        if early := _EARLY.fullmatch(tail):
            return int(early[1])
    return None


def _tails(name: str) -> list[str]:
    """`plate-semi-final`, `semi-final`, `final`."""
    words = name.split("-")
    return ["-".join(words[at:]) for at in range(len(words))]


def _closest_name(name: str) -> str:
    tails = _tails(name)
    if any(tail in ROUNDS for tail in tails):
        return name
    beginning = name.removesuffix("s") or name
    for known in ROUNDS[::-1]:
        if known.startswith(beginning) and not _EARLY.fullmatch(name):
            return known
    from difflib import get_close_matches

    for tail in tails:
        if early := _EARLY.fullmatch(tail):
            return name.removesuffix(tail) + round_name(max(2, 1 << (int(early[1]) - 1).bit_length()))
        for close in get_close_matches(tail, ROUNDS, n=1, cutoff=0.85):
            return name.removesuffix(tail) + close
    return name
