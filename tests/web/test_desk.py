"""The desk's pages where it matters: by keyboard alone, without network, in other roles, with somebody else at it."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from openpyxl import Workbook
from playwright.sync_api import Page, Route, expect

from tests.web.acknowledged import HeldRequests, impatient
from tests.web.desk_hands import DeskClub
from tests.web.test_desk_evening import CALM, confirm, owner_page

pytestmark = pytest.mark.browser


def test_results_by_keyboard_alone(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.call_all()
    page = open_page(cup.link("desk"), **CALM)
    expect(page.locator("[data-state=called]")).to_have_count(4)
    keys, meaning = page.keyboard, page.get_by_test_id("meaning")
    keys.press("/")
    # what is no result yet says what it lacks
    for text, says in (("abc", "First the table"), ("1 ", "1 25-18")):
        keys.type(text)
        keys.press("Enter")
        expect(meaning.get_by_role("alert")).to_contain_text(says)
        keys.press("Escape")
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
    with impatient():
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
    expect(page.locator(".tick.on")).to_have_count(7)
    people.get_by_role("button", name="Asha").first.click()
    page.get_by_label("Correct name").fill("Asha Rao")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("told")).to_contain_text("Asha is now Asha Rao")
    people.get_by_label("Club").fill("Harbour")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("told")).to_contain_text("Asha Rao: Harbour")
    assert cup.kinds().count("renamed") == 1, "Enter counts once"
    assert cup.ask("people")["people"][0]["club"] == "Harbour"
    # another one of that name comes late, and is here: he is told apart wherever names stand
    late = page.locator("[data-panel=late]")
    late.get_by_label("Name").fill("asha rao")
    late.get_by_label("Another person of that name").check()
    late.get_by_label("What tells them apart").fill("senior")
    expect(late.get_by_label("Is here")).to_be_checked()
    late.get_by_role("button", name="Add to the draw").click()
    confirm(page, "the bus")
    senior = people.locator("li").filter(has_text="asha rao (senior)")
    expect(senior.locator(".tick.on")).to_have_count(1)
    # a name that is written from right to left begins where its club does
    cup.act("rename", who="Dev", name="عائشہ صدیقی")
    other = people.locator("li").filter(has_text="عائشہ")
    expect(other).to_have_count(1)
    starts = other.locator(".row bdi").evaluate_all("all => all.slice(0, 2).map(one => one.getBoundingClientRect().x)")
    assert abs(starts[0] - starts[1]) < 2, starts
    # whoever is not here is not called, and the desk says for whom it waits
    cup.act("check", what="here", who=["Carl"], holds=False)
    page.get_by_role("link", name="Desk", exact=False).first.click()
    missing = page.get_by_test_id("missing")
    expect(missing).to_contain_text("Carl")
    missing.get_by_role("button", name="Carl is here").click()
    expect(missing).to_have_count(0)


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
    """The second is told what came between, nothing that was typed is lost, and no other match is taken for the one
    that was shown."""
    cup = club.new()
    cup.call_all()
    page = open_page(cup.link("desk"), **CALM)
    line, meaning = page.locator("#result-line"), page.get_by_test_id("meaning")
    line.fill("1 25-18")
    expect(meaning).to_contain_text("Asha wins")
    # what the page hears of is shown in the line as well
    cup.act("result", match="@1", words=["18-25"])
    expect(page.get_by_text("1 of 15 played")).to_be_visible()
    expect(meaning).to_contain_text("Table 1 is free")
    expect(line).to_have_value("1 25-18")
    cup.act("call", match="M6", table=1)
    expect(meaning).to_contain_text("M6: ")
    expect(meaning).to_contain_text("changed while you were typing")
    line.press("Enter")
    expect(meaning).not_to_contain_text("changed while you were typing")
    assert cup.kinds().count("result") == 1, "Enter only said that it was seen"
    # and where the page hears of it too late, the server knows what was seen
    page.route("**/preview*", lambda route: route.abort())
    cup.act("result", match="M6", words=["25-0"])
    cup.act("call", match="M5", table=1)
    expect(page.locator("[data-table='1']")).to_contain_text("M5")
    line.press("Enter")  # Hema is called to another table too: that is to be read first
    expect(meaning).to_contain_text("press Enter again to confirm")
    line.press("Enter")
    expect(page.locator(".entered .bad")).to_contain_text("the call of M5 to table 1")
    assert cup.kinds().count("result") == 2
    # a question that has become another one says so, and is not answered by the same press
    page.unroute("**/preview*")
    page.get_by_role("button", name="Undo").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The call of M5")
    cup.act("check", what="fee", who=["Asha"])
    dialog.get_by_label("Reason").fill("mistyped")
    dialog.get_by_role("button", name="Undo").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Meanwhile somebody else did something")
    expect(dialog).to_contain_text("Asha has paid")
    assert "undone" not in cup.kinds()


def test_what_is_on_its_way_does_not_jump_back(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    page = owner_page(club, open_page)
    page.goto(f"{club.address}/desk/{cup.id}/entries")
    held = HeldRequests(page, "**/acts*")
    asha, ben = (page.locator(".people li").filter(has_text=one) for one in ("Asha", "Ben"))
    with impatient(), page.expect_request("**/acts*"):
        asha.get_by_role("button", name="Asha is here").click()
    expect(asha.locator(".tick.on")).to_have_count(1)
    cup.act("check", what="here", who=["Ben"])
    expect(ben.locator(".tick.on")).to_have_count(1)
    expect(asha.locator(".tick.on")).to_have_count(1)
    # A browser may keep a page that is left; it must not keep its line to the server. The page that comes back has one.
    with page.expect_websocket(lambda line: "/events" in line.url):
        page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    held.release()
    expect(page.get_by_test_id("told").locator(".told")).to_contain_text("Asha")  # not only that it is on its way
    assert cup.ask("people")["people"][0]["here"]
    expect(asha.locator(".tick.on")).to_have_count(1)

    page.get_by_role("navigation").get_by_role("link", name="Settings").click()
    venue = page.locator("[data-setting=venue] input")
    venue.fill("Lake hall")
    views: list[Route] = []
    page.route("**/api/**/settings*", lambda route: views.append(route))
    with impatient(), page.expect_request("**/acts*"):
        venue.press("Enter")
    held.release()
    expect(page.get_by_test_id("told")).to_contain_text("Lake hall")
    expect(page.locator("[data-setting=venue] button")).to_have_count(0)
    expect(venue).to_have_value("Lake hall")
    page.unroute("**/api/**/settings*")
    for one in views:
        one.continue_()
    expect(venue).to_have_value("Lake hall")
    page.unroute("**/acts*")
    # what is not set says so, and no example is taken for a value
    end = page.locator("[data-setting=end] input")
    expect(end).to_have_value("")
    expect(end).to_have_attribute("placeholder", "not set")
    expect(page.locator("[data-setting=end] .example")).to_contain_text("21:00")
    expect(page.locator("[data-setting=third-place] select")).to_have_value("no")
    # one round is longer than its stage
    games = page.locator("[data-setting=games]")
    games.locator(".round-choice").select_option("S/knockout/final")
    games.get_by_role("textbox", name="Games of a match (best of) Singles · knock-out · Final").fill("5")
    games.get_by_role("button", name="Save").click()
    expect(
        games.get_by_role("textbox", name="Games of a match (best of) Singles · knock-out · Final", exact=True)
    ).to_have_value("5")
    expect(games.get_by_role("textbox", name="Games of a match (best of) Singles · groups", exact=True)).to_have_value(
        "1"
    )


def test_a_page_that_is_older_than_the_server_says_so(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    page = open_page(cup.link("desk"), **CALM)
    expect(page.get_by_test_id("hall")).to_be_visible()
    page.route("**/assets/Log-*.js", lambda route: route.fulfill(status=404))
    page.get_by_role("navigation").get_by_role("link", name="Log").click()
    expect(page.get_by_test_id("old-page")).to_contain_text("older than the server")
    page.unroute("**/assets/Log-*.js")
    page.get_by_role("button", name="Load it again").click()
    expect(page.locator(".log li").first).to_be_visible()


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
    page.emulate_media(media="print")
    expect(page.locator(".link-card").first).to_be_visible()
    expect(page.get_by_role("button", name="Links for umpires")).to_be_hidden()
    page.emulate_media(media="screen")
    assert "/pad#t=" in page.locator(".link-card input").input_value()
    page.get_by_role("button", name="Link: Desk").click()
    address = page.locator(".link-card input").nth(1).input_value()
    helper = open_page(address, **CALM)
    expect(helper.get_by_test_id("hall")).to_be_visible()
    assert "#" not in helper.url
    page.locator(".roles li", has_text="Desk").get_by_role("button", name="Take back").click()
    page.get_by_role("dialog").get_by_role("button", name="Take back").click()
    expect(page.locator(".roles .gone")).to_have_count(1)
    expect(helper.get_by_test_id("out")).to_contain_text("taken back")
    helper.reload()
    expect(helper.get_by_role("alert")).to_contain_text("opens nothing")
    # nothing is put on record when a name is taken off the list, and its page hears of it all the same
    cup.ask("roles/revoke", {"name": f"Dina {cup.id}"})
    expect(page.get_by_test_id("out")).to_contain_text("taken back")


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
    decision.get_by_role("button", name="Keep the published draw").click()
    confirm(page, "the draw hung on the wall")
    expect(decision).to_have_count(0)
    assert cup.kinds()[0] == "seats"


def test_of_a_workbook_with_several_sheets_one_is_named(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.begin("vkk", name="Two sheets")
    book = Workbook()
    for title, name in (("Men", "Ben"), ("Women", "Asha")):
        sheet = book.create_sheet(title)
        sheet.append(["Name"])
        sheet.append([name])
    raw = io.BytesIO()
    book.save(raw)
    page = open_page(cup.link("desk", "entries"), **CALM)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    page.locator("[data-panel=import] input[type=file]").set_input_files(
        {"name": "list.xlsx", "mimeType": kind, "buffer": raw.getvalue()}
    )
    said = page.locator("[data-panel=import] .refusal")
    expect(said).to_contain_text("several sheets have rows: say which is meant, Men or Women")
    expect(said).not_to_contain_text("--")
    page.get_by_label("Which sheet of the workbook").fill("Women")
    page.get_by_role("button", name="Add 1 entry").click()
    expect(page.locator(".people .row", has_text="Asha")).to_be_visible()
    assert [one["name"] for one in cup.ask("people")["people"]] == ["Asha"]


def test_somebody_new_plays_instead_and_somebody_is_forgotten(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    name, _, value = club.cookie.partition("=")
    page = open_page(f"{club.address}/desk", **CALM)
    page.context.add_cookies([{"name": name, "value": value, "url": club.address}])
    page.goto(f"{club.address}/desk/{cup.id}/entries")
    page.locator(".people .row", has_text="Hema").click()
    page.get_by_label("Replaced by").fill("Nina New")
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
    number = page.locator(".found .row b").first.inner_text()
    expect(page.get_by_role("button", name="Open a table")).to_have_count(0)

    page.get_by_role("navigation").get_by_role("link", name="Roles").click()
    page.get_by_text("Play a match in the browser").click()
    online = page.locator(".browser-table")
    online.get_by_label("For match").fill(number)
    online.get_by_role("button", name="Open a table").click()
    expect(online.locator(".link-card")).to_have_count(2)
    page.get_by_label("Results, scores and tables").check()
    expect(page.get_by_label("Results, scores and tables")).to_be_checked()
    page.wait_for_function("() => document.querySelector('[data-testid=told]')?.textContent.includes('embargo')")
    assert cup.ask("settings")["settings"]


def test_a_print_that_takes_long_is_cancelled(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.call_all()
    page = open_page(cup.link("desk", "print"), **CALM)
    panel = page.locator("[data-panel='sheet-cards']")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/print/cards*", hold)
    with impatient():
        panel.get_by_role("button", name="Print").click()
        expect(panel.get_by_role("button", name="Print")).to_be_disabled()
    panel.get_by_role("button", name="Cancel").click()
    expect(panel.get_by_role("button", name="Print")).to_be_enabled()
    expect(panel.get_by_role("alert")).to_have_count(0)
    page.unroute("**/print/cards*")
    with page.expect_download() as saved:
        panel.get_by_role("button", name="Print").click()
    assert saved.value.suggested_filename == "cards.pdf"
