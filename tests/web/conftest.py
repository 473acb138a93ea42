"""A real browser on a real server."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.chromium import find_chromium
from tests.server.conftest import Served, served
from tests.web.acknowledged import wait_for_acknowledgement
from tests.web.desk_client import DeskClub

__all__ = ["served"]

wait_for_acknowledgement()
expect.set_options(timeout=30_000)  # tests also run on busy machines

HALL = "hall.test"
"""A host name other than localhost: browsers treat its plain HTTP pages as insecure."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--no-opt --no-maglev",  # no page lives long enough to repay the optimiser
    f"--host-resolver-rules=MAP {HALL} 127.0.0.1",
]
LIKES = "{language: 'en', sound: false, speed: 24, pace: 0, numbers: true}"
FAST = f"localStorage.setItem('carrom.prefs', JSON.stringify({LIKES}))"


_LETTERS = {"hi": "Noto Sans Devanagari", "ur": "Noto Naskh Arabic"}


@pytest.fixture(scope="module")  # not longer: while it is open, nothing else in this process can run an event loop
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests of this process."""
    server = Served(tmp_path_factory.mktemp("served") / "data")
    assert (Path(__file__).parents[2] / "carrom/server/static/index.html").exists(), (
        "the page is not built: make install"
    )
    server.start()
    yield server
    server.stop(signal.SIGKILL)


@pytest.fixture(scope="session")
def club(home: Served) -> DeskClub:
    """The club of that server, joined by its owner through the link that the server prints at start."""
    assert home.process is not None
    found = re.search(r"#invite=(\S+)", home.process.stdout.readline())
    assert found
    club = DeskClub(home.address)
    club.ask("/api/session/join", {"invite": found[1], "name": "Olga", "password": "a long sentence"})
    return club


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open pages that must not raise script errors or load anything from other hosts; strokes are shown fast."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def opened(address: str, script: str = FAST, **options: object) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})  # type: ignore[arg-type]
        context.set_default_timeout(60_000)
        contexts.append(context)
        context.add_init_script(script)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda line: problems.append(line.text) if "Content Security Policy" in line.text else None)
        page.on("request", lambda asked: None if _is_ours(asked.url) else problems.append(asked.url))
        page.goto(address)
        _await_letters(page, script)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


def _is_ours(address: str) -> bool:
    return address.startswith(("data:", "blob:")) or any(f"//{one}:" in address for one in ("127.0.0.1", HALL))


def _await_letters(page: Page, script: str) -> None:
    """Wait for the fonts of the page's language: fallback fonts have lines of another height."""
    language = re.search(r"""language['"]?: ?['"](hi|ur)""", script)
    if language:
        came = "family => [...document.fonts].some(one => one.family.includes(family) && one.status === 'loaded')"
        page.wait_for_function(came, arg=_LETTERS[language[1]])
        page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
