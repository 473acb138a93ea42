"""Making matches, and reading them back."""

import asyncio

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS
from carrom.match import Match, Record, read_record
from carrom.match.scoring import Format
from carrom.server.live.agreement import Agreement, agree
from carrom.server.live.open_matches import OpenMatches
from carrom.server.tell.timeline import build_timeline
from carrom.server.tell.umpire_words import known_language
from carrom.server.tell.what_if import seat_everybody, try_steps
from carrom.server.wire import requests as r
from carrom.server.wire.endpoints import Ask, Endpoints, json_response
from carrom.server.wire.values import Sitting

_MOST_LINES = 4000
_READ, _SHOWN = 20, 5
"""So many lines of a record are read, or read and laid out, in the time of one stroke."""
_TIMELINES = 16
"""Timelines kept for those who ask next."""


def add_match_routes(endpoints: Endpoints, matches: OpenMatches) -> None:
    async def find(match_id: str) -> tuple[Match, Agreement]:
        """A match as it stands, which nothing changes any more, and what was agreed for it."""
        async with matches.hold(match_id) as live:
            if live is None:
                raise HTTPException(404, "there is no match at this address")
            return live.match, live.agreed

    @endpoints.route("GET", "/api/choices", r.Nothing, r.Choices, is_free=True)
    def choices(_: Ask[r.Nothing]) -> r.Choices:
        """What can be chosen for a match."""
        from carrom.play import LEVELS
        from carrom.players import LADDER

        return r.Choices(
            players=[r.Named(rung.name, f"{rung.name}: {rung.summary}") for rung in LADDER.values()],
            skills=[r.Named(name, f"{name} (±{skill.angle:g}°)") for name, skill in LEVELS.items()],
            rulebooks=[
                r.BookToChoose(book.id, book.title, Format.of(book, "group") != Format.of(book, "final"))
                for book in RULEBOOKS.values()
            ],
        )

    @endpoints.route("POST", "/api/matches", r.NewMatch, r.MadeMatch)
    async def make(ask: Ask[r.NewMatch]) -> r.MadeMatch:
        """A new match, with the secret links of its seats."""
        matches.count_heavy(ask.address)
        wish = ask.wish
        if len({seat.seat for seat in wish.seats}) != len(wish.seats):
            raise CarromError("two players cannot have one seat")
        seats = {seat.seat: _sitting(seat) for seat in wish.seats}
        return await matches.make(agree(wish.rulebook, wish.length, wish.clock, seats, wish.stage))

    @endpoints.route("GET", "/api/matches/{match_id}/record", r.OneMatch, Response, media="text/plain")
    async def record(ask: Ask[r.OneMatch]) -> Response:
        """The record of a match."""
        match, _ = await find(ask.wish.match_id)
        matches.count_strokes(ask.address, match.number // _READ)
        return PlainTextResponse(await asyncio.to_thread(lambda: Record.of(match).text()))

    timelines: dict[tuple[str, int, str], asyncio.Future[bytes]] = {}

    @endpoints.route("GET", "/api/matches/{match_id}/timeline", r.OneMatch, r.Timeline)
    async def timeline(ask: Ask[r.OneMatch]) -> Response:
        """A match to step through."""
        match, _ = await find(ask.wish.match_id)
        language = known_language(ask.language)
        # All who look back at a match that is still played ask for this after every stroke: it is made once for them.
        key = (ask.wish.match_id, match.number, language)
        if key not in timelines:
            matches.count_strokes(ask.address, match.number // _SHOWN)
            timelines[key] = asyncio.ensure_future(asyncio.to_thread(_timeline_json, match, language))
            for old in list(timelines)[:-_TIMELINES]:
                del timelines[old]
        return json_response(await asyncio.shield(timelines[key]))

    @endpoints.route("POST", "/api/what-if", r.WhatIf, r.WhatIfAnswer)
    async def what_if(ask: Ask[r.WhatIf]) -> r.WhatIfAnswer:
        """Where acts would lead from a moment of a match."""
        wish = ask.wish
        matches.count_strokes(ask.address, len(wish.steps) + _lines(wish.record or "") // _READ)
        match, seed = await source(wish)
        if wish.after > match.number:
            raise CarromError(f"there is no event {wish.after} to go on from")
        start, agreed, language = match.after(wish.after), seat_everybody(match, seed), known_language(ask.language)
        return await asyncio.to_thread(try_steps, start, agreed, wish.steps, language)

    async def source(wish: r.WhatIf) -> tuple[Match, int]:
        """The match that is branched, and its seed."""
        if (wish.match is None) == (wish.record is None):
            raise CarromError("either the match or its record is wanted")
        if wish.match is not None:
            match, agreed = await find(wish.match)
            return match, agreed.seed
        match, _ = await asyncio.to_thread(_replay, wish.record or "")
        return match, 0

    @endpoints.route("POST", "/api/records", r.RecordText, r.Timeline)
    def show_record(ask: Ask[r.RecordText]) -> r.Timeline:
        """A record to step through."""
        matches.count_strokes(ask.address, _lines(ask.wish.text) // _SHOWN)
        match, problems = _replay(ask.wish.text)
        return build_timeline(match, known_language(ask.language), problems)


def _lines(record: str) -> int:
    """How many lines a record has. Events weigh little in a text, and much more once they are played."""
    lines = record.count("\n")
    if lines > _MOST_LINES:
        raise CarromError(f"a record of more than {_MOST_LINES} lines is not opened here")
    return lines


def _replay(text: str) -> tuple[Match, list[str]]:
    """The match of a record, as far as it can be, and what is wrong with it."""
    reading = read_record(text)
    replayed = reading.record.replay()
    problems = [str(fault) for fault in reading.faults]
    if replayed.refused is not None:
        problems.append(replayed.refused.text)
    return replayed.match, problems


def _timeline_json(match: Match, language: str) -> bytes:
    return msgspec.json.encode(build_timeline(match, language))


def _sitting(wish: r.SeatWish) -> Sitting:
    if wish.who != "computer":
        return Sitting(wish.name, wish.who)
    from carrom.play import skill_named
    from carrom.players import LADDER

    if wish.player not in LADDER:
        raise CarromError(f"no computer player is called {wish.player!r}: {', '.join(LADDER)}")
    return Sitting(wish.name, "computer", wish.player, skill_named(wish.skill or "club").name)
