"""Every page of the game, used as people use it."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.conftest import Served
from tests.web.acknowledged import HeldRequests, impatient
from tests.web.hands import Mouse, two_here

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[2] / "carrom" / "server" / "static"


def test_a_law_opens_in_our_words(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home)
    page.get_by_test_id("umpire").get_by_role("button", name="Law 46").click()
    expect(page.get_by_role("dialog")).to_contain_text("Play")
    assert len(page.get_by_role("dialog").inner_text()) > 60


def test_hint_undo_and_concession(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Hint").click()
    page.wait_for_function("() => document.querySelector('.board-host').board.state.hints.length > 0")
    expect(page.get_by_test_id("hint")).to_contain_text(re.compile(r"\b\d{1,3} times in 100.* m/s"))
    page.get_by_role("button", name="Take this aim").click()
    expect(page.get_by_role("button", name="Strike", exact=True)).to_be_visible()
    assert page.evaluate("() => document.querySelector('.board-host').board.aim.speed") > 0.5
    seq = page.locator(".game").get_attribute("data-seq")
    Mouse().pull(page, 0, 150)
    page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=moving])")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_test_id("umpire")).to_have_text(re.compile(r"^The stroke was taken back\. Now \w+ plays\.\s*$"))
    expect(page.locator(".cb-layer .cb-disc:not(.cb-striker)")).to_have_count(19)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="give up the match").first.click()
    expect(page.get_by_test_id("over")).to_be_visible()
    expect(page.locator(".top a[href='/rules']")).to_be_visible()
    page.goto(f"{home.address}/replay")  # greets with one's own games
    page.get_by_test_id("finished").get_by_test_id("game-tile").get_by_role("link").click()
    page.wait_for_selector("[data-moment]")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{page.url.partition('?')[0]}?coach")  # as the end of a match leads to it: asked, and in sight
    expect(page.locator(".coach").get_by_text("there is nothing to say")).to_be_in_viewport()


def test_a_protest_is_lodged_and_upheld(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Protest", exact=True).click()
    page.get_by_label("What happened").fill("The clock had stopped")
    page.get_by_role("dialog").get_by_role("button", name="Protest", exact=True).click()
    expect(page.get_by_test_id("protest")).to_contain_text("The clock had stopped")
    page.get_by_role("button", name="Uphold").click()
    expect(page.get_by_test_id("umpire")).to_contain_text("Protest upheld")
    expect(page.get_by_test_id("protest")).to_have_count(0)
    page.get_by_role("button", name="Ready").click()  # the first board, again
    page.wait_for_selector(".game[data-todo=strike]:not([data-actor=''])")


def test_practice_lays_takes_away_strikes_and_advises_either_side(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/practice")
    page.wait_for_selector(".cb-ready")
    expect(page.get_by_role("button", name="+ Queen")).to_be_disabled()
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".cb-layer .cb-disc:not(.cb-striker)")).to_have_count(0)
    page.get_by_role("button", name="+ White").click()
    page.get_by_role("button", name="+ Black").click()
    expect(page.locator(".cb-layer .cb-black")).to_have_count(1)
    drop = "([i, x, y]) => document.querySelector('.board-host').board.movePiece(i, {x, y}, true)"
    page.evaluate(drop, [1, -300, 331])  # upon the other one
    expect(page.get_by_role("alert")).to_have_text("There is no room for a piece there.")
    page.evaluate(drop, [0, 350, 350])  # into a pocket
    expect(page.locator(".cb-layer .cb-white")).to_have_count(0)
    page.get_by_label("Hint for").select_option("black")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Take this aim").click()
    page.get_by_role("button", name="Strike").click()
    expect(page.get_by_test_id("result")).to_contain_text("ell")  # "Fell: black", or "Nothing fell"
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".cb-layer .cb-black")).to_have_count(1)


def test_five_rulebooks_side_by_side(home: Served, open_page: Callable[..., Page]) -> None:
    """The queen with an opponent's piece: the community's rule 6 ends the turn where the others let it go on."""
    page = open_page(f"{home.address}/laws")
    expect(page.locator(".book")).to_have_count(5)
    expect(page.get_by_label("Missed (no coin touched)")).to_be_disabled()  # something fell
    expect(page.locator("[data-book=kreeda-2024] .law").first).to_have_text("KREEDA 2024: 15d")
    expect(page.locator("[data-book=community-2024]")).to_contain_text("differs")
    expect(page.locator("[data-book=vkk]")).not_to_contain_text("differs")


def test_what_is_being_typed_stays_when_an_answer_comes(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/laws")
    expect(page.locator(".book")).to_have_count(5)
    asked: list[Route] = []
    page.route("**/api/rule*", lambda route: asked.append(route))
    field = page.get_by_label("Opponent's pieces pocketed")
    with impatient():
        page.get_by_label("Striker pocketed").check()
        page.get_by_label("Striker pocketed").uncheck()
        field.press("Control+a")
        field.press_sequentially("2")
    for route in asked:
        route.continue_()
    page.unroute("**/api/rule*")
    expect(page.locator("[data-book=icf]")).not_to_contain_text("striker")
    expect(field).to_have_value("2")
    field.press("Tab")
    expect(page.locator("[data-book=community-2024]")).to_contain_text("differs")


def test_a_board_is_checked_and_its_blueprint_downloaded(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/make")
    side = page.get_by_label("playing surface, side of the square")
    side.fill("740")
    side.press("Tab")
    expect(page.get_by_test_id("inspection")).to_contain_text("within the Laws")
    page.get_by_label("pocket, diameter").fill("44.5 50")
    page.get_by_label("pocket, diameter").press("Tab")
    page.get_by_label("playing surface completely smooth").select_option("yes")
    expect(page.get_by_test_id("inspection")).to_contain_text("1 outside the Laws")
    expect(page.locator("[data-measure='pockets.diameter']")).to_have_attribute("data-verdict", "fail")
    expect(page.locator("[data-measure='surface.smooth']")).to_have_attribute("data-verdict", "pass")
    with page.expect_download() as started:
        page.get_by_role("link", name="DXF").click()
    assert b"SECTION" in Path(started.value.path()).read_bytes()[:200]


def test_an_answer_that_is_overtaken_is_not_shown(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/make")
    held: list[Route] = []
    page.route("**/api/board/check*", lambda route: route.continue_() if held else held.append(route))
    side = page.get_by_label("playing surface, side of the square")
    with impatient(), page.expect_request("**/api/board/check*"):
        side.fill("700")
        side.press("Tab")
    with impatient():
        side.fill("740")
        side.press("Tab")
    expect(page.get_by_test_id("inspection")).to_contain_text("within the Laws")
    with page.expect_response("**/api/board/check*"):
        held[0].continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.get_by_test_id("inspection")).to_contain_text("within the Laws")


def test_the_time_of_a_game_runs_down_in_sight(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.get_by_test_id("tune-here").click()
    page.get_by_role("combobox", name="Rulebook").select_option("kreeda-2024")
    page.get_by_label("Length").select_option("game")
    page.get_by_role("switch", name="Clock").check()
    page.get_by_test_id("start").click()
    clock = page.get_by_test_id("game-clock")
    expect(clock).to_have_text(re.compile(r"^(30:00|29:5\d)$"))
    first = clock.inner_text()
    expect(clock).not_to_have_text(first)
    assert clock.inner_text() < first.replace("30:00", "30:01")


def test_doubles_with_computers(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.get_by_test_id("start-doubles").click()
    page.get_by_test_id("start").click()
    page.wait_for_selector(".game")
    expect(page.locator(".party-names span")).to_have_count(4)
    page.wait_for_selector(".game:not([data-actor='']):not([data-todo=moving]), .game[data-todo=over]")


@pytest.mark.parametrize("language", ["en", "ur"])
def test_every_page_is_linked_and_titled_in_the_language(
    home: Served, open_page: Callable[..., Page], language: str
) -> None:
    page = open_page(home.address, f"localStorage.setItem('carrom.prefs', JSON.stringify({{language: '{language}'}}))")
    expect(page.locator(f"html[lang={language}] h1")).to_be_visible()
    game = page.locator("h1").inner_text()
    expect(page).to_have_title(game)
    rooms = page.locator(".rooms a:not([target])").all()
    links = {link.get_attribute("href"): link.locator("b").inner_text() for link in rooms}
    assert len(links) > 3
    for address, words in links.items():
        page.goto(f"{home.address}{address}")
        expect(page).to_have_title(f"{game} · {words}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("header a[href='/rules']")).to_be_visible()


@pytest.mark.parametrize(("words", "address"), [("Umpire a match", "pad"), ("Run a tournament", "desk")])
def test_umpires_and_organisers_find_their_pages_from_the_front(
    home: Served, open_page: Callable[..., Page], words: str, address: str
) -> None:
    page = open_page(home.address)
    page.get_by_role("link", name=words).click()
    page.wait_for_url(re.compile(rf"/{address}\b"))
    expect(page.get_by_role("heading").first).to_be_visible()


def test_the_play_page_is_small() -> None:
    """Everything that a first visit to a game loads: less than 90 KB gzipped."""
    index = (STATIC / "index.html").read_text()
    wanted = set(re.findall(r"/assets/([\w.-]+)", index)) | {path.name for path in STATIC.glob("assets/PlayPage-*")}
    assert len(wanted) >= 3
    while more := {name for chunk in wanted for name in _imported(chunk)} - wanted:
        wanted |= more
    sizes = {name: len(gzip.compress((STATIC / "assets" / name).read_bytes())) for name in sorted(wanted)}
    assert sum(sizes.values()) + len(gzip.compress(index.encode())) < 90_000, json.dumps(sizes)


def _imported(chunk: str) -> list[str]:
    """What a chunk loads before it runs, not what it may ask for later."""
    text = (STATIC / "assets" / chunk).read_text()
    return re.findall(r'(?:from|import)\s*"\./([\w.-]+\.js)"', text) if chunk.endswith(".js") else []


def test_a_measure_that_is_being_typed_stays_when_an_answer_comes(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/make")
    held = HeldRequests(page, "**/api/board/check*")
    side, pocket = page.get_by_label("playing surface, side of the square"), page.get_by_label("pocket, diameter")
    with impatient(), page.expect_request("**/api/board/check*"):
        side.fill("740")
        side.press("Tab")
        pocket.press_sequentially("44")
    with page.expect_response("**/api/board/check*"):
        held.release()
    expect(page.get_by_test_id("inspection")).to_contain_text("within the Laws")
    expect(pocket).to_have_value("44")
