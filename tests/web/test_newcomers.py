"""What somebody meets who comes for the first time, by a friend's link and on a phone."""

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
from tests.web.laid_tables import SINGLES, begun, lay, people, scattered
from tests.web.test_second_looks import WON

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_an_invitation_shows_what_carrom_is(home: Served, open_page: Callable[..., Page]) -> None:
    link, keys = lay(home, people(SINGLES, "link"))
    page = open_page(f"{link}?name#{keys['b1']}", **PHONE)
    picture = page.locator("img.invitation")
    page.wait_for_function("() => document.querySelector('img.invitation')?.naturalWidth > 0")
    expect(picture).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Learn in three minutes")).to_have_attribute("href", "/learn")
    title, rules = page.locator("h1").bounding_box(), page.get_by_role("link", name="The rules").bounding_box()
    assert title
    assert rules
    assert title["y"] <= rules["y"] + rules["height"] <= title["y"] + title["height"] + 20, "in one line with the title"


def test_the_striker_of_who_is_to_strike_lies_there_before_he_moves_it(
    home: Served, open_page: Callable[..., Page]
) -> None:
    """Also after a stroke was taken back, which nobody's aim has followed yet."""
    link, keys = lay(home, people(SINGLES, "link"), begun(scattered()))
    page = open_page(f"{link}#{keys['b1']}")
    page.wait_for_selector(".game[data-todo=strike][data-actor='']")
    expect(page.locator(".cb-striker")).to_be_visible()


def test_ones_own_name_is_read_on_a_narrow_phone(home: Served, open_page: Callable[..., Page]) -> None:
    names = {Seat.SOUTH: "Zoya II", Seat.NORTH: "Ravi"}
    link, keys = lay(home, people(names, "link"), begun(scattered()))
    page = open_page(f"{link}#{keys['a1']}", FAST.replace("numbers: true", "name: 'Zoya II'"), **PHONE)
    name = page.locator(".party.near .party-names span")
    expect(name).to_contain_text("Zoya II")
    expect(page.locator(".party.near .badge", has_text="Break")).to_be_visible()
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth"), "the name is cut"


def test_friends_play_once_both_are_here(home: Served, open_page: Callable[..., Page]) -> None:
    """One button each: start, and sit down. Nobody is asked for the toss, the side, a trial board or who is ready."""
    asha = open_page(home.address, FAST.replace("numbers: true", "name: 'Asha'"), **PHONE)
    asha.get_by_test_id("start-link").click()
    invitation = asha.locator(".share input").first.input_value()
    ravi = open_page(invitation, FAST.replace("numbers: true", "name: ''"))
    ravi.get_by_label("Your name").fill("Ravi")
    ravi.get_by_role("button", name="Sit down and play").click()
    for page in (asha, ravi):
        page.wait_for_selector(".game[data-todo=strike]")
        expect(page.get_by_test_id("umpire")).not_to_contain_text("called to its table")
    expect(asha.locator("dialog[open]")).to_have_count(0)
    assert {page.locator(".game").get_attribute("data-actor") != "" for page in (asha, ravi)} == {True, False}


def test_who_wants_a_full_start_has_it(home: Served, open_page: Callable[..., Page]) -> None:
    asha = open_page(home.address, FAST.replace("numbers: true", "name: 'Asha'"))
    asha.get_by_test_id("tune-link").click()
    asha.get_by_label("Full start").check()
    asha.get_by_test_id("start").click()
    ravi = open_page(asha.locator(".share input").first.input_value(), FAST.replace("numbers: true", "name: 'Ravi'"))
    for page in (asha, ravi):
        page.wait_for_selector(".game[data-todo=toss]")


UNCOVERED = """() => {
  const strip = document.querySelector('.party.near').getBoundingClientRect();
  const asked = document.querySelector('.prompt').getBoundingClientRect();
  return asked.top >= strip.bottom && asked.bottom <= innerHeight; }"""


def test_what_is_asked_lies_on_nobodys_strip(home: Served, open_page: Callable[..., Page]) -> None:
    for moves in ([], WON):
        link, keys = lay(home, people(SINGLES, "link", length="board"), moves)
        page = open_page(f"{link}#{keys['a1']}", **PHONE)
        page.wait_for_selector(".prompt")
        if not moves:
            open_page(f"{link}#{keys['b1']}")
            page.wait_for_selector("[data-testid=toss]")
            expect(page.locator(".awaited")).to_have_count(0)
        page.wait_for_function(UNCOVERED)


def test_the_umpire_says_once_who_won_and_laws_are_a_touch_away(home: Served, open_page: Callable[..., Page]) -> None:
    link, keys = lay(home, people(SINGLES, "link", length="board"), WON)
    page = open_page(f"{link}#{keys['a1']}")
    expect(page.get_by_test_id("over")).to_be_visible()
    for width, height in ((1280, 800), (360, 740), (360, 640), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(
            """() => [...document.querySelectorAll('.umpire p, .over p')]
              .filter(one => one.getBoundingClientRect().height > 4).map(one => one.innerText)"""
        )
        assert sum("12 points" in words for words in seen) == 1, (width, height)
        assert not any("Law" in words or "won the match" in words for words in seen), seen
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_test_id("umpire").get_by_role("button", name="Law 52a").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Law 53a")


def test_who_plays_again_sees_how_the_matches_stand(home: Served, open_page: Callable[..., Page]) -> None:
    link, keys = lay(home, people(SINGLES, "link", length="board"), WON)
    asha, ravi = (open_page(f"{link}#{keys[name]}", **PHONE) for name in ("a1", "b1"))
    asha.get_by_test_id("rematch").click()
    ravi.get_by_test_id("rematch").click()
    for page, stands in ((asha, "Match 2 (1–0)"), (ravi, "Match 2 (0–1)")):
        expect(page.get_by_test_id("tally")).to_have_text(stands)
        page.reload()
        expect(page.get_by_test_id("tally")).to_have_text(stands)


def test_the_sign_of_more_words_lies_on_no_law(home: Served, open_page: Callable[..., Page]) -> None:
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


def test_a_folded_box_ends_with_a_line(home: Served, open_page: Callable[..., Page]) -> None:
    """The sign of a law is seen or not: never its upper half."""
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


def test_a_tap_says_what_the_word_beside_a_name_means(home: Served, open_page: Callable[..., Page]) -> None:
    owing = [*begun(scattered()), acts.StrokeMade(striker=True, rests=scattered())]
    link, keys = lay(home, people(SINGLES), owing)
    page = open_page(f"{link}#{keys['a1']}", **PHONE)
    for label in ("owes 1", "Break"):
        page.set_viewport_size({"width": 360 if "owes" in label else 1280, "height": 800})
        page.locator(".party").get_by_role("button", name=label).click()
        expect(page.get_by_role("dialog")).to_contain_text("board")
        page.keyboard.press("Escape")


@pytest.mark.parametrize("language", by_depth(["hi"], ["hi", "ur"]))
def test_the_text_of_a_law_is_said_to_be_english(home: Served, open_page: Callable[..., Page], language: str) -> None:
    foul = [*begun(scattered()), acts.StrokeMade(striker=True, rests=scattered())]
    link, keys = lay(home, people(SINGLES), foul)
    page = open_page(f"{link}#{keys['a1']}", FAST.replace("'en'", f"'{language}'"))
    page.locator(".umpire .law").first.click()
    said = {"hi": "नियम का पाठ, अंग्रेज़ी में:", "ur": "قانون کا متن، انگریزی میں:"}[language]
    expect(page.get_by_role("dialog")).to_contain_text(said)
    expect(page.get_by_role("dialog").locator("[lang=en]").first).to_be_visible()


def test_against_a_computer_play_begins_whoever_breaks(home: Served, open_page: Callable[..., Page]) -> None:
    for choice in by_depth(["Let"], ["Break", "Let"]):
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


def test_a_foul_in_a_puzzle_is_read_whole(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/puzzles/daily", **PHONE)
    for index, value in enumerate(("0", "0", "0.2")):  # so slow that it reaches nothing
        page.locator(".numbers input").nth(index).fill(value)
        page.locator(".numbers input").nth(index).press("Tab")
    page.locator(".charge .go").tap()
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_be_in_viewport(ratio=1)
    inside = """one => { const [a, b] = [one, one.closest('.said-here')].map(part => part.getBoundingClientRect());
      return a.bottom <= b.bottom + 1; }"""
    assert verdict.evaluate(inside), "the words are cut"


def test_nothing_at_an_address_leads_on(home: Served, open_page: Callable[..., Page]) -> None:
    for address, word in (("/puzzles/xyz", "Puzzles"), ("/replay/xyz", "Open")):
        page = open_page(home.address)
        answer = page.goto(home.address + address)
        assert answer
        assert answer.status == 404
        expect(page.get_by_role("alert").or_(page.locator(".refusal"))).to_be_visible()
        expect(page.locator(".go", has_text=word)).to_be_visible()
    front = page.request.get(home.address).text()
    assert f'property="og:image" content="{home.address}/api/puzzles/daily/picture.png"' in front
    assert page.request.get(f"{home.address}/api/puzzles/daily/picture.png").ok


def test_the_three_ways_to_play_stand_in_one_line_beside_their_wheels(
    home: Served, open_page: Callable[..., Page]
) -> None:
    page = open_page(home.address, viewport={"width": 640, "height": 800})
    page.wait_for_selector(".versus button")
    words = """() => [...document.querySelectorAll('.choice')].map(one => {
      const range = document.createRange();
      range.selectNodeContents(one.querySelector('b'));
      const title = range.getBoundingClientRect(), wheel = one.querySelector('.tune').getBoundingClientRect();
      return [title.top, title.right <= wheel.left + wheel.width / 3]; })"""
    found = page.evaluate(words)
    assert len({top for top, _ in found}) == 1, "titles stand at different heights"
    assert all(free for _, free in found), "a title runs into its wheel"
    page = open_page(home.address, FAST.replace("'en'", "'ur'"), viewport={"width": 360, "height": 740})
    page.wait_for_selector(".versus button")
    assert page.evaluate("document.documentElement.scrollHeight") <= 740


def test_dates_are_written_as_in_the_browsers_country(home: Served, open_page: Callable[..., Page]) -> None:
    won = [*begun(scattered()), acts.StrokeMade(own=9, queen=True, rests=scattered(0, 9, 0))]
    link, keys = lay(home, people(SINGLES, length="board"), won)
    page = open_page(f"{link}#{keys['a1']}", locale="en-GB")
    page.wait_for_selector(".game[data-todo=over]")
    page.goto(f"{home.address}/games")
    expect(page.locator(".game-tile").first).to_contain_text(re.compile(r"\d{1,2} [A-Z][a-z]{2,3} \d{4}"))
