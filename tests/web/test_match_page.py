"""The page of a match: a computer's turn, names and "you", appeals, hints by agreement, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Served
from tests.server.talk import post_match
from tests.web.conftest import FAST
from tests.web.input_devices import WAITING, Mouse
from tests.web.stored_matches import SINGLES, begun, lay, people, scattered
from tests.web.words import game_text

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
    """Play up to the own stroke; return whether it is the break."""
    is_break = False
    while True:
        page.wait_for_selector(WAITING)
        game = page.locator(".game")
        todo, seq = game.get_attribute("data-todo"), game.get_attribute("data-seq")
        if todo == "strike":
            return is_break
        if todo == "toss":
            is_break = True
            page.get_by_role("button", name=game_text("toss-break-by", name="Asha")).click()
        else:
            assert todo == "place", todo
            Mouse().drag_due(page)
        page.wait_for_selector(f".game:not([data-seq='{seq}'])")


def test_a_computers_turn_is_shown_stroke_by_stroke(home: Served, open_page: Callable[..., Page]) -> None:
    """Play with a computer partner against two computers: three of four strokes are shown only."""
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
        expect(page).not_to_have_title(game_text("tab-turn"))
        _my_stroke(page)
    expect(page).to_have_title(game_text("tab-turn"))
    page.wait_for_function("() => window.buzzed")
    expect(page.get_by_test_id("umpire")).to_contain_text(game_text("told-to-you"))
    seen: list[tuple[str, int, float]] = page.evaluate("window.seen")
    numbers = [seq for _, seq, _ in seen]
    moved = [seq for what, seq, _ in seen if what == "moving" and seq not in own]
    assert len(moved) >= 3, "each computer played a stroke"
    for number in moved[1:]:  # the first one may have begun before the observer
        before = [what for what, at, _ in seen if at == number]
        assert before.index("slides") < before.index("aims") < before.index("moving"), before
        times = [when for what, at, when in seen if at == number and what in ("strike", "moving")]
        assert times[-1] - times[0] > 0.3 * 600, "time to read before the stroke"
    assert sorted(set(numbers)) == list(range(min(numbers), max(numbers) + 1)), "no event was skipped"
    skip = page.get_by_test_id("skip")
    while skip.count() == 0:  # too weak to reach a piece: the turn passes, unless it was the break
        _my_stroke(page)
        before_it = page.locator(".game").get_attribute("data-seq")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_selector(f".game:not([data-seq='{before_it}'])")
        page.wait_for_selector(f"[data-testid=skip], {WAITING}")
    skip.click()
    _my_stroke(page)


@pytest.mark.deep
def test_two_play_at_their_own_screens(served: Served, open_page: Callable[..., Page]) -> None:
    address, keys = lay(served, people(SINGLES, "link"), begun(scattered()))
    asha, ravi = (open_page(f"{address}#{keys[name]}") for name in ("a1", "b1"))
    # Each page calls its own player "you" and shows that player's card near.
    expect(asha.locator(".party.near")).to_contain_text(f"Asha ({game_text('you-mark')})")
    expect(ravi.locator(".party.near")).to_contain_text(f"Ravi ({game_text('you-mark')})")
    expect(ravi.get_by_test_id("umpire")).to_contain_text(game_text("said-play", breaker="Asha"))
    expect(asha.get_by_test_id("umpire")).to_contain_text(game_text("said-play-you"))
    expect(asha.get_by_text(game_text("your-stroke"), exact=True)).to_be_visible()
    # Opponents see the aim.
    asha.keyboard.press("ArrowUp")
    ravi.wait_for_function("() => !document.querySelector('.cb-striker').hidden")
    expect(ravi.locator(".cb-ghost")).to_have_count(1)
    # Hints need the agreement of both sides.
    asha.get_by_role("button", name=game_text("menu")).click()
    expect(asha.get_by_role("button", name=game_text("hint"), exact=True)).to_have_count(0)
    asha.get_by_role("button", name=game_text("aid-ask")).click()
    tried = asha.request.post(f"{served.address}/api/what-if", data={"match": address.rpartition("/")[2], "after": 3})
    assert tried.status == 403
    ravi.get_by_test_id("aids").get_by_role("button", name=game_text("ask-decline")).click()
    expect(asha.get_by_test_id("aids")).to_have_count(0)
    # A question of the other side moves no control.
    aimed_with = asha.locator(".aim").bounding_box()
    ravi.get_by_role("button", name=game_text("menu")).click()
    ravi.get_by_role("button", name=game_text("aid-ask")).click()
    expect(asha.get_by_test_id("aids").get_by_role("button", name=game_text("aid-agree"))).to_be_visible()
    assert asha.locator(".aim").bounding_box() == aimed_with
    asha.get_by_test_id("aids").get_by_role("button", name=game_text("ask-decline")).click()
    expect(ravi.get_by_test_id("aids")).to_have_count(0)
    asha.get_by_role("button", name=game_text("menu")).click()
    asha.get_by_role("button", name=game_text("aid-ask")).click()
    asha.get_by_test_id("aids").get_by_role("button", name=game_text("ask-withdraw")).click()
    expect(ravi.get_by_test_id("aids")).to_have_count(0)
    asha.get_by_role("button", name=game_text("menu")).click()
    asha.get_by_role("button", name=game_text("aid-ask")).click()
    ravi.get_by_test_id("aids").get_by_role("button", name=game_text("aid-agree")).click()
    expect(asha.get_by_test_id("aids")).to_contain_text(game_text("aid-on"))
    asha.get_by_role("button", name=game_text("menu")).click()
    asha.get_by_role("button", name=game_text("hint"), exact=True).click()
    expect(asha.get_by_test_id("hint")).to_contain_text(game_text.pattern("hint-power"), timeout=60_000)
    asha.get_by_role("button", name=game_text("take-aim")).click()
    assert asha.evaluate("document.querySelector('.board-host').board.aim.speed") > 0.5
    # Passing needs a confirmation; an appeal stops play, and the other side grants a replay of the board.
    asha.get_by_role("button", name=game_text("menu")).click()
    asha.get_by_role("button", name=game_text("pass")).click()
    asha.get_by_role("button", name=game_text("concede-not")).click()
    ravi.get_by_role("button", name=game_text("menu")).click()
    ravi.get_by_role("button", name=game_text("appeal")).click()
    ravi.get_by_label(game_text("appeal")).get_by_role("combobox").select_option("replay")
    ravi.get_by_label(game_text("appeal-text")).fill("the light went out")
    ravi.locator("dialog button.go").click()
    expect(asha.get_by_test_id("stopped")).to_contain_text(game_text("stopped-replay", name="Ravi"))
    asha.get_by_role("button", name=game_text("grant-replay")).click()
    for page in (asha, ravi):
        expect(page.get_by_test_id("next")).to_be_visible()
    asha.get_by_text(game_text("turn-rack")).click()
    asha.get_by_role("slider", name=game_text("turn-rack")).fill("80")
    for page in (asha, ravi):
        page.get_by_test_id("next").get_by_role("button", name=game_text("ready")).click()
    asha.wait_for_selector(".game[data-todo=strike]")
    # Without network the page says so at once and keeps the stroke.
    asha.context.set_offline(True)
    expect(asha.get_by_text(game_text("offline"))).to_be_visible()
    Mouse().pull(asha, 2, 150)
    expect(asha.get_by_test_id("sending")).to_be_visible()
    asha.context.set_offline(False)
    ravi.wait_for_selector(".game[data-todo=strike][data-actor=b1], .game[data-todo=place], .game[data-todo=strike]")
    # The end.
    ravi.get_by_role("button", name=game_text("menu")).click()
    ravi.get_by_role("button", name=game_text("concede")).click()
    ravi.get_by_role("button", name=game_text("concede-match-you")).click()
    expect(asha.get_by_role("heading", name=game_text("wins-you"))).to_be_visible()
    expect(ravi.get_by_role("heading", name=game_text("loses-you", name="Asha"))).to_be_visible()
    expect(asha.locator(".confetti")).to_have_count(1)
    expect(ravi.locator(".confetti")).to_have_count(0)
    asha.reload()
    expect(asha.get_by_test_id("over")).to_be_visible()
    expect(asha.locator(".confetti")).to_have_count(0)
    ravi.get_by_role("button", name=game_text("sign-card")).click()
    expect(asha.get_by_test_id("signed")).to_contain_text("Ravi")
