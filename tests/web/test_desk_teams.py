"""A league of teams through the pages of the desk: entries, line-ups, calls, results, a change, the table."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.desk_hands import DeskClub
from tests.web.test_desk_evening import confirm, go_to, owner_page, type_result

pytestmark = pytest.mark.browser
TEAMS = {"Hill": "Asha Ben Carl Dev Esha", "Lake": "Fay Gus Hema Ira Jay", "Port": "Kim Lal Mia Nur Om"}
LIST = "name,team\n" + "".join(f"{one},{team}\n" for team, players in TEAMS.items() for one in players.split())


def line_up(page: Page, team: str, places: dict[str, str]) -> None:
    """Fill the form of a whole team, and say yes to what it shows."""
    page.get_by_role("button", name=f"Line-up of {team}").click()
    form = page.get_by_test_id("team-line-up")
    for rubber, players in places.items():
        fields = form.locator("fieldset", has_text=re.compile(f"^{rubber}")).locator("select")
        for at, player in enumerate(players.split()):
            fields.nth(at).select_option(label=player)
    form.get_by_role("button", name=f"Line-up of {team}").click()
    confirm(page)
    expect(form).to_have_count(0)


def entered(club: DeskClub, open_page: Callable[..., Page], name: str, boards: str = "") -> Page:
    """Three teams that came by a list, on the page where they are lined up and drawn."""
    page = owner_page(club, open_page)
    page.get_by_role("button", name="team league", exact=True).click()
    page.get_by_label("Name of the tournament").fill(name)
    if boards:
        page.get_by_label("How many carrom boards").fill(boards)
    page.get_by_label("Start of a day").fill("00:00")  # called at whatever hour this is run
    page.get_by_label("End of a day").fill("")
    page.get_by_label("Games of a match (best of)").first.fill("1")
    page.get_by_role("button", name="Create tournament").click()
    page.locator("[data-panel=import] textarea").fill(LIST)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name=re.compile(r"^Add \d")).click()
    expect(page.locator(".people li")).to_have_count(15)
    go_to(page, "Draw")
    return page


def test_a_league_of_teams_from_the_entries_to_the_table(club: DeskClub, open_page: Callable[..., Page]) -> None:
    page = entered(club, open_page, "Team league", boards="3")
    expect(page.get_by_text("Draw again")).to_have_count(0)  # teams that came by a list are drawn by nobody
    for team, players in TEAMS.items():
        one, two, three, four, _ = players.split()
        line_up(page, team, {"S1": one, "S2": two, "D1": f"{three} {four}"})
    expect(page.locator(".line-ups tbody tr").last).to_contain_text(re.compile("Esha.*Jay.*Om"))
    page.get_by_text("Choose the draw number").click()
    page.get_by_label("Draw number").fill("7")
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_role("button", name="To the tables").click()
    expect(page.locator(".ties li")).to_have_count(3)
    page.get_by_text("Matches", exact=True).click()
    expect(page.locator(".found .row", has_text="M3")).to_contain_text("D1Hill: Carl / Dev – Port: Mia / Nur")
    # who is called is named with the team and the match of the tie
    go_to(page, "Desk")
    page.get_by_role("button", name="Call all 3").click()
    expect(page.locator(".tile", has_text="M3")).to_contain_text("Hill: Carl / Dev")
    type_result(page, "1 25-10", "M1 S1: Hill: Asha 25 – Port: Kim 10")
    type_result(page, "2 8-25", "Port: Lal wins")
    type_result(page, "3 25-20", "Hill: Carl / Dev wins")
    for line, says in {
        "M4 25-5": "Port: Kim wins",
        "M5 25-12": "Port: Lal wins",
        "M6 10-25": "Lake: Hema / Ira",
    }.items():
        type_result(page, line, says)
    # somebody hurts her hand: the reserve plays, in one match alone, and why is on record
    go_to(page, "Draw")
    expect(page.locator(".ties li").first).to_contain_text("2–1")
    page.get_by_role("button", name="Hill: who plays S1").click()
    change = page.get_by_test_id("line-up-change")
    change.get_by_label("Player").select_option(label="Esha")
    change.get_by_label("Only in match").select_option("M7")
    change.get_by_role("button", name="Hill: who plays S1").click()
    confirm(page, "Asha has hurt her hand")
    expect(change).to_have_count(0)
    go_to(page, "Desk")
    last = {"M7 5-25": "Hill: Esha wins", "M8 25-20": "Lake: Gus wins", "M9 0-25": "Hill: Carl / Dev wins"}
    for line, says in last.items():
        type_result(page, line, says)
    go_to(page, "Draw")
    table = page.locator(".group tbody tr")
    expect(table).to_have_text([re.compile("^1Hill6 ?4"), re.compile("^2Port6 ?3"), re.compile("^3Lake6 ?2")])
    expect(page.locator("[data-panel=prizes] li").first).to_contain_text("Hill Asha, Ben, Carl, Dev, Esha")
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for team in TEAMS:  # all line-ups are in sight, side by side
        expect(page.get_by_role("button", name=f"Line-up of {team}")).to_be_in_viewport()
    public = page.context.request.get(page.url.replace("/desk/", "/t/").replace("/draw", "/e/T?lang=en")).text()
    assert "Esha" in public


def league(club: DeskClub, open_page: Callable[..., Page], name: str) -> Page:
    """Three teams, lined up and drawn."""
    page = entered(club, open_page, name)
    for team, players in TEAMS.items():
        one, two, three, four, _ = players.split()
        line_up(page, team, {"S1": one, "S2": two, "D1": f"{three} {four}"})
    page.get_by_text("Choose the draw number").click()
    page.get_by_label("Draw number").fill("7")
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_role("button", name="To the tables").click()
    expect(page.locator(".ties li")).to_have_count(3)
    return page


def test_who_comes_late_joins_a_team_that_is_chosen(club: DeskClub, open_page: Callable[..., Page]) -> None:
    page = league(club, open_page, "Late meet")
    go_to(page, "Entries")
    late = page.locator("[data-panel=late]")
    late.get_by_label("Name", exact=True).fill("Zed")
    expect(late.get_by_role("button", name="Add to the draw")).to_be_disabled()
    late.get_by_label("Which team").select_option("Lake")
    late.get_by_role("button", name="Add to the draw").click()
    confirm(page, "missed the bus")
    go_to(page, "Draw")
    expect(page.locator(".line-ups").first.locator("tbody tr").last).to_contain_text("Jay, Zed")


def test_a_team_is_renamed_and_withdrawn_with_both_tables_in_sight(
    club: DeskClub, open_page: Callable[..., Page]
) -> None:
    page = league(club, open_page, "Short meet")
    page.set_viewport_size({"width": 768, "height": 600})
    page.get_by_role("button", name="Port: name, leaving").click()
    changes = page.get_by_test_id("team-changes")
    expect(changes).to_be_in_viewport()
    changes.get_by_label("Correct name").fill("Harbour")
    changes.get_by_role("button", name="Port is Harbour").click()
    page.get_by_role("button", name="Harbour: name, leaving").click()
    changes = page.get_by_test_id("team-changes")
    changes.get_by_label("Results in a table").select_option("kept")
    changes.get_by_role("button", name="Leaves").click()
    asking = page.locator("dialog[open]")
    expect(asking).to_contain_text("results kept: 6 matches are given away")
    expect(asking).to_contain_text("results annulled: 0 matches")
    confirm(page, "the bus broke down")
    expect(page.locator(".line-ups").first.locator("thead th")).to_have_count(3)
    # a result of a team that has left says so, and takes a reason
    go_to(page, "Desk")
    page.locator("#result-line").fill("M4 25-5")
    expect(page.get_by_test_id("meaning")).to_contain_text("Harbour has left; M4 is a walk-over for Lake")
    page.get_by_role("button", name="Give a reason").click()
    confirm(page, "played before they left")
    expect(page.get_by_test_id("told")).to_contain_text("M4")
