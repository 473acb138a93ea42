"""The trial board on phones: all of it is visible, and the dial turns the line."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from carrom.match.log import acts
from tests.depth import by_depth
from tests.server.conftest import Served
from tests.web.input_devices import Finger
from tests.web.languages import in_each_language
from tests.web.layout import OUTSIDE, preferences_in, set_size
from tests.web.stored_matches import SINGLES, lay, people

pytestmark = pytest.mark.browser

PARTS = ", ".join(f".trial {part}" for part in (".board-host", "> .small", ".dial", ".power", "button"))
# The text of the dial ends with an ellipsis if it is cut.
CUT = "one => one.checkVisibility() && one.scrollWidth > one.clientWidth"


@in_each_language
@pytest.mark.parametrize("numbers", by_depth(["true"], ["true", "false"]))
def test_a_trial_board_fits_one_screen(
    home: Served, open_page: Callable[..., Page], language: str, numbers: str
) -> None:
    link, keys = lay(home, people(SINGLES, "link", length="board"), [acts.Toss("a"), acts.Trial("a", over=False)])
    likes = preferences_in(language).replace("numbers: true", f"numbers: {numbers}")
    page = open_page(f"{link}#{keys['a1']}", likes, viewport={"width": 740, "height": 360}, has_touch=True)
    page.wait_for_selector(".trial .dial")
    for size, least in (((740, 360), 330), ((640, 360), 330), ((360, 740), 320), ((360, 640), 300), ((1280, 800), 400)):
        set_size(page, size)
        assert page.evaluate(OUTSIDE, PARTS) == [], f"{size} in {language}"
        expect(page.locator(".trial > .small")).to_be_visible()
        board = page.locator(".trial .cb-board").bounding_box()
        assert board
        assert board["width"] >= least, f"{size} in {language}"
        assert not page.locator(".trial .dial span").evaluate(CUT), f"the text of the dial is cut, {size} in {language}"


def test_the_dial_aims_on_a_trial_board(home: Served, open_page: Callable[..., Page]) -> None:
    link, keys = lay(home, people(SINGLES, "link", length="board"), [acts.Toss("a"), acts.Trial("a", over=False)])
    page = open_page(f"{link}#{keys['a1']}", viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True)
    page.wait_for_selector(".trial .dial")
    box = page.locator(".trial .dial").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    Finger().drag(page, (x - 30, y), (x + 30, y))
    expect(page.locator(".trial .dial output")).not_to_have_text("0.00°")
