"""In the page: room for some dues, dues that cannot be forgone, a slam, the game conceded, who of a pair breaks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from carrom.match.log import acts
from tests.server.conftest import Served
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

pytestmark = pytest.mark.browser


def test_only_what_has_room_is_placed(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES), two_due_and_room_for_one())
    page = open_page(f"{address}#{keys['b1']}")
    expect(page.get_by_test_id("umpire")).to_contain_text("Ravi places 2 whites.")
    part = page.get_by_role("button", name="Room for 1 only")
    expect(part).to_have_count(0)
    here = page.get_by_role("button", name="Place here")
    here.click()
    expect(here).to_have_count(0)
    expect(part).to_be_visible()
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Place 2 due on the board")).to_be_visible()
    here.click()
    part.click()
    page.wait_for_selector(".game[data-todo=strike]")
    expect(page.get_by_test_id("umpire")).to_contain_text("No room for the due: it stays owed.")
    expect(page.get_by_text("owes 1")).to_be_visible()


def test_why_the_last_pieces_cannot_be_forgone(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES), last_white_with_the_striker())
    page = open_page(f"{address}#{keys['b1']}")
    expect(page.get_by_test_id("no-forgo")).to_contain_text("no piece would be left on the board")
    expect(page.get_by_test_id("no-forgo")).to_contain_text("52a")
    expect(page.get_by_role("button", name="Forgo")).to_have_count(0)


def test_a_slam_is_said_and_stands_on_the_card(served: Served, open_page: Callable[..., Page]) -> None:
    strokes = [
        acts.StrokeMade(own=8, queen=True, rests=scattered(1, 9, 0)),
        acts.StrokeMade(own=1, rests=scattered(0, 9, 0)),
    ]
    address, keys = lay(served, people(SINGLES), [*begun(scattered()), *strokes])
    page = open_page(f"{address}#{keys['b1']}")
    expect(page.get_by_test_id("umpire")).to_contain_text("Board to Asha: 12 points, a white slam.")
    page.get_by_role("button", name="Score card").click()
    expect(page.locator(".card")).to_contain_text("white slam")


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
    expect(page.get_by_test_id("umpire")).to_contain_text("Game 1 to Asha")


def test_the_pair_that_breaks_says_who_of_the_two(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(DOUBLES, "link"))
    asha, anil = (open_page(f"{address}#{keys[name]}") for name in ("a1", "b2"))
    asha.get_by_role("button", name="Choose the side").click()
    expect(asha.get_by_text("Ravi & Anil break: who of the two?")).to_be_visible()
    expect(asha.get_by_role("button", name="Break")).to_have_count(0)
    expect(anil.get_by_role("button", name="Choose the side")).to_have_count(0)
    anil.get_by_role("button", name="Break: Anil").click()
    for page in (asha, anil):
        expect(page.get_by_test_id("umpire")).to_contain_text("First break: Anil.")
    expect(asha.get_by_test_id("take-seat")).to_be_visible()


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
