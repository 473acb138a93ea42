"""Connections, below requests and sockets."""

from __future__ import annotations

import asyncio
import json
import socket
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.requests import Request
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect as socket_to

from carrom.server.http.connections import _BatchingTransport
from carrom.server.http.endpoints import client_address
from tests.server.own_settings import kill_server, start_server
from tests.server.talk import HERE, post_match


def test_writes_of_one_turn_are_sent_together() -> None:
    async def run() -> None:
        loop = asyncio.get_running_loop()
        # This socket pair keeps messages apart, so that writes can be counted.
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        theirs.setblocking(False)
        transport, _ = await loop.create_connection(asyncio.Protocol, sock=_AsStream(ours))
        together = _BatchingTransport(transport, loop)
        together.write(b"an event, ")
        together.write(b"and its answer")
        assert await loop.sock_recv(theirs, 100) == b"an event, and its answer"
        together.write(b"the last word")
        together.close()
        assert await loop.sock_recv(theirs, 100) == b"the last word"
        together.write(b"to nobody")
        assert await loop.sock_recv(theirs, 100) == b""
        theirs.close()

    asyncio.run(run())


class _AsStream(socket.socket):
    """The event loop accepts stream sockets only."""

    def __init__(self, pair: socket.socket) -> None:
        super().__init__(fileno=pair.detach())

    @property
    def type(self) -> int:  # type: ignore[override]
        return socket.SOCK_STREAM


def test_connections_are_limited_per_visitor_behind_a_proxy(tmp_path: Path) -> None:
    """All come from the proxy's address; a header has the visitor's. A visitor at the limit does not affect others."""
    process, port = start_server(tmp_path / "s.sqlite", proxies=["127.0.0.1"], connections=12, visitor=8)
    try:
        address = f"ws://127.0.0.1:{port}/api/matches/{post_match(f'http://127.0.0.1:{port}', HERE)['id']}/socket"
        with ExitStack() as opened:
            for visitor, count in (("192.0.2.1", 8), ("192.0.2.2", 5)):
                for _ in range(count):
                    said = {"x-forwarded-for": visitor}
                    opened.enter_context(socket_to(address, additional_headers=said))
            with pytest.raises(InvalidStatus) as refused:
                socket_to(address, additional_headers={"x-forwarded-for": "192.0.2.1"})
            assert refused.value.response.status_code == 403
            assert _asked(port, "192.0.2.1") == (429, "too-many")
            assert _asked(port, "192.0.2.2") == (200, "")
        while _asked(port, "192.0.2.1") != (200, ""):  # until their sockets are closed
            pass
    finally:
        kill_server(process)


def _asked(port: int, visitor: str) -> tuple[int, str]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/reach", headers={"x-forwarded-for": visitor})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, ""
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)["code"]


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::1", "::1"),
        ("not:an:address", "not:an:address"),
    ],
)
def test_ipv6_network_is_one_client(host: str, counted: str) -> None:
    assert client_address(Request({"type": "http", "client": (host, 1)})) == counted


def test_clients_without_an_address_are_counted_together() -> None:
    assert client_address(Request({"type": "http", "client": None})) == "?"
