"""Every page of the desk fits the narrowest phone in every language."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.desk_client import DeskClub, DeskTournament
from tests.web.languages import in_each_language

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"}
WIDER = """() => {
  const page = document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  const scrolls = (one) => one !== document.body
    && (getComputedStyle(one).overflowX !== "visible" || (one.parentElement && scrolls(one.parentElement)));
  const beside = (one) => {
    if (one.parentElement && scrolls(one.parentElement)) return false;
    const box = one.getBoundingClientRect();
    return box.width > 0 && (box.right > page.clientWidth + 1 || box.left < -1);
  };
  const found = [...document.querySelectorAll("body *")].filter(beside).slice(0, 12);
  const named = (one) => `${one.tagName.toLowerCase()}.${one.className} ${one.textContent.slice(0, 40)}`;
  return [`${page.scrollWidth} px`, ...found.map(named)];
}"""


def pages(page: Page, club: DeskClub, tournament: str) -> Iterator[str]:
    """Open every page of the owner in turn, with all details unfolded."""
    page.goto(f"{club.address}/desk")
    expect(page.locator("[data-panel=mine] li").first).to_be_visible()
    yield "/desk"
    ways = page.locator(".template, [data-panel=new] .chip")
    for at in (0, 3, 4, ways.count() - 1):  # few settings, several events, teams
        ways.nth(at).click()
        expect(ways.nth(at)).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".new-form .field").first).to_be_visible()
        unfold(page)
        yield f"/desk, a new tournament of kind {at}"
    page.goto(f"{club.address}/desk/{tournament}/evening")
    expect(page.locator("nav a").first).to_be_visible()
    screens = [one.get_attribute("href") or "" for one in page.locator("nav a").all()]
    assert len(screens) == 9
    for screen in screens:
        page.locator(f"nav a[href='{screen}']").click()
        expect(page.locator(f"[data-screen={screen.rpartition('/')[2]}] .panel").first).to_be_visible()
        unfold(page)
        yield screen


def join(page: Page, club: DeskClub, tournament: DeskTournament, name: str) -> None:
    """Accept an invitation under this name."""
    secret = tournament.ask("invite", {"role": "director"})["secret"]
    page.goto(f"{club.address}/desk#invite={secret}")
    page.reload()
    fields = page.locator("[data-panel=join] input")
    fields.nth(0).fill(name)
    fields.nth(1).fill("another long sentence")
    page.locator("[data-panel=join] button.go").click()
    expect(page.locator("[data-panel=mine] li").first).to_be_visible()


def unfold(page: Page) -> None:
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")


@in_each_language
def test_no_page_is_wider_than_a_phone(club: DeskClub, open_page: Callable[..., Page], language: str) -> None:
    club.begin("vkk", name="Wolfeschlegelsteinhausenbergerdorffer Meisterschaft")
    cup = club.new()
    cup.act("rename", who="Asha", name=("Wolfeschlegelsteinhausenbergerdorff" * 3)[:100])  # without a space
    cup.act("describe", who="Ben", club="ملیر" * 25)
    cup.call_all()
    cup.act("protest", match="M1", side="a", board=1, text="the striker was too heavy")
    script = f"localStorage.setItem('carrom.prefs', JSON.stringify({{language: '{language}'}}))"
    page = open_page(f"{club.address}/desk", script, **PHONE)
    expect(page.locator("[data-panel=sign-in] form")).to_be_visible()
    wide = {"/desk, nobody signed in": page.evaluate(WIDER)}
    join(page, club, cup, f"Sunita Deshpande-Kulkarni {cup.id}")
    wide["/desk, a long name"] = page.evaluate(WIDER)
    name, _, value = club.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": club.address}])
    for address in pages(page, club, cup.id):
        wide[address] = page.evaluate(WIDER)
    assert {address: found for address, found in wide.items() if found} == {}
