"""Mappings that grow by one at a time without being copied: a log of n facts is read in n steps, not in n times n.

Each of them is a value: what is added to one is not seen in it, but only in the one that comes of it. They share one
store, of which each knows how much was there when it was made.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class _Shared(Generic[K, V]):
    """What all mappings of one line have: values with their numbers, and the keys in their order."""

    __slots__ = ("_lock", "keys", "values")

    def __init__(self, known: Mapping[K, V]) -> None:
        self.keys = list(known)
        self.values = {key: (number, value) for number, (key, value) in enumerate(known.items())}
        self._lock = Lock()

    def add(self, length: int, key: K, value: V) -> bool:
        """Put one more behind the first so many, unless somebody else has: two may try something at one state."""
        with self._lock:
            if len(self.keys) != length:
                return False
            self.values[key] = (length, value)
            self.keys.append(key)
            return True


class Grown(Mapping[K, V]):
    """The first `length` that were put into a store."""

    __slots__ = ("_length", "_shared")

    def __init__(self, shared: _Shared[K, V], length: int) -> None:
        self._shared, self._length = shared, length

    def __getitem__(self, key: K) -> V:
        number, value = self._shared.values[key]
        if number >= self._length:
            raise KeyError(key)
        return value

    def __contains__(self, key: object) -> bool:
        found = self._shared.values.get(key)  # type: ignore[arg-type]
        return found is not None and found[0] < self._length

    def __iter__(self) -> Iterator[K]:
        return islice(self._shared.keys, self._length)  # of a list, which may grow meanwhile in another thread

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return repr(dict(self))

    def __reduce__(self) -> tuple[type[dict[K, V]], tuple[dict[K, V]]]:
        return dict, (dict(self),)  # on its way to another process it takes nothing along that is not its own


def with_one(known: Mapping[K, V], key: K, value: V) -> Mapping[K, V]:
    """The mapping with one more, or with another value for a key that it has."""
    if key in known:
        return {**known, key: value}
    length = len(known)
    if isinstance(known, Grown) and known._shared.add(length, key, value):
        return Grown(known._shared, length + 1)
    shared = _Shared(known)
    shared.add(length, key, value)
    return Grown(shared, length + 1)
