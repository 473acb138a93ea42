"""Faster `dataclasses.replace` for states of a match: 22 instead of 40 µs per event (bench/match.py).

A plain class (fields in `__dict__`, no `__post_init__`) is copied without calling `__init__`.
"""

import dataclasses
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(value, /, **changes):
        kind = type(value)
        if not _is_plain(kind):
            return dataclasses.replace(value, **changes)
        fields = value.__dict__.copy()
        fields.update(changes)
        new = object.__new__(kind)
        object.__setattr__(new, "__dict__", fields)
        return new


@cache
def _is_plain(kind: type) -> bool:
    return not hasattr(kind, "__post_init__") and "__slots__" not in vars(kind)


__all__ = ["replace"]
