"""Requests that a proxy and the server could read in two ways are refused (request smuggling)."""

from __future__ import annotations

import socket
from contextlib import suppress

import pytest

from carrom.server.http.connections import LARGEST_HEADER, header_fault
from tests.server.conftest import Served

_HOST = b"Host: 127.0.0.1"
_SOCKET = (b"Connection: Upgrade", b"Upgrade: websocket", b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: eA==")
_JSON = b"Content-Type: application/json"
_CHUNKS = b"2\r\n{}\r\n0\r\n\r\n"


def _asked(*lines: bytes, what: bytes = b"GET /api/ready HTTP/1.1", body: bytes = b"") -> bytes:
    return b"\r\n".join((what, *lines, b"", body))


def _sent(*lines: bytes, body: bytes = b"{}", version: bytes = b"1.1") -> bytes:
    return _asked(_HOST, *lines, what=b"POST /api/matches HTTP/" + version, body=body)


_REFUSED = {
    "two hosts": _asked(_HOST, b"Host: elsewhere"),
    "one host twice": _asked(_HOST, _HOST),
    "no host": _asked(),
    "a version that is spoken otherwise": _asked(_HOST, what=b"GET /api/ready HTTP/2.0"),
    "a host and more": _asked(b"Host: 127.0.0.1/elsewhere"),
    "somebody at a host": _asked(b"Host: elsewhere@127.0.0.1"),
    "another host in its first line": _asked(_HOST, what=b"GET http://elsewhere/api/ready HTTP/1.1"),
    "two hosts of a socket": _asked(_HOST, b"Host: elsewhere", *_SOCKET, what=b"GET /api/matches/x/socket HTTP/1.1"),
    "a socket with a body": _asked(_HOST, b"Content-Length: 5", *_SOCKET, body=b"hello"),
    "two origins": _sent(b"Origin: http://127.0.0.1", b"Origin: http://elsewhere", b"Content-Length: 2"),
    "two lengths": _sent(b"Content-Length: 2", b"Content-Length: 3"),
    "one length twice": _sent(b"Content-Length: 2", b"Content-Length: 2"),
    "lengths in a list": _sent(b"Content-Length: 2, 2"),
    "length and chunks": _sent(b"Content-Length: 2", b"Transfer-Encoding: chunked", body=_CHUNKS),
    "chunks and length": _sent(b"Transfer-Encoding: chunked", b"Content-Length: 2", body=_CHUNKS),
    "chunks of long ago": _sent(b"Transfer-Encoding: chunked", body=_CHUNKS, version=b"1.0"),
    "packed chunks": _sent(b"Transfer-Encoding: gzip, chunked", body=_CHUNKS),
    "nearly chunks": _sent(b"Transfer-Encoding: xchunked", body=_CHUNKS),
    "a space before the colon": _sent(b"Transfer-Encoding : chunked", body=_CHUNKS),
    "a folded line": _asked(_HOST, b"X-A: b", b" c"),
    "lines without their return": b"GET /api/ready HTTP/1.1\nHost: 127.0.0.1\n\n",
    "a return within a line": _asked(_HOST, b"X: a\rHost: elsewhere"),
    "a large head": _asked(_HOST, b"X: " + b"a" * LARGEST_HEADER),
    "a head without an end": _asked(_HOST, b"X: " + b"a" * (2 * LARGEST_HEADER))[:-4],
    "many lines": _asked(_HOST, *[b"X: a"] * 200),
}


def _answers(port: int, said: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        with suppress(ConnectionResetError, BrokenPipeError):
            line.sendall(said)
        heard = b""
        with suppress(ConnectionResetError):  # the server did not read all of it
            while more := line.recv(65_536):
                heard += more
        return heard


def test_ambiguous_request_is_refused_and_ends_the_line(served: Served) -> None:
    for name, said in _REFUSED.items():
        # The rest of the line would be another client's request.
        heard = _answers(served.port, said + _asked(_HOST))
        assert heard.startswith(b"HTTP/1.1 400 "), name
        assert heard.count(b"HTTP/1.1 ") == 1, name


def test_ordinary_requests_are_answered(served: Served) -> None:
    closing = b"Connection: close"
    for said in (
        _asked(b"Host: LOCALHOST:18000", closing),
        _asked(b"Host: [::1]:80", closing),
        _asked(_HOST, closing, what=b"GET http://127.0.0.1/api/ready HTTP/1.1"),
        _asked(what=b"GET /api/ready HTTP/1.0"),
    ):
        assert _answers(served.port, said).startswith(b"HTTP/1.1 200 "), said
    large = _asked(_HOST, b"X: " + b"a" * (LARGEST_HEADER // 2))
    heard = _answers(served.port, 3 * large + _asked(_HOST, closing))
    assert heard.count(b"HTTP/1.1 200 ") == 4, "what is too much is counted for each"
    length = 2 * LARGEST_HEADER
    heard = _answers(served.port, _sent(b"Content-Length: %d" % length, _JSON, closing, body=b" " * length))
    assert heard.startswith(b"HTTP/1.1 422 "), "a body is no head, however much of it comes at once"


@pytest.mark.parametrize("host", [b"", b"a:b:c", b"a b", b"a,b", b"[::1", b"a#b", b"a?b", "ä".encode()])
def test_host_is_a_name_or_an_address(host: bytes) -> None:
    assert (header_fault("1.1", b"/", [(b"host", host)]) is None) == (host == b"")
