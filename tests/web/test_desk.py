"""The desk's pages by keyboard alone, without network, in other roles and with a second desk."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from openpyxl import Workbook
from playwright.sync_api import Page, Route, expect

from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.events import ResultGiven
from carrom.tournament.model.scores import result_text
from carrom.tournament.tables.results import EntryId
from tests.web.acknowledged import HeldRequests, impatient
from tests.web.desk_client import DeskClub, containing
from tests.web.desk_page import CALM, confirm, go_to, owner_page
from tests.web.words import desk_text

pytestmark = pytest.mark.browser


def test_results_by_keyboard_alone(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.call_all()
    page = open_page(cup.link("desk"), **CALM)
    expect(page.locator("[data-state=called]")).to_have_count(4)
    keys, meaning = page.keyboard, page.get_by_test_id("meaning")
    keys.press("/")
    # an incomplete line says what it lacks
    for text, says in (("abc", desk_text("wanted-match")), ("1 ", "1 25-18")):
        keys.type(text)
        keys.press("Enter")
        expect(meaning.get_by_role("alert")).to_contain_text(says)
        keys.press("Escape")
    # a refusal is shown beside the line, which is kept to be corrected
    keys.type("1 25-30")
    expect(meaning.get_by_role("alert")).to_be_visible()
    keys.press("Enter")
    expect(page.locator("#result-line")).to_have_value("1 25-30")
    for _ in range(2):
        keys.press("Backspace")
    keys.type("18")
    result = ResultGiven(match=MatchId("M1"), a=EntryId("Asha"), b=EntryId("Carl"), score=(25, 18))
    expect(meaning).to_contain_text(f"M1: {result_text(result)}")
    keys.press("Enter")
    for line, says in (("2 18-18x10-0", "10–0"), ("@3 a:5+q b:3 a:9+q a:5 --break a", "25")):
        keys.type(line)
        expect(meaning).to_contain_text(says)
        keys.press("Enter")
        expect(page.locator(".entered li").first).to_contain_text(line)
    expect(page.get_by_text(desk_text("played-of", n=3, all=15))).to_be_visible()
    keys.press("ArrowUp")
    expect(page.locator("#result-line")).to_have_value("@3 a:5+q b:3 a:9+q a:5 --break a")
    keys.press("Escape")
    # before the meaning of a line is shown, Enter only shows it
    with impatient():
        keys.type("4 25-1")
        keys.press("Enter")
    expect(meaning).to_contain_text(containing("25", "1"))
    keys.press("Enter")
    expect(page.get_by_text(desk_text("played-of", n=4, all=15))).to_be_visible()
    assert cup.kinds().count("result") == 4


def test_people_are_corrected_in_the_list(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.act("leave", entry="Ben")
    page = open_page(cup.link("desk", "entries"), **CALM)
    people = page.locator("[data-panel=people]")
    expect(people.get_by_role("heading", name=desk_text("people"))).to_contain_text("7")
    page.get_by_role("button", name=desk_text("all-are-here", n=7)).click()
    expect(page.locator(".tick.on")).to_have_count(7)
    people.get_by_role("button", name="Asha").first.click()
    page.get_by_label(desk_text("right-name")).fill("Asha Rao")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("told")).to_contain_text("Asha Rao")
    people.get_by_label(desk_text("club")).fill("Harbour")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("told")).to_contain_text("Harbour")
    assert cup.kinds().count("renamed") == 1, "Enter counts once"
    assert cup.ask("people")["people"][0]["club"] == "Harbour"
    # a mark distinguishes a late entry of the same name
    late = page.locator("[data-panel=late]")
    late.get_by_label(desk_text("name")).fill("asha rao")
    late.get_by_label(desk_text("is-another")).check()
    late.get_by_label(desk_text("mark")).fill("senior")
    expect(late.get_by_label(desk_text("is-here-already"))).to_be_checked()
    late.get_by_role("button", name=desk_text("find-place")).click()
    confirm(page, "the bus")
    senior = people.locator("li").filter(has_text="asha rao (senior)")
    expect(senior.locator(".tick.on")).to_have_count(1)
    # a name that is written from right to left begins where its club does
    cup.act("rename", who="Dev", name="عائشہ صدیقی")
    other = people.locator("li").filter(has_text="عائشہ")
    expect(other).to_have_count(1)
    starts = other.locator(".row bdi").evaluate_all("all => all.slice(0, 2).map(one => one.getBoundingClientRect().x)")
    assert abs(starts[0] - starts[1]) < 2, starts
    # players who are not checked in are not called, and the desk names them
    cup.act("check", what="here", who=["Carl"], holds=False)
    go_to(page, "evening")
    missing = page.get_by_test_id("missing")
    expect(missing).to_contain_text("Carl")
    missing.get_by_role("button", name=desk_text("set-here", who="Carl")).click()
    expect(missing).to_have_count(0)


def test_every_screen_counts_open_protests(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.act("set", changes=[{"setting": "protest-fee", "value": "200", "where": ""}])
    cup.act("result", match="M1", words=["25-8"])
    page = open_page(cup.link("desk", "print"), **CALM)
    expect(page.get_by_role("navigation")).to_be_visible()
    expect(page.get_by_test_id("referee-waits")).to_have_count(0)
    cup.act("protest", match="M1", side="b", board=2, text="The clock had stopped")
    expect(page.get_by_test_id("referee-waits")).to_have_text("1")
    go_to(page, "evening")
    expect(page.locator("[data-panel=decide]")).to_contain_text(desk_text("protests-wait", n=1))


def test_acts_without_network_count_once(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    page = open_page(cup.link("desk"), **CALM)
    expect(page.locator(".calls li")).to_have_count(4)
    page.context.set_offline(True)
    page.locator(".calls li").first.get_by_role("button", name=desk_text.pattern("call-label")).click()
    expect(page.get_by_test_id("offline")).to_contain_text(desk_text("call-label", match="M1", n=1))
    assert cup.kinds().count("called") == 0
    page.context.set_offline(False)
    expect(page.locator("[data-table='1']")).to_have_attribute("data-state", "called")
    expect(page.get_by_test_id("offline")).to_have_count(0)
    expect(page.get_by_test_id("told")).not_to_contain_text(desk_text("kept-for-later"))

    # the act arrives, its answer does not: it is sent again with the same key
    lost: list[str] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(str(route.fetch().status))
        route.abort()

    page.route("**/acts*", lose)
    page.locator(".calls li").first.get_by_role("button", name=desk_text.pattern("call-label")).click()
    expect(page.locator("[data-table='2']")).to_have_attribute("data-state", "called")
    expect(page.get_by_test_id("offline")).to_have_count(0)
    assert lost == ["200"]
    assert cup.kinds().count("called") == 2

    page.context.set_offline(True)
    page.locator("#result-line").fill("1 25-9")
    expect(page.get_by_text(desk_text("unseen"))).to_be_visible()
    expect(page.get_by_test_id("meaning")).to_contain_text("M1 Asha – Carl")
    page.keyboard.press("Enter")
    expect(page.locator(".entered li")).to_contain_text(desk_text("kept-for-later"))
    page.context.set_offline(False)
    expect(page.locator(".entered li")).to_contain_text("M1")
    expect(page.get_by_test_id("told")).to_contain_text("M1")


def test_two_desks_at_one_match(club: DeskClub, open_page: Callable[..., Page]) -> None:
    """The second desk sees what the first one did, its line is kept, and it counts for no other match than shown."""
    cup = club.new()
    cup.call_all()
    page = open_page(cup.link("desk"), **CALM)
    line, meaning = page.locator("#result-line"), page.get_by_test_id("meaning")
    line.fill("1 25-18")
    expect(meaning).to_contain_text("Asha 25 –")
    # news from the server changes the meaning of the line
    cup.act("result", match="@1", words=["18-25"])
    expect(page.get_by_text(desk_text("played-of", n=1, all=15))).to_be_visible()
    expect(meaning.locator("[data-code=table-free]")).to_contain_text("M1")
    expect(line).to_have_value("1 25-18")
    cup.act("call", match="M6", table=1)
    expect(meaning).to_contain_text("M6: ")
    expect(meaning).to_contain_text(desk_text("line-changed"))
    line.press("Enter")
    expect(meaning).not_to_contain_text(desk_text("line-changed"))
    assert cup.kinds().count("result") == 1, "Enter only confirmed that it was read"
    # where the news comes too late, the server compares with the preview
    page.route("**/preview*", lambda route: route.abort())
    cup.act("result", match="M6", words=["25-0"])
    cup.act("call", match="M5", table=1)
    expect(page.locator("[data-table='1']")).to_contain_text("M5")
    line.press("Enter")  # Hema is called to another table too: a warning to read first
    expect(meaning).to_contain_text(desk_text("line-grave"))
    line.press("Enter")
    expect(page.locator(".entered .bad")).to_contain_text("M5")
    assert cup.kinds().count("result") == 2
    # a question that changed meanwhile says so and needs another confirmation
    page.unroute("**/preview*")
    page.get_by_role("button", name=desk_text("undo")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("M5")
    cup.act("check", what="fee", who=["Asha"])
    dialog.get_by_label(desk_text("reason")).fill("mistyped")
    dialog.get_by_role("button", name=desk_text("undo")).click()
    expect(dialog.get_by_role("alert")).to_contain_text(desk_text("shown-anew"))
    expect(dialog.get_by_role("alert")).to_contain_text("Asha")
    assert "undone" not in cup.kinds()


def test_unanswered_acts_do_not_jump_back(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    page = owner_page(club, open_page)
    page.goto(f"{club.address}/desk/{cup.id}/entries")
    held = HeldRequests(page, "**/acts*")
    asha, ben = (page.locator(".people li").filter(has_text=one) for one in ("Asha", "Ben"))
    with impatient(), page.expect_request("**/acts*"):
        asha.get_by_role("button", name=desk_text("set-here", who="Asha")).click()
    expect(asha.locator(".tick.on")).to_have_count(1)
    cup.act("check", what="here", who=["Ben"])
    expect(ben.locator(".tick.on")).to_have_count(1)
    expect(asha.locator(".tick.on")).to_have_count(1)
    # A browser may cache a page that is left, but not its socket. The restored page opens one.
    with page.expect_websocket(lambda line: "/events" in line.url):
        page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    held.release()
    expect(page.get_by_test_id("told").locator(".told")).to_contain_text("Asha")  # the answer, not only the progress
    assert cup.ask("people")["people"][0]["here"]
    expect(asha.locator(".tick.on")).to_have_count(1)

    page.get_by_role("navigation").get_by_role("link", name=desk_text("settings")).click()
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
    # an empty setting says so and shows an example
    end = page.locator("[data-setting=end] input")
    expect(end).to_have_value("")
    expect(end).to_have_attribute("placeholder", desk_text("not-set"))
    expect(page.locator("[data-setting=end] .example")).to_contain_text("21:00")
    expect(page.locator("[data-setting=third-place] select")).to_have_value("no")
    # one round has more games than its stage
    games = page.locator("[data-setting=games]")
    games.locator(".round-choice").select_option("S/knockout/final")
    final, groups = (
        f"{desk_text('setting-games')} Singles · {stage}"
        for stage in (f"{desk_text('format-knockout')} · {desk_text('round-final')}", desk_text("format-groups"))
    )
    games.get_by_role("textbox", name=final).fill("5")
    games.get_by_role("button", name=desk_text("save")).click()
    expect(games.get_by_role("textbox", name=final, exact=True)).to_have_value("5")
    expect(games.get_by_role("textbox", name=groups, exact=True)).to_have_value("1")


def test_a_page_that_is_older_than_the_server_says_so(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    page = open_page(cup.link("desk"), **CALM)
    expect(page.get_by_test_id("hall")).to_be_visible()
    page.route("**/assets/Log-*.js", lambda route: route.fulfill(status=404))
    page.get_by_role("navigation").get_by_role("link", name=desk_text("log")).click()
    expect(page.get_by_test_id("old-page")).to_contain_text(desk_text("page-old"))
    page.unroute("**/assets/Log-*.js")
    page.get_by_role("button", name=desk_text("load-again")).click()
    expect(page.locator(".log li").first).to_be_visible()


def test_each_role_sees_its_screens(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    desk = open_page(cup.link("desk", "entries"), **CALM)
    desk.locator(".people .row").first.click()
    expect(desk.get_by_label(desk_text("phone"))).to_have_value("98201")
    nav = desk.get_by_role("navigation")
    expect(nav.get_by_role("link", name=desk_text("settings"))).to_have_count(0)
    go_to(desk, "draw")
    expect(desk.locator("[data-panel='S/groups']")).to_be_visible()
    expect(desk.get_by_role("button", name=desk_text("publish"))).to_have_count(0)

    referee = open_page(cup.link("referee", "entries"), **CALM)
    expect(referee.locator("[data-screen=referee]")).to_be_visible()
    expect(referee.get_by_role("navigation").get_by_role("link", name=desk_text("entries"))).to_have_count(0)
    referee.get_by_label(desk_text("find-law")).fill("143i")
    expect(referee.locator(".laws")).to_contain_text("143i")
    assert "98201" not in referee.content()

    nobody = open_page(f"{club.address}/desk/{cup.id}/evening", **CALM)
    expect(nobody.get_by_role("alert")).to_be_visible()
    refused = nobody.request.get(f"{club.address}/api/tournaments/{cup.id}/hall")
    assert (refused.status, refused.json()["code"]) == (401, "sign-in")


def test_a_helper_is_invited_and_a_link_is_revoked(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    page = open_page(f"{club.address}/desk#invite={cup.ask('invite', {'role': 'director'})['secret']}", **CALM)
    page.get_by_label(desk_text("name")).fill(f"Dina {cup.id}")
    page.get_by_label(desk_text("new-password")).fill("another long sentence")
    page.get_by_role("button", name=desk_text("begin")).click()
    page.get_by_role("link", name="Hill cup").click()
    page.get_by_role("navigation").get_by_role("link", name=desk_text("team")).click()
    page.get_by_role("button", name=desk_text("make-table-links")).click()
    expect(page.locator("#new-links").get_by_role("alert")).to_contain_text(desk_text("phones-cannot"))
    page.emulate_media(media="print")
    expect(page.locator(".link-card").first).to_be_visible()
    expect(page.get_by_role("button", name=desk_text("make-table-links"))).to_be_hidden()
    page.emulate_media(media="screen")
    assert "/pad#t=" in page.locator(".link-card input").input_value()
    page.get_by_role("button", name=desk_text("link-for", role="Desk")).click()
    address = page.locator(".link-card input").nth(1).input_value()
    helper = open_page(address, **CALM)
    expect(helper.get_by_test_id("hall")).to_be_visible()
    assert "#" not in helper.url
    page.locator(".roles li", has_text=desk_text("evening")).get_by_role("button", name=desk_text("revoke")).click()
    page.get_by_role("dialog").get_by_role("button", name=desk_text("revoke")).click()
    expect(page.locator(".roles .gone")).to_have_count(1)
    expect(helper.get_by_test_id("out")).to_contain_text(desk_text("role-taken-back"))
    helper.reload()
    expect(helper.get_by_role("alert")).to_be_visible()
    expect(helper.get_by_test_id("hall")).to_have_count(0)
    # taking a person off the list is not logged, but the person's page hears of it
    cup.ask("roles/revoke", {"name": f"Dina {cup.id}"})
    expect(page.get_by_test_id("out")).to_contain_text(desk_text("role-taken-back"))


def test_a_published_place_needs_a_ruling_after_a_correction(club: DeskClub, open_page: Callable[..., Page]) -> None:
    """The desk keeps or changes the published knockout, or decides seat by seat, with a reason."""
    cup = club.new()
    for one in ("25-1", "25-2", "25-3", "25-4", "25-5", "25-6"):
        for match in (f"M{n}" for n in (int(one[3:]), int(one[3:]) + 6)):
            cup.act("result", match=match, words=[one])
    cup.act("publish", stage="S/knockout")
    cup.act("correct", match="M1", words=["1-25"])
    page = open_page(cup.link("referee", "referee"), **CALM)
    decision = page.locator("[data-code=seat]")
    expect(decision).to_be_visible()
    decision.get_by_role("button", name=desk_text("keep-all")).click()
    confirm(page, "the draw hung on the wall")
    expect(decision).to_have_count(0)
    assert cup.kinds()[0] == "seats"


def test_a_workbook_with_several_sheets_asks_for_one(club: DeskClub, open_page: Callable[..., Page]) -> None:
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
    refusal = page.locator("[data-panel=import] .refusal")
    expect(refusal).to_contain_text(containing("Men", "Women"))
    expect(refusal).not_to_contain_text("--")
    page.get_by_label(desk_text("which-sheet")).fill("Women")
    page.get_by_role("button", name=desk_text("enter-list-1", n=1)).click()
    expect(page.locator(".people .row", has_text="Asha")).to_be_visible()
    assert [one["name"] for one in cup.ask("people")["people"]] == ["Asha"]


def test_a_player_is_replaced_and_another_erased(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    name, _, value = club.cookie.partition("=")
    page = open_page(f"{club.address}/desk", **CALM)
    page.context.add_cookies([{"name": name, "value": value, "url": club.address}])
    page.goto(f"{club.address}/desk/{cup.id}/entries")
    page.locator(".people .row", has_text="Hema").click()
    page.get_by_label(desk_text("who-instead")).fill("Nina New")
    page.get_by_role("button", name="Nina New").click()
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text("Nina New")
    asked.get_by_label(desk_text("reason")).fill("Hema is ill")
    page.keyboard.press("Enter")
    expect(page.locator(".people .row", has_text="Nina New")).to_be_visible()
    page.locator(".people .row", has_text="Gus").click()
    page.get_by_text(desk_text("erase")).first.click()
    expect(page.get_by_role("button", name=desk_text("erase"))).to_be_disabled()
    page.get_by_label(desk_text("erase-name", name="Gus")).fill("Gus")
    page.get_by_role("button", name=desk_text("erase")).click()
    expect(page.locator(".people .row", has_text="Withdrawn 1")).to_be_visible()

    page.get_by_role("navigation").get_by_role("link", name=desk_text("evening")).click()
    page.get_by_label(desk_text("find-match")).fill("Nina")
    page.locator(".found .row").first.click()
    number = page.locator(".found .row b").first.inner_text()
    expect(page.get_by_role("button", name=desk_text("open-browser-table"))).to_have_count(0)

    page.get_by_role("navigation").get_by_role("link", name=desk_text("team")).click()
    page.get_by_text(desk_text("in-the-browser")).click()
    online = page.locator(".browser-table")
    online.get_by_label(desk_text("for-match")).fill(number)
    online.get_by_role("button", name=desk_text("open-browser-table")).click()
    expect(online.locator(".link-card")).to_have_count(2)
    page.get_by_label(desk_text("embargo-results")).check()
    expect(page.get_by_label(desk_text("embargo-results"))).to_be_checked()
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
        panel.get_by_role("button", name=desk_text("print-it")).click()
        expect(panel.get_by_role("button", name=desk_text("print-it"))).to_be_disabled()
    panel.get_by_role("button", name=desk_text("cancel-print")).click()
    expect(panel.get_by_role("button", name=desk_text("print-it"))).to_be_enabled()
    expect(panel.get_by_role("alert")).to_have_count(0)
    page.unroute("**/print/cards*")
    with page.expect_download() as saved:
        panel.get_by_role("button", name=desk_text("print-it")).click()
    assert saved.value.suggested_filename == "cards.pdf"
