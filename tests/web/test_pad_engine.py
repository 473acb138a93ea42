"""The engine of law in a real browser: kept after the first visit, at work without any server, in any folder."""

from __future__ import annotations

import functools
import http.server
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from carrom.cli.pad import write_pad
from carrom.match.log.acts import Play, StrokeMade, Toss
from tests.server.conftest import Served
from tests.web.pad_hands import PadHands

pytestmark = pytest.mark.browser

IS_WAITING = "async () => (await navigator.serviceWorker.getRegistration()).waiting !== null"
WAITS = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  while (found.waiting === null) await new Promise(done => setTimeout(done, 20));
}"""
IS_KEPT = "async () => (await navigator.serviceWorker.ready).active !== null"


def answers(page: Page) -> None:
    """The law explorer answers by the phone's engine: an own piece and the striker, by all the rulebooks."""
    expect(page.get_by_text("The striker fell: one due.").first).to_be_visible()
    page.get_by_role("button", name="Law 73").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Striker and own pieces")
    page.keyboard.press("Escape")


def test_it_works_without_a_server_after_the_first_visit(served: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{served.address}/pad/laws")
    answers(page)
    page.evaluate(IS_KEPT)
    served.stop(signal.SIGKILL)
    page.reload()
    answers(page)
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    # Its other addresses open as well, the game's do not: they were never asked for.
    page.goto(f"{served.address}/pad")
    assert "pad" in page.title()


def test_only_the_pad_may_run_an_interpreter(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/laws")
    policies = page.evaluate(
        """async () => Promise.all(['/', '/laws', '/desk', '/pad', '/pad/m/1', '/pad.html', '/pad/laws'].map(
             async (address) => (await fetch(address)).headers.get('content-security-policy')))"""
    )
    assert ["wasm-unsafe-eval" in policy for policy in policies] == [False] * 3 + [True] * 4
    kept = page.evaluate("async () => (await fetch('/pad-sw.js')).headers.get('cache-control')")
    assert kept == "no-cache"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """The pad as plain files, in a folder of a club's web space."""
    write_pad(tmp_path / "club" / "pad")
    return tmp_path / "club" / "pad"


@pytest.fixture
def host(tmp_path: Path, club: Path) -> Iterator[str]:
    """Any web host, with the pad in a folder of it."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/club/pad"
    server.shutdown()
    server.server_close()


def test_as_plain_files_in_a_folder_of_any_host(host: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{host}/laws.html")
    answers(page)
    page.evaluate(IS_KEPT)
    page.context.set_offline(True)
    page.reload()
    answers(page)
    page.goto(f"{host}/")
    assert "pad" in page.title()


def test_a_new_version_waits_for_the_end_of_what_is_kept(club: Path, host: str, open_page: Callable[..., Page]) -> None:
    hands = PadHands(open_page(f"{host}/"), "")
    hands.address = f"{host}/"
    hands.begin("icf", "Meera", "Anil")
    hands.tap([Toss("a"), Play(), StrokeMade(own=1)])
    page = hands.page
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    for name, old, new in (("pad.html", "<title>", '<meta name="newer" /><title>'), ("pad-sw.js", 'version":"', "&b")):
        text = (club / name).read_text(encoding="utf-8")
        (club / name).write_text(text.replace(old, new.replace("&", old)), encoding="utf-8")
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
    page.evaluate(WAITS)
    hands.tap([StrokeMade(own=1)])  # in the middle of a match nothing changes
    assert hands.number == 4
    assert page.evaluate(IS_WAITING)
    context = page.context
    page.close()
    again = context.new_page()
    again.goto(f"{host}/")
    again.wait_for_function("document.querySelector('meta[name=newer]') || (location.reload(), false)", polling=3000)
    again.get_by_text("Meera").first.click()
    again.wait_for_selector(".keep[data-number='4']")
