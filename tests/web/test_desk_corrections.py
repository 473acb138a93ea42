"""Corrections: none happens by accident, and its question names the matches at tables that it changes."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.desk_client import DeskClub, containing
from tests.web.desk_page import CALM, confirm
from tests.web.words import desk_text

pytestmark = pytest.mark.browser


def test_typing_on_corrects_nothing(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.call_all()
    cup.act("result", match="@1", words=["25-18"])
    page = open_page(cup.link("desk"), **CALM)
    line, meaning = page.locator("#result-line"), page.get_by_test_id("meaning")
    # the number of a free table does not reach the match played there before
    line.focus()
    page.keyboard.type("1 18-25")
    expect(meaning.locator("[data-code=table-free]")).to_contain_text(containing("M1", "Asha 25"))
    expect(meaning.get_by_role("button")).to_have_count(0)
    for _ in range(2):
        page.keyboard.press("Enter")
        page.keyboard.type("2 25-3")
    expect(line).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)
    # its own number and the button correct it
    line.fill("M1 18-25")
    correct = meaning.get_by_role("button", name=desk_text("correct-it"))
    expect(correct).to_be_visible()
    page.keyboard.press("Enter")
    expect(line).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)
    correct.click()
    asked = page.get_by_role("dialog")
    expect(page.get_by_test_id("impact")).to_be_visible()
    # a card typed by an operator who missed the question does not count as a reason
    for typed in ("2 25-3", "/2 25-3", "table 2 25-3"):
        asked.get_by_label(desk_text("reason")).fill(typed)
        page.keyboard.press("Enter")
        expect(asked.get_by_role("alert")).to_contain_text(repr(typed))
    assert cup.kinds().count("result") == 1
    confirm(page, "card turned round")
    assert cup.kinds().count("result") == 2


def test_a_player_seated_by_a_correction_is_named_at_the_table(club: DeskClub, open_page: Callable[..., Page]) -> None:
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
    page.get_by_test_id("meaning").get_by_role("button", name=desk_text("correct-it")).click()
    expect(page.get_by_test_id("impact").locator("li.change-call").first).to_be_visible()
    page.wait_for_function("called => Date.now() >= 1000 * (called + 1)", arg=second)  # times have whole seconds
    confirm(page, "card turned round")
    told = page.get_by_test_id("told")
    expect(told).to_contain_text(desk_text.pattern("and-more"))
    now = [one for one in cup.ask("hall")["tables"] if one["match"]]
    changed = [one for one, old in zip(now, called, strict=True) if one["match"]["sides"] != old["match"]["sides"]]
    assert changed, "the correction changes who plays there"
    referee = open_page(cup.link("referee", "referee"), **CALM)
    for one in changed:
        match, table = one["match"], one["table"]
        expect(told).to_contain_text(containing(match["id"], f"table {table}"))
        expect(page.locator(f"[data-table='{table}'] .hangs")).to_contain_text(match["id"])
        expect(referee.locator("[data-panel=in-doubt]")).to_contain_text(f"{match['id']}")
        assert match["report_by"] > next(old for old in called if old["table"] == table)["match"]["report_by"]
    # the card from that table may be that of the former players
    match, table = changed[0]["match"], changed[0]["table"]
    counted = cup.kinds().count("result")
    line, meaning = page.locator("#result-line"), page.get_by_test_id("meaning")
    line.fill(f"{table} 25-7")
    expect(meaning.locator(".refusal")).not_to_have_count(0)
    line.press("Enter")
    expect(meaning).to_contain_text(desk_text("line-grave"))
    assert cup.kinds().count("result") == counted
    line.press("Enter")
    expect(line).to_have_value("")
    expect(page.locator(".entered")).to_contain_text(match["id"])
    assert cup.kinds().count("result") == counted + 1
