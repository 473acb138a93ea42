"""Connections, beneath requests and sockets."""

from __future__ import annotations

import asyncio
import socket

from carrom.server.connections import _Together


def test_what_is_said_in_one_go_is_one_write_and_its_end_is_heard() -> None:
    async def run() -> None:
        loop = asyncio.get_running_loop()
        # Every message of this pair is kept apart from the next one, so that writes can be counted.
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        theirs.setblocking(False)
        transport, _ = await loop.create_connection(asyncio.Protocol, sock=_AsStream(ours))
        together = _Together(transport, loop)
        together.write(b"an event, ")
        together.write(b"and its answer")
        assert await loop.sock_recv(theirs, 100) == b"an event, and its answer"
        together.write(b"the last word")
        together.close()
        assert await loop.sock_recv(theirs, 100) == b"the last word"
        together.write(b"to nobody")
        assert await loop.sock_recv(theirs, 100) == b""
        theirs.close()

    asyncio.run(run())


class _AsStream(socket.socket):
    """The event loop takes streams alone."""

    def __init__(self, pair: socket.socket) -> None:
        super().__init__(fileno=pair.detach())

    @property
    def type(self) -> int:  # type: ignore[override]
        return socket.SOCK_STREAM
