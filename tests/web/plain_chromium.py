"""A browser whose pages are controlled by the DevTools protocol and whose service workers are left alone.

Playwright attaches to every worker, and a service worker with a debugger attached is never replaced by a newer one.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
import urllib.parse
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.chromium import find_chromium


class PlainChromium:
    """Chromium as people start it, but without a window."""

    def __init__(self, profile: Path) -> None:
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0"]
        command = [find_chromium(), *flags, f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
        noted = profile / "DevToolsActivePort"
        self._wait(lambda: noted.exists() and noted.read_text().count("\n") > 0)
        self._address = f"http://127.0.0.1:{noted.read_text().split()[0]}/json"
        (page,) = (one for one in self._targets("GET", "") if one["type"] == "page")
        self._sockets = ExitStack()
        self.pages: list[PlainPage] = []
        self._attach(page)

    def new_page(self, address: str) -> PlainPage:
        """Another tab."""
        found = self._targets("PUT", f"/new?{urllib.parse.quote(address)}")
        return self._attach(found)

    def _attach(self, target: dict[str, Any]) -> PlainPage:
        socket = self._sockets.enter_context(connect(target["webSocketDebuggerUrl"], max_size=None))
        self.pages.append(PlainPage(socket))
        return self.pages[-1]

    def close(self) -> None:
        self._sockets.close()
        os.killpg(self.process.pid, signal.SIGKILL)  # the program may be a script that started the browser
        self.process.wait()

    def _targets(self, method: str, path: str) -> Any:
        with urllib.request.urlopen(urllib.request.Request(self._address + path, method=method)) as answer:
            return json.load(answer)

    @staticmethod
    def _wait(is_so: Any) -> None:
        end = time.monotonic() + 60
        while not is_so():
            assert time.monotonic() < end
            time.sleep(0.05)


class PlainPage:
    """One page of it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._number = 0

    def send(self, method: str, **values: Any) -> Any:
        self._number += 1
        self.socket.send(json.dumps({"id": self._number, "method": method, "params": values}))
        while True:
            heard = json.loads(self.socket.recv(timeout=60))
            if heard.get("id") == self._number:
                return heard.get("result", {})

    def goto(self, address: str) -> None:
        self.send("Page.navigate", url=address)

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression, None while the page is being replaced."""
        found = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return found.get("result", {}).get("value")

    def until(self, expression: str) -> None:
        """Wait until the expression is true."""
        end = time.monotonic() + 60
        while not self.evaluate(expression):
            assert time.monotonic() < end, expression
            time.sleep(0.05)
