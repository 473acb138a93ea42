"""Replays, records, and strokes tried from a moment of a match."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from carrom.laws import rulebook
from carrom.match import Event, Record, Setup
from carrom.match.log import acts
from tests.server.conftest import Served
from tests.web.conftest import FAST
from tests.web.input_devices import Mouse, two_here
from tests.web.words import game_text, page_text

pytestmark = pytest.mark.browser


def test_replay_scrub_share_and_pictures(home: Served, open_page: Callable[..., Page]) -> None:
    page = two_here(open_page, home, script=f"{FAST}; Object.defineProperty(navigator, 'clipboard', {{}})")
    seq = page.locator(".game").get_attribute("data-seq")
    Mouse().pull(page, 5, 150)
    page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=moving])")
    match = page.url.rsplit("/", 1)[1]
    stroke = int(seq or 0) + 1
    page.goto(f"{home.address}/replay/{match}?stroke={stroke}")
    page.wait_for_selector(f"[data-moment='{stroke}']")
    expect(page.get_by_test_id("words").locator(".law")).not_to_have_count(0)
    score = rf"^{game_text('seat-south')}\s*0 : 0\s*{game_text('seat-north')}"
    expect(page.get_by_test_id("stands")).to_contain_text(re.compile(score))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/simulate" in request.url else None)
    for moment in ("0.1", "0.4", "0.3", "0.2"):
        page.get_by_label(game_text("scrub")).fill(moment)
    page.wait_for_function("() => document.querySelector('.board-host').board.moving")
    page.get_by_label(game_text("scrub")).fill("0.3")
    board = "document.querySelector('.board-host').board"
    clock = f"(now, next) => Object.assign({board}, {{clock: {{now, next}}}})"
    page.evaluate(f"() => ({clock})(() => 0, () => undefined)")  # stop the clock
    page.get_by_role("button", name=f"▶ {game_text('play-stroke')}", exact=True).click()
    page.get_by_role("button", name=game_text("pause")).click()
    assert float(page.get_by_label(game_text("scrub")).input_value()) >= 0.3  # it stays where it was
    page.evaluate(f"() => ({clock})(() => performance.now(), step => requestAnimationFrame(step))")
    page.get_by_role("button", name=f"▶ {game_text('play-stroke')}", exact=True).click()
    page.wait_for_function("() => !document.querySelector('.board-host').board.moving")
    assert page.evaluate("() => scrollY") == 0
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(f"[data-moment='{stroke - 1}']")
    assert page.url.endswith(f"?stroke={stroke - 1}")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(f"[data-moment='{stroke}']")
    came = page.locator(".moments [aria-current=true] .came")
    assert came.locator(".disc-icon, [role=img]").count() > 0
    assert len(asked) == 1, "the stroke is simulated once for all moments"
    for name, start in ((game_text("picture-svg"), b"<svg"), (game_text("picture-png"), b"\x89PNG")):
        with page.expect_download() as started:
            page.get_by_role("link", name=name).click()
        assert Path(started.value.path()).read_bytes().startswith(start)
    page.get_by_role("button", name=game_text("share-stroke")).click()
    expect(page.get_by_role("button", name=game_text("copied"))).to_be_visible()
    with page.expect_download() as started:
        page.get_by_role("button", name=game_text("film")).click()
    assert Path(started.value.path()).read_bytes().startswith(b"GIF89a")


def test_strokes_tried_from_a_replay_leave_the_match_unchanged(home: Served, open_page: Callable[..., Page]) -> None:
    """Try another stroke, read its ruling, play the next turn, undo both and go back."""
    page = two_here(open_page, home)
    match = page.url.rsplit("/", 1)[1]
    seq = int(page.locator(".game").get_attribute("data-seq") or 0)
    Mouse().pull(page, 5, 150)
    page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=moving])")
    record = page.request.get(f"{home.address}/api/matches/{match}/record").text()
    page.goto(f"{home.address}/replay/{match}?stroke={seq + 1}")
    page.get_by_role("button", name=game_text("what-if-try")).click()
    expect(page.locator(".badge", has_text=game_text("what-if"))).to_be_visible()
    expect(page.locator(f".game[data-seq='{seq}'][data-todo=strike]")).to_be_visible()
    rack = page.locator(".text-board li").all_text_contents()
    assert len(rack) == 19
    for index, value in enumerate(("30", "60", "0.3")):  # so slow that it touches nothing
        page.locator(".numbers input").nth(index).fill(value)
        page.locator(".numbers input").nth(index).press("Tab")
    page.get_by_role("button", name=game_text("strike")).click()
    expect(page.get_by_test_id("umpire")).to_contain_text(game_text.pattern("told-retry"))
    expect(page.get_by_test_id("umpire").locator(".law").first).to_be_visible()
    page.wait_for_selector(".game[data-todo=strike]:not([data-actor=''])")
    Mouse().pull(page, 0, 150)  # the next stroke of the branch
    page.wait_for_selector(f".game:not([data-seq='{seq + 1}']):not([data-todo=moving]):not([data-todo=sent])")
    for _ in range(2):
        page.get_by_role("button", name=game_text("undo")).click()
        page.wait_for_selector(".game:not([data-todo=sent])")
    expect(page.locator(f".game[data-seq='{seq}']")).to_be_visible()
    assert page.locator(".text-board li").all_text_contents() == rack
    page.get_by_role("link", name=game_text("what-if-back")).click()
    page.wait_for_selector(f"[data-moment='{seq + 1}']")
    page.go_back()
    expect(page.locator(".badge", has_text=game_text("what-if"))).to_be_visible()
    assert page.request.get(f"{home.address}/api/matches/{match}/record").text() == record


def test_a_spectator_tries_strokes_and_returns_to_the_live_board(home: Served, open_page: Callable[..., Page]) -> None:
    player = two_here(open_page, home)
    seq = player.locator(".game").get_attribute("data-seq")
    page = open_page(player.url)
    page.wait_for_selector(f".game[data-seq='{seq}'][data-actor='']")
    page.get_by_role("button", name=game_text("menu")).click()
    page.get_by_role("link", name=game_text("what-if-try")).click()
    page.wait_for_selector(".game[data-todo=strike]:not([data-actor=''])")
    Mouse().pull(page, 8, 150)
    page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=moving]):not([data-todo=sent])")
    page.get_by_role("link", name=game_text("what-if-back")).click()
    page.wait_for_selector(f".game[data-seq='{seq}'][data-actor='']")
    assert player.locator(".game").get_attribute("data-seq") == seq


def test_a_record_can_be_opened(home: Served, open_page: Callable[..., Page], tmp_path: Path) -> None:
    record = tmp_path / "match.txt"
    events = (Event(1, acts.Toss("a")), Event(2, acts.Play(45.0)), Event(3, acts.StrokeMade(touched=False)))
    record.write_text(Record(Setup(rulebook("icf")), events).text())
    page = open_page(f"{home.address}/replay")
    page.get_by_label(game_text("paste-record")).fill("dear diary")
    page.get_by_role("button", name=game_text("open"), exact=True).click()
    expect(page.locator(".refusal")).to_contain_text(page_text("no-record"))
    page.get_by_label(game_text("upload-record")).set_input_files(record)
    page.wait_for_selector(".moments button")
    assert page.locator(".moments button").count() == 3
    expect(page.get_by_test_id("words")).to_contain_text(game_text.pattern("told-retry"))
    page.get_by_role("button", name=game_text("what-if-try")).click()
    page.wait_for_selector(".game[data-seq='2'][data-todo=strike]:not([data-actor=''])")
    Mouse().pull(page, 8, 150)
    expect(page.get_by_test_id("umpire")).not_to_contain_text(game_text.pattern("said-play"))
    page.get_by_role("link", name=game_text("what-if-back")).click()
    page.wait_for_selector("[data-moment='3']")
