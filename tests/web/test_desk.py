"""The desk's pages where it matters: by keyboard alone, without network, in other roles, with somebody else at it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.desk_hands import DeskClub
from tests.web.test_desk_evening import CALM, confirm

pytestmark = pytest.mark.browser


def test_results_by_keyboard_alone(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.call_all()
    page = open_page(cup.link("desk"), **CALM)
    expect(page.locator("[data-state=called]")).to_have_count(4)
    keys, meaning = page.keyboard, page.get_by_test_id("meaning")
    keys.press("/")
    # what cannot be is said beside the line, and stays there to be put right
    keys.type("1 25-30")
    expect(meaning.get_by_role("alert")).to_be_visible()
    keys.press("Enter")
    expect(page.locator("#result-line")).to_have_value("1 25-30")
    for _ in range(2):
        keys.press("Backspace")
    keys.type("18")
    expect(meaning).to_contain_text("M1: Asha 25 – Carl 18: Asha wins")
    keys.press("Enter")
    for line, says in (("2 18-18x10-0", "extra board 10–0"), ("@3 a:5+q b:3 a:9+q a:5 --break a", "25")):
        keys.type(line)
        expect(meaning).to_contain_text(says)
        keys.press("Enter")
        expect(page.locator(".entered li").first).to_contain_text(line)
    expect(page.get_by_text("3 of 15 played")).to_be_visible()
    keys.press("ArrowUp")
    expect(page.locator("#result-line")).to_have_value("@3 a:5+q b:3 a:9+q a:5 --break a")
    keys.press("Escape")
    # before anybody has seen what a line means, Enter only shows it
    keys.type("4 25-1")
    keys.press("Enter")
    expect(meaning).to_contain_text("wins")
    keys.press("Enter")
    expect(page.get_by_text("4 of 15 played")).to_be_visible()
    assert cup.kinds().count("result") == 4


def test_people_are_put_right_where_they_stand(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.act("leave", entry="Ben")
    page = open_page(cup.link("desk", "entries"), **CALM)
    people = page.locator("[data-panel=people]")
    expect(people.get_by_role("heading", name="People")).to_contain_text("7")
    page.get_by_role("button", name="All 7 are here").click()
    expect(page.get_by_text("This will be on record, if you go on:")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="All 7 are here").click()
    expect(page.locator(".tick.on")).to_have_count(7)
    people.get_by_role("button", name="Asha").first.click()
    page.get_by_label("The right name").fill("Asha Rao")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("told")).to_contain_text("Asha is now Asha Rao")
    people.get_by_label("Club").fill("Harbour")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("told")).to_contain_text("Asha Rao: Harbour")
    assert cup.kinds().count("renamed") == 1, "Enter counts once"
    assert cup.ask("people")["people"][0]["club"] == "Harbour"


def test_a_protest_is_seen_from_every_screen(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.act("set", changes=[{"setting": "protest-fee", "value": "200", "where": ""}])
    cup.act("result", match="M1", words=["25-8"])
    page = open_page(cup.link("desk", "print"), **CALM)
    expect(page.get_by_role("navigation")).to_be_visible()
    expect(page.get_by_test_id("referee-waits")).to_have_count(0)
    cup.act("protest", match="M1", side="b", board=2, text="The clock had stopped")
    expect(page.get_by_test_id("referee-waits")).to_have_text("1")
    page.get_by_role("link", name="Desk", exact=False).first.click()
    expect(page.locator("[data-panel=decide]")).to_contain_text("Protests that wait: 1")


def test_what_is_done_without_network_counts_once(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    page = open_page(cup.link("desk"), **CALM)
    expect(page.locator(".calls li")).to_have_count(4)
    page.context.set_offline(True)
    page.locator(".calls li").first.get_by_role("button", name="Call").click()
    expect(page.get_by_test_id("offline")).to_contain_text("Call M1 to table 1")
    assert cup.kinds().count("called") == 0
    page.context.set_offline(False)
    expect(page.locator("[data-table='1']")).to_have_attribute("data-state", "called")
    expect(page.get_by_test_id("offline")).to_have_count(0)
    expect(page.get_by_test_id("told")).not_to_contain_text("Kept here")

    # the act arrives, its answer does not: it is sent again under the same name
    lost: list[str] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(str(route.fetch().status))
        route.abort()

    page.route("**/acts*", lose)
    page.locator(".calls li").first.get_by_role("button", name="Call").click()
    expect(page.locator("[data-table='2']")).to_have_attribute("data-state", "called")
    expect(page.get_by_test_id("offline")).to_have_count(0)
    assert lost == ["200"]
    assert cup.kinds().count("called") == 2

    page.context.set_offline(True)
    page.locator("#result-line").fill("1 25-9")
    expect(page.get_by_text("read it once more")).to_be_visible()
    expect(page.get_by_test_id("meaning")).to_contain_text("M1 Asha – Carl")
    page.keyboard.press("Enter")
    expect(page.locator(".entered li")).to_contain_text("Kept here")
    page.context.set_offline(False)
    expect(page.locator(".entered li")).to_contain_text("M1")
    expect(page.get_by_test_id("told")).to_contain_text("M1")


def test_two_desks_at_one_match(club: DeskClub, open_page: Callable[..., Page]) -> None:
    """The second is told what came between, and nothing that was typed is lost."""
    cup = club.new()
    cup.call_all()
    page = open_page(cup.link("desk"), **CALM)
    page.locator("#result-line").fill("1 25-18")
    expect(page.get_by_test_id("meaning")).to_contain_text("Asha wins")
    cup.act("result", match="@1", words=["18-25"])
    expect(page.get_by_text("1 of 15 played")).to_be_visible()
    page.locator("#result-line").press("Enter")
    expect(page.locator(".entered .bad")).to_contain_text("M1")
    expect(page.locator("#result-line")).to_have_value("1 25-18")
    assert cup.kinds().count("result") == 1


def test_who_may_what(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    desk = open_page(cup.link("desk", "entries"), **CALM)
    desk.locator(".people .row").first.click()
    expect(desk.get_by_label("Phone")).to_have_value("98201")
    nav = desk.get_by_role("navigation")
    expect(nav.get_by_role("link", name="Settings")).to_have_count(0)
    nav.get_by_role("link", name="Draw").click()
    expect(desk.locator("[data-panel='S/groups']")).to_be_visible()
    expect(desk.get_by_role("button", name="Publish")).to_have_count(0)

    referee = open_page(cup.link("referee", "entries"), **CALM)
    expect(referee.locator("[data-screen=referee]")).to_be_visible()
    expect(referee.get_by_role("navigation").get_by_role("link", name="Entries")).to_have_count(0)
    referee.get_by_label("Number or words").fill("143i")
    expect(referee.locator(".laws")).to_contain_text("143i")
    assert "98201" not in referee.content()

    nobody = open_page(f"{club.address}/desk/{cup.id}/evening", **CALM)
    expect(nobody.get_by_role("alert")).to_contain_text("sign in")


def test_a_helper_is_invited_and_a_link_is_taken_back(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    page = open_page(f"{club.address}/desk#invite={cup.ask('invite', {'role': 'director'})['secret']}", **CALM)
    page.get_by_label("Name").fill(f"Dina {cup.id}")
    page.get_by_label("Choose a password").fill("another long sentence")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="Hill cup").click()
    page.get_by_role("navigation").get_by_role("link", name="Roles").click()
    page.get_by_role("button", name="Links for umpires").click()
    expect(page.locator("#new-links").get_by_role("alert")).to_contain_text("No phone can open")
    assert "/pad#t=" in page.locator(".link-card input").input_value()
    page.get_by_role("button", name="Link: Desk").click()
    address = page.locator(".link-card input").nth(1).input_value()
    helper = open_page(address, **CALM)
    expect(helper.get_by_test_id("hall")).to_be_visible()
    assert "#" not in helper.url
    page.locator(".roles li", has_text="Desk").get_by_role("button", name="Take back").click()
    page.get_by_role("dialog").get_by_role("button", name="Take back").click()
    expect(page.locator(".roles .gone")).to_have_count(1)
    helper.reload()
    expect(helper.get_by_role("alert")).to_contain_text("opens nothing")


def test_a_place_that_is_published_is_ruled_upon(club: DeskClub, open_page: Callable[..., Page]) -> None:
    """A correction after the knock-out was published: keep, change, or seat by seat, with the reason why."""
    cup = club.new()
    for one in ("25-1", "25-2", "25-3", "25-4", "25-5", "25-6"):
        for match in (f"M{n}" for n in (int(one[3:]), int(one[3:]) + 6)):
            cup.act("result", match=match, words=[one])
    cup.act("publish", stage="S/knockout")
    cup.act("correct", match="M1", words=["1-25"])
    page = open_page(cup.link("referee", "referee"), **CALM)
    decision = page.locator("[data-code=seat]")
    expect(decision).to_be_visible()
    decision.get_by_role("button", name="Keep all as published").click()
    confirm(page, "the draw hung on the wall")
    expect(decision).to_have_count(0)
    assert cup.kinds()[0] == "seats"


def test_every_screen_fits_a_phone_and_speaks_urdu(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.call_all()
    script = "localStorage.setItem('carrom.prefs', JSON.stringify({language: 'ur'}))"
    page = open_page(cup.link("desk"), script, viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    expect(page.locator("html[dir=rtl]")).to_have_count(1)
    links = [one.get_attribute("href") for one in page.locator("nav a").all()]
    assert len(links) >= 6
    for link in links:
        page.locator(f"nav a[href='{link}']").click()
        expect(page.locator(".panel").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, link


def test_somebody_new_plays_instead_and_somebody_is_forgotten(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    name, _, value = club.cookie.partition("=")
    page = open_page(f"{club.address}/desk", **CALM)
    page.context.add_cookies([{"name": name, "value": value, "url": club.address}])
    page.goto(f"{club.address}/desk/{cup.id}/entries")
    page.locator(".people .row", has_text="Hema").click()
    page.get_by_label("Who plays instead").fill("Nina New")
    expect(page.get_by_text("Nina New is on no list yet")).to_be_visible()
    page.get_by_role("button", name="Nina New").click()
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text("Nina New is new among the people")
    asked.get_by_label("Reason").fill("Hema is ill")
    page.keyboard.press("Enter")
    expect(page.locator(".people .row", has_text="Nina New")).to_be_visible()
    page.locator(".people .row", has_text="Gus").click()
    page.get_by_text("Forget this person").first.click()
    expect(page.get_by_role("button", name="Forget this person")).to_be_disabled()
    page.get_by_label("Type the name once more").fill("Gus")
    page.get_by_role("button", name="Forget this person").click()
    expect(page.locator(".people .row", has_text="Withdrawn 1")).to_be_visible()

    page.get_by_role("navigation").get_by_role("link", name="Desk").click()
    page.get_by_label("Find a match").fill("Nina")
    page.locator(".found .row").first.click()
    page.get_by_text("Play it in the browser").click()
    page.get_by_role("button", name="Open a table").click()
    expect(page.locator(".link-card")).to_have_count(2)

    page.get_by_role("navigation").get_by_role("link", name="Roles").click()
    page.get_by_label("Results, scores and tables").check()
    expect(page.get_by_label("Results, scores and tables")).to_be_checked()
    page.wait_for_function("() => document.querySelector('[data-testid=told]')?.textContent.includes('embargo')")
    assert cup.ask("settings")["settings"]
