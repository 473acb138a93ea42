"""A socket that sends many messages in one write and reads answers as they come, without a task for each."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.typing import Subprotocol
from websockets.uri import parse_uri


class EndedError(Exception):
    """The server closed the connection with this code (1006 if it sent none)."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Line:
    """A connection to a match with this secret."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, protocol: ClientProtocol) -> None:
        self._reader, self._writer, self._protocol = reader, writer, protocol
        self._heard: list[Any] = []
        self._next = 0

    @classmethod
    async def open(cls, port: int, match: str, secret: str) -> Line:
        uri = parse_uri(f"ws://127.0.0.1:{port}/api/matches/{match}/socket")
        words = [Subprotocol("carrom.v1"), Subprotocol(f"seat.{secret}")]
        protocol = ClientProtocol(uri, subprotocols=words, max_size=None)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        line = cls(reader, writer, protocol)
        protocol.send_request(protocol.connect())
        line._write()
        while not protocol.handshake_exc and protocol.state is State.CONNECTING:
            await line._read()
        if protocol.handshake_exc:
            raise protocol.handshake_exc
        return line

    def send(self, messages: Iterable[str | bytes]) -> None:
        """Send all messages in one write."""
        for one in messages:
            if isinstance(one, str):
                self._protocol.send_text(one.encode())
            else:
                self._protocol.send_binary(one)
        self._write()

    async def hear(self) -> dict[str, Any]:
        """Return the next message; raise `EndedError` when the connection is closed."""
        while self._next == len(self._heard):
            self._heard, self._next = [], 0
            if self._protocol.close_rcvd is not None or self._protocol.state is State.CLOSED:
                raise EndedError(1006 if self._protocol.close_rcvd is None else self._protocol.close_rcvd.code)
            async with asyncio.timeout(120):
                await self._read()
        message: dict[str, Any] = json.loads(self._heard[self._next])
        self._next += 1
        return message

    async def close(self) -> None:
        """Drop the connection without closing it, as a phone does that loses its network."""
        self._writer.transport.abort()
        with suppress(OSError):
            await self._writer.wait_closed()

    async def _read(self) -> None:
        data = await self._reader.read(1 << 18)
        if data:
            self._protocol.receive_data(data)
        else:
            self._protocol.receive_eof()
        for event in self._protocol.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._heard.append(event.data)
        self._write()

    def _write(self) -> None:
        written = b"".join(self._protocol.data_to_send())
        if written:
            self._writer.write(written)
