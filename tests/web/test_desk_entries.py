"""The entry desk in a browser: what somebody pays, leaves, and comes late to."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.desk_hands import DeskClub, DeskTournament
from tests.web.test_desk_evening import CALM, confirm

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


def test_who_leaves_one_event_stays_in_the_other_and_may_have_money_back(
    cup: DeskTournament, open_page: Callable[..., Page]
) -> None:
    page = open_page(cup.link("desk", "entries"), **CALM)
    asha, ben = row(page, "Asha"), row(page, "Ben")
    # who has not paid is not said to have
    expect(ben.locator(".ticks")).to_contain_text("owes 200")
    expect(ben.locator(".ticks")).not_to_contain_text("paid")
    asha.locator(".row").click()
    page.get_by_label("Which event").select_option(label="Veterans")
    asha.get_by_role("button", name="Asha leaves Veterans").click()
    confirm(page, "ill")
    expect(asha.locator("s").first).to_have_text("V")
    expect(asha.locator(".row")).to_contain_text("(left)")
    expect(asha).not_to_have_class("gone")
    expect(asha).to_contain_text("100 was paid for what was left, and may go back.")
    expect(page.get_by_test_id("fees-summed")).to_contain_text("100 of it may go back.")
    # given back: what was paid in all is noted, and nothing is left to say
    paid = asha.get_by_label("Paid in all")
    expect(paid).to_have_value("200")
    paid.fill("100")
    asha.get_by_role("button", name="Asha has paid 100").click()
    expect(asha).not_to_contain_text("may go back")
    # a part of it is shown as a part
    ben.locator(".row").click()
    ben.get_by_label("Paid in all").fill("५०")
    ben.get_by_role("button", name="Ben has paid 50").click()
    expect(ben.locator(".ticks")).to_contain_text("50 of 200, owes 150")


def test_who_is_called_so_comes_before_who_plays_with_them(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.begin("vkk", name="Pairs")
    cup.act("set", changes=[{"setting": "event", "where": "D", "value": "Doubles: doubles"}])
    cup.act("import", text="name,event,partner\nAnita Rao,D,Zubin Rao\nBela Rao,D,Cyrus Rao\n")
    page = open_page(cup.link("desk", "entries"), **CALM)
    page.get_by_label("Find a player").fill("zubin")
    expect(page.locator(".people > li b")).to_have_text(["Zubin Rao", "Anita Rao"])


def test_who_comes_late_is_asked_for_the_event_and_who_it_is(
    cup: DeskTournament, open_page: Callable[..., Page]
) -> None:
    cup.act("draw", stage="S/groups", random="7")
    page = open_page(cup.link("desk", "entries"), **CALM)
    late = page.locator("[data-panel=late]")
    late.get_by_label("Name").fill("Hema")
    place = late.get_by_role("button", name="Add to the draw")
    expect(place).to_be_disabled()  # nobody has said in which event
    late.get_by_label("Event").select_option(label="Veterans")
    late.get_by_label("Name").fill("Dev")
    expect(late.get_by_test_id("namesake")).to_contain_text("Dev")
    late.get_by_text("Another person").click()
    late.get_by_label("What tells them apart").fill("junior")
    late.get_by_label("Event").select_option(label="Singles")
    place.click()
    confirm(page, "came late")
    expect(row(page, "Dev (junior)")).to_be_visible()
    assert [one["plays"] for one in cup.ask("people")["people"] if one["name"] == "Dev (junior)"] == [
        {"S": "Dev (junior)"}
    ]


def test_who_comes_late_to_full_groups_is_put_into_one_that_is_named(
    cup: DeskTournament, open_page: Callable[..., Page]
) -> None:
    cup.act("draw", stage="S/groups", random="7")
    page = open_page(cup.link("desk", "entries"), **CALM)
    late = page.locator("[data-panel=late]")
    for name in ("Hema", "Ila"):
        late.get_by_label("Name").fill(name)
        late.get_by_label("Event").select_option(label="Singles")
        late.get_by_role("button", name="Add to the draw").click()
        if name == "Hema":
            confirm(page, "came late")
    # no reason makes room
    asked = page.get_by_role("dialog").last
    expect(asked).to_contain_text("name one")
    expect(asked.get_by_label("Reason")).to_have_count(0)
    expect(asked.locator(".asking .buttons button").last).to_be_disabled()
    asked.get_by_role("button", name="Cancel").click()
    late.get_by_label("Into which group").select_option(label="A (4 in it)")
    late.get_by_role("button", name="Add to the draw").click()
    confirm(page, "came late")
    expect(late.get_by_label("Into which group")).to_contain_text("A (5 in it)")
