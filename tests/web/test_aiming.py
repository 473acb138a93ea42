"""The board under somebody's hand: aiming, pulling, typing, and strokes shown as they ran."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Served
from tests.web.hands import Finger, Mouse, board_middle, two_here

pytestmark = pytest.mark.browser


def test_the_first_stroke_is_three_taps_away(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.get_by_test_id("start-here").tap()
    page.get_by_role("button", name="Break", exact=True).tap()
    page.wait_for_selector(".game[data-todo=strike]:not([data-actor=''])")
    seq = page.locator(".game").get_attribute("data-seq")
    Finger().pull(page, 10, 140)
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")


def test_a_stroke_is_shown_exactly_at_any_moment(home: Served, open_page: Callable[..., Page]) -> None:
    """The board seeks to moments of a hand-made trace: positions are those of the polynomial, the pocket swallows."""
    page = open_page(f"{home.address}/practice")
    page.wait_for_selector(".cb-white")
    trace = {
        "duration": 2.0,
        "discs": [["white", 15.9], ["striker", 20.65]],
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
    page = two_here(open_page, home)
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
    page = two_here(open_page, home)
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
    page = two_here(open_page, home)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="give up the match").first.click()
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
    page = two_here(open_page, home, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
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


def test_the_striker_is_refused_an_unlawful_place_with_the_law(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home)
    field = page.locator(".numbers input").first
    field.fill("200")
    field.press("Tab")
    expect(page.get_by_role("alert")).to_contain_text("130b")
    along = page.evaluate("() => document.querySelector('.board-host').board.aim.along")
    free = page.evaluate("() => document.querySelector('.board-host').board.state.aiming.lane.free")
    assert any(left - 1e-6 <= along <= right + 1e-6 for left, right in free)


def test_numbers_can_be_typed(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home)
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


def test_reduced_motion_shows_the_end_at_once(home: Served, open_page: Callable[..., Page]) -> None:
    slow = "localStorage.setItem('carrom.prefs', JSON.stringify({language: 'en', sound: false, speed: 0.01}))"
    page = two_here(open_page, home, script=slow, reduced_motion="reduce")
    seq = page.locator(".game").get_attribute("data-seq")
    Mouse().pull(page, 0, 150)
    page.wait_for_selector(f".game:not([data-seq='{seq}'])", timeout=15_000)
