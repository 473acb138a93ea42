"""Broken messages and bodies for a server that really runs: an answer with a sentence, never a fault in its log."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.fuzz.mutating import mutated_text
from tests.server.own_settings import kill_server, start_server
from tests.server.talk import HERE, do, post_match, stroke_for

MESSAGES = int(os.environ.get("CARROM_FUZZ", "2000"))
_SEED = int(os.environ.get("CARROM_FUZZ_SEED", "1"))
_AT_ONCE = 150
_GOLDEN = Path(__file__).resolve().parents[1] / "golden"

# All of this comes from one address.
_NO_LIMITS = {"messages": 10**9, "heavy_requests": 10**9, "strokes": 10**9}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """Its port and its log."""
    folder = tmp_path_factory.mktemp("fuzzed")
    log = folder / "log"
    with log.open("wb") as errors:
        process, port = start_server(folder / "s.sqlite", errors=errors.fileno(), log="json", **_NO_LIMITS)
    yield port, log
    kill_server(process)


def test_messages(server: tuple[int, Path]) -> None:
    port, log = server
    luck = random.Random(_SEED)
    left = MESSAGES * 9 // 10
    while left > 0:
        made = post_match(f"http://127.0.0.1:{port}", HERE)
        address = f"ws://127.0.0.1:{port}/api/matches/{made['id']}/socket"
        protocols: Any = ["carrom.v1", f"seat.{made['links'][0]['secret']}"]
        for _ in range(8):
            with connect(address, subprotocols=protocols, compression=None, close_timeout=0.2) as socket:
                view = json.loads(socket.recv())["view"]
                left -= _talk(socket, view, luck)
            if left <= 0:
                break
    assert _faults(log) == []


def _talk(socket: Any, view: dict[str, Any], luck: random.Random) -> int:
    """So many messages were sent: some of them do something, most are refused."""
    seeds = [json.loads(text) for text in _sound(view)]
    sent = 0
    try:
        for _ in range(_AT_ONCE):
            text = mutated_text(luck.choice(seeds), luck)[:8000].decode(errors="replace")
            socket.send(text.encode() if luck.random() < 0.001 else text)
            sent += 1
        socket.send('{"t":"ping"}')
        while json.loads(socket.recv(timeout=60))["t"] != "pong":
            pass
    except ConnectionClosed as closed:
        if closed.rcvd is not None and closed.rcvd.code == 1011:
            pytest.fail(str(closed))
    return sent


def _sound(view: dict[str, Any]) -> list[str]:
    todo, seq = view["todo"], view["seq"]
    player = (todo["players"] or ["a1"])[0]
    acts: list[dict[str, Any]] = [
        {"do": "toss", "choice": "break"}, {"do": "next"}, {"do": "next", "rack": 30.0}, {"do": "undo"},
        {"do": "pass"}, {"do": "forgo"}, {"do": "place", "at": [[60.0, 0.0]]}, {"do": "give-up", "what": "match"},
        {"do": "protest", "text": "why"}, {"do": "decide", "protest": 1, "upheld": True}, {"do": "claim"},
        {"do": "sit", "seat": "east"}, {"do": "demand", "points": 3},
    ]  # fmt: skip
    if todo["what"] == "strike":
        acts += [stroke_for(view)] * 6
    words = [do(seq, player, act) for act in acts]
    aim = {"t": "aiming", "along": 1.0, "direction": 2.0, "speed": 0.5}
    return [*words, '{"t":"ping"}', '{"t":"since","seq":0}', json.dumps(aim)]


_STROKE = {"x": 0.0, "y": -252.6, "direction": 1.0, "speed": 5.0}
_RECORD = (_GOLDEN / "icf-match.carrom").read_text(encoding="utf-8")
BODIES: dict[str, Any] = {
    "/api/matches": {"rulebook": "icf", "length": "board", "clock": True, "seats": HERE, "stage": "final"},
    "/api/simulate": {"position": "start", "seat": "south", "stroke": _STROKE},
    "/api/records": {"text": _RECORD},
    "/api/board/check": {"text": "[board]\nside = 740.0\n"},
    "/api/rule": {"before": {"own": 5, "opponent": 3, "queen": "board"}, "stroke": {"own": 1}},
    "/api/what-if": {"record": _RECORD, "after": 3, "steps": [{"player": "a1", "act": {"do": "strike", **_STROKE}}]},
}
ADDRESSES = [
    "/api/choices", "/api/matches/{}/record", "/api/matches/{}/timeline", "/api/board/blueprint.svg?size={}",
    "/api/laws/{}", "/api/matches/{}", "/{}", "/api/{}", "/assets/{}", "/desk/{}", "/pad/{}",
]  # fmt: skip


def test_requests(server: tuple[int, Path]) -> None:
    port, log = server
    luck = random.Random(_SEED)
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for _ in range(MESSAGES // 10):
        if luck.random() < 0.3:
            word = quote(str(mutated_text("icf", luck)[:300], "latin-1"), safe=luck.choice(["", "/.%&=?#"]))
            line.request("GET", re.sub(r"[^!-~]", "", luck.choice(ADDRESSES).format(word)))
        else:
            where = luck.choice(list(BODIES))
            line.request("POST", where, mutated_text(BODIES[where], luck), {"content-type": "application/json"})
        answer = line.getresponse()
        said = answer.read()
        assert answer.status != 500, said[:500]
        if answer.will_close:
            line.close()
    line.close()
    assert _faults(log) == []


def _faults(log: Path) -> list[str]:
    """Whatever the server wrote that is not about a broken line itself."""
    lines = log.read_text(encoding="utf-8").splitlines()
    return [line[:3000] for line in lines if "Traceback" in line or '"error"' in line]
