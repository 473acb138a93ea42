"""Making matches, and reading them back."""

from __future__ import annotations

import asyncio
from typing import Annotated, cast

import msgspec
from fastapi import APIRouter, HTTPException, Path, Request, Response
from fastapi.responses import PlainTextResponse

from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS
from carrom.match import Match, Player
from carrom.server.guard import Windows
from carrom.server.live.match import LiveMatch
from carrom.server.live.setup import Sitting, agreed
from carrom.server.live.tables import Tables
from carrom.server.tell.timeline import timeline_of
from carrom.server.tell.trying import open_to_all, tried
from carrom.server.tell.words import spoken
from carrom.server.wire import messages as m
from carrom.server.wire import shapes as s

_MOST_LINES = 4000
_READ, _SHOWN = 20, 5
"""So many lines of a record are read, or read and laid out, in the time of one stroke."""
_TIMELINES = 16
"""Timelines kept for those who ask next."""
MatchId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


def router(tables: Tables) -> APIRouter:
    routes = APIRouter(prefix="/api")

    async def found(match_id: str) -> LiveMatch:
        live = await tables.find(match_id)
        if live is None:
            raise HTTPException(404, "there is no match at this address")
        return live

    @routes.get("/choices")
    def choices() -> s.Choices:
        from carrom.play import LEVELS
        from carrom.players import LADDER

        return s.Choices(
            players=[s.Named(id=rung.name, name=f"{rung.name}: {rung.summary}") for rung in LADDER.values()],
            skills=[s.Named(id=name, name=f"{name} (±{skill.angle:g}°)") for name, skill in LEVELS.items()],
            rulebooks=[s.Named(id=book.id, name=book.title) for book in RULEBOOKS.values()],
        )

    @routes.post("/matches")
    async def make(wish: s.NewMatch, request: Request) -> s.MadeMatch:
        heavy(tables, request)
        if len({seat.seat for seat in wish.seats}) != len(wish.seats):
            raise CarromError("two players cannot have one seat")
        seats: dict[str, Sitting] = {seat.seat: _sitting(seat) for seat in wish.seats}
        live, links = await tables.make(agreed(wish.rulebook, wish.length, wish.clock, seats))
        return s.MadeMatch(id=live.id, links=[_secret(live.match, link) for link in links])

    @routes.get("/matches/{match_id}/record", response_class=PlainTextResponse)
    async def record(match_id: MatchId) -> PlainTextResponse:
        from carrom.match import Record

        return PlainTextResponse(Record.of((await found(match_id)).match).text())

    timelines: dict[tuple[str, int, str], asyncio.Future[bytes]] = {}

    @routes.get("/matches/{match_id}/timeline", response_model=s.Timeline)
    async def timeline(match_id: MatchId, language: str = "en") -> Response:
        live = await found(match_id)
        # All who look back at a match that is still played ask for this after every stroke: it is made once for them.
        key = (live.id, live.match.number, spoken(language))
        if key not in timelines:
            timelines[key] = asyncio.ensure_future(asyncio.to_thread(_timeline_json, live.match, spoken(language)))
            for old in list(timelines)[:-_TIMELINES]:
                del timelines[old]
        return Response(await asyncio.shield(timelines[key]), media_type="application/json")

    @routes.post("/what-if", response_model=s.WhatIfAnswer)
    async def what_if(wish: s.WhatIf, request: Request, language: str = "en") -> Response:
        lines = _lines(wish.record or "")
        count(tables.strokes, request, 1 + len(wish.steps) + lines // _READ)
        match, seed = await source(wish)
        if wish.after > match.number:
            raise CarromError(f"there is no event {wish.after} to go on from")
        try:
            steps = msgspec.convert(wish.steps, list[m.Step])
        except msgspec.ValidationError as error:
            raise CarromError(f"steps: {error}") from None
        answer = tried(match.after(wish.after), open_to_all(match, seed), steps, spoken(language))
        return Response(msgspec.json.encode(answer), media_type="application/json")

    async def source(wish: s.WhatIf) -> tuple[Match, int]:
        """The match that is branched, and its seed."""
        if (wish.match is None) == (wish.record is None):
            raise CarromError("either the match or its record is wanted")
        if wish.match is not None:
            live = await found(wish.match)
            return live.match, live.agreed.seed
        match, _ = await asyncio.to_thread(_replayed, wish.record or "")
        return match, 0

    @routes.post("/records", response_model=s.Timeline)
    def read_record(body: s.RecordText, request: Request, language: str = "en") -> Response:
        count(tables.strokes, request, 1 + _lines(body.text) // _SHOWN)
        match, problems = _replayed(body.text)
        return Response(_timeline_json(match, spoken(language), problems), media_type="application/json")

    return routes


def heavy(tables: Tables, request: Request) -> None:
    """Count a request that costs a lot."""
    count(tables.heavy, request)


def count(windows: Windows, request: Request, weight: int = 1) -> None:
    """Count a request that costs something; too many from one address are refused."""
    address = request.client.host if request.client is not None else "?"
    if not windows.admits(address, weight):
        raise HTTPException(429, "too many requests: wait a minute")


def _lines(record: str) -> int:
    """How many lines a record has. Events weigh little in a text, and much more once they are played."""
    lines = record.count("\n")
    if lines > _MOST_LINES:
        raise CarromError(f"a record of more than {_MOST_LINES} lines is not opened here")
    return lines


def _replayed(text: str) -> tuple[Match, list[str]]:
    """The match of a record, as far as it can be, and what is wrong with it."""
    from carrom.match import read_record

    reading = read_record(text)
    replayed = reading.record.replay()
    problems = [str(fault) for fault in reading.faults]
    if replayed.refused is not None:
        problems.append(replayed.refused.text)
    return replayed.match, problems


def _timeline_json(match: Match, language: str, problems: list[str] | None = None) -> bytes:
    return timeline_of(match, language, problems).model_dump_json().encode()


def _sitting(wish: s.SeatWish) -> Sitting:
    if wish.who != "computer":
        return Sitting(wish.name, wish.who)
    from carrom.play import skill_named
    from carrom.players import LADDER

    if wish.player not in LADDER:
        raise CarromError(f"no computer player is called {wish.player!r}: {', '.join(LADDER)}")
    return Sitting(wish.name, "computer", wish.player, skill_named(wish.skill or "club").name)


def _secret(match: Match, link: tuple[str, list[str], str]) -> s.SeatSecret:
    who, names, secret = link
    players = [Player("a" if name[0] == "a" else "b", int(name[1]) - 1) for name in names]
    seats = [match.course.seat(player).value for player in players]
    return s.SeatSecret.model_validate({"who": who, "seats": cast(list[s.Seat], seats), "secret": secret})
