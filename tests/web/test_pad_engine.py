"""The pad's law engine in a real browser: cached after the first visit, working offline and in any folder."""

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
from carrom.laws.register import law
from carrom.laws.sentences import catalogue
from carrom.laws.sentences.plain import plain_sentence
from tests.server.conftest import Served
from tests.web.plain_chromium import PlainChromium
from tests.web.words import game_text

pytestmark = pytest.mark.browser

CAN_BEGIN = "document.querySelector('[name=rulebook] option') && document.querySelector('[data-testid=begin]:enabled')"
IS_KEPT = "async () => (await navigator.serviceWorker.ready).active !== null"


def answers(page: Page) -> None:
    """Check that the law explorer answers by the phone's engine."""
    expect(page.get_by_text(catalogue("en").say("turn.continues")).first).to_be_visible()
    page.get_by_role("button", name=game_text("law", law=48)).first.click()
    expect(page.get_by_role("dialog")).to_contain_text(law("48").title)
    expect(page.locator("dialog .law-plain")).to_have_text(plain_sentence("48", "en") or "?")
    page.keyboard.press("Escape")


def test_the_pad_works_offline_after_the_first_visit(served: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{served.address}/pad/laws")
    answers(page)
    page.evaluate(IS_KEPT)
    served.stop(signal.SIGKILL)
    page.reload()
    answers(page)
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    # The pad's other addresses open as well.
    page.goto(f"{served.address}/pad")
    assert "pad" in page.title()


def test_only_the_pad_may_run_webassembly(home: Served, open_page: Callable[..., Page]) -> None:
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
    """The pad as plain files in a folder of a web space."""
    write_pad(tmp_path / "club" / "pad")
    return tmp_path / "club" / "pad"


@pytest.fixture
def host(tmp_path: Path, club: Path) -> Iterator[str]:
    """A plain web server with the pad in a folder."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/club/pad"
    server.shutdown()
    server.server_close()


def test_the_pad_works_as_plain_files_on_any_host(host: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{host}/laws.html")
    answers(page)
    page.evaluate(IS_KEPT)
    page.context.set_offline(True)
    page.reload()
    answers(page)
    page.goto(f"{host}/")
    assert "pad" in page.title()


def publish(club: Path) -> None:
    """Put a newer version on the server."""
    for name, old, new in (("pad.html", "<title>", '<meta name="newer" /><title>'), ("pad-sw.js", 'version":"', "&b")):
        text = (club / name).read_text(encoding="utf-8")
        (club / name).write_text(text.replace(old, new.replace("&", old)), encoding="utf-8")


def test_a_new_version_takes_over_when_no_match_is_open_in_any_tab(tmp_path: Path, club: Path, host: str) -> None:
    """One tab keeps a match and another is idle: both stay on the old version until the match is left, then both are
    new. The browser must have no debugger attached."""
    chromium = PlainChromium(tmp_path / "profile")
    try:
        idle = chromium.pages[0]
        idle.goto(f"{host}/#home")
        idle.until("navigator.serviceWorker.controller !== null")
        keeping = chromium.new_page(f"{host}/#new")
        keeping.until(f"{CAN_BEGIN} && (document.querySelector('[data-testid=begin]').click(), true)")
        keeping.until("document.querySelector('.keep[data-ready=true]') !== null")
        publish(club)
        idle.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update())")
        idle.until("navigator.serviceWorker.getRegistration().then(found => found.waiting !== null)")
        idle.evaluate("dispatchEvent(new Event('hashchange'))")  # it checks whether it may update, and may not
        keeping.evaluate("document.querySelector('[data-kind=toss]').click()")
        keeping.until("document.querySelector('.keep[data-kept=\"1\"]') !== null")
        assert idle.evaluate("navigator.serviceWorker.getRegistration().then(found => found.waiting !== null)")
        keeping.evaluate("location.hash = '#home'")
        for page in (keeping, idle):
            page.until("document.querySelector('meta[name=newer]') !== null")
        keeping.until("document.querySelector('.match') !== null")
    finally:
        chromium.close()
