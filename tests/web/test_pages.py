"""Every page of the game, used as people use it."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from carrom.laws import rulebook
from carrom.match import Event, Record, Setup, acts
from tests.server.conftest import Served
from tests.web.hands import Finger, Mouse, board_middle

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[2] / "carrom" / "server" / "static"


def _two_here(open_page: Callable[..., Page], home: Served, **options: object) -> Page:
    """Two at one screen, the toss over."""
    page = open_page(home.address, **options)
    page.get_by_test_id("start-here").click()
    page.get_by_role("button", name="Break", exact=True).click()
    page.wait_for_selector(".game[data-todo=strike]:not([data-actor=''])")
    return page


def test_the_first_stroke_is_three_taps_away(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.get_by_test_id("start-here").tap()
    page.get_by_role("button", name="Break", exact=True).tap()
    page.wait_for_selector(".game[data-todo=strike]:not([data-actor=''])")
    seq = page.locator(".game").get_attribute("data-seq")
    Finger().pull(page, 10, 140)
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")


def test_a_stroke_is_shown_exactly_at_any_moment(home: Served, open_page: Callable[..., Page]) -> None:
    """The board seeks to moments of a hand-made course: positions are those of the polynomial, the pocket swallows."""
    page = open_page(f"{home.address}/practice")
    page.wait_for_selector(".cb-white")
    trace = {
        "duration": 2.0,
        "discs": [{"kind": "white", "r": 15.9}, {"kind": "striker", "r": 20.65}],
        "segments": [[0, 0.5, 1.5, 0, 0, 100, -50, -40, 20], [1, 0, 0.5, 0, -252.6, 0, 400, 0, -100]],
        "events": [[0.5, "disc", 1, 0, 2.0], [1.5, "pocket", 0, 2, 1.0]],
    }
    places = page.evaluate(
        """trace => {
          const { board } = document.querySelector('.board-host');
          board.load(trace, [{kind: 'white', x: 0, y: 0}, {kind: 'striker', x: 0, y: -252.6}]);
          const box = document.querySelector('.cb-board').getBoundingClientRect(), mm = box.width / 880;
          const where = kind => {
            const disc = document.querySelector(`.cb-layer .cb-${kind}`), r = kind === 'striker' ? 20.65 : 15.9;
            if (disc.hidden) return null;
            const { m41, m42 } = new DOMMatrix(getComputedStyle(disc).transform);
            return [m41 / mm + r - 440, 440 - m42 / mm - r];
          };
          return [0, 0.5, 1.0, 2.0].map(t => { board.seek(t); return [where('white'), where('striker')]; });
        }""",
        trace,
    )
    (white0, striker0), (_, striker1), (white2, _), (white3, _) = places
    assert white0 == pytest.approx([0, 0], abs=0.05)
    assert striker0 == pytest.approx([0, -252.6], abs=0.05)
    assert striker1 == pytest.approx([0, -252.6 + 400 * 0.5 - 100 * 0.5**2 / 2], abs=0.05)
    assert white2 == pytest.approx([100 * 0.5 - 40 * 0.5**2 / 2, -50 * 0.5 + 20 * 0.5**2 / 2], abs=0.05)
    assert white3 is None


def test_a_pull_inside_the_ring_is_called_off(home: Served, open_page: Callable[..., Page]) -> None:
    page = _two_here(open_page, home)
    seq = page.locator(".game").get_attribute("data-seq")
    x, y = board_middle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 120)
    expect(page.locator(".cb-ghost")).to_be_visible()
    page.mouse.move(x, y + 8)
    page.mouse.up()
    expect(page.locator(".cb-ghost")).to_have_count(0)
    Mouse().pull(page, 0, 120)
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")


@pytest.mark.parametrize("start", [".stage", ".prompt p"])
def test_a_pull_selects_no_words(home: Served, open_page: Callable[..., Page], start: str) -> None:
    """By mouse from the board or from beside it, over the words of the page: nothing is marked, in any browser."""
    page = _two_here(open_page, home)
    marks = "() => document.querySelector('.umpire p').dispatchEvent(new Event('selectstart', %s))"
    can_mark = marks % "{ bubbles: true, cancelable: true }"
    assert page.evaluate(can_mark)
    _drag_over_words(page, start)
    expect(page.locator(".cb-ghost")).to_be_visible()
    assert not page.evaluate(can_mark), "browsers differ in when they begin to mark: the beginning itself is stopped"
    page.keyboard.press("Escape")
    assert page.evaluate(can_mark)
    page.mouse.up()
    assert page.evaluate("() => getSelection().toString()") == ""


def test_a_pull_that_comes_too_late_selects_no_words(home: Served, open_page: Callable[..., Page]) -> None:
    """Beside the board a press marks nothing even when nobody can aim; the umpire's words can be marked then."""
    page = _two_here(open_page, home)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_test_id("over")).to_be_visible()
    _drag_over_words(page, ".stage")
    page.mouse.up()
    assert page.evaluate("() => getSelection().toString()") == ""
    page.get_by_test_id("umpire").locator("p").first.click(click_count=3)
    assert page.evaluate("() => getSelection().toString().length") > 5


def _drag_over_words(page: Page, start: str) -> None:
    """Press near the left edge of this, and go with the mouse over words."""
    box = page.locator(start).first.bounding_box()
    assert box
    page.mouse.move(box["x"] + 6, box["y"] + box["height"] / 2)
    page.mouse.down()
    for target in (".umpire p", ".party-names", ".top .where"):
        over = page.locator(target).first.bounding_box()
        assert over
        page.mouse.move(over["x"] + over["width"] - 3, over["y"] + over["height"] / 2, steps=4)


def test_the_aim_stays_when_the_finger_lifts(home: Served, open_page: Callable[..., Page]) -> None:
    """A finger that rolls a few pixels while it lifts plays the stroke that was aimed, not the one of the roll."""
    page = _two_here(open_page, home, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    x, y = board_middle(page)
    struck = page.evaluate(
        """([x, y]) => {
          const { board } = document.querySelector('.board-host');
          const area = document.querySelector('.game');
          area.setPointerCapture = () => undefined;
          const strokes = [];
          board.strike = () => strokes.push({ ...board.aim });
          const fire = (type, cx, cy, at) => {
            const event = new PointerEvent(type, { clientX: cx, clientY: cy, pointerId: 7, pointerType: 'touch',
              button: 0, bubbles: true });
            Object.defineProperty(event, 'timeStamp', { value: at });
            area.querySelector('.cb-board').dispatchEvent(event);
          };
          fire('pointerdown', x, y, 1000);
          fire('pointermove', x, y + 60, 1100);
          fire('pointermove', x + 10, y + 120, 1200);
          const held = { ...board.aim };
          fire('pointermove', x + 17, y + 114, 1290);
          fire('pointermove', x + 20, y + 111, 1300);
          fire('pointerup', x + 22, y + 109, 1310);
          return [held, strokes[0]];
        }""",
        [x, y],
    )
    held, played = struck
    assert played["direction"] == pytest.approx(held["direction"])
    assert played["speed"] == pytest.approx(held["speed"])


@pytest.mark.law("130b")
def test_the_striker_is_refused_an_unlawful_place_with_the_law(home: Served, open_page: Callable[..., Page]) -> None:
    page = _two_here(open_page, home)
    field = page.locator(".numbers input").first
    field.fill("200")
    field.press("Tab")
    expect(page.get_by_role("alert")).to_contain_text("130b")
    along = page.evaluate("() => document.querySelector('.board-host').board.aim.along")
    free = page.evaluate("() => document.querySelector('.board-host').board.state.aiming.lane.free")
    assert any(left - 1e-6 <= along <= right + 1e-6 for left, right in free)


def test_numbers_can_be_typed(home: Served, open_page: Callable[..., Page]) -> None:
    page = _two_here(open_page, home)
    seq = page.locator(".game").get_attribute("data-seq")
    for index, value in enumerate(("30", "-7.5", "4.2")):
        page.locator(".numbers input").nth(index).fill(value)
        page.locator(".numbers input").nth(index).press("Tab")
    page.get_by_role("button", name="Strike").click()
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as started:
        page.get_by_role("link", name="Record").click()
    record = Path(started.value.path()).read_text()
    assert re.search(r"-7\.5\b.*4\.2\b", record), record


def test_a_law_opens_in_our_words(home: Served, open_page: Callable[..., Page]) -> None:
    page = _two_here(open_page, home)
    page.get_by_test_id("umpire").get_by_role("button", name="Law 46").click()
    expect(page.get_by_role("dialog")).to_contain_text("Play")
    assert len(page.get_by_role("dialog").inner_text()) > 60


def test_hint_undo_and_concession(home: Served, open_page: Callable[..., Page]) -> None:
    page = _two_here(open_page, home)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Hint").click()
    page.wait_for_function("() => document.querySelector('.board-host').board.state.hints.length > 0")
    expect(page.get_by_test_id("hint")).to_contain_text(re.compile(r"\b\d{1,3} times in 100"))
    seq = page.locator(".game").get_attribute("data-seq")
    Mouse().pull(page, 0, 150)
    page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=moving])")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_test_id("umpire")).to_contain_text("taken back")
    expect(page.locator(".cb-layer .cb-disc:not(.cb-striker)")).to_have_count(19)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.get_by_test_id("over")).to_be_visible()


def test_a_protest_is_lodged_and_upheld(home: Served, open_page: Callable[..., Page]) -> None:
    page = _two_here(open_page, home)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Protest", exact=True).click()
    page.get_by_label("What happened").fill("The clock had stopped")
    page.get_by_role("dialog").get_by_role("button", name="Protest", exact=True).click()
    expect(page.get_by_test_id("protest")).to_contain_text("The clock had stopped")
    page.get_by_role("button", name="Uphold").click()
    expect(page.get_by_test_id("umpire")).to_contain_text("Protest upheld")
    expect(page.get_by_test_id("protest")).to_have_count(0)
    page.get_by_role("button", name="Next board").click()
    page.wait_for_selector(".game[data-todo=strike]:not([data-actor=''])")


def test_replay_scrub_share_and_pictures(home: Served, open_page: Callable[..., Page]) -> None:
    page = _two_here(open_page, home)
    seq = page.locator(".game").get_attribute("data-seq")
    Mouse().pull(page, 5, 150)
    page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=moving])")
    match = page.url.rsplit("/", 1)[1]
    stroke = int(seq or 0) + 1
    page.goto(f"{home.address}/replay/{match}?stroke={stroke}")
    page.wait_for_selector(f"[data-moment='{stroke}']")
    expect(page.get_by_test_id("words")).to_contain_text("Law")
    page.get_by_label("Moment of the stroke").fill("0.2")
    page.wait_for_function("() => document.querySelector('.board-host').board.moving")
    page.get_by_role("button", name="▶ Play", exact=True).click()
    page.wait_for_function("() => !document.querySelector('.board-host').board.moving")
    for name, start in (("Picture (SVG)", b"<svg"), ("Picture (PNG)", b"\x89PNG")):
        with page.expect_download() as started:
            page.get_by_role("link", name=name).click()
        assert Path(started.value.path()).read_bytes().startswith(start)
    with page.expect_download() as started:
        page.get_by_role("button", name="Film of this stroke").click()
    assert Path(started.value.path()).read_bytes().startswith(b"GIF89a")


def test_what_if_is_ruled_and_leads_back_to_where_one_was(home: Served, open_page: Callable[..., Page]) -> None:
    """Another stroke than the one that was played, its ruling, the next one's turn, and back. The log is as it was."""
    page = _two_here(open_page, home)
    match = page.url.rsplit("/", 1)[1]
    seq = int(page.locator(".game").get_attribute("data-seq") or 0)
    Mouse().pull(page, 5, 150)
    page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=moving])")
    record = page.request.get(f"{home.address}/api/matches/{match}/record").text()
    page.goto(f"{home.address}/replay/{match}?stroke={seq + 1}")
    page.get_by_role("button", name="Try strokes from here").click()
    expect(page.locator(".badge", has_text="What if")).to_be_visible()
    expect(page.locator(f".game[data-seq='{seq}'][data-todo=strike]")).to_be_visible()
    rack = page.locator(".text-board code").text_content()
    for index, value in enumerate(("30", "60", "0.3")):  # so slow that it touches nothing
        page.locator(".numbers input").nth(index).fill(value)
        page.locator(".numbers input").nth(index).press("Tab")
    page.get_by_role("button", name="Strike").click()
    expect(page.get_by_test_id("umpire")).to_contain_text("touched nothing")
    expect(page.get_by_test_id("umpire").get_by_role("button", name="Law").first).to_be_visible()
    page.wait_for_selector(".game[data-todo=strike]:not([data-actor=''])")
    Mouse().pull(page, 0, 150)  # the next stroke of the branch, by whoever's turn it is
    page.wait_for_selector(f".game:not([data-seq='{seq + 1}']):not([data-todo=moving]):not([data-todo=sent])")
    for _ in range(2):
        page.get_by_role("button", name="Undo").click()
        page.wait_for_selector(".game:not([data-todo=sent])")
    expect(page.locator(f".game[data-seq='{seq}']")).to_be_visible()
    assert page.locator(".text-board code").text_content() == rack
    page.get_by_role("link", name="Back to the match").click()
    page.wait_for_selector(f"[data-moment='{seq + 1}']")
    page.go_back()
    expect(page.locator(".badge", has_text="What if")).to_be_visible()
    assert page.request.get(f"{home.address}/api/matches/{match}/record").text() == record


def test_a_watcher_tries_strokes_and_comes_back_to_the_live_board(home: Served, open_page: Callable[..., Page]) -> None:
    player = _two_here(open_page, home)
    seq = player.locator(".game").get_attribute("data-seq")
    page = open_page(player.url)
    page.wait_for_selector(f".game[data-seq='{seq}'][data-actor='']")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Try strokes from here").click()
    page.wait_for_selector(".game[data-todo=strike]:not([data-actor=''])")
    Mouse().pull(page, 8, 150)
    page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=moving]):not([data-todo=sent])")
    page.get_by_role("link", name="Back to the match").click()
    page.wait_for_selector(f".game[data-seq='{seq}'][data-actor='']")
    assert player.locator(".game").get_attribute("data-seq") == seq


def test_a_record_can_be_opened(home: Served, open_page: Callable[..., Page], tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    events = (Event(1, acts.Toss("a")), Event(2, acts.Play(45.0)), Event(3, acts.Stroke(touched=False)))
    record.write_text(Record(Setup(rulebook("icf")), events).text())
    page = open_page(f"{home.address}/replay")
    page.get_by_label("Open a record").set_input_files(record)
    page.wait_for_selector(".moments button")
    assert page.locator(".moments button").count() == 3
    expect(page.get_by_test_id("words")).to_contain_text("touched nothing")
    page.get_by_role("button", name="Try strokes from here").click()
    page.wait_for_selector(".game[data-seq='2'][data-todo=strike]:not([data-actor=''])")
    Mouse().pull(page, 8, 150)
    expect(page.get_by_test_id("umpire")).not_to_contain_text("Play!")
    page.get_by_role("link", name="Back to the match").click()
    page.wait_for_selector("[data-moment='3']")


def test_practice_and_a_drill(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/practice")
    page.wait_for_selector(".cb-ready")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".cb-layer .cb-disc:not(.cb-striker)")).to_have_count(0)
    page.get_by_role("button", name="+ White").click()
    expect(page.locator(".cb-layer .cb-white")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".cb-layer .cb-white")).to_have_count(0)
    page.get_by_label("Drills").select_option("straight")
    expect(page.get_by_test_id("drill")).to_contain_text("par")
    page.wait_for_function("() => document.querySelectorAll('.cb-layer .cb-white').length === 1")
    # From straight behind the piece on the line to the pocket: both lie on the diagonal x + y = 0.
    for index, value in enumerate(("0", "0", "3")):
        page.locator(".numbers input").nth(index).fill(value)
        page.locator(".numbers input").nth(index).press("Tab")
    page.get_by_role("button", name="Strike").click()
    expect(page.get_by_test_id("result")).to_be_visible()


def test_five_rulebooks_side_by_side(home: Served, open_page: Callable[..., Page]) -> None:
    """The queen with an opponent's piece: the community's rule 6 ends the turn where the others let it go on."""
    page = open_page(f"{home.address}/laws")
    page.get_by_label("Own pieces pocketed").fill("1")
    page.get_by_label("Opponent's pieces pocketed").fill("1")
    page.get_by_label("Opponent's pieces pocketed").press("Tab")
    page.get_by_label("Striker pocketed").uncheck()
    expect(page.locator(".book")).to_have_count(5)
    expect(page.locator("[data-book=community-2024]")).to_contain_text("differs")
    expect(page.locator("[data-book=vkk]")).not_to_contain_text("differs")


def test_what_is_being_typed_stays_when_an_answer_comes(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/laws")
    expect(page.locator(".book")).to_have_count(5)
    asked: list[Route] = []
    page.route("**/api/rule*", lambda route: asked.append(route))
    page.get_by_label("Striker pocketed").uncheck()
    field = page.get_by_label("Opponent's pieces pocketed")
    field.press("Control+a")
    field.press_sequentially("2")
    for route in asked:
        route.continue_()
    page.unroute("**/api/rule*")
    expect(page.locator("[data-book=icf]")).not_to_contain_text("striker")
    expect(field).to_have_value("2")
    field.press("Tab")
    expect(page.locator("[data-book=community-2024]")).to_contain_text("differs")


def test_a_board_is_checked_and_its_blueprint_downloaded(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/make")
    box = page.get_by_role("textbox", name="Check a board")
    expect(box).not_to_have_value("")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_test_id("inspection")).to_contain_text("within the Laws")
    box.fill("[pockets]\ndiameter = 50")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_test_id("inspection")).to_contain_text("1 outside the Laws")
    with page.expect_download() as started:
        page.get_by_role("link", name="DXF").click()
    assert b"SECTION" in Path(started.value.path()).read_bytes()[:200]


@pytest.mark.parametrize(("language", "direction", "word"), [("hi", "ltr", "कैरम"), ("ur", "rtl", "کیرم")])
def test_other_languages(
    home: Served, open_page: Callable[..., Page], language: str, direction: str, word: str
) -> None:
    page = open_page(home.address, f"localStorage.setItem('carrom.prefs', JSON.stringify({{language: '{language}'}}))")
    expect(page.get_by_role("heading", level=1)).to_have_text(word)
    assert page.evaluate("() => document.documentElement.dir") == direction
    page.get_by_test_id("start-here").click()
    page.locator(".prompt .go").click()
    page.wait_for_selector(".game[data-todo=strike]")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_the_time_of_a_game_runs_down_in_sight(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.get_by_test_id("tune-here").click()
    page.get_by_role("combobox", name="Rulebook").select_option("kreeda-2024")
    page.get_by_label("Length").select_option("game")
    page.get_by_role("switch", name="Clock").check()
    page.get_by_test_id("start").click()
    clock = page.get_by_test_id("game-clock")
    expect(clock).to_have_text(re.compile(r"^(30:00|29:5\d)$"))
    first = clock.inner_text()
    expect(clock).not_to_have_text(first)
    assert clock.inner_text() < first.replace("30:00", "30:01")


def test_doubles_with_computers(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    page.get_by_test_id("start-doubles").click()
    page.get_by_test_id("start").click()
    page.wait_for_selector(".game")
    expect(page.locator(".party-names span")).to_have_count(4)
    page.wait_for_selector(".game:not([data-actor='']):not([data-todo=moving]), .game[data-todo=over]")


@pytest.mark.parametrize("language", ["en", "hi", "ur"])
def test_nothing_sticks_out_on_a_small_phone(home: Served, open_page: Callable[..., Page], language: str) -> None:
    page = open_page(home.address, _in(language), viewport={"width": 360, "height": 740})
    for path in ("/", "/practice", "/laws", "/make", "/replay"):
        page.goto(home.address + path)
        page.wait_for_selector("h1")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360, path


def _in(language: str) -> str:
    return f"localStorage.setItem('carrom.prefs', JSON.stringify({{language: '{language}', sound: false, speed: 24}}))"


@pytest.mark.parametrize(("language", "script"), [("hi", r"[\u0900-\u097f]"), ("ur", r"[\u0600-\u06ff]")])
def test_players_and_refusals_speak_the_language(
    home: Served, open_page: Callable[..., Page], language: str, script: str
) -> None:
    """Opponents and hands to choose from, the law that an unlawful place offends, and nothing cut off at the side."""
    page = open_page(home.address, _in(language), viewport={"width": 1280, "height": 620})
    page.get_by_test_id("tune-computer").click()
    page.wait_for_selector("dialog select >> nth=2")
    for select in (0, 1):
        options = page.locator("dialog select").nth(select).locator("option").all_inner_texts()
        assert len(options) > 5
        assert [text for text in options if not re.match(script, text)] == []
    page.keyboard.press("Escape")
    page.get_by_test_id("start-here").click()
    page.locator(".prompt .go").click()
    page.wait_for_selector(".game[data-todo=strike]")
    field = page.locator(".numbers input").first
    field.fill("200")
    field.press("Tab")
    words = page.get_by_role("alert").inner_text()
    assert "130b" in words
    assert re.match(script, words)
    assert not re.search(r"[A-Za-z]{3}", words)
    heights = page.locator(".side > *").evaluate_all(
        "all => all.map(one => [one.className, one.scrollHeight, one.clientHeight])"
    )
    assert [one for one in heights if one[1] > one[2] + 8] == []  # Nastaliq reaches a little out of its lines


def test_reduced_motion_shows_the_end_at_once(home: Served, open_page: Callable[..., Page]) -> None:
    slow = "localStorage.setItem('carrom.prefs', JSON.stringify({language: 'en', sound: false, speed: 0.01}))"
    page = _two_here(open_page, home, script=slow, reduced_motion="reduce")
    seq = page.locator(".game").get_attribute("data-seq")
    Mouse().pull(page, 0, 150)
    page.wait_for_selector(f".game:not([data-seq='{seq}'])", timeout=15_000)


def test_the_play_page_is_small() -> None:
    """Everything that a first visit to a game loads: less than 80 KB gzipped."""
    index = (STATIC / "index.html").read_text()
    wanted = set(re.findall(r"/(assets/[\w.-]+)", index))
    manifest = [path.name for path in (STATIC / "assets").iterdir()]
    play = [
        name for name in manifest if name.startswith(("PlayPage", "Game", "BoardView", "table", "keys", "discs", "ui"))
    ]
    wanted |= {f"assets/{name}" for name in play}
    size = sum(len(gzip.compress((STATIC / name).read_bytes())) for name in wanted) + len(gzip.compress(index.encode()))
    assert len(wanted) >= 4
    assert size < 80_000, json.dumps({name: (STATIC / name).stat().st_size for name in wanted})
