"""What the coach is asked over the network and how it answers; the report itself is `carrom.players.coach.form`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from carrom.players.coach.form import CoachReport
from carrom.server.wire import values as v


class CoachWish(v.Body, frozen=True):
    """The match to be weighed: one of this server, or a record."""

    match: Annotated[str, Meta(max_length=64)] | None = None
    record: str | None = None


class CoachAnswer(Struct, frozen=True):
    """How far the coach is, and the report when all strokes are weighed."""

    done: int
    of: int
    report: CoachReport | None
