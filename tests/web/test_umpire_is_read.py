"""What the umpire says is read whole on every screen, whatever the names; it moves nothing that one aims by, and never
lies on the strip of anybody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from carrom.equipment import Seat
from carrom.match.log import acts
from carrom.match.parties import PARTIES
from tests.server.conftest import Served
from tests.web.laid_tables import begun, lay, people, scattered
from tests.web.languages import in_each_language
from tests.web.test_one_screen import FITTED

pytestmark = pytest.mark.browser

LONG = {Seat.SOUTH: "Bhagyalakshmi Venkataraman", Seat.NORTH: "Ravichandran Subramaniam-Iyer"}
SCREENS = ((360, 640), (360, 740), (740, 360), (640, 360), (640, 400), (1280, 800))
# Nothing has to be scrolled to, nothing lies beyond the box, and the box lies on no control and on nobody's strip.
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
# On how many of the two strips he speaks.
COVERED = """() => {
  const words = document.querySelector('.umpire-words').getBoundingClientRect();
  return [...document.querySelectorAll('.party')].map(one => one.getBoundingClientRect())
    .filter(({ top, bottom }) => top < words.bottom && bottom > words.top).length;
}"""
# Folded: its first line is in sight, and a sign where there is more.
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
def test_a_foul_of_long_names_is_read_whole_and_gives_way(
    home: Served, open_page: Callable[..., Page], language: str
) -> None:
    foul = [*begun(scattered()), acts.StrokeMade(striker=True, rests=scattered())]
    link, keys = lay(home, people(LONG), foul)
    likes = f"localStorage.setItem('carrom.prefs', JSON.stringify({{language: '{language}', sound: false}}))"
    page = open_page(f"{link}#{keys['a1']}", likes, has_touch=True)
    page.wait_for_selector(".game[data-todo=strike] .dial")
    umpire = page.locator(".umpire")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FITTED)
        page.wait_for_function(WHOLE)
        before = page.evaluate(AIMED)
        page.locator(".dial").tap()  # who goes on has read it
        expect(umpire).to_have_attribute("data-read", "true")
        assert page.evaluate(AIMED) == before, f"on {width}×{height} something moves"
        assert page.evaluate(FIRST), f"on {width}×{height} what happened is not in sight, or nothing says that more is"
        page.locator(".umpire-words").tap(position={"x": 6, "y": 6})  # beside the laws, which open
        expect(umpire).to_have_attribute("data-read", "false")


def test_before_the_first_board_only_the_last_words_are_kept(home: Served, open_page: Callable[..., Page]) -> None:
    trials = [acts.Trial(party, over) for party in PARTIES for over in (False, True)]
    tried = [acts.Toss("a"), *trials]
    link, keys = lay(home, people(LONG, "link"), tried)
    page = open_page(f"{link}#{keys['b1']}", has_touch=True)
    page.wait_for_selector(".game[data-todo=next] .go")
    expect(page.get_by_test_id("umpire").locator("p")).to_have_count(2)
    expect(page.get_by_test_id("umpire").locator("p").last).to_contain_text("The trial board is over.")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FITTED)
        assert page.evaluate(COVERED) == 0, f"on {width}×{height} a strip is covered"


def test_ones_colour_is_told_with_the_turn(home: Served, open_page: Callable[..., Page]) -> None:
    link, keys = lay(home, people(LONG, "link"), begun(scattered()))
    page = open_page(f"{link}#{keys['a1']}")
    expect(page.locator(".prompt", has_text="Your stroke").get_by_label("white", exact=True)).to_be_visible()
