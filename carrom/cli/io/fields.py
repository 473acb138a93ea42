"""Reading the fields of a JSON object with sentences for people: what is missing, unknown or of the wrong kind."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from carrom.base.errors import CarromError


class Fields:
    """One object of the input. `what` names it in sentences; a field that is null counts as absent."""

    def __init__(self, value: object, what: str, *, known: Collection[str]) -> None:
        if not isinstance(value, Mapping):
            raise CarromError(f"{what} is an object, not {shown(value)}")
        for key in value:
            if key not in known:
                raise CarromError(f"{what} has no field {key!r}; it may have {', '.join(known)}")
        self._values: Mapping[str, Any] = {key: field for key, field in value.items() if field is not None}
        self._what = what

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def __getitem__(self, key: str) -> Any:
        if key not in self._values:
            raise CarromError(f"{self._what} lacks the field {key!r}")
        return self._values[key]

    def whole(self, key: str, *, least: int | None = None, most: int | None = None, default: int | None = None) -> int:
        """A whole number within bounds."""
        if default is not None and key not in self:
            return default
        value = self[key]
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong(key, "a whole number")
        if least is not None and value < least:
            raise self.wrong(key, f"a whole number from {least} on")
        if most is not None and value > most:
            raise self.wrong(key, f"a whole number up to {most}")
        return value

    def flag(self, key: str) -> bool:
        """True or false; absent is false."""
        value = self._values.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def text(self, key: str) -> str:
        """A name: text that is not empty."""
        return self._name(self[key], key)

    def texts(self, key: str) -> list[str]:
        """A list of names; absent is empty."""
        return [self._name(value, key) for value in self.items(key)] if key in self else []

    def items(self, key: str) -> list[Any]:
        """A list of anything."""
        value = self[key]
        if not isinstance(value, list):
            raise self.wrong(key, "a list")
        return value

    def mapping(self, key: str) -> dict[str, Any]:
        """An object of anything; absent is empty, and so is what is null inside."""
        value = self._values.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, "an object")
        return {name: one for name, one in value.items() if one is not None}

    def names(self, key: str) -> dict[str, str]:
        """An object from names to names; absent is empty."""
        return {name: self._name(one, key) for name, one in self.mapping(key).items()}

    def wrong(self, key: str, wanted: str) -> CarromError:
        """The error that says what a field should have been."""
        return CarromError(f"{key!r} of {self._what} is {wanted}, not {shown(self._values[key])}")

    def _name(self, value: object, key: str) -> str:
        if not isinstance(value, str) or not value.strip():
            raise CarromError(f"{key!r} of {self._what} takes names, not {shown(value)}")
        return value


def shown(value: object) -> str:
    """A value quoted in a sentence, cut short when it is long."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}…"
