"""The entry desk in a browser: fees, withdrawals and late entries."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.desk_client import DeskClub, DeskTournament
from tests.web.desk_page import CALM, confirm
from tests.web.words import desk_text

pytestmark = pytest.mark.browser


@pytest.fixture
def cup(club: DeskClub) -> DeskTournament:
    """Singles and veterans, each for 100; Asha plays both and has paid for both."""
    made = club.begin("vkk", name="Paid cup", start="00:00")
    made.act("set", changes=[{"setting": "event", "where": "V", "value": "Veterans: singles"}])
    made.act("set", changes=[{"setting": "fee", "value": "100"}])
    rows = "".join(f"{name},S\n" for name in ("Asha", "Ben", "Carl", "Dev", "Eva", "Fay", "Gus"))
    made.act("import", text=f"name,event\n{rows}Asha,V\nBen,V\nCarl,V\n")
    made.act("check", what="fee", who=["Asha"])
    return made


def row(page: Page, name: str) -> Locator:
    return page.locator(".people > li", has=page.locator("b", has_text=name))


def test_leaving_one_event_keeps_the_other_and_refunds_the_fee(
    cup: DeskTournament, open_page: Callable[..., Page]
) -> None:
    page = open_page(cup.link("desk", "entries"), **CALM)
    asha, ben = row(page, "Asha"), row(page, "Ben")
    # an unpaid fee is not shown as paid
    expect(ben.locator(".ticks")).to_contain_text(desk_text("owes-n", n=200))
    expect(ben.locator(".ticks")).not_to_contain_text(desk_text("fee"))
    asha.locator(".row").click()
    page.get_by_label(desk_text("which-event")).select_option(label="Veterans")
    asha.get_by_role("button", name=desk_text("leave-label", who="Asha", events="Veterans")).click()
    confirm(page, "ill")
    expect(asha.locator("s").first).to_have_text("V")
    expect(asha.locator(".row")).to_contain_text(f"({desk_text('has-left')})")
    expect(asha).not_to_have_class("gone")
    expect(asha).to_contain_text(desk_text("may-go-back", n=100))
    expect(page.get_by_test_id("fees-summed")).to_contain_text(desk_text("fees-back", back=100))
    # after the refund the total paid is entered, and the note disappears
    paid = asha.get_by_label(desk_text("paid-in-all"))
    expect(paid).to_have_value("200")
    paid.fill("100")
    asha.get_by_role("button", name=desk_text("paid-in-all-label", who="Asha", n=100)).click()
    expect(asha).not_to_contain_text(desk_text.pattern("may-go-back"))
    # a part of a fee is shown as a part
    ben.locator(".row").click()
    ben.get_by_label(desk_text("paid-in-all")).fill("५०")
    ben.get_by_role("button", name=desk_text("paid-in-all-label", who="Ben", n=50)).click()
    expect(ben.locator(".ticks")).to_contain_text("50 of 200, owes 150")


def test_search_lists_players_before_their_partners(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.begin("vkk", name="Pairs")
    cup.act("set", changes=[{"setting": "event", "where": "D", "value": "Doubles: doubles"}])
    cup.act("import", text="name,event,partner\nAnita Rao,D,Zubin Rao\nBela Rao,D,Cyrus Rao\n")
    page = open_page(cup.link("desk", "entries"), **CALM)
    page.get_by_label(desk_text("find-person")).fill("zubin")
    expect(page.locator(".people > li b")).to_have_text(["Zubin Rao", "Anita Rao"])


def test_a_late_entry_asks_for_the_event_and_a_namesake(cup: DeskTournament, open_page: Callable[..., Page]) -> None:
    cup.act("draw", stage="S/groups", random="7")
    page = open_page(cup.link("desk", "entries"), **CALM)
    late = page.locator("[data-panel=late]")
    late.get_by_label(desk_text("name")).fill("Hema")
    place = late.get_by_role("button", name=desk_text("find-place"))
    expect(place).to_be_disabled()  # without an event
    late.get_by_label(desk_text("event")).select_option(label="Veterans")
    late.get_by_label(desk_text("name")).fill("Dev")
    expect(late.get_by_test_id("namesake")).to_contain_text("Dev")
    late.get_by_text(desk_text("is-another")).click()
    late.get_by_label(desk_text("mark")).fill("junior")
    late.get_by_label(desk_text("event")).select_option(label="Singles")
    place.click()
    confirm(page, "came late")
    expect(row(page, "Dev (junior)")).to_be_visible()
    assert [one["plays"] for one in cup.ask("people")["people"] if one["name"] == "Dev (junior)"] == [
        {"S": "Dev (junior)"}
    ]


def test_a_late_entry_to_full_groups_names_its_group(cup: DeskTournament, open_page: Callable[..., Page]) -> None:
    cup.act("draw", stage="S/groups", random="7")
    page = open_page(cup.link("desk", "entries"), **CALM)
    late = page.locator("[data-panel=late]")
    for name in ("Hema", "Ila"):
        late.get_by_label(desk_text("name")).fill(name)
        late.get_by_label(desk_text("event")).select_option(label="Singles")
        late.get_by_role("button", name=desk_text("find-place")).click()
        if name == "Hema":
            confirm(page, "came late")
    # full groups need a choice, and no reason helps
    asked = page.get_by_role("dialog").last
    expect(asked.get_by_role("alert")).to_be_visible()
    expect(asked.get_by_label(desk_text("reason"))).to_have_count(0)
    expect(asked.locator(".asking .buttons button").last).to_be_disabled()
    asked.get_by_role("button", name=desk_text("leave-it")).click()
    late.get_by_label(desk_text("into-group")).select_option(label=desk_text("group-of", name="A", n=4))
    late.get_by_role("button", name=desk_text("find-place")).click()
    confirm(page, "came late")
    expect(late.get_by_label(desk_text("into-group"))).to_contain_text(desk_text("group-of", name="A", n=5))
