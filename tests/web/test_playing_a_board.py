"""A whole board against the computer by mouse, touch and keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Served
from tests.web.conftest import FAST
from tests.web.input_devices import Finger, InputDevice, Keyboard, Mouse, play_board, two_here
from tests.web.words import game_text

pytestmark = pytest.mark.browser

# A strong computer clears a board soon, unlike the strokes of these tests.
WISHES = (
    "localStorage.setItem('carrom.level', JSON.stringify({at: 7, recent: ''}));"
    "localStorage.setItem('carrom.prefs', JSON.stringify({language: 'en', sound: false, speed: 24, pace: 0}))"
)


def _finished(page: Page, hands: InputDevice) -> None:
    for _ in range(3):
        if play_board(page, hands) > 0:
            break
        # The computer may break and clear the board at once: play again.
        page.goto(page.url.split("/play")[0])
        page.get_by_test_id("start-computer").click()
    else:
        raise AssertionError("three slams in a row")
    expect(page.get_by_test_id("over")).to_be_visible()
    expect(page.get_by_test_id("umpire").locator(".law").first).to_be_visible()
    points = [int(page.get_by_test_id(f"score-{party}").inner_text()) for party in "ab"]
    assert sorted(points)[0] == 0
    assert 1 <= sorted(points)[1] <= 12


@pytest.mark.deep
def test_by_mouse(home: Served, open_page: Callable[..., Page]) -> None:

    page = open_page(home.address, WISHES)
    page.get_by_test_id("start-computer").click()
    _finished(page, Mouse())


def test_by_touch_on_a_phone(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, WISHES, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.get_by_test_id("start-computer").tap()
    _finished(page, Finger())
    page.get_by_role("button", name=game_text("score-card")).tap()
    expect(page.locator(".card tbody tr")).to_have_count(1)
    assert page.locator("dialog, .dialog-body, .card").evaluate_all(
        "all => all.every(one => one.scrollWidth <= one.clientWidth)"
    ), "no column is cut"


def test_the_focus_stays_with_the_game(home: Served, open_page: Callable[..., Page]) -> None:
    """The focus moves from the pressed button to the next question, from the front page to the first stroke."""
    page = open_page(home.address)
    keyboard = Keyboard()
    focused = "() => document.activeElement.closest('.prompt') !== null"
    keyboard.tab_to(page, "[data-testid=start-new]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".game:not([data-actor=''])")
    page.wait_for_function(focused)
    if page.locator(".game").get_attribute("data-todo") == "toss":
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == game_text("toss-break")
        page.keyboard.press("Enter")
        page.wait_for_selector(".game[data-todo=strike]")
        page.wait_for_function(focused)
    if page.locator(".game").get_attribute("data-todo") != "strike":
        return  # the computer broke, and left something to place
    seq = page.locator(".game").get_attribute("data-seq")
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")
    page.wait_for_function(focused)


def test_a_page_opened_by_keyboard_focuses_its_title(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    Keyboard().tab_to(page, "a[href='/puzzles']")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement?.matches('h1')")
    assert page.evaluate("document.activeElement.textContent") == game_text("puzzles")


def test_by_keyboard_only(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, WISHES)
    hands = Keyboard()
    hands.tab_to(page, "[data-testid=start-computer]")
    page.keyboard.press("Enter")
    _finished(page, hands)


def test_a_hidden_page_goes_on_with_the_match(home: Served, open_page: Callable[..., Page]) -> None:
    """A page in a hidden tab gets no animation frames; the match goes on."""
    page = two_here(open_page, home, script=f"{FAST}; window.requestAnimationFrame = () => 0")
    seq = page.locator(".game").get_attribute("data-seq")
    Mouse().pull(page, 0, 140)
    page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=moving]):not([data-todo=sent])")
