"""A team league through the desk's pages: entries, line-ups, calls, results, a substitution, the standings."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.desk_client import DeskClub, containing
from tests.web.desk_page import confirm, go_to, owner_page, type_result
from tests.web.words import desk_text

pytestmark = pytest.mark.browser
TEAMS = {"Hill": "Asha Ben Carl Dev Esha", "Lake": "Fay Gus Hema Ira Jay", "Port": "Kim Lal Mia Nur Om"}
LIST = "name,team\n" + "".join(f"{one},{team}\n" for team, players in TEAMS.items() for one in players.split())


def line_up(page: Page, team: str, places: dict[str, str]) -> None:
    """Fill in the line-up of a whole team and wait until the table shows it."""
    page.get_by_role("button", name=desk_text("line-up-of", team=team)).click()
    form = page.get_by_test_id("team-line-up")
    for rubber, players in places.items():
        fields = form.locator("fieldset", has_text=re.compile(f"^{rubber}")).locator("select")
        for at, player in enumerate(players.split()):
            fields.nth(at).select_option(label=player)
    form.get_by_role("button", name=desk_text("line-up-of", team=team)).click()
    confirm(page)
    expect(form).to_have_count(0)
    # The page closes the form before it has fetched the new line-up: a click meanwhile would meet a changing table.
    for rubber, players in places.items():
        place = page.get_by_role("button", name=desk_text("line-up-label", team=team, rubber=rubber))
        expect(place).to_have_text(" / ".join(players.split()))


def entered(club: DeskClub, open_page: Callable[..., Page], name: str, boards: str = "") -> Page:
    """Create three teams from a list and open the screen of draws."""
    page = owner_page(club, open_page)
    page.get_by_role("button", name=desk_text("format-team-league"), exact=True).click()
    page.get_by_label(desk_text("setting-name")).fill(name)
    if boards:
        page.get_by_label(desk_text("setting-tables")).fill(boards)
    page.get_by_label(desk_text("setting-start")).fill("00:00")  # matches can be called at any hour
    page.get_by_label(desk_text("setting-end")).fill("")
    page.get_by_label(desk_text("setting-games")).first.fill("1")
    page.get_by_role("button", name=desk_text("make-tournament")).click()
    page.locator("[data-panel=import] textarea").fill(LIST)
    page.get_by_role("button", name=desk_text("read-list")).click()
    page.get_by_role("button", name=desk_text.pattern("enter-list")).click()
    expect(page.locator(".people li")).to_have_count(15)
    go_to(page, "draw")
    return page


def test_a_team_league_from_entries_to_standings(club: DeskClub, open_page: Callable[..., Page]) -> None:
    page = entered(club, open_page, "Team league", boards="3")
    expect(page.get_by_text(desk_text("draw-again"))).to_have_count(0)  # teams from a list are not drawn
    for team, players in TEAMS.items():
        one, two, three, four, _ = players.split()
        line_up(page, team, {"S1": one, "S2": two, "D1": f"{three} {four}"})
    expect(page.locator(".line-ups tbody tr").last).to_contain_text(re.compile("Esha.*Jay.*Om"))
    page.get_by_text(desk_text("own-number")).click()
    page.get_by_label(desk_text("public-seed")).fill("7")
    page.get_by_role("button", name=desk_text("draw-now"), exact=True).click()
    page.get_by_role("button", name=desk_text("to-tables")).click()
    expect(page.locator(".ties li")).to_have_count(3)
    page.get_by_text(desk_text("matches"), exact=True).click()
    doubles = page.locator(".found .row", has_text="M3")
    expect(doubles).to_contain_text(re.compile("D1.*Hill.*Carl / Dev.*Port.*Mia / Nur"))
    # called players are named with their team and the match of the tie
    go_to(page, "evening")
    page.get_by_role("button", name=desk_text("call-all", n=3)).click()
    expect(page.locator(".tile", has_text="M3")).to_contain_text(containing("Hill", "Carl / Dev"))
    type_result(page, "1 25-10", "M1 S1", "Hill: Asha 25", "Port: Kim 10")
    type_result(page, "2 8-25", "Port: Lal 25")
    type_result(page, "3 25-20", "Hill: Carl / Dev 25")
    for line, says in {
        "M4 25-5": "Port: Kim 25",
        "M5 25-12": "Port: Lal 25",
        "M6 10-25": "Lake: Hema / Ira 25",
    }.items():
        type_result(page, line, says)
    # the reserve replaces an injured player in one match, with a reason
    go_to(page, "draw")
    expect(page.locator(".ties li").first).to_contain_text("2–1")
    page.get_by_role("button", name=desk_text("line-up-label", team="Hill", rubber="S1")).click()
    change = page.get_by_test_id("line-up-change")
    change.get_by_label(desk_text("player")).select_option(label="Esha")
    change.get_by_label(desk_text("only-match")).select_option("M7")
    change.get_by_role("button", name=desk_text("line-up-label", team="Hill", rubber="S1")).click()
    confirm(page, "Asha has hurt her hand")
    expect(change).to_have_count(0)
    go_to(page, "evening")
    last = {"M7 5-25": "Hill: Esha 25", "M8 25-20": "Lake: Gus 25", "M9 0-25": "Hill: Carl / Dev 25"}
    for line, says in last.items():
        type_result(page, line, says)
    go_to(page, "draw")
    table = page.locator(".group tbody tr")
    expect(table).to_have_text([re.compile("^1Hill6 ?4"), re.compile("^2Port6 ?3"), re.compile("^3Lake6 ?2")])
    expect(page.locator("[data-panel=prizes] li").first).to_contain_text(containing(*TEAMS["Hill"].split(), "Hill"))
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for team in TEAMS:  # all line-ups are visible side by side
        expect(page.get_by_role("button", name=desk_text("line-up-of", team=team))).to_be_in_viewport()
    public = page.context.request.get(page.url.replace("/desk/", "/t/").replace("/draw", "/e/T?lang=en")).text()
    assert "Esha" in public


def league(club: DeskClub, open_page: Callable[..., Page], name: str) -> Page:
    """Create a league of three teams that are lined up and drawn."""
    page = entered(club, open_page, name)
    for team, players in TEAMS.items():
        one, two, three, four, _ = players.split()
        line_up(page, team, {"S1": one, "S2": two, "D1": f"{three} {four}"})
    page.get_by_text(desk_text("own-number")).click()
    page.get_by_label(desk_text("public-seed")).fill("7")
    page.get_by_role("button", name=desk_text("draw-now"), exact=True).click()
    page.get_by_role("button", name=desk_text("to-tables")).click()
    expect(page.locator(".ties li")).to_have_count(3)
    return page


def test_a_late_entry_chooses_a_team(club: DeskClub, open_page: Callable[..., Page]) -> None:
    page = league(club, open_page, "Late meet")
    go_to(page, "entries")
    late = page.locator("[data-panel=late]")
    late.get_by_label(desk_text("name"), exact=True).fill("Zed")
    expect(late.get_by_role("button", name=desk_text("find-place"))).to_be_disabled()
    late.get_by_label(desk_text("team-joined")).select_option("Lake")
    late.get_by_role("button", name=desk_text("find-place")).click()
    confirm(page, "missed the bus")
    go_to(page, "draw")
    expect(page.locator(".line-ups").first.locator("tbody tr").last).to_contain_text("Jay, Zed")


def test_a_team_is_renamed_and_withdrawn_on_a_low_screen(club: DeskClub, open_page: Callable[..., Page]) -> None:
    page = league(club, open_page, "Short meet")
    page.set_viewport_size({"width": 768, "height": 600})
    page.get_by_role("button", name=desk_text("team-change-of", team="Port")).click()
    changes = page.get_by_test_id("team-changes")
    expect(changes).to_be_in_viewport()
    changes.get_by_label(desk_text("right-name")).fill("Harbour")
    changes.get_by_role("button", name=desk_text("rename-label", who="Port", name="Harbour")).click()
    page.get_by_role("button", name=desk_text("team-change-of", team="Harbour")).click()
    changes = page.get_by_test_id("team-changes")
    changes.get_by_label(desk_text("results-then")).select_option("kept")
    changes.get_by_role("button", name=desk_text.pattern("leave-label", who="Harbour")).click()
    asking = page.locator("dialog[open]")
    expect(asking.locator("[data-testid=impact] li")).not_to_have_count(0)
    expect(asking).to_contain_text(containing("6"))
    expect(asking).to_contain_text(containing("0"))
    confirm(page, "the bus broke down")
    expect(page.locator(".line-ups").first.locator("thead th")).to_have_count(3)
    # a result of a team that has left needs a reason
    go_to(page, "evening")
    page.locator("#result-line").fill("M4 25-5")
    refusal = page.get_by_test_id("meaning").locator("[data-code=no-reason]")
    expect(refusal).to_contain_text(containing("Harbour", "M4", "Lake"))
    page.get_by_role("button", name=desk_text("with-reason")).click()
    confirm(page, "played before they left")
    expect(page.get_by_test_id("told")).to_contain_text("M4")
