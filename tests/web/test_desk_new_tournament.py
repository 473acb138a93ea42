"""A new tournament in the browser has the settings that its form shows, after any change of template."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.acknowledged import HeldRequests, impatient
from tests.web.desk_client import DeskClub, DeskTournament
from tests.web.desk_page import CALM, owner_page
from tests.web.words import desk_text

pytestmark = pytest.mark.browser
SLOW = re.compile("/api/beginnings/settings.*community-2024")


def test_typed_settings_survive_a_change_of_template(club: DeskClub, open_page: Callable[..., Page]) -> None:
    page = owner_page(club, open_page)
    held = HeldRequests(page, SLOW)
    form = page.locator(".new-form")
    make = page.get_by_role("button", name=desk_text("make-tournament"))
    page.locator(".template", has_text=desk_text("template-vkk")).click()
    expect(make).to_be_enabled()
    form.get_by_label(desk_text("setting-name")).fill("Town games")
    form.get_by_label(desk_text("setting-tables")).fill("7")
    expect(form.locator("[data-setting^=age-on]")).to_have_count(0)
    # no tournament is created before the page shows its settings
    with impatient(), page.expect_request(SLOW):
        page.locator(".template", has_text=desk_text("template-community-2024")).click()
    expect(make).to_be_disabled()
    held.release()
    expect(make).to_be_enabled()
    expect(form.get_by_label(desk_text("setting-name"))).to_have_value("Town games")
    expect(form.get_by_label(desk_text("setting-tables"))).to_have_value("7")
    # an event with an age asks for the day on which it counts
    expect(form.get_by_label(desk_text("setting-age-on"))).to_be_visible()
    expect(form.get_by_label(desk_text("setting-age-on"))).to_have_value("day")
    make.click()
    page.wait_for_url("**/entries")
    made = DeskTournament(club, page.url.split("/")[-2])
    rows = {one["name"]: {row["value"] for row in one["rows"]} for one in made.ask("settings")["settings"]}
    assert (rows["name"], rows["tables"], rows["age-on"]) == ({"Town games"}, {"7"}, {"day"})


def test_stages_are_put_together_without_typing(club: DeskClub, open_page: Callable[..., Page]) -> None:
    """Create five Swiss rounds, then a knockout of eight, on an evening that ends."""
    page = owner_page(club, open_page)
    stages = page.get_by_role("group", name=desk_text("own-stages"))
    stages.get_by_label(desk_text("stage-n", n=1)).select_option("swiss")
    stages.get_by_label(desk_text("stage-n", n=2)).select_option("knockout")
    form = page.locator(".new-form")
    expect(form.get_by_label(desk_text("setting-advance"))).to_be_visible()
    form.get_by_label(desk_text("setting-advance")).fill("8")
    form.get_by_label(desk_text("setting-rounds")).fill("5")
    page.get_by_role("button", name=desk_text("make-tournament")).click()
    page.wait_for_url("**/entries")
    made = DeskTournament(club, page.url.split("/")[-2])
    rows = {one["name"]: [row["value"] for row in one["rows"]] for one in made.ask("settings")["settings"]}
    assert [rows[one][0] for one in ("format", "advance", "rounds")] == ["swiss+knockout", "8", "5"]
    assert (rows["slot"], rows["end"]) == (["90"], ["22:00"])
    # and later in the settings
    page.goto(page.url.replace("entries", "settings"))
    setting = page.locator("[data-setting=format]")
    setting.get_by_label(desk_text("stage-n", n=2)).select_option("")
    setting.get_by_role("button", name=desk_text("save")).click()
    expect(setting.get_by_label(desk_text("stage-n", n=2))).to_have_value("")
    found = next(one for one in made.ask("settings")["settings"] if one["name"] == "format")
    assert [row["value"] for row in found["rows"]] == ["swiss"]


def test_a_refused_act_names_its_tournament_on_another_desk(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup, other = club.new(), club.begin("vkk", name="Lake cup")
    cup.act("call", match="M1", table=1)
    page = open_page(cup.link("desk"), **CALM)
    line = page.locator("#result-line")
    line.fill("1 25-4")
    expect(page.get_by_test_id("meaning")).to_contain_text("25")
    page.context.set_offline(True)
    line.press("Enter")
    expect(page.get_by_test_id("offline")).to_contain_text("1 25-4")
    cup.act("result", match="M1", words=["25-8"])  # another desk was faster
    page.context.set_offline(False)
    notice = page.locator(".banner.bad", has_text=desk_text("not-done", what="1 25-4"))
    expect(notice).to_be_visible()
    expect(notice.get_by_test_id("whose")).to_have_count(0)
    page.goto(other.link("desk"))
    expect(page.locator("header .name")).to_have_text("Lake cup")
    expect(notice.get_by_test_id("whose")).to_have_text("Hill cup")
    notice.get_by_test_id("whose").click()
    expect(page.locator("header .name")).to_have_text("Hill cup")
    expect(notice.get_by_test_id("whose")).to_have_count(0)
