"""The pages over plain HTTP by a host name, as in a hall. Browsers withhold much from such pages: `crypto.randomUUID`,
the clipboard, locks between tabs, service workers."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from carrom.match.log import acts as a
from tests.server.conftest import Served
from tests.web.conftest import HALL
from tests.web.desk_client import DeskClub, DeskTournament
from tests.web.input_devices import Mouse, come_to_strike, two_here
from tests.web.pad_page import PadPage
from tests.web.words import desk_text

pytestmark = pytest.mark.browser
WEB = Path(__file__).parents[2] / "web/src"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the host name of the hall."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    server = Served(tmp_path_factory.mktemp("hall") / "data", port, options=["--origin", f"http://{HALL}:{port}"])
    server.start()
    server.address = f"http://{HALL}:{port}"
    yield server
    server.stop()


@pytest.fixture(scope="module")
def hall_club(hall: Served) -> DeskClub:
    """The club of that server, reached at loopback: this process cannot resolve the host name."""
    assert hall.process is not None
    found = re.search(r"#invite=(\S+)", hall.process.stdout.readline())
    assert found
    club = DeskClub(f"http://127.0.0.1:{hall.port}")
    club.ask("/api/session/join", {"invite": found[1], "name": "Olga", "password": "a long sentence"})
    return club


def in_hall(hall: Served, address: str) -> str:
    return hall.address + address.partition(str(hall.port))[2]


def test_a_tournament_is_made_and_played_at_the_desk(
    hall: Served, hall_club: DeskClub, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{hall.address}/desk")
    assert not page.evaluate("isSecureContext")
    page.locator("#sign-in input").nth(0).fill("Olga")
    page.locator("#sign-in input").nth(1).fill("a long sentence")
    page.locator("#sign-in button.go").click()
    page.locator(".template").first.click()
    page.locator(".new-form [data-setting=name] input, .new-form input").first.fill("Hall cup")
    page.locator(".new-form button.go, #new button.go").last.click()
    page.wait_for_url("**/entries")
    made = DeskTournament(hall_club, page.url.split("/")[-2])
    assert made.kinds() == ["created"]
    # a tournament can be uploaded as a file, too
    page.goto(f"{hall.address}/desk")
    cup = hall_club.new()
    page.locator("#from-file input").set_input_files(
        {"name": "cup.tournament", "mimeType": "text/plain", "buffer": b"{}\n"}
    )
    expect(page.locator("#from-file [role=alert]")).to_be_visible()
    # and a typed result counts
    cup.call_all()
    page.goto(in_hall(hall, cup.link("desk")))
    line = page.locator("#result-line")
    line.fill("1 25-18")
    expect(page.get_by_test_id("meaning")).to_contain_text("Asha 25")
    line.press("Enter")
    expect(page.get_by_text(desk_text("played-of", n=1, all=15))).to_be_visible()
    assert cup.kinds().count("result") == 1


def test_hall_screen_and_public_pages_update(hall: Served, hall_club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = hall_club.new()
    cup.call_all()
    screen = open_page(f"{hall.address}/hall/{cup.id}?still&scene=results")
    phone = open_page(f"{hall.address}/t/{cup.id}/results")
    cup.act("result", match="@1", words=["25-18"])
    for page in (screen, phone):
        expect(page.locator("[data-score='M1:0']").first).to_have_text("25")


def test_a_link_is_copied(hall: Served, hall_club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = hall_club.new()
    owner = hall_club.ask(f"/api/tournaments/{cup.id}/invite", {"role": "director"})["secret"]
    page = open_page(f"{hall.address}/desk#invite={owner}")
    page.locator("#join input").nth(0).fill(f"Dina {cup.id}")
    page.locator("#join input").nth(1).fill("another long sentence")
    page.locator("#join button.go").click()
    page.goto(f"{hall.address}/desk/{cup.id}/team")
    page.get_by_role("button", name=desk_text("make-table-links")).click()
    card = page.locator(".link-card").first
    page.evaluate("document.addEventListener('copy', () => { window.copied = document.activeElement.value })")
    card.get_by_role("button").click()
    expect(card.locator("[data-copied=true]")).to_be_visible()
    assert page.evaluate("copied") == card.locator("input").input_value()
    # a browser without any way to copy says so
    page.evaluate("document.execCommand = () => false")
    card.get_by_role("button").click()
    expect(card.locator("[data-copied=false]")).to_be_visible()


def test_a_match_is_kept_on_the_pad(hall: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{hall.address}/pad", viewport={"width": 360, "height": 740})
    hands = PadPage(page, hall.address)
    hands.begin("icf", "Meera", "Anil")
    before = hands.number
    hands.tap([a.Toss("a"), a.Play(), a.StrokeMade(own=1)])
    assert hands.number > before


def test_two_play_a_stroke(hall: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, hall)
    before = come_to_strike(page, Mouse())
    Mouse().pull(page, 10, 150)
    expect(page.locator(f".game:not([data-seq='{before}'])")).to_be_visible()


NEEDS_HTTPS = re.compile(
    r"randomUUID|crypto\.subtle|navigator\.(clipboard|locks|serviceWorker|wakeLock|storage|share|canShare|credentials"
    r"|mediaDevices|geolocation|usb|bluetooth)\b|\bcaches\b|cookieStore|audioWorklet|showSaveFilePicker"
)
FALLBACKS = {
    "desk/core/outbox.ts": "without a lock two tabs may send the same act, which counts once",
    "pad/engine/phone.ts": "`abilities` says what the pad can do here, and its first page says it to people",
    "pad/engine/worker.ts": "without files that were kept they are fetched",
    "pad/storage/storage.ts": "asked where there is such a thing: what is stored may be thrown away",
    "pad/storage/log.ts": "without locks `append` refuses what does not follow",
    "pad/sync/sender.ts": "without a service worker the page itself sends",
    "pad/sync/round.ts": "without a lock two tabs may send the same facts, which count once",
    "pad/screens/MatchMenu.tsx": "a file that cannot be shared is downloaded",
    "app/copying.ts": "copied in the old way, and the answer is whether it was",
}


def test_every_use_of_an_https_feature_has_a_fallback() -> None:
    """A new use of such a feature has to be listed here with its fallback."""
    found = {
        str(file.relative_to(WEB))
        for file in WEB.rglob("*.ts*")
        if any(NEEDS_HTTPS.search(line.partition("//")[0]) for line in file.read_text().splitlines()
               if not line.lstrip().startswith(("/**", "*")))
    }  # fmt: skip
    assert found == FALLBACKS.keys()


def test_a_script_error_is_shown(hall: Served, hall_club: DeskClub, browser: Browser) -> None:
    """A page that breaks while it is drawn must say so."""
    thrown: list[str] = []
    page = browser.new_page()
    page.on("pageerror", lambda error: thrown.append(str(error)))
    page.goto(in_hall(hall, hall_club.new().link("desk")))
    page.route("**/people*", lambda route: route.fulfill(json={"people": 7}))
    page.locator("nav a[href$=entries]").click()
    expect(page.get_by_test_id("broken").get_by_role("button")).to_be_visible()
    assert len(thrown) >= 1, "the error reaches the console, too"
    page.context.close()


def test_a_missing_script_of_the_game_is_shown(hall: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{hall.address}/")
    page.route("**/LawsPage*", lambda route: route.abort())
    page.locator("a[href='/laws']").first.click()
    expect(page.get_by_test_id("old-page").get_by_role("button")).to_be_visible()
