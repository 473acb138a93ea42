"""Laws on the page of a match: dues, a slam, a conceded game, the break of a pair, trial boards, the claim of a match
whose opponent does not come."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import Page, expect

from carrom.equipment import Piece
from carrom.match.log import acts
from tests.server.conftest import Served
from tests.web.input_devices import Finger
from tests.web.languages import in_each_language
from tests.web.stored_matches import (
    DOUBLES,
    SINGLES,
    begun,
    last_white_with_the_striker,
    lay,
    people,
    scattered,
    two_due_and_room_for_one,
)
from tests.web.words import game_text

pytestmark = pytest.mark.browser


def test_only_dues_with_room_are_placed(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES), two_due_and_room_for_one())
    placing = game_text("told-placers", placer="Ravi")
    back = game_text("told-back", by="Asha", pieces=game_text("told-pieces", count=2), placing=placing)
    page = open_page(f"{address}#{keys['b1']}")
    expect(page.get_by_test_id("umpire")).to_contain_text(back)
    part = page.get_by_role("button", name=game_text("place-part", count=1))
    expect(part).to_have_count(0)
    here = page.get_by_role("button", name=game_text("place-here"))
    # A drop on an unlawful place names the law; on a lawful place it waits to be confirmed.
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
    page.get_by_role("button", name=game_text("place-back")).click()
    expect(page.get_by_text(game_text("place-due", count=2))).to_be_visible()
    here.click()
    part.click()
    page.wait_for_selector(".game[data-todo=strike]")
    expect(page.get_by_test_id("umpire")).to_contain_text(game_text("said-due-deferred"))
    expect(page.get_by_text(game_text("owes", count=1))).to_be_visible()


@pytest.mark.deep
def test_the_last_pieces_cannot_be_forgone(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES), last_white_with_the_striker())
    page = open_page(f"{address}#{keys['b1']}")
    expect(page.get_by_test_id("no-forgo")).to_contain_text(game_text("refused-last-pieces"))
    expect(page.get_by_test_id("no-forgo")).to_contain_text("52a")
    expect(page.get_by_role("button", name=game_text("forgo"))).to_have_count(0)


@pytest.mark.deep
def test_a_slam_is_announced_and_on_the_score_card(served: Served, open_page: Callable[..., Page]) -> None:
    strokes = [
        acts.StrokeMade(own=8, queen=True, rests=scattered(1, 9, 0)),
        acts.StrokeMade(own=1, rests=scattered(0, 9, 0)),
    ]
    address, keys = lay(served, people(SINGLES), [*begun(scattered()), *strokes])
    page = open_page(f"{address}#{keys['b1']}")
    figures = {"winner": "Asha", "coins": 9, "queen": 3, "points": 12, "slam": "white"}
    expect(page.get_by_test_id("umpire")).to_contain_text(game_text("said-board-won-queen-slam", **figures))
    expect(page.get_by_label(game_text("queen-covered", colour="white"))).to_be_visible()
    expect(page.locator("[data-shows] .cb-queen")).to_have_count(1)
    page.get_by_role("button", name=game_text("score-card")).click()
    expect(page.locator(".card")).to_contain_text(game_text("slam", slam="white"))


def test_the_loser_of_a_board_reads_the_reason(served: Served, open_page: Callable[..., Page]) -> None:
    strokes = [acts.StrokeMade(own=8, rests=scattered(1, 9)), acts.StrokeMade(own=1, rests=scattered(0, 9))]
    address, keys = lay(served, people(SINGLES, "link"), [*begun(scattered()), *strokes])
    why = game_text("why-own")
    texts = {"a1": game_text("told-lost-you", why=why), "b1": game_text("told-lost", by="Asha", why=why)}
    for key, text in texts.items():
        page = open_page(f"{address}#{keys[key]}")
        umpire = page.get_by_test_id("umpire")
        expect(umpire).to_contain_text(text)
        expect(umpire.get_by_role("button", name=game_text("law", law="107a")).first).to_be_visible()


def test_the_board_in_words_is_seen_from_the_players_seat(served: Served, open_page: Callable[..., Page]) -> None:
    position = scattered(near=[Piece("queen", 30.4, -100.0)])
    address, keys = lay(served, people(SINGLES, "link"), begun(position))
    for key, x, y in (("b1", -30, 100), ("a1", 30, -100)):
        place = game_text("at-place", kind=game_text("queen"), x=x, y=y)
        page = open_page(f"{address}#{keys[key]}")
        page.locator(".text-board summary").press("Enter")
        expect(page.locator(".text-board ul")).to_be_focused()
        expect(page.locator(".text-board li").filter(has_text=game_text("queen"))).to_have_text(place)
        expect(page.locator(".board-host")).to_have_attribute("aria-label", re.compile(place))
    seq = page.locator(".game").get_attribute("data-seq") or ""
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")  # strikes; on the summary it would close the list
    expect(page.locator(".game")).not_to_have_attribute("data-seq", seq, timeout=15000)


def test_the_game_is_conceded_and_the_match_goes_on(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES), begun(scattered()))
    page = open_page(f"{address}#{keys['a1']}")
    page.get_by_role("button", name=game_text("menu")).click()
    page.get_by_role("button", name=game_text("concede")).click()
    for name in ("Asha", "Ravi"):
        for key in ("concede-game", "concede-match"):
            expect(page.get_by_role("button", name=game_text(key, name=name))).to_have_count(1)
    page.get_by_role("button", name=game_text("concede-not")).click()
    page.wait_for_selector(".game[data-todo=strike]")
    page.get_by_role("button", name=game_text("menu")).click()
    page.get_by_role("button", name=game_text("concede")).click()
    page.get_by_role("button", name=game_text("concede-game", name="Ravi")).click()
    page.wait_for_selector(".game[data-todo=next]")
    expect(page.get_by_test_id("umpire")).to_contain_text(game_text("said-game-conceded", by="Ravi"))
    expect(page.get_by_test_id("umpire")).to_contain_text(game_text.pattern("said-game-won", winner="Asha", game=1))


@pytest.mark.deep
def test_the_pair_that_breaks_chooses_its_breaker(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(DOUBLES, "link"))
    asha, anil = (open_page(f"{address}#{keys[name]}") for name in ("a1", "b2"))
    asha.get_by_role("button", name=game_text("toss-side")).click()
    expect(asha.get_by_text(game_text("toss-breaker", name="Ravi & Anil"))).to_be_visible()
    expect(asha.get_by_role("button", name=game_text("toss-break"))).to_have_count(0)
    expect(anil.get_by_role("button", name=game_text("toss-side"))).to_have_count(0)
    anil.get_by_role("button", name=game_text("toss-break-by", name="Anil")).click()
    for page, name in ((asha, "Anil"), (anil, game_text("you-word"))):
        expect(page.get_by_test_id("umpire")).to_contain_text(game_text.pattern("said-toss", breaker=name))
    expect(asha.get_by_test_id("take-seat")).to_be_visible()


@pytest.mark.deep
def test_a_match_without_the_limit_of_boards_can_be_chosen(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.get_by_test_id("tune-here").click()
    boards = page.get_by_label(game_text("stage"))
    expect(page.get_by_role("combobox", name=game_text("rulebook"))).to_be_visible()
    expect(boards).to_have_count(0)
    page.get_by_label(game_text("length")).select_option("match")
    boards.select_option("final")
    page.get_by_role("combobox", name=game_text("rulebook")).select_option("vkk")
    expect(boards).to_have_count(0)
    page.get_by_role("combobox", name=game_text("rulebook")).select_option("icf")
    page.get_by_test_id("start").click()
    page.wait_for_selector(".game")
    record = page.request.get(page.url.replace("/play/", "/api/matches/").partition("#")[0] + "/record").text()
    assert '[Stage "final"]' in record


@pytest.mark.deep
def test_trial_boards_and_the_time_to_test_the_board(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES, "link"), [acts.Called(), acts.Toss("a")])
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    asha, ravi = open_page(f"{address}#{keys['a1']}", **phone), open_page(f"{address}#{keys['b1']}")
    ravi.wait_for_selector(".game")
    expect(asha.locator(".game")).to_have_attribute("data-seq", str(ravi.locator(".game").get_attribute("data-seq")))
    asha.get_by_role("button", name=game_text("trial-board")).tap()
    expect(ravi.get_by_text(game_text("trial-wait", name="Asha"))).to_be_visible()
    expect(ravi.get_by_role("button", name=game_text("ready"))).to_have_count(0)
    asha.wait_for_function("() => document.querySelector('.trial .board-host')?.board.state.aiming")
    with asha.expect_response("**/api/simulate**") as tried:
        Finger().pull(asha, 10, 90)
    assert tried.value.ok
    asha.get_by_role("button", name=game_text("trial-over")).click()
    expect(asha.get_by_role("button", name=game_text("trial-board"))).to_have_count(0)  # one for each side
    expect(ravi.get_by_role("button", name=game_text("trial-board"))).to_be_visible()

    kreeda = msgspec.structs.replace(people(SINGLES, "link"), rulebook="kreeda-2024")
    address, keys = lay(served, kreeda, [acts.Called(), acts.Toss("a")])
    asha, ravi = (open_page(f"{address}#{keys[name]}") for name in ("a1", "b1"))
    for page in (asha, ravi):  # both sides at the same time
        expect(page.get_by_role("button", name=game_text("trial-board"))).to_have_count(0)
        page.get_by_test_id("test-board").click()
        expect(page.get_by_test_id("trial")).to_be_visible()
    for page in (asha, ravi):
        page.get_by_role("button", name=game_text("test-over")).click()
        page.get_by_role("button", name=game_text("ready")).click()
    expect(asha.get_by_text(game_text("your-stroke"), exact=True)).to_be_visible()
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
def test_no_control_appears_under_a_thumb_that_tapped_ready(
    served: Served, open_page: Callable[..., Page], language: str
) -> None:
    """A second tap must not open a trial board or undo anything."""
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
    page.get_by_role("button", name=game_text("trial-board")).first.click()
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
    assert page.locator(".game").get_attribute("data-todo") == "next", "the match has not changed"


def test_a_player_claims_the_match_of_an_absent_opponent(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES, "link"), [acts.Called(), acts.Toss("a")], ago=901)
    asha = open_page(f"{address}#{keys['a1']}")
    asha.get_by_role("button", name=game_text("claim")).click()
    expect(asha.get_by_role("heading", name=game_text("wins-you"))).to_be_visible()
