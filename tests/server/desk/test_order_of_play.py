"""The order of play is computed once, in a worker, within a short wait."""

from __future__ import annotations

import asyncio
from datetime import datetime

import pytest

from carrom.server.desk import order_of_play as module
from carrom.server.desk.order_of_play import OrdersOfPlay
from carrom.server.table.computers import ComputerWorkers
from carrom.tournament.log.file import from_text
from carrom.tournament.seating.now import TournamentNow
from tests.server.desk.conftest import Person

NOW = datetime(2024, 11, 5, 10, 0)


def test_concurrent_requests_share_one_order(drawn: Person) -> None:
    view = TournamentNow(from_text(drawn.get("file").text).state)
    clerk = ComputerWorkers(1)

    async def ask() -> None:
        orders = OrdersOfPlay(clerk)
        first, again = await asyncio.gather(orders.of("T", view, 17, NOW), orders.of("T", view, 17, NOW))
        assert first.order
        assert first is not again
        assert (first.order, first.seq, first.is_current) == (again.order, 17, True)
        assert len(first.order) == 15  # 12 of the groups and 3 of the bracket

    asyncio.run(ask())
    clerk.close()


def test_large_order_is_computed_in_a_worker(drawn: Person) -> None:
    view = TournamentNow(from_text(drawn.get("file").text).state)
    clerk, few = ComputerWorkers(1), module._FEW

    async def ask() -> None:
        orders = OrdersOfPlay(clerk)
        module._FEW = 0
        worked_out = await orders.of("T", view, 17, NOW)
        while not worked_out.is_current:  # a request waits one second at most, so ask again
            worked_out = await orders.of("T", view, 17, NOW)
        assert len(worked_out.order) == 15

    try:
        asyncio.run(ask())
    finally:
        module._FEW = few
        clerk.close()


def test_printed_order_is_current(drawn: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen shows the previous order and asks again; a sheet cannot."""
    view = TournamentNow(from_text(drawn.get("file").text).state)
    monkeypatch.setattr(module, "_FEW", 0)
    clerk = ComputerWorkers(1)

    async def ask() -> None:
        orders = OrdersOfPlay(clerk)
        for seq in (17, 18):
            assert len(await orders.for_paper("T", view, seq, NOW, is_short=False)) == 15
        assert (await orders.of("T", view, 18, NOW)).is_current

    try:
        asyncio.run(ask())
    finally:
        clerk.close()
