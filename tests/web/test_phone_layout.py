"""Phones in both orientations: controls of every page are visible, whole and in place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from carrom.match import Act
from carrom.match.log import acts
from tests.depth import some_of
from tests.server.conftest import Served
from tests.web.conftest import FAST
from tests.web.input_devices import Finger
from tests.web.languages import LANGUAGES, in_each_language
from tests.web.layout import FITTED, OUTSIDE, preferences_in, set_size
from tests.web.stored_matches import LONG_NAMES, SINGLES, begun, lay, people, scattered, won_by_a_white_slam
from tests.web.words import game_text

pytestmark = pytest.mark.browser

ACROSS = ((640, 360), (667, 375), (740, 360), (844, 390), (640, 400))
UPRIGHT = ((320, 568), (360, 640), (360, 740), (412, 915))
DESKS = ((1280, 800), (1920, 1080))
RECORD = Path(__file__).parents[1] / "golden/icf-match.carrom"
CUT_CHOICE = """box => {
  const style = getComputedStyle(box), pen = document.createElement('canvas').getContext('2d');
  pen.font = style.font;
  const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16; // its arrow
  return pen.measureText(box.selectedOptions[0].text).width > room;
}"""
WON = won_by_a_white_slam()
STAGES: dict[str, list[Act]] = {"toss": [], "next": [acts.Toss("a")], "strike": begun(scattered()), "over": WON}
BOARD = "() => { const { x, y, width } = document.querySelector('.cb-board').getBoundingClientRect(); return [x, y, width]; }"  # noqa: E501


@pytest.mark.deep
@in_each_language
def test_the_front_page_shows_all_ways_to_play(home: Served, open_page: Callable[..., Page], language: str) -> None:
    page = open_page(home.address, preferences_in(language))
    choices = ".versus button, .versus a, .choices .big, .continue a, .help"
    for state in ("first", "running"):
        page.wait_for_selector(".versus button")
        for size in (*ACROSS, (360, 740), (412, 915), *DESKS):
            set_size(page, size)
            assert page.evaluate(OUTSIDE, choices) == [], f"{state}, {size} in {language}"
            assert not page.locator(".foot select").evaluate(CUT_CHOICE), f"the language is cut, {size} in {language}"
            if state == "first":
                assert page.evaluate(OUTSIDE, ".foot select, .foot button") == [], f"{size} in {language}"
            if size in ACROSS and state == "first":
                assert page.evaluate("() => document.documentElement.scrollHeight") <= size[1], f"{size} in {language}"
        if state == "first":
            set_size(page, (1280, 800))
            page.get_by_test_id("start-new").click()
            page.wait_for_selector(".game")
            page.goto(home.address)
            page.wait_for_selector(".continue .game-tile")


@pytest.mark.deep
@in_each_language
def test_a_match_by_link_keeps_the_size_of_its_board(
    home: Served, open_page: Callable[..., Page], language: str
) -> None:
    places: dict[tuple[int, int], list[float]] = {}
    for stage, moves in STAGES.items():
        link, keys = lay(home, people(SINGLES, "link", length="board"), moves)
        likes = preferences_in(language).replace("numbers: true", "numbers: false, name: 'Asha'")
        page = open_page(f"{link}#{keys['a1']}", likes, has_touch=True)
        page.wait_for_selector(f".game[data-todo={stage}] .prompt")
        for size in (*ACROSS, *UPRIGHT):
            set_size(page, size)
            page.wait_for_function(FITTED)
            assert page.evaluate(BOARD) == places.setdefault(size, page.evaluate(BOARD)), f"{stage} on {size}"
            struck_with = ".power, .dial, .tools button, .lens"
            asked = ".deck button, .deck a, .power, .dial, .lens"
            parts = struck_with if stage == "strike" else asked
            assert page.evaluate(OUTSIDE, parts) == [], f"{stage} on {size} in {language}"


@in_each_language
def test_number_fields_are_visible(home: Served, open_page: Callable[..., Page], language: str) -> None:
    """Check a match, strokes tried from a replay, practice and the lesson."""
    link, keys = lay(home, people(SINGLES), begun(scattered()))
    page = open_page(f"{link}#{keys['a1']}", preferences_in(language), has_touch=True)
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
            set_size(page, size)
            assert page.evaluate(OUTSIDE, ".numbers input, .power, .dial") == [], f"{place} on {size} in {language}"


def test_the_board_in_words_scrolls_by_finger(home: Served, open_page: Callable[..., Page]) -> None:
    """A finger scrolls the list, although around it a finger aims."""
    link, keys = lay(home, people(SINGLES, "link"), begun(scattered()))
    likes = FAST.replace("numbers: true", "numbers: false")
    page = open_page(f"{link}#{keys['a1']}", likes, has_touch=True, is_mobile=True)
    page.wait_for_selector(".game[data-todo=strike] .aim")
    for size in ((360, 740), (360, 640), (740, 360), (640, 360)):
        set_size(page, size)
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
    assert page.locator(".text-board code").count() == 0, "the notation of the record is not for reading out"


@in_each_language
def test_practice_fits_one_screen(home: Served, open_page: Callable[..., Page], language: str) -> None:
    page = open_page(f"{home.address}/practice", preferences_in(language).replace("numbers: true", "numbers: false"))
    page.wait_for_selector(".aim-room:not([inert])")
    for size in (*ACROSS, (360, 640), (360, 740), (412, 915), (1280, 800)):
        set_size(page, size)
        assert page.evaluate("() => document.documentElement.scrollHeight") <= size[1], f"{size} scrolls in {language}"
        assert page.evaluate(OUTSIDE, ".power, .dial, .panel > .buttons button") == [], f"{size} in {language}"


@in_each_language
def test_controls_of_a_replay_are_one_visible_line(home: Served, open_page: Callable[..., Page], language: str) -> None:
    page = open_page(f"{home.address}/replay", preferences_in(language))
    page.locator("textarea").fill(RECORD.read_text())
    page.locator(".go").click()
    page.locator(".moments button").nth(9).click()
    line = page.locator(".running")
    if language == "en":
        play = [f"▶ {game_text('play-stroke')}", f"▶▶ {game_text('play-all')}"]
        expect(line.get_by_role("button")).to_have_text(["‹", *play, "›"])
        expect(line.get_by_role("button", name=game_text("next"))).to_be_enabled()
    for size in (*ACROSS, (360, 640), (360, 740), (1280, 800)):
        set_size(page, size)
        page.evaluate("() => scrollTo(0, 0)")
        parts = ".running button, .panel input[type=range], .said, .stands"
        assert page.evaluate(OUTSIDE, parts) == [], f"{size} in {language}"
        assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0], f"{size} in {language}"
    # The button that plays to the end also stops, in the same place.
    page.evaluate("() => Object.assign(document.querySelector('.board-host').board, "
                  "{clock: {now: () => 0, next: () => undefined}})")  # fmt: skip
    before = line.bounding_box()
    line.get_by_role("button").nth(2).click()
    expect(line.get_by_role("button").nth(1)).to_be_disabled()
    line.get_by_role("button").nth(2).click()
    expect(line.get_by_role("button").nth(1)).to_be_enabled()
    assert line.bounding_box() == before


REACHED = ((360, 640), (360, 740), (740, 360), (640, 360), (320, 568))
ONCE = "localStorage['carrom.prefs'] ??= JSON.stringify({language: 'en', sound: false})"
BEYOND = """() => [...document.querySelectorAll('.top button, .top a, .deck :is(button, a, input, summary)')]
  .filter(one => one.offsetParent && !one.closest('.text-board'))
  .filter(one => { const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight; })
  .map(one => `${one.textContent || one.type} ends at ${one.getBoundingClientRect().bottom}`)"""


@pytest.mark.parametrize("stage", some_of([stage for stage in STAGES if stage != "strike"]))
def test_questions_between_strokes_are_visible(home: Served, open_page: Callable[..., Page], stage: str) -> None:
    link, keys = lay(home, people(LONG_NAMES, length="board"), STAGES[stage])
    page = open_page(f"{link}#{keys['a1']}", ONCE, viewport={"width": 360, "height": 740}, has_touch=True)
    for language in some_of(LANGUAGES):
        page.evaluate("like => { localStorage['carrom.prefs'] = like; }", f'{{"language":"{language}","sound":false}}')
        page.reload()
        page.wait_for_selector(f"[lang={language}] .game[data-todo={stage}] .prompt")
        if stage != "over":
            page.locator(".rack summary").tap()  # the rack can be turned, too
        for width, height in REACHED:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(f"() => innerWidth === {width} && innerHeight === {height}")
            assert page.evaluate(BEYOND) == [], f"{stage} on {width}×{height} in {language}"
