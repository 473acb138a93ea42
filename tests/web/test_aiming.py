"""Aiming on the board: dragging, pulling and typing, and strokes shown as they were simulated."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from carrom.equipment import Piece, Position
from tests.server.conftest import Served
from tests.web.input_devices import Finger, Mouse, board_middle, come_to_strike, two_here
from tests.web.stored_matches import SINGLES, begun, lay, people, scattered
from tests.web.words import game_text

pytestmark = pytest.mark.browser

GLASS = "document.querySelector('.lens canvas')"
# The colour in the magnifier a little above its middle: a black piece, or bare wood.
IN_THE_MIDDLE = f"""(() => {{ const glass = {GLASS};
  const [r, g, b] = glass.getContext('2d').getImageData(glass.width / 2 + 6, glass.height * 0.27, 1, 1).data;
  return r + g + b < 240 ? 'dark' : 'bright'; }})()"""


def test_the_first_stroke_is_three_taps_away(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.get_by_test_id("start-new").tap()
    finger = Finger()
    seq = come_to_strike(page, finger)
    finger.pull(page, 10, 140)
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")


def test_a_stroke_is_shown_exactly_at_any_moment(home: Served, open_page: Callable[..., Page]) -> None:
    """Seek to moments of a hand-made trace: positions follow its polynomials, and a pocketed piece is hidden."""
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

    def turned() -> float:
        return float((page.locator(".dial output").text_content() or "").rstrip("°"))

    page.mouse.move(x + 40, y + 120)
    coarse = turned()
    page.keyboard.down("Shift")
    page.mouse.move(x + 80, y + 120)
    fine = abs(turned() - coarse)
    page.keyboard.up("Shift")
    assert 0 < fine < abs(coarse) / 4, "Shift makes the same movement turn less"
    before = turned()
    page.mouse.wheel(0, 100)
    page.wait_for_function(
        "was => document.querySelector('.dial output').textContent !== `${was}°`", arg=f"{before:.2f}"
    )
    assert 0 < abs(turned() - before) < 1, "the wheel turns the line by less than a degree"
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".cb-ghost")).to_have_count(0)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 120)
    page.mouse.move(x, y + 8)
    page.mouse.up()
    expect(page.locator(".cb-ghost")).to_have_count(0)
    Mouse().pull(page, 0, 120)
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")


def test_a_line_turned_past_half_a_turn_can_be_struck(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    seq = page.locator(".game").get_attribute("data-seq")
    box = page.locator(".cb-board").bounding_box()
    assert box
    x, top, bottom = box["x"] + box["width"] * 0.9, box["y"] + box["height"] * 0.1, box["y"] + box["height"] * 0.9
    finger, turned = Finger(), list[float]()
    for _ in range(6):
        finger.drag(page, (x, top), (x, bottom))
        turned.append(float((page.locator(".dial output").text_content() or "").rstrip("°")))
    assert any(later < before for before, later in pairwise(turned)), f"it passes behind the striker: {turned}"
    assert all(-180 < direction <= 180 for direction in turned)
    finger.pull(page, 0, 120)
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")


def test_the_dial_turns_one_way_all_around(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/practice", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.wait_for_selector(".aim-room:not([inert])")
    for _ in range(70):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".dial output")).to_have_text("105.00°")
    box = page.locator(".dial").bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    Finger().drag(page, (box["x"] + 10, y), (box["x"] + box["width"] - 10, y))
    turned = float((page.locator(".dial output").text_content() or "").rstrip("°"))
    assert 105 < turned < 180, "a drag to the right turns right even where the line points back"


def test_rotating_the_phone_cancels_a_pull(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    seq = page.locator(".game").get_attribute("data-seq")
    box = page.locator(".power").bounding_box()
    assert box
    touch = page.context.new_cdp_session(page)
    x, y = box["x"] + 10, box["y"] + box["height"] / 2
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + 10 * step, "y": y}]})
    page.wait_for_function("() => document.querySelector('.board-host').board.aim.speed > 0.5")
    page.set_viewport_size({"width": 740, "height": 360})
    page.wait_for_function("() => document.querySelector('.board-host').board.aim.speed === 0")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.keyboard.press("ArrowUp")  # the page still reacts, to the same stroke
    page.wait_for_function("() => document.querySelector('.board-host').board.aim.speed > 0")
    assert page.locator(".game").get_attribute("data-seq") == seq


def test_a_stroke_without_power_asks_for_power(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home)
    seq = page.locator(".game").get_attribute("data-seq")
    page.keyboard.press("Enter")
    expect(page.get_by_text(game_text("no-power"))).to_be_visible()
    assert page.locator(".game").get_attribute("data-seq") == seq


@pytest.mark.parametrize("start", [".stage", ".prompt p"])
def test_a_pull_selects_no_text(home: Served, open_page: Callable[..., Page], start: str) -> None:
    """Pull by mouse from the board or from beside it, over the text of the page: no browser selects anything."""
    page = two_here(open_page, home)
    marks = "() => document.querySelector('.umpire p').dispatchEvent(new Event('selectstart', %s))"
    can_mark = marks % "{ bubbles: true, cancelable: true }"
    assert page.evaluate(can_mark)
    _drag_over_words(page, start)
    expect(page.locator(".cb-ghost")).to_be_visible()
    assert not page.evaluate(can_mark), "browsers begin selecting at different moments: the start itself is prevented"
    page.keyboard.press("Escape")
    assert page.evaluate(can_mark)
    page.mouse.up()
    assert page.evaluate("() => getSelection().toString()") == ""


def test_a_pull_after_the_end_selects_no_text(home: Served, open_page: Callable[..., Page]) -> None:
    """Beside the board a press selects nothing even at the end of a match; the umpire's text can be selected then."""
    page = two_here(open_page, home)
    page.get_by_role("button", name=game_text("menu")).click()
    page.get_by_role("button", name=game_text("concede")).click()
    page.get_by_role("button", name=game_text.pattern("concede-match")).first.click()
    expect(page.get_by_test_id("over")).to_be_visible()
    _drag_over_words(page, ".stage")
    page.mouse.up()
    assert page.evaluate("() => getSelection().toString()") == ""
    page.get_by_test_id("umpire").locator("p").first.click(click_count=3, position={"x": 9, "y": 9})
    assert page.evaluate("() => getSelection().toString().length") > 5


def _drag_over_words(page: Page, start: str) -> None:
    """Press near the left edge of `start` and move the mouse over text."""
    box = page.locator(start).first.bounding_box()
    assert box
    page.mouse.move(box["x"] + 6, box["y"] + box["height"] / 2)
    page.mouse.down()
    for target in (".umpire p", ".party-names", ".top .where"):
        over = page.locator(target).first.bounding_box()
        assert over
        page.mouse.move(over["x"] + over["width"] - 3, over["y"] + over["height"] / 2, steps=4)


FINGER = """() => {
  const { board } = document.querySelector('.board-host');
  const area = document.querySelector('.game');
  area.setPointerCapture = () => undefined;
  const strokes = [];
  board.strike = aim => strokes.push(aim);
  const fire = (on, type, x, y, at) => {
    const event = new PointerEvent(type, { clientX: x, clientY: y, pointerId: 7, pointerType: 'touch', button: 0,
      bubbles: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    document.querySelector(on).dispatchEvent(event);
  };
  const middle = on => {
    const box = document.querySelector(on).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
"""


def test_a_finger_aims_to_a_tenth_of_a_degree(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)

    # A hand that trembles by 2 px turns the line to its target, correcting by eye, and rolls off.
    errors = page.evaluate(
        FINGER
        + """
          let seed = 7;
          const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647 * 2 - 1;
          return [['.dial', 0.7], ['.deck', -3.4], ['.cb-board', 1.3], ['.cb-board', 24.45], ['.dial', -41.17]].map(
            ([on, target], round) => {
              let at = 10000 * (round + 1), [x, y] = middle(on);
              fire(on, 'pointerdown', x, y, at);
              for (let step = 0; step < 240; step++) {
                const left = target - board.aim.direction;
                x += Math.max(-14, Math.min(14, left * (Math.abs(left) > 1 ? 2 : 8)));
                fire(on, 'pointermove', x + 2 * random(), y + 2 * random(), at += 16);
              }
              for (let roll = 1; roll <= 4; roll++) fire(on, 'pointermove', x + 3 * roll, y - 2 * roll, at += 14);
              fire(on, 'pointerup', x + 13, y - 9, at += 10);
              return [on, Math.abs(board.aim.direction - target), strokes.length];
            });
        }"""
    )
    assert [stroke for _, _, stroke in errors] == [0] * 5, "turning plays no stroke"
    assert max(error for _, error, _ in errors) < 0.1, errors


COUNT = """() => {
  const { board } = document.querySelector('.board-host');
  const strike = board.strike.bind(board);
  window.strokes = [];
  board.strike = aim => { window.strokes.push(aim); strike(aim); };
}"""


def test_a_swipe_strikes_nothing_but_a_pull_that_rests_does(home: Served, open_page: Callable[..., Page]) -> None:
    """Swipe by touch events over the board, below it and from the bar, up and down, fast and slowly, in both modes."""
    page = two_here(open_page, home, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.evaluate(COUNT)
    finger = Finger()

    def swipe(on: str, dx: float, dy: float, lasts: float) -> None:
        box = page.locator(on).bounding_box()
        assert box
        x, y = box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2
        steps = [(x + dx * n / 5, y + dy * n / 5, lasts * n / 5) for n in range(6)]
        finger.timed(page, *steps, (x + dx, y + dy, lasts + 8))

    swipe(".cb-board", 25, -160, 250)
    swipe(".power", 40, -70, 250)
    expect(page.get_by_role("alert")).to_have_count(0)
    swipe(".power", 100, -17, 40)  # along the bar, and torn away
    expect(page.get_by_role("alert")).to_contain_text(game_text("swiped"))
    assert page.evaluate("window.strokes") == []
    page.get_by_role("button", name=game_text("aiming-fine")).click()  # a tap at once would only end the fling
    page.wait_for_selector(".aim[data-fine=false]")
    for up in (1, -1):
        for lasts in (60, 900):
            swipe(".cb-board", 25, 160 * up, lasts)
            swipe(".deck", 25, 120 * up, lasts)
            swipe(".power", 40, 70 * up, lasts)
    assert page.evaluate("window.strokes") == []
    expect(page.get_by_role("alert")).to_contain_text(game_text("swiped"))

    seq = page.locator(".game").get_attribute("data-seq")
    card = page.locator(".party.near").bounding_box()  # a pull may start anywhere
    assert card
    x, y = card["x"] + 30, card["y"] + card["height"] / 2
    rolled = [(x + 17, y + 84, 690.0), (x + 20, y + 81, 700.0), (x + 22, y + 79, 710.0)]
    finger.timed(page, (x, y, 0), (x, y + 60, 100), (x + 10, y + 90, 200), (x + 10, y + 91, 450), *rolled)
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")
    (stroke,) = page.evaluate("window.strokes")
    assert stroke["direction"] == pytest.approx(-math.degrees(math.atan2(10, 91)), abs=0.3), "the direction at rest"


def test_pulling_in_fine_mode_explains_how_to_strike(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home, has_touch=True, viewport={"width": 360, "height": 740})
    page.wait_for_selector(".aim[data-fine=true]")
    striker = page.locator(".cb-striker").bounding_box()
    assert striker
    x, y = striker["x"] + striker["width"] / 2, striker["y"] + striker["height"] / 2
    Finger().drag(page, (x, y), (x + 30, y + 4))  # slides it
    expect(page.get_by_role("alert")).to_have_count(0)
    Finger().drag(page, (x + 30, y), (x + 34, y + 70))
    expect(page.get_by_role("alert")).to_contain_text(game_text("pulled-back"))
    page.wait_for_selector(".game[data-todo=strike]")


def test_an_unlawful_place_of_the_striker_names_the_law(home: Served, open_page: Callable[..., Page]) -> None:
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
    page.get_by_role("button", name=game_text("strike")).click()
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")
    page.get_by_role("button", name=game_text("menu")).click()
    with page.expect_download() as started:
        page.get_by_role("link", name=game_text("record")).click()
    record = Path(started.value.path()).read_text()
    assert re.search(r"-7\.5\b.*4\.2\b", record), record


def test_the_line_is_red_where_the_striker_falls(home: Served, open_page: Callable[..., Page]) -> None:
    """Coin and striker both fall, the striker off the frame: the line shows it before the stroke."""
    others = [Piece(piece.kind, -abs(piece.x) - (40 if piece.x > 0 else 0), piece.y) for piece in scattered(8).pieces]
    link, keys = lay(home, people(SINGLES), begun(Position((Piece("white", 210, 40), *others))))
    page = open_page(f"{link}#{keys['a1']}")
    page.wait_for_selector(".game[data-todo=strike]")
    fields = page.locator(".numbers input")

    def aimed(*numbers: str) -> tuple[bool, bool]:
        """Return whether the page shows the striker falling, and the coin."""
        for index, value in enumerate(numbers):
            fields.nth(index).fill(value)
            fields.nth(index).press("Tab")
        red, glow = page.locator(".cb-onward.cb-lost"), page.locator(".cb-glow:not(.cb-lost)")
        return red.count() > 0, glow.count() > 0

    assert aimed("90", "22.08", "1.20") == (False, True)
    assert aimed("90", "22.08", "3.00") == (True, True)
    seq = page.locator(".game").get_attribute("data-seq")
    page.get_by_role("button", name=game_text("strike")).click()
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")
    expect(page.get_by_test_id("umpire")).to_contain_text(game_text("told-foul-striker"))


def test_the_line_ends_where_the_striker_comes_to_rest(home: Served, open_page: Callable[..., Page]) -> None:

    page = two_here(open_page, home)
    page.evaluate(
        """() => {
          const { board } = document.querySelector('.board-host');
          board.setAim({ along: 31, direction: -8.25, speed: 5.5 });
          const load = board.load.bind(board);
          board.load = (trace, discs) => { window.trace = trace; return load(trace, discs); };
        }"""
    )
    line = page.locator(".cb-onward").get_attribute("points")
    assert line
    seq = page.locator(".game").get_attribute("data-seq")
    page.get_by_role("button", name=game_text("strike")).click()
    page.wait_for_selector(f".game:not([data-seq='{seq}'])")
    segments = page.evaluate("window.trace.segments.filter(([disc]) => disc === window.trace.discs.length - 1)")
    _, start, end, x, y, vx, vy, ax, ay = segments[-1]
    rest = x + (vx + ax * (end - start) / 2) * (end - start), y + (vy + ay * (end - start) / 2) * (end - start)
    assert [float(number) for number in line.split()[-1].split(",")] == pytest.approx(rest, abs=0.1)


def test_reduced_motion_shows_the_end_at_once(home: Served, open_page: Callable[..., Page]) -> None:
    slow = "localStorage.setItem('carrom.prefs', JSON.stringify({language: 'en', sound: false, speed: 0.01}))"
    page = two_here(open_page, home, script=slow, reduced_motion="reduce")
    seq = page.locator(".game").get_attribute("data-seq")
    Mouse().pull(page, 0, 150)
    page.wait_for_selector(f".game:not([data-seq='{seq}'])", timeout=15_000)


def test_the_magnifier_shows_the_current_board(home: Served, open_page: Callable[..., Page]) -> None:
    """Compare the magnifier before and after a stroke that moves the piece in the middle."""
    link, keys = lay(home, people(SINGLES), begun(scattered(near=[Piece("black", 0, 0)])))
    page = open_page(f"{link}#{keys['a1']}")
    page.wait_for_selector(".game[data-todo=strike] .lens canvas")
    page.wait_for_function(f"() => {IN_THE_MIDDLE} === 'dark'")
    seq = page.locator(".game").get_attribute("data-seq")
    page.evaluate(
        "() => { const { board } = document.querySelector('.board-host'); board.setAim({ speed: 2 }); board.strike(); }"
    )
    page.wait_for_selector(f".game:not([data-seq='{seq}'])[data-todo=strike] .lens canvas")
    discs = "document.querySelector('.board-host').board.state.discs"
    assert page.evaluate(f"() => !{discs}.some(({{ x, y }}) => x === 0 && y === 0)"), "the piece was moved"
    # A second magnifier painted now equals the first one.
    page.wait_for_function(
        f"""() => {{ const glass = {GLASS}, second = glass.cloneNode();
          glass.parentNode.append(second);
          document.querySelector('.board-host').board.lens(second);
          second.remove();
          return second.toDataURL() === glass.toDataURL(); }}"""
    )
