"""A match's sockets, each with a bounded queue and a writer: slow readers delay no one."""

import asyncio
import contextlib
import logging

import anyio
import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from carrom.base.errors import CarromError, Refused
from carrom.server.http.endpoints import client_address
from carrom.server.http.guard import (
    PROTOCOL,
    RateLimit,
    is_allowed_origin,
    is_known_host,
    offered_protocols,
    protocol_value,
)
from carrom.server.http.parsing import UnreadableError, explain_errors
from carrom.server.stores.store import NotStoredError
from carrom.server.table.live_match import LiveMatch
from carrom.server.table.open_matches import OpenMatches
from carrom.server.table.presence import sorted_players
from carrom.server.table.seats import browser_hash
from carrom.server.table.state import steps_since
from carrom.server.wire import messages as m

_decoder: msgspec.json.Decoder[m.ToServer] = msgspec.json.Decoder(m.ToServer)
_encoder = msgspec.json.Encoder()
_log = logging.getLogger(__name__)
_TOO_MANY, _TOO_SLOW, _TOO_LARGE, _NOT_NOW, _NO_TEXT = 1008, 1013, 1009, 1013, 1003
_NO_MATCH, _NO_SEAT, _GIVEN_UP = 4404, 4403, 4409
_PROPOSALS = 20
"""Offers and seat changes per minute: each is stored."""
_PATIENCE = 1.0
_LONGEST = 80
MOST_REPLAYED = 1000
"""Clients that missed more get a snapshot."""
_RESENT_PER_STROKE = 8
"""Events resent at a stroke's cost."""


class _Keyed(msgspec.Struct):
    key: m.Key | None = None


_keyed: msgspec.json.Decoder[_Keyed] = msgspec.json.Decoder(_Keyed)


class MatchSocket:
    """A browser connected to a match."""

    def __init__(
        self, socket: WebSocket, matches: OpenMatches, live: LiveMatch, players: frozenset[str], language: str
    ) -> None:
        self.socket = socket
        self.live = live
        self.players = self.seat = players
        self.holder = ""
        self.language = language
        self.address = client_address(socket)
        self._matches = matches
        self.pace: m.Pace | None = None
        self.is_too_slow = self.is_dismissed = False
        self._proposals = RateLimit(_PROPOSALS, 60.0)
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(matches.settings.queue)
        self._scope = anyio.CancelScope()

    def send(self, message: bytes, *, may_drop: bool = False) -> None:
        """Slow readers are disconnected."""
        if may_drop and self._queue.qsize() * 2 > self._queue.maxsize:
            return
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.is_too_slow = True
            self._scope.cancel()

    def dismiss(self) -> None:
        """Disconnect, for another browser with the seat."""
        self.is_dismissed = True
        self._scope.cancel()

    async def reply(self, message: m.ToClient) -> None:
        """Wait while the queue is full."""
        await self._queue.put(_encoder.encode(message))

    def _acknowledge(self, answer: m.Ack) -> None:
        self.send(_encoder.encode(answer))

    async def run(self, window: RateLimit, largest: int, since: int | None) -> None:
        with self._scope:
            async with anyio.create_task_group() as group:
                group.start_soon(self._write)
                if since is not None and since > self.live.match.number:
                    await self.live.read_news()  # the client may know more
                await self.live.arrive(self.players)
                welcome = self.live.welcome(self)
                claimed_by_other = [] if self.players else sorted_players(self.seat)
                await self.reply(msgspec.structs.replace(welcome, seat=claimed_by_other))
                await self.reply(self.live.seats.status)
                await self._catch_up(since)
                self.live.join(self)
                await self._read(window, largest)
                self._scope.cancel()
        if self.is_too_slow or self.is_dismissed:
            code, why = (_TOO_SLOW, "too slow") if self.is_too_slow else (_GIVEN_UP, "the seat is another's")
            with anyio.move_on_after(_PATIENCE):
                await self._end(code, why)

    async def _end(self, code: int, why: str) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code, why)

    async def _catch_up(self, since: int | None) -> None:
        """Queue events after `since`, including new ones. Nothing is awaited after the last."""
        sent = self.live.match.number if since is None else min(since, self.live.match.number)
        while sent < self.live.match.number:
            missed = self.live.match.number - sent
            if missed > MOST_REPLAYED or not self._matches.admits_strokes(self.address, missed // _RESENT_PER_STROKE):
                sent = self.live.match.number
                await self.reply(self.live.resync(self))
                continue
            for step in steps_since(self.live.match, sent):
                sent = step.number
                await self._queue.put(await asyncio.to_thread(self.live.resend, step, self.language))

    async def _write(self) -> None:
        try:
            while True:
                message = await self._queue.get()
                await self.socket.send_text(message.decode())
        except (WebSocketDisconnect, RuntimeError):
            self._scope.cancel()

    async def _read(self, window: RateLimit, largest: int) -> None:
        while True:
            try:
                text = await self.socket.receive_text()
            except (WebSocketDisconnect, RuntimeError):
                return
            except KeyError:
                await self._end(_NO_TEXT, "bytes where text belongs")
                return
            if len(text) > largest:
                await self._end(_TOO_LARGE, "too large")
                return
            if not window.admits():
                await self._end(_TOO_MANY, "too many messages")
                return
            try:
                with explain_errors(m.ToServer, text):
                    message = _decoder.decode(text)
            except UnreadableError as error:
                await self.reply(m.Nack(_key_of(text), "unreadable", str(error)[:200], None, self.live.match.number))
                continue
            await self._answer(message)

    async def _answer(self, message: m.ToServer) -> None:
        match message:
            case m.Do():
                answer = await self.live.do(message, self.players, self._acknowledge)
                if isinstance(answer, m.Nack):
                    self._matches.refused[answer.code] += 1
                    await self.reply(answer)
            case m.ResendSince(seq):
                await self._catch_up(seq)
            case m.Aiming(along, direction, speed):
                board = self.live.match.board
                if board is not None and board.turn.text() in self.players:
                    self.live.show_aim(m.AimSeen(along, direction, speed), but=self)
            case m.Pace():
                self.pace = message
            case m.Hurry():
                if self.players and self.live.agreed.is_solo:
                    self.live.pacer.hurry()
            case m.Propose() | m.OpenSeat() if not self._proposals.admits():
                await self._refuse(Refused("too-many", None, "that was asked often enough: wait a minute"))
            case m.Propose():
                await self._refuse(await self.live.seats.propose(message, self.players))
            case m.OpenSeat():
                await self._refuse(await self.live.seats.open_seat(message, self.players))
            case m.Speak(player, phrase):
                if player in self.players and self.live.seats.may_speak(player):
                    self.live.show_aim(m.Spoken(player, phrase))
            case m.Ping():
                await self.reply(m.Pong())

    async def _refuse(self, fault: Refused | None) -> None:
        if fault is not None:
            await self.reply(m.Nack(None, fault.code, fault.text, fault.law, self.live.match.number))


def _key_of(text: str) -> str | None:
    """Read the key of a message that was not understood; without it the page would send the act again."""
    try:
        return _keyed.decode(text).key
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


async def serve_match_socket(socket: WebSocket, matches: OpenMatches, match_id: str) -> None:
    """Reject other origins and hosts before accepting."""
    if not is_allowed_origin(matches.settings, socket.headers) or not is_known_host(matches.settings, socket):
        await socket.close(1008)  # before accepting: 403
        return
    protocols = offered_protocols(socket.headers)
    secret, browser, ticket = (protocol_value(kind, protocols) for kind in ("seat.", "browser.", "ticket."))
    protocol = PROTOCOL if PROTOCOL in protocols else None
    with contextlib.suppress(WebSocketDisconnect):
        try:
            async with matches.hold(match_id) as live:
                await socket.accept(subprotocol=protocol)
                await _serve(socket, matches, match_id, live, secret, browser[:_LONGEST], ticket[:_LONGEST])
        except NotStoredError:
            await _close(socket, protocol, _NOT_NOW, "the store does not answer")
        except CarromError as error:
            _log.error("match %s: %s", match_id, error)
            await _close(socket, protocol, _NO_MATCH, "this match cannot be read")


async def _close(socket: WebSocket, protocol: str | None, code: int, why: str) -> None:
    if socket.application_state is WebSocketState.CONNECTING:
        await socket.accept(subprotocol=protocol)
    await socket.close(code, why)


async def _serve(
    socket: WebSocket,
    matches: OpenMatches,
    match_id: str,
    live: LiveMatch | None,
    secret: str,
    browser: str,
    ticket: str,
) -> None:
    if live is None:
        await socket.close(_NO_MATCH, "no such match")
        return
    seat = await matches.players(match_id, secret) if secret else frozenset[str]()
    if seat is None:
        await socket.close(_NO_SEAT, "no such seat")
        return
    language = socket.query_params.get("language", "en")[:5]
    query = socket.query_params
    name = query.get("name", "")[:_LONGEST]
    players = await live.seats.sit(seat, browser, wants="take" in query, name=name, ticket=ticket)
    connection = MatchSocket(socket, matches, live, players, language)
    connection.seat, connection.holder = seat, browser_hash(browser) if browser else ""
    connection.pace = _pace(socket.query_params.get("pace", ""))
    since = socket.query_params.get("since", "")
    last_seen = int(since) if since.isascii() and since.isdigit() and len(since) < 9 else None
    settings = matches.settings
    live.seats.seat_sockets.add(connection)
    try:
        await connection.run(RateLimit(settings.messages, settings.messages_span), settings.largest_message, last_seen)
    finally:
        live.seats.seat_sockets.discard(connection)
        live.leave(connection)


def _pace(text: str) -> m.Pace | None:
    """`PAUSE,RATE` in the query."""
    pause, _, rate = text.partition(",")
    try:
        return msgspec.json.decode(f'{{"t":"pace","pause":{pause},"rate":{rate}}}', type=m.Pace)
    except msgspec.MsgspecError:
        return None
