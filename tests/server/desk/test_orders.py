"""The order of play is worked out once, beside everything else, and nobody waits for it long."""

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


def test_an_order_is_worked_out_once_and_an_old_one_is_said_to_be_old(drawn: Person) -> None:
    view = TournamentNow(from_text(drawn.get("file").text).state)
    clerk = ComputerWorkers(1)

    async def ask() -> None:
        orders = OrdersOfPlay(clerk)
        first, again = await asyncio.gather(orders.of("T", view, 17, NOW), orders.of("T", view, 17, NOW))
        assert first.order
        assert first is not again
        assert (first.order, first.seq, first.is_current) == (again.order, 17, True)
        assert len(first.order) == 15  # 12 of the groups and 3 of the tree

    asyncio.run(ask())
    clerk.close()


def test_many_matches_are_ordered_in_a_process_of_their_own(drawn: Person) -> None:
    view = TournamentNow(from_text(drawn.get("file").text).state)
    clerk, few = ComputerWorkers(1), module._FEW

    async def ask() -> None:
        orders = OrdersOfPlay(clerk)
        module._FEW = 0
        worked_out = await orders.of("T", view, 17, NOW)
        while not worked_out.is_current:  # nobody waits longer than a second, so it is asked again
            worked_out = await orders.of("T", view, 17, NOW)
        assert len(worked_out.order) == 15

    try:
        asyncio.run(ask())
    finally:
        module._FEW = few
        clerk.close()


def test_paper_gets_the_order_of_now_however_long_it_takes(drawn: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen is shown the order before and asks again; a sheet cannot."""
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
