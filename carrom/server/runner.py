"""Runs the app in uvicorn. The socket is bound before its address is printed."""

import asyncio
import gc
import os
import socket
import sys
import threading
import time
from contextlib import closing
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from carrom.base.errors import CarromError
from carrom.base.files import os_error_text
from carrom.server.http.connections import ConnectionLimits, max_connections, uvicorn_protocols
from carrom.server.http.lan_addresses import reachable_hosts
from carrom.server.logs import set_up_logs
from carrom.server.settings import Settings, data_folder

_GC_THRESHOLDS = (2_000, 5, 1_000_000)
"""For `gc.set_threshold`: the oldest generation is never collected. With 50,000 new objects (a thousand tables) one
collection took up to 54 ms, a full one 170 ms."""
_SWITCH_SECONDS = 0.001
"""Time until a busy thread yields to another."""
_LOOK_SECONDS = 10.0
_IDLE_GROWTH, _BUSY_GROWTH = 1.5, 4.0
"""Growth of memory that leads to a full collection, while idle and while busy."""
_IDLE_SECONDS, _BUSY_SECONDS = 600.0, 7200.0
"""Time since the last full collection that leads to the next, likewise."""
_IDLE_SHARE = 0.03
"""Share of a core below which the server is idle. A thousand tables use a third; a full collection takes 0.2 s."""


def freeze_startup_objects() -> None:
    """Exempt existing objects from garbage collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)
    sys.setswitchinterval(_SWITCH_SECONDS)


async def collect_when_grown() -> None:
    largest, waited = _peak(), 0.0
    while True:
        used = time.process_time()
        await asyncio.sleep(_LOOK_SECONDS)
        waited += _LOOK_SECONDS
        if is_collection_due(waited, _peak() / largest, (time.process_time() - used) / _LOOK_SECONDS):
            gc.collect()
            largest, waited = _peak(), 0.0


def is_collection_due(waited: float, grown: float, used: float) -> bool:
    """`waited` seconds and `grown` times the memory since the last, with this share of a core in use."""
    if used <= _IDLE_SHARE:
        return waited >= _IDLE_SECONDS or grown > _IDLE_GROWTH
    return waited >= _BUSY_SECONDS or grown > _BUSY_GROWTH


def _peak() -> int:
    try:
        import resource
    except ImportError:
        return 1
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


_LAST_WORD = 0.5
"""Seconds for connections accepted just before stopping."""


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, app: Starlette, settings: Settings, address: str, ready: int) -> None:
        super().__init__(config)
        self._app = app
        self._settings = settings
        self._address = address
        self._ready = ready
        self._collecting: asyncio.Task[None] | None = None
        # uvicorn would print a traceback.
        self._living = app.router.lifespan_context(app)
        self.trouble: CarromError | None = None
        """Why it did not start, such as an unreachable database."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await self._living.__aenter__()
        except CarromError as error:
            self.trouble, self.should_exit = error, True
            return
        await super().startup(sockets)
        freeze_startup_objects()
        self._collecting = asyncio.create_task(collect_when_grown())
        if self._address:
            print(f"Carrom is at {self._address} (Ctrl+C stops it)", flush=True)
        if self._address and self._app.state.invite is not None:
            home = f"{self._settings.origins[0]}/" if self._settings.origins else self._address
            link = f"{home}desk#invite={self._app.state.invite}"
            print(f"Whoever opens this link first owns the tournaments here: {self._shown(link)}", flush=True)
        if self._ready >= 0:
            os.close(self._ready)

    def _shown(self, link: str) -> str:
        """The owner link, or its file if machines collect the log."""
        if self._settings.log == "text":
            return link
        store = getattr(self._app.state.matches.store, "path", None)
        file = (data_folder() if store is None else store.parent) / "owner-link.txt"
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with os.fdopen(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as writing:
                os.fchmod(writing.fileno(), 0o600)
                writing.write(f"{link}\n")
        except OSError as error:
            return f"it cannot be told, for {file} cannot be written: {os_error_text(error)}"
        return f"it is in {file}"

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Exit after the drain time."""
        matches = self._app.state.matches
        was_ready, matches.is_ready = matches.is_ready, False
        drain = self._settings.drain_seconds
        if was_ready and drain:
            threading.Timer(drain, super().handle_exit, (sig, frame)).start()
        else:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.leave()
        if self._settings.drain_seconds:
            for server in self.servers:
                server.close()
            await asyncio.sleep(_LAST_WORD)
        await super().shutdown(sockets)
        if not self.force_exit:
            await self._living.__aexit__(None, None, None)


def serve(
    app: Starlette,
    settings: Settings,
    *,
    certificate: str | None = None,
    key: str | None = None,
    listening: socket.socket | None = None,
    ready: int = -1,
    speaks: bool = True,
) -> int:
    """Serve until stopped; raise `CarromError` on a failed start. Sockets close with 1012, so pages reconnect. A worker
    passes its socket as `listening`, and `ready`, closed once it answers."""
    set_up_logs(settings.log)
    granted = max_connections()
    most = settings.connections or granted * 3 // 4
    requests, sockets = uvicorn_protocols(ConnectionLimits(most, proxies=settings.proxies, of_proxies=granted))
    config = uvicorn.Config(
        app,
        http=requests,
        ws=sockets,
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        ws_max_size=settings.largest_message,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        timeout_graceful_shutdown=5,
        ssl_certfile=certificate,
        ssl_keyfile=key,
        server_header=False,
        # Only trusted proxies may set forwarding headers.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
    )
    with closing(listening or bind(settings)) as bound:
        host, port = bound.getsockname()[:2]
        host = next(iter(reachable_hosts(host)), host)  # cannot be opened
        shown = f"[{host}]" if ":" in host else host
        scheme = "https" if certificate else "http"
        server = _Server(config, app, settings, f"{scheme}://{shown}:{port}/" if speaks else "", ready)
        server.run([bound])
    if server.trouble is not None:
        raise server.trouble
    return 0


def bind(settings: Settings) -> socket.socket:
    """Raise `CarromError` if the address is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise CarromError("port-taken", f"cannot listen on {settings.host}:{settings.port}: {error.strerror}") from None
    listening.listen(2048)
    return listening
