"""A whole board against the computer, by each kind of hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Served
from tests.web.conftest import FAST
from tests.web.hands import Finger, Hands, Keyboard, Mouse, play_board, two_here

pytestmark = pytest.mark.browser

# Somebody who clears a board soon: whoever pulls as the tests do hardly ever does.
WISHES = (
    "localStorage.setItem('carrom.level', JSON.stringify({at: 7, recent: ''}));"
    "localStorage.setItem('carrom.prefs', JSON.stringify({language: 'en', sound: false, speed: 24, pace: 0}))"
)


def _finished(page: Page, hands: Hands) -> None:
    for _ in range(3):
        if play_board(page, hands) > 0:
            break
        # The computer broke and cleared the board before anybody else could strike: it happens. Once more.
        page.goto(page.url.split("/play")[0])
        page.get_by_test_id("start-computer").click()
    else:
        raise AssertionError("three slams in a row")
    expect(page.get_by_test_id("over")).to_be_visible()
    expect(page.get_by_test_id("umpire").get_by_role("button", name="Law").first).to_be_visible()
    points = [int(page.get_by_test_id(f"score-{party}").inner_text()) for party in "ab"]
    assert sorted(points)[0] == 0
    assert 1 <= sorted(points)[1] <= 12


@pytest.mark.deep
def test_by_mouse(home: Served, open_page: Callable[..., Page]) -> None:
    """Front page, one click, and the striker moves: then on to the end of the board."""
    page = open_page(home.address, WISHES)
    page.get_by_test_id("start-computer").click()
    _finished(page, Mouse())


def test_by_touch_on_a_phone(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, WISHES, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.get_by_test_id("start-computer").tap()
    _finished(page, Finger())
    page.get_by_role("button", name="Score card").tap()
    expect(page.locator(".card tbody tr")).to_have_count(1)
    assert page.locator("dialog, .dialog-body, .card").evaluate_all(
        "all => all.every(one => one.scrollWidth <= one.clientWidth)"
    ), "no column is cut"


def test_the_focus_stays_with_the_game(home: Served, open_page: Callable[..., Page]) -> None:
    """From the front page to the first stroke: what was pressed is gone, and the focus is at what is asked next."""
    page = open_page(home.address)
    keyboard = Keyboard()
    held = "() => document.activeElement.closest('.prompt') !== null"
    keyboard.tab_to(page, "[data-testid=start-new]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".game:not([data-actor=''])")
    page.wait_for_function(held)
    if page.locator(".game").get_attribute("data-todo") == "toss":
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Break"
        page.keyboard.press("Enter")
        page.wait_for_selector(".game[data-todo=strike]")
        page.wait_for_function(held)
    if page.locator(".game").get_attribute("data-todo") != "strike":
        return  # the computer broke, and left something to place
    seq = page.locator(".game").get_attribute("data-seq")
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")
    page.wait_for_function(held)


def test_who_goes_to_another_page_by_keyboard_begins_at_its_title(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    Keyboard().tab_to(page, "a[href='/puzzles']")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement?.matches('h1')")
    assert page.evaluate("document.activeElement.textContent") == "Puzzles"


def test_by_keyboard_only(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, WISHES)
    hands = Keyboard()
    hands.tab_to(page, "[data-testid=start-computer]")
    page.keyboard.press("Enter")
    _finished(page, hands)


def test_a_page_that_gets_no_frames_goes_on(home: Served, open_page: Callable[..., Page]) -> None:
    """Somebody looks at another tab while a stroke is shown: nothing is drawn there, and the match goes on."""
    page = two_here(open_page, home, script=f"{FAST}; window.requestAnimationFrame = () => 0")
    seq = page.locator(".game").get_attribute("data-seq")
    Mouse().pull(page, 0, 140)
    page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=moving]):not([data-todo=sent])")
