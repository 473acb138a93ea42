"""The addresses of the public: pages, the hall screen, overlays, calendars, JSON, the stream of news."""

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
"""Seconds after which something is sent although nothing happened, so that no line is taken for dead."""
_READS, _TYPED = 12_000, 1_000
"""Reads, and names typed, a minute from one address: 500 phones of a hall read every three seconds."""
_SITES = 8
"""Names under which a server is known, each with a hall screen that is kept and has its address on it."""
Endpoint = Callable[[Request], Coroutine[Any, Any, Response]]


def public_routes(showcases: TournamentSites, settings: Settings) -> list[BaseRoute]:
    """All of them, for the app."""
    reads, typing, sites = RateLimits(_READS), RateLimits(_TYPED), PublicAddresses(settings)

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
        wanted = _page_request(request, path)
        if wanted.typed:  # anything can be typed: that is not kept, and costs more
            if not typing.admits(client_address(request)):
                return _too_many()
            made = await asyncio.to_thread(_page, await showcases.pages(tournament), wanted)
        else:
            made = await showcases.rendered(tournament, wanted, lambda pages: _page(pages, wanted), _last_seen(request))
        return _answer(request, made)

    async def hall(request: Request) -> Response:
        wanted = replace(_page_request(request, "/hall"), site=sites.of(request))
        make = _encoding_html(lambda pages: pages.hall(wanted))
        if not sites.is_kept(wanted.site):
            if not typing.admits(client_address(request)):
                return _too_many()
            found = await showcases.pages(request.path_params["tournament"])
            return _answer(request, await asyncio.to_thread(make, found))
        made = await showcases.rendered(request.path_params["tournament"], wanted, make, _last_seen(request))
        return _answer(request, made)

    async def overlay(request: Request) -> Response:
        table = _table(request.path_params["table"])
        wanted = _page_request(request, f"/overlay/{table}")
        make = _encoding_html(lambda pages: pages.overlay(wanted, table))
        made = await showcases.rendered(request.path_params["tournament"], wanted, make, _last_seen(request))
        return _answer(request, made)

    async def calendar(request: Request) -> Response:
        language = _language(request)[0]
        make = _calendar(language, request.path_params.get("person"))
        key = ("ics", language, request.path_params.get("person"))
        return _answer(request, await showcases.rendered(request.path_params["tournament"], key, make))

    async def data(request: Request) -> Response:
        made = await showcases.rendered(
            request.path_params["tournament"], "json", lambda pages: EncodedPage.of(tournament_json(pages.shown), _JSON)
        )
        answer = _answer(request, made)
        answer.headers["access-control-allow-origin"] = "*"
        answer.headers["cross-origin-resource-policy"] = "cross-origin"
        return answer

    async def events(request: Request) -> Response:
        showcase = await showcases.opened(request.path_params["tournament"])
        listener = PageListener(*_language(request))
        last = request.headers.get("last-event-id")
        return stream_response(_stream(showcase, listener, last))

    async def news(socket: WebSocket) -> None:
        async def find() -> AsyncGenerator[bytes, None]:
            if not reads.admits(client_address(socket)):
                raise HTTPException(429, "too many at once")
            showcase = await showcases.opened(socket.path_params["tournament"])
            return _stream(showcase, PageListener(*_language(socket)), socket.query_params.get("last"))

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


async def _stream(showcase: TournamentSite, listener: PageListener, last: str | None) -> AsyncGenerator[bytes, None]:
    try:
        # Whoever was cut off together does not come back together.
        yield b"retry: %d\n\n" % random.randrange(1500, 4000) + showcase.listen(listener, last)
        while True:
            try:
                news = await asyncio.wait_for(listener.waiting.get(), _QUIET)
            except TimeoutError:
                await showcase.pages()
                news = b": still here\n\n"
            if news is None:
                return
            yield news
    finally:
        showcase.listeners.discard(listener)


def _table(text: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text, re.ASCII):  # Python reads no number of thousands of digits
        raise HTTPException(404, "there is nothing at this address")
    return int(text)


def _split(path: str) -> tuple[str, str]:
    tournament, slash, rest = path.partition("/")
    return tournament, f"{slash}{rest}".rstrip("/")


def _last_seen(request: Request) -> int:
    """The last fact that the page has heard of: perhaps from another process than the one that it asks."""
    said = request.headers.get("x-seen", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else 0


def _language(request: HTTPConnection) -> tuple[str, bool]:
    asked = request.query_params.get("lang")
    language = chosen_language(asked, request.headers.get("accept-language"))
    return language, asked == language


def _page_request(request: Request, path: str) -> PageRequest:
    language, is_chosen = _language(request)
    look = "light" if request.query_params.get("look") == "light" else ""
    typed = request.query_params.get("name", "")[:200] if path == "/people" else ""
    return PageRequest(path, language, is_chosen, look, typed)


class PublicAddresses:
    """Where phones find this server: as it is told, or as the screen found it."""

    def __init__(self, settings: Settings) -> None:
        self._told = settings.origins[0] if settings.origins else None
        self._known: set[str] = set()

    def of(self, request: Request) -> str:
        """Nothing where it is known only to the machine itself."""
        if self._told is not None:
            return self._told
        return "" if request.url.hostname in LOOPBACK else f"{request.url.scheme}://{request.url.netloc[:80]}"

    def is_kept(self, site: str) -> bool:
        """Whether pages with this address are kept: those of the first few. Whoever makes names up fills nothing, and
        every name has its screen."""
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


def _page(pages: Pages, wanted: PageRequest) -> EncodedPage | None:
    return _encoding_html(lambda one: one.html(wanted))(pages)


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
    """The page for what does not exist."""
    words = words_of(_language(request)[0])
    return Response(render("missing.html", words=words), 404, {"content-security-policy": _POLICY}, _HTML)


def _answer(request: Request, made: EncodedPage | None, caching: str = "no-cache") -> Response:
    """A page as it is kept; whoever has it already is told just that."""
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
