"""What every act is: a frozen value with a kind, known by it, that is told as it will be read."""

from __future__ import annotations

from typing import ClassVar

from carrom.match.log.field_types import without_minus_zero

ACTS: dict[str, type[Act]] = {}
"""Every act there is, by its kind."""


class Act:
    """Something that happened."""

    __slots__ = ()
    kind: ClassVar[str]

    def __init_subclass__(cls, kind: str | None = None) -> None:
        # A dataclass with slots makes its class a second time, from the first and without arguments: that one counts.
        if kind is not None:
            cls.kind = kind
        ACTS[cls.kind] = cls

    def __post_init__(self) -> None:
        """What is told from memory is what will be read from the log, to the sign of a nought."""
        names: tuple[str, ...] = self.__slots__
        for name in names:
            value = getattr(self, name)
            if type(value) is float or type(value) is tuple:
                object.__setattr__(self, name, without_minus_zero(value))
