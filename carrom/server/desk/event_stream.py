"""Who listens to a tournament hears of every fact, in order, from the last one that they say they have heard.

Server-sent events: the id is the number of the fact. The staff hears what it was; everybody else only that something
was told, and of which kind. Programs ask for them by a request. Pages open a socket and get the same text: a browser
has six connections for requests to one server, shared by all its tabs, but sockets are not counted among them.
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
"""Seconds after which something is sent although nothing happened, so that no line is taken for dead."""
_MOST = 500
"""Who has missed more than this hears of the last one alone: everything has to be looked at anew."""
_PRIVATE = ("person", "contact", "checked")
_FOREIGN, _NOT_NOW = 1008, 1013
_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


MayListen = Callable[[], Awaitable[bool]]


async def _may_always_listen() -> bool:
    return True


def stream_response(news: AsyncIterator[bytes]) -> StreamingResponse:
    """What somebody hears, as the answer to a request."""
    return StreamingResponse(news, media_type="text/event-stream", headers=_HEADERS)


async def stream_to_socket(
    socket: WebSocket, settings: Settings, find: Callable[[], Awaitable[AsyncGenerator[bytes, None]]]
) -> None:
    """The same over a socket, until the page or the server goes. Whoever may not hear it is turned away before the
    socket is opened; a request for the same says why."""
    if not is_allowed_origin(settings, socket.headers) or not is_known_host(settings, socket):
        await socket.close(_FOREIGN)
        return
    try:
        news = await find()
    except (HTTPException, NotStoredError):
        await socket.close(_NOT_NOW)
        return
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # whoever goes away meanwhile
        await socket.accept(subprotocol=PROTOCOL if PROTOCOL in offered_protocols(socket.headers) else None)
        sending = asyncio.ensure_future(_send_all(socket, news))
        try:
            await _until_gone(socket, sending)
        finally:
            sending.cancel()
        await socket.close()


async def _send_all(socket: WebSocket, news: AsyncGenerator[bytes, None]) -> None:
    async with contextlib.aclosing(news):
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the other end has gone
            async for text in news:
                await socket.send_text(text.decode())


async def _until_gone(socket: WebSocket, sending: asyncio.Task[None]) -> None:
    """Until all is sent, or the page has gone. It is asked nothing here: if it says something, that is its end, too."""
    hearing = asyncio.ensure_future(socket.receive())
    try:
        await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        hearing.cancel()


async def event_stream(
    desks: Desks, id: str, since: int, role: Role = PUBLIC, may_listen: MayListen = _may_always_listen
) -> AsyncGenerator[bytes, None]:
    """The events of a tournament after a number, until the listener or the server goes, or the role is taken back."""
    grown = asyncio.Event()
    end = desks.watch(lambda _: grown.set(), id)
    try:
        yield b"retry: 2000\n\n"
        while not desks.leaving.is_set():
            grown.clear()
            live = await desks.live(id)
            since = min(since, live.seq)
            if not await may_listen():
                return
            if live.seq > since:
                until = live.seq  # more may be told while this is on its way
                first = until - 1 if until - since > _MOST else since
                yield b"".join(_event(fact, live.state, role) for fact in live.facts[first:until])
                since = until
                continue
            try:
                async with asyncio.timeout(_QUIET):
                    await grown.wait()
            except TimeoutError:
                yield b": still here\n\n"
    except (NotStoredError, HTTPException):
        return  # he comes back, and hears from where he was, or that the tournament was removed
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
