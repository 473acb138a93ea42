"""The strip of a party on a narrow phone: name and score are read, whatever else stands beside them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from carrom.equipment import Seat
from carrom.match.log import acts
from tests.server.conftest import Served
from tests.web.laid_tables import begun, lay, people, scattered
from tests.web.languages import in_each_language
from tests.web.test_one_screen import FITTED

pytestmark = pytest.mark.browser

NAMES = {Seat.SOUTH: "Bhagyalakshmi", Seat.NORTH: "Ravi"}
# The widths of what is seen of the name, then whether one of the parts lies on the next or beyond the strip.
READ = """() => {
  const party = document.querySelector('.party.active'), { left, right } = party.getBoundingClientRect();
  const seen = [...party.querySelectorAll('.party-names, .points, .left, .badge')]
    .map(one => one.getBoundingClientRect()).filter(box => box.width > 0).sort((a, b) => a.left - b.left);
  const isCut = seen.some(box => box.left < left || box.right > right);
  return { name: party.querySelector('.party-names').clientWidth,
    cut: isCut, over: seen.some((box, n) => n && box.left < seen[n - 1].right - 1) };
}"""


@in_each_language
def test_a_name_is_read_while_the_queen_waits(home: Served, open_page: Callable[..., Page], language: str) -> None:
    taken = [acts.StrokeMade(own=1, rests=scattered(8)), acts.StrokeMade(queen=True, rests=scattered(8, 9, 0))]
    link, keys = lay(home, people(NAMES, clock=True), [*begun(scattered()), *taken])
    likes = f"localStorage.setItem('carrom.prefs', JSON.stringify({{language: '{language}', sound: false}}))"
    page = open_page(f"{link}#{keys['a1']}", likes, has_touch=True)
    page.wait_for_selector(".game[data-todo=strike] .party.active .badge.queen")
    for width, height in ((360, 740), (320, 568), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FITTED)
        found = page.evaluate(READ)
        assert not found["cut"], f"something is cut on {width}×{height}"
        assert not found["over"], f"something lies on another on {width}×{height}"
        assert found["name"] >= 40, f"the name has {found['name']} px on {width}×{height}"
