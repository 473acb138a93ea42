"""Origin, host, size and rate limits, security headers."""

import asyncio
import logging
import secrets
import time
from collections import Counter, deque
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carrom.server.http.endpoints import client_address, is_secure, problem
from carrom.server.logs import request_id
from carrom.server.settings import LOOPBACK, Settings

_log = logging.getLogger(__name__)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_HSTS = f"max-age={30 * 86_400}"
"""Short: halls may go back to HTTP. Not for localhost, where other services use HTTP."""
_OF_A_NETWORK = (".local", ".lan", ".home", ".home.arpa", ".internal", ".intranet", ".localdomain", ".private", ".test")
PROTOCOL = "carrom.v1"
"""First subprotocol. Secrets follow: browsers send no headers with a WebSocket."""
TOO_LARGE = 413
_MOST_DISCARDED = 64 * 1024 * 1024
_DISCARDING = 10.0
"""Bytes and seconds still read of an oversized body, for its sender to see the answer."""
_PASSED_ON = ("x-forwarded-for", "forwarded", "x-real-ip", "via")


def is_allowed_origin(settings: Settings, headers: Headers) -> bool:
    """Check a page's origin. Programs send none, and hold no cookies."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if settings.origins:
        return origin in settings.origins
    there, here = urlsplit(origin), urlsplit(f"//{headers.get('host', '')}")
    if there.netloc.lower() != here.netloc.lower() or there.scheme not in ("http", "https"):
        return False
    # DNS rebinding.
    return settings.host not in LOOPBACK or there.hostname in LOOPBACK


def is_known_host(settings: Settings, connection: HTTPConnection) -> bool:
    """Reject DNS rebinding. Configured origins, TLS certificates and trusted proxies make that impossible."""
    try:
        name = urlsplit(f"//{connection.headers.get('host', 'localhost')}").hostname or ""
    except ValueError:
        return False
    if settings.host in LOOPBACK:
        return name in LOOPBACK | {urlsplit(origin).hostname for origin in settings.origins}
    if settings.origins or settings.proxies or is_secure(connection):
        return True
    return not _is_in_private_network(connection) or _is_name_of_a_network(name)


def _is_in_private_network(connection: HTTPConnection) -> bool:
    try:
        return ip_address((connection.scope.get("server") or ("", 0))[0]).is_private
    except ValueError:
        return True


def _is_name_of_a_network(name: str) -> bool:
    """An address, one word, or a local suffix."""
    with suppress(ValueError):
        return bool(ip_address(name))
    return (name != "" and "." not in name.rstrip(".")) or name.endswith(_OF_A_NETWORK) or name == gethostname().lower()


def offered_protocols(headers: Headers) -> list[str]:
    return [word.strip() for word in headers.get("sec-websocket-protocol", "").split(",")]


def protocol_value(kind: str, words: list[str]) -> str:
    """Rest of the word with this prefix: `seat.SECRET`."""
    return next((word.removeprefix(kind) for word in words if word.startswith(kind)), "")


def may_read_metrics(settings: Settings, request: Request) -> bool:
    """Allow only localhost and configured clients, not through unknown proxies."""
    address = request.client.host if request.client is not None else "?"
    is_passed_on = not settings.proxies and any(name in request.headers for name in _PASSED_ON)
    return address in settings.metrics_from or (address in LOOPBACK and not is_passed_on)


class RateLimit:
    """A limit in a sliding window of `span` seconds."""

    def __init__(self, most: int, span: float) -> None:
        self._most = most
        self._span = span
        self._counted: deque[tuple[float, int]] = deque()
        self._sum = 0

    def admits(self, now: float | None = None, *, count: int = 1) -> bool:
        """Count it if there is room."""
        at = time.monotonic() if now is None else now
        while self._counted and at - self._counted[0][0] >= self._span:
            self._sum -= self._counted.popleft()[1]
        if self._sum + count > self._most:
            return False
        self._counted.append((at, count))
        self._sum += count
        return True


class RateLimits:
    """A limit per address."""

    def __init__(self, most: int, span: float = 60.0, addresses: int = 10_000) -> None:
        self._most, self._span, self._addresses = most, span, addresses
        self._by_address: dict[str, RateLimit] = {}

    def admits(self, address: str, count: int = 1) -> bool:
        window = self._by_address.pop(address, None) or RateLimit(self._most, self._span)
        self._by_address[address] = window
        if len(self._by_address) > self._addresses:
            del self._by_address[next(iter(self._by_address))]
        return window.admits(count=count)


async def _discard(receive: Receive) -> None:
    """Read what a client still sends after its answer, which it would miss otherwise."""
    read = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(_DISCARDING):
            while read < _MOST_DISCARDED:
                message = await receive()
                read += len(message.get("body", b""))
                if not message.get("more_body"):
                    return


def _answer_before_body(receive: Receive, send: Send) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.body" and not message.get("more_body"):
            await send({**message, "more_body": True})
            await _discard(receive)
            message = {"type": "http.response.body", "body": b""}
        await send(message)

    return answer


class VisitorLimit:
    """Limit requests and sockets per visitor behind a trusted proxy."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app, self._most = app, most
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        visitor = client_address(HTTPConnection(scope))
        if self._open[visitor] >= self._most:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1013})  # before accepting: 403
            else:
                await problem("too-many", "too many connections: close some pages", 429)(scope, receive, send)
            return
        self._open[visitor] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open[visitor] -= 1
            if not self._open[visitor]:
                del self._open[visitor]


def _foreign_origin() -> JSONResponse:
    return problem("foreign-origin", "this page may not do that", 403)


class Guard:
    """Reject cross-origin requests and oversized bodies, add security headers, answer unexpected errors with 500."""

    def __init__(self, app: ASGIApp, settings: Settings, larger: Mapping[str, int] = {}) -> None:
        self._app = app
        self._settings = settings
        self._larger = larger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        headers = connection.headers
        refusal = self._refusal(connection, scope["method"], scope["path"], headers)

        is_api = scope["path"].startswith("/api/")
        is_private = is_api and ("cookie" in headers or "authorization" in headers)
        number = secrets.token_hex(8)
        request_id.set(number)
        has_begun = False

        async def guarded(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    answer.setdefault(name, value)
                if is_secure(connection) and connection.url.hostname not in LOOPBACK:
                    answer.setdefault("strict-transport-security", _HSTS)
                if is_private or (is_api and "set-cookie" in answer):
                    answer.setdefault("cache-control", "no-store")
                answer["x-request-id"] = number
            await send(message)

        if refusal is not None:
            # "Expect" waits before sending a body.
            is_sending = refusal.status_code == TOO_LARGE and "expect" not in headers
            await refusal(scope, receive, _answer_before_body(receive, guarded) if is_sending else guarded)
            return
        try:
            await self._app(scope, self._limit_body(receive, self._largest(scope["path"])), guarded)
        except Exception:
            if has_begun:
                raise
            _log.exception("%s %s", scope["method"], scope["path"])
            failed = problem("failed", "the server made a mistake; its log says which", 500)
            await failed(scope, receive, guarded)

    def _refusal(self, connection: HTTPConnection, method: str, path: str, headers: Headers) -> JSONResponse | None:
        if not is_known_host(self._settings, connection):
            text = "this server has another name: whoever runs it adds this one with --origin"
            return problem("foreign-host", text, 421)
        if method in ("GET", "HEAD", "OPTIONS"):
            # Other sites may link to pages, not use our API.
            is_page = not path.startswith("/api/") or headers.get("sec-fetch-mode") == "navigate"
            return None if is_page or is_allowed_origin(self._settings, headers) else _foreign_origin()
        if not is_allowed_origin(self._settings, headers):
            return _foreign_origin()
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._largest(path):
            return problem("too-large", "that is too much to read", TOO_LARGE)
        return None

    def _largest(self, path: str) -> int:
        return max(self._settings.largest_body, self._larger.get(path, 0))

    def _limit_body(self, receive: Receive, largest: int) -> Receive:
        """Cut off a body of undeclared length."""
        read = 0

        async def receive_limited() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > largest:
                if message.get("more_body"):
                    await _discard(receive)
                return {"type": "http.disconnect"}
            return message

        return receive_limited
