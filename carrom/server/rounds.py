"""What floods in is read a little at a time, by turns: whoever sends much waits for himself, and nobody else does."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

_AT_ONCE: Final = 0.001
"""Seconds of the event loop. Then everybody else is heard before it goes on."""


class Rounds:
    """What those do who want more than their share, the longest waiting first: a little in each round of the loop."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_called = False

    def ask(self, loop: asyncio.AbstractEventLoop, turn: Callable[[], None]) -> None:
        """Let this be done when its turn comes."""
        self._waiting.append(turn)
        self._call(loop)

    def _call(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._waiting and not self._is_called:
            self._is_called = True
            loop.call_soon(self._go_on, loop)

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        self._is_called = False
        until = time.monotonic() + _AT_ONCE
        try:
            while self._waiting and time.monotonic() < until:
                self._waiting.popleft()()
        finally:
            self._call(loop)
