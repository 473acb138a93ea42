"""The coach below a replay: its graph, its verdict on a stroke, and the better stroke on the board."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from carrom.match import ByParty, Record
from carrom.match.log.acts import StrokeMade
from carrom.play import LEVELS, Contestant, Luck, Seating, play_board
from carrom.players import player_named
from tests.server.conftest import Served
from tests.web.words import game_text, page_text

pytestmark = pytest.mark.browser


def test_the_coach_analyses_an_opened_record(home: Served, open_page: Callable[..., Page]) -> None:
    careless = Contestant(player_named("random"), LEVELS["casual"])
    board = play_board(Seating(ByParty((careless,), (careless,))), Luck((2, 7)), most_strokes=4).match
    strokes = [event.number for event in board.events() if isinstance(event.act, StrokeMade)]
    page = open_page(f"{home.address}/replay")
    page.locator("textarea").fill(Record.of(board).text())
    page.get_by_role("button", name=game_text("open"), exact=True).click()
    page.get_by_role("button", name=page_text("coach-ask")).click()
    graph = page.get_by_role("img", name=page_text("coach-course"))
    expect(graph).to_be_visible(timeout=120_000)
    coach = page.locator(".coach")
    expect(coach.get_by_text(page_text("coach-few")).first).to_be_visible()
    for words in coach.get_by_test_id("parts").all_inner_texts():  # in words, not as signed figures
        assert page_text.pattern("coach-choices-cost").search(words), words
        assert _any_of("coach-hand-cost", "coach-hand-gave", "coach-hand-even").search(words), words
        assert _any_of("coach-luck-gave", "coach-luck-cost", "coach-luck-even").search(words), words
        assert re.search(r"\d+\.\d", words), words
        assert "−" not in words
        assert "-" not in words
    turning = coach.locator(".buttons button")
    assert turning.count() == min(3, len(strokes))
    turning.first.click()
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text(page_text.pattern("coach-stated"))
    worst = max(strokes[1:], key=lambda number: _lost(page, number))
    page.locator(f".moments button:has-text('{worst}. ')").first.click()
    before = page.evaluate("() => document.querySelector('.board-host').board.state.discs.length")
    page.get_by_role("button", name=page_text("coach-better")).click()
    page.wait_for_function("() => document.querySelector('.board-host').board.state.hints.length === 1")
    assert page.evaluate("() => document.querySelector('.board-host').board.state.discs.length") >= before


def _lost(page: Page, number: int) -> float:
    page.locator(f".moments button:has-text('{number}. ')").first.click()
    page.wait_for_selector(f"[data-moment='{number}']")
    return float(page.locator(".verdict").get_attribute("data-cost") or "nan")


def _any_of(*keys: str) -> re.Pattern[str]:
    return re.compile("|".join(page_text.pattern(key).pattern for key in keys))
