"""Entry lists in a browser: which columns there are, and that the next list is asked about anew."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from openpyxl import Workbook
from playwright.sync_api import Page, expect

from tests.web.desk_hands import DeskClub, DeskTournament
from tests.web.test_desk_evening import CALM, owner_page

pytestmark = pytest.mark.browser


@pytest.fixture
def cup(club: DeskClub) -> DeskTournament:
    """Singles and doubles; nobody is entered."""
    made = club.begin("vkk", name="Listed cup")
    made.act("set", changes=[{"setting": "event", "where": "D", "value": "Doubles: doubles"}])
    return made


def paste(page: Page, text: str) -> None:
    page.get_by_label("or paste it").fill(text)
    page.get_by_role("button", name="Preview").click()


def test_a_workbook_has_the_columns_in_which_something_stands(
    cup: DeskTournament, open_page: Callable[..., Page]
) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Name", "Club", "Event"], ["Asha", "Hill", "S"], ["Ben", "Lake", "S"]):
        sheet.append(row)
    raw = io.BytesIO()
    book.save(raw)
    page = open_page(cup.link("desk", "entries"), **CALM)
    file = {"name": "list.xlsx", "mimeType": "application/octet-stream", "buffer": raw.getvalue()}
    page.locator("[data-panel=import] input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    expect(page.get_by_role("button", name="Add 2 entries")).to_be_enabled()
    expect(page.locator(".mapping th")).to_have_text(["Name", "Club", "Event"])


def test_the_next_list_begins_without_the_answers_about_this_one(
    cup: DeskTournament, open_page: Callable[..., Page]
) -> None:
    page = open_page(cup.link("desk", "entries"), **CALM)
    paste(page, "Name,Club\nAsha,Hill\nBen,Lake\n")
    into = page.get_by_label("Event for players with no event written")
    into.select_option("S")
    page.get_by_role("button", name="Add 2 entries").click()
    expect(page.locator(".people .row", has_text="Ben")).to_be_visible()
    page.get_by_text("Add a list of players").click()
    paste(page, "Name,Born\nCarl,03/04/1990\nDev,05/06/1991\n")
    expect(into).to_have_value("")
    expect(page.locator(".questions [data-code=no-event]")).to_have_count(1)
    dates = page.get_by_role("group", name="How is 03/04/1990 meant?").get_by_role("radio")
    dates.first.check()
    expect(dates.first).to_be_checked()
    # another list in its place is not read by that answer either
    page.get_by_role("button", name="another list").click()
    page.get_by_text("Add a list of players").click()
    paste(page, "Name,Born\nEva,03/04/1990\n")
    expect(page.locator(".questions [data-code=ambiguous-date]")).to_have_count(1)
    for order in range(2):
        expect(dates.nth(order)).not_to_be_checked()


def test_of_several_events_for_two_a_column_of_partners_names_one(
    club: DeskClub, open_page: Callable[..., Page]
) -> None:
    cup = club.begin("community-2024", name="Pairs of several")
    page = open_page(cup.link("desk", "entries"), **CALM)
    paste(page, "Name,Sex,Community,Pair\nAjay Rao,M,Hill,Ben Shah\nBen Shah,M,Hill,Ajay Rao\n")
    column = page.get_by_label("The column Pair is")
    column.select_option("partner for MD")
    expect(page.locator(".as-read tbody")).to_contain_text("MD: Ajay Rao / Ben Shah")
    expect(column).to_have_value("partner for MD")
    page.get_by_role("button", name="Add 1 entry").click()
    expect(page.locator(".people .row", has_text="MD: Ajay Rao / Ben Shah")).to_have_count(2)


def test_a_list_from_a_chat_is_previewed_and_put_right(cup: DeskTournament, open_page: Callable[..., Page]) -> None:
    """F3, F8 and F11 of the secretary: no headings, lines beside what was understood, an answer to every question."""
    page = open_page(cup.link("desk", "entries"), **CALM)
    written = (
        "Sunday entries\n1. Narayan Salunkhe (Hill)\n2. Narayan Salunke (Hill)\n3. Asha Ro (Lake)\n4. Ben (Lake)\n"
    )
    paste(page, written)
    page.get_by_label("Event for players with no event written").select_option("S")
    expect(page.get_by_label("The column in brackets is")).to_have_value("club")
    expect(page.locator(".questions h3")).to_have_text("Questions: 3")
    row = page.locator(".as-read tbody tr", has_text="Asha Ro")
    expect(row.locator(".written")).to_contain_text("3. Asha Ro (Lake)")
    row.get_by_role("button", name="Change row 4").click()
    page.get_by_role("textbox", name="row 4").fill("3. Asha Rao (Lake)")
    page.keyboard.press("Enter")
    expect(page.locator(".as-read tbody tr", has_text="Asha Rao")).to_have_count(1)
    page.locator("[data-code=title]").get_by_role("button", name="Yes, a title").click()
    page.locator("[data-code=no-headings]").get_by_role("button", name="yes").click()
    expect(page.locator(".questions h3")).to_have_text("Questions: 1")
    page.locator("[data-code=alike]").get_by_role("button", name="It is Narayan Salunkhe").click()
    expect(page.get_by_text("No questions.")).to_be_visible()
    page.get_by_role("button", name="Add 3 entries").click()
    expect(page.locator(".people .row", has_text="Ben")).to_be_visible()
    # rows in columns, without headings
    page.get_by_text("Add a list of players").click()
    paste(page, "Carl Mehta,Mill\nDev Patil,Mill\n")
    page.get_by_role("button", name="yes").click()
    page.get_by_label("Event for players with no event written").select_option("S")
    page.get_by_role("button", name="Add 2 entries").click()
    expect(page.locator(".people .row", has_text="Dev")).to_be_visible()


def test_ratings_seed_and_a_fee_is_asked_for(club: DeskClub, open_page: Callable[..., Page]) -> None:
    """F4 and F8 of the secretary."""
    made = club.begin("vkk", name="Rated cup")
    page = owner_page(club, open_page)
    page.goto(f"{club.address}/desk/{made.id}/entries")
    paste(page, "Name,Rating,Fees\nAsha,2000,300\nBen,1993,300\nCarl,2100,\nDev,1500,\nEva,1400,\n")
    page.get_by_role("button", name="Seed the best 4").click()
    expect(page.locator("[data-code=rating]")).to_have_count(0)
    expect(page.get_by_label("What is the entry fee?")).to_have_value("300")
    page.get_by_test_id("asked-fee").get_by_role("button", name="Save").click()
    expect(page.get_by_test_id("asked-fee")).to_have_count(0)
    page.get_by_role("button", name="Add 5 entries").click()
    people = {one["name"]: one for one in made.ask("people")["people"]}
    assert {name: one["seed"] for name, one in people.items()} == {
        "Asha": 2,
        "Ben": 3,
        "Carl": 1,
        "Dev": 4,
        "Eva": None,
    }
    assert {name: one["owes"] for name, one in people.items() if one["owes"]} == {"Carl": 300, "Dev": 300, "Eva": 300}
    page.get_by_role("button", name="Carl has paid", exact=True).click()
    expect(page.get_by_role("button", name="Carl has not paid", exact=True)).to_be_visible()


def test_who_has_not_paid_can_be_ticked_where_no_fee_is_set(
    cup: DeskTournament, open_page: Callable[..., Page]
) -> None:
    """F8 of the secretary."""
    cup.act("import", text="name,fees\nAsha,300\nBen,\n")
    page = open_page(cup.link("desk", "entries"), **CALM)
    page.get_by_role("button", name="Ben has paid").click()
    expect(page.get_by_role("button", name="Ben has not paid")).to_be_visible()


def test_a_column_of_ticks_is_said_to_be_of_an_event(club: DeskClub, open_page: Callable[..., Page]) -> None:
    """F5 of the secretary."""
    games = club.begin("community-2024", name="Games")
    page = owner_page(club, open_page)
    page.goto(f"{club.address}/desk/{games.id}/entries")
    paste(page, "Name,Community,Age,Veterans,Under 18\nAsha,Hill,70,y,\nBen,Lake,12,,yes\n")
    event = next(one for one, name in games.ask("people")["events"].items() if name.startswith("Junior"))
    expect(page.get_by_label("The column Veterans is")).to_have_value(re.compile("^plays "))
    page.get_by_label("The column Under 18 is").select_option(f"plays {event}")
    expect(page.locator("[data-code=column]")).to_have_count(0)
    expect(page.locator(".as-read tbody tr", has_text="Ben")).to_contain_text(f"{event}: Ben")


def test_all_events_are_drawn_with_one_press(club: DeskClub, open_page: Callable[..., Page]) -> None:
    """F6 and F20 of the secretary."""
    games = club.begin("community-2024", name="All at once")
    rows = [f"P{n:02} Rao,{'MFMF'[n % 4]},{['Hill', 'Lake', 'Mill', 'Port'][n // 2 % 4]},{20 + n}" for n in range(16)]
    men = [f"{row},MS" if n % 2 == 0 else f"{row},WS" for n, row in enumerate(rows)]
    young = [f"Y{n} Rao,M,Hill,{10 + n},JS" for n in range(4)]  # of one community alone
    games.act("import", text="\n".join(["Name,Sex,Community,Age,Event", *men, *young]))
    page = owner_page(club, open_page)
    page.goto(f"{club.address}/desk/{games.id}/draw")
    junior = page.locator("[data-event=JS]")
    expect(junior.get_by_text("cancelled")).to_be_visible()
    expect(junior.get_by_role("button", name="Draw")).to_have_count(0)
    expect(page.locator("[data-event=XD]").get_by_role("button", name="Draw")).to_have_count(0)
    page.get_by_role("button", name="Draw and publish all 2").click()
    expect(page.get_by_test_id("all-at-once")).to_have_count(0)
    for event in ("MS", "WS"):
        expect(page.locator(f"[data-event={event}]").get_by_text("published")).to_be_visible()
    # an event with too few communities is decided where that is said
    page.goto(f"{club.address}/desk/{games.id}/evening")
    decision = page.locator("[data-code=communities]")
    decision.get_by_role("button", name="Hold it anyway").click()
    expect(decision).to_have_count(0)
    page.goto(f"{club.address}/desk/{games.id}/draw")
    junior.get_by_role("button", name="Draw and publish").click()
    expect(junior.get_by_text("published")).to_be_visible()
