"""Measuring the layout of pages on screens of different sizes."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.web.conftest import FAST

FITTED = """() => {
  const { clientWidth, clientHeight } = document.querySelector('.board-host');
  return document.querySelector('.cb-board').clientWidth === Math.floor(Math.min(clientWidth, clientHeight));
}"""
# Return the elements that are outside the window.
OUTSIDE = """found => [...document.querySelectorAll(found)].filter(one => one.checkVisibility()).filter(one => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
}).map(one => `${one.className} ${one.textContent} ends at ${one.getBoundingClientRect().bottom}`)"""


def preferences_in(language: str) -> str:
    return FAST.replace("language: 'en'", f"language: '{language}'")


def set_size(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=list(size))
    # fonts of another script have loaded and moved the layout
    page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
