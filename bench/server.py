"""The game server: durably acknowledged strokes compared with a bare echo on the same stack, open sockets, page size,
frames.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import gzip
import itertools
import json
import math
import os
import re
import resource
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

TABLES, WARMING, SECONDS, WATCHERS = 50, 2.0, 6.0, 8000
HALL, EVERY, ROUNDS = 1000, 5.0, 4
"""Tables, seconds between strokes, rounds."""
SETTLING = 2.0
"""seconds after the last player connects; a thousand connections at once are measured separately"""
STATIC = Path(__file__).resolve().parents[1] / "carrom" / "server" / "static"
SEATS = [{"seat": seat, "name": seat, "who": "here"} for seat in ("south", "north")]

SERVER = """
import sys
from pathlib import Path
from starlette.websockets import WebSocket, WebSocketDisconnect
from carrom.base.errors import CarromError
from carrom.server import Settings, SqliteStore, create_app
from carrom.server.runner import serve
settings = Settings(port=0, messages=10**9, heavy_requests=10**9, strokes=10**9)
app = create_app(settings, SqliteStore(Path(sys.argv[1]) / "bench.sqlite"))
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        return
app.router.add_websocket_route("/api/echo", echo)
app.router.routes.insert(0, app.router.routes.pop())
serve(app, settings)
"""


class Lane(msgspec.Struct):
    seat: str
    ahead: float
    free: list[tuple[float, float]]


class Spots(msgspec.Struct):
    x: float
    y: float
    step: float
    rows: list[str]


class Todo(msgspec.Struct):
    what: str
    players: list[str]
    count: int
    lane: Lane | None
    spots: Spots | None


class View(msgspec.Struct):
    """What a playing client reads of a view; decoding the rest would measure the client."""

    seq: int
    todo: Todo


class Message(msgspec.Struct):
    t: str
    view: View | None = None


_read, _written = msgspec.json.Decoder(Message).decode, msgspec.json.Encoder().encode


def stroke(view: View) -> dict[str, Any]:
    """Command the match waits for, perhaps a stroke of medium force."""
    todo = view.todo
    if todo.what == "toss":
        return {"do": "toss", "choice": "break"}
    if todo.what == "place" and todo.spots is not None:
        spots = todo.spots
        free = ((spots.x + i * spots.step, spots.y + j * spots.step)
                for j, row in enumerate(spots.rows) for i, mark in enumerate(row) if mark == ".")  # fmt: skip
        laid: list[tuple[float, float]] = []
        while len(laid) < todo.count and (spot := next(free, None)) is not None:
            if all((spot[0] - a) ** 2 + (spot[1] - b) ** 2 > 32**2 for a, b in laid):
                laid.append(spot)
        return {"do": "place", "at": laid}
    if todo.what == "demand":
        return {"do": "demand", "points": todo.count}
    if todo.what != "strike" or todo.lane is None:
        return {"do": "next"}
    lane = todo.lane
    left, right = max(lane.free, key=lambda span: span[1] - span[0])
    across, ahead = (left + right) / 2, lane.ahead
    x, y = (across, ahead) if lane.seat == "south" else (-across, -ahead)
    return {"do": "strike", "x": x, "y": y, "direction": view.seq * 7 % 60 - 30, "speed": 4.0}


def asked(view: View) -> bytes:
    message = {"t": "do", "key": secrets.token_hex(8), "base": view.seq, "player": view.todo.players[0]}
    return _written({**message, "act": stroke(view)})


def made(address: str) -> dict[str, Any]:
    body = json.dumps({"rulebook": "icf", "length": "match", "clock": False, "seats": SEATS}).encode()
    request = urllib.request.Request(f"{address}/api/matches", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        match: dict[str, Any] = json.load(answer)
    return match


@asynccontextmanager
async def table(port: int, match: dict[str, Any]) -> AsyncIterator[tuple[Any, View]]:
    """Connect to a table; yield the socket and the first view."""
    protocols: Any = ["carrom.v1", f"seat.{match['links'][0]['secret']}"]
    address = f"ws://127.0.0.1:{port}/api/matches/{match['id']}/socket"
    async with connect(address, subprotocols=protocols, compression=None, max_size=None) as socket:
        view: View | None = None
        while view is None:
            view = _read(await socket.recv()).view
        yield socket, view


async def act(socket: Any, view: View) -> tuple[View, float]:
    """Act, and wait for the acknowledgement: the next view, and seconds."""
    message, begun = asked(view), time.perf_counter()
    await socket.send(message, text=True)
    while True:
        heard = await socket.recv(decode=False)
        if heard[:9] in (b'{"t":"ack', b'{"t":"nac'):
            return view, time.perf_counter() - begun
        view = _read(heard).view or view


class Course:
    """All clients' work: first warming up, then measured."""

    def __init__(self, who: int) -> None:
        self.times: list[float] = []
        self.seconds = self.used = 0.0
        self.until = math.inf
        self._ready = asyncio.Barrier(who + 1)

    async def begin(self) -> None:
        await self._ready.wait()

    async def watch(self, pid: int) -> None:
        await self._ready.wait()
        await asyncio.sleep(WARMING)
        self.times.clear()
        used, begun = _processor(pid), time.perf_counter()
        await asyncio.sleep(SECONDS)
        self.until, self.seconds, self.used = 0.0, time.perf_counter() - begun, _processor(pid) - used
        self.counted = sorted(self.times)

    def __str__(self) -> str:
        p50, p99 = (self.counted[len(self.counted) * share // 100] * 1000 for share in (50, 99))
        return f"{self.rate:>10.0f}{p50:>9.1f}{p99:>9.1f}{self.cost:>9.3f}"

    @property
    def rate(self) -> float:
        return len(self.counted) / self.seconds

    @property
    def cost(self) -> float:
        """Server processor milliseconds per request."""
        return 1000 * self.used / len(self.counted)


async def play(port: int, match: dict[str, Any], course: Course) -> None:
    async with table(port, match) as (socket, view):
        await course.begin()
        while time.perf_counter() < course.until and view.todo.what != "over":
            is_stroke = view.todo.what == "strike"
            view, seconds = await act(socket, view)
            if is_stroke:
                course.times.append(seconds)


async def echo(port: int, course: Course) -> None:
    async with connect(f"ws://127.0.0.1:{port}/api/echo", compression=None) as socket:
        message = _written({"t": "do", "key": secrets.token_hex(8), "base": 3, "player": "a1", "act": {"do": "pass"}})
        await course.begin()
        while time.perf_counter() < course.until:
            begun = time.perf_counter()
            await socket.send(message, text=True)
            await socket.recv(decode=False)
            course.times.append(time.perf_counter() - begun)


def measured(pid: int, workers: list[Callable[[Course], Awaitable[None]]]) -> Course:
    async def all_of_them() -> Course:
        course = Course(len(workers))
        await asyncio.gather(course.watch(pid), *(work(course) for work in workers))
        return course

    return uvloop.run(all_of_them())


async def hall(port: int, matches: list[dict[str, Any]], times: list[float]) -> None:
    """Many tables, each with a stroke now and then, evenly over the time."""
    ready = asyncio.Barrier(len(matches))

    async def one(match: dict[str, Any], number: int) -> None:
        async with table(port, match) as (socket, view):
            await ready.wait()
            await asyncio.sleep(SETTLING)
            begun = time.perf_counter()
            for turn in range(ROUNDS):
                await asyncio.sleep(max(0.0, begun + (turn + number / len(matches)) * EVERY - time.perf_counter()))
                view, seconds = await act(socket, view)
                times.append(seconds)

    await asyncio.gather(*(one(match, number) for number, match in enumerate(matches)))


async def watchers(port: int, match: dict[str, Any], pid: int) -> tuple[int, float, float, int]:
    """Open many watching sockets: number, and server KB for each. Then all leave and come back at once: seconds until
    the last answer, and number answered."""
    before = _memory(pid)
    address = f"ws://127.0.0.1:{port}/api/matches/{match['id']}/socket"

    async def come() -> ClientConnection:
        return await connect(address, compression=None, open_timeout=120, ping_interval=None)

    held = [one for _ in range(0, WATCHERS, 200) for one in await asyncio.gather(*(come() for _ in range(200)))]
    alive = sum(await asyncio.gather(*(_answers(socket) for socket in held)))
    used = _memory(pid) - before
    for socket in held:
        socket.transport.abort()
    begun = time.perf_counter()
    back = await asyncio.gather(*(_comes_back(come) for _ in range(WATCHERS)))
    return alive, used / max(1, alive), time.perf_counter() - begun, sum(back)


async def _answers(socket: Any) -> bool:
    await socket.send('{"t":"ping"}')
    while json.loads(await socket.recv())["t"] != "pong":
        pass
    return True


async def _comes_back(come: Callable[[], Awaitable[Any]]) -> bool:
    """Tries again until it is in, as a page does: one address is refused until the server knows that its old
    connections are gone."""
    for attempt in range(8):
        try:
            socket = await come()
            answered = await _answers(socket)
            socket.transport.abort()
            return answered
        except (OSError, TimeoutError, EOFError, WebSocketException):
            await asyncio.sleep(0.1 * 2**attempt)
    return False


def lags(address: str) -> dict[str, float]:
    """Delays of the server's event loop by size in seconds."""
    with urllib.request.urlopen(f"{address}/api/metrics") as answer:
        told = answer.read().decode()
    found = re.findall(r'^carrom_loop_lag_seconds_bucket\{le="([^"]+)"\} (\S+)$', told, re.MULTILINE)
    return {limit: float(count) for limit, count in found}


def _processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return float(found[1]) if found else 0.0


def page_size() -> float:
    """Gzipped KB that a game loads: the page, the game and their imports."""
    assets = STATIC / "assets"
    wanted = re.findall(r"assets/([\w.-]+)", (STATIC / "index.html").read_text())
    wanted += [path.name for name in ("PlayPage", "Game") for path in assets.glob(f"{name}-*.js")]
    wanted += [path.name for path in assets.glob("surface-*.svg")]
    found: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name not in found and (assets / name).is_file():
            found.add(name)
            # Static imports; pages and languages loaded later do not count.
            if name.endswith(".js"):
                wanted += re.findall(r"""(?:from|import)\s*["']\./([\w.-]+)["']""", (assets / name).read_text())
    return sum(len(gzip.compress((assets / name).read_bytes())) for name in found) / 1000


@dataclass(frozen=True, slots=True)
class Shown:
    """Frame times of a break."""

    screen: str
    slower: int
    rate: float
    late: float
    work: float
    """Processor milliseconds of the page's thread per frame, valid on a busy machine too."""


SCREENS = (("desk", 1, 1280, 800), ("phone", 1, 360, 740), ("phone", 6, 360, 740))


def frames(address: str) -> list[Shown]:
    """A break on a desktop and a phone, and with the processor slowed down six times."""
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(Path(__file__).parent.parent))
    from carrom.base.errors import CarromError
    from tests.chromium import find_chromium

    try:
        chromium = find_chromium()
    except CarromError:
        return []

    shown = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for screen, slower, width, height in SCREENS:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(f"{address}/practice")
            page.wait_for_selector(".cb-ready")
            page.wait_for_selector(".cb-board canvas[data-painted]", state="attached")
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            page.evaluate(_COUNT_FRAMES)
            session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            before = _worked(session)
            times: list[float] = page.evaluate(_COUNT_FRAMES)
            work = 1000 * (_worked(session) - before) / len(times)
            steps = [after - then for then, after in itertools.pairwise(times)]
            late = sum(step > 25 for step in steps) / len(steps)
            shown.append(Shown(screen, slower, 1000 * len(steps) / (times[-1] - times[0]), late, work))
            page.close()
        browser.close()
    return shown


def _worked(session: CDPSession) -> float:
    found = session.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in found if each["name"] == "TaskDuration")


_COUNT_FRAMES = """async () => {
  const { board } = document.querySelector('.board-host');
  const stroke = { x: 0, y: -252.6, direction: 1, speed: 6 };
  const answer = await fetch('/api/simulate', { method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ position: 'start', seat: 'south', stroke }) });
  const { trace, before } = await answer.json();
  const discs = [...before.map(([kind, x, y]) => ({ kind, x, y })), { kind: 'striker', x: 0, y: -252.6 }];
  const times = [];
  await board.play(trace, discs, { onTime: () => times.push(performance.now()) });
  return times;
}"""


def report_page(address: str) -> None:
    # Browsers paint on another core than the page's thread.
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    print(f"play page: {page_size():.1f} KB gzipped (limit 90)")
    for one in frames(address):
        print(
            f"a break on a {one.screen}, processor {one.slower}x slower: {one.rate:.0f} frames a second, "
            f"{100 * one.late:.0f} % late, {one.work:.1f} ms of 16.7 each"
        )
        if one.slower == 1:
            print(f"  so {6 * one.work:.1f} ms of 16.7 on a processor six times as slow")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", action="store_true", help="only the page and its frames: seconds, instead of minutes")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, folder]
        # The server has a core to itself, the clients the others.
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[:1])
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            os.sched_setaffinity(0, cores[1:] or cores)
            try:
                assert process.stdout is not None
                found = re.search(r"(http://127\.0\.0\.1:(\d+))/", process.stdout.readline())
                assert found
                if options.page:
                    report_page(found[1])
                else:
                    _report(found[1], int(found[2]), process.pid)
            finally:
                process.terminate()


def _report(address: str, port: int, pid: int) -> None:
    matches = [made(address) for _ in range(TABLES)]
    gc.collect()
    gc.freeze()
    gc.disable()  # the server's garbage is measured
    bare = measured(pid, [partial(echo, port)] * TABLES)
    own = time.process_time()
    real = measured(pid, [partial(play, port, match) for match in matches])
    own = 1000 * (time.process_time() - own) / len(real.counted) * real.seconds / (real.seconds + WARMING)
    print(f"The browser game, one process, {TABLES} tables at once")
    print(f"{'':34}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'ms of processor':>17}")
    print(f"{'echo on the same stack':34}{bare}")
    print(f"{'strokes, judged, stored and told':34}{real}")
    print(f"{'ratio':34}{real.rate / bare.rate:>10.2f}{'':18}{real.cost / bare.cost:>9.1f}")
    print(f"so {1000 / real.cost:.0f} strokes a second of a core (wanted: 1500); who asks needs {own:.2f} ms for each")
    times: list[float] = []
    tables = [made(address) for _ in range(HALL)]
    before = lags(address)
    uvloop.run(hall(port, tables, times))
    late = {limit: count - before[limit] for limit, count in lags(address).items()}
    times.sort()
    p50, p99 = (times[len(times) * share // 100] * 1000 for share in (50, 99))
    print(f"{HALL} tables, a stroke each in {EVERY:.0f} s: p50 {p50:.1f} ms, p99 {p99:.1f} ms (wanted: under 30)")
    longest = next((limit for limit, count in late.items() if count == late["+Inf"]), "+Inf")
    print(f"the server's own loop, looked at {late['+Inf']:.0f} times meanwhile: never later than {longest} s")
    held, memory, seconds, back = uvloop.run(watchers(port, matches[0], pid))
    print(f"sockets held: {held} of {WATCHERS}, {memory:.0f} KB each")
    print(f"all gone and back at once: {back} of {WATCHERS} answered within {seconds:.1f} s")
    report_page(address)


if __name__ == "__main__":
    main()
