"""The umpire's text is readable on every screen with any names; it moves no control and covers no strip."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from carrom.match.log import acts
from carrom.match.parties import PARTIES
from tests.server.conftest import Served
from tests.web.languages import in_each_language
from tests.web.layout import FITTED
from tests.web.stored_matches import LONG_NAMES, begun, lay, people, scattered
from tests.web.words import game_text

pytestmark = pytest.mark.browser

SCREENS = ((360, 640), (360, 740), (740, 360), (640, 360), (640, 400), (1280, 800))
# The text fits its box without scrolling, and the box covers no control and no strip.
WHOLE = """() => {
  const words = document.querySelector('.umpire-words'), box = words.getBoundingClientRect();
  const inside = [...words.querySelectorAll('p, .law')].every(one => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left >= box.left && top >= box.top && right <= box.right && bottom <= box.bottom; });
  const deck = document.querySelector('.deck').getBoundingClientRect();
  const power = document.querySelector('.power').getBoundingClientRect();
  const isAll = inside && words.scrollHeight <= words.clientHeight;
  const areSeen = [...document.querySelectorAll('.party')].map(one => one.getBoundingClientRect())
    .every(({ top, bottom }) => top >= box.bottom || bottom <= box.top);
  return isAll && areSeen && power.bottom <= innerHeight && box.top >= 0 && box.bottom <= deck.top;
}"""
# How many strips the umpire's box covers.
COVERED = """() => {
  const words = document.querySelector('.umpire-words').getBoundingClientRect();
  return [...document.querySelectorAll('.party')].map(one => one.getBoundingClientRect())
    .filter(({ top, bottom }) => top < words.bottom && bottom > words.top).length;
}"""
# Folded, the box shows its first line, and a sign if there is more.
FIRST = """() => {
  const umpire = document.querySelector('.umpire'), words = umpire.querySelector('.umpire-words');
  const isMore = words.scrollHeight > words.clientHeight + 1;
  const hasSign = getComputedStyle(umpire, '::after').content !== 'none';
  return words.scrollTop === 0 && isMore === hasSign;
}"""
AIMED = """() => ['.dial', '.power', '.deck', '.cb-board'].map(found => {
  const { left, top, width, height } = document.querySelector(found).getBoundingClientRect();
  return [left, top, width, height]; })"""


@pytest.mark.deep
@in_each_language
def test_a_foul_of_long_names_is_readable_and_folds(
    home: Served, open_page: Callable[..., Page], language: str
) -> None:
    foul = [*begun(scattered()), acts.StrokeMade(striker=True, rests=scattered())]
    link, keys = lay(home, people(LONG_NAMES), foul)
    likes = f"localStorage.setItem('carrom.prefs', JSON.stringify({{language: '{language}', sound: false}}))"
    page = open_page(f"{link}#{keys['a1']}", likes, has_touch=True)
    page.wait_for_selector(".game[data-todo=strike] .dial")
    umpire = page.locator(".umpire")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FITTED)
        page.wait_for_function(WHOLE)
        before = page.evaluate(AIMED)
        page.locator(".dial").tap()  # playing on folds the text
        expect(umpire).to_have_attribute("data-read", "true")
        assert page.evaluate(AIMED) == before, f"on {width}×{height} a control moves"
        assert page.evaluate(FIRST), f"on {width}×{height} the first line or the sign is missing"
        page.locator(".umpire-words").tap(position={"x": 6, "y": 6})  # beside the laws, which would open
        expect(umpire).to_have_attribute("data-read", "false")


def test_before_the_first_board_only_the_last_sentences_are_shown(home: Served, open_page: Callable[..., Page]) -> None:
    trials = [acts.Trial(party, over) for party in PARTIES for over in (False, True)]
    tried = [acts.Toss("a"), *trials]
    link, keys = lay(home, people(LONG_NAMES, "link"), tried)
    page = open_page(f"{link}#{keys['b1']}", has_touch=True)
    page.wait_for_selector(".game[data-todo=next] .go")
    expect(page.get_by_test_id("umpire").locator("p")).to_have_count(2)
    expect(page.get_by_test_id("umpire").locator("p").last).to_contain_text(game_text("said-trial-over"))
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FITTED)
        assert page.evaluate(COVERED) == 0, f"on {width}×{height} a strip is covered"


def test_the_turn_shows_the_own_colour(home: Served, open_page: Callable[..., Page]) -> None:
    link, keys = lay(home, people(LONG_NAMES, "link"), begun(scattered()))
    page = open_page(f"{link}#{keys['a1']}")
    expect(
        page.locator(".prompt", has_text=game_text("your-stroke")).get_by_label(game_text("white"), exact=True)
    ).to_be_visible()
