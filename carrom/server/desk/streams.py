"""Who listens to a tournament hears of every fact, in order, from the last one that they say they have heard.

Server-sent events: the id is the number of the fact. The staff hears what it was; everybody else only that something
was told, and of which kind.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

from carrom.server.desk.desks import Desks
from carrom.server.desk.roles import PUBLIC, Role
from carrom.server.stores.store import NotStoredError
from carrom.server.wire.desk import News
from carrom.tournament.log.fact_text import told_text
from carrom.tournament.log.facts import Fact
from carrom.tournament.log.state import State

_QUIET = 15.0
"""Seconds after which something is sent although nothing happened, so that no line is taken for dead."""
_MOST = 500
"""Who has missed more than this hears of the last one alone: everything has to be looked at anew."""
_PRIVATE = ("person", "contact", "checked")
_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


Asking = Callable[[], Awaitable[bool]]


async def _always() -> bool:
    return True


def stream(
    desks: Desks, id: str, since: int, *, role: Role = PUBLIC, may_listen: Asking = _always
) -> StreamingResponse:
    """The events of a tournament after a number, until the listener or the server goes, or the role is taken back."""
    events = _events(desks, id, since, role, may_listen)
    return StreamingResponse(events, media_type="text/event-stream", headers=_HEADERS)


async def _events(desks: Desks, id: str, since: int, role: Role, may_listen: Asking) -> AsyncIterator[bytes]:
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


def _event(fact: Fact, state: State, role: Role) -> bytes:
    kind = fact.body.kind
    if role.may("look"):
        text = told_text(fact.body, state.seen, state.people, is_private_shown=role.may("private"))
        news = News(fact.n, kind, fact.by, fact.at.isoformat(), text, fact.reason)
    else:
        news = News(fact.n, "entry" if kind in _PRIVATE else kind)
    return b"id: %d\ndata: %b\n\n" % (fact.n, msgspec.json.encode(news))
