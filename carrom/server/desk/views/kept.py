"""Answers that are the same for everybody who asks until the log grows: worked out once, and kept as they are sent."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from starlette.responses import Response

from carrom.server.desk.desks import Opened
from carrom.server.wire.endpoints import json_response

_MOST = 200


class KeptAnswers:
    """The last answer of each kind, of each tournament."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[tuple[int, datetime | None], asyncio.Future[bytes]]] = {}

    async def answer(
        self, opened: Opened, kind: str, show: Callable[[Opened], Any], *, is_of_the_minute: bool = False
    ) -> Response:
        """What a kind of view shows of a tournament. One that says what is late is good for a minute at most."""
        key = (opened.id, kind)
        stamp = (opened.seq, opened.now.replace(second=0) if is_of_the_minute else None)
        known = self._known.pop(key, None)
        if known is None or known[0] != stamp or (known[1].done() and known[1].exception() is not None):
            known = (stamp, asyncio.ensure_future(asyncio.to_thread(lambda: msgspec.json.encode(show(opened)))))
        self._known[key] = known  # the last asked for is the last to go
        for old in list(self._known)[:-_MOST]:
            del self._known[old]
        return json_response(await asyncio.shield(known[1]))
