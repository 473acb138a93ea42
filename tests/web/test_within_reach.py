"""Whatever can be done at a table on a phone is in sight: nothing has to be scrolled to."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from carrom.equipment import Seat
from carrom.match import Act
from carrom.match.log import acts
from tests.depth import some_of
from tests.server.conftest import Served
from tests.web.laid_tables import begun, lay, people, scattered
from tests.web.languages import LANGUAGES

pytestmark = pytest.mark.browser

LONG = {Seat.SOUTH: "Bhagyalakshmi Venkataraman", Seat.NORTH: "Ravichandran Subramaniam-Iyer"}
SMALL = ((360, 640), (360, 740), (740, 360), (640, 360), (320, 568))
WON: list[Act] = [*begun(scattered()), acts.StrokeMade(own=9, queen=True, rests=scattered(0, 9, 0))]
STAGES: dict[str, list[Act]] = {"toss": [], "next": [acts.Toss("a")], "over": WON}
ONCE = "localStorage['carrom.prefs'] ??= JSON.stringify({language: 'en', sound: false})"
BEYOND = """() => [...document.querySelectorAll('.top button, .top a, .deck :is(button, a, input, summary)')]
  .filter(one => one.offsetParent && !one.closest('.text-board'))
  .filter(one => { const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight; })
  .map(one => `${one.textContent || one.type} ends at ${one.getBoundingClientRect().bottom}`)"""


@pytest.mark.parametrize("stage", some_of(STAGES))
def test_what_is_asked_between_the_strokes_is_in_sight(
    home: Served, open_page: Callable[..., Page], stage: str
) -> None:
    link, keys = lay(home, people(LONG, length="board"), STAGES[stage])
    page = open_page(f"{link}#{keys['a1']}", ONCE, viewport={"width": 360, "height": 740}, has_touch=True)
    for language in some_of(LANGUAGES):
        page.evaluate("like => { localStorage['carrom.prefs'] = like; }", f'{{"language":"{language}","sound":false}}')
        page.reload()
        page.wait_for_selector(f"[lang={language}] .game[data-todo={stage}] .prompt")
        if stage != "over":
            page.locator(".rack summary").tap()  # the rack can be turned, too
        for width, height in SMALL:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(f"() => innerWidth === {width} && innerHeight === {height}")
            assert page.evaluate(BEYOND) == [], f"{stage} on {width}×{height} in {language}"
