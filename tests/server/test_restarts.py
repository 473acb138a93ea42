"""`carrom serve` as a process: killed, stopped and restarted, with open sockets."""

from __future__ import annotations

import contextlib
import json
import random
import signal
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.server.conftest import Served
from tests.server.talk import do, mutated, post_match, stroke_for


def _made(served: Served, **changes: Any) -> dict[str, Any]:
    return post_match(served.address, **changes)


def _socket(served: Served, made: dict[str, Any], query: str = "") -> ClientConnection:
    address = f"ws://127.0.0.1:{served.port}/api/matches/{made['id']}/socket{query}"
    protocols: Any = ["carrom.v1", f"seat.{made['links'][0]['secret']}"]
    return connect(address, subprotocols=protocols, compression=None, close_timeout=0.2)


def _hear(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=30))
        if message["t"] in kinds:
            return message


def _closing_code(socket: ClientConnection) -> int:
    """Return the code with which the server closes this socket."""
    try:
        while True:
            socket.recv(timeout=10)
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code


def _acts(view: dict[str, Any]) -> dict[str, Any] | None:
    match view["todo"]["what"]:
        case "toss":
            return {"do": "toss", "choice": "break"}
        case "next":
            return {"do": "next"}
        case "strike":
            return stroke_for(view)
        case "place" if view["todo"]["may_forgo"]:
            return {"do": "forgo"}
        case _:
            return None


def _play(socket: ClientConnection, strokes: int) -> dict[int, dict[str, Any]]:
    """Play some strokes; return the acknowledged events by number."""
    acknowledged: dict[int, dict[str, Any]] = {}
    view = _hear(socket, "welcome")["view"]
    while len(acknowledged) < strokes:
        act = _acts(view)
        if act is None:
            break
        socket.send(do(view["seq"], view["todo"]["players"][0], act))
        ack = None
        while ack is None or view["seq"] < ack:
            message = _hear(socket, "ack", "nack", "happened")
            assert message["t"] != "nack", message
            if message["t"] == "ack":
                ack = message["seq"]
            else:
                view = message["view"]
                acknowledged[message["seq"]] = message["event"]
    return acknowledged


def test_kill_9_loses_nothing_that_was_acknowledged(served: Served) -> None:
    made = _made(served)
    for _ in range(3):
        with _socket(served, made) as socket:
            acknowledged = _play(socket, 4)
            served.stop(signal.SIGKILL)
        served.start()
        with _socket(served, made, "?since=0") as socket:
            seq = _hear(socket, "welcome")["view"]["seq"]
            log: dict[int, Any] = {}
            while len(log) < seq:
                told = _hear(socket, "happened")
                log[told["seq"]] = told["event"]
        assert sorted(log) == list(range(1, seq + 1))
        for number, event in acknowledged.items():
            assert log[number] == event


def test_request_with_a_lost_answer_counts_once(served: Served) -> None:
    """Killed between commit and answer or before the commit: sent again with its key, it counts exactly once."""
    made = _made(served)
    with _socket(served, made) as socket:
        _begin(socket)
    with _socket(served, made) as socket:
        view = _hear(socket, "welcome")["view"]
        message = do(view["seq"], view["todo"]["players"][0], stroke_for(view), key="lost" * 4)
        socket.send(message)
        served.stop(signal.SIGKILL)
    served.start()
    with _socket(served, made) as socket:
        _hear(socket, "welcome")
        socket.send(message)
        first = _hear(socket, "ack", "nack")
        socket.send(message)
        assert _hear(socket, "ack", "nack") == first
        assert first["t"] == "ack"
        assert first["seq"] == view["seq"] + 1


def _begin(socket: ClientConnection) -> None:
    """Do everything before the first stroke."""
    view = _hear(socket, "welcome")["view"]
    while view["todo"]["what"] in ("toss", "next"):
        seq, act = view["seq"], _acts(view)
        assert act is not None
        socket.send(do(seq, view["todo"]["players"][0], act))
        while view["seq"] == seq or (view["todo"]["what"] == "strike" and view["todo"]["lane"] is None):
            view = _hear(socket, "happened")["view"]


def test_sigterm_announces_a_restart_and_the_clock_starts_again(served: Served) -> None:
    made = _made(served, clock=True)
    with _socket(served, made) as socket:
        _begin(socket)
        assert served.stop() in (0, -signal.SIGTERM)  # by the signal, after everything was stored
        assert _closing_code(socket) == 1012
    served.start()
    with _socket(served, made) as socket:
        after = _hear(socket, "welcome")["view"]
        assert after["said"][-1]["data"]["text"] == "server-restarted"
        assert after["todo"]["seconds"] > after["todo"]["limit"] - 5


def test_foreign_origin_is_refused_at_the_handshake(served: Served) -> None:
    made = _made(served)
    address = f"ws://127.0.0.1:{served.port}/api/matches/{made['id']}/socket"
    origin: Any = "https://elsewhere.example"
    with pytest.raises(InvalidStatus, match="403"):
        connect(address, origin=origin)


def test_message_of_a_megabyte_closes_its_socket_only(served: Served) -> None:
    made = _made(served)
    with _socket(served, made) as big, _socket(served, made) as other:
        _hear(other, "welcome")
        with contextlib.suppress(ConnectionClosed):  # the socket may be closed during the sending
            big.send("x" * 1_000_000)
        assert _closing_code(big) == 1009
        other.send('{"t":"ping"}')
        assert _hear(other, "pong")


def test_malformed_messages_change_nothing(served: Served) -> None:
    """Messages with one thing wrong, and noise, from many sockets: the log stays as it was."""
    made = _made(served)
    with _socket(served, made) as socket:
        _begin(socket)
    with _socket(served, made) as socket:
        view = _hear(socket, "welcome")["view"]
    good = json.loads(do(view["seq"], view["todo"]["players"][0], stroke_for(view)))
    chance = random.Random(8)
    refused = 0
    while refused < 2_000:  # `make fuzz` sends a million
        with _socket(served, made) as socket:
            _hear(socket, "welcome")
            for _ in range(190):  # more would close the socket
                socket.send(mutated(good, chance))
            socket.send('{"t":"ping"}')
            while (answer := _hear(socket, "nack", "ack", "happened", "pong"))["t"] != "pong":
                assert answer["t"] == "nack", answer
                refused += 1
    with _socket(served, made) as socket:
        assert _hear(socket, "welcome")["view"] == view
        socket.send(json.dumps(good))
        assert _hear(socket, "ack", "nack")["t"] == "ack"
