"""Endpoints typed with msgspec, described for the schema."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from inspect import iscoroutinefunction
from ipaddress import IPv6Address, ip_network
from typing import Any, Generic, Literal, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from carrom.server.http.parsing import UnreadableError, explain_errors

_NETWORK = 64
"""Bits of one customer's IPv6 network."""


def client_address(connection: HTTPConnection) -> str:
    """Client for rate limits; for IPv6 the /64 network."""
    return _counted_as(connection.client.host) if connection.client is not None else "?"


@lru_cache(maxsize=4096)
def _counted_as(host: str) -> str:
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return host if address.is_loopback else str(ip_network((int(address) >> _NETWORK << _NETWORK, _NETWORK)))


JSON = "application/json"
_LONG = 20_000
"""Bytes decoded in under a millisecond."""
_SESSION = "carrom-session"
W = TypeVar("W", bound=msgspec.Struct)
A = TypeVar("A")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ApiRequest(Generic[W]):
    """A parsed request: `body` has the fields of its JSON body, or for GET of its address.

    `path` has a POST's path parameters, `bearer` and `session` the secrets sent.
    """

    body: W
    address: str
    language: str
    path: Mapping[str, str] = field(default_factory=dict)
    bearer: str | None = None
    session: str | None = None
    is_secure: bool = False
    last_event: str | None = None


Handler = Callable[[ApiRequest[W]], Awaitable[A | Response] | A | Response]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A route. `body` is the type of what is sent: by GET in the address, by POST as JSON."""

    method: Literal["GET", "POST"]
    path: str
    body: type[msgspec.Struct]
    answer: type[Any]
    media: str
    summary: str


@dataclass(frozen=True, slots=True)
class Endpoints:
    """An app's routes. Requests count before the handler runs."""

    count: Callable[[str], None]
    routes: list[Route] = field(default_factory=list)
    described: list[Endpoint] = field(default_factory=list)
    larger: dict[str, int] = field(default_factory=dict)
    """Larger body limits, in bytes."""

    def route(
        self,
        method: Literal["GET", "POST"],
        path: str,
        body: type[W],
        answer: type[A],
        media: str = JSON,
        *,
        is_free: bool = False,
        largest: int | None = None,
        admit: Callable[[str | None], Awaitable[object]] | None = None,
    ) -> Callable[[Handler[W, A]], Handler[W, A]]:
        """Register a handler. Free routes are not counted. `admit` checks the session before a large body is read."""
        read = _read_body(body) if method == "POST" else _read_address(body)
        if largest is not None:
            self.larger[path] = largest

        def enrol(handler: Handler[W, A]) -> Handler[W, A]:
            async def endpoint(request: Request) -> Response:
                address = client_address(request)
                if not is_free:
                    self.count(address)
                if admit is not None:
                    await admit(session_of(request))
                parsed = ApiRequest(
                    await read(request),
                    address,
                    request.query_params.get("language", "en"),
                    path=request.path_params,
                    bearer=_bearer(request),
                    session=session_of(request),
                    is_secure=is_secure(request),
                    last_event=request.headers.get("last-event-id"),
                )
                if iscoroutinefunction(handler):
                    return _response(await _while_connected(request, handler(parsed)))
                # Synchronous handlers run in a thread.
                return await run_in_threadpool(lambda: _response(handler(parsed)))

            self.routes.append(Route(path, endpoint, methods=[method]))
            summary = " ".join((handler.__doc__ or "").split())
            self.described.append(Endpoint(method, path, body, answer, media, summary))
            return handler

        return enrol


def is_secure(connection: HTTPConnection) -> bool:
    """Whether TLS was used, here or by a trusted proxy."""
    return connection.url.scheme in ("https", "wss")


def session_cookie(*, is_secure: bool) -> str:
    """Browsers accept `__Host-` over TLS only, from this service only."""
    return f"__Host-{_SESSION}" if is_secure else _SESSION


def session_of(connection: HTTPConnection) -> str | None:
    return connection.cookies.get(session_cookie(is_secure=is_secure(connection)))


def _bearer(request: Request) -> str | None:
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() or None if scheme.lower() == "bearer" else None


async def _while_connected(request: Request, work: Awaitable[T]) -> T:
    """Cancel the work at disconnection."""
    doing = asyncio.ensure_future(work)
    going = asyncio.ensure_future(_disconnect(request))
    try:
        await asyncio.wait((doing, going), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise HTTPException(499, "gone")
        return doing.result()
    finally:
        doing.cancel()
        going.cancel()


async def _disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def json_response(encoded: bytes) -> Response:
    return Response(encoded, media_type=JSON)


def _response(answer: Any) -> Response:
    return answer if isinstance(answer, Response) else json_response(msgspec.json.encode(answer))


def problem(code: str, text: str, status: int) -> JSONResponse:
    """A stable code, and a sentence for people."""
    return JSONResponse({"code": code, "text": text}, status)


def _read_body(kind: type[W]) -> Callable[[Request], Awaitable[W]]:
    decoder = msgspec.json.Decoder(kind)

    async def read(request: Request) -> W:
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise UnreadableError(f"the body has to be JSON, with the content type {JSON}")
        try:
            body = await request.body()
        except ClientDisconnect:
            raise HTTPException(413, "that is too much to read") from None
        return _decode(body) if len(body) < _LONG else await asyncio.to_thread(_decode, body)

    def _decode(body: bytes) -> W:
        with explain_errors(kind, body):
            return decoder.decode(body)

    return read


def _read_address(kind: type[W]) -> Callable[[Request], Awaitable[W]]:
    async def read(request: Request) -> W:
        with explain_errors(kind):
            return msgspec.convert({**request.query_params, **request.path_params}, kind, strict=False)

    return read
