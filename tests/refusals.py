"""Refusals in tests: by their code, not by their sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from carrom.base.errors import CarromError


@contextmanager
def refuses(code: str, *parts: str) -> Iterator[None]:
    """Expect a `CarromError` with this code; its text quotes each of `parts`, such as what was typed."""
    with pytest.raises(CarromError) as refused:
        yield
    assert refused.value.code == code, str(refused.value)
    for part in parts:
        assert part in str(refused.value)
