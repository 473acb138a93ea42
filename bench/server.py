"""The browser game: strokes acknowledged durably beside the bare echo of the same stack, sockets held, page, frames."""

from __future__ import annotations

import asyncio
import gc
import gzip
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

TABLES, SECONDS, WATCHERS = 50, 6.0, 8000
HALL, EVERY, ROUNDS = 1000, 5.0, 4
"""So many tables with a stroke each in so many seconds, so often."""
STATIC = Path(__file__).resolve().parents[1] / "carrom" / "server" / "static"
SEATS = [{"seat": seat, "name": seat, "who": "here"} for seat in ("south", "north")]

# The same app on the same server, with one route more that only answers, and without the limits of one address.
SERVER = """
import sys
from pathlib import Path
from starlette.websockets import WebSocket, WebSocketDisconnect
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


def stroke(view: dict[str, Any]) -> dict[str, Any]:
    """Whatever the match waits for; a stroke of middling force if it is one."""
    todo = view["todo"]
    if todo["what"] == "toss":
        return {"do": "toss", "choice": "break"}
    if todo["what"] == "place":
        spots = todo["spots"]
        free = [(spots["x"] + i * spots["step"], spots["y"] + j * spots["step"])
                for j, row in enumerate(spots["rows"]) for i, mark in enumerate(row) if mark == "."]  # fmt: skip
        laid: list[tuple[float, float]] = []
        for x, y in free:
            if len(laid) < todo["count"] and all((x - a) ** 2 + (y - b) ** 2 > 32**2 for a, b in laid):
                laid.append((x, y))
        return {"do": "place", "at": laid}
    if todo["what"] == "demand":
        return {"do": "demand", "points": todo["count"]}
    if todo["what"] != "strike":
        return {"do": "next"}
    lane = todo["lane"]
    left, right = max(lane["free"], key=lambda span: span[1] - span[0])
    across, ahead = (left + right) / 2, lane["ahead"]
    x, y = (across, ahead) if lane["seat"] == "south" else (-across, -ahead)
    return {"do": "strike", "x": x, "y": y, "direction": view["seq"] * 7 % 60 - 30, "speed": 4.0}


def made(address: str) -> dict[str, Any]:
    body = json.dumps({"rulebook": "icf", "length": "match", "clock": False, "seats": SEATS}).encode()
    request = urllib.request.Request(f"{address}/api/matches", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        match: dict[str, Any] = json.load(answer)
    return match


async def play(port: int, match: dict[str, Any], until: float, times: list[float]) -> None:
    """One table: act, wait for the acknowledgement, act again."""
    from websockets.asyncio.client import connect

    protocols: Any = ["carrom.v1", f"seat.{match['links'][0]['secret']}"]
    address = f"ws://127.0.0.1:{port}/api/matches/{match['id']}/socket"
    async with connect(address, subprotocols=protocols, compression=None, max_size=None) as socket:
        view: dict[str, Any] | None = None
        while view is None:
            message = json.loads(await socket.recv())
            view = message["view"] if message["t"] == "welcome" else None
        while time.perf_counter() < until and view["todo"]["what"] != "over":
            act = stroke(view)
            begun = time.perf_counter()
            player = view["todo"]["players"][0]
            message = {"t": "do", "key": uuid.uuid4().hex, "base": view["seq"], "player": player, "act": act}
            await socket.send(json.dumps(message))
            while True:
                heard = json.loads(await socket.recv())
                if heard["t"] == "happened":
                    view = heard["view"]
                elif heard["t"] in ("ack", "nack"):
                    break
            if act["do"] == "strike":
                times.append(time.perf_counter() - begun)


async def echo(port: int, until: float, times: list[float]) -> None:
    from websockets.asyncio.client import connect

    async with connect(f"ws://127.0.0.1:{port}/api/echo", compression=None) as socket:
        message = json.dumps({"t": "do", "key": uuid.uuid4().hex, "base": 3, "player": "a1", "act": {"do": "pass"}})
        while time.perf_counter() < until:
            begun = time.perf_counter()
            await socket.send(message)
            await socket.recv()
            times.append(time.perf_counter() - begun)


def measured(workers: list[Callable[[float, list[float]], Awaitable[None]]]) -> tuple[float, float, float]:
    """Per second, median and 99th percentile in milliseconds, of all of them at once."""
    times: list[float] = []
    begun = time.perf_counter()

    async def all_of_them() -> None:
        await asyncio.gather(*(work(begun + SECONDS, times) for work in workers))

    asyncio.run(all_of_them())
    seconds = time.perf_counter() - begun
    times.sort()
    return len(times) / seconds, times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000


async def hall(port: int, matches: list[dict[str, Any]], times: list[float]) -> None:
    """Many tables, each with a stroke now and then, evenly over the time."""
    from websockets.asyncio.client import connect

    async def table(match: dict[str, Any], number: int) -> None:
        protocols: Any = ["carrom.v1", f"seat.{match['links'][0]['secret']}"]
        address = f"ws://127.0.0.1:{port}/api/matches/{match['id']}/socket"
        async with connect(address, subprotocols=protocols, compression=None, max_size=None) as socket:
            view: dict[str, Any] | None = None
            while view is None:
                message = json.loads(await socket.recv())
                view = message["view"] if message["t"] == "welcome" else None
            seated.append(number)
            while len(seated) < len(matches):
                await asyncio.sleep(0.1)
            begun = time.perf_counter()
            for turn in range(ROUNDS):
                await asyncio.sleep(max(0.0, begun + (turn + number / len(matches)) * EVERY - time.perf_counter()))
                message = {"t": "do", "key": uuid.uuid4().hex, "base": view["seq"],
                           "player": view["todo"]["players"][0], "act": stroke(view)}  # fmt: skip
                text, asked = json.dumps(message), time.perf_counter()
                await socket.send(text)
                answered = None
                while answered is None:
                    heard = await socket.recv()
                    if heard[:9] in ('{"t":"ack', '{"t":"nac'):
                        answered = time.perf_counter() - asked
                    elif heard[:9] == '{"t":"hap':
                        view = json.loads(heard)["view"]
                times.append(answered)

    seated: list[int] = []
    await asyncio.gather(*(table(match, number) for number, match in enumerate(matches)))


async def watchers(port: int, match: dict[str, Any], pid: int) -> tuple[int, float, float, int]:
    """Open many watching sockets: how many were held, and the server's memory for each in KB. Then all of them go and
    come back at once: how long until the last one is answered, and how many were."""
    from websockets.asyncio.client import ClientConnection, connect

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
    """As a page does: it tries again until it is in."""
    for attempt in range(8):
        try:
            socket = await come()
            answered = await _answers(socket)
            socket.transport.abort()
            return answered
        except (OSError, TimeoutError, EOFError):
            await asyncio.sleep(0.1 * 2**attempt)
    return False


def _processor(pid: int) -> float:
    """Seconds of a core that it has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return float(found[1]) if found else 0.0


def page_size() -> float:
    """KB gzipped of all that a game loads: the page, the game, and whatever these import."""
    assets = STATIC / "assets"
    wanted = re.findall(r"assets/([\w.-]+)", (STATIC / "index.html").read_text())
    wanted += [path.name for name in ("PlayPage", "Game") for path in assets.glob(f"{name}-*.js")]
    found: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name not in found and (assets / name).is_file():
            found.add(name)
            # Imports that are there at once; pages and languages that are asked for later are not among them.
            if name.endswith(".js"):
                wanted += re.findall(r"""(?:from|import)\s*["']\./([\w.-]+)["']""", (assets / name).read_text())
    return sum(len(gzip.compress((assets / name).read_bytes())) for name in found) / 1000


def frames(address: str) -> list[tuple[int, float]]:
    """Frames a second while a break is shown, at full speed and with the processor slowed down six times."""
    chromium = shutil.which(os.environ.get("CARROM_CHROMIUM", "chromium"))
    if chromium is None:
        return []
    from playwright.sync_api import sync_playwright

    shown = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{address}/practice")
        page.wait_for_selector(".cb-ready")
        for slower in (1, 6):
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
            shown.append((slower, float(page.evaluate(_COUNT_FRAMES))))
        browser.close()
    return shown


_COUNT_FRAMES = """async () => {
  const { board } = document.querySelector('.board-host');
  const stroke = { x: 0, y: -252.6, direction: 1, speed: 6 };
  const answer = await fetch('/api/simulate', { method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ position: 'start', seat: 'south', stroke }) });
  const { trace, before } = await answer.json();
  const discs = [...before.map(([kind, x, y]) => ({ kind, x, y })), { kind: 'striker', x: 0, y: -252.6 }];
  let frames = 0;
  const started = performance.now();
  await board.play(trace, discs, { onTime: () => frames++ });
  return frames / ((performance.now() - started) / 1000);
}"""


def main() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, folder]
        # The server has a core to itself, and who asks it the others: neither is measured with the other's work.
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[:1])
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            os.sched_setaffinity(0, cores[1:] or cores)
            try:
                assert process.stdout is not None
                found = re.search(r"(http://127\.0\.0\.1:(\d+))/", process.stdout.readline())
                assert found
                _report(found[1], int(found[2]), process.pid)
            finally:
                process.terminate()


def _report(address: str, port: int, pid: int) -> None:
    matches = [made(address) for _ in range(TABLES)]
    gc.collect()
    gc.freeze()
    gc.disable()  # what is measured is the server's collector
    bare = measured([partial(echo, port)] * TABLES)
    used = _processor(pid)
    real = measured([partial(play, port, match) for match in matches])
    used = (_processor(pid) - used) / (real[0] * SECONDS)
    print(f"The browser game, one process, {TABLES} tables at once")
    print(f"{'':34}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}")
    print(f"{'echo on the same stack':34}{bare[0]:>10.0f}{bare[1]:>9.1f}{bare[2]:>9.1f}")
    print(f"{'strokes, judged, stored and told':34}{real[0]:>10.0f}{real[1]:>9.1f}{real[2]:>9.1f}")
    print(f"{'ratio':34}{real[0] / bare[0]:>10.2f}")
    print(f"the server's processor: {used * 1000:.2f} ms a stroke, so {1 / used:.0f} a second of a core (wanted: 1500)")
    times: list[float] = []
    asyncio.run(hall(port, [made(address) for _ in range(HALL)], times))
    times.sort()
    p50, p99 = (times[len(times) * share // 100] * 1000 for share in (50, 99))
    print(f"{HALL} tables, a stroke each in {EVERY:.0f} s: p50 {p50:.1f} ms, p99 {p99:.1f} ms (wanted: under 30)")
    held, memory, seconds, back = asyncio.run(watchers(port, matches[0], pid))
    print(f"sockets held: {held} of {WATCHERS}, {memory:.0f} KB each")
    print(f"all gone and back at once: {back} of {WATCHERS} answered within {seconds:.1f} s")
    print(f"play page: {page_size():.1f} KB gzipped (limit 80)")
    for slower, rate in frames(address):
        print(f"a break shown with the processor {slower}x slower: {rate:.0f} frames a second")


if __name__ == "__main__":
    main()
