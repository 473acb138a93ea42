"""The board's sound, rendered by the browser into a buffer instead of a loudspeaker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.server.conftest import Served
from tests.web.words import game_text

pytestmark = pytest.mark.browser

# An audio context that renders on request and otherwise behaves like the real one.
STUDIO = """
  window.studios = [];
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 44100 * 4, 44100); studios.push(this); }
    get state() { return 'running'; }
    resume() { return Promise.resolve(); }
  };
  window.rendered = async () => {
    if (!studios.length) return null;
    const data = (await studios[0].startRendering()).getChannelData(0);
    const loud = (from, to) => {
      let sum = 0;
      for (let i = Math.floor(from * 44100); i < to * 44100; i++) sum += data[i] * data[i];
      return Math.sqrt(sum / ((to - from) * 44100));
    };
    return { peak: data.reduce((most, x) => Math.max(most, Math.abs(x)), 0),
             slots: Array.from({ length: 40 }, (_, i) => loud(i / 10, (i + 1) / 10)) };
  };
"""


def _prefs(sound: bool) -> str:
    kept = f"JSON.stringify({{language: 'en', sound: {str(sound).lower()}, speed: 1, numbers: true}})"
    return f"localStorage.setItem('carrom.prefs', {kept});{STUDIO}"


def _heard(page: Page, events: list[Any], then: str = "", rate: float = 1.0) -> dict[str, Any]:
    """Schedule these events on the board's sound, run `then`, and render."""
    page.wait_for_selector(".cb-ready")
    found: dict[str, Any] = page.evaluate(
        f"""async ([events, rate]) => {{
          const {{ sound }} = document.querySelector('.board-host').board;
          sound.wake();
          sound.schedule(events, 0, rate);
          {then}
          return rendered();
        }}""",
        [events, rate],
    )
    return found


@pytest.fixture
def studio(home: Served, open_page: Callable[..., Page]) -> Callable[[], Page]:
    return lambda: open_page(f"{home.address}/practice", _prefs(True))


@pytest.mark.parametrize("kind", ["disc", "frame", "pocket"])
def test_a_harder_impact_is_louder(studio: Callable[[], Page], kind: str) -> None:
    """Four impacts half a second apart: silence in between, each louder than the one before."""
    impacts = [0.01, 1.6, 3.0, 6.0]
    events = [[0.5 * (n + 1), kind, 0, 1, impact] for n, impact in enumerate(impacts)]
    slots = _heard(studio(), events)["slots"]
    loud = [max(slots[5 * (n + 1)], slots[5 * (n + 1) + 1]) for n in range(4)]
    before = [slots[5 * (n + 1) - 1] for n in range(4)]
    assert before == pytest.approx([0.0] * 4, abs=1e-3)
    assert loud[0] == 0.0, "too soft to be heard"
    assert loud[1] > 0.01
    # Twice the speed is clearly louder; the noise in it is different every time.
    assert loud[2] > 1.2 * loud[1]
    assert loud[3] > 1.2 * loud[2]


def test_sound_follows_the_speed_of_the_stroke(studio: Callable[[], Page]) -> None:
    slots = _heard(studio(), [[2.0, "disc", 0, 1, 3.0]], rate=4.0)["slots"]
    assert slots[5] > 0.01
    assert sum(slots[8:]) == 0.0


@pytest.mark.parametrize("then", ["sound.muted = true;", "sound.silence();", "board.stop();"])
def test_muted_or_stopped_sound_is_silent(studio: Callable[[], Page], then: str) -> None:
    """Sounds already scheduled are silenced, too."""
    page = studio()
    then = then.replace("board.", "document.querySelector('.board-host').board.")
    assert _heard(page, [[0.5, "disc", 0, 1, 6.0], [1.0, "pocket", 0, 1, 6.0]], then)["peak"] == 0.0


def _break(page: Page) -> None:
    page.wait_for_selector(".cb-ready")
    for index, value in enumerate(("0", "0", "8")):
        page.locator(".numbers input").nth(index).fill(value)
        page.locator(".numbers input").nth(index).press("Tab")
    page.get_by_role("button", name=game_text("strike")).click()
    page.wait_for_function("() => document.querySelector('.board-host').board.moving")


def test_the_sound_of_a_break_is_not_clipped(home: Served, open_page: Callable[..., Page]) -> None:
    """Nineteen pieces at once are audible and within full scale."""
    page = open_page(f"{home.address}/practice", _prefs(True))
    _break(page)
    heard = page.evaluate("() => rendered()")
    assert max(heard["slots"]) > 0.02
    assert heard["peak"] <= 1.0


def test_without_sound_no_audio_context_is_opened(home: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{home.address}/practice", _prefs(False))
    _break(page)
    assert page.evaluate("() => studios.length") == 0
