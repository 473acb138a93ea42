"""The smallest phones in both orientations: nothing is cut or scrolls, names and scores stay visible, and a finger
places a due."""

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
from tests.web.input_devices import Finger, free_spot
from tests.web.languages import LANGUAGES, in_each_language
from tests.web.layout import FITTED, OUTSIDE, set_size
from tests.web.stored_matches import DOUBLES, LONG_NAMES, SINGLES, begun, lay, people, scattered
from tests.web.words import game_text

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SMALL = ((320, 568), (360, 640), (360, 740), (740, 360), (640, 360))
RULED: dict[str, list[Act]] = {
    "foul": [acts.StrokeMade(striker=True, rests=scattered())],
    "due": [acts.StrokeMade(own=1, rests=scattered(8)), acts.StrokeMade(own=1, striker=True, rests=scattered(7))],
    "queen": [acts.StrokeMade(own=2, rests=scattered(7)), acts.StrokeMade(queen=True, rests=scattered(7, 9, 0))],
    "won": [acts.StrokeMade(own=9, queen=True, rests=scattered(0, 9, 0))],
}
CUT = """found => [...document.querySelectorAll(found)].filter(one => one.checkVisibility())
  .filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""
# Return names and scores that are covered by an element outside their strip.
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
def test_labels_of_number_fields_are_whole(home: Served, open_page: Callable[..., Page], language: str) -> None:
    link, keys = lay(home, people(SINGLES), begun(scattered()))
    page = open_page(f"{link}#{keys['a1']}", _in(language, "numbers: true"), has_touch=True)
    page.wait_for_selector(".numbers input")
    for size in SMALL:
        set_size(page, size)
        assert page.evaluate(CUT, ".numbers .field > span, .power span") == [], f"{size} in {language}"
        page.locator(".numbers input").nth(1).fill("-123.45")
        assert page.evaluate(CUT, ".numbers input") == [], f"{size} in {language}"
        parts = ".numbers input, .power, .dial, .tools button, .text-board summary"
        assert page.evaluate(OUTSIDE, parts) == [], f"{size} in {language}"


@in_each_language
@pytest.mark.parametrize("names", by_depth([DOUBLES], [SINGLES, DOUBLES]))
def test_an_invitation_fits_one_screen(
    home: Served, open_page: Callable[..., Page], language: str, names: dict[Seat, str]
) -> None:
    link, keys = lay(home, people(names, "link", length="board"))
    page = open_page(f"{link}?name#{keys['b1']}", _in(language))
    page.wait_for_function("() => document.querySelector('img.invitation')?.naturalWidth > 0")
    page.wait_for_selector(".invited .seated")
    for size in SMALL:
        set_size(page, size)
        assert page.evaluate(BEYOND) == [0, 0], f"{size} in {language}"
        assert page.evaluate(OUTSIDE, ".invited p, .invited input, .invited .go") == [], f"{size} in {language}"
        picture = page.locator("img.invitation").bounding_box()
        assert picture
        assert picture["height"] > 60, f"{size} in {language}"


@pytest.mark.parametrize("ruled", by_depth(list(RULED)[-1:], list(RULED)))
def test_the_umpires_text_covers_no_name_or_score(home: Served, open_page: Callable[..., Page], ruled: str) -> None:
    link, keys = lay(home, people(LONG_NAMES), [*begun(scattered()), *RULED[ruled]])
    for language in some_of(LANGUAGES):
        page = open_page(f"{link}#{keys['a1']}", _in(language), **PHONE)
        page.wait_for_selector(".umpire p")
        for size in (*SMALL, (1280, 800)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=list(size))
            page.wait_for_function(FITTED)
            expect(page.locator(".umpire")).to_have_attribute("data-read", "false")  # no player has gone on yet
            if ruled != "won" or size[0] > size[1]:  # upright, the next question covers the own strip
                assert page.evaluate(UNDER) == [], f"{size} in {language}"
        page.close()


def pieces_aside(white: int) -> Position:
    """Keep the way from the middle of the base line to the far right pocket free."""
    kinds: list[Kind] = [*["white"] * white, *["black"] * 9, "queen"]  # type: ignore[list-item]
    places = [(x, y * 40.0) for y in range(-5, 6) for x in (-220.0, -160.0)]
    return Position(tuple(Piece(kind, *place) for kind, place in zip(kinds, places, strict=False)))


@pytest.mark.parametrize("size", by_depth([(640, 360)], [(360, 740), (320, 568), (640, 360)]))
def test_a_finger_places_a_due(home: Served, open_page: Callable[..., Page], size: tuple[int, int]) -> None:
    """Asha has pocketed a piece and then pockets the striker: Ravi places a due."""
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
    expect(page.get_by_test_id("umpire")).to_contain_text(game_text("told-foul-striker"))
    page.wait_for_function(FITTED)
    assert page.evaluate(OUTSIDE, ".placing, .placing button") == [], "the whole question is visible"
    ring = page.locator(".cb-due").evaluate("one => parseFloat(getComputedStyle(one).outlineWidth)")
    assert ring >= 2, "the piece is found among the green spots"
    seq = page.locator(".game").get_attribute("data-seq")
    found = free_spot(page)
    assert found
    start, end = found
    Finger().drag(page, start, end)
    spot = page.evaluate(HELD)
    page.get_by_role("button", name=game_text("place-here")).tap()
    page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=place]):not([data-todo=sent])")
    whites = page.evaluate(WHITES)
    assert len(whites) == 9
    assert any(abs(x - spot[0]) < 0.01 and abs(y - spot[1]) < 0.01 for x, y in whites), (
        "it lies where the finger put it"
    )


@pytest.mark.parametrize("place", by_depth(["/practice"], ["/puzzles/daily", "/practice"]))
def test_the_board_has_the_same_size_in_every_language(
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
def test_the_title_of_a_replay_fits_one_line(home: Served, open_page: Callable[..., Page], language: str) -> None:
    link, keys = lay(home, people(LONG_NAMES, length="board"), [*begun(scattered()), *RULED["won"]])
    page = open_page(f"{link.replace('/play/', '/replay/')}#{keys['a1']}", _in(language), **PHONE)
    page.wait_for_selector("[data-testid=words] p")
    title = page.locator("h1").bounding_box()
    assert title
    assert title["height"] < 60
    expect(page.locator(".stands")).to_contain_text(LONG_NAMES[Seat.NORTH])


def test_long_names_do_not_widen_a_replay(home: Served, open_page: Callable[..., Page]) -> None:
    names = {Seat.SOUTH: "Meera Sharma-Chattopadhyay", Seat.NORTH: "Ravi Shankar Venkataraman"}
    link, keys = lay(home, people(names, "link"), begun(scattered()))
    page = open_page(f"{link.replace('/play/', '/replay/')}#{keys['a1']}", **PHONE)
    expect(page.locator("h1")).to_contain_text("Meera")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


STRIP_NAMES = {Seat.SOUTH: "Bhagyalakshmi", Seat.NORTH: "Ravi"}
# The visible width of the name, and whether parts overlap or leave the strip.
STRIP = """() => {
  const party = document.querySelector('.party.active'), { left, right } = party.getBoundingClientRect();
  const seen = [...party.querySelectorAll('.party-names, .points, .left, .badge')]
    .map(one => one.getBoundingClientRect()).filter(box => box.width > 0).sort((a, b) => a.left - b.left);
  const isCut = seen.some(box => box.left < left || box.right > right);
  return { name: party.querySelector('.party-names').clientWidth,
    cut: isCut, over: seen.some((box, n) => n && box.left < seen[n - 1].right - 1) };
}"""


@in_each_language
def test_a_name_is_readable_beside_the_queens_badge(
    home: Served, open_page: Callable[..., Page], language: str
) -> None:
    taken = [acts.StrokeMade(own=1, rests=scattered(8)), acts.StrokeMade(queen=True, rests=scattered(8, 9, 0))]
    link, keys = lay(home, people(STRIP_NAMES, clock=True), [*begun(scattered()), *taken])
    likes = f"localStorage.setItem('carrom.prefs', JSON.stringify({{language: '{language}', sound: false}}))"
    page = open_page(f"{link}#{keys['a1']}", likes, has_touch=True)
    page.wait_for_selector(".game[data-todo=strike] .party.active .badge.queen")
    for width, height in ((360, 740), (320, 568), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FITTED)
        found = page.evaluate(STRIP)
        assert not found["cut"], f"a part is cut on {width}×{height}"
        assert not found["over"], f"parts overlap on {width}×{height}"
        assert found["name"] >= 40, f"the name has {found['name']} px on {width}×{height}"
