"""The front page, saved games and play by link: starting, continuing, seats on other devices, link previews."""

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
from tests.web.words import game_text

pytestmark = pytest.mark.browser
MAKING = re.compile(r"/api/matches\?")
ONE_SCREEN = (
    "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
)


def test_one_tap_starts_a_game_and_another_continues_it(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, viewport={"width": 360, "height": 740})
    expect(page.get_by_test_id("start-new")).to_be_visible()
    assert page.evaluate(ONE_SCREEN), "a newcomer's phone shows the whole front page"
    expect(page.get_by_test_id("continue")).to_have_count(0)
    page.get_by_test_id("start-new").click()  # the answer to the first question starts the game
    page.wait_for_selector(".game")
    page.get_by_role("link", name=game_text("home")).first.click()
    expect(page.get_by_test_id("continue").get_by_test_id("game-tile")).to_have_count(1)
    expect(page.get_by_test_id("start-new")).to_have_count(0)
    page.get_by_test_id("tune-computer").click()  # a guest who enters a name later is shown by it
    page.get_by_label(game_text("your-name")).fill("Asha")
    page.keyboard.press("Escape")
    played = page.get_by_test_id("game-tile").get_by_role("link").get_attribute("href") or ""
    there = "path => { history.pushState({}, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
    page.evaluate(there, played.replace("/play/", "/replay/"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Asha – ")
    page.go_back()
    easiest = page.get_by_test_id("start-computer").inner_text()
    page.get_by_role("button", name=game_text("level-harder")).click()
    expect(page.get_by_test_id("start-computer")).not_to_have_text(easiest)
    assert page.evaluate(ONE_SCREEN)

    page.goto(f"{home.address}/games")
    tile = page.get_by_test_id("running").get_by_test_id("game-tile")
    tile.get_by_role("link").click()
    page.wait_for_selector(".game")
    page.go_back()
    tile.get_by_role("button", name=game_text("games-forget")).click()
    page.get_by_role("dialog").get_by_role("button", name=game_text("games-forget")).click()
    expect(page.get_by_text(game_text("games-none"))).to_be_visible()

    page.goto(f"{home.address}/nonsense")
    expect(page.get_by_role("heading", name=game_text("nothing-here"))).to_be_visible()
    page.get_by_role("link", name=game_text("games")).click()
    expect(page).to_have_url(f"{home.address}/games")


def test_a_slow_network_starts_one_match(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    asked: list[Route] = []
    page.route(MAKING, lambda route: asked.append(route))
    with impatient(), page.expect_request(MAKING):
        page.get_by_test_id("start-new").click()
    card = page.get_by_test_id("start-computer")
    expect(card).to_contain_text(game_text("starting"))
    expect(card).to_be_disabled()
    expect(page.get_by_test_id("start-here")).to_be_disabled()
    with impatient():
        card.click(force=True)
    page.wait_for_function("() => true")
    assert len(asked) == 1
    asked[0].abort()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(card).to_be_enabled()  # it failed, so another tap may try again
    page.unroute(MAKING)
    card.click()
    page.wait_for_selector(".game")


def test_a_tap_before_the_opponents_are_loaded_meets_the_chosen_level(
    home: Served, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{home.address}/rules")
    held = HeldRequests(page, "**/api/choices*")
    tapped = page.get_by_test_id("start-good")
    with impatient():
        page.goto(home.address)
        tapped.click()
    expect(tapped).to_contain_text(game_text("starting"))
    expect(page.get_by_test_id("start-here")).to_be_disabled()
    held.release()
    page.wait_for_selector(".game")
    expect(page.locator(".party.far .party-names")).not_to_contain_text(game_text("computer"))
    level = page.evaluate("JSON.parse(localStorage['carrom.level']).at")
    assert level > 2, "the level of a loaded list"


def test_friends_by_link(home: Served, open_page: Callable[..., Page]) -> None:
    """Two play; a third with the same link watches, and so does a spectator. Players can move to another device."""
    full = "localStorage['carrom.wishes'] ??= JSON.stringify({ceremony: true})"
    no_clipboard = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
    asha = open_page(home.address, f"{FAST}; {full}; {no_clipboard}")
    asha.get_by_test_id("start-link").click()
    _say_name(asha, "Asha", game_text("start"))
    expect(asha.locator("img.qr")).to_be_visible()
    links = asha.locator(".share input")
    invitation, public = links.nth(0).input_value(), links.nth(1).input_value()
    copy = asha.locator(".link-row").first.get_by_role("button").first
    copy.click()
    expect(copy).to_have_text(game_text("copied"))  # by `execCommand`: a page over plain HTTP has no clipboard
    asha.get_by_role("button", name=game_text("close")).click()
    awaited = asha.get_by_test_id("awaited")  # names the friend, and has the link again
    expect(awaited).to_contain_text(game_text("await-friend"))
    expect(awaited).to_contain_text(game_text("await-then"))
    expect(asha.get_by_text(game_text.pattern("toss-wait"))).to_have_count(0)
    awaited.get_by_role("button", name=game_text("await-copy")).click()
    expect(awaited.get_by_role("button", name=game_text("copied"))).to_be_visible()
    awaited.get_by_role("button", name=game_text("qr")).click()
    expect(asha.locator("img.qr")).to_be_visible()
    asha.get_by_role("button", name=game_text("close")).click()

    ravi = open_page(invitation)
    expect(ravi.get_by_test_id("seated").locator("[data-player=a1]")).to_contain_text("Asha")
    _say_name(ravi, "Ravi", game_text("invited-sit"))
    expect(asha.locator(".players").get_by_text("Ravi")).to_be_visible()
    expect(awaited).to_have_count(0)
    third = open_page(invitation)
    expect(third.get_by_test_id("seat-taken")).to_contain_text("Ravi")  # before the name is asked
    third.get_by_role("button", name=game_text("seat-watch")).click()
    watcher = open_page(public)
    for page in (third, watcher):
        expect(page.get_by_text(game_text("watch"), exact=True)).to_be_visible()
        expect(page.get_by_role("button", name=game_text("say"))).to_have_count(0)

    asha.get_by_role("button", name=game_text("say")).click()
    asha.get_by_role("button", name=game_text("say-good-luck")).click()
    expect(ravi.get_by_test_id("bubble")).to_have_text(f"Asha {game_text('say-good-luck')}")
    asha.get_by_role("button", name=game_text("menu")).click()
    asha.get_by_role("button", name=game_text("ask-end")).click()
    ravi.get_by_test_id("ask").get_by_role("button", name=game_text("ask-decline")).click()
    expect(asha.get_by_test_id("declined")).to_have_text(game_text("ask-declined", name="Ravi"))
    asha.get_by_role("button", name=game_text("menu")).click()
    asha.get_by_role("button", name=game_text("ask-end")).click()
    ravi.get_by_test_id("ask").get_by_role("button", name=game_text("ask-agree")).click()
    expect(ravi.locator(".result")).to_have_text(game_text("games-agreed"))
    expect(asha.get_by_role("link", name=game_text("to-coach"))).to_be_visible()
    old = asha.url
    asha.get_by_test_id("rematch").click()
    expect(ravi.get_by_text(game_text("rematch-asked", name="Asha"))).to_be_visible()
    ravi.get_by_test_id("rematch").click()
    asha.wait_for_url(lambda address: address != old)
    ravi.wait_for_url(asha.url)
    watcher.get_by_test_id("rematch").click()
    watcher.wait_for_url(asha.url)
    expect(watcher.locator(".players").get_by_text("Ravi")).to_be_visible()

    _change_sides(asha, ravi)
    third.goto(f"{asha.url}#{invitation.partition('#')[2]}")  # the same link opens the same seat if it is free
    expect(third.get_by_test_id("held-seat")).to_be_visible()
    asha.get_by_role("button", name=game_text("share")).click()
    asha.get_by_role("button", name=game_text("seat-open-again")).click()
    asha.get_by_role("button", name=game_text("seat-open-yes")).click()
    expect(ravi.get_by_test_id("held-seat")).to_be_visible()
    expect(asha.get_by_test_id("held-seat")).to_have_count(0)  # the sides changed, but this is Ravi's seat
    expect(third.get_by_role("button", name=game_text("seat-take"))).to_have_count(0)  # the old link does not open it
    expect(links.nth(0)).to_have_value(re.compile("[?]take#.*[.]"))
    phone = open_page(links.nth(0).input_value(), viewport={"width": 360, "height": 740})
    expect(phone.locator(".party.near")).to_contain_text("Ravi")
    expect(phone.get_by_test_id("held-seat")).to_have_count(0)

    phone.get_by_role("button", name=game_text("share")).click()
    phone.get_by_role("button", name=game_text("seat-move")).click()
    moved = phone.locator(".share input").last
    expect(moved).to_have_value(re.compile("[?]take#.*[.]"))
    tablet = open_page(moved.input_value())
    expect(tablet.locator(".party.near")).to_contain_text("Ravi")
    expect(tablet.get_by_test_id("held-seat")).to_have_count(0)
    expect(third.get_by_test_id("held-seat")).to_contain_text(game_text("seat-held", name="Ravi"))

    asha.get_by_text(game_text("seat-open-lost")).click()
    found = open_page(asha.locator(".share details input").input_value())
    found.get_by_role("button", name=game_text("seat-own")).click()
    expect(found.locator(".party.near")).to_contain_text(f"Asha ({game_text('you-mark')})")
    expect(asha.get_by_test_id("held-seat")).to_be_visible()


def _change_sides(asha: Page, ravi: Page) -> None:
    """Let the winner of the toss take the other side."""
    asked = ".game[data-todo=toss]:not([data-actor=''])"
    while not (asha.locator(asked).count() or ravi.locator(asked).count()):
        pass
    is_asha = asha.locator(asked).count() > 0
    winner, side = (asha, game_text("seat-north")) if is_asha else (ravi, game_text("seat-south"))
    winner.get_by_role("button", name=game_text("toss-side")).click()
    winner.get_by_role("button", name=side, exact=True).click()
    winner.wait_for_selector(".game:not([data-todo=toss])")


def _say_name(page: Page, name: str, done: str) -> None:
    asked = page.get_by_test_id("ask-name")
    asked.get_by_label(game_text("your-name")).fill(name)
    asked.get_by_role("button", name=done).click()
    page.wait_for_selector(".game")


def test_a_link_preview_names_the_players(home: Served) -> None:
    """Answer messengers, HEAD requests and phones that install the page."""
    made = post_match(home.address, [{**HERE[0], "name": '<i>A"sha'}, HERE[1]])
    link = f"{home.address}/play/{made['id']}"
    page = _get(link).decode()
    assert 'property="og:title" content="&lt;i&gt;A&quot;sha – Ravi ' in page
    picture = page.partition('og:image" content="')[2].partition('"')[0]
    assert _get(picture).startswith(b"\x89PNG")
    assert _get(link, "HEAD") == b""
    for missing in ("/nonsense", "/play/nobody", "/nonsense/deeper"):
        with pytest.raises(HTTPError) as answer:
            _get(f"{home.address}{missing}")
        with answer.value as page_of_nothing:
            assert page_of_nothing.code == 404
            assert b"<div id=" in page_of_nothing.read(), "the page itself shows that the address is unknown"
    manifest = json.loads(_get(f"{home.address}/manifest.webmanifest"))
    assert [_get(f"{home.address}/{icon['src']}")[:4] for icon in manifest["icons"]] == [b"\x89PNG"] * 3


def _get(address: str, method: str = "GET") -> bytes:
    with urllib.request.urlopen(urllib.request.Request(address, method=method)) as answer:
        body: bytes = answer.read()
        return body
