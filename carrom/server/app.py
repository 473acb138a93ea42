"""The application, assembled from settings and a store."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from carrom.base.errors import CarromError
from carrom.server.desk.backups import Backups
from carrom.server.desk.browser_tables import BrowserTables
from carrom.server.desk.desks import Desks
from carrom.server.desk.views.routes import add_view_routes
from carrom.server.http.connections import max_connections
from carrom.server.http.endpoints import ApiRequest, Endpoint, Endpoints, json_response, problem
from carrom.server.http.guard import Guard, VisitorLimit, may_read_metrics
from carrom.server.http.openapi import openapi_schema
from carrom.server.metrics import CONTENT_TYPE, CountResponses, Metrics
from carrom.server.pads.pads import Pads
from carrom.server.pads.routes import add_pad_routes
from carrom.server.public.routes import public_routes
from carrom.server.public.site import TournamentSites
from carrom.server.retention import StoreHealth, delete_expired
from carrom.server.routes.accounts import add_account_routes
from carrom.server.routes.desk_acts import add_act_routes, serve_events
from carrom.server.routes.match_socket import serve_match_socket
from carrom.server.routes.matches import add_game_routes, add_lobby_routes, add_match_routes, add_seat_routes
from carrom.server.routes.pages import LinkPreviews, page_response
from carrom.server.routes.study import add_board_routes, add_coach_routes, add_puzzle_routes, add_study_routes
from carrom.server.routes.tournaments import add_table_routes, add_tournament_routes
from carrom.server.settings import Settings
from carrom.server.stores.store import NOT_STORED, NotStoredError, Store
from carrom.server.table.coaching import CoachReports
from carrom.server.table.computers import warm_physics
from carrom.server.table.lobby import Lobby
from carrom.server.table.open_matches import OpenMatches
from carrom.server.table.summaries import SummaryCache
from carrom.server.wire import requests as r


def create_app(settings: Settings, store: Store) -> Starlette:
    """Assemble the app; nothing is opened before it starts."""
    metrics = Metrics(store)
    store = metrics.store
    matches = OpenMatches(settings, store)
    desks = Desks(settings, store)
    pads = Pads(store, desks)
    showcases = TournamentSites(desks, pads)
    tables = BrowserTables(desks, matches)
    summaries = SummaryCache(matches)
    lobby = Lobby(matches, summaries)
    endpoints = api(matches, desks, pads, tables, lobby, summaries)
    metrics.count(matches)
    description = msgspec.json.encode(openapi_schema(endpoints.described))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store.open()
        working: list[asyncio.Task[None]] = []
        backups: Backups | None = None
        try:
            if settings.is_warmed:
                matches.computers.warm()
            # Before the first request, and never in two threads, which numba does not support.
            warm_physics()
            await matches.open()
            desks.start()
            pads.start()
            showcases.start()
            await tables.start()
            app.state.invite = await desks.first_invite()
            backups = None if settings.backup is None else Backups(desks, settings.backup)
            measuring = metrics.run(is_one_of_many=settings.bus is not None)
            working += [asyncio.create_task(one) for one in (delete_expired(matches), measuring, lobby.keep_watch())]
            working += [] if backups is None else [asyncio.create_task(backups.catch_up())]
            matches.is_ready = True
            yield
        finally:
            for task in working:
                task.cancel()
            pads.close()
            tables.close()
            leave()
            desks.close()
            if backups is not None:
                await backups.finish()
            await matches.close()
            store.close()

    def leave() -> None:
        desks.leave()
        showcases.close()

    async def socket(websocket: WebSocket) -> None:
        await serve_match_socket(websocket, matches, websocket.path_params["match_id"])

    async def desk_socket(websocket: WebSocket) -> None:
        await serve_events(websocket, desks)

    async def describe(_: Request) -> Response:
        return json_response(description)

    async def measured(request: Request) -> Response:
        if not may_read_metrics(settings, request):
            return problem("not-found", "there is nothing at this address", 404)
        return Response(await metrics.text(), media_type=CONTENT_TYPE)

    def built_page(request: Request) -> Response:
        return page_response(settings.static, request.path_params["path"])

    greeting = LinkPreviews(settings, summaries)
    visitors = []
    if settings.proxies:
        visitors.append(Middleware(VisitorLimit, most=min(settings.visitor, max_connections() // 2)))
    app = Starlette(
        routes=[
            *endpoints.routes,
            WebSocketRoute("/api/matches/{match_id}/socket", socket),
            WebSocketRoute("/api/tournaments/{tournament}/events", desk_socket),
            Route("/api/openapi", describe),
            Route("/api/metrics", measured),
            *public_routes(showcases, settings),
            Route("/play/{match_id}", greeting.play_page),
            Route("/replay/{match_id}", greeting.play_page),
            Route("/puzzles/{puzzle}", greeting.puzzle_page),
            Route("/", greeting.front_page),
            Route("/{path:path}", built_page),
        ],
        middleware=[
            Middleware(CountResponses, metrics=metrics),
            *visitors,
            Middleware(Guard, settings=settings, larger=endpoints.larger),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={CarromError: _refuse, NotStoredError: _not_stored, HTTPException: _http_error},
        lifespan=lifespan,
    )
    app.state.desks, app.state.matches = desks, matches
    app.state.pads = pads
    app.state.leave = leave
    return app


def described_api(settings: Settings, store: Store) -> Sequence[Endpoint]:
    """Describe every route, without opening anything."""
    matches, desks = OpenMatches(settings, store), Desks(settings, store)
    summaries = SummaryCache(matches)
    pads, tables = Pads(store, desks), BrowserTables(desks, matches)
    return api(matches, desks, pads, tables, Lobby(matches, summaries), summaries).described


def api(
    matches: OpenMatches, desks: Desks, pads: Pads, tables: BrowserTables, lobby: Lobby, summaries: SummaryCache
) -> Endpoints:
    endpoints = Endpoints(matches.count_strokes)
    add_match_routes(endpoints, matches)
    add_seat_routes(endpoints, matches)
    add_game_routes(endpoints, matches, summaries)
    add_lobby_routes(endpoints, matches, lobby)
    add_study_routes(endpoints, matches)
    add_puzzle_routes(endpoints, matches.count_heavy)
    add_coach_routes(endpoints, matches, CoachReports(matches.computers))
    add_board_routes(endpoints, matches)
    add_tournament_routes(endpoints, desks)
    add_act_routes(endpoints, desks)
    add_account_routes(endpoints, desks)
    add_table_routes(endpoints, desks, tables)
    add_pad_routes(endpoints, pads, desks)
    add_view_routes(endpoints, desks)

    health_now = StoreHealth(matches.store)

    @endpoints.route("GET", "/api/health", r.Nothing, Response, media="text/plain", is_free=True)
    async def health(_: ApiRequest[r.Nothing]) -> Response:
        """Whether an event could be stored now."""
        trouble = await health_now.trouble()
        return PlainTextResponse("ok" if trouble is None else trouble, 200 if trouble is None else 503)

    @endpoints.route("GET", "/api/ready", r.Nothing, Response, media="text/plain", is_free=True)
    async def ready(_: ApiRequest[r.Nothing]) -> Response:
        """Whether the server takes visitors."""
        trouble = await health_now.trouble() if matches.is_ready else "starting, or about to end"
        return PlainTextResponse("ready" if trouble is None else trouble, 200 if trouble is None else 503)

    return endpoints


async def _refuse(_: Request, error: Exception) -> Response:
    return problem(error.code if isinstance(error, CarromError) else "refused", str(error), 422)


async def _not_stored(_: Request, __: Exception) -> Response:
    return problem("not-stored", NOT_STORED, 503)


async def _http_error(_: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    codes = {
        401: "sign-in",
        403: "forbidden",
        404: "not-found",
        409: "taken",
        405: "wrong-method",
        413: "too-large",
        429: "too-many",
    }
    return problem(codes.get(error.status_code, "refused"), error.detail, error.status_code)
