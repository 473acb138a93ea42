"""The page drops an act that the server refuses, and the player can act again."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.depth import by_depth
from tests.server.conftest import Served
from tests.web.input_devices import Mouse, two_here

pytestmark = pytest.mark.browser

OUTBOX = "`carrom.outbox.${location.pathname.split('/').at(-1)}`"


@pytest.mark.parametrize("base", by_depth(["before"], ["now", "before"]))
def test_an_unreadable_stroke_is_not_resent_forever(home: Served, open_page: Callable[..., Page], base: str) -> None:
    """The stroke was saved by this browser and never sent, also with a base before the last event."""
    page = two_here(open_page, home)
    seq = int(page.locator(".game").get_attribute("data-seq") or 0)
    stroke = {"do": "strike", "x": 0, "y": -252.6, "direction": 202.0, "speed": 1.0}
    kept = {"t": "do", "key": "0123456789abcdef", "base": seq if base == "now" else seq - 1, "player": "a1"}
    page.evaluate(f"kept => localStorage.setItem({OUTBOX}, kept)", json.dumps([{**kept, "act": stroke}]))
    page.reload()
    expect(page.locator(".umpire .refusal")).to_contain_text("180")
    expect(page.locator(".game")).to_have_attribute("data-todo", "strike")
    assert page.evaluate(f"localStorage.getItem({OUTBOX})") == "[]"
    Mouse().pull(page, 0, 130)
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")
    page.reload()
    page.wait_for_selector(".game[data-status=open]")
    expect(page.locator(".umpire .refusal")).to_have_count(0)
