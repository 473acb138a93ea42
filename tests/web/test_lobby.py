"""A club's lobby in three browsers: one opens a table, one sits down, one watches."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Served
from tests.web.conftest import LIKES
from tests.web.words import game_text

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def club_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("lobby") / "data", options=["--lobby"])
    server.start()
    yield server
    server.stop(signal.SIGKILL)


def _likes(name: str) -> str:
    """Return a script that sets the preferences of a player with a name."""
    return (
        f"const had = JSON.parse(localStorage.getItem('carrom.prefs') ?? '{{}}');"
        f"localStorage.setItem('carrom.prefs', JSON.stringify({{...{LIKES}, name: '{name}', ...had}}))"
    )


def test_two_meet_in_the_lobby(club_server: Served, open_page: Callable[..., Page]) -> None:
    asha = open_page(club_server.address, script=_likes("Asha <i>"))
    asha.get_by_role("link", name=game_text("lobby")).click()
    expect(asha.get_by_text(game_text("lobby-none"))).to_be_visible()
    asha.get_by_role("button", name=game_text("lobby-new")).click()
    waiting = asha.get_by_test_id("lobby-waiting")
    expect(waiting).to_be_visible()
    waiting.get_by_role("button", name=game_text("lobby-close")).click()
    expect(asha.get_by_text(game_text("lobby-none"))).to_be_visible()
    asha.get_by_role("button", name=game_text("lobby-new")).click()
    expect(waiting).to_be_visible()

    ravi = open_page(f"{club_server.address}/lobby", viewport={"width": 360, "height": 740})
    tables = ravi.get_by_test_id("lobby-table")
    expect(tables).to_have_count(1)
    expect(tables).to_contain_text("Asha <i>")
    assert ravi.evaluate("document.documentElement.scrollWidth") <= 360
    ravi.get_by_role("button", name=game_text("lobby-sit")).click()
    ravi.get_by_label(game_text("your-name")).fill("Ravi")
    ravi.get_by_role("button", name=game_text("continue")).click()
    expect(ravi.locator(".game")).to_be_visible()
    expect(waiting).to_be_hidden()
    expect(asha.locator(".players")).to_contain_text("Ravi")
    toss = ".game[data-todo=toss]:not([data-actor=''])"
    asked = [page for page in (asha, ravi) if page.locator(toss).count()]
    assert len(asked) == 1, "one of the two has the toss"
    assert "#" not in ravi.url

    mira = open_page(f"{club_server.address}/lobby")
    played = mira.get_by_test_id("played-tables")
    expect(played).to_contain_text("Asha <i> – Ravi")
    played.get_by_role("link", name=game_text("lobby-watch")).click()
    expect(mira.get_by_text(game_text("watch"), exact=True)).to_be_visible()
    expect(mira).to_have_url(re.compile("/play/"))


def test_a_server_without_a_lobby_shows_no_link(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(home.address)
    expect(page.get_by_test_id("start-link")).to_be_visible()
    assert page.get_by_role("link", name=game_text("lobby")).count() == 0
    page.goto(f"{home.address}/lobby")
    expect(page.get_by_text(game_text("lobby-off"))).to_be_visible()
