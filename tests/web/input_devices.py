"""Playing by mouse, finger or keyboard: the test does what the page waits for."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from playwright.sync_api import Page, TimeoutError as TooLate

from tests.server.conftest import Served
from tests.web.words import game_text

WAITING = ".game:not([data-actor='']):not([data-todo=moving]):not([data-todo=sent]), .game[data-todo=over]"


class InputDevice(Protocol):
    """A device to play with."""

    def pull(self, page: Page, dx: float, dy: float) -> None: ...
    def drag_due(self, page: Page) -> None: ...
    def press(self, page: Page, name: str) -> None: ...


def play_board(page: Page, hands: InputDevice, most: int = 80) -> int:
    """Play until the board is over and return the number of strokes played here."""
    strokes, course = 0, list[str]()
    for turn in range(most):
        page.wait_for_selector(WAITING)
        todo, seq = page.locator(".game").evaluate("game => [game.dataset.todo, game.dataset.seq]")  # of one moment
        course.append(f"{todo} {seq}")
        if todo == "over":
            return strokes
        if todo == "strike":
            hands.pull(page, (turn * 37 % 60) - 30, 130 + turn % 3 * 20)
            strokes += 1
        else:
            _do_what_is_asked(page, hands, todo)
        if todo != "place":  # several pieces may have to be placed before anything is sent
            _answered(page, f"{todo} at {seq} (turn {turn})", seq)
    raise AssertionError(f"the board does not end: {', '.join(course)}")


def come_to_strike(page: Page, hands: InputDevice) -> str:
    """Play up to the own stroke and return the event number: a computer may break first and leave a due to place."""
    for _ in range(8):
        page.wait_for_selector(WAITING)
        todo, seq = page.locator(".game").evaluate("game => [game.dataset.todo, game.dataset.seq]")
        if todo == "strike":
            return str(seq)
        _do_what_is_asked(page, hands, todo)
        if todo != "place":
            _answered(page, f"{todo} at {seq}", seq)
    raise AssertionError("no turn comes here")


def _do_what_is_asked(page: Page, hands: InputDevice, todo: str) -> None:
    """Answer the question that comes before the next stroke."""
    match todo:
        case "toss":
            hands.press(page, game_text("toss-break"))
        case "place":
            hands.drag_due(page)
        case "demand":
            hands.press(page, game_text("demand-take", count=0))
        case "next":
            hands.press(
                page,
                game_text("next-board") if page.get_by_text(game_text("next-board")).count() else game_text("ready"),
            )


def _answered(page: Page, what: str, seq: str) -> None:
    try:
        page.wait_for_selector(f".game:not([data-seq='{seq}'])")
    except TooLate:
        now = page.locator(".game").evaluate("game => ({ ...game.dataset, said: game.innerText })")
        raise AssertionError(f"{what} was not answered: {now}") from None


def board_middle(page: Page) -> tuple[float, float]:
    box = page.locator(".cb-board").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def free_spot(page: Page) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Return where the due piece is and a lawful place for it, in client pixels; None if none is due."""
    found: Any = page.evaluate(
        """() => {
          const { board } = document.querySelector('.board-host');
          if (!board.state.placing) return null;
          const { spots } = board.state.placing;
          const free = [];
          spots.rows.forEach((row, j) => [...row].forEach((mark, i) => mark === '.' && free.push([i, j])));
          const [i, j] = free[Math.floor(free.length / 2)];
          const box = document.querySelector('.cb-board').getBoundingClientRect();
          const mm = box.width / 880, turn = board.state.view;
          const seen = (x, y) => [[x, y], [y, -x], [-x, -y], [-y, x]][turn];
          const at = (x, y) => [box.left + (440 + seen(x, y)[0]) * mm, box.top + (440 - seen(x, y)[1]) * mm];
          return [at(board.placement.x, board.placement.y), at(spots.x + i * spots.step, spots.y + j * spots.step)];
        }"""
    )
    if found is None:
        return None
    (a, b), (c, d) = found
    return (a, b), (c, d)


def two_here(open_page: Callable[..., Page], home: Served, **options: object) -> Page:
    """Start a match of two at one screen, up to the first stroke."""
    page = open_page(home.address, **options)
    page.get_by_test_id("start-here").click()
    page.get_by_role("button", name=game_text("start"), exact=True).click()
    page.get_by_role("button", name=game_text("toss-break"), exact=True).click()
    page.get_by_role("button", name=game_text("ready"), exact=True).click()
    page.wait_for_selector(".game[data-todo=strike]:not([data-actor=''])")
    return page


class Mouse:
    """A mouse: pulls anywhere on the board, clicks buttons."""

    def pull(self, page: Page, dx: float, dy: float) -> None:
        x, y = board_middle(page)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + dx / 2, y + dy / 2)
        page.mouse.move(x + dx, y + dy)
        page.mouse.up()

    def drag_due(self, page: Page) -> None:
        found = free_spot(page)
        if found is None:
            return
        (x, y), (a, b) = found
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move((x + a) / 2, (y + b) / 2)
        page.mouse.move(a, b)
        page.mouse.up()
        self.press(page, game_text("place-here"))

    def press(self, page: Page, name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()


class Finger:
    """A finger: real touch events."""

    def drag(self, page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag and rest before lifting, as people do. Lifting in motion would fling, and the browser takes the next tap
        for the end of the fling. A resting finger sends no moves: a busy browser would merge them with those before,
        which would then seem late."""
        (x, y), (a, b) = start, end
        steps = [(x + (a - x) * step, y + (b - y) * step, 40 + 160 * step) for step in (0.25, 0.5, 0.75, 1.0)]
        self.timed(page, (x, y, 0), *steps, (a, b, 500))

    def timed(self, page: Page, *way: tuple[float, float, float]) -> None:
        """Send touch events at these places and milliseconds after the first; the last one lifts, now."""
        session = page.context.new_cdp_session(page)
        began = time.time() - way[-1][2] / 1000
        for index, (x, y, when) in enumerate(way):
            kind = "touchStart" if index == 0 else "touchEnd" if index == len(way) - 1 else "touchMove"
            points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
            happened = {"type": kind, "touchPoints": points, "timestamp": began + when / 1000}
            session.send("Input.dispatchTouchEvent", happened)
        session.detach()

    def pull(self, page: Page, dx: float, dy: float) -> None:
        """Turn the line on the dial, then drag the power bar and let go."""
        for part, way in ((".dial", dx), (".power", dy)):
            box = page.locator(part).bounding_box()
            assert box
            x, y = box["x"] + (box["width"] * 0.05 if part == ".power" else box["width"] / 2), box["y"] + 20
            self.drag(page, (x, y), (x + way / 160 * box["width"] * 0.7, y))

    def drag_due(self, page: Page) -> None:
        found = free_spot(page)
        if found is not None:
            self.drag(page, *found)
            self.press(page, game_text("place-here"))

    def press(self, page: Page, name: str) -> None:
        page.get_by_role("button", name=name, exact=True).tap()


class Keyboard:
    """Keys only: Tab to a button, arrows to aim."""

    def tab_to(self, page: Page, selector: str) -> None:
        for _ in range(60):
            if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {selector}")

    def pull(self, page: Page, dx: float, dy: float) -> None:
        page.evaluate("document.activeElement?.blur()")
        for _ in range(int(abs(dx) // 15)):
            page.keyboard.press("ArrowLeft" if dx < 0 else "ArrowRight")
        page.keyboard.press("Shift+ArrowRight")
        for _ in range(10):
            page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")

    def drag_due(self, page: Page) -> None:
        page.evaluate("document.activeElement?.blur()")
        page.keyboard.press("Enter")

    def press(self, page: Page, name: str) -> None:
        for _ in range(60):
            if page.evaluate("document.activeElement?.textContent?.trim()") == name:
                page.keyboard.press("Enter")
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {name!r}")
