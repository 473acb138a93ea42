"""Connection limits: number per address, time-outs, header checks, fair reading."""

import asyncio
import logging
import re
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from carrom.server.http.guard import RateLimit

LARGEST_HEADER: Final = 65_536
"""Bytes; browsers send about two thousand."""
_MOST_LINES: Final = 100
_VERSIONS: Final = ("1.0", "1.1")
_ONCE: Final = frozenset(
    {
        b"host",
        b"origin",
        b"content-length",
        b"content-type",
        b"transfer-encoding",
        b"authorization",
        b"sec-fetch-mode",
        b"sec-fetch-site",
        b"upgrade",
    }
)
_HOST: Final = re.compile(rb"[a-z0-9._-]*(:[0-9]{0,5})?|\[[0-9a-f:.]+\](:[0-9]{0,5})?", re.IGNORECASE)
_WHOLE: Final = re.compile(rb"https?://([^/?#]*)", re.IGNORECASE)


def header_fault(version: str, target: bytes, headers: Sequence[tuple[bytes, bytes]]) -> str | None:
    """Find ambiguous (request smuggling) or malformed headers. Names must be lower case."""
    if version not in _VERSIONS:
        return "that is another language"
    if len(headers) > _MOST_LINES:
        return "too many lines"
    doubled = [name for name, count in Counter(name for name, _ in headers).items() if count > 1 and name in _ONCE]
    if doubled:
        return f"{doubled[0].decode()} stands there twice"
    given = dict(headers)
    host = given.get(b"host")
    if host is None and version != "1.0":
        return "it does not say for which host it is"
    if host is not None and not _HOST.fullmatch(host):
        return "that is no host"
    whole = _WHOLE.match(target)
    if whole is not None and whole[1].lower() != (host or b"").lower():
        return "it is for two hosts"
    coding = given.get(b"transfer-encoding")
    if coding is not None and (version == "1.0" or coding.strip().lower() != b"chunked"):
        return "its body is in a form that is not read here"
    has_body = coding is not None or given.get(b"content-length", b"0").strip() != b"0"
    if has_body and given.get(b"upgrade", b"").strip().lower() == b"websocket":
        return "a socket begins without a body"
    return None


_TURN_SECONDS: Final = 0.001
"""Time for reading before the event loop does other work."""


class FairReader:
    """Reads from busy connections in turns, a little each."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._is_called = False

    def ask(self, loop: asyncio.AbstractEventLoop, turn: Callable[[], None]) -> None:
        self._waiting.append(turn)
        self._call(loop)

    def _call(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._waiting and not self._is_called:
            self._is_called = True
            loop.call_soon(self._go_on, loop)

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        self._is_called = False
        until = time.monotonic() + _TURN_SECONDS
        try:
            while self._waiting and time.monotonic() < until:
                self._waiting.popleft()()
        finally:
            self._call(loop)


_RESERVED_FILES = 500
"""Open files for other things than connections."""
_NO_LIMIT = 16_000
HEAD_SECONDS = 10.0
BODY_SECONDS = 30.0
STUCK_SECONDS = 20.0
"""Seconds before the other end must read."""
_CONTROL_FRAMES, _CONTROL_SPAN = 60, 20.0
"""Pings, pongs and fragments per socket and seconds. Browsers send one in twenty."""
_LATE_FRAMES, _LATE_SPAN = 256, 20.0
"""Messages in flight at closing."""
_SLICE = 512
"""Bytes parsed at once: a flood of tiny messages must not block others."""


class ConnectionLimits:
    """Connections per address. Trusted proxies may use all; see `VisitorLimit`."""

    def __init__(self, most: int, *, proxies: Sequence[str] = (), of_proxies: int = 0) -> None:
        self._most, self._of_proxies = most, of_proxies
        self._proxies = _TrustedHosts(list(proxies))
        self._open: dict[str, int] = {}

    def admits(self, address: str) -> bool:
        most = self._of_proxies if address in self._proxies else self._most
        if self._open.get(address, 0) >= most:
            return False
        self._open[address] = self._open.get(address, 0) + 1
        return True

    def release(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class _WriteTimeout:
    """Drop connections that stop reading."""

    loop: asyncio.AbstractEventLoop
    transport: Any
    _stuck: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self._give_up_later()

    def resume_writing(self) -> None:
        _cancel(self._stuck)
        super().resume_writing()  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> None:
        _cancel(self._stuck)
        super().connection_lost(exc)  # type: ignore[misc]

    def _give_up_later(self) -> None:
        _cancel(self._stuck)
        self._stuck = self.loop.call_later(STUCK_SECONDS, self.transport.abort)


class _BatchingTransport:
    """Join the writes of a loop pass: each costs a system call."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._said: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self._said:
            self._loop.call_soon(self._flush)
        self._said.append(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        said, self._said = self._said, []
        if said and not self._transport.is_closing():
            self._transport.write(said[0] if len(said) == 1 else b"".join(said))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def uvicorn_protocols(connections: ConnectionLimits) -> tuple[type[HttpToolsProtocol], type[WebSocketsSansIOProtocol]]:
    rounds = FairReader()

    class Socket(_WriteTimeout, WebSocketsSansIOProtocol):
        """A WebSocket that counts as a connection."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self._address = ""
            self._control = RateLimit(_CONTROL_FRAMES, _CONTROL_SPAN)
            self._late = RateLimit(_LATE_FRAMES, _LATE_SPAN)
            self._unread = bytearray()
            """Received, not parsed: reading pauses until it is empty."""

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(
                cast(asyncio.Transport, _BatchingTransport(cast(asyncio.Transport, transport), self.loop))
            )
            self._address = _address(transport)

        def connection_lost(self, exc: Exception | None) -> None:
            connections.release(self._address)
            self._unread.clear()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._unread:
                self._unread += data
            elif len(data) <= _SLICE or not self.handshake_initiated:  # handshakes have limits
                super().data_received(data)
            else:
                self._unread += data
                self._wait_for_turn()

        async def receive(self) -> ASGIReceiveEvent:
            message = await super().receive()
            if self._unread and not self.read_paused:
                self._wait_for_turn()
            return message

        async def send(self, message: ASGISendEvent) -> None:
            await super().send(message)
            if self._unread and message["type"] == "websocket.close":
                self._wait_for_turn()

        def _wait_for_turn(self) -> None:
            self.transport.pause_reading()
            rounds.ask(self.loop, self._read_on)

        def _read_on(self) -> None:
            if self.transport.is_closing():
                self._unread.clear()
            if not self._unread or self.read_paused:
                return
            part = bytes(self._unread[:_SLICE])
            del self._unread[:_SLICE]
            super().data_received(part)
            self._go_on()

        def _go_on(self) -> None:
            if self.read_paused:
                return
            if self._unread:
                rounds.ask(self.loop, self._read_on)
            else:
                self.transport.resume_reading()

        def on_task_complete(self, task: asyncio.Task[None]) -> None:
            super().on_task_complete(task)
            self._give_up_later()  # closing waits for the other end: limit that

        def keepalive_timeout(self) -> None:
            super().keepalive_timeout()
            # Nobody will read the queued data.
            self.transport.abort()

        def handle_text(self, event: Frame) -> None:
            if not self.close_sent or self._is_patient(self._late):
                super().handle_text(event)

        def handle_bytes(self, event: Frame) -> None:
            if not self.close_sent or self._is_patient(self._late):
                super().handle_bytes(event)

        def handle_ping(self) -> None:
            if self._is_patient(self._control):
                super().handle_ping()

        def handle_pong(self, event: Frame) -> None:
            if self._is_patient(self._control):
                super().handle_pong(event)

        def handle_cont(self, event: Frame) -> None:
            if self._is_patient(self._control):
                super().handle_cont(event)

        def _is_patient(self, window: RateLimit) -> bool:
            if not window.admits():
                self.transport.abort()
            return not self.transport.is_closing()

    class Requests(_WriteTimeout, HttpToolsProtocol):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self._address: str | None = None
            self._patience: asyncio.TimerHandle | None = None
            self._head = 0
            """Bytes of an incomplete header."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            address = _address(transport)
            if connections.admits(address):
                self._address = address
                self._wait(HEAD_SECONDS)
            else:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            if self._address is not None:
                connections.release(self._address)
            _cancel(self._patience)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            self._head += len(data)
            super().data_received(data)
            if self._head > LARGEST_HEADER and not self.transport.is_closing():
                self.send_400_response("The head of this request is too large.")

        def on_message_begin(self) -> None:
            self._wait(HEAD_SECONDS)
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            self._wait(BODY_SECONDS)
            size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
            if (
                size > LARGEST_HEADER
                or header_fault(self.parser.get_http_version(), self.url, self.headers) is not None
            ):
                raise ValueError  # the parser answers 400
            super().on_headers_complete()

        def on_body(self, body: bytes) -> None:
            self._head = 0
            super().on_body(body)

        def on_message_complete(self) -> None:
            _cancel(self._patience)
            self._head = 0
            super().on_message_complete()

        def handle_websocket_upgrade(self) -> None:
            _cancel(self._patience)
            self._address = None
            super().handle_websocket_upgrade()

        def _wait(self, seconds: float) -> None:
            _cancel(self._patience)
            self._patience = self.loop.call_later(seconds, self.transport.abort)

    return Requests, Socket


def max_connections() -> int:
    """Raise the limit of open files; return the connections it allows."""
    try:
        import resource
    except ImportError:
        return _NO_LIMIT
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 1_048_576 if hard == resource.RLIM_INFINITY else hard
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError) as error:
        logging.getLogger(__name__).warning("the limit of open files stays as it is: %s", error)
    return max(1, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - _RESERVED_FILES)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


def _address(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else "?"
