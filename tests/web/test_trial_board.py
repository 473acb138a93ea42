"""The board that is tried before a match, on phones: all of it in sight, and turned by the dial as in the match."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from carrom.match.log import acts
from tests.depth import by_depth
from tests.server.conftest import Served
from tests.web.hands import Finger
from tests.web.laid_tables import SINGLES, lay, people
from tests.web.languages import in_each_language
from tests.web.test_phones_across_and_upright import OUTSIDE, _in, _sized

pytestmark = pytest.mark.browser

PARTS = ", ".join(f".trial {part}" for part in (".board-host", "> .small", ".dial", ".power", "button"))
# The words of the dial end in dots where there is no room for them.
CUT = "one => one.checkVisibility() && one.scrollWidth > one.clientWidth"


@in_each_language
@pytest.mark.parametrize("numbers", by_depth(["true"], ["true", "false"]))
def test_a_trial_board_is_one_screen(home: Served, open_page: Callable[..., Page], language: str, numbers: str) -> None:
    link, keys = lay(home, people(SINGLES, "link", length="board"), [acts.Toss("a"), acts.Trial("a", over=False)])
    likes = _in(language).replace("numbers: true", f"numbers: {numbers}")
    page = open_page(f"{link}#{keys['a1']}", likes, viewport={"width": 740, "height": 360}, has_touch=True)
    page.wait_for_selector(".trial .dial")
    for size, least in (((740, 360), 330), ((640, 360), 330), ((360, 740), 320), ((360, 640), 300), ((1280, 800), 400)):
        _sized(page, size)
        assert page.evaluate(OUTSIDE, PARTS) == [], f"{size} in {language}"
        expect(page.locator(".trial > .small")).to_be_visible()
        board = page.locator(".trial .cb-board").bounding_box()
        assert board
        assert board["width"] >= least, f"{size} in {language}"
        assert not page.locator(".trial .dial span").evaluate(CUT), f"the dial's words are cut, {size} in {language}"


def test_a_trial_board_is_aimed_with_the_dial(home: Served, open_page: Callable[..., Page]) -> None:
    link, keys = lay(home, people(SINGLES, "link", length="board"), [acts.Toss("a"), acts.Trial("a", over=False)])
    page = open_page(f"{link}#{keys['a1']}", viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True)
    page.wait_for_selector(".trial .dial")
    box = page.locator(".trial .dial").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    Finger().drag(page, (x - 30, y), (x + 30, y))
    expect(page.locator(".trial .dial output")).not_to_have_text("0.00°")
