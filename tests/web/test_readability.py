"""Readability of the pages: contrast, whole pictures, uncut text, progress bars, titles."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.depth import by_depth
from tests.server.conftest import Served

pytestmark = pytest.mark.browser

# The text of buttons with its contrast, where colour and background are plain.
PAIRS = """() => {
  const rgba = text => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return { r, g, b, a }; };
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
  const found = document.querySelectorAll('.go, .go span, .warn, .stars, button:disabled');
  return [...found].filter(one => one.checkVisibility()
    && one.textContent.trim()).flatMap(one => {
      let on = one;
      while (on && rgba(getComputedStyle(on).backgroundColor).a < 1) on = on.parentElement;
      if (!on) return [];
      const [ink, ground] = [getComputedStyle(one).color, getComputedStyle(on).backgroundColor].map(rgba).map(light);
      const ratio = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
      const isFaded = [one, one.parentElement].some(each => getComputedStyle(each).opacity < 1);
      return [[one.textContent.trim(), isFaded ? 0 : ratio]];
    }); }"""


# The contrast of each field's edge with the colour behind it.
EDGES = """() => {
  const rgba = text => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return { r, g, b, a }; };
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
  const found = [...document.querySelectorAll('input, select, textarea')].filter(one => one.checkVisibility()
    && !['radio', 'checkbox', 'range', 'file', 'hidden'].includes(one.type));
  return found.map(one => {
    let on = one.parentElement;
    while (on.parentElement && rgba(getComputedStyle(on).backgroundColor).a < 1) on = on.parentElement;
    const ground = rgba(getComputedStyle(on).backgroundColor);
    const root = getComputedStyle(document.documentElement).getPropertyValue('color-scheme').includes('dark');
    const plain = ground.a === 1 ? ground : root ? { r: 38, g: 51, b: 45 } : { r: 255, g: 255, b: 255 };
    const [edge, under] = [rgba(getComputedStyle(one).borderTopColor), plain].map(light);
    return [one.outerHTML.slice(0, 80), (Math.max(edge, under) + 0.05) / (Math.min(edge, under) + 0.05)]; }); }"""


@pytest.mark.parametrize("address", ["/", "/laws", "/make", "/desk"])
@pytest.mark.parametrize("scheme", by_depth(["light"], ["light", "dark"]))
def test_fields_have_visible_edges(home: Served, open_page: Callable[..., Page], address: str, scheme: str) -> None:
    """WCAG 1.4.11."""
    page = open_page(f"{home.address}{address}", color_scheme=scheme)
    page.wait_for_selector("input, select, textarea", state="attached")
    page.wait_for_selector("h1, .go")
    for words, ratio in page.evaluate(EDGES):
        assert ratio >= 3, words


@pytest.mark.parametrize("address", ["/", "/make", "/practice", "/puzzles", "/pad", "/replay", "/desk"])
def test_buttons_have_enough_contrast(home: Served, open_page: Callable[..., Page], address: str) -> None:
    page = open_page(f"{home.address}{address}")
    page.wait_for_selector("h1, .go")
    for words, ratio in page.evaluate(PAIRS):
        assert ratio >= 4.5, words


def test_the_whole_blueprint_is_visible(home: Served, open_page: Callable[..., Page]) -> None:
    for width, height in ((1440, 900), (820, 1180), (360, 740)):
        page = open_page(f"{home.address}/make", viewport={"width": width, "height": height})
        page.wait_for_function("() => document.querySelector('.blueprint')?.complete")
        box, frame = page.locator(".blueprint").bounding_box(), page.locator(".plan").bounding_box()
        assert box
        assert frame
        assert box["width"] <= frame["width"] + 1
        assert box["height"] <= height


def test_the_text_of_the_dial_is_whole_or_hidden(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/learn")
    whole = """() => {
      const dial = document.querySelector('.dial span'), words = document.createRange();
      words.selectNodeContents(dial);
      const [box, text] = [dial.getBoundingClientRect(), [...words.getClientRects()].at(-1)];
      return dial.checkVisibility() && text.top < box.bottom - 1 ? text.right <= box.right + 1 : true; }"""
    for width, height in ((1440, 900), (1280, 800), (900, 700), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector(".dial")
        assert page.evaluate(whole), f"{width}×{height}"


def test_the_bar_of_the_lesson_is_empty_at_its_first_step(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/learn")
    bar = page.locator("progress")
    expect(bar).to_have_attribute("value", "0")
    picture = Image.open(BytesIO(bar.screenshot())).convert("L")
    assert int(np.asarray(picture).max()) < 128, "no part is bright"


@pytest.mark.parametrize("address", ["/", "/make", "/puzzles", "/pad", "/desk"])
def test_a_page_has_one_title_and_unique_section_labels(
    home: Served, open_page: Callable[..., Page], address: str
) -> None:
    page = open_page(f"{home.address}{address}")
    expect(page.locator("h1")).to_have_count(1)
    labels = page.locator("section[aria-label], nav[aria-label]").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert len(labels) == len(set(labels)), labels
