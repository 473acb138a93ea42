"""Entry lists in a browser: which columns there are, and that the next list is asked about anew."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from openpyxl import Workbook
from playwright.sync_api import Page, expect

from tests.web.desk_hands import DeskClub, DeskTournament
from tests.web.test_desk_evening import CALM

pytestmark = pytest.mark.browser


@pytest.fixture
def cup(club: DeskClub) -> DeskTournament:
    """Singles and doubles; nobody is entered."""
    made = club.begin("vkk", name="Listed cup")
    made.act("set", changes=[{"setting": "event", "where": "D", "value": "Doubles: doubles"}])
    return made


def paste(page: Page, text: str) -> None:
    page.get_by_label("or paste it").fill(text)
    page.get_by_role("button", name="Read it").click()


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
    expect(page.get_by_role("button", name="Enter 2 entries")).to_be_enabled()
    expect(page.locator(".mapping th")).to_have_text(["Name", "Club", "Event"])


def test_the_next_list_begins_without_the_answers_about_this_one(
    cup: DeskTournament, open_page: Callable[..., Page]
) -> None:
    page = open_page(cup.link("desk", "entries"), **CALM)
    paste(page, "Name,Club\nAsha,Hill\nBen,Lake\n")
    into = page.get_by_label("Event of rows that name none")
    into.fill("S")
    page.get_by_role("button", name="Enter 2 entries").click()
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
    column.select_option(label="partner for MD")
    expect(page.locator(".as-read tbody")).to_contain_text("MD: Ajay Rao / Ben Shah")
    expect(column).to_have_value("partner for MD")
    page.get_by_role("button", name="Enter 1 entry").click()
    expect(page.locator(".people .row", has_text="MD: Ajay Rao / Ben Shah")).to_have_count(2)
