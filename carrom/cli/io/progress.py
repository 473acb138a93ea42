"""A bar on standard error for whoever waits at a terminal; silent for scripts."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TextIO

_WIDTH = 30
_EVERY = 0.1  # seconds between two pictures of it


class Progress:
    """`with Progress("matches") as bar: bar.at(3, 80)`"""

    def __init__(self, what: str, stream: TextIO | None = None) -> None:
        self._what = what
        self._stream = sys.stderr if stream is None else stream
        self._is_shown = self._stream.isatty()
        self._last = 0.0

    def __enter__(self) -> Progress:
        return self

    def at(self, done: int, total: int) -> None:
        """Say how far it is; drawn at most ten times a second, and always at the end."""
        now = time.monotonic()
        if self._is_shown and (done >= total or now - self._last >= _EVERY):
            self._last = now
            full = _WIDTH if not total else min(_WIDTH, _WIDTH * done // total)
            bar = "━" * full + "╌" * (_WIDTH - full)
            self._stream.write(f"\r{bar} {done}/{total} {self._what} ")
            self._stream.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_shown:
            self._stream.write("\n")
