"""A world in which everything may die: a server process, a proxy that loses answers, a real browser."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sqlite3
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import BrowserContext, Error, Page, Playwright

from tests.chromium import find_chromium
from tests.server.own_settings import kill_server, start_server
from tests.starter import ROOT as ROOT, Started
from tests.web.conftest import FLAGS
from tests.web.pad_bundle import harness

_PAGE = '<!doctype html><title>pad</title><script type="module" src="/harness.js"></script>'
_WORKER = """
const FILES = ["/harness.html", "/harness.js"];
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open("harness").then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (FILES.includes(pathname)) event.respondWith(caches.match(pathname));
});
"""


def write_static(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "harness.html").write_text(_PAGE)
    (folder / "harness.js").write_text(harness())
    (folder / "harness-sw.js").write_text(_WORKER)
    return folder


@dataclass
class Server:
    """A server that is killed, never asked to stop."""

    store: Path
    static: Path
    port: int = 0
    _process: Started | None = None

    @property
    def is_up(self) -> bool:
        return self._process is not None

    def start(self) -> None:
        if self._process is None:
            self._process, self.port = start_server(self.store, port=self.port, static=str(self.static))

    def kill(self) -> None:
        if self._process is not None:
            kill_server(self._process)
            self._process = None

    def copy(self, to: Path) -> None:
        """Copy the database from the disk; only while the server is down."""
        assert not self.is_up
        to.mkdir(exist_ok=True)
        for path in self.store.parent.glob(f"{self.store.name}*"):
            shutil.copy(path, to / path.name)

    def restore(self, backup: Path) -> None:
        assert not self.is_up
        for path in self.store.parent.glob(f"{self.store.name}*"):
            path.unlink()
        for path in backup.iterdir():
            shutil.copy(path, self.store.parent / path.name)


Line = Literal["passes", "refuses", "loses answers"]


class Proxy:
    """The hall's Wi-Fi: it passes everything on, refuses, or passes requests on and loses their answers."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.line: Line = "passes"
        self.lost = 0
        self.port = 0
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait(10)

    def set(self, line: Line) -> None:
        """Switch the line and cut the open connections."""
        self.line = line
        self._loop.call_soon_threadsafe(self._cut)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def _cut(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        listening = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = listening.sockets[0].getsockname()[1]
        ready.set()
        self._loop.run_forever()
        listening.close()
        self._cut()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.line == "refuses":
            writer.transport.abort()
            return
        self._writers.add(writer)
        with contextlib.suppress(OSError, asyncio.CancelledError):
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self.server.port)
            back = asyncio.ensure_future(self._pump(up_reader, writer, is_answer=True))
            await self._pump(reader, up_writer)
            back.cancel()
            up_writer.transport.abort()
        writer.transport.abort()
        self._writers.discard(writer)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_answer: bool = False) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if is_answer and self.line == "loses answers":
                    self.lost += 1
                    break
                writer.write(data)
                await writer.drain()
        writer.transport.abort()


@dataclass
class Browser:
    """A browser on a profile that survives it."""

    playwright: Playwright
    profile: Path
    address: str
    context: BrowserContext | None = None
    problems: list[str] = field(default_factory=list)

    def launch(self) -> BrowserContext:
        if self.context is None:
            self.context = self.playwright.chromium.launch_persistent_context(
                str(self.profile), executable_path=find_chromium(), args=FLAGS, bypass_csp=True
            )
            self.context.set_default_timeout(60_000)
        return self.context

    def page(self) -> Page:
        """Open a tab with the harness, from the phone's own copy if the server does not answer."""
        page = self.launch().new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.load(page)
        return page

    def load(self, page: Page) -> None:
        page.goto(f"{self.address}/harness.html")
        page.wait_for_function("Boolean(window.Phone)")
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")

    def kill(self) -> None:
        """Kill the browser like a phone whose battery is taken out."""
        if self.context is None:
            return
        for pid in _pids(f"--user-data-dir={self.profile}"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(Error):
            self.context.close()
        self.context = None


def _pids(word: str) -> list[int]:
    """List the processes started with this word; only our browser uses our profile folder."""
    found = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdigit() and word.encode() in (folder / "cmdline").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def open_phone(page: Page, tournament: str, secret: str, steps: list[Any]) -> Any:
    """Let the page open its link; return true, or the reason why it could not."""
    script = """async ([hash, steps]) => {
      window.phone?.close?.();
      window.phone = await Phone.open(hash, steps);
      return typeof phone === "string" ? phone : true;
    }"""
    return page.evaluate(script, [f"#t={tournament}&s={secret}", steps])


def stored_logs(store: Path, pattern: str) -> list[list[Any]]:
    """Read the logs whose ids match, straight from the disk."""
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as database:
        sql = "SELECT log, body FROM events WHERE log LIKE ? ORDER BY log, seq"
        rows = database.execute(sql, (pattern,)).fetchall()
    logs: dict[str, list[Any]] = {}
    for log, body in rows:
        logs.setdefault(log, []).append(json.loads(body))
    return list(logs.values())


def pad_logs(store: Path, tournament: str) -> list[list[Any]]:
    return stored_logs(store, f"{tournament}.%")
