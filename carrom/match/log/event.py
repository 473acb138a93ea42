"""A numbered event: the one thing that is stored. Everything else is its fold.

>>> from carrom.match.log.acts import Stroke
>>> Event(7, Stroke(own=1), at=31.5).json()
{'v': 1, 'n': 7, 'at': 31.5, 'kind': 'stroke', 'own': 1}
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any

from carrom.base.errors import CarromError
from carrom.base.misread import wrong
from carrom.match.log.acts import ACTS, Act
from carrom.match.log.codecs import Codec, read_number

VERSION = 1

_LATEST = 1e11
"""Seconds: some three thousand years, so that thousandths of a second are still exact."""


@dataclass(frozen=True, slots=True)
class Event:
    """An act with its number in the match, from 1, and its time in seconds since the record was opened."""

    number: int
    act: Act
    at: float | None = None
    """None: nobody looked at the clock. Kept to the millisecond, so that every form of it is exact."""

    def __post_init__(self) -> None:
        if self.at is not None:
            if not 0 <= self.at < _LATEST:
                raise CarromError(f"at: {self.at!r} is no time: seconds since the record was opened")
            object.__setattr__(self, "at", round(float(self.at), 3))

    def json(self) -> dict[str, Any]:
        """A plain object; fields at their default are left out."""
        value: dict[str, Any] = {"v": VERSION, "n": self.number}
        if self.at is not None:
            value["at"] = self.at
        value["kind"] = self.act.kind
        for spec in written_fields(self.act):
            value[spec.name] = codec_of(spec).json(getattr(self.act, spec.name))
        return value

    @classmethod
    def from_json(cls, value: Any) -> Event:
        """Read such an object back. Raises `CarromError` and says which field cannot be read."""
        if not isinstance(value, dict):
            raise wrong(value, "an object")
        rest = dict(value)
        version, number, at, kind = (rest.pop(name, None) for name in ("v", "n", "at", "kind"))
        if version != VERSION:
            raise CarromError(f"v: an event of version {version!r}, where version {VERSION} can be read")
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise CarromError(f"n: {number!r} is not the number of an event")
        act = act_class(kind)
        known = act_fields(act)
        unknown = sorted(rest.keys() - known.keys(), key=str)
        if unknown:
            raise CarromError(f"{kind}: no field {unknown[0]!r} belongs there")
        given = {
            name: _read(kind, name, codec_of(known[name]), raw)
            for name, raw in rest.items()
            if raw is not None or known[name].default is not None  # null says "not known" where that is the default
        }
        return cls(number, build(act, given), None if at is None else _read("event", "at", _NUMBER, at))


def build(act: type[Act], given: dict[str, Any]) -> Act:
    """The act of these fields; says which is missing."""
    for name, spec in act_fields(act).items():
        if spec.default is MISSING and name not in given:
            raise CarromError(f"{act.kind}: {name} is missing")
    return act(**given)


def act_class(kind: Any) -> type[Act]:
    act = ACTS.get(kind) if isinstance(kind, str) else None
    if act is None:
        raise CarromError(f"kind: there is no event {kind!r}")
    return act


def act_fields(act: type[Act]) -> dict[str, Field[Any]]:
    return _FIELDS[act.kind]


def written_fields(act: Act) -> Iterator[Field[Any]]:
    """The fields that are not at their default, in the order in which they are declared."""
    for name, spec in act_fields(type(act)).items():
        if spec.default is MISSING or getattr(act, name) != spec.default:
            yield spec


def codec_of(spec: Field[Any]) -> Codec[Any]:
    codec: Codec[Any] = spec.metadata["codec"]
    return codec


def _read(kind: str, name: str, codec: Codec[Any], raw: Any) -> Any:
    try:
        return codec.from_json(raw)
    except CarromError as error:
        raise CarromError(f"{kind}: {name}: {error}") from None


_FIELDS: dict[str, dict[str, Field[Any]]] = {
    kind: {spec.name: spec for spec in fields(act)}  # type: ignore[arg-type]
    for kind, act in ACTS.items()
}
_NUMBER: Codec[float] = Codec(float, read_number, repr, float)
