"""Refusals and texts in tests: their codes and values instead of their sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from carrom.base.errors import CarromError


@contextmanager
def refuses(code: str, *parts: str) -> Iterator[None]:
    """Expect a `CarromError` with this code; its text quotes each of `parts`, such as a field and its value."""
    with pytest.raises(CarromError) as refused:
        yield
    assert refused.value.code == code, str(refused.value)
    for part in parts:
        assert part in str(refused.value)


def mentions(text: str, *values: object) -> bool:
    """Return whether a text for people names these values, each as a whole word, in this order."""
    return re.search(".*?".join(rf"(?<!\w){re.escape(str(one))}(?!\w)" for one in values), text, re.DOTALL) is not None
