"""What was worked out of a state, for those that come of it: a fact changes little, and the rest need not be reckoned
again by everybody who looks.

A state hands its store on to the next one. What is found there is told from what it was made of, and not from when:
equal values have the same answer, in whichever state they stand.
"""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")
_KEPT = 3
"""So many answers of one name: as it was, as it would be, and as the public sees it."""


class WorkedOut:
    """Answers by their names, the newest of each first, with the values that they were made of."""

    __slots__ = ("_known", "_lock")

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[tuple[tuple[object, ...], Any], ...]] = {}
        self._lock = Lock()

    def once(self, name: Hashable, made_of: tuple[object, ...], work: Callable[[], T]) -> T:
        """The answer for just these values; worked out where it is not known. It must not be changed."""
        known = self._known.get(name, ())
        for number, (values, answer) in enumerate(known):
            if values == made_of:  # quick, since nearly all of them are the very same
                if number:
                    self._keep(name, values, answer)
                found: T = answer
                return found
        found = work()
        self._keep(name, made_of, found)
        return found

    def _keep(self, name: Hashable, values: tuple[object, ...], answer: object) -> None:
        with self._lock:  # two may look at one state
            others = (one for one in self._known.get(name, ()) if one[0] is not values)
            self._known[name] = ((values, answer), *others)[:_KEPT]

    def __reduce__(self) -> tuple[type["WorkedOut"], tuple[()]]:
        return WorkedOut, ()  # another process works out what it needs
