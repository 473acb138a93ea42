"""Response times of the umpire's pad: start from cached files, a tap, folding a match; also slowed down six times, like
an old phone.

python bench/pad.py

A tap is timed on the real page at phone size: from the finger to the ruling on the screen, and to its storage on disk.
"""

from __future__ import annotations

import json
import signal
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from carrom.base.errors import CarromError
from carrom.match.log.acts import Play, Toss
from carrom.pad.practice import made_up_match
from carrom.pad.session import new_setup, setup_json
from tests.chromium import find_chromium
from tests.server.conftest import Served
from tests.web.pad_page import LOOK, PadPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

STATIC = Path(__file__).resolve().parents[1] / "carrom" / "server" / "static"
SLOWER = (1, 6)
SETUP = {"rulebook": "icf", "stage": "final", "names": {"a": ["Meera"], "b": ["Anil"]}}

# The worker's script, run by the page itself.
_START = """async ([script, engine]) => {
  const heard = [];
  let wake = () => {};
  window.postMessage = message => { heard.push(message); wake(); };
  const next = async () => { while (!heard.length) await new Promise(done => { wake = done; }); return heard.shift(); };
  const began = performance.now();
  await import(script);
  window.onmessage({ data: { engine, start: 'snapshot' } });
  const first = await next();
  window.ask = async (question, value) => {
    const at = performance.now();
    window.onmessage({ data: { id: 1, question, json: JSON.stringify(value) } });
    const { json } = await next();
    return [performance.now() - at, JSON.parse(json)];
  };
  return [performance.now() - began, first];
}"""

_TAPS = """async (count) => {
  const keep = document.querySelector('.keep');
  const spans = [];
  for (let tap = 0; tap < count; tap++) {
    const before = keep.dataset.number;
    const button = document.querySelector('[data-testid="own-0"]');
    if (!button) break;
    const frame = () => new Promise(done => requestAnimationFrame(done));
    const began = performance.now();
    button.click();
    while (keep.dataset.number === before) await frame();
    const shown = performance.now() - began;
    while (keep.dataset.kept !== keep.dataset.number) await frame();
    spans.push([shown, performance.now() - began]);
    await new Promise(done => setTimeout(done, 300));
  }
  return spans;
}"""


def slow(page: Page, rate: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def main() -> None:
    try:
        chromium = find_chromium()
    except CarromError as error:
        print(error)
        return
    from playwright.sync_api import sync_playwright

    engine = next((STATIC / "pad" / "engine").iterdir())
    script = next((STATIC / "pad").glob("engine-*.js")).name
    events = [event.json() for event in made_up_match(new_setup(SETUP), 2)][:200]

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(Path(folder) / "data")
        server.start()
        context = playwright.chromium.launch_persistent_context(
            str(Path(folder) / "profile"), executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(f"{server.address}/pad/laws")
        page.wait_for_function("async () => (await navigator.serviceWorker.ready).active !== null")
        sizes = {path.name: path.stat().st_size for path in engine.iterdir()}
        wire = sizes["snapshot.bin.gz"] + sizes["pyodide.asm.wasm.gz"]
        server_address = server.address
        server.stop(signal.SIGKILL)  # all is cached on the phone by then
        figures: dict[str, list[str]] = {}

        def note(what: str, milliseconds: float) -> None:
            figures.setdefault(what, []).append(
                f"{milliseconds:,.0f} ms" if milliseconds >= 10 else f"{milliseconds:.1f} ms"
            )

        for rate in SLOWER:
            page.goto(f"{server_address}/pad/icon-192.png")
            page.goto(f"{server_address}/pad/laws")
            slow(page, rate)
            address = f"{server_address}/pad/engine/{engine.name}/"
            took, first = page.evaluate(_START, [f"{server_address}/pad/{script}", address])
            assert first == {"ready": "snapshot"}, first
            note("engine ready, from the phone's own files", took)
            opened = {"setup": setup_json(new_setup(SETUP)), "events": events}
            note(
                f"a match of {len(events)} events opened", page.evaluate("async v => (await ask('open', v))[0]", opened)
            )
            note(
                "a stroke judged and everything shown of it",
                _median(page, "try", {"act": {"kind": "remark", "text": "x"}}),
            )
            question = json.loads(_RULE)
            note("one ruling, asked as `carrom rule` is", _median(page, "rule", question))
            slow(page, 1)
        for rate in SLOWER:
            taps = _tapped(context.new_page(), server_address, rate)
            if taps:
                note("tap to shown: median", statistics.median(shown for shown, _ in taps))
                note("tap to shown: the slowest of them", max(shown for shown, _ in taps))
                note("tap to kept on the disk: median", statistics.median(kept for _, kept in taps))
        context.close()
    print("The umpire's pad: processor as it is / slowed down six times")
    for what, values in figures.items():
        print(f"  {what:<48} {' / '.join(values)}")
    print(f"  {'over the wire for the engine, once':<48} {wire / 1e6:.1f} MB")


def _median(page: Page, question: str, value: dict[str, Any]) -> float:
    spans: list[float] = page.evaluate(
        "async ([q, v]) => { const s = []; for (let i = 0; i < 20; i++) s.push((await ask(q, v))[0]); return s; }",
        [question, value],
    )
    return statistics.median(spans)


def _tapped(page: Page, address: str, rate: int) -> list[tuple[float, float]]:
    page.set_default_timeout(60_000)
    page.set_viewport_size(LOOK)
    hands = PadPage(page, address)
    hands.begin("icf", "Meera", "Anil")
    hands.tap([Toss("a"), Play()])
    page.wait_for_selector('[data-testid="own-0"]')
    slow(page, rate)
    found: list[tuple[float, float]] = page.evaluate(_TAPS, 20)
    page.close()
    return found


_RULE = (
    '{"rulebook":"icf","before":{"own":5,"opponent":3,"queen":"board","opened":true,"owed":{"player":0,"opponent":0},'
    '"score":{"player":10,"opponent":22},"break":null},"stroke":{"proper":true,"touched":true,"own":1,"opponent":0,'
    '"queen":false,"striker":true}}'
)


if __name__ == "__main__":
    main()
