"""Film a computer's turn in the browser with its pauses, and print a timeline.

python scripts/film_turn.py turn.webp        # needs Pillow, playwright and chromium, as the browser tests do
"""

from __future__ import annotations

import io
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.conftest import Served
from tests.server.talk import post_match
from tests.web.conftest import FLAGS
from tests.web.input_devices import Mouse

SIZE = {"width": 900, "height": 620}
SECONDS = 14.0
PREFS = "localStorage.setItem('carrom.prefs', JSON.stringify({language: 'en', sound: false, speed: 1, pace: 1}))"
LOOK = """() => {
  const game = document.querySelector('.game').dataset;
  const striker = !document.querySelector('.cb-striker').hidden;
  const said = document.querySelector('[data-testid=umpire]')?.textContent ?? '';
  return [game.seq, game.actor ? 'me' : game.todo, striker ? 'striker' : '', said];
}"""


def main(target: str) -> int:
    server = Served(Path(tempfile.mkdtemp()) / "data")
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            context = browser.new_context(viewport=SIZE)  # type: ignore[arg-type]
            context.add_init_script(PREFS)
            frames = _turn(context.new_page(), server)
            browser.close()
    finally:
        server.stop()
    (first, _), *rest = frames
    times = [round(1000 * (after - before)) for (_, before), (_, after) in zip(frames, rest, strict=False)]
    first.save(target, save_all=True, append_images=[image for image, _ in rest], duration=[*times, 1500], quality=70)
    print(f"{target}: {len(frames)} frames, {Path(target).stat().st_size // 1024} KB")
    return 0


def _turn(page: Page, server: Served) -> list[tuple[Image.Image, float]]:
    computer = {"seat": "north", "name": "Computer", "who": "computer", "player": "club", "skill": "club"}
    made = post_match(server.address, [{"seat": "south", "name": "Asha", "who": "here"}, computer])
    page.goto(f"{server.address}/play/{made['id']}#{made['links'][0]['secret']}")
    page.wait_for_selector(".game:not([data-actor=''])", timeout=120_000)
    toss = page.get_by_role("button", name="Break", exact=True)
    if toss.count():
        toss.click()
    page.wait_for_selector(".game[data-todo=strike]:not([data-actor=''])", timeout=120_000)
    Mouse().pull(page, 12, 170)
    began, frames, shown = time.monotonic(), list[tuple[Image.Image, float]](), None
    while (now := time.monotonic() - began) < SECONDS:
        picture = Image.open(io.BytesIO(page.screenshot(type="jpeg", quality=80)))
        frames.append((picture, now))
        look = page.evaluate(LOOK)
        if look != shown:
            print(f"{now:5.2f} s  event {look[0]:>3}  {look[1]:<8} {look[2]:<8} {re.sub(r' ?Law.*', '', look[3])}")
            shown = look
    return frames


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
