"""A phone in a real browser and a server that answers, refuses or is away: the badge, and the saved events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route
from starlette.testclient import TestClient

from carrom.pad.session import setup_json
from carrom.tournament.desk.printouts import card_setup
from tests.faults.schedule import match_steps
from tests.faults.world import open_phone
from tests.server.pads.hall import (
    NEW_TABLE_4,
    REFEREE,
    TABLE_4,
    act,
    hall_desk,
    look,
    results,
    revoke,
    serve,
    store_tournament,
)
from tests.web.pad_bundle import open_harness

pytestmark = pytest.mark.browser

ORIGIN = "http://localhost:9"
Mood = Literal["answers", "is away", "sends a sign-in page", "is full"]


@dataclass
class Hall:
    """The server, and how phones reach it."""

    client: TestClient
    steps: list[Any]
    mood: Mood = "answers"

    def answer(self, route: Route) -> None:
        if self.mood == "is away":
            route.abort()
        elif self.mood == "sends a sign-in page":
            route.fulfill(body="<h1>Welcome to the hall's Wi-Fi</h1>", content_type="text/html")
        elif self.mood == "is full":
            route.fulfill(status=503, json={"code": "not-stored", "text": "nothing can be stored just now"})
        else:
            path = route.request.url.removeprefix(ORIGIN)
            answered = self.client.post(path, json=route.request.post_data_json)
            route.fulfill(status=answered.status_code, body=answered.content, content_type="application/json")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    desk = hall_desk()
    store_tournament(tmp_path / "hall.sqlite", desk.facts)
    steps = match_steps(setup_json(card_setup(desk.view, desk.match("A", "B"))))
    with serve(tmp_path / "hall.sqlite") as client:
        yield Hall(client, steps)


@pytest.fixture
def context(browser: Browser, hall: Hall) -> Iterator[BrowserContext]:
    context = browser.new_context()
    context.route(f"{ORIGIN}/api/**", hall.answer)
    yield context
    context.close()


def phone_at(context: BrowserContext, hall: Hall, secret: str = TABLE_4) -> Page:
    page = open_harness(context, ORIGIN)
    assert open_phone(page, "T", secret, hall.steps) is True
    return page


def tap(page: Page, times: int = 1) -> None:
    for _ in range(times):
        assert isinstance(page.evaluate("() => phone.tap()"), dict)


def wait_for(page: Page, state: str, waiting: int = 0) -> dict[str, Any]:
    page.evaluate("() => phone.sender.hurry()")
    outbox = f"phone.outbox?.state === '{state}' && phone.outbox.waiting === {waiting}"
    assert page.evaluate("() => phone.sentWithin(20_000)")
    page.wait_for_function(f"{outbox} && phone.outbox.online")
    found: dict[str, Any] = page.evaluate("() => phone.outbox")
    return found


def test_taps_are_sent_when_the_server_is_back(context: BrowserContext, hall: Hall) -> None:
    page = phone_at(context, hall)
    tap(page)
    wait_for(page, "sent")
    moods: tuple[Mood, ...] = ("is away", "sends a sign-in page", "is full")
    for number, mood in enumerate(moods, 1):
        hall.mood = mood
        tap(page, 3)
        page.evaluate("() => phone.sender.hurry()")
        page.wait_for_function("phone.outbox.waiting === 3 && !phone.outbox.online")
        hall.mood = "answers"
        wait_for(page, "sent")
        (pad,) = look(hall.client)["pads"]
        assert pad["facts"] == 1 + 3 * number


def test_a_whole_match_becomes_a_result(context: BrowserContext, hall: Hall) -> None:
    page = phone_at(context, hall)
    tap(page, len(hall.steps))
    assert wait_for(page, "sent")["result"] == {"state": "told", "text": "25–8"}
    assert len(results(hall.client)) == 1


def test_events_of_a_revoked_pad_are_set_aside(context: BrowserContext, hall: Hall) -> None:
    page = phone_at(context, hall)
    tap(page, 2)
    wait_for(page, "sent")
    revoke(hall.client, TABLE_4)
    tap(page)
    wait_for(page, "setAside")
    (pad,) = look(hall.client)["pads"]
    assert (pad["facts"], pad["set_aside"]) == (3, 1)


def test_a_new_link_of_the_table_continues_the_match(context: BrowserContext, hall: Hall) -> None:
    page = phone_at(context, hall)
    tap(page, 2)
    wait_for(page, "sent")
    revoke(hall.client, TABLE_4)
    assert open_phone(page, "T", NEW_TABLE_4, hall.steps) is True
    tap(page)
    wait_for(page, "sent")
    (pad,) = look(hall.client)["pads"]
    assert (pad["facts"], pad["set_aside"]) == (3, 0)


def test_an_unknown_link_is_refused_and_events_are_kept(context: BrowserContext, hall: Hall) -> None:
    page = phone_at(context, hall)
    tap(page, 2)
    wait_for(page, "sent")
    page.evaluate(
        """async () => {
          const { match } = await phone.storage.load(phone.writer.match.id);
          const link = { ...match.link, secret: "never-given-to-anybody" };
          await phone.storage.create(match.setup, link, [{ kind: "toss" }]);
          phone.sender.hurry();
        }"""
    )
    page.wait_for_function("[...phone.sender.outboxes.value.values()].some((one) => one.state === 'refused')")
    problems = page.evaluate("() => [...phone.sender.outboxes.value.values()].map((one) => one.problem)")
    assert [bool(one) for one in problems].count(True) == 1, "only the match of that link has a problem"
    tap(page)
    wait_for(page, "sent")  # the other match is not held up


def test_a_phone_that_lost_events_begins_its_own_log(context: BrowserContext, hall: Hall) -> None:
    page = phone_at(context, hall)
    tap(page, 3)
    wait_for(page, "sent")
    script = """() => new Promise((done) => {
      const opening = indexedDB.open("carrom-pad");
      opening.onsuccess = () => {
        const change = opening.result.transaction("events", "readwrite");
        change.objectStore("events").delete([phone.writer.match.id, 3]);
        change.oncomplete = () => { opening.result.close(); done(); };
      };
    })"""
    page.evaluate(script)
    assert open_phone(page, "T", TABLE_4, hall.steps) is True
    tap(page, 2)
    wait_for(page, "sent")
    assert sorted(pad["facts"] for pad in look(hall.client)["pads"]) == [3, 4], "no event is overwritten"


def test_old_matches_are_checked_once(context: BrowserContext, hall: Hall) -> None:
    page = phone_at(context, hall)
    tap(page)
    wait_for(page, "sent")
    script = """(age) => new Promise((done) => {
      const opening = indexedDB.open("carrom-pad");
      opening.onsuccess = () => {
        const change = opening.result.transaction("matches", "readwrite");
        const { match } = phone.writer;
        change.objectStore("matches").put({ ...match, created: match.created - age });
        change.oncomplete = () => { opening.result.close(); done(); };
      };
    })"""
    page.evaluate("() => new Promise((done) => setTimeout(done))")  # earlier rounds have begun
    page.wait_for_function("!phone.sender.isRunning && !phone.sender.again")
    page.evaluate(script, 24 * 3_600_000)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url) if request.url.endswith("/send") else None)
    wait_for(page, "sent")
    assert asked == [], "everything was sent yesterday"
    assert open_phone(page, "T", TABLE_4, hall.steps) is True
    wait_for(page, "sent")
    page.wait_for_function("!phone.sender.isFirst")
    assert len(asked) == 1, "the server may have been restored from a backup"
    tap(page)
    wait_for(page, "sent")
    assert len(asked) > 1


def test_a_second_phone_continues_the_match(context: BrowserContext, hall: Hall, browser: Browser) -> None:
    first = phone_at(context, hall)
    tap(first, 4)
    wait_for(first, "sent")
    other = browser.new_context()
    other.route(f"{ORIGIN}/api/**", hall.answer)
    second = open_harness(other, ORIGIN)
    assert second.evaluate("(hash) => Phone.takeUp(hash)", f"#t=T&s={TABLE_4}") == 4
    assert open_phone(second, "T", TABLE_4, hall.steps) is True
    tap(second, len(hall.steps) - 4)
    assert wait_for(second, "sent")["result"]["state"] == "told"
    assert look(hall.client)["disputes"] == []
    other.close()


def test_a_phone_continues_from_the_newest_copy(context: BrowserContext, hall: Hall, browser: Browser) -> None:
    """A phone with an old copy goes on from the newer entries of another phone."""
    first = phone_at(context, hall)
    tap(first, 2)
    wait_for(first, "sent")
    other = browser.new_context()
    other.route(f"{ORIGIN}/api/**", hall.answer)
    second = open_harness(other, ORIGIN)
    at_table_4 = f"#t=T&s={TABLE_4}"
    assert second.evaluate("(hash) => Phone.takeUp(hash)", at_table_4) == 2
    assert open_phone(second, "T", TABLE_4, hall.steps) is True
    wait_for(second, "sent")
    second.evaluate("() => phone.close()")
    tap(first, 3)
    wait_for(first, "shared")
    assert second.evaluate("(hash) => Phone.offered(hash)", at_table_4) == [5], "the own copy is not offered"
    assert second.evaluate("(hash) => Phone.takeUp(hash)", at_table_4) == 5
    assert open_phone(second, "T", TABLE_4, hall.steps) is True
    assert second.evaluate("() => phone.writer.events.value.length") == 5, "the newest copy is continued"
    other.close()


def test_an_idle_pad_learns_that_its_link_was_revoked(context: BrowserContext, hall: Hall) -> None:
    page = phone_at(context, hall)
    tap(page, 2)
    wait_for(page, "sent")
    page.evaluate("() => phone.sender.see(phone.writer.match.id)")
    revoke(hall.client, TABLE_4)
    page.wait_for_function("phone.outbox.state === 'setAside'", timeout=10_000)
    (pad,) = look(hall.client)["pads"]
    assert (pad["facts"], pad["set_aside"]) == (2, 0)


def test_an_upheld_protest_reaches_the_pad(context: BrowserContext, hall: Hall) -> None:
    page = phone_at(context, hall)
    tap(page, len(hall.steps))
    wait_for(page, "sent")
    (pad,) = look(hall.client)["pads"]
    act(hall.client, {"do": "protest", "match": pad["match"], "side": "b", "board": 1, "text": "wrong turn"})
    act(hall.client, {"do": "fee", "protest": "P1", "amount": 500})
    act(hall.client, {"do": "decide", "protest": "P1", "decision": "upheld"}, REFEREE)
    page.evaluate("() => phone.sender.see(phone.writer.match.id)")
    page.wait_for_function("phone.outbox.boardReplay?.board === 1")
