"""The socket of a match: one bounded queue and one writer for each, so that a slow reader delays nobody."""

import asyncio
import contextlib

import anyio
import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from carrom.server.guard import Window, is_allowed_origin
from carrom.server.live.match import LiveMatch
from carrom.server.live.open_matches import OpenMatches
from carrom.server.wire import messages as m
from carrom.server.wire.reading import UnreadableError, reading

PROTOCOL = "carrom.v1"
_decoder: msgspec.json.Decoder[m.ToServer] = msgspec.json.Decoder(m.ToServer)
_encoder = msgspec.json.Encoder()
_TOO_MANY, _TOO_SLOW, _TOO_LARGE = 1008, 1013, 1009
_NO_MATCH, _NO_SEAT = 4404, 4403
_PATIENCE = 1.0


class Connection:
    """One browser at one match."""

    def __init__(self, socket: WebSocket, live: LiveMatch, players: frozenset[str], language: str, room: int) -> None:
        self.socket = socket
        self.live = live
        self.players = players
        self.language = language
        self.is_too_slow = False
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(room)
        self._scope = anyio.CancelScope()

    def tell(self, message: bytes, *, may_drop: bool = False) -> None:
        """Queue a message. A reader that does not keep up is cut off; it comes back and asks for what it missed."""
        if may_drop and self._queue.qsize() * 2 > self._queue.maxsize:
            return
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.is_too_slow = True
            self._scope.cancel()

    async def say(self, message: m.ToClient) -> None:
        """Answer what this very socket asked for: when its queue is full, it waits for itself."""
        await self._queue.put(_encoder.encode(message))

    async def run(self, window: Window, largest: int, since: int | None) -> None:
        """Bring it up to date, then read and write until one of the two ends."""
        with self._scope:
            async with anyio.create_task_group() as group:
                group.start_soon(self._write)
                await self.say(self.live.welcome(self))
                await self._catch_up(since)
                self.live.join(self)
                await self._read(window, largest)
                self._scope.cancel()
        if self.is_too_slow:
            with anyio.move_on_after(_PATIENCE), contextlib.suppress(RuntimeError):  # it may have gone by itself
                await self.socket.close(_TOO_SLOW, "too slow")

    async def _catch_up(self, since: int | None) -> None:
        """Everything behind `since`, also what happens while it is being told; nothing is awaited after the last."""
        told = self.live.match.number if since is None else min(since, self.live.match.number)
        while told < self.live.match.number:
            told += 1
            await self.say(self.live.event_message(self.live.match.after(told), self.language))

    async def _write(self) -> None:
        try:
            while True:
                message = await self._queue.get()
                await self.socket.send_text(message.decode())
        except (WebSocketDisconnect, RuntimeError):  # the other end has gone
            self._scope.cancel()

    async def _read(self, window: Window, largest: int) -> None:
        """Take what the browser sends until it goes away."""
        while True:
            try:
                text = await self.socket.receive_text()
            except (WebSocketDisconnect, RuntimeError, KeyError):  # gone, or it sent bytes where text belongs
                return
            if len(text) > largest:
                await self.socket.close(_TOO_LARGE, "too large")
                return
            if not window.admits():
                await self.socket.close(_TOO_MANY, "too many messages")
                return
            try:
                with reading(m.ToServer, text):
                    message = _decoder.decode(text)
            except UnreadableError as error:
                await self.say(m.Nack(None, "unreadable", str(error)[:200], None, self.live.match.number))
                continue
            await self._answer(message)

    async def _answer(self, message: m.ToServer) -> None:
        match message:
            case m.Do():
                await self.say(await self.live.do(message, self.players))
            case m.Since(seq):
                await self._catch_up(seq)
            case m.Aiming(along, direction, speed):
                board = self.live.match.board
                if board is not None and board.turn.text() in self.players:
                    self.live.tell_all(m.AimSeen(along, direction, speed), but=self)
            case m.Ping():
                await self.say(m.Pong())


async def serve_socket(socket: WebSocket, matches: OpenMatches, match_id: str) -> None:
    """Everything from the handshake to the last word. Who may not sit here is turned away before it."""
    settings = matches.settings
    if not is_allowed_origin(settings, socket.headers):
        await socket.close(1008)  # before it was accepted: the handshake is answered with 403
        return
    offered = [word.strip() for word in socket.headers.get("sec-websocket-protocol", "").split(",")]
    secret = next((word.removeprefix("seat.") for word in offered if word.startswith("seat.")), "")
    live = await matches.find(match_id)
    await socket.accept(subprotocol=PROTOCOL if PROTOCOL in offered else None)
    if live is None:
        await socket.close(_NO_MATCH, "no such match")
        return
    players = await matches.players(match_id, secret) if secret else frozenset[str]()
    if players is None:
        await socket.close(_NO_SEAT, "no such seat")
        return
    language = socket.query_params.get("language", "en")[:5]
    connection = Connection(socket, live, players, language, settings.queue)
    since = socket.query_params.get("since", "")
    known = int(since) if since.isascii() and since.isdigit() and len(since) < 9 else None
    try:
        await connection.run(Window(settings.messages, settings.messages_span), settings.largest_message, known)
    finally:
        live.leave(connection)
        matches.rest(live)
