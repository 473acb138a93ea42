"""A random schedule of faults, made from a seed and run against a phone at a table, with the checks at its end."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from carrom.pad.session import open_log, play_tap
from tests.faults.world import Browser, Proxy, Server, open_phone, pad_logs, stored_logs
from tests.server.pads.hall import TABLE_4

HOUR = 3_600_000
_ACTS = (
    "toss a break",
    'remark "the board was cleaned"',
    "board-over a coins 2 queen none",
    "board-over b coins 4 queen b",
    'remark "a spectator was asked to be quiet"',
    "board-over a coins 9 queen a",
    "board-over b coins 1 queen none",
    "board-over a coins 9 queen a",
    'sign loser name "B"',
    'sign umpire name "U"',
)


_OTHER_ACTS = ("toss a break", "board-over b coins 7 queen none")


def match_steps(setup: Any, acts: Sequence[str] = _ACTS) -> list[Any]:
    """Return a signed match, or other acts of one, as the events that a pad stores."""
    match, events = open_log(setup), []
    for second, act in enumerate(acts):
        match = play_tap(match, act, float(second))
        assert match.event is not None
        events.append(match.event.json())
    return events


@dataclass
class Schedule:
    """A phone at table 4 of its own tournament, in a world shared with the schedules before it."""

    seed: int
    tournament: str
    server: Server
    proxy: Proxy
    browser: Browser
    other: Browser
    """A second phone, which is never killed."""
    setup: Any
    log: list[str] = field(default_factory=list)
    """What happened, to explain a failure."""
    saved: list[Any] = field(default_factory=list)
    """Events that the phone showed as saved."""
    pages: list[Page] = field(default_factory=list)
    second: Page | None = None
    """The second phone's page at the same table, if it is open."""
    is_hasty: bool = False
    is_revoked: bool = False
    has_backup: bool = False
    is_clock_wrong: bool = False
    is_clock_steady: bool = True
    """Whether the phone's clock is unchanged since the first unsent event was saved, right or wrong."""

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.steps = match_steps(self.setup)

    # --- carrying it out ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Open the phone while everything works; then cause random faults."""
        self.server.start()
        self.proxy.set("passes")
        self.pages = [self.browser.page()]
        assert open_phone(self.page, self.tournament, TABLE_4, self.steps) is True
        for _ in range(self.chance.randint(6, 14)):
            name, act = self.chance.choice(self.possible())
            self.log.append(name)
            act()
        self.heal()
        self.check()

    @property
    def page(self) -> Page:
        return self.pages[-1]

    def possible(self) -> list[tuple[str, Callable[[], None]]]:
        """List what can happen next, taps most often."""
        found: list[tuple[str, Callable[[], None]]] = [("tap", self.tap)] * 4 + [("taps in a hurry", self.hurry)] * 2
        found += [
            ("reload", self.reload),
            ("browser killed", self.kill_browser),
            ("network gone", lambda: self.proxy.set("refuses")),
            ("network back", lambda: self.proxy.set("passes")),
            ("answers lost", lambda: self.proxy.set("loses answers")),
            ("clock wrong", self.change_clock),
            ("try now", lambda: self.quietly("() => phone.sender.hurry()")),
        ]
        if self.server.is_up:
            found += [("server killed", self.server.kill), ("server restarted", self.restart)]
            found += [] if self.is_revoked else [("link revoked", self.revoke)]
            if self.second is None and not self.is_revoked and self.proxy.line == "passes":
                found.append(("second phone", self.second_phone))
        else:
            found += [("server started", self.server.start)] * 2 + [("backup made", self.back_up)]
            found += [("backup put back", self.put_back)] if self.has_backup else []
        if len(self.pages) == 1:
            found.append(("second tab", self.second_tab))
        else:
            found += [("other tab closed", self.close_other), ("other tab takes over", self.other_tab)]
        return found

    def tap(self) -> None:
        self.note(self.page.evaluate("() => phone.tap()"))

    def hurry(self) -> None:
        """Tap several times without waiting for the outcome: the phone may die in the middle."""
        self.settle_taps()
        self.page.evaluate("(n) => { window.hasty = Array.from({ length: n }, () => phone.tap()); }", 3)
        self.is_hasty = True
        if self.chance.random() < 0.5:
            self.settle_taps()

    def settle_taps(self) -> None:
        if self.is_hasty:
            for fact in self.page.evaluate("() => Promise.all(window.hasty ?? [])"):
                self.note(fact)
            self.is_hasty = False

    def note(self, fact: Any) -> None:
        if isinstance(fact, dict):
            self.saved.append(fact)
        else:
            assert fact == "stale", fact

    def reload(self) -> None:
        if self.chance.random() < 0.5:
            self.settle_taps()
        self.is_hasty = False
        self.page.reload()
        self.page.wait_for_function("Boolean(window.Phone)")
        self.open_again()

    def open_again(self) -> None:
        """Reopen a phone that has begun a match; it continues with or without a server."""
        assert open_phone(self.page, self.tournament, TABLE_4, self.steps) is True

    def kill_browser(self) -> None:
        self.is_hasty = False
        self.is_clock_steady = self.is_clock_steady and not self.is_clock_wrong  # the clock may be right again
        self.browser.kill()
        if self.chance.random() < 0.5:
            self.proxy.set("refuses")
        self.pages = [self.browser.page()]
        self.open_again()

    def second_phone(self) -> None:
        """Open a second phone that records other boards of the same match."""
        page, seen = self.other.page(), match_steps(self.setup, _OTHER_ACTS)
        if open_phone(page, self.tournament, TABLE_4, seen) is not True:
            page.close()  # the match is over, and no other is called to this table
            return
        self.second = page
        for _ in seen:
            assert isinstance(page.evaluate("() => phone.tap()"), dict)

    def second_tab(self) -> None:
        self.settle_taps()
        self.pages.append(self.browser.page())
        self.open_again()
        assert self.page.evaluate("() => phone.tap()") == "stale", "only one tab writes"
        self.other_tab()

    def other_tab(self) -> None:
        """Let the read-only tab take over; the other tab can no longer write."""
        self.settle_taps()
        self.pages.reverse()
        self.page.evaluate("() => phone.takeOver()")
        self.pages[0].wait_for_function("phone.writer.writing.value === 'elsewhere'")
        assert self.pages[0].evaluate("() => phone.tap()") == "stale"
        self.tap()

    def close_other(self) -> None:
        self.settle_taps()
        self.pages.pop(0).close()

    def change_clock(self) -> None:
        self.settle_taps()
        self.page.evaluate("(by) => localStorage.setItem('skew', by)", str(self.chance.choice((-HOUR, HOUR))))
        self.is_clock_steady = not self.saved
        self.is_clock_wrong = True
        self.reload()

    def quietly(self, script: str) -> None:
        self.page.evaluate(script)

    def restart(self) -> None:
        self.server.kill()
        self.server.start()

    def revoke(self) -> None:
        """Revoke the link as the desk's route does, in the store itself, while the server is down."""
        self.server.kill()
        with closing(sqlite3.connect(self.server.store)) as database, database:
            sql = "UPDATE grants SET body = json_set(body, '$.is_revoked', json('true')) WHERE log = ? AND body LIKE ?"
            changed = database.execute(sql, (self.tournament, '%"t4"%')).rowcount
        database.close()
        assert changed == 1
        self.is_revoked = True
        self.server.start()

    def back_up(self) -> None:
        self.server.copy(self.server.store.parent / "backup")
        self.has_backup = not self.is_revoked  # a backup restored after the link was revoked would not know of it

    def put_back(self) -> None:
        if not self.is_revoked:
            self.server.restore(self.server.store.parent / "backup")

    # --- at its end ---------------------------------------------------------------------------------------------------

    def heal(self) -> None:
        """Repair everything, and leave the phones alone until they have nothing more to send."""
        self.settle_taps()
        self.server.start()
        self.proxy.set("passes")
        self.page.evaluate("() => phone.takeOver()")
        self.tap()
        for page in self.phones:
            self.wait_until_sent(page)

    @property
    def phones(self) -> list[Page]:
        return [self.page] if self.second is None else [self.page, self.second]

    def wait_until_sent(self, page: Page) -> None:
        for _ in range(3):  # the first requests may meet connections that were just cut
            page.evaluate("() => phone.sender.hurry()")
            if page.evaluate("() => phone.sentWithin(10_000)"):
                return
            self.log.append("asked again")
        raise AssertionError(f"not everything was sent: {page.evaluate('() => phone.outbox')}")

    def check(self) -> None:
        """Check that the server has exactly what the phones have and showed as saved: no tap lost, none invented."""
        load = "async () => (await phone.storage.load(phone.writer.match.id)).events"
        phone = self.page.evaluate(load)
        stored = self.stored_as(phone)
        shown = [fact["id"] for fact in sorted(self.saved, key=lambda fact: int(fact["n"]))]
        assert [fact["id"] for fact in phone if fact["id"] in set(shown)] == shown, "a tap that was kept is not there"
        steps = [fact["body"] for fact in phone if "say" not in fact["body"]]
        assert steps == self.steps[: len(steps)], "a tap was kept twice, or one in between was lost"
        if self.second is not None:
            self.stored_as(self.second.evaluate(load))
        assert len(self.server_logs()) == len(self.phones), "nobody has sent what no phone has"
        is_aside = any("aside" in fact for fact in stored)
        assert is_aside == self.is_revoked, "set aside exactly when the link was revoked"
        states = ["setAside"] if is_aside else ["sent"] if self.second is None else ["sent", "shared"]
        self.page.wait_for_function(f"{states}.includes(phone.outbox.state)")
        counting = [fact for fact in stored if "aside" not in fact and "say" not in fact["body"]]
        results = [fact for fact in self.tournament_log() if fact["kind"] == "result"]
        assert len(results) == int(len(counting) == len(self.steps)), "a signed match is one result"
        if self.is_clock_steady:
            assert all(abs(fact["at"] + fact["offset"] - time.time() * 1000) < HOUR / 2 for fact in stored), "put right"

    def stored_as(self, phone: list[Any]) -> list[Any]:
        """Return the one server log that equals this phone's log."""
        assert [fact["n"] for fact in phone] == list(range(1, len(phone) + 1))
        logs = self.server_logs()
        same = [log for log in logs if [fact["id"] for fact in log] == [fact["id"] for fact in phone]]
        assert len(same) == 1, f"{len(phone)} facts on the phone, {[len(log) for log in logs]} on the server"
        assert [fact["body"] for fact in same[0]] == [fact["body"] for fact in phone]
        return same[0]

    def server_logs(self) -> list[list[Any]]:
        return pad_logs(self.server.store, self.tournament)

    def tournament_log(self) -> list[Any]:
        return [fact for log in stored_logs(self.server.store, self.tournament) for fact in log]

    def leave(self) -> None:
        """Clear the phone for the next schedule."""
        for page in self.pages[:-1]:
            page.close()
        for page in self.phones:
            page.evaluate(_CLEAR)
            page.close()


_CLEAR = """async () => {
  const { storage } = phone;
  phone.close();
  for (const { match, events } of await storage.list()) await storage.remove(match.id, events);
  localStorage.clear();
  await storage.close();
}"""
