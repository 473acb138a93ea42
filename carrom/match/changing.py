"""`dataclasses.replace` for the states of a match, which every event changes a little: at a fifth of its cost.

Only for frozen dataclasses that keep their fields in a `__dict__` and need no `__init__` to be whole. To the type
checker it is `replace` itself, so a field that does not exist is found before anything runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace as changed
else:

    def changed(value, /, **changes):
        new = object.__new__(type(value))
        new.__dict__.update(value.__dict__, **changes)
        return new


__all__ = ["changed"]
