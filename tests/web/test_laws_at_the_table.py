"""In the page: room for some dues, dues that cannot be forgone, a slam, the game conceded, who of a pair breaks, trial
boards and minutes to try the surface, the claim against who does not come."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import Page, expect

from carrom.equipment import Piece
from carrom.match.log import acts
from tests.server.conftest import Served
from tests.web.hands import Finger
from tests.web.laid_tables import (
    DOUBLES,
    SINGLES,
    begun,
    last_white_with_the_striker,
    lay,
    people,
    scattered,
    two_due_and_room_for_one,
)
from tests.web.languages import in_each_language

pytestmark = pytest.mark.browser


def test_only_what_has_room_is_placed(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES), two_due_and_room_for_one())
    page = open_page(f"{address}#{keys['b1']}")
    expect(page.get_by_test_id("umpire")).to_contain_text("Asha returns 2 pieces; Ravi places them.")
    part = page.get_by_role("button", name="Room for 1 only")
    expect(part).to_have_count(0)
    here = page.get_by_role("button", name="Place here")
    # Dropped where it may not lie, it says why, with the law; dropped where it may, it waits to be confirmed.
    free = page.evaluate("() => ({ ...document.querySelector('.board-host').board.placement })")
    drop = "at => document.querySelector('.board-host').board.putDue(at, true)"
    for place, law in (({"x": 300, "y": 0}, "85"), ({"x": 0, "y": 0}, "89b")):
        page.evaluate(drop, place)
        expect(page.get_by_role("alert")).to_contain_text(law)
        here.click()
        expect(here).to_be_visible()
    page.evaluate(drop, free)
    expect(here).to_be_visible()
    here.evaluate("button => { button.click(); button.click(); }")  # an impatient hand
    expect(here).to_have_count(0)
    expect(part).to_be_visible()
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("To put back on the board: 2")).to_be_visible()
    here.click()
    part.click()
    page.wait_for_selector(".game[data-todo=strike]")
    expect(page.get_by_test_id("umpire")).to_contain_text("No room for the due: it stays owed.")
    expect(page.get_by_text("owes 1")).to_be_visible()


@pytest.mark.deep
def test_why_the_last_pieces_cannot_be_forgone(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES), last_white_with_the_striker())
    page = open_page(f"{address}#{keys['b1']}")
    expect(page.get_by_test_id("no-forgo")).to_contain_text("no piece would be left on the board")
    expect(page.get_by_test_id("no-forgo")).to_contain_text("52a")
    expect(page.get_by_role("button", name="Give up the due")).to_have_count(0)


@pytest.mark.deep
def test_a_slam_is_said_and_stands_on_the_card(served: Served, open_page: Callable[..., Page]) -> None:
    strokes = [
        acts.StrokeMade(own=8, queen=True, rests=scattered(1, 9, 0)),
        acts.StrokeMade(own=1, rests=scattered(0, 9, 0)),
    ]
    address, keys = lay(served, people(SINGLES), [*begun(scattered()), *strokes])
    page = open_page(f"{address}#{keys['b1']}")
    sum_of = "9 for pieces + 3 for the queen = 12 points, a white slam."
    expect(page.get_by_test_id("umpire")).to_contain_text(f"Asha won the board: {sum_of}")
    expect(page.get_by_label("Queen covered by white")).to_be_visible()  # she stays with whoever won
    expect(page.locator("[data-shows] .cb-queen")).to_have_count(1)
    page.get_by_role("button", name="Score card").click()
    expect(page.locator(".card")).to_contain_text("white slam")


def test_whoever_loses_a_board_reads_why(served: Served, open_page: Callable[..., Page]) -> None:
    strokes = [acts.StrokeMade(own=8, rests=scattered(1, 9)), acts.StrokeMade(own=1, rests=scattered(0, 9))]
    address, keys = lay(served, people(SINGLES, "link"), [*begun(scattered()), *strokes])
    why = "because the last own piece fell with the queen still on the board."
    for key, said in (("a1", "You lose the board"), ("b1", "Asha loses the board")):
        page = open_page(f"{address}#{keys[key]}")
        umpire = page.get_by_test_id("umpire")
        expect(umpire).to_contain_text(f"{said}, {why}")
        expect(umpire.get_by_role("button", name="Law 107a").first).to_be_visible()


def test_the_board_in_words_is_told_from_one_s_own_seat(served: Served, open_page: Callable[..., Page]) -> None:
    position = scattered(near=[Piece("queen", 30.4, -100.0)])
    address, keys = lay(served, people(SINGLES, "link"), begun(position))
    for key, place in (("b1", "Queen at -30, 100"), ("a1", "Queen at 30, -100")):
        page = open_page(f"{address}#{keys[key]}")
        page.locator(".text-board summary").press("Enter")
        expect(page.locator(".text-board ul")).to_be_focused()
        expect(page.locator(".text-board li").filter(has_text="Queen")).to_have_text(place)
        expect(page.locator(".board-host")).to_have_attribute("aria-label", re.compile(place))
    seq = page.locator(".game").get_attribute("data-seq") or ""
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")  # strikes; on the title it would close what was just opened
    expect(page.locator(".game")).not_to_have_attribute("data-seq", seq, timeout=15000)


def test_the_game_is_conceded_and_the_match_goes_on(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES), begun(scattered()))
    page = open_page(f"{address}#{keys['a1']}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede").click()
    expect(page.get_by_role("button", name="give up")).to_have_count(4)
    page.get_by_role("button", name="Play on").click()
    page.wait_for_selector(".game[data-todo=strike]")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Ravi: give up the game").click()
    page.wait_for_selector(".game[data-todo=next]")
    expect(page.get_by_test_id("umpire")).to_contain_text("Game conceded by Ravi.")
    expect(page.get_by_test_id("umpire")).to_contain_text("Asha won game 1")


@pytest.mark.deep
def test_the_pair_that_breaks_says_who_of_the_two(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(DOUBLES, "link"))
    asha, anil = (open_page(f"{address}#{keys[name]}") for name in ("a1", "b2"))
    asha.get_by_role("button", name="Choose the side").click()
    expect(asha.get_by_text("Ravi & Anil break: who of the two?")).to_be_visible()
    expect(asha.get_by_role("button", name="Break")).to_have_count(0)
    expect(anil.get_by_role("button", name="Choose the side")).to_have_count(0)
    anil.get_by_role("button", name="Break: Anil").click()
    for page, name in ((asha, "Anil"), (anil, "you")):
        expect(page.get_by_test_id("umpire")).to_contain_text(f"First break: {name}.")
    expect(asha.get_by_test_id("take-seat")).to_be_visible()


@pytest.mark.deep
def test_a_match_without_the_limit_of_boards_can_be_chosen(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.get_by_test_id("tune-here").click()
    boards = page.get_by_label("Boards in a game")
    expect(page.get_by_role("combobox", name="Rulebook")).to_be_visible()
    expect(boards).to_have_count(0)
    page.get_by_label("Length").select_option("match")
    boards.select_option("final")
    page.get_by_role("combobox", name="Rulebook").select_option("vkk")
    expect(boards).to_have_count(0)
    page.get_by_role("combobox", name="Rulebook").select_option("icf")
    page.get_by_test_id("start").click()
    page.wait_for_selector(".game")
    record = page.request.get(page.url.replace("/play/", "/api/matches/").partition("#")[0] + "/record").text()
    assert '[Stage "final"]' in record


@pytest.mark.deep
def test_trial_boards_and_the_minutes_to_try_the_surface(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES, "link"), [acts.Called(), acts.Toss("a")])
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    asha, ravi = open_page(f"{address}#{keys['a1']}", **phone), open_page(f"{address}#{keys['b1']}")
    ravi.wait_for_selector(".game")
    expect(asha.locator(".game")).to_have_attribute("data-seq", str(ravi.locator(".game").get_attribute("data-seq")))
    asha.get_by_role("button", name="Trial board").tap()
    expect(ravi.get_by_text("Asha has a trial board.")).to_be_visible()
    expect(ravi.get_by_role("button", name="Ready")).to_have_count(0)
    asha.wait_for_function("() => document.querySelector('.trial .board-host')?.board.state.aiming")
    with asha.expect_response("**/api/simulate**") as tried:
        Finger().pull(asha, 10, 90)
    assert tried.value.ok
    asha.get_by_role("button", name="The trial board is over").click()
    expect(asha.get_by_role("button", name="Trial board")).to_have_count(0)  # one for each side
    expect(ravi.get_by_role("button", name="Trial board")).to_be_visible()

    kreeda = msgspec.structs.replace(people(SINGLES, "link"), rulebook="kreeda-2024")
    address, keys = lay(served, kreeda, [acts.Called(), acts.Toss("a")])
    asha, ravi = (open_page(f"{address}#{keys[name]}") for name in ("a1", "b1"))
    for page in (asha, ravi):  # both at the same time
        expect(page.get_by_role("button", name="Trial board")).to_have_count(0)
        page.get_by_test_id("test-board").click()
        expect(page.get_by_test_id("trial")).to_be_visible()
    for page in (asha, ravi):
        page.get_by_role("button", name="Done").click()
        page.get_by_role("button", name="Ready").click()
    expect(asha.get_by_text("Your stroke", exact=True)).to_be_visible()
    expect(asha.get_by_test_id("test-board")).to_have_count(0)


UNDER = "([x, y]) => document.elementFromPoint(x, y)?.closest('button:enabled, a, [role=switch]')?.innerText ?? ''"


def _tap_where(page: Page, name: str) -> tuple[float, float]:
    box = page.get_by_role("button", name=name, exact=True).bounding_box()
    assert box
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*at)
    return at


@pytest.mark.deep
@in_each_language
def test_nothing_comes_under_a_thumb_that_has_said_ready(
    served: Served, open_page: Callable[..., Page], language: str
) -> None:
    """Whoever taps twice has not opened a trial board, nor taken back anything."""
    likes = f"localStorage.setItem('carrom.prefs', JSON.stringify({{language: '{language}', sound: false}}))"
    for size in ((360, 740), (320, 568), (740, 360)):
        address, keys = lay(served, people(SINGLES, "link"), [acts.Called(), acts.Toss("a")])
        phone = {"viewport": {"width": size[0], "height": size[1]}, "has_touch": True, "is_mobile": True}
        ravi = open_page(f"{address}#{keys['b1']}", likes, **phone)
        ready = ravi.get_by_test_id("next").locator(".go")
        at = _tap_where(ravi, ready.inner_text())
        expect(ready).to_be_disabled()
        expect(ravi.locator(".prompt > .waits")).to_contain_text("Asha")
        assert ravi.evaluate(UNDER, at) == "", size
        expect(ravi.get_by_test_id("next").locator("button:enabled")).not_to_have_count(0)
        ravi.close()


@pytest.mark.deep
def test_a_trial_board_is_struck_by_pulling_with_a_mouse(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES), [acts.Called(), acts.Toss("a")])
    page = open_page(f"{address}#{keys['a1']}")
    page.get_by_role("button", name=re.compile("Trial board")).first.click()
    aims = "() => document.querySelector('.trial .board-host')?.board.state.aiming"
    places = "() => document.querySelector('.trial .board-host').board.state.discs.map(({ x, y }) => [x, y])"
    page.wait_for_function(aims)
    rack = page.evaluate(places)
    box = page.locator(".trial .cb-board").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with page.expect_response("**/api/simulate**") as tried:
        page.mouse.move(x, y)
        page.mouse.down()
        for pulled in (30, 90, 150):  # beyond the edge of the board, too
            page.mouse.move(x, y + pulled)
        page.mouse.up()
    assert tried.value.ok
    page.wait_for_function(aims)
    assert page.evaluate(places) != rack
    assert page.locator(".game").get_attribute("data-todo") == "next", "the match has heard nothing of it"


def test_who_does_not_come_loses_the_match_to_who_claims_it(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES, "link"), [acts.Called(), acts.Toss("a")], ago=901)
    asha = open_page(f"{address}#{keys['a1']}")
    asha.get_by_role("button", name="Claim the match").click()
    expect(asha.get_by_role("heading", name="You win!")).to_be_visible()
