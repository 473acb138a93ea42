"""Many tabs of one browser at one server. All tabs share the browser's six connections for requests."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.depth import by_depth
from tests.server.conftest import Served
from tests.web.acknowledged import HeldRequests, impatient
from tests.web.desk_client import DeskClub
from tests.web.words import desk_text, game_text

TABS = by_depth(8, 30)


def test_many_tabs_do_not_block_the_desk(club: DeskClub, open_page: Callable[..., Page]) -> None:
    """Every tab, the hall screen and the public pages listen, and every tab can still act."""
    cups = [club.new(), club.new()]
    cups[0].call_all()
    first = open_page(cups[0].link("desk"))
    tabs = [first, *(first.context.new_page() for _ in range(TABS - 1))]
    for number, tab in enumerate(tabs[1:]):
        tab.goto(cups[number % 2].link("desk", "entries" if number % 3 else "evening"))
    hall, phone = first.context.new_page(), first.context.new_page()
    hall.goto(f"{club.address}/hall/{cups[0].id}?still")
    phone.goto(f"{club.address}/t/{cups[0].id}/results")
    last = first.context.new_page()
    last.goto(cups[0].link("desk"))
    last.locator("#result-line").fill("1 25-18")
    expect(last.get_by_test_id("meaning")).to_contain_text("Asha 25")
    last.locator("#result-line").press("Enter")
    expect(last.get_by_text(desk_text("played-of", n=1, all=15))).to_be_visible()
    expect(first.get_by_text(desk_text("played-of", n=1, all=15))).to_be_visible()
    expect(phone.locator("[data-score='M1:0']")).to_have_text("25")
    expect(hall.locator("#scene-results, [data-kind=results]").first).to_contain_text("25")


def test_the_desk_updates_without_sockets(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    cup.call_all()
    blocked = "window.WebSocket = class extends WebSocket { constructor(...parts) { super(...parts); this.close(); } }"
    page = open_page(cup.link("desk"), script=blocked)
    phone = page.context.new_page()
    phone.goto(f"{club.address}/t/{cup.id}/results")
    cup.act("result", match="@1", words=["25-18"])
    expect(page.get_by_text(desk_text("played-of", n=1, all=15))).to_be_visible()
    expect(phone.locator("[data-score='M1:1']")).to_have_text("18")


def test_the_header_shows_when_the_server_does_not_answer(club: DeskClub, open_page: Callable[..., Page]) -> None:
    page = open_page(club.new().link("desk", "entries"))
    state = page.locator(".connection")
    expect(state).to_have_class("connection on")
    held = HeldRequests(page, "**/acts*")
    with impatient(), page.expect_request("**/acts*"):
        page.get_by_role("button", name=desk_text("set-here", who="Asha")).click()
    expect(state).to_have_class("connection off")
    held.release()
    expect(state).to_have_class("connection on")


def test_tabs_keep_each_others_unsent_acts(club: DeskClub, open_page: Callable[..., Page]) -> None:
    """Two tabs act offline and one is closed: all acts are sent once, in order."""
    cup = club.new()
    first = open_page(cup.link("desk", "entries"))
    second = first.context.new_page()
    second.goto(f"{club.address}/desk/{cup.id}/entries")
    for page in (first, second):
        expect(page.get_by_role("button", name=desk_text("set-here", who="Carl"))).to_be_visible()
    first.context.set_offline(True)
    for page, name in ((first, "Asha"), (second, "Ben"), (first, "Carl")):
        page.get_by_role("button", name=desk_text("set-here", who=name)).click()
        expect(page.get_by_test_id("offline")).to_contain_text(name)
    expect(second.get_by_test_id("offline").locator("li")).to_have_count(3)
    first.close()
    second.context.set_offline(False)
    expect(second.locator(".tick.on")).to_have_count(3)
    checked = [fact for fact in cup.ask("log")["facts"] if fact["kind"] == "checked"]
    assert [name for fact in reversed(checked) for name in ("Asha", "Ben", "Carl") if name in fact["text"]] == [
        "Asha",
        "Ben",
        "Carl",
    ]


def test_tabs_keep_each_others_preferences(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, "localStorage['carrom.prefs'] ??= JSON.stringify({language: 'en', sound: false})")
    page.get_by_role("button", name=game_text("settings"), exact=True).click()
    with page.context.new_page() as other:
        other.goto(home.address)
        other.locator(".foot select").select_option("hi")
        expect(page.locator("html")).to_have_attribute("lang", "hi")
        page.locator("dialog[open] .switch input").first.check()
        kept = other.evaluate("() => JSON.parse(localStorage['carrom.prefs'])")
        assert (kept["language"], kept["sound"]) == ("hi", True)


def test_a_second_link_keeps_the_first_signed_in(club: DeskClub, open_page: Callable[..., Page]) -> None:
    """Open links of two tournaments in two tabs of one browser."""
    one, other = club.new(), club.new()
    first = open_page(one.link("desk"))
    second, third = first.context.new_page(), first.context.new_page()
    third.goto(f"{club.address}/desk")  # knows the first link only
    second.goto(other.link("desk"))
    third.goto(club.new().link("desk"))
    second.reload()
    expect(second.get_by_test_id("hall")).to_be_visible()
