"""The front door, and coming back: one tap to a board, one's own games, links that show who plays."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable
from urllib.error import HTTPError

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.conftest import Served
from tests.server.talk import HERE, post_match
from tests.web.acknowledged import HeldRequests, impatient
from tests.web.conftest import FAST

pytestmark = pytest.mark.browser
MAKING = re.compile(r"/api/matches\?")
ONE_SCREEN = (
    "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
)


def test_one_tap_to_a_board_and_back_to_it(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, viewport={"width": 360, "height": 740})
    expect(page.get_by_test_id("start-new")).to_be_visible()
    assert page.evaluate(ONE_SCREEN), "a newcomer's phone shows the whole front page"
    expect(page.get_by_test_id("continue")).to_have_count(0)
    page.get_by_test_id("start-new").click()  # how well one plays is asked once, and the answer begins the game
    page.wait_for_selector(".game")
    page.get_by_role("link", name="Front page").first.click()
    expect(page.get_by_test_id("continue").get_by_test_id("game-tile")).to_have_count(1)
    expect(page.get_by_test_id("start-new")).to_have_count(0)
    page.get_by_test_id("tune-computer").click()  # who began as a guest and has a name now is called so
    page.get_by_label("Your name").fill("Asha")
    page.keyboard.press("Escape")
    played = page.get_by_test_id("game-tile").get_by_role("link").get_attribute("href") or ""
    there = "path => { history.pushState({}, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
    page.evaluate(there, played.replace("/play/", "/replay/"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Asha – ")
    page.go_back()
    easiest = page.get_by_test_id("start-computer").inner_text()
    page.get_by_role("button", name="A stronger opponent").click()
    expect(page.get_by_test_id("start-computer")).not_to_have_text(easiest)
    assert page.evaluate(ONE_SCREEN)

    page.goto(f"{home.address}/games")
    tile = page.get_by_test_id("running").get_by_test_id("game-tile")
    tile.get_by_role("link").click()
    page.wait_for_selector(".game")
    page.go_back()
    tile.get_by_role("button", name="Forget this game").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget this game").click()
    expect(page.get_by_text("No games yet")).to_be_visible()

    page.goto(f"{home.address}/nonsense")
    expect(page.get_by_role("heading", name="Nothing is here")).to_be_visible()
    page.get_by_role("link", name="Your games").click()
    expect(page).to_have_url(f"{home.address}/games")


def test_a_slow_network_starts_one_match(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    asked: list[Route] = []
    page.route(MAKING, lambda route: asked.append(route))
    with impatient(), page.expect_request(MAKING):
        page.get_by_test_id("start-new").click()
    card = page.get_by_test_id("start-computer")
    expect(card).to_contain_text("Starting…")
    expect(card).to_be_disabled()
    expect(page.get_by_test_id("start-here")).to_be_disabled()
    with impatient():
        card.click(force=True)
    page.wait_for_function("() => true")
    assert len(asked) == 1
    asked[0].abort()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(card).to_be_enabled()  # it failed: whoever taps again means it
    page.unroute(MAKING)
    card.click()
    page.wait_for_selector(".game")


def test_whoever_taps_before_the_opponents_have_come_meets_the_one_that_was_promised(
    home: Served, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{home.address}/rules")
    held = HeldRequests(page, "**/api/choices*")
    tapped = page.get_by_test_id("start-good")
    with impatient():
        page.goto(home.address)
        tapped.click()
    expect(tapped).to_contain_text("Starting…")
    expect(page.get_by_test_id("start-here")).to_be_disabled()
    held.release()
    page.wait_for_selector(".game")
    expect(page.locator(".party.far .party-names")).not_to_contain_text("Computer")
    level = page.evaluate("JSON.parse(localStorage['carrom.level']).at")
    assert level > 2, "of a whole list, not of none"


def test_friends_by_link(home: Served, open_page: Callable[..., Page]) -> None:
    """Two play; a third with the same link is told and watches, as who has none does. Lost phones are no end."""
    full = "localStorage['carrom.wishes'] ??= JSON.stringify({ceremony: true})"
    no_clipboard = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
    asha = open_page(home.address, f"{FAST}; {full}; {no_clipboard}")
    asha.get_by_test_id("start-link").click()
    _say_name(asha, "Asha", "Start")
    expect(asha.locator("img.qr")).to_be_visible()
    links = asha.locator(".share input")
    invitation, public = links.nth(0).input_value(), links.nth(1).input_value()
    copy = asha.locator(".link-row").first.get_by_role("button", name="Cop")
    copy.click()
    expect(copy).to_have_text("Copied")  # by the old way: a page of a home network has no other
    asha.get_by_role("button", name="Close").click()
    awaited = asha.get_by_test_id("awaited")  # whom, what happens then, and the link again
    expect(awaited).to_contain_text("Waiting for your friend")
    expect(awaited).to_contain_text("A bell rings here then, and the match begins")
    expect(asha.get_by_text("who is choosing")).to_have_count(0)
    awaited.get_by_role("button", name="Copy the link").click()
    expect(awaited.get_by_role("button", name="Copied")).to_be_visible()
    awaited.get_by_role("button", name="QR code").click()
    expect(asha.locator("img.qr")).to_be_visible()
    asha.get_by_role("button", name="Close").click()

    ravi = open_page(invitation)
    expect(ravi.get_by_test_id("seated").locator("[data-player=a1]")).to_contain_text("Asha")
    _say_name(ravi, "Ravi", "Sit down and play")
    expect(asha.locator(".players").get_by_text("Ravi")).to_be_visible()
    expect(awaited).to_have_count(0)
    third = open_page(invitation)
    expect(third.get_by_test_id("seat-taken")).to_contain_text("Ravi sits at the seat")  # before anything is asked
    third.get_by_role("button", name="Watch").click()
    watcher = open_page(public)
    for page in (third, watcher):
        expect(page.get_by_text("Watching", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="Say something")).to_have_count(0)

    asha.get_by_role("button", name="Say something").click()
    asha.get_by_role("button", name="Good luck!").click()
    expect(ravi.get_by_test_id("bubble")).to_contain_text("Asha Good luck!")
    asha.get_by_role("button", name="Menu").click()
    asha.get_by_role("button", name="End without a winner").click()
    ravi.get_by_test_id("ask").get_by_role("button", name="Decline").click()
    expect(asha.get_by_test_id("declined")).to_have_text("Ravi declined.")
    asha.get_by_role("button", name="Menu").click()
    asha.get_by_role("button", name="End without a winner").click()
    ravi.get_by_test_id("ask").get_by_role("button", name="Agree").click()
    expect(ravi.locator(".result")).to_have_text("Ended by agreement")
    expect(asha.get_by_role("link", name="Ask the coach")).to_be_visible()
    old = asha.url
    asha.get_by_test_id("rematch").click()
    expect(ravi.get_by_text("Asha would like to play again")).to_be_visible()
    ravi.get_by_test_id("rematch").click()
    asha.wait_for_url(lambda address: address != old)
    ravi.wait_for_url(asha.url)
    watcher.get_by_test_id("rematch").click()
    watcher.wait_for_url(asha.url)
    expect(watcher.locator(".players").get_by_text("Ravi")).to_be_visible()

    _change_sides(asha, ravi)
    third.goto(f"{asha.url}#{invitation.partition('#')[2]}")  # the same link opens the same seat, if it is open
    expect(third.get_by_test_id("held-seat")).to_be_visible()
    asha.get_by_role("button", name="Share").click()
    asha.get_by_role("button", name="Open this seat again").click()
    asha.get_by_role("button", name="Open the seat").click()
    expect(ravi.get_by_test_id("held-seat")).to_be_visible()
    expect(asha.get_by_test_id("held-seat")).to_have_count(0)  # sides were chosen, and yet it is his seat, not hers
    expect(third.get_by_role("button", name="Sit down")).to_have_count(0)  # it was not opened for whoever has the link
    expect(links.nth(0)).to_have_value(re.compile("[?]take#.*[.]"))
    phone = open_page(links.nth(0).input_value(), viewport={"width": 360, "height": 740})
    expect(phone.locator(".party.near")).to_contain_text("Ravi")
    expect(phone.get_by_test_id("held-seat")).to_have_count(0)

    phone.get_by_role("button", name="Share").click()
    phone.get_by_role("button", name="Go on at another screen").click()
    moved = phone.locator(".share input").last
    expect(moved).to_have_value(re.compile("[?]take#.*[.]"))
    tablet = open_page(moved.input_value())
    expect(tablet.locator(".party.near")).to_contain_text("Ravi")
    expect(tablet.get_by_test_id("held-seat")).to_have_count(0)
    expect(third.get_by_test_id("held-seat")).to_contain_text("Ravi sits at this seat")

    asha.get_by_text("If this phone gets lost").click()
    found = open_page(asha.locator(".share details input").input_value())
    found.get_by_role("button", name="Sit here").click()
    expect(found.locator(".party.near")).to_contain_text("Asha (you)")
    expect(asha.get_by_test_id("held-seat")).to_be_visible()


def _change_sides(asha: Page, ravi: Page) -> None:
    """Whoever won the toss takes the other side."""
    asked = ".game[data-todo=toss]:not([data-actor=''])"
    while not (asha.locator(asked).count() or ravi.locator(asked).count()):
        pass
    winner, side = (asha, "North") if asha.locator(asked).count() else (ravi, "South")
    winner.get_by_role("button", name="Choose the side").click()
    winner.get_by_role("button", name=side, exact=True).click()
    winner.wait_for_selector(".game:not([data-todo=toss])")


def _say_name(page: Page, name: str, done: str) -> None:
    asked = page.get_by_test_id("ask-name")
    asked.get_by_label("Your name").fill(name)
    asked.get_by_role("button", name=done).click()
    page.wait_for_selector(".game")


def test_a_link_shows_who_plays(home: Served) -> None:
    """To messengers, to those who only ask whether something is there, and to phones that put it on their screen."""
    made = post_match(home.address, [{**HERE[0], "name": '<i>A"sha'}, HERE[1]])
    link = f"{home.address}/play/{made['id']}"
    page = _get(link).decode()
    assert '<meta property="og:title" content="&lt;i&gt;A&quot;sha – Ravi · Carrom">' in page
    picture = page.partition('og:image" content="')[2].partition('"')[0]
    assert _get(picture).startswith(b"\x89PNG")
    assert _get(link, "HEAD") == b""
    for missing in ("/nonsense", "/play/nobody", "/nonsense/deeper"):
        with pytest.raises(HTTPError) as answer:
            _get(f"{home.address}{missing}")
        with answer.value as page_of_nothing:
            assert page_of_nothing.code == 404
            assert b"<div id=" in page_of_nothing.read(), "the page itself says that nothing is here"
    manifest = json.loads(_get(f"{home.address}/manifest.webmanifest"))
    assert [_get(f"{home.address}/{icon['src']}")[:4] for icon in manifest["icons"]] == [b"\x89PNG"] * 3


def _get(address: str, method: str = "GET") -> bytes:
    with urllib.request.urlopen(urllib.request.Request(address, method=method)) as answer:
        body: bytes = answer.read()
        return body
