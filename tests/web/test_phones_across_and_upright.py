"""Every page on which something is chosen or struck, on phones across and upright: in sight, whole, where it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from carrom.match import Act
from carrom.match.log import acts
from tests.server.conftest import Served
from tests.web.conftest import FAST
from tests.web.hands import Finger
from tests.web.laid_tables import SINGLES, begun, lay, people, scattered
from tests.web.languages import in_each_language
from tests.web.test_one_screen import FITTED

pytestmark = pytest.mark.browser

ACROSS = ((640, 360), (667, 375), (740, 360), (844, 390), (640, 400))
UPRIGHT = ((320, 568), (360, 640), (360, 740), (412, 915))
DESKS = ((1280, 800), (1920, 1080))
RECORD = Path(__file__).parents[1] / "golden/icf-match.carrom"
# What of these is out of sight, or lies on another.
OUTSIDE = """found => [...document.querySelectorAll(found)].filter(one => one.checkVisibility()).filter(one => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
}).map(one => `${one.className} ${one.textContent} ends at ${one.getBoundingClientRect().bottom}`)"""
CUT_CHOICE = """box => {
  const style = getComputedStyle(box), pen = document.createElement('canvas').getContext('2d');
  pen.font = style.font;
  const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16; // its arrow
  return pen.measureText(box.selectedOptions[0].text).width > room;
}"""
WON: list[Act] = [*begun(scattered()), acts.StrokeMade(own=9, queen=True, rests=scattered(0, 9, 0))]
STAGES: dict[str, list[Act]] = {"toss": [], "next": [acts.Toss("a")], "strike": begun(scattered()), "over": WON}
BOARD = "() => { const { x, y, width } = document.querySelector('.cb-board').getBoundingClientRect(); return [x, y, width]; }"  # noqa: E501


def _in(language: str) -> str:
    return FAST.replace("language: 'en'", f"language: '{language}'")


def _sized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=list(size))
    # letters of another script have come, and what they move has moved
    page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")


@pytest.mark.deep
@in_each_language
def test_the_front_page_shows_what_can_be_played(home: Served, open_page: Callable[..., Page], language: str) -> None:
    page = open_page(home.address, _in(language))
    choices = ".versus button, .versus a, .choices .big, .continue a, .help"
    for state in ("first", "running"):
        page.wait_for_selector(".versus button")
        for size in (*ACROSS, (360, 740), (412, 915), *DESKS):
            _sized(page, size)
            assert page.evaluate(OUTSIDE, choices) == [], f"{state}, {size} in {language}"
            assert not page.locator(".foot select").evaluate(CUT_CHOICE), f"the language is cut, {size} in {language}"
            if state == "first":
                assert page.evaluate(OUTSIDE, ".foot select, .foot button") == [], f"{size} in {language}"
            if size in ACROSS and state == "first":
                assert page.evaluate("() => document.documentElement.scrollHeight") <= size[1], f"{size} in {language}"
        if state == "first":
            _sized(page, (1280, 800))
            page.get_by_test_id("start-new").click()
            page.wait_for_selector(".game")
            page.goto(home.address)
            page.wait_for_selector(".continue .game-tile")


@pytest.mark.deep
@in_each_language
def test_by_link_the_board_keeps_its_size_and_the_bar_is_in_sight(
    home: Served, open_page: Callable[..., Page], language: str
) -> None:
    places: dict[tuple[int, int], list[float]] = {}
    for stage, moves in STAGES.items():
        link, keys = lay(home, people(SINGLES, "link", length="board"), moves)
        likes = _in(language).replace("numbers: true", "numbers: false, name: 'Asha'")
        page = open_page(f"{link}#{keys['a1']}", likes, has_touch=True)
        page.wait_for_selector(f".game[data-todo={stage}] .prompt")
        for size in (*ACROSS, *UPRIGHT):
            _sized(page, size)
            page.wait_for_function(FITTED)
            assert page.evaluate(BOARD) == places.setdefault(size, page.evaluate(BOARD)), f"{stage} on {size}"
            struck_with = ".power, .dial, .tools button, .lens"
            asked = ".deck button, .deck a, .power, .dial, .lens"
            parts = struck_with if stage == "strike" else asked
            assert page.evaluate(OUTSIDE, parts) == [], f"{stage} on {size} in {language}"


@in_each_language
def test_numbers_are_typed_in_sight(home: Served, open_page: Callable[..., Page], language: str) -> None:
    """At a table, where strokes are tried from a replay, in the lesson and in practice."""
    link, keys = lay(home, people(SINGLES), begun(scattered()))
    page = open_page(f"{link}#{keys['a1']}", _in(language), has_touch=True)
    for place in (link, "tried", "/practice", "/learn"):
        if place == "tried":
            page.goto(f"{home.address}/replay")
            page.locator("textarea").fill(RECORD.read_text())
            page.locator(".go").click()
            page.locator(".moments button").nth(9).click()
            page.locator(".panel > .buttons:last-child button").nth(1).click()
            page.wait_for_selector(".game .what-if")
        elif place != link:
            page.goto(home.address + place)
        page.wait_for_selector(".numbers input")
        for size in (*ACROSS, (360, 640), (360, 740)):
            _sized(page, size)
            assert page.evaluate(OUTSIDE, ".numbers input, .power, .dial") == [], f"{place} on {size} in {language}"


def test_the_board_in_words_is_read_by_finger(home: Served, open_page: Callable[..., Page]) -> None:
    """Opened it is in sight, and a finger scrolls it, although around it a finger aims."""
    link, keys = lay(home, people(SINGLES, "link"), begun(scattered()))
    likes = FAST.replace("numbers: true", "numbers: false")
    page = open_page(f"{link}#{keys['a1']}", likes, has_touch=True, is_mobile=True)
    page.wait_for_selector(".game[data-todo=strike] .aim")
    for size in ((360, 740), (360, 640), (740, 360), (640, 360)):
        _sized(page, size)
        page.locator(".text-board summary").tap()
        listed = page.locator(".text-board .places")
        expect(listed).to_be_in_viewport(ratio=0.95)
        listed.evaluate("one => one.scrollTo(0, 0)")
        expect(listed.locator("li").last).not_to_be_in_viewport()
        box = listed.bounding_box()
        assert box
        x, y = box["x"] + 40, box["y"] + box["height"] - 8
        for _ in range(6):
            Finger().drag(page, (x, y), (x, y - 60))
        expect(listed.locator("li").last).to_be_in_viewport()
        page.locator(".text-board summary").tap()
        expect(page.locator(".power")).to_be_in_viewport(ratio=1)
    assert page.locator(".text-board code").count() == 0, "the record's own text is not for reading out"


@in_each_language
def test_practice_is_one_screen(home: Served, open_page: Callable[..., Page], language: str) -> None:
    page = open_page(f"{home.address}/practice", _in(language).replace("numbers: true", "numbers: false"))
    page.wait_for_selector(".aim-room:not([inert])")
    for size in (*ACROSS, (360, 640), (360, 740), (412, 915), (1280, 800)):
        _sized(page, size)
        assert page.evaluate("() => document.documentElement.scrollHeight") <= size[1], f"{size} scrolls in {language}"
        assert page.evaluate(OUTSIDE, ".power, .dial, .panel > .buttons button") == [], f"{size} in {language}"


@in_each_language
def test_a_replay_is_moved_from_one_line_in_sight(home: Served, open_page: Callable[..., Page], language: str) -> None:
    page = open_page(f"{home.address}/replay", _in(language))
    page.locator("textarea").fill(RECORD.read_text())
    page.locator(".go").click()
    page.locator(".moments button").nth(9).click()
    line = page.locator(".running")
    if language == "en":
        expect(line.get_by_role("button")).to_have_text(["‹", "▶ This stroke", "▶▶ To the end", "›"])
        expect(line.get_by_role("button", name="Next event")).to_be_enabled()
    for size in (*ACROSS, (360, 640), (360, 740), (1280, 800)):
        _sized(page, size)
        page.evaluate("() => scrollTo(0, 0)")
        parts = ".running button, .panel input[type=range], .said, .stands"
        assert page.evaluate(OUTSIDE, parts) == [], f"{size} in {language}"
        assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0], f"{size} in {language}"
    # Whoever plays it to the end stops it where he began it.
    page.evaluate("() => Object.assign(document.querySelector('.board-host').board, "
                  "{clock: {now: () => 0, next: () => undefined}})")  # fmt: skip
    before = line.bounding_box()
    line.get_by_role("button").nth(2).click()
    expect(line.get_by_role("button").nth(1)).to_be_disabled()
    line.get_by_role("button").nth(2).click()
    expect(line.get_by_role("button").nth(1)).to_be_enabled()
    assert line.bounding_box() == before
