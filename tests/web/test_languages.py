"""The pages in English, Hindi and Urdu, on a phone and on a desktop."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.depth import by_depth
from tests.server.conftest import Served
from tests.web.conftest import FAST
from tests.web.languages import in_each_language
from tests.web.words import game_text, page_text

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("language", "direction", "word"), [("hi", "ltr", "कैरम"), ("ur", "rtl", "کیرم")])
def test_a_match_begins_in_other_languages(
    home: Served, open_page: Callable[..., Page], language: str, direction: str, word: str
) -> None:
    page = open_page(home.address, f"localStorage.setItem('carrom.prefs', JSON.stringify({{language: '{language}'}}))")
    expect(page.get_by_role("heading", level=1)).to_have_text(word)
    assert page.evaluate("() => document.documentElement.dir") == direction
    page.get_by_test_id("start-here").click()
    page.locator("dialog .go").click()
    page.locator("[data-testid=toss] .go").click()
    page.locator("[data-testid=next] .go").click()
    page.wait_for_selector(".game[data-todo=strike]")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@in_each_language
def test_no_page_is_wider_than_a_small_phone(home: Served, open_page: Callable[..., Page], language: str) -> None:
    page = open_page(home.address, _in(language), viewport={"width": 360, "height": 740})
    for path in ("/", "/practice", "/laws", "/make", "/replay"):
        page.goto(home.address + path)
        page.wait_for_selector("h1")
        if path == "/make":
            page.wait_for_selector(".measure")
            if language != "en":
                expect(page.locator(".measures")).not_to_have_text(re.compile("[A-Za-z]{3}"))
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360, path


@in_each_language
def test_the_mark_of_the_dial_crosses_no_text(home: Served, open_page: Callable[..., Page], language: str) -> None:
    page = open_page(f"{home.address}/learn", _in(language))
    page.wait_for_selector(".aim-room:not([inert])")
    beside = """() => { const [dial, word] = ['.dial', '.dial span'].map(found => document.querySelector(found));
      const { left, width } = dial.getBoundingClientRect();
      const isCut = word.scrollWidth > word.clientWidth;
      return !isCut && word.getBoundingClientRect().right < left + width / 2 - 2; }"""
    for width, height in ((360, 640), (360, 740), (740, 360), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(beside)


def _in(language: str) -> str:
    return FAST.replace("language: 'en'", f"language: '{language}'")


@pytest.mark.parametrize(("language", "script"), [("hi", r"[\u0900-\u097f]"), ("ur", r"[\u0600-\u06ff]")])
def test_opponents_and_refusals_are_translated(
    home: Served, open_page: Callable[..., Page], language: str, script: str
) -> None:
    """Opponents, skills and the refusal of an unlawful place are translated, and nothing is cut off."""
    page = open_page(home.address, _in(language), viewport={"width": 1280, "height": 620})
    page.get_by_test_id("tune-computer").click()
    page.wait_for_selector("dialog select >> nth=1")
    page.locator("dialog select").first.select_option("-1")  # every level with every skill
    page.wait_for_selector("dialog select >> nth=3")
    for select in (1, 2):
        options = page.locator("dialog select").nth(select).locator("option").all_inner_texts()
        assert len(options) > 5
        assert [text for text in options if not re.match(script, text)] == []
    page.keyboard.press("Escape")
    page.get_by_test_id("start-here").click()
    page.locator("dialog .go").click()
    page.locator("[data-testid=toss] .go").click()
    page.locator("[data-testid=next] .go").click()
    page.wait_for_selector(".game[data-todo=strike]")
    field = page.locator(".numbers input").first
    field.fill("200")
    field.press("Tab")
    words = page.get_by_role("alert").inner_text()
    assert "130b" in words
    assert re.match(script, words)
    assert not re.search(r"[A-Za-z]{3}", words)
    heights = page.locator(".deck > *, .party").evaluate_all(
        "all => all.map(one => [one.className, one.scrollHeight, one.clientHeight])"
    )
    assert [one for one in heights if one[1] > one[2] + 8] == []  # Nastaliq reaches a little out of its lines
    page.set_viewport_size({"width": 360, "height": 740})
    bottom = "document.querySelector('.power').getBoundingClientRect().bottom"
    page.wait_for_function(f"() => {bottom} <= document.querySelector('.deck').getBoundingClientRect().bottom")


# Every text that the page has shown, from its first moment.
WATCHED = """; window.shown = [];
new MutationObserver(() => { const app = document.getElementById('app'); if (app) shown.push(app.textContent); })
  .observe(document, { childList: true, subtree: true, characterData: true });"""


@pytest.mark.parametrize(("language", "own"), by_depth([("ur", "کیرم")], [("hi", "कैरम"), ("ur", "کیرم")]))
def test_no_page_shows_english_first(home: Served, open_page: Callable[..., Page], language: str, own: str) -> None:
    messages = {"": game_text("level-new"), "/puzzles": page_text("puzzle-daily"), "/learn": page_text("show-me")}
    for address, english in messages.items():
        page = open_page(f"{home.address}{address}", FAST.replace("'en'", f"'{language}'") + WATCHED)
        page.wait_for_selector("main h1")
        shown = page.evaluate("shown")
        assert not any(english in words for words in shown), address
        if not address:
            assert own in shown[-1]
