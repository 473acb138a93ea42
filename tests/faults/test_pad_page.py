"""The umpire's pad in a tournament, used by its own buttons, while server, browser and network fail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.faults.test_pads import World
from tests.faults.world import ROOT, Browser, Proxy, Server, pad_logs
from tests.server.pads.hall import TABLE_4, hall_desk, store_tournament
from tests.web.pad_page import PadPage

pytestmark = pytest.mark.browser

BOARDS = [
    {"kind": "board-over", "winner": "a", "coins": 2, "queen": "none"},
    {"kind": "board-over", "winner": "b", "coins": 4, "queen": "b"},
    {"kind": "board-over", "winner": "a", "coins": 9, "queen": "a"},
]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    store = tmp_path / "store" / "hall.sqlite"
    store.parent.mkdir()
    store_tournament(store, hall_desk().facts)
    server = Server(store, ROOT / "carrom/server/static")
    proxy = Proxy(server)
    with sync_playwright() as playwright:
        browser = Browser(playwright, tmp_path / "phone", f"http://127.0.0.1:{proxy.port}")
        yield World(server, proxy, browser, browser, None)
        browser.kill()
    server.kill()
    proxy.close()


def reopened(world: World, match: str) -> PadPage:
    """Switch the phone on again."""
    page = world.browser.launch().new_page()
    page.goto(f"{world.browser.address}/pad#m={match}")
    page.wait_for_selector(".keep[data-ready=true]")
    return PadPage(page, world.browser.address)


def badge(page: Page, state: str) -> None:
    expect(page.get_by_test_id("outbox")).to_have_attribute("data-state", state, timeout=60_000)


def test_umpire_continues_after_every_failure(world: World) -> None:
    world.server.start()
    page = world.browser.launch().new_page()
    page.goto(f"{world.browser.address}/pad#t=T&s={TABLE_4}")
    page.get_by_test_id(f"keep-{hall_desk().match('A', 'B')}").click()
    page.wait_for_selector(".keep[data-ready=true]")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    match = page.url.split("m=")[1]
    hands = PadPage(page, world.browser.address)
    hands.tap([{"kind": "toss", "winner": "a"}])
    hands.by("boards")
    badge(page, "sent")
    world.server.kill()
    page.get_by_test_id("referee").click()
    expect(page.get_by_test_id("desk-knows")).to_contain_text("NOT")
    page.get_by_test_id("referee-came").click()
    hands.tap(BOARDS[:1])
    badge(page, "waiting")
    world.proxy.set("refuses")
    page.reload()
    page.wait_for_selector(".keep[data-ready=true]")
    assert hands.number == 2, "opened from the phone's own copy, with every tap"
    hands.tap(BOARDS[1:2])
    kept = hands.kept()["events"]
    world.browser.kill()
    hands = reopened(world, match)
    assert hands.kept()["events"] == kept
    hands.tap(BOARDS[2:])
    world.server.start()
    world.proxy.set("loses answers")
    hands.page.get_by_test_id("outbox").click()
    hands.page.keyboard.press("Escape")
    world.proxy.set("passes")
    badge(hands.page, "sent")
    (log,) = pad_logs(world.server.store, "T")
    assert [fact["body"] for fact in log] == hands.kept()["events"]
    assert [fact["body"].get("say") for fact in log] == [None, "referee", "referee-came", None, None, None]
