"""A numbered event: the only thing that is stored, and all else is computed from it.

>>> from carrom.match.log.acts import StrokeMade
>>> Event(7, StrokeMade(own=1), at=31.5).json()
{'v': 1, 'n': 7, 'at': 31.5, 'kind': 'stroke', 'own': 1}
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from carrom.base.codec import decode, encode, misread_value, quote_value, read_at, reader_for
from carrom.base.errors import CarromError
from carrom.match.log.acts import ACTS, Act, Number

VERSION = 1

_LATEST = 1e11
"""Seconds, three thousand years: thousandths are exact below it."""


@dataclass(frozen=True, slots=True)
class Event:
    """Act with its number in the match, from 1, and its time in seconds since the record was opened."""

    number: int
    act: Act
    at: float | None = None
    """Rounded to milliseconds, so that every form is exact."""

    def __post_init__(self) -> None:
        if self.at is not None:
            if not 0 <= self.at < _LATEST:
                raise CarromError("bad-time", f"at: {self.at!r} is no time: seconds since the record was opened")
            object.__setattr__(self, "at", round(float(self.at), 3) + 0.0)  # no minus zero

    def json(self) -> dict[str, Any]:
        """Encode the event, leaving out fields at their default."""
        value: dict[str, Any] = {"v": VERSION, "n": self.number}
        if self.at is not None:
            value["at"] = self.at
        value["kind"] = self.act.kind
        value.update(encode(self.act))
        return value

    @classmethod
    def from_json(cls, value: Any) -> Event:
        """Read it back. Raises `CarromError` naming an unreadable field."""
        if not isinstance(value, dict):
            raise misread_value(value, "an object")
        rest = dict(value)
        version, number, at, kind = (rest.pop(name, None) for name in ("v", "n", "at", "kind"))
        if version != VERSION:
            raise CarromError(
                "unknown-version", f"v: an event of version {quote_value(version)}, where version {VERSION} can be read"
            )
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise CarromError("bad-event-number", f"n: {quote_value(number)} is not the number of an event")
        act = decode(act_class(kind), rest, kind)
        return cls(number, act, None if at is None else read_at("at", _NUMBER, at))


def act_class(kind: Any) -> type[Act]:
    act = ACTS.get(kind) if isinstance(kind, str) else None
    if act is None:
        raise CarromError("unknown-act", f"kind: there is no event {quote_value(kind)}")
    return act


_NUMBER = reader_for(Number)
