"""The application: routes, live matches and the page, put together from settings and a store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from carrom import __version__
from carrom.base.errors import CarromError
from carrom.server.guard import Guard
from carrom.server.live.computer import warm_physics
from carrom.server.live.tables import Tables
from carrom.server.routes import board as routes_board
from carrom.server.routes import matches as routes_matches
from carrom.server.routes import study as routes_study
from carrom.server.routes.sockets import serve_socket
from carrom.server.settings import Settings
from carrom.server.stores.sqlite import Store

_FOREVER = "public, max-age=31536000, immutable"


def create_app(settings: Settings, store: Store) -> FastAPI:
    """A server ready to run. Nothing is opened before it starts."""
    tables = Tables(settings, store)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        store.open()
        if settings.is_warmed:
            # The first stroke of a process loads the compiled physics (or compiles it, once): not while somebody
            # waits for his, and never in two threads at once, which the compiler does not bear.
            tables.computers.warm()
            warm_physics()
        try:
            yield
        finally:
            tables.close()
            store.close()

    app = FastAPI(
        title="Carrom",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi",
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Guard, settings=settings)
    app.add_exception_handler(CarromError, _refused)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _not_so)
    app.include_router(routes_matches.router(tables))
    app.include_router(routes_study.router(tables))
    app.include_router(routes_board.router(tables))

    @app.websocket("/api/matches/{match_id}/socket")
    async def socket(websocket: WebSocket, match_id: str) -> None:
        await serve_socket(websocket, tables, match_id)

    @app.get("/api/health", response_class=PlainTextResponse)
    async def health() -> str:
        await store.count()
        return "ok"

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        return _page(settings.static, path)

    return app


def _page(static: Path, path: str) -> Response:
    """A file of the built page, or the page itself for every address inside it."""
    if path.startswith("api/"):
        return JSONResponse({"code": "not-found", "text": "there is nothing at this address"}, 404)
    file = _file(static, path)
    if file is not None:
        # Built names carry a hash of what is inside: such a file never changes.
        return FileResponse(file, headers={"cache-control": _FOREVER if path.startswith("assets/") else "no-cache"})
    index = static / "index.html"
    if not index.is_file():
        return PlainTextResponse("The page has not been built: run `make install`.", 503)
    return FileResponse(index, headers={"cache-control": "no-cache"})


def _file(static: Path, path: str) -> Path | None:
    try:
        file = (static / path).resolve()
        return file if file.is_file() and file.is_relative_to(static.resolve()) else None
    except (OSError, ValueError):  # no file can have such a name: too long, or with a zero byte
        return None


async def _refused(_: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"code": "refused", "text": str(error)}, 422)


async def _not_so(_: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    codes = {404: "not-found", 405: "not-so", 429: "too-many"}
    return JSONResponse({"code": codes.get(error.status_code, "refused"), "text": error.detail}, error.status_code)


async def _unreadable(_: Request, error: Exception) -> JSONResponse:
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    first = faults[0] if faults else {"loc": (), "msg": "unreadable"}
    where = ".".join(str(part) for part in first["loc"][1:])
    return JSONResponse({"code": "unreadable", "text": f"{where}: {first['msg']}" if where else first["msg"]}, 422)
