"""The public pages in a browser: without scripts, updated live, on phones and on the hall screen."""

from __future__ import annotations

import json
import re
import signal
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from carrom.server.public.words import words_of
from carrom.tournament.log.file import tournament_text
from tests.depth import by_depth
from tests.server.conftest import Served
from tests.server.public.halls import STRANGE, hall, play
from tests.tournament.desk import Desk
from tests.web.acknowledged import settle

pytestmark = pytest.mark.browser
PHONE, TABLET, SCREEN, SMALL_SCREEN = (
    {"width": w, "height": h} for w, h in ((360, 740), (768, 1024), (1920, 1080), (1280, 720))
)


@dataclass
class Desks:
    """A server with its owner's session."""

    server: Served
    cookie: str
    number: int = 0

    def new(self, desk: Desk) -> str:
        """Upload a tournament and return its id. Files may not contain bidi overrides, as old logs do."""
        file = tournament_text(replace(fact, n=n) for n, fact in enumerate(desk.facts, 1))
        file = file.replace("\u202e", "").replace("\u202c", "")
        return str(self.post("/api/tournaments", {"file": file, "copy": True})["id"])

    def act(self, tournament: str, **act: Any) -> None:
        self.post(f"/api/tournaments/{tournament}/acts", {"act": act})

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        self.number += 1
        asked = urllib.request.Request(
            self.server.address + path,
            json.dumps({"key": f"hall-key-{self.number:04}", **body}).encode(),
            {"content-type": "application/json", "cookie": self.cookie},
        )
        with urllib.request.urlopen(asked) as answer:
            found: dict[str, Any] = json.load(answer)
            self.cookie = (answer.headers.get("set-cookie") or self.cookie).partition(";")[0]
        return found


@pytest.fixture(scope="module")
def desks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desks]:
    server = Served(tmp_path_factory.mktemp("hall") / "data")
    server.start()
    assert server.process is not None
    invite = server.process.stdout.readline().strip().rpartition("=")[2]
    found = Desks(server, "")
    joined = {"invite": invite, "name": "Olga", "password": "a long password"}
    asked = urllib.request.Request(
        f"{server.address}/api/session/join", json.dumps(joined).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(asked) as answer:
        found.cookie = answer.headers["set-cookie"].partition(";")[0]
    yield found
    server.stop(signal.SIGKILL)


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_public_pages_work_without_scripts(desks: Desks, open_page: Callable[..., Page]) -> None:
    desk = hall()
    play(desk, 10)
    cup = desks.new(desk)
    page = open_page(f"{desks.server.address}/t/{cup}", script="", java_script_enabled=False, viewport=PHONE)
    words = words_of("en")
    page.get_by_label(words.say("find-me")).fill("asha k")
    page.locator(".find button").first.click()
    page.get_by_role("link", name="Asha Kulkarni").click()
    expect(page.get_by_role("heading", name=words.say("my-next"))).to_be_visible()
    page.get_by_role("link", name="Open singles").click()
    expect(page.get_by_role("table").first).to_contain_text(words.say("cut", n=2))
    page.goto(f"{desks.server.address}/hall/{cup}")
    expect(page.get_by_role("heading", name=words.say("just-in"))).to_be_visible()
    group = words.say("group", name="A")
    expect(page.get_by_role("heading", name=group)).to_have_count(0)
    expect(page.locator("caption", has_text=group)).to_be_visible()


@pytest.mark.parametrize("size", by_depth([PHONE], [PHONE, TABLET]))
def test_no_public_page_is_wider_than_a_phone(
    desks: Desks, open_page: Callable[..., Page], size: dict[str, int]
) -> None:
    desk = hall()
    play(desk, 10)
    cup = desks.new(desk)
    page = open_page(f"{desks.server.address}/t/{cup}", viewport=size)
    for path in ("", "/people", "/p/p0", "/order", "/e/S", "/results", "/rules", "?lang=ur", "/e/S?lang=ur"):
        page.goto(f"{desks.server.address}/t/{cup}{path}")
        assert overflow(page) <= 0, path


def test_phones_update_with_calls_scores_and_results(desks: Desks, open_page: Callable[..., Page]) -> None:
    desk = hall()
    cup = desks.new(desk)
    a, _ = desk.view.known_sides(next(iter(desk.state.matches)))
    home = open_page(f"{desks.server.address}/t/{cup}", viewport=PHONE)
    mine = open_page(f"{desks.server.address}/t/{cup}/people?name={a}", viewport=PHONE)
    mine.locator(".names a").first.click()
    strip = open_page(f"{desks.server.address}/overlay/{cup}/2", viewport=SCREEN)
    desks.act(cup, do="call", match="M1", table=2)
    words = words_of("en")
    expect(home.locator("#t-2")).to_contain_text(words.say("table.called"))
    expect(home.locator("#called")).to_contain_text(words.say("called-now"))
    expect(mine.locator(".urgent .tile")).to_contain_text(words.say("report-by", time=""))
    expect(strip.locator(".strip .board")).to_have_text(re.compile("2"))
    desks.act(cup, do="result", match="M1", words=["25-8"])
    expect(home.locator("#latest .match").first).to_contain_text("25")
    expect(home.locator("#t-2")).to_contain_text(words.say("table.free"))
    expect(mine.locator("main")).to_contain_text(words.say("my-results"))
    expect(mine.locator(".match.over .points").first).to_have_text("25")
    expect(strip.locator(".strip .won .points")).to_have_text("25")
    assert strip.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"


FITS = """() => [...document.querySelectorAll('.scene.on :is(.who, th.entry)')].every(one => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const { width, height } = words.getBoundingClientRect(), tile = one.closest('.tile');
    return width <= one.clientWidth + 1 && height <= one.clientHeight * 1.6
      && (!tile || one.parentElement.getBoundingClientRect().bottom <= tile.getBoundingClientRect().bottom + 1)
      && (!tile || one.parentElement.getBoundingClientRect().top >= tile.getBoundingClientRect().top - 1);
})"""
"""Every name of the scene fits its place, and no tile cuts its second line."""


def test_long_names_fit_the_hall_screen(desks: Desks, open_page: Callable[..., Page]) -> None:
    # An M is three times as wide as an i: these names are short by their letters only.
    desk = hall(
        64,
        groups=16,
        tables=32,
        named=("WWWWWWWWWWWWWW", "MMMMMMMM MMMMM", "मुख्यमंत्री श्रीवास्तव कुलकर्णी", "نواب میر عثمان علی خان بہادر"),
    )
    play(desk, 32)
    cup = desks.new(desk)
    page = open_page(f"{desks.server.address}/hall/{cup}", viewport=SCREEN)
    shown = page.locator(".scene.on")
    expect(shown).to_have_attribute("data-kind", "tables")
    assert shown.locator(".who").count() == 64
    sizes = "(all) => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    for size, least in ((SCREEN, 21), (SMALL_SCREEN, 14)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.wait_for_function(
            f"() => Math.round(innerWidth) === {size['width']} && document.fonts.status === 'loaded'"
        )
        page.wait_for_function(FITS)
        settle(page)
        names = shown.locator(".tile:not(:has-text('script')):not(:has-text('Venkata')):not(:has-text('WWW')) .who")
        assert min(names.evaluate_all(sizes)) >= least, "most names are half as large again"
        assert overflow(page) <= 0
    page.keyboard.press("Space")
    expect(shown).to_have_attribute("data-kind", "called")
    assert STRANGE[3] in page.content().replace("&lt;", "<").replace("&gt;", ">")


FREE = """() => {
  const rgba = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
  const [tile] = document.querySelectorAll('.tile.free, .tile.empty');
  const [ink, ground] = [tile, document.body].map(one => getComputedStyle(one));
  const ratio = [ink.color, ground.getPropertyValue('--ground')].map(text => text.startsWith('#')
    ? [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16)) : rgba(text)).map(light);
  return ink.opacity < 1 ? 0 : (Math.max(...ratio) + 0.05) / (Math.min(...ratio) + 0.05); }"""


@pytest.mark.parametrize("scheme", by_depth(["light"], ["light", "dark"]))
def test_free_tables_have_enough_contrast(desks: Desks, open_page: Callable[..., Page], scheme: str) -> None:
    desk = hall(8, groups=2, tables=8)
    play(desk, 1)
    cup = desks.new(desk)
    for address in (f"/t/{cup}", f"/hall/{cup}?look={scheme}"):
        page = open_page(f"{desks.server.address}{address}", color_scheme=scheme)
        page.wait_for_selector(".tile.free, .tile.empty", state="attached", timeout=15_000)
        assert page.evaluate(FREE) >= 4.5, address


def test_the_hall_screen_shows_calls_and_a_lost_connection(desks: Desks, open_page: Callable[..., Page]) -> None:
    desk = hall()
    play(desk, 8, leave_on=False)
    cup = desks.new(desk)
    free = desk.view.tables_in_use
    for table in free:
        desks.act(cup, do="free", match=free[table])
    page = open_page(f"{desks.server.address}/hall/{cup}?scene=results", viewport=SCREEN)
    expect(page.locator(".scene.on")).to_have_attribute("data-kind", "results")
    match = next(iter(free.values()))
    desks.act(cup, do="call", match=match, table=3)
    expect(page.locator(".scene.on")).to_have_attribute("data-kind", "called")
    expect(page.locator(f".scene.on [data-call={match}]")).to_be_visible()
    expect(page.locator(".lost")).to_be_hidden()
    desks.server.stop(signal.SIGTERM)
    lost = re.escape(words_of("en").say("lost", time="T")).replace("T", r"\d\d:\d\d")
    expect(page.locator(".lost")).to_contain_text(re.compile(lost))
    desks.server.start()
    expect(page.locator(".lost")).to_be_hidden()
