"""Learning carrom in the browser: the lesson, the rules on one page, puzzles, laws in plain words."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from carrom.laws.sentences import catalogue
from carrom.laws.sentences.plain import plain_sentence
from carrom.players.puzzles import puzzles
from tests.depth import by_depth
from tests.server.conftest import Served
from tests.web.acknowledged import impatient
from tests.web.input_devices import Finger
from tests.web.languages import in_each_language
from tests.web.words import game_text, page_text

pytestmark = pytest.mark.browser
EXACT = "localStorage.setItem('carrom.prefs', JSON.stringify({language: 'en', sound: false, speed: 24, numbers: true}))"


# Record the places of the power bar and the first button at every frame.
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
    """Strike with the current aim by the button beside the board."""
    page.locator(".aim button.go").click()


def _to_striker(key: str) -> str:
    """Return a sentence of the laws' catalogue addressed to the player."""
    return catalogue("en").to_striker.say(key)


def _aim(page: Page, along: float, direction: float, speed: float) -> None:
    page.wait_for_selector(".numbers input")
    for field, value in zip(page.locator(".numbers input").all(), (along, direction, speed), strict=True):
        field.fill(str(value))
        field.press("Tab")


def test_the_lesson_leads_to_a_won_board_and_remembers_its_step(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/learn", EXACT)
    lesson, step = page.get_by_test_id("lesson"), page.get_by_test_id("step")
    expect(step).to_have_text(page_text("step-of", n=1, count=6))
    page.locator(".exact input[type=range]").fill("120")
    page.get_by_role("button", name=page_text("go-on")).click()
    for number, done in enumerate(("strike", "pocket", "foul"), start=2):
        expect(step).to_have_text(page_text("step-of", n=number, count=6))
        if number == 3:  # after a miss the pieces are laid out again, with the line to the pocket
            expect(page.locator(".cb-glow")).not_to_have_count(0)
            lay = page.locator(".cb-white").first.get_attribute("data-x")
            weak = ((0, 34.3, 0.5, "weak"), (0, 34.3, 1.1, "weak"))  # short of the piece, and of the pocket
            misses = (*weak, (100, 10, 0.3, "untouched"), (0, 33, 2.2, "close"), (0, 32.5, 2.2, "striker"))
            for place, turned, speed, miss in misses:
                _aim(page, place, turned, speed)
                _strike(page)
                expect(page.get_by_test_id("miss")).to_contain_text(page_text(f"miss-{miss}"))
                expect(page.locator(".aim-room:not([inert])")).to_be_visible()
                expect(page.locator(".cb-glow")).not_to_have_count(0)
                expect(page.locator(".cb-white").first).to_have_attribute("data-x", lay or "")
        if number == 4:
            page.reload()
            expect(step).to_have_text(page_text("step-of", n=4, count=6))
        page.get_by_role("button", name=page_text("show-me")).click()
        _strike(page)
        expect(lesson).to_contain_text(page_text(f"lesson-{done}-done"))
        expect(page.get_by_test_id("miss")).to_have_count(0)
        if number == 3:
            expect(page.get_by_test_id("ruled")).to_have_text(
                re.compile(f"^{re.escape(_to_striker('turn.continues'))} ")
            )
        if number == 4:
            expect(page.locator(".cb-layer .cb-white")).to_have_count(4)  # the opponent placed the due
            expect(page.get_by_test_id("ruled").locator(".law")).not_to_have_count(0)
            page.get_by_test_id("ruled").locator(".law").click()
            law = re.search(r"\d+\w*", page.locator("dialog h2").first.text_content() or "")
            assert law
            expect(page.locator("dialog .law-plain")).to_have_text(plain_sentence(law[0], "en") or "?")
            page.keyboard.press("Escape")
        page.get_by_role("button", name=page_text("go-on")).click()
    page.get_by_role("button", name=page_text("show-me")).click()
    _strike(page)
    expect(lesson).to_contain_text(page_text("lesson-queen-half"))
    _aim(page, 0, 0, 0.3)
    _strike(page)
    expect(page.get_by_test_id("miss")).to_contain_text(page_text("miss-untouched"))
    expect(page.get_by_test_id("miss")).to_contain_text(page_text("miss-uncovered"))
    expect(lesson).to_contain_text(page_text("lesson-queen-half"))
    page.get_by_role("button", name=page_text("show-me")).click()
    _strike(page)
    expect(lesson).to_contain_text(page_text("lesson-queen-done"))
    ruled = f"{_to_striker('queen.covered')} {_to_striker('turn.continues')}"
    expect(page.get_by_test_id("ruled")).to_have_text(re.compile(f"^{re.escape(ruled)} "))
    page.get_by_role("button", name=page_text("go-on")).click()
    page.get_by_role("button", name=page_text("show-me")).click()
    _strike(page)
    expect(lesson).to_contain_text(page_text("lesson-win-done"))
    expect(page.get_by_test_id("ruled")).to_contain_text("6")
    expect(page.locator(".confetti")).to_have_count(1)
    page.get_by_role("link", name=game_text("rules")).click()
    expect(page.locator(".rules section")).to_have_count(10)
    page.go_back()  # a look at the rules does not undo the step
    expect(lesson).to_contain_text(page_text("lesson-win-done"))
    expect(page.get_by_role("link", name=page_text("to-puzzles"))).to_be_visible()
    expect(page.locator(".confetti")).to_have_count(0)  # celebrated once


def test_the_next_step_puts_no_control_under_the_thumb(home: Served, open_page: Callable[..., Page]) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = open_page(f"{home.address}/learn", "localStorage.setItem('carrom.lesson', '1')", **phone)
    page.get_by_role("button", name=page_text("show-me")).tap()
    page.locator(".charge .go").tap()
    go_on = page.get_by_role("button", name=page_text("go-on"))
    expect(go_on).to_be_visible()
    box = go_on.bounding_box()
    assert box
    go_on.tap()
    expect(page.get_by_role("button", name=page_text("show-me"))).to_be_visible()
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    under = "([x, y]) => document.elementFromPoint(x, y)?.closest('button, a')?.innerText ?? ''"
    assert page.evaluate(under, middle) == "", "a second tap on the same place presses something"


def test_a_stroke_requested_before_the_board_loads_is_shown(home: Served, open_page: Callable[..., Page]) -> None:
    """On a slow network the button appears before the pieces."""
    page = open_page(f"{home.address}/learn", f"{EXACT}; localStorage.setItem('carrom.lesson', '2')")
    page.wait_for_selector(".aim-room:not([inert])")  # later requests are those of the second visit
    asked: list[Route] = []
    page.route("**/api/position?*", lambda route: asked.append(route))
    with impatient():
        with page.expect_request("**/api/position?*"):
            page.reload()
        page.get_by_role("button", name=page_text("show-me")).click()
    expect(page.locator(".aim")).to_have_count(0)
    while not asked:
        page.wait_for_function("() => true")  # routes are handled while Playwright waits
    asked[0].continue_()
    _strike(page)
    expect(page.get_by_test_id("lesson")).to_contain_text(page_text("lesson-pocket-done"))


def test_the_lesson_explains_striking_by_finger(home: Served, open_page: Callable[..., Page]) -> None:
    """Follow the instructions for a touch screen."""
    second = f"{EXACT.replace('true', 'false')}; localStorage.setItem('carrom.lesson', '1')"
    page = open_page(f"{home.address}/learn", second, viewport={"width": 360, "height": 740}, has_touch=True)
    lesson = page.get_by_test_id("lesson")
    expect(lesson).to_contain_text(page_text("lesson-strike-fine"))
    page.wait_for_selector(".aim-room:not([inert])")
    page.evaluate(WATCHED)
    bar = page.locator(".power").bounding_box()
    assert bar
    draw = ((bar["x"] + 10, bar["y"] + 20), (bar["x"] + 150, bar["y"] + 20))
    Finger().drag(page, *draw)
    expect(page.get_by_test_id("miss")).to_contain_text(page_text("miss-untouched"))  # not aimed yet
    page.wait_for_selector(".aim-room:not([inert])")
    white = page.locator(".cb-layer .cb-white").bounding_box()
    assert white
    page.touchscreen.tap(white["x"] + white["width"] / 2, white["y"] + white["height"] / 2)
    expect(lesson).to_contain_text(page_text("lesson-strike-fine-aimed"))
    expect(page.get_by_test_id("miss")).to_have_count(0)  # a correct aim clears the miss
    Finger().drag(page, *draw)
    expect(lesson).to_contain_text(page_text("lesson-strike-fine-done"))
    expect(lesson).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("ruled")).to_have_count(0)  # a first stroke has no ruling
    expect(page.get_by_role("button", name=page_text("go-on"))).to_be_in_viewport(ratio=1)
    assert len(page.evaluate("() => [...places]")) == 2, "bar and buttons stay in place"


def test_a_game_after_the_lesson_begins_at_once_against_the_weakest(
    home: Served, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{home.address}/learn", f"{EXACT}; localStorage.setItem('carrom.lesson', '5')")
    page.get_by_role("button", name=page_text("show-me")).click()
    _strike(page)
    page.get_by_role("button", name=page_text("first-game")).click()
    page.wait_for_selector(".game")
    assert page.evaluate("() => JSON.parse(localStorage['carrom.level']).at") == 0  # the front page does not ask again


@pytest.mark.deep
@in_each_language
def test_lesson_and_puzzle_keep_their_controls_in_place(
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
        assert cut <= 0, f"the buttons do not fit on {width}×{height} in {language}"


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
def test_rules_and_laws_are_translated(
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
    for step in range(6):  # text and controls of every step fit every small screen
        page.evaluate("step => { localStorage['carrom.lesson'] = step; }", str(step))
        page.goto(f"{home.address}/learn")
        page.wait_for_selector(".aim-room:not([inert])")
        for width, height in SMALL:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(FITS)


def test_a_puzzle_explains_a_miss(home: Served, open_page: Callable[..., Page]) -> None:
    straight = (one for one in puzzles() if one.kind == "pot" and abs(one.solution[0].direction) < 60)
    one = next(one for one in straight if len(one.solution) == 1)
    stroke = one.solution[0]
    page = open_page(f"{home.address}/puzzles/{one.id}", EXACT)
    miss = page.get_by_test_id("miss")
    for turned, speed, why in ((0.0, 0.5, "weak"), (3.0, 1.0, "past"), (-80.0, 0.1, "untouched")):
        page.wait_for_selector(".aim-room:not([inert])")
        _aim(page, stroke.x, stroke.direction + turned, stroke.speed * speed)
        _strike(page)
        expect(miss).to_contain_text(page_text(f"miss-{why}"))
        page.get_by_role("button", name=page_text("puzzle-again")).click()


def test_a_puzzle_is_failed_then_solved_with_help(home: Served, open_page: Callable[..., Page]) -> None:
    one = next(puzzle for puzzle in puzzles() if puzzle.kind == "queen")
    page = open_page(f"{home.address}/puzzles", EXACT)
    expect(page.get_by_test_id("daily")).not_to_contain_text(re.compile(r"\d{4}-\d\d-\d\d"))
    show_all = page.get_by_role("button", name=page_text("puzzle-more", count=len(puzzles())))
    show_all.click()
    expect(show_all).to_have_count(0)
    tile = page.locator(f"[data-puzzle='{one.id}']")
    number = puzzles().index(one) + 1
    numbered = re.escape(page_text("puzzle-number", number=number))
    expect(tile).to_contain_text(re.compile(rf"{numbered}\D.*\({one.rating}\)$"))
    expect(tile.locator(".mini-board g")).to_have_count(len(one.position.pieces))
    expect(tile.locator(".mini-board image")).to_have_attribute("href", re.compile("^blob:"))
    tile.click()
    expect(page.get_by_role("link", name=game_text("rules"))).to_be_visible()
    verdict = page.get_by_test_id("verdict")
    expect(page.get_by_test_id("goal")).to_contain_text(page_text("goal-queen"))
    _aim(page, 0, 89, 0.3)
    _strike(page)
    expect(verdict).to_have_attribute("data-state", "failed")
    page.get_by_role("button", name=page_text("show-answer")).click()
    first = page.locator(".numbers input").first
    first.fill(first.input_value())  # the same number: no change, and no unfinished input
    first.press("Tab")
    for number, stroke in enumerate(one.solution):
        if number:
            page.get_by_role("button", name=game_text("hint")).click()
        page.get_by_role("button", name=page_text("take-aim")).click()
        for field, value in zip(
            page.locator(".numbers input").all(), (stroke.x, stroke.direction, stroke.speed), strict=True
        ):
            expect(field).to_have_value(f"{value:.2f}".rstrip("0").rstrip("."))
        _strike(page)
        expect(verdict).to_be_visible()
        page.wait_for_function("() => document.querySelector('.two').dataset.busy === 'false'")
    expect(verdict).to_contain_text("★☆☆")
    expect(page.locator(".confetti i")).not_to_have_count(0)
    page.get_by_role("link", name=page_text("puzzle-next")).click()
    expect(page.get_by_test_id("verdict")).to_have_count(0)
    page.get_by_role("link", name=page_text("puzzle-all")).click()
    show_all.click()
    expect(page.locator(f"[data-puzzle='{one.id}'] .stars")).to_have_text("★☆☆")
    html = page.request.get(f"{home.address}/puzzles/{one.id}").text()
    picture = re.search(r'og:image" content="([^"]+)"', html)
    assert picture
    assert page.request.get(picture[1]).body().startswith(b"\x89PNG")
    page.goto(f"{home.address}/puzzles/nonsense")
    expect(page.locator(".refusal")).to_have_text(page_text("no-puzzle"))
