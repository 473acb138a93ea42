"""The smallest phones, held upright and across: nothing is cut, nothing scrolls, names and scores stay in sight, and a
finger puts a due piece back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from carrom.equipment import Kind, Piece, Position, Seat
from carrom.match import Act
from carrom.match.log import acts
from tests.depth import by_depth, some_of
from tests.server.conftest import Served
from tests.web.conftest import FAST
from tests.web.hands import Finger, free_spot
from tests.web.laid_tables import DOUBLES, SINGLES, begun, lay, people, scattered
from tests.web.languages import LANGUAGES, in_each_language
from tests.web.test_one_screen import FITTED
from tests.web.test_phones_across_and_upright import OUTSIDE, _sized

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SMALL = ((320, 568), (360, 640), (360, 740), (740, 360), (640, 360))
LONG = {Seat.SOUTH: "Bhagyalakshmi Venkataraman", Seat.NORTH: "Ravichandran Subramaniam-Iyer"}
RULED: dict[str, list[Act]] = {
    "foul": [acts.StrokeMade(striker=True, rests=scattered())],
    "due": [acts.StrokeMade(own=1, rests=scattered(8)), acts.StrokeMade(own=1, striker=True, rests=scattered(7))],
    "queen": [acts.StrokeMade(own=2, rests=scattered(7)), acts.StrokeMade(queen=True, rests=scattered(7, 9, 0))],
    "won": [acts.StrokeMade(own=9, queen=True, rests=scattered(0, 9, 0))],
}
CUT = """found => [...document.querySelectorAll(found)].filter(one => one.checkVisibility())
  .filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""
# What of a name or a score lies under the umpire's words, or under anything else that is no part of its strip.
UNDER = """() => [...document.querySelectorAll('.party .party-names span, .party .points')].filter(one => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [0.1, 0.9].some(share => {
    const met = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height * share);
    return !met?.closest('.party')?.contains(one); });
}).map(one => one.textContent)"""
HELD = "() => { const { x, y } = document.querySelector('.board-host').board.placement; return [x, y]; }"
WHITES = """() => document.querySelector('.board-host').board.state.discs.filter(one => one.kind === 'white')
  .map(({ x, y }) => [x, y])"""
BEYOND = (
    "() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
)


def _in(language: str, likes: str = "numbers: false") -> str:
    return FAST.replace("language: 'en'", f"language: '{language}'").replace("numbers: true", likes)


@in_each_language
def test_what_a_number_is_for_is_read_whole(home: Served, open_page: Callable[..., Page], language: str) -> None:
    link, keys = lay(home, people(SINGLES), begun(scattered()))
    page = open_page(f"{link}#{keys['a1']}", _in(language, "numbers: true"), has_touch=True)
    page.wait_for_selector(".numbers input")
    for size in SMALL:
        _sized(page, size)
        assert page.evaluate(CUT, ".numbers .field > span, .power span") == [], f"{size} in {language}"
        page.locator(".numbers input").nth(1).fill("-123.45")
        assert page.evaluate(CUT, ".numbers input") == [], f"{size} in {language}"
        parts = ".numbers input, .power, .dial, .tools button, .text-board summary"
        assert page.evaluate(OUTSIDE, parts) == [], f"{size} in {language}"


@in_each_language
@pytest.mark.parametrize("names", by_depth([DOUBLES], [SINGLES, DOUBLES]))
def test_an_invitation_is_one_screen(
    home: Served, open_page: Callable[..., Page], language: str, names: dict[Seat, str]
) -> None:
    link, keys = lay(home, people(names, "link", length="board"))
    page = open_page(f"{link}?name#{keys['b1']}", _in(language))
    page.wait_for_function("() => document.querySelector('img.invitation')?.naturalWidth > 0")
    page.wait_for_selector(".invited .seated")
    for size in SMALL:
        _sized(page, size)
        assert page.evaluate(BEYOND) == [0, 0], f"{size} in {language}"
        assert page.evaluate(OUTSIDE, ".invited p, .invited input, .invited .go") == [], f"{size} in {language}"
        picture = page.locator("img.invitation").bounding_box()
        assert picture
        assert picture["height"] > 60, f"{size} in {language}"


@pytest.mark.parametrize("ruled", by_depth(list(RULED)[-1:], list(RULED)))
def test_names_and_scores_are_read_whatever_the_umpire_says(
    home: Served, open_page: Callable[..., Page], ruled: str
) -> None:
    link, keys = lay(home, people(LONG), [*begun(scattered()), *RULED[ruled]])
    for language in some_of(LANGUAGES):
        page = open_page(f"{link}#{keys['a1']}", _in(language), **PHONE)
        page.wait_for_selector(".umpire p")
        for size in (*SMALL, (1280, 800)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=list(size))
            page.wait_for_function(FITTED)
            expect(page.locator(".umpire")).to_have_attribute("data-read", "false")  # nobody has gone on yet
            if ruled != "won" or size[0] > size[1]:  # upright, what comes next lies over one's own strip then
                assert page.evaluate(UNDER) == [], f"{size} in {language}"
        page.close()


def pieces_aside(white: int) -> Position:
    """Nothing lies between the striker in the middle of its lines and the far pocket on the right."""
    kinds: list[Kind] = [*["white"] * white, *["black"] * 9, "queen"]  # type: ignore[list-item]
    places = [(x, y * 40.0) for y in range(-5, 6) for x in (-220.0, -160.0)]
    return Position(tuple(Piece(kind, *place) for kind, place in zip(kinds, places, strict=False)))


@pytest.mark.parametrize("size", by_depth([(640, 360)], [(360, 740), (320, 568), (640, 360)]))
def test_a_finger_puts_a_due_piece_back(home: Served, open_page: Callable[..., Page], size: tuple[int, int]) -> None:
    """Asha, who has pocketed one, sends the striker after it: Ravi puts a piece back where he likes."""
    moves = [*begun(pieces_aside(9)), acts.StrokeMade(own=1, rests=pieces_aside(8))]
    link, keys = lay(home, people(SINGLES), moves)
    width, height = size
    page = open_page(f"{link}#{keys['a1']}", **{**PHONE, "viewport": {"width": width, "height": height}})
    page.wait_for_selector(".game[data-todo=strike] .aim")
    for index, value in enumerate(("0", "30.15", "2.2")):
        page.locator(".numbers input").nth(index).fill(value)
        page.locator(".numbers input").nth(index).press("Tab")
    page.locator(".aim .go").tap()
    page.wait_for_selector(".game[data-todo=place]:not([data-actor='']) .placing")
    expect(page.get_by_test_id("umpire")).to_contain_text("Foul – striker pocketed.")
    page.wait_for_function(FITTED)
    assert page.evaluate(OUTSIDE, ".placing, .placing button") == [], "all that is asked is in sight"
    ring = page.locator(".cb-due").evaluate("one => parseFloat(getComputedStyle(one).outlineWidth)")
    assert ring >= 2, "the piece is found among the green spots"
    seq = page.locator(".game").get_attribute("data-seq")
    found = free_spot(page)
    assert found
    start, end = found
    Finger().drag(page, start, end)
    spot = page.evaluate(HELD)
    page.get_by_role("button", name="Place here").tap()
    page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=place]):not([data-todo=sent])")
    whites = page.evaluate(WHITES)
    assert len(whites) == 9
    assert any(abs(x - spot[0]) < 0.01 and abs(y - spot[1]) < 0.01 for x, y in whites), (
        "it lies where the finger put it"
    )


@pytest.mark.parametrize("place", by_depth(["/practice"], ["/puzzles/daily", "/practice"]))
def test_beside_the_game_the_board_is_as_large_in_every_language(
    home: Served, open_page: Callable[..., Page], place: str
) -> None:
    for size in ((640, 360), (740, 360)):
        widths = []
        for language in LANGUAGES:
            page = open_page(home.address + place, _in(language), viewport={"width": size[0], "height": size[1]})
            page.wait_for_selector(".aim-room:not([inert]) .dial")
            page.wait_for_function(FITTED)
            board = page.locator(".cb-board").bounding_box()
            assert board
            widths.append(board["width"])
            assert page.evaluate(CUT, ".dial span, .power span") == [], f"{size} in {language}"
            page.close()
        assert min(widths) > 0.9 * max(widths), f"{widths} on {size}"


@in_each_language
def test_the_title_of_a_replay_is_one_line(home: Served, open_page: Callable[..., Page], language: str) -> None:
    link, keys = lay(home, people(LONG, length="board"), [*begun(scattered()), *RULED["won"]])
    page = open_page(f"{link.replace('/play/', '/replay/')}#{keys['a1']}", _in(language), **PHONE)
    page.wait_for_selector("[data-testid=words] p")
    title = page.locator("h1").bounding_box()
    assert title
    assert title["height"] < 60
    expect(page.locator(".stands")).to_contain_text(LONG[Seat.NORTH])


def test_long_names_widen_no_replay(home: Served, open_page: Callable[..., Page]) -> None:
    names = {Seat.SOUTH: "Meera Sharma-Chattopadhyay", Seat.NORTH: "Ravi Shankar Venkataraman"}
    link, keys = lay(home, people(names, "link"), begun(scattered()))
    page = open_page(f"{link.replace('/play/', '/replay/')}#{keys['a1']}", **PHONE)
    expect(page.locator("h1")).to_contain_text("Meera")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
