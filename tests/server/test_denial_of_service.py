"""Denial of service: one client's load or broken requests must not stop the others.

Each attack once did. Single requests that are refused are in `test_abuse.py`.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import select
import socket
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect as socket_to

from carrom.equipment import Seat
from carrom.server import Settings
from carrom.server.stores.sqlite import SqliteStore
from carrom.server.table.agreement import make_agreement
from carrom.server.table.feed import ReplayBuffer
from carrom.server.table.live_match import LiveMatch
from carrom.server.table.open_matches import OpenMatches
from carrom.server.wire import messages as m
from carrom.server.wire.values import SeatOccupant
from tests.server.conftest import Served
from tests.server.own_settings import kill_server, start_server
from tests.server.talk import (
    HERE,
    begun,
    connect,
    do,
    hear,
    new_match,
    no_computer,
    post_match,
    secret,
)
from tests.server.test_live_match import Listener

BOTH = {Seat.SOUTH: SeatOccupant("Asha", "here"), Seat.NORTH: SeatOccupant("Ravi", "here")}


def test_match_in_use_is_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while a client is still being brought up to date and is no listener yet."""
    monkeypatch.setattr("carrom.server.table.open_matches._KEPT", 1)

    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        tables = OpenMatches(Settings(), store)
        held = (await tables.make(make_agreement("icf", "board", False, BOTH))).id
        async with tables.hold(held) as first:
            for _ in range(5):
                await tables.make(make_agreement("icf", "board", False, BOTH))
            async with tables.hold(held) as again:
                assert again is first
            both = await asyncio.gather(*(_at_hand(tables, held) for _ in range(8)))
            assert set(both) == {first}
        store.close()

    asyncio.run(run())


async def _at_hand(tables: OpenMatches, match: str) -> LiveMatch | None:
    async with tables.hold(match) as live:
        return live


def test_match_behind_the_store_catches_up(tmp_path: Path) -> None:
    """Another process wrote: the act is refused once, the table receives what it missed, and play goes on."""

    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        tables = OpenMatches(Settings(), store)
        made = (await tables.make(make_agreement("icf", "board", False, BOTH))).id
        stored = await store.log(made)
        assert stored is not None
        one, two = [LiveMatch(stored, store, no_computer) for _ in range(2)]
        for live in (one, two):
            await live.load()
        listener = Listener()
        two.join(listener)
        number = one.match.number
        assert isinstance(await one.do(_next_act(one), listener.players), m.Ack)
        told = await two.do(_next_act(two), listener.players)
        assert isinstance(told, m.Nack)
        assert (told.code, two.match.number) == ("stale", one.match.number)
        heard = [message["seq"] for message in _drain(listener) if message["t"] == "happened"]
        assert heard == list(range(number + 1, one.match.number + 1))
        assert isinstance(await two.do(_next_act(two), listener.players), m.Ack)
        store.close()

    asyncio.run(run())


def _drain(listener: Listener) -> list[dict[str, Any]]:
    return [listener.heard.get_nowait() for _ in range(listener.heard.qsize())]


def _next_act(live: LiveMatch) -> m.Do:
    """The act that the match waits for."""
    view = live.welcome(Listener()).view
    asked: dict[str, m.PlayerAct] = {"toss": m.ChooseToss("break"), "next": m.ReadyForBoard()}
    act = asked.get(view.todo.what, m.PassTurn())
    return m.Do(os.urandom(8).hex(), view.seq, view.todo.players[0], act)


def test_replayed_message_is_encoded_once(tmp_path: Path) -> None:
    kept = ReplayBuffer(100)
    made: list[int] = []

    def make() -> m.Nack:
        made.append(1)
        return m.Nack(None, "x", "a" * 10, None, 1)

    first = kept.get("a", make)
    assert (kept.get("a", make), len(made)) == (first, 1)
    kept.get("b", make)
    kept.get("a", make)
    assert len(made) == 3, "both do not fit: the first was forgotten"


def test_client_that_missed_too_much_gets_a_snapshot(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made, told = begun(client)
    monkeypatch.setattr("carrom.server.routes.match_socket.MOST_REPLAYED", 1)
    with connect(client, made, query="?since=0") as late:
        stands = hear(late, "stands", "happened")
        assert (stands["t"], stands["view"]) == ("stands", told[-1]["view"])


def test_replays_are_limited_per_address(make_client: Callable[..., TestClient]) -> None:
    """Short requests must not cost the server much: after the limit they are answered with a snapshot."""
    client = make_client(strokes=30)
    made, _ = begun(client)
    with connect(client, made) as socket:
        last = hear(socket, "welcome")["view"]["seq"]
        assert last >= 1
        kinds = set()
        for _ in range(60):
            socket.send_text(json.dumps({"t": "since", "seq": 0}))
            answer = hear(socket, "stands", "happened")
            kinds.add(answer["t"])
            while answer["t"] == "happened" and answer["seq"] < last:
                answer = hear(socket, "happened")
        assert "happened" in kinds


def test_computer_moves_despite_many_hint_requests(served: Served) -> None:
    """One worker, a queue of hints from one address: the computer's move comes next, not last."""
    body = {"position": "start", "seat": "south", "colour": "white", "rulebook": "icf", "queen": "board"}
    seats = [{"seat": "south", "name": "Asha", "who": "here"},
             {"seat": "north", "name": "M", "who": "computer", "player": "random", "skill": "club"}]  # fmt: skip
    made = post_match(served.address, seats)
    raw = json.dumps(body).encode()
    head = f"POST /api/hint HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {len(raw)}"
    asking = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(40)]
    for line in asking:
        line.sendall(head.encode() + b"\r\n\r\n" + raw)
    address = f"ws://127.0.0.1:{served.port}/api/matches/{made['id']}/socket"
    protocols: Any = ["carrom.v1", f"seat.{secret(made)}"]
    with socket_to(address, subprotocols=protocols) as player:
        view, heard = _hear(player, "welcome")["view"], None
        while heard is None:
            if (act := _MINE.get(view["todo"]["what"])) and view["todo"]["players"][0] == "a1":
                player.send(do(view["seq"], "a1", act))
            told = _hear(player, "happened")
            view = told["view"]
            heard = told["trace"]
    answered = sum(_has_answer(line) for line in asking)
    for line in asking:
        line.close()
    assert answered < len(asking), "the line of hints was gone: this proves nothing"


_MINE: dict[str, dict[str, Any]] = {
    "toss": {"do": "toss", "choice": "break"}, "strike": {"do": "pass"}, "place": {"do": "forgo"},
}  # fmt: skip
"""The acts of a player who only waits for the computer."""


def _has_answer(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return bool(line.recv(1))
    except BlockingIOError:
        return False


def _hear(player: Any, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(player.recv(200))
        if message["t"] == kind:
            return message


def test_absurd_toml_is_refused_quickly(client: TestClient) -> None:
    for text in ("a." * 30_000 + "b = 1", "\n".join(f"k{n} = 1" for n in range(6000)), "[" * 60_000):
        began = time.process_time()
        assert client.post("/api/board/check", json={"text": text}).status_code == 422
        assert time.process_time() - began < 0.5


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[int]:
    """The port of a server with timeouts of a second and twenty connections for each address."""
    process, port = start_server(tmp_path / "s.sqlite", patience=1.0, connections=20)
    yield port
    kill_server(process)


HALF_A_HEAD = b"GET /api/health HTTP/1.1\r\nhost: localhost"
HALF_A_BODY = (
    b"POST /api/rule HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"
)


@pytest.mark.parametrize("part", [HALF_A_HEAD, HALF_A_BODY], ids=["head", "body"])
def test_incomplete_request_is_given_up_and_its_place_freed(impatient: int, part: bytes) -> None:
    with ExitStack() as open_ones:
        asking = [open_ones.enter_context(socket.create_connection(("127.0.0.1", impatient), 20)) for _ in range(20)]
        for line in asking:
            line.sendall(part)
        with socket.create_connection(("127.0.0.1", impatient), 20) as surplus:
            assert _ended(surplus), "one address has no more than twenty"
        assert all(_ended(line) for line in asking)
    with urllib.request.urlopen(f"http://127.0.0.1:{impatient}/api/health") as answer:
        assert answer.read() == b"ok"


def _ended(line: socket.socket) -> bool:
    """Wait until the other end closes the line."""
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


def test_flood_of_pings_is_disconnected(impatient: int) -> None:
    made = post_match(f"http://127.0.0.1:{impatient}", HERE)
    with _raw_socket(impatient, made) as flooding:
        flood = b"\x89\x80\x00\x00\x00\x00" * 100
        assert _is_cut_off(flooding, flood)
    with socket_to(f"ws://127.0.0.1:{impatient}/api/matches/{made['id']}/socket") as honest:
        honest.send('{"t":"ping"}')
        assert _hear(honest, "pong")


def test_client_that_never_reads_is_disconnected(impatient: int) -> None:
    """Not only the socket: the connection itself, with its buffers."""
    made = post_match(f"http://127.0.0.1:{impatient}", HERE)
    with _raw_socket(impatient, made) as deaf:
        unreadable = b"\x81\x8e\x00\x00\x00\x00" + b'{"t":"since"}x'  # answered with a nack each time
        assert _is_cut_off(deaf, unreadable)


def _raw_socket(port: int, made: dict[str, Any]) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(60)
    line.connect(("127.0.0.1", port))
    line.sendall(
        f"GET /api/matches/{made['id']}/socket HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade"
        "\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    return line


def _is_cut_off(line: socket.socket, words: bytes) -> bool:
    """Send until the server disconnects, with pauses to notice."""
    hung_up = select.poll()
    hung_up.register(line, select.POLLHUP | select.POLLERR)
    try:
        while not hung_up.poll(20):
            line.sendall(words * 20)
        return True
    except ConnectionError:
        return True


def test_flood_of_tiny_messages_is_not_parsed(impatient: int) -> None:
    """Each megabyte once blocked the server for half a second."""
    made = post_match(f"http://127.0.0.1:{impatient}", HERE)
    before = _processor_seconds(impatient)
    for _ in range(6):
        with _raw_socket(impatient, made) as flooding, suppress(ConnectionError):
            assert flooding.recv(20).startswith(b"HTTP/1.1 101")
            flooding.sendall(b"\x81\x80\x00\x00\x00\x00" * 160_000)
            _ended(flooding)
    assert _processor_seconds(impatient) - before < 1.0, "six megabytes, some hundred messages of which count"


def _processor_seconds(port: int) -> float:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/metrics") as answer:
        found = re.search(r"^process_cpu_seconds_total(?:\{.*?\})? (\S+)", answer.read().decode(), re.MULTILINE)
    assert found
    return float(found[1])


def _masked(text: bytes) -> bytes:
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + size + b"\x00" * 4 + text


def test_burst_of_messages_is_read_in_order(impatient: int) -> None:
    made = post_match(f"http://127.0.0.1:{impatient}", HERE)
    with socket_to(f"ws://127.0.0.1:{impatient}/api/matches/{made['id']}/socket") as honest:
        _hear(honest, "beside")
        ping, long = b'{"t":"ping"}', b'{"t":"' + b"x" * 8000 + b'"}'
        honest.socket.sendall(b"".join(map(_masked, [ping, long] * 9 + [ping] * 100)))
        told = (json.loads(honest.recv(200))["t"] for _ in range(1000))
        answers = list(islice((kind for kind in told if kind != "here"), 118))  # presence messages may come in between
        assert answers == ["pong", "nack"] * 9 + ["pong"] * 100
        honest.socket.sendall(_masked(ping) * 200)
        with pytest.raises(ConnectionClosed) as ended:
            _hear(honest, "nothing")
        assert ended.value.rcvd is not None
        assert (ended.value.rcvd.code, ended.value.rcvd.reason) == (1008, "too many messages")


def test_flood_that_disconnects_leaves_no_error(client: TestClient) -> None:
    """The client is gone before the server can close its socket."""
    match, words = new_match(client)["id"], iter([{"type": "websocket.connect"}])

    async def receive() -> dict[str, Any]:
        return next(words, {"type": "websocket.receive", "text": '{"t":"ping"}'})

    async def send(message: Any) -> None:
        if message["type"] == "websocket.close":
            raise OSError

    path, headers = f"/api/matches/{match}/socket", [(b"host", b"testserver")]
    scope = {"type": "websocket", "path": path, "headers": headers, "query_string": b"", "client": ("127.0.0.1", 1)}
    assert client.portal is not None
    client.portal.call(client.app, scope, receive, send)


def test_short_records_do_not_wait_for_long_ones(client: TestClient) -> None:
    head = 'carrom-record 1\n[Rulebook "icf"]\n[Play "singles"]\n[A "a"]\n[B "b"]\n\n1. toss a break\n2. play\n'
    long = head + "".join(f"{number}. stroke\n" for number in range(3, 2000))
    with ThreadPoolExecutor() as pool:
        opening = [pool.submit(client.post, "/api/records", json={"text": long}) for _ in range(3)]
        for _ in range(10):
            assert client.post("/api/records", json={"text": f"{head}3. stroke\n"}).status_code == 200
        assert not all(one.done() for one in opening), "they take longer than all the short ones"
        assert [one.result().status_code for one in opening] == [200] * 3
