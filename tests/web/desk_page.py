"""The desk's page: opening it, moving between screens, confirming, typing results."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.desk_client import DeskClub, containing
from tests.web.words import desk_text

CALM = {"reduced_motion": "reduce", "viewport": {"width": 1366, "height": 768}}


def owner_page(club: DeskClub, open_page: Callable[..., Page]) -> Page:
    """Open the desk signed in as the owner."""
    page = open_page(f"{club.address}/desk", **CALM)
    name, _, value = club.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": club.address}])
    page.reload()
    return page


def go_to(page: Page, screen: str) -> None:
    page.locator(f"nav a[href$='/{screen}']").click()


def confirm(page: Page, reason: str = "") -> None:
    """Confirm the question on the screen."""
    box = page.get_by_role("dialog").last
    if reason:
        box.get_by_label(desk_text("reason")).fill(reason)
    button = box.locator(".asking .buttons button").last
    expect(button).to_be_enabled()
    button.click()
    expect(box.locator(".asking")).to_have_count(0)


def type_result(page: Page, line: str, *parts: str) -> None:
    """Type a line and enter it; its meaning contains these names and figures before and afterwards."""
    field = page.locator("#result-line")
    field.fill(line)
    expect(page.get_by_test_id("meaning").locator(".means").first).to_contain_text(containing(*parts))
    field.press("Enter")
    expect(field).to_have_value("")
    expect(page.get_by_test_id("told")).to_contain_text(containing(*parts))
