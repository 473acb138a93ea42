"""Whoever reads another language than English is shown no English first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.depth import by_depth
from tests.server.conftest import Served
from tests.web.conftest import FAST

pytestmark = pytest.mark.browser

# Everything that was ever on the page, from its first moment.
WATCHED = """; window.shown = [];
new MutationObserver(() => { const app = document.getElementById('app'); if (app) shown.push(app.textContent); })
  .observe(document, { childList: true, subtree: true, characterData: true });"""


@pytest.mark.parametrize(("language", "own"), by_depth([("ur", "کیرم")], [("hi", "कैरम"), ("ur", "کیرم")]))
def test_nobody_reads_english_first(home: Served, open_page: Callable[..., Page], language: str, own: str) -> None:
    for address, english in (("", "New to carrom"), ("/puzzles", "Puzzle of the day"), ("/learn", "Show me")):
        page = open_page(f"{home.address}{address}", FAST.replace("'en'", f"'{language}'") + WATCHED)
        page.wait_for_selector("main h1")
        shown = page.evaluate("shown")
        assert not any(english in words for words in shown), address
        if not address:
            assert own in shown[-1]
