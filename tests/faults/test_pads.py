"""Schedules of faults for a pad in a tournament. `make faults` tries hundreds; CARROM_FAULTS sets how many, and
CARROM_FAULT_SEED picks one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import sync_playwright

from carrom.pad.session import setup_json
from carrom.tournament.desk.printouts import card_setup
from tests.depth import by_depth
from tests.faults.schedule import Schedule
from tests.faults.world import Browser, Proxy, Server, write_static
from tests.server.pads.hall import hall_desk, store_tournament

pytestmark = pytest.mark.browser

SEEDS = (
    [int(os.environ["CARROM_FAULT_SEED"])]
    if "CARROM_FAULT_SEED" in os.environ
    else list(range(1, 1 + int(os.environ.get("CARROM_FAULTS", by_depth("2", "20")))))
)


@dataclass
class World:
    server: Server
    proxy: Proxy
    browser: Browser
    other: Browser
    setup: object


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("faults")
    desk = hall_desk()
    store = folder / "store" / "hall.sqlite"
    store.parent.mkdir()
    store_tournament(store, desk.facts, [f"T{seed}" for seed in SEEDS])
    server = Server(store, write_static(folder / "static"))
    proxy = Proxy(server)
    setup = setup_json(card_setup(desk.view, desk.match("A", "B")))
    address = f"http://127.0.0.1:{proxy.port}"
    with sync_playwright() as playwright:
        browser, other = (Browser(playwright, folder / name, address) for name in ("phone", "other"))
        yield World(server, proxy, browser, other, setup)
        browser.kill()
        other.kill()
    server.kill()
    proxy.close()


@pytest.mark.parametrize("seed", SEEDS)
def test_every_tap_counts_exactly_once(world: World, seed: int) -> None:
    schedule = Schedule(seed, f"T{seed}", world.server, world.proxy, world.browser, world.other, world.setup)
    try:
        schedule.run()
        schedule.leave()
    except BaseException:
        world.browser.kill()  # the next schedule finds an empty table and an unchanged phone
        raise
    finally:
        print(f"seed {seed}: {', '.join(schedule.log)}; {len(schedule.saved)} taps shown as saved")
    assert world.browser.problems + world.other.problems == []
