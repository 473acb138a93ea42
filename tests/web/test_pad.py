"""The umpire's pad in a real browser: whole matches by taps, and their records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from carrom.base.errors import Refused
from carrom.laws import RULEBOOKS
from carrom.laws.register import law
from carrom.match import Match, Setup, apply, read_record, view
from carrom.match.log import acts as a
from carrom.match.log.acts import Act
from carrom.match.log.notation import act_text
from carrom.match.parties import PlayerId
from carrom.pad.practice import made_up_match
from carrom.pad.session import new_setup
from tests.depth import by_depth
from tests.server.conftest import Served
from tests.web.acknowledged import impatient
from tests.web.pad_page import LOOK, PadPage
from tests.web.words import pad_text

pytestmark = pytest.mark.browser

FOUR = ("Meera", "Tara", "Anil", "Omar")
TWO = ("Meera", "Anil")
GOLDEN = Path(__file__).parents[1] / "golden"
SHORT = {"icf": 6, "vkk": 137, "four-break": 74, "community-2024": 22, "kreeda-2024": 76}
"""Seeds of short made-up matches; of the best of three games of the Laws, two boards are played."""
ENGLISH = "if (!localStorage['carrom.prefs']) localStorage.setItem('carrom.prefs', JSON.stringify({language: 'en'}))"


@pytest.fixture(scope="module")
def hands(browser: Browser, home: Served) -> Iterator[PadPage]:
    """One page for all tests: the engine is loaded once."""
    context = browser.new_context(viewport=LOOK, accept_downloads=True)
    context.set_default_timeout(60_000)
    context.add_init_script(ENGLISH)
    page, problems = context.new_page(), []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield PadPage(page, home.address)
    context.close()
    assert problems == []


def taps_of(setup: Setup, seed: int, boards: int | None) -> list[Act]:
    """Turn a made-up match into an umpire's taps, which name players and let no time run out."""
    match, taken = Match.start(setup), []
    for event in made_up_match(setup, seed, boards=boards):
        act = event.act
        match act:
            case a.Timeout():
                continue
            case a.Foul(party=str(party), law=offence):
                act = a.Foul(PlayerId(party, 0), offence)
            case a.Warned(who=str(party), law=offence):
                act = a.Warned(PlayerId(party, 0), offence)
            case a.Appeal(party=str(party)):
                act = a.Appeal(PlayerId(party, 0))
            case a.Place() | a.Forgo() if match.board is not None and len(match.board.placing) > 1:
                act = replace(act, by=match.board.placing[0].by)
        answer = apply(match, match.next_event(act))
        if not isinstance(answer, Refused):
            match = answer.match
            taken.append(act)
    return taken


def check_against_python(hands: PadPage, taps: list[Act]) -> Match:
    """Check that the shared record equals the taps, and that its fold equals the view on the page."""
    reading = read_record(hands.record())
    assert reading.faults == ()
    assert [act_text(event.act) for event in reading.record.events] == [act_text(act) for act in taps]
    match = reading.record.match()
    kept = hands.kept()
    assert kept["events"] == [event.json() for event in reading.record.events]
    there = kept["shown"]["view"]
    here = view(match).json()
    assert {key: there[key] for key in here} == _plain(here)
    return match


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("book", by_depth(["icf"], sorted(RULEBOOKS)))
def test_a_match_by_strokes(hands: PadPage, book: str) -> None:
    """Play a match with fouls, dues and queens."""
    names = FOUR if book in ("four-break", "vkk") else TWO
    sides = {"a": names[: len(names) // 2], "b": names[len(names) // 2 :]}
    setup = new_setup(
        {"rulebook": book, "doubles": len(names) > 2, "names": {key: list(one) for key, one in sides.items()}}
    )
    taps = taps_of(setup, SHORT[book], boards=2 if book == "icf" else None)
    hands.begin(book, *names)
    hands.tap(taps)
    match = check_against_python(hands, taps)
    assert match.phase == "over" or book == "icf"


def test_singles_and_doubles_fit_one_line(hands: PadPage) -> None:
    hands.page.goto(f"{hands.address}#new")
    words = hands.page.locator(".new-match .pick")
    expect(words).to_have_count(2)
    lines = """one => { const range = document.createRange(); range.selectNodeContents(one);
      return new Set([...range.getClientRects()].map(line => line.top)).size; }"""
    assert [one.evaluate(lines) for one in words.all()] == [1, 1]


@pytest.mark.parametrize("book", by_depth(["four-break"], sorted(RULEBOOKS)))
def test_a_match_by_boards(hands: PadPage, book: str) -> None:
    """Begin by strokes and go on by board results, one of them by a law, with change of sides and extra board."""
    hands.begin(book, *FOUR)
    match = Match.start(new_setup({"rulebook": book, "doubles": True}))
    taps: list[Act] = [a.Toss("a"), a.Play(), a.StrokeMade(own=2), a.StrokeMade(striker=True)]
    hands.tap(taps)
    hands.by("boards")
    for act in taps:
        match = match.play(act)
    boards = iter([a.BoardOver("a", points=3, law="91"), *(a.BoardOver("b", 7, "b"), a.BoardOver("a", 8, "a", 1)) * 20])
    while match.phase != "over":
        act = a.ChangeSides() if match.course.is_change_due else a.Toss("b") if match.phase == "toss" else next(boards)
        answer = apply(match, match.next_event(act))
        if isinstance(answer, Refused):
            continue
        match = answer.match
        taps.append(act)
    hands.tap(taps[4:])
    assert check_against_python(hands, taps).winner == match.winner
    hands.by("strokes")


def test_a_golden_record(hands: PadPage) -> None:
    """The worked example of four-break, stroke by stroke, makes the golden record."""
    golden = read_record((GOLDEN / "four-break-example.carrom").read_text())
    names = golden.record.setup.names
    hands.begin("four-break", *names.a, *names.b)
    taps = [event.act for event in golden.record.events]
    hands.tap(taps)
    match = check_against_python(hands, taps)
    assert view(match).points == view(golden.record.match()).points


def test_undo_and_correction_with_a_reason(hands: PadPage) -> None:
    page = hands.page
    hands.begin("icf", *TWO)
    hands.tap([a.Toss("a"), a.Play(), a.StrokeMade(own=1), a.StrokeMade(own=1, striker=True)])
    assert hands.phase == "placing"
    page.get_by_test_id("undo").click()
    page.wait_for_selector(".keep[data-number='5'][data-phase=stroke]")
    page.get_by_test_id("redo").click()
    page.wait_for_selector(".keep[data-number='6'][data-phase=placing]")
    entry = f"Meera: {pad_text('ruled-own', count=1)}"
    last = re.compile(f"{re.escape(pad_text('last-facts'))}: .*{re.escape(entry)}")
    expect(page.get_by_test_id("tape")).to_have_accessible_name(last)
    page.get_by_test_id("tape").click()
    expect(page.locator(".facts li button.plain")).to_have_count(5)
    page.locator(".facts").get_by_text(entry, exact=True).click()
    page.get_by_role("button", name=pad_text("text-correct-2")).click()
    page.wait_for_selector(".keep[data-number='7'][data-phase=stroke]")
    events = read_record(hands.record()).record
    assert events.events[-1].act == a.Correct(2, pad_text("text-correct-2"))
    assert [event.act.kind for event in events.match().effective()] == ["toss", "play"]


def test_a_ruling_shows_its_law(hands: PadPage) -> None:
    page = hands.page
    hands.begin("icf", *TWO)
    hands.tap([a.Toss("a"), a.Play(), a.StrokeMade(own=1, striker=True)])
    ruling = page.get_by_test_id("ruling")
    expect(ruling).to_contain_text(re.compile(r"\b1\b.*\bMeera\b.*\b1\b"))
    expect(page.locator(".hands")).to_contain_text(re.compile(r"\bAnil\b.*\b1\b"))
    assert page.locator("[aria-live=polite]").count() == 1
    ruling.get_by_role("button", name=pad_text("law-says", law=73)).click()
    expect(page.locator(".law-text h3")).to_have_text(law("73").title)
    page.keyboard.press("Escape")


def test_an_impossible_stroke_is_refused(hands: PadPage) -> None:
    page = hands.page
    hands.begin("icf", *TWO)
    hands.tap([a.Toss("a"), a.Play()])
    page.get_by_test_id("jumped").click()
    for _ in range(2):
        page.get_by_test_id("jumped-queen").click()
    page.get_by_test_id("jumped-done").click()
    page.get_by_test_id("own-0").click()
    expect(page.get_by_role("alert")).to_contain_text(pad_text("refused-impossible-stroke"))
    assert hands.number == 2


def test_no_tile_decides_a_protest(hands: PadPage) -> None:
    """A protest that is not in writing can only be overruled, after a second question."""
    page = hands.page
    hands.begin("vkk", *TWO)
    hands.tap([a.Toss("a"), a.Play()])
    page.get_by_test_id("tile-protest").click()
    page.get_by_role("button", name=pad_text("text-protest-2")).click()
    page.locator(".sheet .go").wait_for()
    assert hands.number == 2, "a suggested text lodges no protest, which could not be undone"
    page.locator(".sheet .go").click()
    page.wait_for_selector(".keep[data-number='3']")
    page.get_by_test_id("tile-protest-decided").click()
    page.locator(".sheet [data-kind=protest-decided]").wait_for()
    assert hands.number == 3
    page.locator(".sheet [data-kind=protest-decided]").click()
    page.wait_for_selector(".keep[data-number='4']")


def test_a_double_tap_counts_once(hands: PadPage) -> None:
    page = hands.page
    hands.begin("icf", *TWO)
    hands.tap([a.Toss("a"), a.Play()])
    page.get_by_test_id("own-1").dblclick()
    page.wait_for_selector(".keep[data-kept='3']")
    page.get_by_test_id("own-0").click(delay=400)
    page.wait_for_selector(".keep[data-kept='4']")
    assert [event.get("own") for event in hands.kept()["events"]] == [None, None, 1, None]


def test_offences_are_searched(hands: PadPage) -> None:
    page = hands.page
    hands.begin("icf", *TWO)
    hands.tap([a.Toss("a"), a.Play()])
    page.get_by_test_id("tile-foul").click()
    first = [json.loads(one) for one in page.locator(".sheet .offence [data-act]").evaluate_all(ACTS_OF)[:6]]
    assert {"kind": "foul", "party": "a1", "law": "134"} in first, "the usual offences of the player in turn"
    page.get_by_test_id("who-b1").click()
    first = [json.loads(one) for one in page.locator(".sheet .offence [data-act]").evaluate_all(ACTS_OF)[:6]]
    assert {one["party"] for one in first} == {"b1"}
    for words, offence in (("86", "86"), ("touch", "134"), ("late powder", "122b"), ("talking spect", "132")):
        page.get_by_test_id("search-choices").fill(words)
        acts = [json.loads(one) for one in page.locator(".sheet .offence [data-act]").evaluate_all(ACTS_OF)]
        assert offence in [act["law"] for act in acts], words
        assert len(acts) < 5
    page.locator(".sheet header button").click()
    expect(page.locator(".clock")).to_have_count(1)
    hands.by("boards")
    expect(page.locator(".clock")).to_have_count(0)
    hands.by("strokes")


def test_a_match_by_keyboard(hands: PadPage) -> None:
    """Tab and Enter reach every control; digits enter strokes."""
    page = hands.page
    hands.begin("icf", *TWO)

    def tab_to(selector: str) -> None:
        for _ in range(60):
            if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {selector}")

    tab_to("[data-kind=toss]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".keep[data-number='1']")
    tab_to("[data-kind=play]")
    page.keyboard.press("Space")
    page.wait_for_selector(".keep[data-number='2']")
    page.keyboard.press("2")
    page.wait_for_selector(".keep[data-number='3']")
    page.keyboard.press("s")
    page.keyboard.press("0")
    page.wait_for_selector(".keep[data-number='4'][data-phase=placing]")
    tab_to("[data-testid=tile-foul]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sheet")
    tab_to(".sheet [data-kind=foul]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".keep[data-number='5']")
    tab_to("[data-testid=undo]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".keep[data-number='6']")


def test_every_state_fits_a_small_phone(hands: PadPage) -> None:
    """Every state and sheet in every language is at most 320 pixels wide, and frequent buttons are large enough."""
    page = hands.page
    hands.begin("icf", "Meenakshi Venkataraman", "Anil Kadam")
    page.set_viewport_size({"width": 320, "height": 568})
    for act in (a.Toss("a"), a.Play(), a.StrokeMade(own=1), a.StrokeMade(own=2, striker=True)):
        hands.tap([act])
        for language in ("hi", "ur", "en"):
            _speak(page, language)
            _fits(page)
    for language in ("hi", "ur", "en"):
        _speak(page, language)
        for tile in ("foul", "unnoticed", "protest", "remark"):
            page.get_by_test_id(f"tile-{tile}").click()
            page.wait_for_selector(".sheet")
            _fits(page)
            page.keyboard.press("Escape")
        hands.by("boards")
        page.wait_for_selector(".board-pad")
        _fits(page)
        hands.by("strokes")
        page.get_by_test_id("menu").click()
        page.get_by_test_id("open-card").click()
        page.wait_for_selector(".paper")
        _fits(page)
        page.keyboard.press("Escape")
    page.set_viewport_size(LOOK)


def _speak(page: Page, language: str) -> None:
    """Change the language in the menu."""
    page.get_by_test_id("menu").click()
    page.locator(f".sheet .pick[lang={language}]").click()
    page.wait_for_selector(f"html[lang={language}][dir={'rtl' if language == 'ur' else 'ltr'}]")
    page.keyboard.press("Escape")


def _fits(page: Page) -> None:
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 320
    small = page.locator(".own .tap, .choices.big .tap, .tile, .undo, .confirm").evaluate_all(
        "all => all.filter(one => one.offsetParent && one.getBoundingClientRect().height < 55.5)"
        ".map(one => one.outerHTML)"
    )
    assert small == []


def test_both_sign_the_card(hands: PadPage) -> None:
    page = hands.page
    hands.begin("icf", *TWO)
    hands.tap([a.Toss("a"), a.Concede("b", "match")])
    expect(page.get_by_test_id("sign-loser")).to_contain_text("Anil")
    for who, name in (("loser", "Anil"), ("umpire", "S. Rao")):
        page.get_by_test_id(f"sign-{who}").click()
        expect(page.locator(".drawing")).to_be_visible()
        box = page.locator(".drawing").bounding_box()
        assert box
        page.mouse.move(box["x"] + 40, box["y"] + 60)
        page.mouse.down()
        page.mouse.move(box["x"] + 160, box["y"] + 30, steps=4)
        page.mouse.up()
        if who == "loser":
            expect(page.locator(".sheet input")).to_have_value(name)
        else:
            page.locator(".sheet input").fill(name)
        page.locator(".sheet .go").click()
        page.wait_for_selector(".sheet", state="detached")
    page.get_by_test_id("menu").click()
    page.get_by_test_id("open-card").click()
    expect(page.locator(".paper .signatures")).to_contain_text("S. Rao")
    assert page.locator(".paper .signatures path[d^=M]").count() == 2
    page.keyboard.press("Escape")
    assert read_record(hands.record()).record.match().course.signatures == (("loser", "Anil"), ("umpire", "S. Rao"))
    number = hands.number
    page.get_by_test_id("undo").click()
    assert hands.number == number, "one tap does not withdraw a sent result"
    page.get_by_test_id("undo-signed").click()
    page.wait_for_selector(f".keep[data-number='{number + 1}']")
    assert [who for who, _ in read_record(hands.record()).record.match().course.signatures] == ["loser"]


def test_a_saved_match_is_continued(hands: PadPage) -> None:
    """Open a match from the list and continue it."""
    page = hands.page
    hands.begin("kreeda-2024", *TWO)
    hands.tap([a.Toss("b"), a.Play(), a.StrokeMade(own=1)])
    page.goto(f"{hands.address}#home")
    page.locator(".match").first.click()
    page.wait_for_selector(".keep[data-number='3']")
    hands.tap([a.StrokeMade()])
    assert len(hands.kept()["events"]) == 4


FORGET = """async (id) => {
  const open = indexedDB.open('carrom-pad');
  await new Promise(done => { open.onsuccess = done; });
  const change = open.result.transaction('notes', 'readwrite');
  const note = await new Promise(done => {
    change.objectStore('notes').get([id, 'shown']).onsuccess = (event) => done(event.target.result);
  });
  note.value.view.number -= 1;
  change.objectStore('notes').put(note);
  await new Promise(done => { change.oncomplete = done; });
  open.result.close();
}"""


def test_taps_wait_for_the_engine(browser: Browser, home: Served) -> None:
    """While the engine's files load, taps are shown as waiting and judged later. If the page was killed before it saved
    its view, it shows no outdated one meanwhile."""
    context = browser.new_context(viewport=LOOK, service_workers="block")
    context.set_default_timeout(60_000)
    context.add_init_script(ENGLISH)
    hands = PadPage(context.new_page(), home.address)
    page = hands.page
    held: list[Route] = []
    hands.begin("icf", *TWO)
    hands.tap([a.Toss("a"), a.Play()])
    hands.kept()
    is_slow = True

    def come(route: Route) -> None:
        if is_slow:
            held.append(route)
        else:
            route.continue_()

    context.route("**/snapshot.bin.gz", come)
    with impatient():
        page.reload()
        page.wait_for_selector(".keep[data-number='2'][data-ready=false]")
        page.get_by_test_id("own-1").click()
    expect(page.locator(".fact.waiting")).to_have_count(1)
    assert (hands.number, len(hands.kept()["events"])) == (2, 2)
    is_slow = False
    while held:
        held.pop().continue_()
    page.wait_for_selector(".keep[data-kept='3'][data-ready=true]")
    assert [event["kind"] for event in hands.kept()["events"]] == ["toss", "play", "stroke"]
    page.evaluate(FORGET, page.url.split("m=")[1])
    is_slow = True
    with impatient():
        page.reload()
    page.locator(".starting").wait_for()
    assert page.locator("[data-testid=own-1]").count() == 0
    is_slow = False
    while held:
        held.pop().continue_()
    page.wait_for_selector(".keep[data-kept='3'][data-ready=true]")
    context.close()


HOLD = """async () => {
  const open = indexedDB.open('carrom-pad');
  await new Promise(done => { open.onsuccess = done; });
  const store = open.result.transaction('events', 'readwrite').objectStore('events');
  let isHeld = true;
  const hold = () => { if (isHeld) store.count().onsuccess = hold; else open.result.close(); };
  hold();
  window.letGo = () => { isHeld = false; };
}"""


def test_an_unsaved_event_is_marked(hands: PadPage) -> None:
    """While the disk is busy the ruling appears at once, dashed until the event is saved."""
    page = hands.page
    hands.begin("icf", *TWO)
    hands.tap([a.Toss("a"), a.Play()])
    page.evaluate(HOLD)
    with impatient():
        page.get_by_test_id("own-1").click()
    page.wait_for_selector(".keep[data-number='3'][data-kept='2'] .fact.unkept")
    assert page.locator(".fact.unkept").count() == 1
    page.evaluate("letGo()")
    page.wait_for_selector(".keep[data-number='3'][data-kept='3']")
    assert page.locator(".fact.unkept").count() == 0
    assert len(hands.kept()["events"]) == 3


def test_a_second_screen_shows_the_score(hands: PadPage) -> None:
    hands.begin("icf", *TWO)
    hands.tap([a.Toss("a")])
    second = hands.page.context.new_page()
    second.goto(f"{hands.address}#board={hands.page.url.split('m=')[1]}&overlay")
    expect(second.get_by_test_id("scoreboard")).to_contain_text("Meera")
    hands.by("boards")
    hands.tap([a.BoardOver("a", 5, "a")])
    expect(second.locator("[data-party=a] b")).to_have_text("8")
    hands.by("strokes")
    second.close()


def test_training_marks_right_and_wrong_answers(hands: PadPage) -> None:
    page = hands.page
    page.goto(f"{hands.address}#train=7")
    page.locator(".option[data-right=false]").first.click()
    expect(page.locator(".exercise .bad")).to_be_visible()
    page.get_by_test_id("next-exercise").click()
    page.locator(".option[data-right=true]:enabled").first.click()
    expect(page.locator(".exercise .good")).to_be_visible()
    page.get_by_test_id("made-up").click()
    page.wait_for_selector(".keep[data-ready=true]")


ACTS_OF = "all => all.map(one => one.dataset.act)"


def test_an_improper_stroke_has_a_law(hands: PadPage) -> None:
    page = hands.page
    hands.begin("icf", *TWO)
    hands.tap([a.Toss("a"), a.Play(), a.StrokeMade(own=1, proper=False, law="37a"), a.Place()])
    page.get_by_test_id("improper").click()
    page.get_by_test_id("search-choices").fill("base line")
    acts = [json.loads(one) for one in page.locator(".sheet [data-act]").evaluate_all(ACTS_OF)]
    assert {"130a", "130b"} <= {act["law"] for act in acts}
    page.locator(".sheet header button").click()
    expect(page.get_by_test_id("improper")).to_have_attribute("aria-pressed", "false")
    hands.tap([a.StrokeMade(proper=False)])
    assert [event.get("law") for event in hands.kept()["events"]][2:] == ["37a", None, None]


def test_a_result_that_contradicts_strokes_needs_confirmation(hands: PadPage) -> None:
    page = hands.page
    hands.begin("icf", *TWO)
    hands.tap([a.Toss("a"), a.Play(), a.StrokeMade(own=1, opponent=2)])
    hands.by("boards")
    for key in ("winner-a", "coins-5", "queen-none", "confirm-board"):
        page.get_by_test_id(key).click()
    page.get_by_test_id("enter-anyway").wait_for()
    assert hands.number == 3
    page.keyboard.press("Escape")
    for key in ("coins-7", "confirm-board"):
        page.get_by_test_id(key).click()
    page.wait_for_selector(".keep[data-number='4']")
    hands.by("strokes")


PLACES = """() => Object.fromEntries([...document.querySelectorAll('.thumb .stroke-pad [data-testid]')].map(one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.dataset.testid, [x, y, width, height].map(Math.round)];
}))"""
UNDER_FINGERS = """([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.dataset.testid ?? null"""


@pytest.mark.parametrize("names", by_depth([FOUR], [TWO, FOUR]))
def test_stroke_keys_stay_in_place(hands: PadPage, names: tuple[str, ...]) -> None:
    """Keys stay in place after rulings of any length, and no other button takes their places."""
    page = hands.page
    hands.begin("icf", *names)
    hands.tap([a.Toss("a"), a.Play()])
    places = page.evaluate(PLACES)
    assert len(places) == 11
    bar = page.locator(".bottom").bounding_box()
    assert bar
    assert all(y >= 0 and y + height <= bar["y"] for _, y, _, height in places.values())
    strokes = [
        *(a.StrokeMade(touched=False), a.StrokeMade(own=1), a.StrokeMade(jumped=("white", "black")), a.StrokeMade()),
        *(a.StrokeMade(striker=True), a.StrokeMade(opponent=1), a.StrokeMade(own=2, queen=True), a.StrokeMade(own=3)),
    ]
    for stroke in strokes:
        if hands.phase == "stroke":
            hands.tap([stroke])
        if hands.phase == "stroke":
            assert page.evaluate(PLACES) == places
            continue
        for key in ("own-0", "own-1", "own-2", "own-3"):
            x, y, width, height = places[key]
            assert page.evaluate(UNDER_FINGERS, [x + width / 2, y + height / 2]) is None, (key, hands.phase)
        page.locator("[data-kind=place]").first.click()


def test_the_buttons_of_a_board_result_are_visible(hands: PadPage) -> None:
    """Nothing covers a question, and the confirming button is above the bar without scrolling."""
    page = hands.page
    hands.begin("icf", "Meenakshi Rao", "Qasim Venkataraman")
    hands.tap([a.Toss("a")])
    hands.by("boards")
    for size in (LOOK, {"width": 390, "height": 844}):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        for key in ("winner-a", "coins-4", "queen-a", "demand-1"):
            page.get_by_test_id(key).click()
            for other in ("winner-b", "coins-9", "queen-none", "demand-2", "confirm-board"):
                box = page.get_by_test_id(other).bounding_box()
                assert box
                at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
                assert page.evaluate(UNDER_FINGERS, at) == other
    assert page.get_by_test_id("referee").count() == 0, "without a desk there is no referee to call"
    assert page.locator("[data-kind=play]").count() == 0, "boards are kept without 'Play'"
    page.set_viewport_size(LOOK)
    hands.by("strokes")


def test_the_toss_of_pairs_fits_the_screen(hands: PadPage) -> None:
    page = hands.page
    hands.begin("icf", *FOUR)
    bar = page.locator(".bottom").bounding_box()
    page.get_by_test_id("toss-b").click()
    page.get_by_test_id("toss-side").click()
    breakers = page.locator("[data-kind=toss]")
    expect(breakers).to_have_text(["Meera", "Tara"])
    box = breakers.last.bounding_box()
    assert bar
    assert box
    assert box["y"] + box["height"] <= bar["y"]
    breakers.last.click()
    page.wait_for_selector(".keep[data-number='1']")
    (toss,) = hands.kept()["events"]
    assert (toss["winner"], toss["choice"], toss["breaker"]) == ("b", "side", 1)


def test_missing_names_of_a_pair_are_asked_for(hands: PadPage) -> None:
    page = hands.page
    page.goto(f"{hands.address}#new")
    page.wait_for_selector("option[value='four-break']", state="attached")
    page.locator("select[name=rulebook]").select_option("four-break")
    for field, name in (("a1", "Meera"), ("b1", "Anil")):
        page.locator(f"input[name={field}]").fill(name)
    page.get_by_test_id("begin").click()
    expect(page.get_by_test_id("names-missing")).to_contain_text("A2, B2")
    page.get_by_test_id("begin").click()
    page.wait_for_selector(".keep[data-ready=true]")
    assert hands.number == 0
