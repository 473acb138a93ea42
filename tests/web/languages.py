"""The languages in which the pages are tested."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar
from zlib import adler32

import pytest

from tests.depth import IS_DEEP

LANGUAGES = ("en", "hi", "ur")
Test = TypeVar("Test", bound=Callable[..., None])


def in_each_language(test: Test) -> Test:
    """Run a test in every language in `make test-deep`, and in one language, varying by test, in `make test`."""
    one = LANGUAGES[adler32(test.__name__.encode()) % len(LANGUAGES)]
    tried = LANGUAGES if IS_DEEP else (one,)
    in_each: Callable[[Test], Test] = pytest.mark.parametrize("language", tried)
    return in_each(test)
