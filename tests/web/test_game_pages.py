"""Every page of the game, used as people use it."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from carrom.laws.sentences import catalogue
from carrom.laws.sentences.plain import plain_sentence
from tests.server.conftest import Served
from tests.web.acknowledged import HeldRequests, impatient
from tests.web.input_devices import Mouse, two_here
from tests.web.words import game_text, page_text

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[2] / "carrom" / "server" / "static"


def test_a_law_opens_in_plain_words(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home)
    page.get_by_test_id("umpire").get_by_role("button", name=game_text("law", law=46)).click()
    expect(page.get_by_role("dialog").locator(".law-plain")).to_have_text(plain_sentence("46", "en") or "?")


def test_hint_undo_and_concession(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home)
    page.get_by_role("button", name=game_text("menu")).click()
    page.get_by_role("button", name=game_text("hint")).click()
    page.wait_for_function("() => document.querySelector('.board-host').board.state.hints.length > 0")
    expect(page.get_by_test_id("hint")).to_contain_text(game_text.pattern("hint-chance"))
    expect(page.get_by_test_id("hint")).to_contain_text(game_text.pattern("hint-power"))
    page.get_by_role("button", name=game_text("take-aim")).click()
    expect(page.get_by_role("button", name=game_text("strike"), exact=True)).to_be_visible()
    assert page.evaluate("() => document.querySelector('.board-host').board.aim.speed") > 0.5
    seq = page.locator(".game").get_attribute("data-seq")
    Mouse().pull(page, 0, 150)
    page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=moving])")
    page.get_by_role("button", name=game_text("menu")).click()
    page.get_by_role("button", name=game_text("undo")).click()
    expect(page.get_by_test_id("umpire")).to_have_text(game_text.pattern("said-corrected-to"))
    expect(page.locator(".cb-layer .cb-disc:not(.cb-striker)")).to_have_count(19)
    page.get_by_role("button", name=game_text("menu")).click()
    page.get_by_role("button", name=game_text("concede")).click()
    page.get_by_role("button", name=game_text.pattern("concede-match")).first.click()
    expect(page.get_by_test_id("over")).to_be_visible()
    expect(page.locator(".top a[href='/rules']")).to_be_visible()
    page.goto(f"{home.address}/replay")  # lists the finished games
    page.get_by_test_id("finished").get_by_test_id("game-tile").get_by_role("link").click()
    page.wait_for_selector("[data-moment]")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{page.url.partition('?')[0]}?coach")  # the link at the end of a match asks the coach
    expect(page.locator(".coach").get_by_text(page_text("coach-nothing"))).to_be_in_viewport()


def test_a_protest_is_lodged_and_upheld(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home)
    page.get_by_role("button", name=game_text("menu")).click()
    page.get_by_role("button", name=game_text("protest"), exact=True).click()
    page.get_by_label(game_text("protest-text")).fill("wrong turn")
    page.get_by_role("dialog").get_by_role("button", name=game_text("protest"), exact=True).click()
    expect(page.get_by_test_id("protest")).to_contain_text("wrong turn")
    page.get_by_role("button", name=game_text("protest-uphold", board=1)).click()
    expect(page.get_by_test_id("umpire")).to_contain_text(game_text("said-protest-upheld", board=1))
    expect(page.get_by_test_id("protest")).to_have_count(0)
    page.get_by_role("button", name=game_text("ready")).click()  # the first board, again
    page.wait_for_selector(".game[data-todo=strike]:not([data-actor=''])")


def test_practice_lays_pieces_and_hints_for_either_side(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/practice")
    page.wait_for_selector(".cb-ready")
    expect(page.get_by_role("button", name=f"+ {game_text('add-queen')}")).to_be_disabled()
    page.get_by_role("button", name=game_text("clear-board")).click()
    expect(page.locator(".cb-layer .cb-disc:not(.cb-striker)")).to_have_count(0)
    page.get_by_role("button", name=f"+ {game_text('add-white')}").click()
    page.get_by_role("button", name=f"+ {game_text('add-black')}").click()
    expect(page.locator(".cb-layer .cb-black")).to_have_count(1)
    drop = "([i, x, y]) => document.querySelector('.board-host').board.movePiece(i, {x, y}, true)"
    page.evaluate(drop, [1, -300, 331])  # onto the other piece
    expect(page.get_by_role("alert")).to_have_text(page_text("does-not-fit"))
    page.evaluate(drop, [0, 350, 350])  # into a pocket
    expect(page.locator(".cb-layer .cb-white")).to_have_count(0)
    page.get_by_label(page_text("colour-plays")).select_option("black")
    page.get_by_role("button", name=game_text("hint")).click()
    page.get_by_role("button", name=page_text("take-aim")).click()
    page.get_by_role("button", name=game_text("strike")).click()
    outcomes = f"{game_text.pattern('fell').pattern}|{re.escape(game_text('nothing'))}"
    expect(page.get_by_test_id("result")).to_contain_text(re.compile(outcomes))
    page.get_by_role("button", name=game_text("undo")).click()
    expect(page.locator(".cb-layer .cb-black")).to_have_count(1)


def test_five_rulebooks_side_by_side(home: Served, open_page: Callable[..., Page]) -> None:
    """An own piece with one of the opponent's: community rule 6 ends the turn, the other rulebooks continue it."""
    page = open_page(f"{home.address}/laws")
    expect(page.locator(".book")).to_have_count(5)
    expect(page.get_by_label(game_text("untouched"))).to_be_disabled()  # something fell
    expect(page.locator("[data-book=kreeda-2024] .law").first).to_contain_text("15d")
    expect(page.locator("[data-book=community-2024]")).to_contain_text(game_text("differs"))
    expect(page.locator("[data-book=vkk]")).not_to_contain_text(game_text("differs"))


def test_a_late_answer_keeps_a_number_being_typed(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/laws")
    expect(page.locator(".book")).to_have_count(5)
    asked: list[Route] = []
    page.route("**/api/rule*", lambda route: asked.append(route))
    field = page.get_by_label(game_text("opponent-fell"))
    with impatient():
        page.get_by_label(game_text("striker-fell")).check()
        page.get_by_label(game_text("striker-fell")).uncheck()
        field.press("Control+a")
        field.press_sequentially("2")
    for route in asked:
        route.continue_()
    page.unroute("**/api/rule*")
    expect(page.locator("[data-book=icf]")).not_to_contain_text(catalogue("en").say("due"))
    expect(field).to_have_value("2")
    field.press("Tab")
    expect(page.locator("[data-book=community-2024]")).to_contain_text(game_text("differs"))


def test_a_board_is_checked_and_its_blueprint_downloaded(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/make")
    side = page.locator("[id='surface.side']")
    side.fill("740")
    side.press("Tab")
    expect(page.get_by_test_id("inspection")).to_contain_text(game_text("passes-check"))
    page.locator("[id='pockets.diameter']").fill("44.5 50")
    page.locator("[id='pockets.diameter']").press("Tab")
    page.locator("[id='surface.smooth']").select_option("true")
    expect(page.get_by_test_id("inspection")).to_contain_text(game_text("fails-check", count=1))
    expect(page.locator("[data-measure='pockets.diameter']")).to_have_attribute("data-verdict", "fail")
    expect(page.locator("[data-measure='surface.smooth']")).to_have_attribute("data-verdict", "pass")
    with page.expect_download() as started:
        page.get_by_role("link", name="DXF").click()
    assert b"SECTION" in Path(started.value.path()).read_bytes()[:200]


def test_an_outdated_answer_is_not_shown(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/make")
    held: list[Route] = []
    page.route("**/api/board/check*", lambda route: route.continue_() if held else held.append(route))
    side = page.locator("[id='surface.side']")
    with impatient(), page.expect_request("**/api/board/check*"):
        side.fill("700")
        side.press("Tab")
    with impatient():
        side.fill("740")
        side.press("Tab")
    expect(page.get_by_test_id("inspection")).to_contain_text(game_text("passes-check"))
    with page.expect_response("**/api/board/check*"):
        held[0].continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.get_by_test_id("inspection")).to_contain_text(game_text("passes-check"))


def test_the_clock_of_a_game_runs_down(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.get_by_test_id("tune-here").click()
    page.get_by_role("combobox", name=game_text("rulebook")).select_option("kreeda-2024")
    page.get_by_label(game_text("length")).select_option("game")
    page.get_by_role("switch", name=game_text("clock")).check()
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
def test_every_page_is_linked_and_has_a_translated_title(
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


@pytest.mark.parametrize(("key", "address"), [("umpire-match", "pad"), ("run-tournament", "desk")])
def test_umpires_and_organisers_find_their_pages_from_the_front(
    home: Served, open_page: Callable[..., Page], key: str, address: str
) -> None:
    page = open_page(home.address)
    page.get_by_role("link", name=game_text(key)).click()
    page.wait_for_url(re.compile(rf"/{address}\b"))
    expect(page.get_by_role("heading").first).to_be_visible()


def test_the_play_page_is_small() -> None:
    """A first visit to a game loads less than 90 KB gzipped."""
    index = (STATIC / "index.html").read_text()
    wanted = set(re.findall(r"/assets/([\w.-]+)", index)) | {path.name for path in STATIC.glob("assets/PlayPage-*")}
    assert len(wanted) >= 3
    while more := {name for chunk in wanted for name in _imported(chunk)} - wanted:
        wanted |= more
    sizes = {name: len(gzip.compress((STATIC / "assets" / name).read_bytes())) for name in sorted(wanted)}
    assert sum(sizes.values()) + len(gzip.compress(index.encode())) < 90_000, json.dumps(sizes)


def _imported(chunk: str) -> list[str]:
    """Return the chunks that a chunk loads before it runs."""
    text = (STATIC / "assets" / chunk).read_text()
    return re.findall(r'(?:from|import)\s*"\./([\w.-]+\.js)"', text) if chunk.endswith(".js") else []


def test_a_late_answer_keeps_a_measure_being_typed(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/make")
    held = HeldRequests(page, "**/api/board/check*")
    side, pocket = page.get_by_label("playing surface, side of the square"), page.locator("[id='pockets.diameter']")
    with impatient(), page.expect_request("**/api/board/check*"):
        side.fill("740")
        side.press("Tab")
        pocket.press_sequentially("44")
    with page.expect_response("**/api/board/check*"):
        held.release()
    expect(page.get_by_test_id("inspection")).to_contain_text(game_text("passes-check"))
    expect(pocket).to_have_value("44")
