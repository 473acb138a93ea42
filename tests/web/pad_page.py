"""Tapping on the umpire's pad: every act by the buttons that an umpire uses."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page, ViewportSize

from carrom.base.codec import encode
from carrom.match.log.acts import Act

LOOK: ViewportSize = {"width": 360, "height": 740}

# One tap or two for each act, as fast as the page takes them. An act is done when it is saved.
TAPS = """async (acts) => {
  const frame = () => new Promise(done => setTimeout(done, 0));
  const keep = () => document.querySelector('.keep');
  const kept = () => Number(keep().dataset.kept);
  const until = async (what, found) => {
    const end = performance.now() + 5000;
    for (;;) {
      const one = found();
      if (one) return one;
      const said = document.querySelector('.refused')?.textContent ?? 'nothing';
      if (performance.now() > end) throw new Error(`${what}: ${said}`);
      await frame();
    }
  };
  const free = (id) => document.querySelector(`[data-testid="${id}"]:not(:disabled)`);
  const press = async (id) => (await until(id, () => free(id))).click();
  const same = (one, other) => {
    const plain = act => JSON.stringify(Object.entries(act).sort());
    return plain(one) === plain(other);
  };
  const offered = (act) =>
    [...document.querySelectorAll('[data-act]')].find(one => same(JSON.parse(one.dataset.act), act));
  const stroke = async (act) => {
    if (act.early) await press('tile-stroke');
    if (act.striker) await press('striker');
    if (act.queen) await press('queen');
    for (let i = 0; i < (act.opponent ?? 0); i++) await press('opponent');
    if (act.proper === false) {
      await press('improper');
      if (act.law) (await until(act.law, () => offered({ kind: 'stroke', proper: false, law: act.law }))).click();
      else await press('reason-none');
    }
    if (act.touched === false) await press('untouched');
    if (act.jumped) await press('jumped');
    for (const kind of act.jumped ?? []) await press(`jumped-${kind}`);
    await frame();
    if ((act.own ?? 0) > 3) await press('own-more');
    await press(`own-${act.own ?? 0}`);
  };
  const toss = async (act) => {
    if (free(`toss-${act.winner}`)) {
      await press(`toss-${act.winner}`);
      if (free('toss-break')) await press(`toss-${act.choice ?? 'break'}`);
    }
    (await until('toss', () => offered(act))).click();
  };
  const board = async (act) => {
    await press(`winner-${act.winner}`);
    if (act.law) {
      await press('switch-law');
      const select = await until('law', () => document.querySelector('.board-pad select'));
      select.value = act.law;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      await press(`points-${act.points}`);
    } else {
      await press(`coins-${act.coins}`);
      await press(`queen-${act.queen}`);
      if (act.demand) await press(`demand-${act.demand}`);
    }
    const was = kept();
    await press('confirm-board');
    await until('confirm', () => kept() > was || free('enter-anyway'));
    if (free('enter-anyway')) await press('enter-anyway');
  };
  for (const act of acts) {
    const before = kept();
    if (act.kind === 'stroke') await stroke(act);
    else if (act.kind === 'board-over') await board(act);
    else if (act.kind === 'toss') await toss(act);
    else if (offered(act)) offered(act).click();
    else {
      await press(`tile-${act.kind}`);
      await until(act.kind, () => kept() > before || document.querySelector('.sheet'));
      if (act.kind === 'foul' || act.kind === 'warning') await press(`who-${act.party ?? act.who}`);
      if (kept() === before) (await until(JSON.stringify(act), () => offered(act))).click();
    }
    await until(JSON.stringify(act), () => kept() === before + 1);
  }
}"""

# The events saved in this browser, and the view that was shown last.
KEPT = """async (id) => {
  const open = indexedDB.open('carrom-pad');
  await new Promise(done => { open.onsuccess = done; });
  const all = (store) => new Promise(done => {
    const got = open.result.transaction(store).objectStore(store).getAll();
    got.onsuccess = () => done(got.result.filter(one => one.match === id));
  });
  const events = await all('events'), notes = await all('notes');
  open.result.close();
  return { events: events.map(one => one.body), shown: notes.find(one => one.name === 'shown')?.value };
}"""


def act_json(act: Act) -> dict[str, Any]:
    return {"kind": act.kind, **encode(act)}


class PadPage:
    """The pad's page, used by an umpire."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = f"{address}/pad"

    def begin(self, rulebook: str, *names: str, stage: str = "group") -> None:
        """Set up a match that no desk called."""
        page = self.page
        page.goto(f"{self.address}#new")
        page.wait_for_selector(f"option[value='{rulebook}']", state="attached")
        page.locator("select[name=rulebook]").select_option(rulebook)
        page.locator("select[name=round]").select_option(stage)
        if len(names) > 2 and page.locator(".pick").nth(1).get_attribute("aria-pressed") == "false":
            page.locator(".pick").nth(1).click()
        fields = ("a1", "a2", "b1", "b2") if len(names) > 2 else ("a1", "b1")
        for field, name in zip(fields, names, strict=True):
            page.locator(f"input[name={field}]").fill(name)
        page.get_by_test_id("begin").click()
        page.wait_for_selector(".keep[data-ready=true]")

    def tap(self, acts: Iterable[Act | dict[str, Any]]) -> None:
        """Tap these acts one after the other."""
        plain = [act_json(act) if isinstance(act, Act) else act for act in acts]
        self.page.evaluate(TAPS, json.loads(json.dumps(plain)))

    def by(self, mode: str) -> None:
        self.page.locator(".modes .pick").nth(0 if mode == "strokes" else 1).click()

    @property
    def number(self) -> int:
        return int(self.page.locator(".keep").get_attribute("data-number") or -1)

    @property
    def phase(self) -> str:
        return self.page.locator(".keep").get_attribute("data-phase") or ""

    def kept(self) -> dict[str, Any]:
        """Return the saved events and the view shown after them."""
        number, kept = self.number, self.page.url.split("m=")[1]
        until = time.monotonic() + 20
        while time.monotonic() < until:  # saved a moment later, so that taps come first
            found: dict[str, Any] = self.page.evaluate(KEPT, kept)
            if found["shown"] and found["shown"]["view"]["number"] == number:
                return found
        raise AssertionError(f"the view after event {number} is not saved")

    def record(self) -> str:
        """Return the record that the pad shares."""
        page = self.page
        page.get_by_test_id("menu").click()
        with page.expect_download() as handed:
            page.get_by_test_id("share-record").click()
        page.keyboard.press("Escape")
        return handed.value.path().read_text(encoding="utf-8")
