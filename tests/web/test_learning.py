"""Learning carrom in the browser: the lesson, the rules on one page, puzzles, laws in plain words."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from carrom.players.puzzles import puzzles
from tests.depth import by_depth
from tests.server.conftest import Served
from tests.web.acknowledged import impatient
from tests.web.hands import Finger
from tests.web.languages import in_each_language

pytestmark = pytest.mark.browser
EXACT = "localStorage.setItem('carrom.prefs', JSON.stringify({language: 'en', sound: false, speed: 24, numbers: true}))"


# Where the bar and the first button have been, at every frame from now on.
WATCHED = """() => { window.places = new Set(); const look = () => {
  for (const found of ['.power', '.panel .buttons'])
    places.add(`${found} ${document.querySelector(found)?.getBoundingClientRect().top}`);
  requestAnimationFrame(look); }; look(); }"""
FITS = """() => { const said = document.querySelector('.said-here');
  const cut = [...document.querySelectorAll('.panel button, .panel a, .power')].filter(one =>
    one.getBoundingClientRect().bottom > innerHeight || one.getBoundingClientRect().right > innerWidth);
  return cut.length === 0 && said.scrollHeight <= said.clientHeight + 2; }"""
SMALL = ((360, 640), (360, 740), (740, 360))


def _strike(page: Page) -> None:
    """By the button beside the board: the aim has been taken over."""
    page.locator(".aim button.go").click()


def _aim(page: Page, along: float, direction: float, speed: float) -> None:
    page.wait_for_selector(".numbers input")
    for field, value in zip(page.locator(".numbers input").all(), (along, direction, speed), strict=True):
        field.fill(str(value))
        field.press("Tab")


def test_the_lesson_leads_to_a_won_board_and_remembers_where_one_was(
    home: Served, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{home.address}/learn", EXACT)
    lesson, step = page.get_by_test_id("lesson"), page.get_by_test_id("step")
    expect(step).to_have_text("Step 1 of 6")
    page.locator(".exact input[type=range]").fill("120")
    page.get_by_role("button", name="Go on").click()
    for number, words in enumerate(("That is a stroke", "Pocketed!", "Your turn is over"), start=2):
        expect(step).to_have_text(f"Step {number} of 6")
        if number == 3:  # what misses is laid out again, with the line and the pocket that it leads to
            expect(page.locator(".cb-glow")).not_to_have_count(0)
            lay = page.locator(".cb-white").first.get_attribute("data-x")
            weak = ((0, 34.3, 0.5, "Too weak"), (0, 34.3, 1.1, "Too weak"))  # before the piece, and before the pocket
            misses = (*weak, (100, 10, 0.3, "met nothing"), (0, 33, 2.2, "did not fall"), (0, 32.5, 2.2, "is a foul"))
            for place, turned, speed, word in misses:
                _aim(page, place, turned, speed)
                _strike(page)
                expect(page.get_by_test_id("miss")).to_contain_text(word)
                expect(page.locator(".aim-room:not([inert])")).to_be_visible()
                expect(page.locator(".cb-glow")).not_to_have_count(0)
                expect(page.locator(".cb-white").first).to_have_attribute("data-x", lay or "")
        if number == 4:
            page.reload()
            expect(step).to_have_text("Step 4 of 6")
        page.get_by_role("button", name="Show me").click()
        _strike(page)
        expect(lesson).to_contain_text(words)
        expect(page.get_by_test_id("miss")).to_have_count(0)
        if number == 3:
            expect(page.get_by_test_id("ruled")).to_have_text(re.compile("^You play on. "))  # as the words above say
        if number == 4:
            expect(page.locator(".cb-layer .cb-white")).to_have_count(4)  # the due, placed by the opponent
            expect(page.get_by_test_id("ruled")).to_contain_text("The striker fell: one due. 1 of your pieces is taken")
            page.get_by_test_id("ruled").locator(".law").click()
            expect(page.locator("dialog .law-plain")).to_contain_text("one of the player's pocketed pieces comes back")
            page.keyboard.press("Escape")
        page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Show me").click()
    _strike(page)
    expect(lesson).to_contain_text("Now cover her")
    _aim(page, 0, 0, 0.3)
    _strike(page)
    expect(page.get_by_test_id("miss")).to_contain_text("met nothing")
    expect(page.get_by_test_id("miss")).to_contain_text("the queen would now go back to the centre")
    expect(lesson).to_contain_text("Now cover her")
    page.get_by_role("button", name="Show me").click()
    _strike(page)
    expect(lesson).to_contain_text("she is yours")
    expect(page.get_by_test_id("ruled")).to_have_text(re.compile("^The queen is covered. You play on. "))
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Show me").click()
    _strike(page)
    expect(lesson).to_contain_text("You win the board")
    expect(page.get_by_test_id("ruled")).to_contain_text("You win the board by 6")
    expect(page.locator(".confetti")).to_have_count(1)
    page.get_by_role("link", name="The rules").click()
    expect(page.locator(".rules section")).to_have_count(10)
    page.go_back()  # what was done is not undone by looking something up
    expect(lesson).to_contain_text("You win the board")
    expect(page.get_by_role("link", name="Try a puzzle")).to_be_visible()
    expect(page.locator(".confetti")).to_have_count(0)  # celebrated once


def test_the_next_step_lays_nothing_under_the_thumb(home: Served, open_page: Callable[..., Page]) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = open_page(f"{home.address}/learn", "localStorage.setItem('carrom.lesson', '1')", **phone)
    page.get_by_role("button", name="Show me").tap()
    page.locator(".charge .go").tap()
    go_on = page.get_by_role("button", name="Go on")
    expect(go_on).to_be_visible()
    box = go_on.bounding_box()
    assert box
    go_on.tap()
    expect(page.get_by_role("button", name="Show me")).to_be_visible()
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    under = "([x, y]) => document.elementFromPoint(x, y)?.closest('button, a')?.innerText ?? ''"
    assert page.evaluate(under, middle) == "", "a second tap on the same place presses something"


def test_a_stroke_asked_for_before_the_board_is_laid_out_is_shown(home: Served, open_page: Callable[..., Page]) -> None:
    """A slow network: the button is there before the pieces are."""
    page = open_page(f"{home.address}/learn", f"{EXACT}; localStorage.setItem('carrom.lesson', '2')")
    page.wait_for_selector(".aim-room:not([inert])")  # what is asked from now on is asked by the second visit
    asked: list[Route] = []
    page.route("**/api/position?*", lambda route: asked.append(route))
    with impatient():
        with page.expect_request("**/api/position?*"):
            page.reload()
        page.get_by_role("button", name="Show me").click()
    expect(page.locator(".aim")).to_have_count(0)
    while not asked:
        page.wait_for_function("() => true")  # the route above is heard of while something is waited for
    asked[0].continue_()
    _strike(page)
    expect(page.get_by_test_id("lesson")).to_contain_text("Pocketed!")


def test_the_lesson_speaks_of_what_a_finger_finds(home: Served, open_page: Callable[..., Page]) -> None:
    """It says how to strike, and that strikes."""
    second = f"{EXACT.replace('true', 'false')}; localStorage.setItem('carrom.lesson', '1')"
    page = open_page(f"{home.address}/learn", second, viewport={"width": 360, "height": 740}, has_touch=True)
    lesson = page.get_by_test_id("lesson")
    expect(lesson).to_contain_text("turn the line until it meets the white piece")
    page.wait_for_selector(".aim-room:not([inert])")
    page.evaluate(WATCHED)
    bar = page.locator(".power").bounding_box()
    assert bar
    draw = ((bar["x"] + 10, bar["y"] + 20), (bar["x"] + 150, bar["y"] + 20))
    Finger().drag(page, *draw)
    expect(page.get_by_test_id("miss")).to_contain_text("The striker met nothing")  # the line is not there yet
    page.wait_for_selector(".aim-room:not([inert])")
    white = page.locator(".cb-layer .cb-white").bounding_box()
    assert white
    page.touchscreen.tap(white["x"] + white["width"] / 2, white["y"] + white["height"] / 2)
    expect(lesson).to_contain_text("draw the bar below to the right, hold it, and let go")
    expect(page.get_by_test_id("miss")).to_have_count(0)  # what is right now stands alone
    Finger().drag(page, *draw)
    expect(lesson).to_contain_text("The further you drag")
    expect(lesson).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("ruled")).to_have_count(0)  # a first stroke is only a stroke
    expect(page.get_by_role("button", name="Go on")).to_be_in_viewport(ratio=1)
    assert len(page.evaluate("() => [...places]")) == 2, "whatever happens, bar and buttons stay under the thumb"


def test_a_game_after_the_lesson_begins_at_once_against_the_weakest(
    home: Served, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{home.address}/learn", f"{EXACT}; localStorage.setItem('carrom.lesson', '5')")
    page.get_by_role("button", name="Show me").click()
    _strike(page)
    page.get_by_role("button", name="Play a game").click()
    page.wait_for_selector(".game")
    assert page.evaluate("() => JSON.parse(localStorage['carrom.level']).at") == 0  # asked no more on the front page


@pytest.mark.deep
@in_each_language
def test_neither_lesson_nor_puzzle_moves_what_is_under_the_thumb(
    home: Served, open_page: Callable[..., Page], language: str
) -> None:
    likes = f"localStorage.setItem('carrom.prefs', JSON.stringify({{language: '{language}', sound: false, speed: 24}}))"
    page = open_page(f"{home.address}/learn", likes, has_touch=True)
    one = next(puzzle for puzzle in puzzles() if puzzle.kind == "pot")
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => localStorage.setItem('carrom.lesson', 0)")
        page.goto(f"{home.address}/learn")
        _watch(page)
        striker = page.locator(".cb-striker").first.bounding_box()
        assert striker
        x, y = striker["x"] + striker["width"] / 2, striker["y"] + striker["height"] / 2
        Finger().drag(page, (x, y), (x + 60, y))
        page.locator(".panel .buttons .go").wait_for()
        assert len(_places(page)) == 2, f"the lesson on {width}×{height} in {language}"
        page.goto(f"{home.address}/puzzles/{one.id}")
        _watch(page)
        for _ in one.solution:
            page.locator(".panel .buttons > button").first.tap()  # a hint, and then its aim
            page.wait_for_function("() => document.querySelector('.board-host').board.state.hints.length > 0")
            page.locator(".panel .buttons > button").first.tap()
            page.locator(".aim button.go").tap()
            page.locator("[data-testid=verdict]").wait_for()
        page.locator("[data-state=solved]").wait_for()
        assert len(_places(page)) == 2, f"a puzzle on {width}×{height} in {language}"
        cut = page.locator(".panel .buttons").evaluate("row => row.scrollWidth - row.clientWidth")
        assert cut <= 0, f"what is offered does not fit on {width}×{height} in {language}"


def _watch(page: Page) -> None:
    page.wait_for_selector(".aim-room:not([inert])")
    page.evaluate(WATCHED)


def _places(page: Page) -> list[str]:
    places: list[str] = page.evaluate("() => [...places]")
    return places


@pytest.mark.parametrize(
    ("language", "script"),
    by_depth([("ur", r"[\u0600-\u06ff]")], [("hi", r"[\u0900-\u097f]"), ("ur", r"[\u0600-\u06ff]")]),
)
def test_rules_and_laws_speak_the_language(
    home: Served, open_page: Callable[..., Page], language: str, script: str
) -> None:
    prefs = f"localStorage.setItem('carrom.prefs', JSON.stringify({{language: '{language}', sound: false}}))"
    page = open_page(f"{home.address}/rules", prefs, viewport={"width": 360, "height": 740})
    expect(page.locator(".rules section").first.locator("p")).to_have_text(re.compile(script))
    assert not re.search(r"[A-Za-z]{3}", page.locator(".rules").inner_text())
    page.goto(f"{home.address}/laws")
    page.locator(".book .law").first.click()
    expect(page.locator("dialog .law-plain")).to_have_text(re.compile(script))
    for path in ("/learn", "/puzzles", "/puzzles/daily"):
        page.goto(home.address + path)
        page.wait_for_selector("h1")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360, path
    for step in range(6):  # all that a step says, and what one does with it, is on every small screen
        page.evaluate("step => { localStorage['carrom.lesson'] = step; }", str(step))
        page.goto(f"{home.address}/learn")
        page.wait_for_selector(".aim-room:not([inert])")
        for width, height in SMALL:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(FITS)


def test_a_puzzle_says_what_was_wrong_with_the_stroke(home: Served, open_page: Callable[..., Page]) -> None:
    straight = (one for one in puzzles() if one.kind == "pot" and abs(one.solution[0].direction) < 60)
    one = next(one for one in straight if len(one.solution) == 1)
    stroke = one.solution[0]
    page = open_page(f"{home.address}/puzzles/{one.id}", EXACT)
    miss = page.get_by_test_id("miss")
    for turned, speed, words in ((0.0, 0.5, "Too weak"), (3.0, 1.0, "Past the pocket"), (-80.0, 0.1, "met nothing")):
        page.wait_for_selector(".aim-room:not([inert])")
        _aim(page, stroke.x, stroke.direction + turned, stroke.speed * speed)
        _strike(page)
        expect(miss).to_contain_text(words)
        page.get_by_role("button", name="Again").click()


def test_a_puzzle_is_failed_helped_solved_and_counted(home: Served, open_page: Callable[..., Page]) -> None:
    one = next(puzzle for puzzle in puzzles() if puzzle.kind == "queen")
    page = open_page(f"{home.address}/puzzles", EXACT)
    expect(page.get_by_test_id("daily")).not_to_contain_text(re.compile(r"\d{4}-\d\d-\d\d"))
    show_all = page.get_by_role("button", name=f"Show all {len(puzzles())}")
    show_all.click()
    expect(show_all).to_have_count(0)
    tile = page.locator(f"[data-puzzle='{one.id}']")
    number = puzzles().index(one) + 1
    expect(tile).to_contain_text(re.compile(rf"No\. {number}\D.*\({one.rating}\)$"))
    expect(tile.locator(".mini-board g")).to_have_count(len(one.position.pieces))
    expect(tile.locator(".mini-board image")).to_have_attribute("href", re.compile("^blob:"))
    tile.click()
    expect(page.get_by_role("link", name="The rules")).to_be_visible()
    verdict = page.get_by_test_id("verdict")
    expect(page.get_by_test_id("goal")).to_contain_text("Pocket the queen")
    _aim(page, 0, 89, 0.3)
    _strike(page)
    expect(verdict).to_have_attribute("data-state", "failed")
    page.get_by_role("button", name="Show the answer").click()
    first = page.locator(".numbers input").first
    first.fill(first.input_value())  # the number that is there already: no change, and nothing left being typed
    first.press("Tab")
    for number, stroke in enumerate(one.solution):
        if number:
            page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="Take this aim").click()
        for field, value in zip(
            page.locator(".numbers input").all(), (stroke.x, stroke.direction, stroke.speed), strict=True
        ):
            expect(field).to_have_value(f"{value:.2f}".rstrip("0").rstrip("."))
        _strike(page)
        expect(verdict).to_be_visible()
        page.wait_for_function("() => document.querySelector('.two').dataset.busy === 'false'")
    expect(verdict).to_contain_text("★☆☆")
    expect(page.locator(".confetti i")).not_to_have_count(0)
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.get_by_test_id("verdict")).to_have_count(0)
    page.get_by_role("link", name="All puzzles").click()
    show_all.click()
    expect(page.locator(f"[data-puzzle='{one.id}'] .stars")).to_have_text("★☆☆")
    told = page.request.get(f"{home.address}/puzzles/{one.id}").text()
    picture = re.search(r'og:image" content="([^"]+)"', told)
    assert picture
    assert page.request.get(picture[1]).body().startswith(b"\x89PNG")
    page.goto(f"{home.address}/puzzles/nonsense")
    expect(page.locator(".refusal")).to_have_text("There is no such puzzle.")
