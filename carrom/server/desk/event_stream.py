"""Server-sent events of a tournament's log, over HTTP or a WebSocket.

Message ids are event numbers, to resume from. Staff get words, others the kind. Pages use sockets: a browser's tabs
share six HTTP connections.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from carrom.server.desk.desks import Desks
from carrom.server.desk.roles import PUBLIC, Role
from carrom.server.http.guard import PROTOCOL, is_allowed_origin, is_known_host, offered_protocols
from carrom.server.settings import Settings
from carrom.server.stores.store import NotStoredError
from carrom.server.wire.desk import EventNotice
from carrom.tournament.log.event_text import event_news
from carrom.tournament.model.events import TournamentEvent
from carrom.tournament.model.state import State

_QUIET = 15.0
"""Seconds of silence before a keep-alive."""
_MOST = 500
"""Clients that missed more get the latest event and reload."""
_PRIVATE = ("person", "contact", "checked")
_FOREIGN, _NOT_NOW = 1008, 1013
_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


MayListen = Callable[[], Awaitable[bool]]


async def _may_always_listen() -> bool:
    return True


def stream_response(news: AsyncIterator[bytes]) -> StreamingResponse:
    return StreamingResponse(news, media_type="text/event-stream", headers=_HEADERS)


async def stream_to_socket(
    socket: WebSocket, settings: Settings, find: Callable[[], Awaitable[AsyncGenerator[bytes, None]]]
) -> None:
    """Send an event stream until either side closes. Refuses before accepting."""
    if not is_allowed_origin(settings, socket.headers) or not is_known_host(settings, socket):
        await socket.close(_FOREIGN)
        return
    try:
        news = await find()
    except (HTTPException, NotStoredError):
        await socket.close(_NOT_NOW)
        return
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the client may disconnect
        await socket.accept(subprotocol=PROTOCOL if PROTOCOL in offered_protocols(socket.headers) else None)
        sending = asyncio.ensure_future(_send_all(socket, news))
        try:
            await _until_gone(socket, sending)
        finally:
            sending.cancel()
        await socket.close()


async def _send_all(socket: WebSocket, news: AsyncGenerator[bytes, None]) -> None:
    async with contextlib.aclosing(news):
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            async for text in news:
                await socket.send_text(text.decode())


async def _until_gone(socket: WebSocket, sending: asyncio.Task[None]) -> None:
    """Wait for the stream's end or any message, such as a disconnection."""
    receiving = asyncio.ensure_future(socket.receive())
    try:
        await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        receiving.cancel()


async def event_stream(
    desks: Desks, id: str, since: int, role: Role = PUBLIC, may_listen: MayListen = _may_always_listen
) -> AsyncGenerator[bytes, None]:
    """Yield events after `since` until listener, server or role goes."""
    has_grown = asyncio.Event()
    end = desks.watch(lambda _: has_grown.set(), id)
    try:
        yield b"retry: 2000\n\n"
        while not desks.leaving.is_set():
            has_grown.clear()
            live = await desks.live(id)
            since = min(since, live.seq)
            if not await may_listen():
                return
            if live.seq > since:
                until = live.seq
                first = until - 1 if until - since > _MOST else since
                yield b"".join(_event(fact, live.state, role) for fact in live.facts[first:until])
                since = until
                continue
            try:
                async with asyncio.timeout(_QUIET):
                    await has_grown.wait()
            except TimeoutError:
                yield b": still here\n\n"
    except (NotStoredError, HTTPException):
        return  # the client reconnects and finds out
    finally:
        end()


def _event(fact: TournamentEvent, state: State, role: Role) -> bytes:
    kind = fact.body.kind
    if role.may("look"):
        text = event_news(fact.body, state.seen, state, is_private_shown=role.may("private"))
        news = EventNotice(fact.n, kind, fact.by, fact.at.isoformat(), text, fact.reason)
    else:
        news = EventNotice(fact.n, "entry" if kind in _PRIVATE else kind)
    return b"id: %d\ndata: %b\n\n" % (fact.n, msgspec.json.encode(news))
