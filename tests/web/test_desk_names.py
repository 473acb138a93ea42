"""What things are called at the desk: settings, for who hears the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.desk_hands import DeskClub
from tests.web.test_desk_evening import owner_page

pytestmark = pytest.mark.browser
LABELS = """() => [...document.querySelectorAll(".setting-row :is(input, select)")].map((one) => {
  const by = (one.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean);
  const words = by.map((id) => document.getElementById(id)?.textContent ?? "?").join(" ");
  return [one.closest("[data-setting]").dataset.setting, words || (one.getAttribute("aria-label") ?? "")];
})"""


def test_every_setting_is_called_by_its_words(club: DeskClub, open_page: Callable[..., Page]) -> None:
    cup = club.new()
    page = owner_page(club, open_page)
    page.goto(f"{club.address}/desk/{cup.id}/settings")
    expect(page.locator("[data-setting=tables] input")).to_have_value("4")
    named = [(setting, words) for setting, words in page.evaluate(LABELS)]
    assert len(named) > 40
    for setting, words in named:
        assert words, setting
        assert "?" not in words, "what a field is named by is there"
        assert "/" not in words, words
        assert "-" not in setting or setting not in words, words
    expect(page.get_by_role("textbox", name="How many in a group Singles · groups")).to_have_value("4")
    expect(page.get_by_role("textbox", name="How many carrom boards", exact=True)).to_have_value("4")
