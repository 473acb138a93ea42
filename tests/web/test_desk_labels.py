"""Labels at the desk: accessible names of settings, and pairs whose names are written in two scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.depth import by_depth
from tests.web.desk_client import DeskClub
from tests.web.desk_page import CALM, owner_page
from tests.web.words import desk_text

pytestmark = pytest.mark.browser
PAIRS = "name,partner,club\nعلی رضا,Ben Fox,Hill\nAsha Rao,بلال,Lake\nCarl,Dev,Mill\nEva,Fay,Port\n"
LABELS = """() => [...document.querySelectorAll(".setting-row :is(input, select)")].map((one) => {
  const by = (one.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean);
  const words = by.map((id) => document.getElementById(id)?.textContent ?? "?").join(" ");
  return [one.closest("[data-setting]").dataset.setting, words || (one.getAttribute("aria-label") ?? "")];
})"""


def test_every_setting_is_labelled_in_words(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    page = owner_page(club, open_page)
    page.goto(f"{club.address}/desk/{cup.id}/settings")
    expect(page.locator("[data-setting=tables] input")).to_have_value("4")
    named = [(setting, words) for setting, words in page.evaluate(LABELS)]
    assert len(named) > 40
    for setting, words in named:
        assert words, setting
        assert "?" not in words, "the labelling elements exist"
        assert "/" not in words, words
        assert "-" not in setting or setting not in words, words
    group_size = f"{desk_text('setting-group-size')} Singles · {desk_text('format-groups')}"
    expect(page.get_by_role("textbox", name=group_size)).to_have_value("4")
    expect(page.get_by_role("textbox", name=desk_text("setting-tables"), exact=True)).to_have_value("4")


def check_order(pair: Locator, first: str, second: str) -> None:
    """Check that the first name of the draw is on the left, in any script."""
    expect(pair).to_be_visible()
    names = pair.locator("bdi")
    left, right = names.filter(has_text=first).bounding_box(), names.filter(has_text=second).bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] <= right["x"] + 1 or left["y"] + left["height"] <= right["y"] + 1


@pytest.mark.parametrize("language", by_depth(["ur"], ["en", "ur"]))
def test_a_pair_in_two_scripts_keeps_its_order(club: DeskClub, open_page: Callable[..., Page], language: str) -> None:
    cup = club.begin("knockout", category="doubles", name="Pairs", tables="2", start="00:00")
    cup.act("import", text=PAIRS)
    cup.act("draw", random="1")
    pairs = [one["plays"]["S"] for one in cup.ask("people")["people"] if one["name"] in ("علی رضا", "Asha Rao")]
    assert len(pairs) == 2
    cup.call_all()
    script = f"localStorage.setItem('carrom.prefs', JSON.stringify({{language: '{language}'}}))"
    page = open_page(cup.link("desk"), script, **CALM)
    for pair in pairs:
        first, _, second = pair.partition(" / ")
        check_order(page.locator(".tile .side", has_text=second), first, second)
    page.locator("[data-panel=matches] input").fill("M1")
    row = page.locator(".found .row").first
    title, names = row.locator("small").bounding_box(), row.locator(".meeting").bounding_box()
    assert title is not None
    assert names is not None
    far = 0 if language == "en" else 1  # lines of the page begin left, or right
    begins = [box["x"] + far * box["width"] for box in (title, names)]
    assert abs(begins[0] - begins[1]) < 3, "names begin below the title of the match"
    page.locator("nav a[href$='/draw']").click()
    for pair in pairs:
        first, _, second = pair.partition(" / ")
        check_order(page.locator(".node .entry", has_text=second).first, first, second)
