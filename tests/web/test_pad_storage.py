"""The pad's storage in a real browser with several tabs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.web.pad_bundle import open_harness

pytestmark = pytest.mark.browser

OPEN = "async () => { window.storage = await PadStorage.open(); }"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    yield context
    context.close()


def opened(context: BrowserContext) -> Page:
    page = open_harness(context)
    page.evaluate(OPEN)
    return page


def begin(page: Page, taps: int = 0) -> str:
    """Create a match with so many taps and return its id."""
    script = """async (taps) => {
      const match = await storage.create({ rulebook: "icf" });
      for (let n = 0; n < taps; n++) await storage.append(match.id, n, { kind: "tap", tap: n + 1 });
      return match.id;
    }"""
    return str(page.evaluate(script, taps))


def taps(page: Page, match: str) -> list[int]:
    return list(page.evaluate("async (id) => (await storage.load(id)).events.map((e) => e.body.tap)", match))


def test_a_match_is_saved_listed_and_loaded(context: BrowserContext) -> None:
    page = opened(context)
    match = begin(page, 3)
    other = begin(page)
    listed = page.evaluate("async () => (await storage.list()).map((one) => [one.match.id, one.events])")
    assert sorted(listed) == sorted([[match, 3], [other, 0]])
    log = page.evaluate("(id) => storage.load(id)", match)
    assert log["match"]["setup"] == {"rulebook": "icf"}
    assert [event["n"] for event in log["events"]] == [1, 2, 3]
    assert len({event["id"] for event in log["events"]}) == 3
    page.reload()
    page.evaluate(OPEN)
    assert page.evaluate("(id) => storage.load(id)", match) == log


def test_an_event_number_is_never_written_twice(context: BrowserContext) -> None:
    first, second = opened(context), opened(context)
    match = begin(first, 2)
    append = "([id, after]) => tried(async () => (await storage.append(id, after, { tap: 3 })).n)"
    assert first.evaluate(append, [match, 2]) == 3
    assert second.evaluate(append, [match, 2]) == "stale"
    assert second.evaluate(append, ["nothing", 0]) == "unknown"
    race = "(id) => Promise.all([1, 2, 3, 4].map(() => tried(async () => (await storage.append(id, 3, {})).n)))"
    assert sorted(map(str, first.evaluate(race, match))) == ["4", "stale", "stale", "stale"]


def test_one_tab_writes_until_another_takes_over(context: BrowserContext) -> None:
    first, second = opened(context), opened(context)
    match = begin(first, 1)
    take = "async (id) => { window.writer = await MatchWriter.open(storage, id); return writer.writing.value; }"
    tap = "(n) => tried(async () => (await writer.append({ tap: n })).n)"
    assert first.evaluate(take, match) == "writing"
    assert second.evaluate(take, match) == "elsewhere"
    assert second.evaluate(tap, 2) == "stale"
    assert first.evaluate(tap, 2) == 2
    second.wait_for_function("writer.events.value.length === 2")
    second.evaluate("() => writer.takeOver()")
    first.wait_for_function("writer.writing.value === 'elsewhere'")
    assert second.evaluate(tap, 3) == 3
    assert first.evaluate(tap, 4) == "stale"
    second.evaluate("() => writer.close()")
    first.wait_for_function("writer.writing.value === 'writing'")  # the waiting tab goes on
    assert first.evaluate(tap, 4) == 4
    assert taps(first, match) == [1, 2, 3, 4]


def test_fast_taps_keep_their_order(context: BrowserContext) -> None:
    page = opened(context)
    match = begin(page)
    numbers = page.evaluate(
        """async (id) => {
          const writer = await MatchWriter.open(storage, id);
          const kept = await Promise.all([1, 2, 3, 4, 5, 6].map((tap) => writer.append({ tap })));
          return kept.map((event) => event.n);
        }""",
        match,
    )
    assert numbers == [1, 2, 3, 4, 5, 6]
    assert taps(page, match) == [1, 2, 3, 4, 5, 6]


def test_only_the_confirmed_events_are_deleted(context: BrowserContext) -> None:
    page = opened(context)
    match = begin(page, 2)
    remove = "([id, events]) => tried(async () => (await storage.remove(id, events), 'gone'))"
    assert page.evaluate(remove, [match, 1]) == "grown"
    assert taps(page, match) == [1, 2]
    assert page.evaluate(remove, [match, 2]) == "gone"
    assert page.evaluate("async () => (await storage.list()).length") == 0
    assert page.evaluate("() => storage.lost()") == []


def test_an_exported_match_has_no_secret(context: BrowserContext) -> None:
    page = opened(context)
    text = page.evaluate(
        """async () => {
          const link = { tournament: "T1", match: "M7", secret: "hush", version: 0 };
          const match = await storage.create({ rulebook: "icf" }, link);
          await storage.append(match.id, 0, { kind: "toss", winner: "a" });
          return storage.export(match.id);
        }"""
    )
    heading, line = text.splitlines()
    assert '"carrom":"pad"' in heading
    assert '"match":"M7"' in heading
    assert "hush" not in text
    assert '"kind":"toss"' in line


def test_notes_are_stored_beside_the_events(context: BrowserContext) -> None:
    page = opened(context)
    match = begin(page, 1)
    page.evaluate("(id) => storage.note(id, 'mode', 'boards')", match)
    page.evaluate("(id) => storage.note(id, 'mode', 'strokes')", match)
    assert page.evaluate("async (id) => (await storage.load(id)).notes", match) == {"mode": "strokes"}
    assert page.evaluate("async () => (await storage.list())[0].notes") == {"mode": "strokes"}
    assert "strokes" not in page.evaluate("(id) => storage.export(id)", match)


def test_matches_deleted_by_the_browser_are_reported(context: BrowserContext) -> None:
    page = opened(context)
    match = begin(page, 2)
    page.evaluate("() => storage.close()")
    page.evaluate("() => new Promise((done) => { indexedDB.deleteDatabase('carrom-pad').onsuccess = done; })")
    page.evaluate(OPEN)
    assert page.evaluate("() => storage.lost()") == [match]


def test_storage_errors_have_codes(context: BrowserContext) -> None:
    page = opened(context)
    match = begin(page, 3)
    gap = """(id) => new Promise((done) => {
      const opening = indexedDB.open("carrom-pad");
      opening.onsuccess = () => {
        const change = opening.result.transaction("events", "readwrite");
        change.objectStore("events").delete([id, 2]);
        change.oncomplete = () => { opening.result.close(); done(); };
      };
    })"""
    page.evaluate(gap, match)
    assert page.evaluate("(id) => tried(() => storage.load(id))", match) == "torn"
    newer = """() => new Promise((done) => {
      storage.onGone = (trouble) => { window.gone = trouble.code; };
      const opening = indexedDB.open("carrom-pad", 99);
      opening.onsuccess = () => { opening.result.close(); done(); };
    })"""
    page.evaluate(newer)
    assert page.evaluate("gone") == "newer"
    assert page.evaluate("(id) => tried(() => storage.append(id, 3, {}))", match) == "gone"
    assert page.evaluate("() => tried(() => PadStorage.open())") == "newer"
    page.evaluate("() => { Object.defineProperty(window, 'indexedDB', { value: undefined }); }")
    assert page.evaluate("() => tried(() => PadStorage.open())") == "unavailable"


def test_a_full_phone_keeps_its_events(context: BrowserContext) -> None:
    page = open_harness(context)
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": "http://localhost:9", "quotaSize": 1_000_000})
    page.evaluate(OPEN)
    match = begin(page, 1)
    fill = "(id) => tried(async () => (await storage.append(id, 1, { text: 'x'.repeat(9_000_000) })).n)"
    assert page.evaluate(fill, match) == "full"
    assert page.evaluate("(id) => tried(async () => (await storage.append(id, 1, { tap: 2 })).n)", match) == 2
    assert taps(page, match) == [1, 2]
