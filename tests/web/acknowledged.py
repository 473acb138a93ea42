"""Every action in a browser test returns once the page shows its outcome.

The pages count actions and acknowledgements (`web/src/api/acknowledged.ts`). Here the actions of Playwright wait until
both counts are equal, so no test reads an outdated page. A test that wants to be faster than the page, or that holds
back an answer, uses `impatient`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from playwright.sync_api import BrowserContext, Error, Locator, Page, Route

ACTIONS: dict[type, tuple[str, ...]] = {
    Locator: (
        "check", "clear", "click", "dblclick", "dispatch_event", "drag_to", "fill", "press", "press_sequentially",
        "select_option", "set_checked", "set_input_files", "tap", "uncheck",
    ),
    Page: ("go_back", "go_forward", "goto", "reload", "set_viewport_size"),
}  # fmt: skip
HAND: dict[str, tuple[str, ...]] = {
    "keyboard": ("press", "type", "insert_text"),
    "mouse": ("click", "dblclick", "up"),
    "touchscreen": ("tap",),
}
"""Input devices of a page. They do not know their page, so each page gets wrapped ones."""

SECONDS = 60
"""How long to wait on a busy machine."""
_SETTLED = """async (milliseconds) => {
  if (!document.documentElement) return "empty";
  const { dataset } = document.documentElement;
  if (dataset.actions === undefined) return null;  // a page that the server writes, or one without scripts
  const soon = (done) => setTimeout(() => setTimeout(done));
  const frame = () => new Promise(done => { requestAnimationFrame(() => soon(done)); setTimeout(done, 100); });
  const end = performance.now() + milliseconds;
  for (let before = -1; performance.now() < end;) {
    if (dataset.actions === dataset.acknowledged && before === dataset.actions) return null;
    before = dataset.actions;
    await frame();
  }
  return `${dataset.acknowledged} of ${dataset.actions} actions are acknowledged`;
}"""

_impatient = 0


@contextmanager
def impatient() -> Iterator[None]:
    """Act without waiting for the page."""
    global _impatient
    _impatient += 1
    try:
        yield
    finally:
        _impatient -= 1


class HeldRequests:
    """Hold back the requests of a page until they are released."""

    def __init__(self, page: Page, address: str | re.Pattern[str]) -> None:
        self._page = page
        self._routes: list[Route] = []
        page.route(address, lambda route: self._routes.append(route))

    def release(self) -> None:
        """Release all held requests, at least one: a request is announced shortly before it can be held."""
        end = time.monotonic() + SECONDS
        while not self._routes:
            assert time.monotonic() < end, "no request came"
            self._page.evaluate("new Promise(requestAnimationFrame)")
        while self._routes:
            self._routes.pop(0).continue_()


def settle(page: Page) -> None:
    """Wait until every action on this page is acknowledged and shown."""
    for _ in range(10):
        try:
            page.wait_for_load_state("domcontentloaded")  # an evaluation has no time limit, and an empty page no timers
            problem = page.evaluate(_SETTLED, SECONDS * 1000)
        except Error as error:
            if page.is_closed():
                return
            if "context was destroyed" not in error.message and "navigat" not in error.message:
                raise
            continue
        if problem != "empty":
            assert problem is None, f"{page.url}: {problem} after {SECONDS} s"
            return
    raise AssertionError(f"{page.url}: the page keeps changing")


def wait_for_acknowledgement() -> None:
    """Patch all actions to wait, once for the whole run."""
    for kind, names in ACTIONS.items():
        for name in names:
            setattr(kind, name, _acknowledged(getattr(kind, name), lambda it: it if isinstance(it, Page) else it.page))
    BrowserContext.new_page = _equipped(BrowserContext.new_page)  # type: ignore[method-assign]


def _acknowledged(act: Callable[..., Any], page_of: Callable[[Any], Page]) -> Callable[..., Any]:
    @wraps(act)
    def acting(self: Any, *args: Any, **kwargs: Any) -> Any:
        result = act(self, *args, **kwargs)
        if not _impatient and not kwargs.get("trial"):
            settle(page_of(self))
        return result

    return acting


def _equipped(make: Callable[..., Page]) -> Callable[..., Page]:
    @wraps(make)
    def making(self: BrowserContext) -> Page:
        page = make(self)
        for hand, names in HAND.items():
            held = getattr(page, hand)
            for name in names:
                setattr(held, name, _acknowledged(getattr(type(held), name), lambda _: page).__get__(held))
        return page

    return making
