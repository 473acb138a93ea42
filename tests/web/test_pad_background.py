"""The pad's service worker sends waiting events without an open page: a real worker and server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession

from tests.faults.world import ROOT, Server
from tests.server.pads.hall import TABLE_4, hall_desk, store_tournament
from tests.web.pad_bundle import open_harness

pytestmark = pytest.mark.browser

KEEP = """async (link) => {
  window.storage = await PadStorage.open();
  const match = await storage.create({ v: 1, rulebook: "icf" }, link, [{ v: 1, n: 1, kind: "toss", winner: "a" }]);
  window.acknowledged = async () => (await storage.sending(match.id)).acknowledged;
  window.sent = () => new Promise((done) => {
    const look = async () => { if (await acknowledged()) done(true); };
    storage.watch(look);
    void look();
  });
}"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    store_tournament(tmp_path / "hall.sqlite", hall_desk().facts)
    server = Server(tmp_path / "hall.sqlite", ROOT / "carrom/server/static")
    server.start()
    yield f"http://127.0.0.1:{server.port}"
    server.kill()


def worker_of(session: CDPSession) -> str:
    """Return the browser's id of the pad's worker, once it is active."""
    versions: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerVersionUpdated", lambda update: versions.extend(update["versions"]))
    session.send("ServiceWorker.enable")
    while not any(one["status"] == "activated" for one in versions):
        session.send("Runtime.evaluate", {"expression": "1"})  # lets pending messages in
    return str(next(one["registrationId"] for one in versions if one["status"] == "activated"))


def test_the_worker_sends_saved_events(address: str, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}/pad")
    page.evaluate("() => navigator.serviceWorker.register('/pad-sw.js', { scope: '/pad' }).then(() => true)")
    session = context.new_cdp_session(page)
    worker = worker_of(session)
    page.goto("about:blank")  # the pad's page would send, too
    keeper = open_harness(context, address)  # it saves, and sends nothing itself
    keeper.evaluate(KEEP, {"tournament": "T", "secret": TABLE_4, "match": hall_desk().match("A", "B"), "version": 0})
    assert keeper.evaluate("() => acknowledged()") == 0
    sync = {"origin": address, "registrationId": worker, "tag": "carrom-pad", "lastChance": False}
    session.send("ServiceWorker.dispatchSyncEvent", sync)
    assert keeper.evaluate("() => sent()")
    context.close()
