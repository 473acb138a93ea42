"""At the table: a computer's turn that is seen, names and you, appeals, hints by agreement, the end of a match."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Served
from tests.server.talk import post_match
from tests.web.conftest import FAST
from tests.web.hands import WAITING, Mouse
from tests.web.laid_tables import SINGLES, begun, lay, people, scattered

pytestmark = pytest.mark.browser

PACED = FAST.replace("speed: 24, pace: 0", "speed: 8, pace: 0.3")
WATCH = """() => {
  window.seen = [];
  const game = document.querySelector('.game');
  const board = document.querySelector('.board-host').board;
  const note = what => window.seen.push([what, Number(game.dataset.seq), performance.now()]);
  new MutationObserver(() => note(game.dataset.todo)).observe(game, { attributeFilter: ['data-seq', 'data-todo'] });
  const watch = board.watch.bind(board);
  board.watch = (seen) => { if (seen) note(seen.aim.speed > 0 ? 'aims' : 'slides'); watch(seen); };
}"""


def _my_stroke(page: Page) -> bool:
    """Until the person here has to strike; whether that is the break."""
    is_break = False
    while True:
        page.wait_for_selector(WAITING)
        game = page.locator(".game")
        todo, seq = game.get_attribute("data-todo"), game.get_attribute("data-seq")
        if todo == "strike":
            return is_break
        if todo == "toss":
            is_break = True
            page.get_by_role("button", name="Break: Asha").click()
        else:
            assert todo == "place", todo
            Mouse().drag_due(page)
        page.wait_for_selector(f".game:not([data-seq='{seq}'])")


def test_a_computer_s_turn_is_seen_stroke_by_stroke(home: Served, open_page: Callable[..., Page]) -> None:
    """Two computers against one person and his computer: three of four strokes are nobody's here."""
    seats: list[dict[str, Any]] = [{"seat": "south", "name": "Asha", "who": "here"}]
    for seat in ("east", "north", "west"):
        seats.append({"seat": seat, "name": seat, "who": "computer", "player": "random", "skill": "beginner"})
    made = post_match(home.address, seats)
    buzzing = f"{PACED.replace('sound: false', 'sound: true')}; navigator.vibrate = () => {{ window.buzzed = true; }}"
    page = open_page(f"{home.address}/play/{made['id']}#{made['links'][0]['secret']}", buzzing)
    page.wait_for_selector(".game")
    page.evaluate(WATCH)
    own = set()
    if _my_stroke(page):  # the toss was won here
        while page.locator(".game").get_attribute("data-actor"):  # a stroke that keeps the turn is followed by another
            _my_stroke(page)
            before_it = page.locator(".game").get_attribute("data-seq")
            own.add(int(before_it or 0))
            Mouse().pull(page, 4, 150)
            page.wait_for_selector(f".game:not([data-seq='{before_it}']):not([data-todo=moving]):not([data-todo=sent])")
        expect(page).not_to_have_title(re.compile("Your turn"))
        _my_stroke(page)
    expect(page).to_have_title(re.compile("Your turn"))
    page.wait_for_function("() => window.buzzed")
    expect(page.get_by_test_id("umpire")).to_contain_text("Your turn.")
    seen: list[tuple[str, int, float]] = page.evaluate("window.seen")
    numbers = [seq for _, seq, _ in seen]
    moved = [seq for what, seq, _ in seen if what == "moving" and seq not in own]
    assert len(moved) >= 3, "each of the others has struck"
    for number in moved[1:]:  # the first one may have begun before anybody watched
        before = [what for what, at, _ in seen if at == number]
        assert before.index("slides") < before.index("aims") < before.index("moving"), before
        times = [when for what, at, when in seen if at == number and what in ("strike", "moving")]
        assert times[-1] - times[0] > 0.3 * 600, "time to read, and a thought"
    assert sorted(set(numbers)) == list(range(min(numbers), max(numbers) + 1)), "no event was jumped over"
    skip = page.get_by_test_id("skip")
    while skip.count() == 0:  # so softly that the turn passes; only a break that is missed is tried again
        _my_stroke(page)
        before_it = page.locator(".game").get_attribute("data-seq")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_selector(f".game:not([data-seq='{before_it}'])")
        page.wait_for_selector(f"[data-testid=skip], {WAITING}")
    skip.click()
    _my_stroke(page)


@pytest.mark.deep
def test_two_at_their_own_screens(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES, "link"), begun(scattered()))
    asha, ravi = (open_page(f"{address}#{keys[name]}") for name in ("a1", "b1"))
    # Names for others, "you" for oneself; one's own card is the near one.
    expect(asha.locator(".party.near")).to_contain_text("Asha (you)")
    expect(ravi.locator(".party.near")).to_contain_text("Ravi (you)")
    expect(ravi.get_by_test_id("umpire")).to_contain_text("Asha breaks, with white.")
    expect(asha.get_by_test_id("umpire")).to_contain_text("You break.")
    expect(asha.get_by_text("Your stroke", exact=True)).to_be_visible()
    # Others see where one aims.
    asha.keyboard.press("ArrowUp")
    ravi.wait_for_function("() => !document.querySelector('.cb-striker').hidden")
    expect(ravi.locator(".cb-ghost")).to_have_count(1)
    # Hints are for both or for nobody.
    asha.get_by_role("button", name="Menu").click()
    expect(asha.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    asha.get_by_role("button", name="Suggest hints and what-if for both").click()
    tried = asha.request.post(f"{served.address}/api/what-if", data={"match": address.rpartition("/")[2], "after": 3})
    assert tried.status == 403
    ravi.get_by_test_id("aids").get_by_role("button", name="Decline").click()
    expect(asha.get_by_test_id("aids")).to_have_count(0)
    # What the other side asks comes over the frame, and moves nothing that one aims with.
    aimed_with = asha.locator(".aim").bounding_box()
    ravi.get_by_role("button", name="Menu").click()
    ravi.get_by_role("button", name="Suggest hints and what-if for both").click()
    expect(asha.get_by_test_id("aids").get_by_role("button", name="Agree")).to_be_visible()
    assert asha.locator(".aim").bounding_box() == aimed_with
    asha.get_by_test_id("aids").get_by_role("button", name="Decline").click()
    expect(ravi.get_by_test_id("aids")).to_have_count(0)
    asha.get_by_role("button", name="Menu").click()
    asha.get_by_role("button", name="Suggest hints and what-if for both").click()
    asha.get_by_test_id("aids").get_by_role("button", name="Withdraw").click()
    expect(ravi.get_by_test_id("aids")).to_have_count(0)
    asha.get_by_role("button", name="Menu").click()
    asha.get_by_role("button", name="Suggest hints and what-if for both").click()
    ravi.get_by_test_id("aids").get_by_role("button", name="Agree").click()
    expect(asha.get_by_test_id("aids")).to_contain_text("Hints agreed")
    asha.get_by_role("button", name="Menu").click()
    asha.get_by_role("button", name="Hint", exact=True).click()
    expect(asha.get_by_test_id("hint")).to_contain_text("m/s", timeout=60_000)
    asha.get_by_role("button", name="Take this aim").click()
    assert asha.evaluate("document.querySelector('.board-host').board.aim.speed") > 0.5
    # Passing is asked about; an appeal stops play, and the other side grants the board anew.
    asha.get_by_role("button", name="Menu").click()
    asha.get_by_role("button", name="Pass the turn").click()
    asha.get_by_role("button", name="Play on").click()
    ravi.get_by_role("button", name="Menu").click()
    ravi.get_by_role("button", name="Appeal").click()
    ravi.get_by_label("Appeal").get_by_role("combobox").select_option("replay")
    ravi.get_by_label("What is it about?").fill("the light went out")
    ravi.locator("dialog button.go").click()
    expect(asha.get_by_test_id("stopped")).to_contain_text("Ravi asks for this board to be played again.")
    asha.get_by_role("button", name="Agree: play this board again").click()
    for page in (asha, ravi):
        expect(page.get_by_test_id("next")).to_be_visible()
    asha.get_by_text("Turn the rack").click()
    asha.get_by_role("slider", name="Turn the rack").fill("80")
    for page in (asha, ravi):
        page.get_by_test_id("next").get_by_role("button", name="Ready").click()
    asha.wait_for_selector(".game[data-todo=strike]")
    # Without network one is told at once, and what was done is kept.
    asha.context.set_offline(True)
    expect(asha.get_by_text("No connection.")).to_be_visible()
    Mouse().pull(asha, 2, 150)
    expect(asha.get_by_test_id("sending")).to_be_visible()
    asha.context.set_offline(False)
    ravi.wait_for_selector(".game[data-todo=strike][data-actor=b1], .game[data-todo=place], .game[data-todo=strike]")
    # The end.
    ravi.get_by_role("button", name="Menu").click()
    ravi.get_by_role("button", name="Concede").click()
    ravi.get_by_role("button", name="Give up the match").click()
    expect(asha.get_by_role("heading", name="You win!")).to_be_visible()
    expect(ravi.get_by_role("heading", name="Asha wins. Well played.")).to_be_visible()
    expect(asha.locator(".confetti")).to_have_count(1)
    expect(ravi.locator(".confetti")).to_have_count(0)
    asha.reload()
    expect(asha.get_by_test_id("over")).to_be_visible()
    expect(asha.locator(".confetti")).to_have_count(0)
    ravi.get_by_role("button", name="Sign the card").click()
    expect(asha.get_by_test_id("signed")).to_contain_text("Ravi")
