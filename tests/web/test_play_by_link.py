"""Two play by link while a third watches, through a lost network and a killed server, all with the same state."""

from __future__ import annotations

import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Served
from tests.web.input_devices import Mouse
from tests.web.words import game_text

pytestmark = pytest.mark.browser


class Wire:
    """A proxy between one player and the server whose connections can be cut."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._open: list[socket.socket] = []
        self._is_cut = False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._is_cut = True
        for end in self._open:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:  # it was closed already
                continue

    def mend(self) -> None:
        self._is_cut = False

    def close(self) -> None:
        self.cut()
        self._listening.close()
        for end in self._open:
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            self._open.append(near)
            if self._is_cut:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                near.close()
                continue
            self._open.append(far)
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(source, sink), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue


@pytest.fixture
def wire(served: Served) -> Iterator[Wire]:
    line = Wire(served.port)
    yield line
    line.close()


def _shown(page: Page) -> dict[str, object]:
    """Return the match as a page shows it: number, pieces with their places, score."""
    found: dict[str, object] = page.evaluate(
        """() => ({
          seq: document.querySelector('.game').dataset.seq,
          pieces: [...document.querySelectorAll('.cb-layer .cb-disc:not(.cb-striker):not(.cb-due)')]
            .filter(disc => !disc.hidden)
            .map(disc => [disc.dataset.kind, disc.dataset.x, disc.dataset.y].join()).sort(),
          score: ['a', 'b'].map(party => document.querySelector(`[data-testid=score-${party}]`).textContent),
        })"""
    )
    return found


def _asked(pages: dict[str, Page]) -> tuple[Page, str, str]:
    """Wait until all pages show the same event; return the page of the player to act, the number and the question."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        shown = [
            (page, [page.locator(".game").get_attribute(f"data-{name}") or "" for name in ("seq", "actor", "todo")])
            for page in pages.values()
        ]
        if len({seq for _, (seq, _, _) in shown}) == 1:
            for page, (seq, actor, todo) in shown:
                if actor and todo not in ("moving", "sent"):
                    return page, seq, todo
    raise AssertionError("no player is to act")


def _play(pages: dict[str, Page], strokes: int) -> None:
    """Let the players act until so many strokes are played."""
    hands = Mouse()
    while strokes:
        actor, seq, todo = _asked(pages)
        if todo == "place":
            hands.drag_due(actor)
            continue
        if todo == "toss":
            hands.press(actor, game_text("toss-break"))
        elif todo == "strike":
            hands.pull(actor, strokes * 11 % 40 - 20, 150)
            strokes -= 1
        elif todo == "demand":
            hands.press(actor, game_text("demand-take", count=0))
        elif todo == "next":
            hands.press(
                actor,
                game_text("next-board") if actor.get_by_text(game_text("next-board")).count() else game_text("ready"),
            )
        for page in pages.values():
            page.wait_for_selector(f".game:not([data-seq='{seq}'])")
    _asked(pages)


def test_two_play_by_link_and_one_watches(served: Served, wire: Wire, open_page: Callable[..., Page]) -> None:
    asha = open_page(served.address)
    asha.get_by_test_id("tune-link").click()
    asha.get_by_label(game_text("length")).select_option("match")
    asha.get_by_test_id("start").click()
    links = asha.locator(".share input")
    expect(links).to_have_count(3)  # for the friend, for spectators, and to return
    invitation, public = links.nth(0).input_value().replace("?name", ""), links.nth(1).input_value()
    asha.get_by_role("button", name=game_text("close")).click()
    assert "#" in invitation
    assert "#" not in public
    ravi = open_page(invitation.replace(f":{served.port}", f":{wire.port}"))
    mira = open_page(public)
    expect(mira.get_by_text(game_text("watch"), exact=True)).to_be_visible()
    pages = {"asha": asha, "ravi": ravi, "mira": mira}
    assert "#" not in ravi.url, "the secret leaves the address bar"

    _play(pages, 4)
    assert _shown(asha) == _shown(ravi) == _shown(mira)
    back = open_page(public.replace("/play/", "/replay/"))
    expect(back.get_by_role("link", name=game_text("record"))).to_be_visible()
    expect(back.get_by_role("link", name=game_text("live"))).to_be_visible()
    assert back.get_by_role("button", name=game_text("what-if-try")).count() == 0, "players get no help during a match"
    back.context.close()

    wire.cut()
    ravi.wait_for_selector(".game[data-status=offline]")
    seq = asha.locator(".game").get_attribute("data-seq")
    if _is_mine(asha):  # play goes on, and the page catches up afterwards
        Mouse().pull(asha, 3, 150)
        for page in (asha, mira):
            page.wait_for_selector(f".game:not([data-seq='{seq}']):not([data-todo=moving])")
    wire.mend()
    ravi.wait_for_selector(".game[data-status=open]")
    _play(pages, 3)
    assert _shown(asha) == _shown(ravi) == _shown(mira)

    before = _shown(asha)
    served.stop(signal.SIGKILL)
    for page in pages.values():
        page.wait_for_selector(".game[data-status=offline]")
    served.start()
    for page in pages.values():
        page.wait_for_selector(".game[data-status=open]")
    assert _shown(asha) == _shown(ravi) == _shown(mira) == before
    _play(pages, 3)
    assert _shown(asha) == _shown(ravi) == _shown(mira)
    fresh = open_page(public)
    expect(fresh.locator(".game")).to_be_visible()
    assert _shown(fresh) == _shown(mira)
    assert fresh.get_by_test_id("umpire").text_content() == mira.get_by_test_id("umpire").text_content()


def _is_mine(page: Page) -> bool:
    return page.locator(".game[data-todo=strike]:not([data-actor=''])").count() == 1


def test_the_page_says_that_the_player_to_strike_is_away(served: Served, open_page: Callable[..., Page]) -> None:
    asha = open_page(served.address)
    asha.get_by_test_id("tune-link").click()
    asha.get_by_test_id("start").click()
    invitation = asha.locator(".share input").nth(0).input_value().replace("?name", "")
    asha.get_by_role("button", name=game_text("close")).click()
    ravi = open_page(invitation)
    pages = {"asha": asha, "ravi": ravi}
    _asked(pages)
    while not (_is_mine(ravi) and ravi.locator(".game").get_attribute("data-todo") == "strike"):
        _play(pages, 1)
    expect(asha.get_by_text(game_text.pattern("turn-of")).first).to_be_visible()
    ravi.context.close()
    gone = asha.get_by_text(game_text.pattern("turn-gone"))
    expect(gone).to_be_visible()
    asha.reload()
    expect(gone).to_be_visible()
