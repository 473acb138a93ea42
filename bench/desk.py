"""Response times of the desk in a large hall: 500 people, some 2,000 matches, 60 tables.

    python bench/desk.py

Every view is requested right after a change, when nothing is cached, and once more.
"""

from __future__ import annotations

import http.client
import json
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any


class Desk:
    """One desk over a persistent connection."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self._headers = {"content-type": "application/json"}
        self._key = 0
        self.tournament = ""

    def ask(self, method: str, path: str, body: object = None) -> Any:
        self._line.request(method, path, None if body is None else json.dumps(body), self._headers)
        answer = self._line.getresponse()
        text = answer.read().decode()
        if answer.status != 200:
            raise SystemExit(f"{method} {path}: {answer.status} {text[:300]}")
        if sent := answer.getheader("set-cookie"):
            self._headers["cookie"] = sent.partition(";")[0]
        return json.loads(text) if (answer.getheader("content-type") or "").startswith("application/json") else text

    def act(self, do: str, *, reason: str | None = None, **said: Any) -> Any:
        self._key += 1
        body = {"key": f"bench-{self._key:08}", "reason": reason, "act": {"do": do, **said}}
        return self.ask("POST", f"/api/tournaments/{self.tournament}/acts", body)

    def view(self, path: str) -> float:
        began = time.perf_counter()
        self.ask("GET", f"/api/tournaments/{self.tournament}/{path}")
        return (time.perf_counter() - began) * 1000


def main() -> None:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "carrom", "serve", "--port", "0", "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r":(\d+)/", server.stdout.readline())
            invite = re.search(r"#invite=([\w-]+)", server.stdout.readline())
            assert found is not None
            assert invite is not None
            _measure(int(found[1]), invite[1], server.pid)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)


def _worked(process: int) -> float:
    """Processor milliseconds of all server threads, or nothing if not reported."""
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(one.read_text().split()[0]) for one in tasks) / 1e6


def _measure(port: int, invite: str, process: int) -> None:
    desk = Desk(port)
    desk.ask("POST", "/api/session/join", {"invite": invite, "name": "Bench", "password": "a long password"})
    settings = [{"setting": name, "value": value} for name, value in (("tables", "60"), ("group-size", "8"))]
    made = {"key": "bench-bench", "beginning": "vkk", "settings": settings}
    desk.tournament = desk.ask("POST", "/api/tournaments", made)["id"]
    people = "".join(f"Player {n:03} {chr(65 + n % 26)}x,Club {n % 40}\n" for n in range(500))
    desk.act("import", text=f"name,club\n{people}")
    desk.act("draw", stage="S/groups", random="1")
    desk.act("draw", stage="S/knockout", random="1")
    desk.act("publish", stage="S/groups")
    print("| 500 people, some 2,000 matches, 60 tables | |\n|---|---|")
    _type_cards(desk, process, range(1, 1001), "a result stored durably and acknowledged")
    for table in range(1, 61):
        desk.act("call", match=f"M{1000 + table * 9}", table=table, reason="bench")
    _type_cards(desk, process, range(1601, 1701), "the same with every table in use")
    print(f"| a result at a listener | p50 {_p(_heard(port, desk), 50):.0f} ms |")
    paths = desk.ask("GET", "/api/openapi")["paths"]
    for path, ways in paths.items():
        inside = path.partition("/api/tournaments/{tournament}/")[2]
        answer = ways.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        if inside and "{" not in inside and "application/json" in answer:
            desk.act("check", what="here", who=["Player 001 Bx"])
            inside += {"stage": "?stage=S/groups", "matches": "?words=club"}.get(inside, "")
            cpu = _worked(process)
            first = desk.view(inside)
            cpu = _worked(process) - cpu
            again = statistics.median(desk.view(inside) for _ in range(5))
            print(f"| {inside}, right after an act (processor) / again | {first:.0f} ({cpu:.0f}) / {again:.0f} ms |")


def _type_cards(desk: Desk, process: int, numbers: range, what: str) -> None:
    cpu, took = _worked(process), []
    for number in numbers:
        began = time.perf_counter()
        desk.act("result", match=f"M{number}", words=["25-8"])
        took.append((time.perf_counter() - began) * 1000)
    cpu = (_worked(process) - cpu) / len(numbers)
    print(f"| {what} | p50 {_p(took, 50):.1f} ms, p99 {_p(took, 99):.1f} ms, processor {cpu:.1f} ms each |")


def _heard(port: int, desk: Desk) -> list[float]:
    """Milliseconds from sending a result until a public listener receives it."""
    heard: dict[int, float] = {}
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", f"/api/tournaments/{desk.tournament}/events")
    stream = line.getresponse()

    def listen() -> None:
        for raw in stream:
            if raw.startswith(b"data: "):
                heard[json.loads(raw[6:])["seq"]] = time.perf_counter()

    threading.Thread(target=listen, daemon=True).start()
    sent = {}
    for number in range(1701, 1731):
        began = time.perf_counter()
        sent[desk.act("result", match=f"M{number}", words=["25-8"])["seq"]] = began
    time.sleep(1.0)
    return [(heard[seq] - began) * 1000 for seq, began in sent.items() if seq in heard]


def _p(values: list[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


if __name__ == "__main__":
    main()
