"""The computer's thinking, in processes of its own: a long thought never holds up anybody's socket."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import msgspec

from carrom.match import Act, Event
from carrom.server.setup import Agreed

T = TypeVar("T")


class Computers:
    """A few worker processes, started when first needed, replaced if they break."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def next_act(self, agreed: Agreed, log: list[str]) -> Act:
        """What the computer player whose move it is does."""
        body = await self.run(_next_act, msgspec.json.encode(agreed), log)
        return Event.from_json(json.loads(body)).act

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Do this elsewhere. A worker that died is replaced once, so that one accident costs nobody his match."""
        for attempt in (1, 2):
            pool = self._started()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
            except BrokenProcessPool:
                self._pool = None
                if attempt == 2:
                    raise
        raise AssertionError("unreachable")

    def warm(self) -> None:
        """Let the workers load what they need before anybody waits for them."""
        for _ in range(self._workers):
            self._started().submit(warm_physics)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context)
        return self._pool


def warm_physics() -> None:
    """Compile or load the stroke before anybody waits for it."""
    from carrom.equipment import Position
    from carrom.physics import Stroke, simulate

    simulate(Position.start(), Stroke(0.0, -252.6, 0.0, 1.0))


def _next_act(agreed_json: bytes, log: list[str]) -> str:
    raise NotImplementedError
