"""Entry lists in a browser: columns, questions about rows, and a fresh start for the next list."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from openpyxl import Workbook
from playwright.sync_api import Page, expect

from tests.web.desk_client import DeskClub, DeskTournament
from tests.web.desk_page import CALM, owner_page
from tests.web.words import desk_text

pytestmark = pytest.mark.browser


@pytest.fixture
def cup(club: DeskClub) -> DeskTournament:
    """Singles and doubles without entries."""
    made = club.begin("vkk", name="Listed cup")
    made.act("set", changes=[{"setting": "event", "where": "D", "value": "Doubles: doubles"}])
    return made


def paste(page: Page, text: str) -> None:
    page.get_by_label(desk_text("or-paste")).fill(text)
    page.get_by_role("button", name=desk_text("read-list")).click()


def test_empty_columns_of_a_workbook_are_left_out(cup: DeskTournament, open_page: Callable[..., Page]) -> None:
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
    expect(page.get_by_role("button", name=desk_text("enter-list", n=2))).to_be_enabled()
    expect(page.locator(".mapping th")).to_have_text(["Name", "Club", "Event"])


def test_the_next_list_forgets_earlier_answers(cup: DeskTournament, open_page: Callable[..., Page]) -> None:
    page = open_page(cup.link("desk", "entries"), **CALM)
    paste(page, "Name,Club\nAsha,Hill\nBen,Lake\n")
    into = page.get_by_label(desk_text("into-event"))
    into.select_option("S")
    page.get_by_role("button", name=desk_text("enter-list", n=2)).click()
    expect(page.locator(".people .row", has_text="Ben")).to_be_visible()
    page.get_by_text(desk_text("add-list")).click()
    paste(page, "Name,Born\nCarl,03/04/1990\nDev,05/06/1991\n")
    expect(into).to_have_value("")
    expect(page.locator(".questions [data-code=no-event]")).to_have_count(1)
    dates = page.get_by_role("group", name=desk_text("how-dates")).get_by_role("radio")
    dates.first.check()
    expect(dates.first).to_be_checked()
    # a list that replaces this one forgets the answer, too
    page.get_by_role("button", name=desk_text("other-list")).click()
    page.get_by_text(desk_text("add-list")).click()
    paste(page, "Name,Born\nEva,03/04/1990\n")
    expect(page.locator(".questions [data-code=ambiguous-date]")).to_have_count(1)
    for order in range(2):
        expect(dates.nth(order)).not_to_be_checked()


def test_a_column_of_partners_names_one_of_several_doubles(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.begin("community-2024", name="Pairs of several")
    page = open_page(cup.link("desk", "entries"), **CALM)
    paste(page, "Name,Sex,Community,Pair\nAjay Rao,M,Hill,Ben Shah\nBen Shah,M,Hill,Ajay Rao\n")
    column = page.get_by_label(desk_text("column-is", heading="Pair"))
    column.select_option("partner for MD")
    expect(page.locator(".as-read tbody")).to_contain_text("MD: Ajay Rao / Ben Shah")
    expect(column).to_have_value("partner for MD")
    page.get_by_role("button", name=desk_text("enter-list-1", n=1)).click()
    expect(page.locator(".people .row", has_text="MD: Ajay Rao / Ben Shah")).to_have_count(2)


def test_a_list_from_a_chat_is_previewed_and_corrected(cup: DeskTournament, open_page: Callable[..., Page]) -> None:
    """The list has no headings; the preview shows each written line and offers an answer to every question."""
    page = open_page(cup.link("desk", "entries"), **CALM)
    written = (
        "Sunday entries\n1. Narayan Salunkhe (Hill)\n2. Narayan Salunke (Hill)\n3. Asha Ro (Lake)\n4. Ben (Lake)\n"
    )
    paste(page, written)
    page.get_by_label(desk_text("into-event")).select_option("S")
    expect(page.get_by_label(desk_text("column-is", heading="in brackets"))).to_have_value("club")
    expect(page.locator(".questions h3")).to_have_text(desk_text("questions-n", n=3))
    row = page.locator(".as-read tbody tr", has_text="Asha Ro")
    expect(row.locator(".written")).to_contain_text("3. Asha Ro (Lake)")
    row.get_by_role("button", name=desk_text("change-line", n=4)).click()
    page.get_by_role("textbox", name=desk_text("row-n", n=4)).fill("3. Asha Rao (Lake)")
    page.keyboard.press("Enter")
    expect(page.locator(".as-read tbody tr", has_text="Asha Rao")).to_have_count(1)
    page.locator("[data-code=title]").get_by_role("button", name=desk_text("yes-title")).click()
    page.locator("[data-code=no-headings]").get_by_role("button", name=desk_text("choice-yes")).click()
    expect(page.locator(".questions h3")).to_have_text(desk_text("questions-n", n=1))
    page.locator("[data-code=alike]").get_by_role("button", name=desk_text("is-meant", who="Narayan Salunkhe")).click()
    expect(page.get_by_text(desk_text("no-questions"))).to_be_visible()
    page.get_by_role("button", name=desk_text("enter-list", n=3)).click()
    expect(page.locator(".people .row", has_text="Ben")).to_be_visible()
    # rows in columns, without headings
    page.get_by_text(desk_text("add-list")).click()
    paste(page, "Carl Mehta,Mill\nDev Patil,Mill\n")
    page.get_by_role("button", name=desk_text("choice-yes")).click()
    page.get_by_label(desk_text("into-event")).select_option("S")
    page.get_by_role("button", name=desk_text("enter-list", n=2)).click()
    expect(page.locator(".people .row", has_text="Dev")).to_be_visible()


def test_ratings_seed_and_a_fee_is_asked_for(club: DeskClub, open_page: Callable[..., Page]) -> None:

    made = club.begin("vkk", name="Rated cup")
    page = owner_page(club, open_page)
    page.goto(f"{club.address}/desk/{made.id}/entries")
    paste(page, "Name,Rating,Fees\nAsha,2000,300\nBen,1993,300\nCarl,2100,\nDev,1500,\nEva,1400,\n")
    page.get_by_role("button", name=desk_text("seed-best", n=4)).click()
    expect(page.locator("[data-code=rating]")).to_have_count(0)
    expect(page.get_by_label(desk_text("what-fee"))).to_have_value("300")
    page.get_by_test_id("asked-fee").get_by_role("button", name=desk_text("save")).click()
    expect(page.get_by_test_id("asked-fee")).to_have_count(0)
    page.get_by_role("button", name=desk_text("enter-list", n=5)).click()
    people = {one["name"]: one for one in made.ask("people")["people"]}
    assert {name: one["seed"] for name, one in people.items()} == {
        "Asha": 2,
        "Ben": 3,
        "Carl": 1,
        "Dev": 4,
        "Eva": None,
    }
    assert {name: one["owes"] for name, one in people.items() if one["owes"]} == {"Carl": 300, "Dev": 300, "Eva": 300}
    page.get_by_role("button", name=desk_text("set-fee", who="Carl"), exact=True).click()
    expect(page.get_by_role("button", name=desk_text("undo-fee", who="Carl"), exact=True)).to_be_visible()


def test_payment_can_be_ticked_without_a_fee(cup: DeskTournament, open_page: Callable[..., Page]) -> None:

    cup.act("import", text="name,fees\nAsha,300\nBen,\n")
    page = open_page(cup.link("desk", "entries"), **CALM)
    page.get_by_role("button", name=desk_text("set-fee", who="Ben")).click()
    expect(page.get_by_role("button", name=desk_text("undo-fee", who="Ben"))).to_be_visible()


def test_a_column_of_ticks_is_assigned_to_an_event(club: DeskClub, open_page: Callable[..., Page]) -> None:

    games = club.begin("community-2024", name="Games")
    page = owner_page(club, open_page)
    page.goto(f"{club.address}/desk/{games.id}/entries")
    paste(page, "Name,Community,Age,Veterans,Under 18\nAsha,Hill,70,y,\nBen,Lake,12,,yes\n")
    event = next(one for one, name in games.ask("people")["events"].items() if name.startswith("Junior"))
    expect(page.get_by_label(desk_text("column-is", heading="Veterans"))).to_have_value(re.compile("^plays "))
    page.get_by_label(desk_text("column-is", heading="Under 18")).select_option(f"plays {event}")
    expect(page.locator("[data-code=column]")).to_have_count(0)
    expect(page.locator(".as-read tbody tr", has_text="Ben")).to_contain_text(f"{event}: Ben")


def test_one_button_draws_all_events(club: DeskClub, open_page: Callable[..., Page]) -> None:

    games = club.begin("community-2024", name="All at once")
    rows = [f"P{n:02} Rao,{'MFMF'[n % 4]},{['Hill', 'Lake', 'Mill', 'Port'][n // 2 % 4]},{20 + n}" for n in range(16)]
    men = [f"{row},MS" if n % 2 == 0 else f"{row},WS" for n, row in enumerate(rows)]
    young = [f"Y{n} Rao,M,Hill,{10 + n},JS" for n in range(4)]  # of one community alone
    games.act("import", text="\n".join(["Name,Sex,Community,Age,Event", *men, *young]))
    page = owner_page(club, open_page)
    page.goto(f"{club.address}/desk/{games.id}/draw")
    junior = page.locator("[data-event=JS]")
    expect(junior.get_by_text(desk_text("cancelled"))).to_be_visible()
    expect(junior.get_by_role("button", name=desk_text("draw-now"))).to_have_count(0)
    expect(page.locator("[data-event=XD]").get_by_role("button", name=desk_text("draw-now"))).to_have_count(0)
    page.get_by_role("button", name=desk_text("draw-publish-all", n=2)).click()
    expect(page.get_by_test_id("all-at-once")).to_have_count(0)
    for event in ("MS", "WS"):
        expect(page.locator(f"[data-event={event}]").get_by_text(desk_text("published"))).to_be_visible()
    # an event with too few communities can be held anyway
    page.goto(f"{club.address}/desk/{games.id}/evening")
    decision = page.locator("[data-code=communities]")
    decision.get_by_role("button", name=desk_text("hold-event")).click()
    expect(decision).to_have_count(0)
    page.goto(f"{club.address}/desk/{games.id}/draw")
    junior.get_by_role("button", name=desk_text("draw-publish")).click()
    expect(junior.get_by_text(desk_text("published"))).to_be_visible()
