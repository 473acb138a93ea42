"""First visits, by a friend's link and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from carrom.equipment import Seat
from carrom.match.log import acts
from tests.depth import by_depth
from tests.server.conftest import Served
from tests.web.conftest import FAST
from tests.web.stored_matches import SINGLES, begun, lay, people, scattered, won_by_a_white_slam
from tests.web.words import game_text

pytestmark = pytest.mark.browser

WON = won_by_a_white_slam()
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_an_invitation_introduces_carrom(home: Served, open_page: Callable[..., Page]) -> None:
    link, keys = lay(home, people(SINGLES, "link"))
    page = open_page(f"{link}?name#{keys['b1']}", **PHONE)
    picture = page.locator("img.invitation")
    page.wait_for_function("() => document.querySelector('img.invitation')?.naturalWidth > 0")
    expect(picture).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name=game_text("learn"))).to_have_attribute("href", "/learn")
    title, rules = page.locator("h1").bounding_box(), page.get_by_role("link", name=game_text("rules")).bounding_box()
    assert title
    assert rules
    assert title["y"] <= rules["y"] + rules["height"] <= title["y"] + title["height"] + 20, "on the line of the title"


def test_the_opponents_striker_is_shown_before_it_moves(home: Served, open_page: Callable[..., Page]) -> None:

    link, keys = lay(home, people(SINGLES, "link"), begun(scattered()))
    page = open_page(f"{link}#{keys['b1']}")
    page.wait_for_selector(".game[data-todo=strike][data-actor='']")
    expect(page.locator(".cb-striker")).to_be_visible()


def test_the_own_name_fits_a_narrow_phone(home: Served, open_page: Callable[..., Page]) -> None:
    names = {Seat.SOUTH: "Zoya II", Seat.NORTH: "Ravi"}
    link, keys = lay(home, people(names, "link"), begun(scattered()))
    page = open_page(f"{link}#{keys['a1']}", FAST.replace("numbers: true", "name: 'Zoya II'"), **PHONE)
    name = page.locator(".party.near .party-names span")
    expect(name).to_contain_text("Zoya II")
    expect(page.locator(".party.near .badge", has_text=game_text("breaks"))).to_be_visible()
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth"), "the name is cut"


def test_friends_play_once_both_have_joined(home: Served, open_page: Callable[..., Page]) -> None:
    """Start and sit down take one button each, without questions about toss, side, trial board or readiness."""
    asha = open_page(home.address, FAST.replace("numbers: true", "name: 'Asha'"), **PHONE)
    asha.get_by_test_id("start-link").click()
    invitation = asha.locator(".share input").first.input_value()
    ravi = open_page(invitation, FAST.replace("numbers: true", "name: ''"))
    ravi.get_by_label(game_text("your-name")).fill("Ravi")
    ravi.get_by_role("button", name=game_text("invited-sit")).click()
    for page in (asha, ravi):
        page.wait_for_selector(".game[data-todo=strike]")
        expect(page.get_by_test_id("umpire")).not_to_contain_text(game_text("said-called"))
    expect(asha.locator("dialog[open]")).to_have_count(0)
    assert {page.locator(".game").get_attribute("data-actor") != "" for page in (asha, ravi)} == {True, False}


def test_a_full_start_can_be_chosen(home: Served, open_page: Callable[..., Page]) -> None:
    asha = open_page(home.address, FAST.replace("numbers: true", "name: 'Asha'"))
    asha.get_by_test_id("tune-link").click()
    asha.get_by_label(game_text("ceremony")).check()
    asha.get_by_test_id("start").click()
    ravi = open_page(asha.locator(".share input").first.input_value(), FAST.replace("numbers: true", "name: 'Ravi'"))
    for page in (asha, ravi):
        page.wait_for_selector(".game[data-todo=toss]")


UNCOVERED = """() => {
  const strip = document.querySelector('.party.near').getBoundingClientRect();
  const asked = document.querySelector('.prompt').getBoundingClientRect();
  return asked.top >= strip.bottom && asked.bottom <= innerHeight; }"""


def test_questions_cover_no_players_strip(home: Served, open_page: Callable[..., Page]) -> None:
    for moves in ([], WON):
        link, keys = lay(home, people(SINGLES, "link", length="board"), moves)
        page = open_page(f"{link}#{keys['a1']}", **PHONE)
        page.wait_for_selector(".prompt")
        if not moves:
            open_page(f"{link}#{keys['b1']}")
            page.wait_for_selector("[data-testid=toss]")
            expect(page.locator(".awaited")).to_have_count(0)
        page.wait_for_function(UNCOVERED)


def test_the_result_is_shown_once_and_its_laws_open(home: Served, open_page: Callable[..., Page]) -> None:
    link, keys = lay(home, people(SINGLES, "link", length="board"), WON)
    page = open_page(f"{link}#{keys['a1']}")
    expect(page.get_by_test_id("over")).to_be_visible()
    for width, height in ((1280, 800), (360, 740), (360, 640), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(
            """() => [...document.querySelectorAll('.umpire p, .over p')]
              .filter(one => one.getBoundingClientRect().height > 4).map(one => one.innerText)"""
        )
        points = game_text.pattern("said-board-won-queen-slam", points=12)
        assert sum(points.search(words) is not None for words in seen) == 1, (width, height)
        won = game_text.pattern("said-match-won")
        assert not any(game_text.start("law") in words or won.search(words) for words in seen), seen
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_test_id("umpire").get_by_role("button", name=game_text("law", law="52a")).first.click()
    expect(page.get_by_role("dialog")).to_contain_text(game_text("law", law="53a"))


def test_a_rematch_shows_the_tally_of_matches(home: Served, open_page: Callable[..., Page]) -> None:
    link, keys = lay(home, people(SINGLES, "link", length="board"), WON)
    asha, ravi = (open_page(f"{link}#{keys[name]}", **PHONE) for name in ("a1", "b1"))
    asha.get_by_test_id("rematch").click()
    ravi.get_by_test_id("rematch").click()
    for page, near, far in ((asha, 1, 0), (ravi, 0, 1)):
        tally = game_text("tally", number=2, near=near, far=far)
        expect(page.get_by_test_id("tally")).to_have_text(tally)
        page.reload()
        expect(page.get_by_test_id("tally")).to_have_text(tally)


def test_the_sign_for_more_text_covers_no_law(home: Served, open_page: Callable[..., Page]) -> None:
    foul = [*begun(scattered()), acts.StrokeMade(striker=True, rests=scattered())]
    names = {Seat.SOUTH: "Bhagyalakshmi Venkataraman", Seat.NORTH: "Ravichandran Subramaniam-Iyer"}
    link, keys = lay(home, people(names), foul)
    page = open_page(f"{link}#{keys['a1']}", FAST.replace("numbers: true", "numbers: false"), **PHONE)
    page.locator(".dial").tap()
    page.wait_for_selector(".umpire[data-more=true]")
    free = """() => { const box = document.querySelector('.umpire').getBoundingClientRect();
      return [...document.querySelectorAll('.umpire .law, .umpire p')].every(
        one => [...one.getClientRects()].every(part => part.right <= box.right - 22)); }"""
    assert page.evaluate(free)


def test_a_folded_umpire_box_cuts_no_line(home: Served, open_page: Callable[..., Page]) -> None:
    """The sign of a law is either whole or hidden."""
    lost = [*begun(scattered()), acts.StrokeMade(own=9, rests=scattered(0))]
    link, keys = lay(home, people(SINGLES, length="board"), lost)
    page = open_page(f"{link}#{keys['a1']}", **PHONE)
    page.wait_for_selector(".umpire[data-more=true]")
    cut = """() => {
      const box = document.querySelector('.umpire-words'), style = getComputedStyle(box);
      const pad = style.overflowClipMargin === 'content-box' ? parseFloat(style.paddingBottom) : 0;
      const end = box.getBoundingClientRect().bottom - parseFloat(style.borderBottomWidth) - pad;
      const signs = [...box.querySelectorAll('.law')].map(one => one.getBoundingClientRect());
      return signs.filter(one => one.height && one.top < end - 1 && one.bottom > end + 1).length; }"""
    assert page.evaluate(cut) == 0


def test_a_tap_explains_the_badge_beside_a_name(home: Served, open_page: Callable[..., Page]) -> None:
    owing = [*begun(scattered()), acts.StrokeMade(striker=True, rests=scattered())]
    link, keys = lay(home, people(SINGLES), owing)
    page = open_page(f"{link}#{keys['a1']}", **PHONE)
    badges = {"owes-note": game_text("owes", count=1), "breaks-note": game_text("breaks")}
    for note, label in badges.items():
        page.set_viewport_size({"width": 360 if note == "owes-note" else 1280, "height": 800})
        page.locator(".party").get_by_role("button", name=label).click()
        expect(page.get_by_role("dialog")).to_contain_text(game_text(note))
        page.keyboard.press("Escape")


@pytest.mark.parametrize("language", by_depth(["hi"], ["hi", "ur"]))
def test_the_text_of_a_law_is_marked_as_english(home: Served, open_page: Callable[..., Page], language: str) -> None:
    foul = [*begun(scattered()), acts.StrokeMade(striker=True, rests=scattered())]
    link, keys = lay(home, people(SINGLES), foul)
    page = open_page(f"{link}#{keys['a1']}", FAST.replace("'en'", f"'{language}'"))
    page.locator(".umpire .law").first.click()
    note = {"hi": "नियम का पाठ, अंग्रेज़ी में:", "ur": "قانون کا متن، انگریزی میں:"}[language]
    expect(page.get_by_role("dialog")).to_contain_text(note)
    expect(page.get_by_role("dialog").locator("[lang=en]").first).to_be_visible()


def test_play_against_a_computer_begins_after_either_choice(home: Served, open_page: Callable[..., Page]) -> None:
    choices = [game_text.pattern("toss-let"), game_text.pattern("toss-break")]
    for choice in by_depth(choices[:1], choices):
        while True:
            page = open_page(home.address)
            page.get_by_test_id("start-new").click()
            page.wait_for_selector(".game[data-todo=toss], .game[data-todo=strike]")
            if page.locator(".game[data-todo=toss] .prompt button").count():
                break  # the toss was won
            page.close()
        page.locator(".prompt button").filter(has_text=choice).first.click()
        expect(page.locator(".game[data-todo=strike], .game[data-todo=moving]")).to_be_visible()
        page.close()


def test_the_verdict_of_a_puzzle_fits_a_phone(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/puzzles/daily", **PHONE)
    for index, value in enumerate(("0", "0", "0.2")):  # so slow that it reaches nothing
        page.locator(".numbers input").nth(index).fill(value)
        page.locator(".numbers input").nth(index).press("Tab")
    page.locator(".charge .go").tap()
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_be_in_viewport(ratio=1)
    inside = """one => { const [a, b] = [one, one.closest('.said-here')].map(part => part.getBoundingClientRect());
      return a.bottom <= b.bottom + 1; }"""
    assert verdict.evaluate(inside), "the text is cut"


def test_unknown_addresses_offer_a_way_on(home: Served, open_page: Callable[..., Page]) -> None:
    for address, word in (("/puzzles/xyz", game_text("puzzles")), ("/replay/xyz", game_text("open"))):
        page = open_page(home.address)
        answer = page.goto(home.address + address)
        assert answer
        assert answer.status == 404
        expect(page.get_by_role("alert").or_(page.locator(".refusal"))).to_be_visible()
        expect(page.locator(".go", has_text=word)).to_be_visible()
    front = page.request.get(home.address).text()
    assert f'property="og:image" content="{home.address}/api/puzzles/daily/picture.png"' in front
    assert page.request.get(f"{home.address}/api/puzzles/daily/picture.png").ok


def test_titles_of_the_ways_to_play_are_aligned(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, viewport={"width": 640, "height": 800})
    page.wait_for_selector(".versus button")
    words = """() => [...document.querySelectorAll('.choice')].map(one => {
      const range = document.createRange();
      range.selectNodeContents(one.querySelector('b'));
      const title = range.getBoundingClientRect(), wheel = one.querySelector('.tune').getBoundingClientRect();
      return [title.top, title.right <= wheel.left + wheel.width / 3]; })"""
    found = page.evaluate(words)
    assert len({top for top, _ in found}) == 1, "titles have different heights"
    assert all(free for _, free in found), "a title runs into its wheel"
    page = open_page(home.address, FAST.replace("'en'", "'ur'"), viewport={"width": 360, "height": 740})
    page.wait_for_selector(".versus button")
    assert page.evaluate("document.documentElement.scrollHeight") <= 740


def test_dates_follow_the_browsers_locale(home: Served, open_page: Callable[..., Page]) -> None:
    won = [*begun(scattered()), acts.StrokeMade(own=9, queen=True, rests=scattered(0, 9, 0))]
    link, keys = lay(home, people(SINGLES, length="board"), won)
    page = open_page(f"{link}#{keys['a1']}", locale="en-GB")
    page.wait_for_selector(".game[data-todo=over]")
    page.goto(f"{home.address}/games")
    expect(page.locator(".game-tile").first).to_contain_text(re.compile(r"\d{1,2} [A-Z][a-z]{2,3} \d{4}"))
