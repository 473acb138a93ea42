"""Running the app: the socket is bound before anything is announced, so the address that is printed works."""

import asyncio
import logging
import socket
from contextlib import closing

import uvicorn
from starlette.applications import Starlette

from carrom.base.errors import CarromError
from carrom.server.collecting import collect_when_grown, settle
from carrom.server.connections import Connections, protocols
from carrom.server.settings import Settings

_RESERVED_FILES = 500
"""Open files that are no connections."""


class _Server(uvicorn.Server):
    """Says where it is once it answers."""

    def __init__(self, config: uvicorn.Config, app: Starlette, address: str) -> None:
        super().__init__(config)
        self._app = app
        self._address = address
        self._collecting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            settle()
            self._collecting = asyncio.create_task(collect_when_grown())
            print(f"Carrom is at {self._address} (Ctrl+C stops it)", flush=True)
            if self._app.state.invite is not None:
                link = f"{self._address}desk#invite={self._app.state.invite}"
                print(f"Whoever opens this link first owns the tournaments here: {link}", flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.leave()
        await super().shutdown(sockets)


def serve(app: Starlette, settings: Settings, *, certificate: str | None = None, key: str | None = None) -> int:
    """Serve until stopped. Open sockets are closed with 1012, so that pages come back by themselves."""
    most = settings.connections or (_raise_file_limit() - _RESERVED_FILES) * 3 // 4
    requests, sockets = protocols(Connections(most))
    config = uvicorn.Config(
        app,
        http=requests,
        ws=sockets,
        log_level="warning",
        access_log=False,
        ws_max_size=settings.largest_message,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        timeout_graceful_shutdown=5,
        ssl_certfile=certificate,
        ssl_keyfile=key,
        server_header=False,
        # Whom a proxy speaks for is believed of that proxy alone.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
    )
    with closing(_bind(settings)) as listening:
        host, port = listening.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        scheme = "https" if certificate else "http"
        server = _Server(config, app, f"{scheme}://{shown}:{port}/")
        server.run([listening])
    return 0 if server.started else 1


def _bind(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise CarromError(f"cannot listen on {settings.host}:{settings.port}: {error.strerror}") from None
    listening.listen(2048)
    return listening


def _raise_file_limit() -> int:
    """As many open files as this system grants: a connection is one."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return 16_384
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 1_048_576 if hard == resource.RLIM_INFINITY else hard
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError) as error:
        logging.getLogger(__name__).warning("the limit of open files stays as it is: %s", error)
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
