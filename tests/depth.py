"""Depth of a run: `make test` tries a few cases of each long proof, `make test-deep` all of them."""

import os
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")
IS_DEEP = os.environ.get("CARROM_DEEP") == "1"


def by_depth(quick: T, deep: T) -> T:
    """Return how much to try: `quick` in `make test`, `deep` in `make test-deep`."""
    return deep if IS_DEEP else quick


def examples(usual: int) -> int:
    """Return how many examples of a property to try, given the usual number."""
    return by_depth(max(5, usual // 3), 8 * usual)


def some_of(cases: Iterable[T]) -> list[T]:
    """Return all cases in `make test-deep`; the first and the last in `make test`."""
    every = list(cases)
    return every if IS_DEEP else [every[0], every[-1]]
