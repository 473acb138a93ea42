"""Corrections: nobody changes by accident what was played before, and whoever is at a table learns what one changes."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.desk_hands import DeskClub
from tests.web.test_desk_evening import CALM, confirm

pytestmark = pytest.mark.browser


def test_whoever_types_on_corrects_nothing(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.call_all()
    cup.act("result", match="@1", words=["25-18"])
    page = open_page(cup.link("desk"), **CALM)
    line, meaning = page.locator("#result-line"), page.get_by_test_id("meaning")
    # a free table is no way to the match that was played there
    line.focus()
    page.keyboard.type("1 18-25")
    expect(meaning).to_contain_text("Table 1 is free: no match is on it. The last one there is over: M1, Asha 25")
    expect(meaning).to_contain_text("write M1 in place of the table")
    expect(meaning.get_by_role("button")).to_have_count(0)
    for _ in range(2):
        page.keyboard.press("Enter")
        page.keyboard.type("2 25-3")
    expect(line).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)
    # by its own number it is corrected, and by the button alone
    line.fill("M1 18-25")
    correct = meaning.get_by_role("button", name="Correct the result")
    expect(correct).to_be_visible()
    page.keyboard.press("Enter")
    expect(line).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)
    correct.click()
    asked = page.get_by_role("dialog")
    expect(page.get_by_test_id("impact")).to_be_visible()
    # who has not seen the question types the next card, often after the key that leads to the line for results
    for typed in ("2 25-3", "/2 25-3", "table 2 25-3"):
        asked.get_by_label("Reason").fill(typed)
        page.keyboard.press("Enter")
        expect(asked).to_contain_text(f"'{typed}' is a result, and no reason")
    assert cup.kinds().count("result") == 1
    confirm(page, "card turned round")
    assert cup.kinds().count("result") == 2


def test_who_comes_into_a_match_at_its_table_is_named_there(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.act("set", changes=[{"setting": "rest", "value": "0"}])
    for n in range(1, 7):
        for match in (f"M{n}", f"M{n + 6}"):
            cup.act("result", match=match, words=[f"25-{n}"])
    cup.call_all()
    called = [one for one in cup.ask("hall")["tables"] if one["match"]]
    second = int(time.time())
    page = open_page(cup.link("desk"), **CALM)
    page.locator("#result-line").fill("M1 1-25")
    page.get_by_test_id("meaning").get_by_role("button", name="Correct the result").click()
    expect(page.get_by_test_id("impact").locator("li").first).to_contain_text("is at table")
    page.wait_for_function("called => Date.now() >= 1000 * (called + 1)", arg=second)  # times are told in whole seconds
    confirm(page, "card turned round")
    told = page.get_by_test_id("told")
    expect(told).to_contain_text("more")
    now = [one for one in cup.ask("hall")["tables"] if one["match"]]
    changed = [one for one, old in zip(now, called, strict=True) if one["match"]["sides"] != old["match"]["sides"]]
    assert changed, "somebody else plays there"
    referee = open_page(cup.link("referee", "referee"), **CALM)
    for one in changed:
        match, table = one["match"], one["table"]
        expect(told).to_contain_text(f"{match['id']} is at table {table}, and ")
        expect(page.locator(f"[data-table='{table}']")).to_contain_text("who had been called: tell them both")
        expect(referee.locator("[data-panel=in-doubt]")).to_contain_text(f"{match['id']}")
        assert match["report_by"] > next(old for old in called if old["table"] == table)["match"]["report_by"]
    # the card that comes from there may be that of those who sat there
    match, table = changed[0]["match"], changed[0]["table"]
    counted = cup.kinds().count("result")
    line, meaning = page.locator("#result-line"), page.get_by_test_id("meaning")
    line.fill(f"{table} 25-7")
    expect(meaning).to_contain_text("They are not noted there: is this the card of the two?")
    line.press("Enter")
    expect(meaning).to_contain_text("press Enter again to confirm")
    assert cup.kinds().count("result") == counted
    line.press("Enter")
    expect(line).to_have_value("")
    expect(page.locator(".entered")).to_contain_text(match["id"])
    assert cup.kinds().count("result") == counted + 1
