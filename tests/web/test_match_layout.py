"""The page of a match fits every screen: nothing scrolls or is out of reach, and the board is large."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.depth import by_depth
from tests.server.conftest import Served
from tests.server.talk import post_match
from tests.web.input_devices import two_here
from tests.web.layout import FITTED
from tests.web.words import game_text, page_text

pytestmark = pytest.mark.browser

# Phones in both orientations, tablets, desktops, and a desktop at 200 %.
_QUICK = [(640, 360), (740, 360), (320, 568), (360, 740), (768, 1024), (1280, 800)]
_OTHERS = [(667, 375), (844, 390), (640, 400), (360, 640), (1024, 768), (1920, 1080)]
SCREENS = by_depth(_QUICK, [*_QUICK, *_OTHERS])

MEASURED = """() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  const box = one => { const { left, top, right, bottom } = one.getBoundingClientRect(); return [left, top, right, bottom]; };
  const boxes = found => [...document.querySelectorAll(found)].map(box);
  return { page: [scrollWidth, scrollHeight], board: box(document.querySelector('.cb-board')),
    parts: boxes('.top button, .party, .umpire, .power, .dial, .tools button, .prompt:not([data-testid=next]) button, .prompt .go'),
    cut: [...document.querySelectorAll('.party, .top')].filter(one => one.scrollWidth > one.clientWidth + 1).length,
    dimmed: getComputedStyle(document.querySelector('.game')).touchAction };
}"""  # noqa: E501


def test_every_screen_fits_the_whole_game(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, has_touch=True)
    page.get_by_test_id("start-here").tap()
    page.get_by_label(game_text("friend-name")).fill("Ravi")
    page.get_by_role("button", name=game_text("start"), exact=True).tap()
    page.wait_for_selector(".game[data-todo=toss]")
    for todo in ("toss", "next", "strike"):
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(FITTED)
            found = page.evaluate(MEASURED)
            screen = f"{todo} on {width}×{height}"
            assert found["page"] == [width, height], f"{screen} scrolls"
            assert found["cut"] == 0, f"a line is cut, {screen}"
            assert found["dimmed"] == "none", "a finger that aims scrolls nothing"
            left, top, right, bottom = found["board"]
            for x0, y0, x1, y1 in found["parts"]:
                assert x0 >= -1, screen
                assert y0 >= -1, screen
                assert x1 <= width + 1, screen
                assert y1 <= height + 1, f"{screen}: something ends at {y1}"
                # Before a stroke the question may cover the lower part: the board is as large as afterwards.
                end = bottom if todo == "strike" else bottom - 0.4 * (bottom - top)
                assert x1 <= left + 1 or x0 >= right - 1 or y1 <= top + 1 or y0 >= end - 1, f"over the board, {screen}"
            least = 0.9 * height if width > height else 0.6 * width
            assert right - left >= min(least, width - 300), f"the board is {right - left} px, {screen}"
        if todo == "toss":
            winners = (game_text("toss-won", name=name) for name in (game_text("seat-south"), "Ravi"))
            expect(page.get_by_test_id("toss")).to_contain_text(re.compile("|".join(winners)))
            expect(page.get_by_role("button", name=game_text("toss-side"))).to_be_visible()
            page.get_by_role("button", name=game_text("toss-break"), exact=True).tap()
            page.wait_for_selector(".game[data-todo=next]")
        elif todo == "next":
            for name in (game_text("seat-south"), "Ravi"):  # one for each
                page.get_by_role("button", name=game_text("trial-board-of", name=name)).tap()
                page.get_by_role("button", name=game_text("trial-over")).tap()
            expect(page.get_by_role("button", name=game_text("trial-board"))).to_have_count(0)
            page.get_by_role("button", name=game_text("ready"), exact=True).tap()
            page.wait_for_selector(".game[data-todo=strike]:not([data-actor='']) .aim")

    # The note of a lost network moves no control that a player may be about to tap.
    places = {size: _parts(page, size) for size in SCREENS}
    page.context.set_offline(True)
    expect(page.get_by_text(game_text("offline"))).to_be_visible()
    assert {size: _parts(page, size) for size in SCREENS} == places
    page.context.set_offline(False)
    page.wait_for_selector(".game[data-status=open]")

    page.set_viewport_size({"width": 360, "height": 740})
    bar = page.locator(".power").bounding_box()
    page.get_by_role("button", name=game_text("menu")).tap()
    page.get_by_role("button", name=game_text("hint"), exact=True).tap()
    page.get_by_role("button", name=game_text("take-aim")).tap()  # a hint pushes nothing off the screen
    expect(page.get_by_test_id("hint")).to_have_count(0)
    strike = page.locator(".charge .go").bounding_box()
    assert bar
    assert strike
    assert strike["y"] + strike["height"] <= 740
    assert page.locator(".power").bounding_box() == bar, "the power bar stays in place"
    is_seen = "() => { const [box, last] = [document.querySelector('.umpire'), [...document.querySelectorAll('.umpire p')].pop()]; return last.getBoundingClientRect().top < box.getBoundingClientRect().bottom - 8; }"  # noqa: E501
    assert page.evaluate(is_seen), "the umpire's newest sentence is visible"

    page.evaluate("() => { localStorage['carrom.lesson'] = '3'; }")
    page.goto(f"{home.address}/learn")
    page.get_by_role("button", name=page_text("show-me")).tap()
    page.locator(".charge .go").tap()
    page.get_by_test_id("ruled").wait_for()
    page.evaluate("() => scrollTo(0, 0)")
    expect(page.get_by_role("button", name=page_text("go-on"))).to_be_in_viewport(ratio=1)


def test_the_top_line_of_a_spectator_is_not_cut(home: Served, open_page: Callable[..., Page]) -> None:
    """It is longer than a player's, and its column is narrowest beside a board of nearly the same width."""
    made = post_match(home.address)
    page = open_page(f"{home.address}/play/{made['id']}")
    page.wait_for_selector(".top .badge .icon")
    for width, height in [*SCREENS, (900, 900), (900, 600), (1180, 820)]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FITTED)
        found = page.evaluate(MEASURED)
        assert (found["page"][0], found["cut"]) == (width, 0), (width, height)


def _parts(page: Page, size: tuple[int, int]) -> list[list[float]]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function(FITTED)
    parts: list[list[float]] = page.evaluate(MEASURED)["parts"]
    return parts


FIRST_FALLS = {
    "duration": 1.0,
    "discs": [["white", 15.9], ["white", 15.9], ["striker", 20.65]],
    "segments": [[0, 0, 0.5, 300, 300, 90, 90, 0, 0], [2, 0, 1, 0, -252.6, 0, 0, 0, 0]],
    "events": [[0.1, "disc", 2, 0, 8.0], [0.5, "pocket", 0, 0, 1.0]],
}


def test_looks_of_board_and_pieces(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home)

    def pixels(selector: str) -> np.ndarray:
        return np.asarray(Image.open(io.BytesIO(page.locator(selector).first.screenshot())).convert("RGB"), float)

    # While the first white piece falls, the others stay unchanged, the net swings and the table shakes.
    load = """trace => { const { board } = document.querySelector('.board-host');
      const [first, second] = [{kind: 'white', x: 300, y: 300}, {kind: 'white', x: -100, y: 0}];
      board.load(trace, [first, second, {kind: 'striker', x: 0, y: -252.6}]);
      board.seek(0); }"""
    page.evaluate(load, FIRST_FALLS)
    second = ".cb-layer .cb-white >> nth=1"
    before = pixels(second)
    moved = page.evaluate(
        """() => { const { board } = document.querySelector('.board-host');
          const at = t => { board.seek(t); return [document.querySelector('.cb-board').style.transform !== '',
            [...document.querySelectorAll('.cb-net')].filter(net => net.style.opacity === '1').length]; };
          return [0.05, 0.12, 0.6, 1].map(at); }"""
    )
    assert moved == [[False, 0], [True, 0], [False, 1], [False, 1]]
    assert page.locator(".cb-layer .cb-white").first.is_hidden()
    assert np.abs(pixels(second) - before).mean() < 2, "a ghost"

    # Looks chosen in the menu show at once and are saved.
    page.evaluate(
        "() => { const { board } = document.querySelector('.board-host'); board.stop(); board.set(board.state); }"
    )
    canvas = ".cb-board canvas"
    expect(page.locator(f"{canvas}[data-painted=maple]")).to_be_visible()
    maple = pixels(canvas)
    page.get_by_role("button", name=game_text("menu")).click()
    page.locator("select:has(option[value=bombay])").select_option("bombay")
    page.locator("select:has(option[value=bright])").select_option("bright")
    page.get_by_label(game_text("powder")).check()
    page.keyboard.press("Escape")
    expect(page.locator(f"{canvas}[data-painted='bombay powder']")).to_be_visible()
    assert np.abs(pixels(canvas) - maple).mean() > 40
    assert "bombay" in page.evaluate("() => localStorage['carrom.prefs']")
    assert "#f2cf5b" in (page.locator(".cb-layer .cb-white").first.inner_html())
