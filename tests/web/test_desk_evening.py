"""An evening at the desk through its pages, from the template to the prizes."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.web.desk_hands import PLAYERS, DeskClub, DeskTournament

pytestmark = pytest.mark.browser
CALM = {"reduced_motion": "reduce", "viewport": {"width": 1366, "height": 768}}
NAMESAKES = (
    "Name,DOB,Club,Player 2\nMeera Joshi,1988-05-12,Hill,\nMEERA JOSHI,1961-11-03,Hill,\nMeera Josi,1988-05-12,Hill,\n"
)


def owner_page(club: DeskClub, open_page: Callable[..., Page]) -> Page:
    """The page of who is signed in."""
    page = open_page(f"{club.address}/desk", **CALM)
    name, _, value = club.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": club.address}])
    page.reload()
    return page


def go_to(page: Page, screen: str) -> None:
    page.get_by_role("navigation").get_by_role("link", name=screen, exact=False).click()


def confirm(page: Page, reason: str = "") -> None:
    """Answer the question on the screen."""
    box = page.get_by_role("dialog").last
    if reason:
        box.get_by_label("Reason").fill(reason)
    button = box.locator(".asking .buttons button").last
    expect(button).to_be_enabled()
    button.click()
    expect(box.locator(".asking")).to_have_count(0)


def type_result(page: Page, line: str, says: str) -> None:
    """Type a line; what it means stands there before Enter counts it."""
    field = page.locator("#result-line")
    field.fill(line)
    expect(page.get_by_test_id("meaning")).to_contain_text(says)
    field.press("Enter")
    expect(field).to_have_value("")
    expect(page.get_by_test_id("told")).to_contain_text(says)


def test_from_the_template_to_the_prizes(club: DeskClub, open_page: Callable[..., Page]) -> None:
    page = owner_page(club, open_page)
    page.get_by_role("button", name="Club cup").click()
    page.get_by_label("Name of the tournament").fill("Small cup")
    page.get_by_label("Start of a day").fill("00:00")  # matches are called at whatever hour this is run
    page.get_by_label("End of a day").fill("")
    page.get_by_text("All other settings").click()
    page.get_by_label(re.compile("^Minutes of rest between")).fill("0")  # no match waits for a rest here
    page.get_by_role("button", name="Create tournament").click()
    # entries: of a list with two of one name, a slip of the pen and a second player, all is asked where it is answered
    page.get_by_label("or paste it").fill(NAMESAKES)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_label("The column Player 2 is")).to_have_value("name2")
    page.get_by_label("Row 3: what tells them apart").fill("senior")
    page.get_by_role("button", name="Another person of that name").click()
    page.get_by_role("button", name="It is Meera Joshi", exact=True).click()
    expect(page.locator(".answered li")).to_have_text(re.compile("row 4 It is Meera Joshi"))
    expect(page.locator(".as-read td:first-child bdi", has_text="Meera")).to_have_text(
        ["Meera Joshi", "Meera Joshi (senior)"]
    )
    page.get_by_role("button", name="Another list").click()
    # a column that nobody knows is a question with a place for its answer
    page.get_by_label("or paste it").fill(PLAYERS.replace("club", "Locality"))
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".mapping .unknown")).to_contain_text("Locality")
    page.get_by_label("The column Locality is").select_option("club")
    expect(page.get_by_text("No questions.")).to_be_visible()
    page.get_by_role("button", name="Add 4 entries").click()
    asha = page.locator(".people li").filter(has_text="Asha")
    expect(asha).to_contain_text("Hill")
    asha.get_by_role("button", name="Asha is here").click()
    expect(asha.locator(".tick.on")).to_have_count(1)
    # draw
    go_to(page, "Draw")
    for stage in ("S/groups", "S/knockout"):
        panel = page.locator(f"[data-panel='{stage}']")
        panel.get_by_text("Choose the draw number").click()
        panel.get_by_label("Draw number").fill("2024")
        panel.get_by_role("button", name="Draw", exact=True).click()
        expect(panel.get_by_test_id("lots")).to_be_visible()
        panel.get_by_role("button", name="To the tables").click()
        panel.get_by_role("button", name="Publish").click()
        expect(panel.get_by_text("published")).to_be_visible()
    expect(page.locator("[data-panel='S/groups'] .seed")).to_contain_text("2024")
    go_to(page, "Plan")
    expect(page.locator(".block")).to_have_count(7)
    # the hall, and a second desk that hears of it
    here = page.url.split("/desk/")[1].split("/")[0]
    cup = DeskTournament(club, here)
    second = open_page(cup.link("desk"), **CALM)
    expect(second.get_by_test_id("hall")).to_be_visible()
    go_to(page, "Desk")
    page.get_by_role("button", name="Call all 2").click()
    for desk in (page, second):
        expect(desk.locator("[data-table='2']")).to_have_attribute("data-state", "called")
    # who hears a tile hears all that it shows
    face = page.locator("[data-table='1'] .face")
    shown = [face.locator(".what b").inner_text(), *(side.inner_text() for side in face.locator(".who bdi").all())]
    assert len(shown) >= 3
    for words in ("Table 1", *shown):
        expect(face).to_have_accessible_name(re.compile(re.escape(words)))
    # a table breaks: its match goes on at another one
    page.locator("[data-table='1'] .face").click()
    page.get_by_text("The table is broken").click()
    page.get_by_role("button", name="Table 1 out, match to table 3").click()
    confirm(page)
    page.keyboard.press("Escape")
    expect(page.locator("[data-table='1']")).to_have_attribute("data-state", "out of service")
    expect(second.locator("[data-table='3']")).to_have_attribute("data-state", "called")
    # results, all by table number; one is corrected, with all that it moves
    type_result(page, "3 25-8", "wins")
    type_result(second, "2 25-10", "wins")
    page.locator("#result-line").fill("M1 8-25 ")
    page.locator("#result-line").press("Enter")
    page.get_by_test_id("meaning").get_by_role("button", name="Correct the result").click()
    expect(page.get_by_test_id("impact").locator(".minus").first).to_be_visible()
    confirm(page, "card turned round")
    expect(page.get_by_test_id("told")).to_contain_text("wins")
    # a protest is lodged, looked at by the referee and dismissed
    page.get_by_label("Find a match").fill("M1")
    expect(page.locator(".found .row")).to_have_count(1)
    page.locator(".found .row", has_text="M1").first.click()
    page.get_by_role("button", name="Protest …").click()
    form = page.locator(".protest-form")
    form.get_by_role("radio").first.check()
    form.get_by_label("Contested board").fill("2")
    form.get_by_label("What happened").fill("The clock had stopped")
    form.get_by_role("button", name="Lodge a protest").click()
    referee = open_page(cup.link("referee", "referee"), **CALM)
    expect(referee.locator("[data-protest=P1]")).to_contain_text("left, until")
    referee.get_by_role("button", name="Dismiss P1").click()
    confirm(referee, "the umpire saw it")
    expect(referee.locator("[data-protest=P1]")).to_contain_text("dismissed")
    # the rest of the group, then the final
    while calls := cup.ask("hall")["calls"]:
        match, table = calls[0]["id"], calls[0]["table"]
        page.get_by_role("button", name=f"Call {match} to table {table}").click()
        tile = page.locator(f"[data-table='{table}']")
        expect(tile).to_have_attribute("data-state", "called")
        type_result(page, f"{table} 25-{int(match[1:]) + 2}", match)
        expect(tile).to_have_attribute("data-state", "free")
    expect(page.get_by_text("7 of 7 played")).to_be_visible()
    go_to(page, "Draw")
    expect(page.locator("#prizes li")).to_have_count(2)
    go_to(page, "Print")
    with page.expect_download() as started:
        page.locator("#sheet-prizes").get_by_role("button", name="Print").click()
    assert started.value.suggested_filename == "prizes.pdf"
    # who, when, why
    go_to(page, "Log")
    page.get_by_label("Find: words").fill("turned")
    expect(page.locator(".log li")).to_have_count(1)
    expect(page.locator(".log li")).to_contain_text("because card turned round")


def test_a_late_evening_goes_on(club: DeskClub, open_page: Callable[..., Page]) -> None:
    """F2 of the secretary: after closing time the desk calls with a reason, or closes later."""
    cup = club.new(day="2024-11-05")
    at = datetime.fromisoformat(cup.ask("hall")["at"])
    opened, closes = (f"{at + timedelta(minutes=one):%H:%M}" for one in (-360, 15))  # at whatever hour this is run
    changes = [{"setting": "start", "value": opened}, {"setting": "end", "value": closes}]
    cup.act("set", changes=changes)
    page = owner_page(club, open_page)
    page.goto(f"{club.address}/desk/{cup.id}/evening")
    panel = page.locator("#next")
    expect(panel.get_by_test_id("closing")).to_contain_text(closes)
    first = cup.ask("hall")["overrules"][0]
    panel.get_by_role("button", name=re.compile(f"^Call {first['id']} to table 1")).click()
    expect(page.get_by_role("dialog")).to_contain_text("50 minutes needed")
    confirm(page, "the final")
    expect(page.locator("[data-table='1']")).to_have_attribute("data-state", "called")
    # from the match itself, and from a free table
    second = cup.ask("hall")["overrules"][0]["id"]
    page.get_by_label("Find a match").fill(second)
    page.locator(".found .row").first.click()
    page.locator(".found .why").get_by_role("button", name=f"Call {second} to table 2").click()
    confirm(page, "the final")
    expect(page.locator("[data-table='2']")).to_have_attribute("data-state", "called")
    third = cup.ask("hall")["overrules"][0]["id"]
    page.locator("[data-table='4'] .face").click()
    page.get_by_role("dialog").get_by_role("button", name=f"Call {third} to table 4").click()
    confirm(page, "the final")
    expect(page.locator("[data-table='4']")).to_have_attribute("data-state", "called")
    # or the hall stays open
    later = cup.ask("hall")["closing"]["later"]
    panel.get_by_role("button", name=f"Close at {later}").click()
    expect(panel.get_by_test_id("closing")).to_have_count(0)
    assert "closing" not in {one["cause"] for one in cup.ask("hall")["waiting"]}


def test_what_was_done_last_makes_room_for_itself(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.call_all()
    page = open_page(cup.link("desk"), **CALM)
    type_result(page, "1 25-10", "wins")
    measured = """() => {
      const main = document.querySelector('main'), strip = document.querySelector('.last');
      main.scrollTo(0, main.scrollHeight);
      return { over: main.getBoundingClientRect().bottom - strip.getBoundingClientRect().top,
        beside: document.documentElement.scrollHeight - innerHeight, scrolled: main.scrollTop };
    }"""
    found = page.evaluate(measured)
    assert found["scrolled"] > 0, "the screen is longer than the window"
    assert (found["over"], found["beside"]) == (0, 0)
    go_to(page, "Log")
    expect(page.locator("[data-screen=log] .panel").first).to_be_visible()
    assert page.evaluate("document.querySelector('main').scrollTop") == 0
    go_to(page, "Desk")
    page.keyboard.press("PageDown")  # the keys scroll the screen that was gone to, not the list of screens
    page.wait_for_function("() => document.querySelector('main').scrollTop > 0", timeout=10_000)
