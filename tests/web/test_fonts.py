"""Hindi and Urdu use fonts that come with the pages and load only where they are read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.server.conftest import Served

pytestmark = pytest.mark.browser

_WRITE = """() => {
    const names = document.createElement("section");
    names.innerHTML = "<p>अनिता राव।</p><p>فاطمہ بی بی، ہے۔</p><h2>रानी</h2><h2>ملکہ</h2><h2>Carrom</h2>";
    for (const head of names.querySelectorAll("h2")) head.style.font = "600 20px var(--serif)"; // the desk's are plain
    document.body.append(names);
    return document.fonts.ready.then(() => document.fonts.status);
}"""
_LOADED = """() => document.fonts.ready.then(() =>
    performance.getEntriesByType("resource").map(one => one.name).join(" "))"""


def test_every_page_loads_only_the_fonts_of_its_scripts(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/icon.svg")
    addresses = ("/", "/desk", "/t/nothing")
    for address in addresses:
        page.goto(home.address + address)
        page.wait_for_selector("h1, h2, p")
        assert "noto" not in page.evaluate(_LOADED), address
    for address in (*addresses, "/pad"):  # the pad caches all fonts for offline use
        page.goto(home.address + address)
        page.wait_for_selector("h1, h2, p")
        page.evaluate(_WRITE)
        page.wait_for_function("() => [...document.fonts].filter(one => one.status === 'loaded').length >= 5")
        assert _fonts(page) == [
            {"Noto Sans Devanagari"},
            {"Noto Naskh Arabic"},
            {"Noto Sans Devanagari SemiBold"},
            {"Noto Nastaliq Urdu SemiBold"},
            {"Source Serif 4 SemiBold"},
        ], address


def _fonts(page: Page) -> list[set[str]]:
    """Return the web fonts that draw each line; spaces may use others."""
    tools = page.context.new_cdp_session(page)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    lines = tools.send("DOM.querySelectorAll", {"nodeId": root, "selector": "body > section:last-child > *"})["nodeIds"]
    drawn = [tools.send("CSS.getPlatformFontsForNode", {"nodeId": line})["fonts"] for line in lines]
    tools.detach()
    return [{font["familyName"] for font in line if font["isCustomFont"]} for line in drawn]
