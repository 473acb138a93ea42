"""What every request passes through: who may ask, how much, and what a browser may do with the answer."""

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
"""Short, because a hall may go back to plain HTTP. Never sent for this machine itself: others on it use HTTP."""
_OF_A_NETWORK = (".local", ".lan", ".home", ".home.arpa", ".internal", ".intranet", ".localdomain", ".private", ".test")
PROTOCOL = "carrom.v1"
"""The first word that a page's socket offers; secrets follow it, since a browser sends no headers with a socket."""
TOO_LARGE = 413
_MOST_DISCARDED = 64 * 1024 * 1024
_DISCARDING = 10.0
"""Bytes and seconds of a body that is too large, which are still read so that whoever sends it gets his answer."""
_PASSED_ON = ("x-forwarded-for", "forwarded", "x-real-ip", "via")


def is_allowed_origin(settings: Settings, headers: Headers) -> bool:
    """Whether the page that asks may. Programs that are no browser send no origin; they hold no cookies to abuse."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if settings.origins:
        return origin in settings.origins
    there, here = urlsplit(origin), urlsplit(f"//{headers.get('host', '')}")
    if there.netloc.lower() != here.netloc.lower() or there.scheme not in ("http", "https"):
        return False
    # A foreign name that was made to point at this machine is still foreign.
    return settings.host not in LOOPBACK or there.hostname in LOOPBACK


def is_known_host(settings: Settings, connection: HTTPConnection) -> bool:
    """Whether the browser means this server. A foreign name can be made to point at this machine, or at one in its
    network, so that a page of that name asks as if it were ours. Whoever names origins knows them, a certificate is of
    a name, and a proxy answers for its own."""
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
    """Whether it came in by an address that only the network here knows."""
    try:
        return ip_address((connection.scope.get("server") or ("", 0))[0]).is_private
    except ValueError:
        return True


def _is_name_of_a_network(name: str) -> bool:
    """Whether nobody can own this name in the whole internet: an address, one word, or under what is for networks."""
    with suppress(ValueError):
        return bool(ip_address(name))
    return (name != "" and "." not in name.rstrip(".")) or name.endswith(_OF_A_NETWORK) or name == gethostname().lower()


def offered_protocols(headers: Headers) -> list[str]:
    """The words that a socket offers as its protocols."""
    return [word.strip() for word in headers.get("sec-websocket-protocol", "").split(",")]


def protocol_value(kind: str, words: list[str]) -> str:
    """What follows this in the first word that begins with it: `seat.` is followed by the secret of a seat."""
    return next((word.removeprefix(kind) for word in words if word.startswith(kind)), "")


def may_read_metrics(settings: Settings, request: Request) -> bool:
    """This machine itself, and who is named. What a proxy passes on that nobody has named comes from anywhere."""
    address = request.client.host if request.client is not None else "?"
    is_passed_on = not settings.proxies and any(name in request.headers for name in _PASSED_ON)
    return address in settings.metrics_from or (address in LOOPBACK and not is_passed_on)


class RateLimit:
    """How often something may happen in a sliding span of time."""

    def __init__(self, most: int, span: float) -> None:
        self._most = most
        self._span = span
        self._counted: deque[tuple[float, int]] = deque()
        self._sum = 0

    def admits(self, now: float | None = None, *, count: int = 1) -> bool:
        """Count one more, or something that weighs more than one, if there is room for it."""
        at = time.monotonic() if now is None else now
        while self._counted and at - self._counted[0][0] >= self._span:
            self._sum -= self._counted.popleft()[1]
        if self._sum + count > self._most:
            return False
        self._counted.append((at, count))
        self._sum += count
        return True


class RateLimits:
    """One window for each address, forgotten when it has been quiet."""

    def __init__(self, most: int, span: float = 60.0, addresses: int = 10_000) -> None:
        self._most, self._span, self._addresses = most, span, addresses
        self._by_address: dict[str, RateLimit] = {}

    def admits(self, address: str, count: int = 1) -> bool:
        window = self._by_address.pop(address, None) or RateLimit(self._most, self._span)
        self._by_address[address] = window  # most recent last, so that the first is the one to forget
        if len(self._by_address) > self._addresses:
            del self._by_address[next(iter(self._by_address))]
        return window.admits(count=count)


async def _discard(receive: Receive) -> None:
    """Read what is left of a body that is too large, up to a bound: who still sends when he is answered and cut off
    sees a broken line instead of the answer."""
    read = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(_DISCARDING):
            while read < _MOST_DISCARDED:
                message = await receive()
                read += len(message.get("body", b""))
                if not message.get("more_body"):
                    return


def _answer_before_body(receive: Receive, send: Send) -> Send:
    """The whole answer goes out by what the head says, and then the body is read: nobody waits for what never comes."""

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.body" and not message.get("more_body"):
            await send({**message, "more_body": True})
            await _discard(receive)
            message = {"type": "http.response.body", "body": b""}
        await send(message)

    return answer


class VisitorLimit:
    """Middleware: how much each visitor has open, where connections are those of a proxy. Nobody fills all of them."""

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
                await send({"type": "websocket.close", "code": 1013})  # before it was accepted: 403
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
    """Middleware: foreign pages and oversized bodies are turned away, and every answer carries the page's rules,
    also where a route failed in a way that nobody foresaw."""

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
            # Who asks first whether he may send is not heard any further.
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
            # Any page may lead people to ours, but not ask ours for something on their account.
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
        """A body without a stated length is cut off where it grows too large."""
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
