"""Worker processes: a fair queue, and jobs that are ended."""

from __future__ import annotations

import asyncio
import time

from carrom.server.table.computers import ComputerWorkers, FairQueue
from tests.refusals import refuses


def test_addresses_take_turns_and_matches_come_first() -> None:
    turns: FairQueue[str] = FairQueue()
    for number in range(3):
        turns.add(f"greedy {number}", "one", is_match=False)
    turns.add("modest", "two", is_match=False)
    turns.add("match", "three", is_match=True)
    assert [turns.next() for _ in range(6)] == ["match", "greedy 0", "modest", "greedy 1", "greedy 2", None]


def test_endless_job_is_ended_and_the_next_one_done() -> None:
    async def tried() -> None:
        printer = ComputerWorkers(1, seconds=3.0)
        try:
            with refuses("takes-too-long"):
                await printer.run(time.sleep, 600, address="a")
            printer.seconds = None  # on a busy machine a new worker may take seconds to start
            assert await printer.run(max, 1, 2, address="b") == 2
        finally:
            printer.close()

    asyncio.run(tried())


def test_cancelled_print_is_ended_and_the_next_one_made() -> None:
    async def tried() -> None:
        printer = ComputerWorkers(1, cancels_abandoned=True)
        try:
            unwanted = asyncio.ensure_future(printer.run(time.sleep, 600, address="a"))
            await asyncio.sleep(0)
            wanted = asyncio.ensure_future(printer.run(max, 1, 2, address="b"))
            await asyncio.sleep(0)
            assert printer.waiting == 1
            unwanted.cancel()
            assert await wanted == 2
            assert unwanted.cancelled()
        finally:
            printer.close()

    asyncio.run(tried())
