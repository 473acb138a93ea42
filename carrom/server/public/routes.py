"""Public routes: pages, hall screen, overlays, calendars, JSON, updates."""

import asyncio
import random
import re
from collections.abc import AsyncGenerator, Callable, Coroutine
from dataclasses import replace
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from carrom.server.desk.event_stream import stream_response, stream_to_socket
from carrom.server.http.endpoints import client_address
from carrom.server.http.guard import RateLimits
from carrom.server.public.exports import person_calendar, tournament_calendar, tournament_json
from carrom.server.public.pages import PageRequest, Pages
from carrom.server.public.people import person_page
from carrom.server.public.rendering import EncodedPage, assets, render
from carrom.server.public.site import PageListener, TournamentSite, TournamentSites
from carrom.server.public.words import chosen_language, words_of
from carrom.server.settings import LOOPBACK, Settings

_HTML, _ICS, _JSON = "text/html; charset=utf-8", "text/calendar; charset=utf-8", "application/json"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_QUIET = 15.0
"""Seconds before a keep-alive."""
_READS, _TYPED = 12_000, 1_000
"""Reads and searches per minute and address: a hall's 500 phones share one, reading every three seconds."""
_SITES = 8
"""Base URLs with cached hall screens."""
Endpoint = Callable[[Request], Coroutine[Any, Any, Response]]


def public_routes(sites: TournamentSites, settings: Settings) -> list[BaseRoute]:
    reads, typing, addresses = RateLimits(_READS), RateLimits(_TYPED), PublicAddresses(settings)

    def counted(endpoint: Endpoint) -> Endpoint:
        async def answer(request: Request) -> Response:
            if not reads.admits(client_address(request)):
                return _too_many()
            try:
                return await endpoint(request)
            except HTTPException as error:
                if error.status_code != 404:
                    raise
                return not_found_page(request)

        return answer

    async def page(request: Request) -> Response:
        tournament, path = _split(request.path_params["path"])
        target = _page_request(request, path)
        if target.typed:
            if not typing.admits(client_address(request)):
                return _too_many()
            made = await asyncio.to_thread(_page, await sites.pages(tournament), target)
        else:
            made = await sites.rendered(tournament, target, lambda pages: _page(pages, target), _last_seen(request))
        return _answer(request, made)

    async def hall(request: Request) -> Response:
        target = replace(_page_request(request, "/hall"), site=addresses.of(request))
        make = _encoding_html(lambda pages: pages.hall(target))
        if not addresses.is_kept(target.site):
            if not typing.admits(client_address(request)):
                return _too_many()
            found = await sites.pages(request.path_params["tournament"])
            return _answer(request, await asyncio.to_thread(make, found))
        made = await sites.rendered(request.path_params["tournament"], target, make, _last_seen(request))
        return _answer(request, made)

    async def overlay(request: Request) -> Response:
        table = _table(request.path_params["table"])
        target = _page_request(request, f"/overlay/{table}")
        make = _encoding_html(lambda pages: pages.overlay(target, table))
        made = await sites.rendered(request.path_params["tournament"], target, make, _last_seen(request))
        return _answer(request, made)

    async def calendar(request: Request) -> Response:
        language = _language(request)[0]
        make = _calendar(language, request.path_params.get("person"))
        key = ("ics", language, request.path_params.get("person"))
        return _answer(request, await sites.rendered(request.path_params["tournament"], key, make))

    async def data(request: Request) -> Response:
        made = await sites.rendered(
            request.path_params["tournament"], "json", lambda pages: EncodedPage.of(tournament_json(pages.shown), _JSON)
        )
        answer = _answer(request, made)
        answer.headers["access-control-allow-origin"] = "*"
        answer.headers["cross-origin-resource-policy"] = "cross-origin"
        return answer

    async def events(request: Request) -> Response:
        site = await sites.open(request.path_params["tournament"])
        listener = PageListener(*_language(request))
        last = request.headers.get("last-event-id")
        return stream_response(_stream(site, listener, last))

    async def news(socket: WebSocket) -> None:
        async def find() -> AsyncGenerator[bytes, None]:
            if not reads.admits(client_address(socket)):
                raise HTTPException(429, "too many at once")
            site = await sites.open(socket.path_params["tournament"])
            return _stream(site, PageListener(*_language(socket)), socket.query_params.get("last"))

        await stream_to_socket(socket, settings, find)

    async def asset(request: Request) -> Response:
        found = assets().get(request.path_params["name"])
        if found is None:
            raise HTTPException(404, "there is nothing at this address")
        is_named = request.query_params.get("v") == found.version
        caching = "public, max-age=31536000, immutable" if is_named else "no-cache"
        return _answer(request, found.content, caching)

    def read(path: str, endpoint: Endpoint) -> Route:
        return Route(path, counted(endpoint), methods=["GET", "HEAD"])

    return [
        read("/hall/{tournament}", hall),
        read("/overlay/{tournament}/{table}", overlay),
        read("/t/{tournament}.ics", calendar),
        read("/t/{tournament}.json", data),
        read("/t/{tournament}/p/{person:path}.ics", calendar),
        read("/t/{tournament}/events", events),
        WebSocketRoute("/t/{tournament}/events", news),
        read("/t/{path:path}", page),
        read("/public/{name}", asset),
    ]


async def _stream(site: TournamentSite, listener: PageListener, last: str | None) -> AsyncGenerator[bytes, None]:
    try:
        # Spread reconnections.
        yield b"retry: %d\n\n" % random.randrange(1500, 4000) + site.listen(listener, last)
        while True:
            try:
                news = await asyncio.wait_for(listener.waiting.get(), _QUIET)
            except TimeoutError:
                await site.pages()
                news = b": still here\n\n"
            if news is None:
                return
            yield news
    finally:
        site.listeners.discard(listener)


def _table(text: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text, re.ASCII):  # int() refuses thousands of digits
        raise HTTPException(404, "there is nothing at this address")
    return int(text)


def _split(path: str) -> tuple[str, str]:
    tournament, slash, rest = path.partition("/")
    return tournament, f"{slash}{rest}".rstrip("/")


def _last_seen(request: Request) -> int:
    """Read the last event that the page knows, perhaps another process's."""
    header = request.headers.get("x-seen", "")
    return int(header) if header.isascii() and header.isdigit() and len(header) < 10 else 0


def _language(request: HTTPConnection) -> tuple[str, bool]:
    chosen = request.query_params.get("lang")
    language = chosen_language(chosen, request.headers.get("accept-language"))
    return language, chosen == language


def _page_request(request: Request, path: str) -> PageRequest:
    language, is_chosen = _language(request)
    look = "light" if request.query_params.get("look") == "light" else ""
    typed = request.query_params.get("name", "")[:200] if path == "/people" else ""
    return PageRequest(path, language, is_chosen, look, typed)


class PublicAddresses:
    """Public base URL, configured or taken from the request."""

    def __init__(self, settings: Settings) -> None:
        self._configured = settings.origins[0] if settings.origins else None
        self._known: set[str] = set()

    def of(self, request: Request) -> str:
        """Return the base URL; empty if only this machine can reach it."""
        if self._configured is not None:
            return self._configured
        return "" if request.url.hostname in LOOPBACK else f"{request.url.scheme}://{request.url.netloc[:80]}"

    def is_kept(self, site: str) -> bool:
        """Check whether hall screens are cached for a base URL: only a few, since names can be invented."""
        if site not in self._known and len(self._known) < _SITES:
            self._known.add(site)
        return site in self._known


def _too_many() -> Response:
    return Response("too many at once: try again in a minute", 429, {"retry-after": "20"})


def _encoding_html(make: Callable[[Pages], str | None]) -> Callable[[Pages], EncodedPage | None]:
    def made(pages: Pages) -> EncodedPage | None:
        html = make(pages)
        return None if html is None else EncodedPage.of(html, _HTML)

    return made


def _page(pages: Pages, target: PageRequest) -> EncodedPage | None:
    return _encoding_html(lambda one: one.html(target))(pages)


def _calendar(language: str, person: str | None) -> Callable[[Pages], EncodedPage | None]:
    def made(pages: Pages) -> EncodedPage | None:
        words = words_of(language)
        if person is None:
            return EncodedPage.of(tournament_calendar(pages.shown, words), _ICS)
        known = pages.person(person)
        if known is None:
            return None
        return EncodedPage.of(person_calendar(pages.shown, words, person_page(pages.shown, known)), _ICS)

    return made


def not_found_page(request: Request) -> Response:
    words = words_of(_language(request)[0])
    return Response(render("missing.html", words=words), 404, {"content-security-policy": _POLICY}, _HTML)


def _answer(request: Request, made: EncodedPage | None, caching: str = "no-cache") -> Response:
    if made is None:
        return not_found_page(request)
    headers = {
        "etag": made.etag,
        "cache-control": caching,
        "vary": "Accept-Encoding, Accept-Language",
        "content-security-policy": _POLICY,
    }
    if made.etag in [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    if made.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(made.gzipped, headers={**headers, "content-encoding": "gzip"}, media_type=made.media)
    return Response(made.body, headers=headers, media_type=made.media)
