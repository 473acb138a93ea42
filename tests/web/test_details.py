"""Details that confuse newcomers: a second tap, an end without a reason, cut lines, a wrong "you"."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from carrom.match import Act
from carrom.match.log import acts
from tests.depth import by_depth
from tests.server.conftest import Served
from tests.web.conftest import FAST
from tests.web.input_devices import Finger, two_here
from tests.web.languages import in_each_language
from tests.web.layout import OUTSIDE, set_size
from tests.web.stored_matches import SINGLES, begun, lay, people, scattered, won_by_a_white_slam
from tests.web.words import game_text

pytestmark = pytest.mark.browser

WON = won_by_a_white_slam()
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
# Return lines of text that are partly cut off.
SLICED = """box => {
  const { top, bottom } = box.getBoundingClientRect();
  const range = document.createRange(), walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), found = [];
  while (walk.nextNode()) {
    range.selectNodeContents(walk.currentNode);
    for (const line of range.getClientRects())
      if ((line.top < bottom - 3 && line.bottom > bottom + 3) || (line.top < top - 3 && line.bottom > top + 3))
        found.push(`${walk.currentNode.textContent} ${line.top}-${line.bottom} in ${top}-${bottom}`);
  }
  return found;
}"""
BESIDE = """() => {
  const panel = document.querySelector('.replay .panel').getBoundingClientRect();
  return [...document.querySelectorAll('.running button')].map(one => one.getBoundingClientRect())
    .filter(({ left, right }) => left < panel.left || right > panel.right).map(({ left, right }) => [left, right]);
}"""
COVERED = """() => document.querySelector('.party.far').getBoundingClientRect().bottom
  - document.querySelector('.umpire-words').getBoundingClientRect().top"""
WIDTH = "() => document.querySelector('.power').getBoundingClientRect().width"


def test_a_second_tap_on_take_this_aim_strikes_nothing(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home, **PHONE)
    seq = page.locator(".game").get_attribute("data-seq")
    width = page.evaluate(WIDTH)
    page.get_by_role("button", name=game_text("menu")).tap()
    page.get_by_role("button", name=game_text("hint"), exact=True).tap()
    take = page.get_by_role("button", name=game_text("take-aim"))
    box = take.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x, y)
    strike = page.locator(".aim .go")
    expect(strike).to_be_visible()
    under = strike.bounding_box()
    assert under
    page.touchscreen.tap(under["x"] + under["width"] / 2, under["y"] + under["height"] / 2)  # anywhere on it
    assert page.evaluate(WIDTH) == pytest.approx(width), "the bar keeps its width"
    assert page.locator(".game").get_attribute("data-seq") == seq
    assert page.locator(".game").get_attribute("data-todo") == "strike"
    strike.tap()  # it waits until it takes one
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")


@pytest.mark.parametrize("size", by_depth([(683, 384)], [(640, 360), (740, 360), (683, 384), (1280, 800), (360, 740)]))
def test_the_end_shows_the_reason(home: Served, open_page: Callable[..., Page], size: tuple[int, int]) -> None:
    given = [*begun(scattered()), acts.Concede("b", "match")]
    points = game_text.pattern("said-board-won-queen-slam", coins=9, queen=3, points=12)
    for moves, why in ((WON, points), (given, game_text("card-conceded-match", name="Ravi"))):
        link, keys = lay(home, people(SINGLES, "link", length="board"), moves)
        page = open_page(f"{link}#{keys['a1']}", viewport={"width": size[0], "height": size[1]})
        page.wait_for_selector(".game[data-todo=over] .over")
        expect(page.get_by_test_id("over").get_by_text(why)).to_be_visible()
        assert page.evaluate(OUTSIDE, ".over button, .over .button, .over .small") == []


def test_the_umpires_text_is_not_cut_at_the_end(home: Served, open_page: Callable[..., Page]) -> None:
    link, keys = lay(home, people(SINGLES, length="board"), WON)
    page = open_page(f"{link}#{keys['a1']}")
    page.wait_for_selector(".game[data-todo=over] .umpire p")
    for size in ((1920, 1080), (1366, 768), (360, 740)):
        set_size(page, size)
        words = page.locator(".umpire-words")
        assert words.evaluate("one => one.scrollTop") == 0
        if size[0] > 480:
            assert words.evaluate(SLICED) == []
            assert words.evaluate("one => one.scrollHeight <= one.clientHeight"), f"there is room on {size}"


@in_each_language
def test_a_replay_cuts_no_line(home: Served, open_page: Callable[..., Page], language: str) -> None:
    link, keys = lay(home, people(SINGLES, length="board"), WON)
    likes = FAST.replace("language: 'en'", f"language: '{language}'")
    page = open_page(f"{link.replace('/play/', '/replay/')}?stroke={len(WON)}#{keys['a1']}", likes)
    page.wait_for_selector("[data-testid=words] p")
    for size in ((360, 740), (360, 640), (740, 360), (1280, 800)):
        set_size(page, size)
        assert page.get_by_test_id("words").evaluate(SLICED) == [], f"{size} in {language}"
        assert page.evaluate(BESIDE) == [], f"{size} in {language}"


def test_you_is_said_only_to_the_own_player(home: Served, open_page: Callable[..., Page]) -> None:
    link, keys = lay(home, people(SINGLES, "link", length="board"), begun(scattered()))
    page = open_page(f"{link}#{keys['a1']}")
    page.get_by_role("button", name=game_text("menu")).click()
    page.get_by_role("button", name=game_text("concede")).click()
    page.get_by_role("button", name=game_text("concede-match-you"), exact=True).click()
    expect(page.get_by_test_id("over")).to_contain_text(game_text("card-conceded-match-you"))
    link, keys = lay(home, people(SINGLES, length="board"))
    page = open_page(f"{link}#{keys['a1']}")
    expect(page.get_by_test_id("toss")).not_to_contain_text(game_text.pattern("toss-let-note"))
    expect(page.get_by_test_id("toss")).to_contain_text(game_text("toss-side-note-here", name="Ravi", own="Asha"))


def test_an_invitation_fits_a_phone_across(home: Served, open_page: Callable[..., Page]) -> None:
    link, keys = lay(home, people(SINGLES, "link", length="board"))
    page = open_page(f"{link}?name#{keys['b1']}", viewport={"width": 740, "height": 360})
    page.wait_for_selector(".invitation")
    for size in ((740, 360), (640, 360), (360, 740)):
        set_size(page, size)
        assert page.evaluate(OUTSIDE, ".invited .setup input, .invited .setup .go") == [], f"{size}"


MOVES: list[list[Act]] = [[acts.Remark("called"), acts.Remark("come"), acts.Remark("all")], [acts.Toss("a")]]


@pytest.mark.parametrize("moves", by_depth(MOVES[:1], MOVES))
def test_the_toss_covers_no_name(home: Served, open_page: Callable[..., Page], moves: list[Act]) -> None:
    """The umpire has several sentences before the toss, and two laws after it."""
    link, keys = lay(home, people(SINGLES, "link", length="board"), moves)
    page = open_page(f"{link}#{keys['a1']}")
    page.wait_for_selector(".umpire p")
    for size in ((360, 740), (740, 360), (640, 360)):
        set_size(page, size)
        assert page.evaluate(COVERED) <= 1, f"on {size}"


def test_hints_taken_are_shown(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home)
    page.get_by_role("button", name=game_text("menu")).click()
    page.get_by_role("button", name=game_text("hint"), exact=True).click()
    expect(page.get_by_role("button", name=game_text("take-aim"))).to_be_visible()
    page.get_by_role("button", name=game_text("menu")).click()
    page.get_by_role("button", name=game_text("concede")).click()
    page.get_by_role("button", name=game_text.pattern("concede-match")).first.click()
    expect(page.get_by_test_id("hints-taken")).to_contain_text(game_text("hints-taken", count=1))
    page.get_by_role("link", name=game_text("replay")).click()
    expect(page.get_by_test_id("hints-taken")).to_be_visible()
    page.goto(f"{home.address}/games")
    expect(page.get_by_test_id("finished")).to_contain_text(game_text("games-hints", count=1))


@pytest.mark.parametrize("language", ["hi", "ur"])
def test_names_of_rulebooks_are_translated(home: Served, open_page: Callable[..., Page], language: str) -> None:
    page = open_page(f"{home.address}/laws", FAST.replace("language: 'en'", f"language: '{language}'"))
    expect(page.locator(".book h2")).to_have_count(5)
    assert not [name for name in page.locator(".book h2").all_inner_texts() if any("a" <= one <= "z" for one in name)]


def test_a_tap_after_a_swipe_counts(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home, **PHONE)
    numbers = page.locator(".tools button").last
    expect(numbers).to_have_attribute("aria-expanded", "true")
    Finger().timed(page, (250, 150, 0), (250, 200, 12), (250, 280, 24), (250, 360, 36), (250, 430, 48), (250, 430, 50))
    numbers.tap()
    expect(numbers).to_have_attribute("aria-expanded", "false")


def test_the_front_page_fits_a_small_laptop(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, viewport={"width": 1366, "height": 768})
    page.wait_for_selector(".versus button")
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    assert page.get_by_role("link", name=game_text("learn")).count() == 1
    page.goto(f"{home.address}/rules")
    way_home = page.locator(".brand").bounding_box()
    assert way_home
    assert min(way_home["width"], way_home["height"]) >= 40, "as wide as a thumb"
