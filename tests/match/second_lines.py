"""Parse record lines by hand: `12. @0:01:05 stroke own 1 striker` to a kind and its fields."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

FLAGS = {
    "stroke": {"queen", "striker", "improper", "untouched", "early"},
    "timeout": {"begun"},
    "protest": {"unpaid"},
    "protest-decided": {"upheld"},
    "remark": {"rim", "overlap"},
    "trial": {"over"},
    "interval": {"over"},
}
NAMED = {
    "toss": {"breaker"},
    "play": {"rack"},
    "stroke": {"own", "opponent", "jumped", "by", "law"},
    "place": {"by", "count", "at"},
    "forgo": {"by"},
    "foul": {"note"},
    "warning": {"note"},
    "talk": {"note"},
    "appeal": {"note"},
    "arrange": {"reason"},
    "unnoticed": {"player"},
    "replay": {"reason"},
    "lose-board": {"reason"},
    "lose-match": {"reason"},
    "board-over": {"coins", "queen", "demand", "points", "law"},
    "protest-decided": {"reason"},
    "remark": {"law"},
    "striker-checked": {"note"},
    "board-changed": {"reason"},
    "sign": {"name"},
    "time-up": {"reason"},
    "timeout": {"reason"},
}
FIRST = {  # number of positional fields: at least, at most
    "toss": (1, 2), "sit": (1, 1), "trial": (1, 1), "play": (0, 0), "stroke": (0, 0), "place": (0, 0),
    "forgo": (0, 0), "no-room": (0, 0), "umpire-places": (1, 1), "arrange": (1, 1), "pass": (0, 0), "foul": (2, 2),
    "talk": (1, 1), "timeout": (0, 0), "appeal": (1, 1), "unnoticed": (1, 1), "noticed": (0, 0), "replay": (1, 1),
    "demand": (1, 1), "lose-board": (2, 2), "lose-match": (2, 2), "concede": (2, 2), "time-up": (0, 0),
    "change-sides": (0, 0), "interval": (0, 0), "protest": (2, 2), "protest-written": (1, 1),
    "protest-decided": (1, 1), "remark": (0, 1), "sign": (1, 1), "correct": (2, 2), "called": (0, 0),
    "reported": (1, 1), "ready": (1, 1), "fell": (1, 9), "striker-up": (0, 0), "place-called": (0, 0),
    "removed": (1, 1), "stop": (1, 1), "warning": (2, 2), "board-over": (1, 1), "striker-checked": (1, 1),
    "powder": (0, 0), "board-changed": (0, 0),
}  # fmt: skip
WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')


@dataclass(frozen=True)
class Line:
    kind: str
    first: tuple[str, ...] = ()
    fields: dict[str, str] = field(default_factory=dict)
    flags: frozenset[str] = frozenset()
    number: int | None = None
    at: float | None = None

    def count(self, name: str, default: int = 0) -> int:
        return int(self.fields[name]) if name in self.fields else default


def read_line(text: str) -> Line | None:
    """Return the parsed line, or None if it is not known."""
    words = [quoted if quoted is not None else plain for quoted, plain in _words(text)]
    number = at = None
    if words and re.fullmatch(r"\d+\.", words[0]):
        number = int(words.pop(0)[:-1])
    if words and words[0].startswith("@"):
        at = _seconds(words.pop(0)[1:])
    if not words or words[0] not in FIRST:
        return None
    kind = words.pop(0)
    least, most = FIRST[kind]
    named, flags = NAMED.get(kind, set()), FLAGS.get(kind, set())
    first: list[str] = []
    while words and len(first) < most and not (len(first) >= least and (words[0] in named or words[0] in flags)):
        first.append(words.pop(0))
    if len(first) < least:
        return None
    fields: dict[str, str] = {}
    found: set[str] = set()
    while words:
        word = words.pop(0)
        if word in found or word in fields:
            return None
        if word in flags:
            found.add(word)
        elif word in named and words:
            fields[word] = words.pop(0)
        else:
            return None
    return Line(kind, tuple(first), fields, frozenset(found), number, at)


def _words(text: str) -> list[tuple[str | None, str]]:
    return [(m.group(1), m.group(2)) for m in WORD.finditer(text)]


def _seconds(text: str) -> float:
    total = 0.0
    for part in text.split(":"):
        total = total * 60 + float(part)
    return total
