"""A whole tournament evening through the desk's pages, from the template to the prizes."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.web.desk_client import PLAYERS, DeskClub, DeskTournament, containing
from tests.web.desk_page import CALM, confirm, go_to, owner_page, type_result
from tests.web.words import desk_text

pytestmark = pytest.mark.browser
NAMESAKES = (
    "Name,DOB,Club,Player 2\nMeera Joshi,1988-05-12,Hill,\nMEERA JOSHI,1961-11-03,Hill,\nMeera Josi,1988-05-12,Hill,\n"
)


def test_from_the_template_to_the_prizes(club: DeskClub, open_page: Callable[..., Page]) -> None:
    page = owner_page(club, open_page)
    page.get_by_role("button", name=desk_text("template-vkk")).click()
    page.get_by_label(desk_text("setting-name")).fill("Small cup")
    page.get_by_label(desk_text("setting-start")).fill("00:00")  # matches can be called at any hour
    page.get_by_label(desk_text("setting-end")).fill("")
    page.get_by_text(desk_text("all-settings")).click()
    page.get_by_label(desk_text("setting-rest")).first.fill("0")  # no match waits for a rest here
    page.get_by_role("button", name=desk_text("make-tournament")).click()
    # entries: a list with two people of one name, a misspelt name and a second player has questions with answers
    page.get_by_label(desk_text("or-paste")).fill(NAMESAKES)
    page.get_by_role("button", name=desk_text("read-list")).click()
    expect(page.get_by_label(desk_text("column-is", heading="Player 2"))).to_have_value("name2")
    page.get_by_label(desk_text("mark-of-row", n=3)).fill("senior")
    page.get_by_role("button", name=desk_text("is-another")).click()
    page.get_by_role("button", name=desk_text("is-meant", who="Meera Joshi"), exact=True).click()
    expect(page.locator(".answered li")).to_contain_text(desk_text("row-n", n=4))
    expect(page.locator(".answered li")).to_contain_text(desk_text("is-meant", who="Meera Joshi"))
    expect(page.locator(".as-read td:first-child bdi", has_text="Meera")).to_have_text(
        ["Meera Joshi", "Meera Joshi (senior)"]
    )
    page.get_by_role("button", name=desk_text("other-list")).click()
    # an unknown column is a question with a place for its answer
    page.get_by_label(desk_text("or-paste")).fill(PLAYERS.replace("club", "Locality"))
    page.get_by_role("button", name=desk_text("read-list")).click()
    expect(page.locator(".mapping .unknown")).to_contain_text("Locality")
    page.get_by_label(desk_text("column-is", heading="Locality")).select_option("club")
    expect(page.get_by_text(desk_text("no-questions"))).to_be_visible()
    page.get_by_role("button", name=desk_text("enter-list", n=4)).click()
    asha = page.locator(".people li").filter(has_text="Asha")
    expect(asha).to_contain_text("Hill")
    asha.get_by_role("button", name=desk_text("set-here", who="Asha")).click()
    expect(asha.locator(".tick.on")).to_have_count(1)
    # draw
    go_to(page, "draw")
    for stage in ("S/groups", "S/knockout"):
        panel = page.locator(f"[data-panel='{stage}']")
        panel.get_by_text(desk_text("own-number")).click()
        panel.get_by_label(desk_text("public-seed")).fill("2024")
        panel.get_by_role("button", name=desk_text("draw-now"), exact=True).click()
        expect(panel.get_by_test_id("lots")).to_be_visible()
        panel.get_by_role("button", name=desk_text("to-tables")).click()
        panel.get_by_role("button", name=desk_text("publish")).click()
        expect(panel.get_by_text(desk_text("published"))).to_be_visible()
    expect(page.locator("[data-panel='S/groups'] .seed")).to_contain_text("2024")
    go_to(page, "plan")
    expect(page.locator(".block")).to_have_count(7)
    # the hall, and a second desk that hears of it
    here = page.url.split("/desk/")[1].split("/")[0]
    cup = DeskTournament(club, here)
    second = open_page(cup.link("desk"), **CALM)
    expect(second.get_by_test_id("hall")).to_be_visible()
    go_to(page, "evening")
    page.get_by_role("button", name=desk_text("call-all", n=2)).click()
    for desk in (page, second):
        expect(desk.locator("[data-table='2']")).to_have_attribute("data-state", "called")
    # the accessible name of a tile contains all that it shows
    face = page.locator("[data-table='1'] .face")
    shown = [face.locator(".what b").inner_text(), *(side.inner_text() for side in face.locator(".who bdi").all())]
    assert len(shown) >= 3
    for words in (desk_text("table-n", n=1), *shown):
        expect(face).to_have_accessible_name(re.compile(re.escape(words)))
    # a table breaks: its match goes on at another one
    page.locator("[data-table='1'] .face").click()
    page.get_by_text(desk_text("table-broken")).click()
    page.get_by_role("button", name=desk_text("out-and-move", n=1, to=3)).click()
    confirm(page)
    page.keyboard.press("Escape")
    expect(page.locator("[data-table='1']")).to_have_attribute("data-state", "out of service")
    expect(second.locator("[data-table='3']")).to_have_attribute("data-state", "called")
    # results, all by table number; one is corrected, with all that it moves
    type_result(page, "3 25-8", "25", "8")
    type_result(second, "2 25-10", "25", "10")
    page.locator("#result-line").fill("M1 8-25 ")
    page.locator("#result-line").press("Enter")
    page.get_by_test_id("meaning").get_by_role("button", name=desk_text("correct-it")).click()
    expect(page.get_by_test_id("impact").locator(".minus").first).to_be_visible()
    confirm(page, "card turned round")
    expect(page.get_by_test_id("told")).to_contain_text(containing("M1", "8", "25"))
    # a protest is lodged and the referee dismisses it
    page.get_by_label(desk_text("find-match")).fill("M1")
    expect(page.locator(".found .row")).to_have_count(1)
    page.locator(".found .row", has_text="M1").first.click()
    page.get_by_role("button", name=desk_text("protest-open")).click()
    form = page.locator(".protest-form")
    form.get_by_role("radio").first.check()
    form.get_by_label(desk_text("contested-board")).fill("2")
    form.get_by_label(desk_text("what-happened")).fill("wrong turn")
    form.get_by_role("button", name=desk_text("lodge-protest")).click()
    referee = open_page(cup.link("referee", "referee"), **CALM)
    expect(referee.locator("[data-protest=P1]")).to_contain_text(desk_text.pattern("time-left"))
    referee.get_by_role("button", name=desk_text("dismiss", id="P1")).click()
    confirm(referee, "the umpire saw it")
    expect(referee.locator("[data-protest=P1]")).to_contain_text(desk_text("protest-dismissed"))
    # the rest of the group, then the final
    while calls := cup.ask("hall")["calls"]:
        match, table = calls[0]["id"], calls[0]["table"]
        page.get_by_role("button", name=desk_text("call-label", match=match, n=table)).click()
        tile = page.locator(f"[data-table='{table}']")
        expect(tile).to_have_attribute("data-state", "called")
        type_result(page, f"{table} 25-{int(match[1:]) + 2}", match)
        expect(tile).to_have_attribute("data-state", "free")
    expect(page.get_by_text(desk_text("played-of", n=7, all=7))).to_be_visible()
    go_to(page, "draw")
    expect(page.locator("#prizes li")).to_have_count(2)
    go_to(page, "print")
    with page.expect_download() as started:
        page.locator("#sheet-prizes").get_by_role("button", name=desk_text("print-it")).click()
    assert started.value.suggested_filename == "prizes.pdf"
    # the log has the reason
    go_to(page, "log")
    page.get_by_label(desk_text("find-in-log")).fill("turned")
    expect(page.locator(".log li")).to_have_count(1)
    expect(page.locator(".log li")).to_contain_text(f"{desk_text('because')} card turned round")


def test_the_desk_calls_after_closing_time_or_closes_later(club: DeskClub, open_page: Callable[..., Page]) -> None:

    cup = club.new(day="2024-11-05")
    at = datetime.fromisoformat(cup.ask("hall")["at"])
    opened, closes = (f"{at + timedelta(minutes=one):%H:%M}" for one in (-360, 15))  # at any hour
    changes = [{"setting": "start", "value": opened}, {"setting": "end", "value": closes}]
    cup.act("set", changes=changes)
    page = owner_page(club, open_page)
    page.goto(f"{club.address}/desk/{cup.id}/evening")
    panel = page.locator("#next")
    expect(panel.get_by_test_id("closing")).to_contain_text(closes)
    first = cup.ask("hall")["overrules"][0]
    panel.get_by_role("button", name=desk_text("call-anyway-label", match=first["id"], n=1)).click()
    expect(page.get_by_role("dialog")).to_contain_text(containing("50", closes))
    confirm(page, "the final")
    expect(page.locator("[data-table='1']")).to_have_attribute("data-state", "called")
    # the match and a free table offer the call, too
    second = cup.ask("hall")["overrules"][0]["id"]
    page.get_by_label(desk_text("find-match")).fill(second)
    page.locator(".found .row").first.click()
    page.locator(".found .why").get_by_role("button", name=desk_text("call-anyway-label", match=second, n=2)).click()
    confirm(page, "the final")
    expect(page.locator("[data-table='2']")).to_have_attribute("data-state", "called")
    third = cup.ask("hall")["overrules"][0]["id"]
    page.locator("[data-table='4'] .face").click()
    page.get_by_role("dialog").get_by_role("button", name=desk_text("call-anyway-label", match=third, n=4)).click()
    confirm(page, "the final")
    expect(page.locator("[data-table='4']")).to_have_attribute("data-state", "called")
    # or the hall stays open
    later = cup.ask("hall")["closing"]["later"]
    panel.get_by_role("button", name=desk_text("close-later", time=later)).click()
    expect(panel.get_by_test_id("closing")).to_have_count(0)
    assert "closing" not in {one["cause"] for one in cup.ask("hall")["waiting"]}


def test_the_note_of_the_last_act_covers_nothing(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.call_all()
    page = open_page(cup.link("desk"), **CALM)
    type_result(page, "1 25-10", "Asha 25", "10")
    measured = """() => {
      const main = document.querySelector('main'), strip = document.querySelector('.last');
      main.scrollTo(0, main.scrollHeight);
      return { over: main.getBoundingClientRect().bottom - strip.getBoundingClientRect().top,
        beside: document.documentElement.scrollHeight - innerHeight, scrolled: main.scrollTop };
    }"""
    found = page.evaluate(measured)
    assert found["scrolled"] > 0, "the screen is longer than the window"
    assert (found["over"], found["beside"]) == (0, 0)
    go_to(page, "log")
    expect(page.locator("[data-screen=log] .panel").first).to_be_visible()
    assert page.evaluate("document.querySelector('main').scrollTop") == 0
    go_to(page, "evening")
    page.keyboard.press("PageDown")  # keys scroll the opened screen, not the navigation
    page.wait_for_function("() => document.querySelector('main').scrollTop > 0", timeout=10_000)
