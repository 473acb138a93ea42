"""Making matches, and reading them back."""

import asyncio
from dataclasses import replace
from datetime import datetime

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS
from carrom.match import Match, Record, read_record
from carrom.match.log.record import count_lines
from carrom.match.scoring import Format
from carrom.server.live.agreement import Agreement, agree
from carrom.server.live.open_matches import OpenMatches
from carrom.server.live.umpire_acts import UMPIRE
from carrom.server.live.unaided import is_unaided, is_unaided_record
from carrom.server.tell.opponents import computer_sitting, opponents
from carrom.server.tell.rights import has_aids
from carrom.server.tell.timeline import build_timeline
from carrom.server.tell.umpire_words import known_language
from carrom.server.tell.what_if import seat_everybody, try_steps
from carrom.server.wire import requests as r
from carrom.server.wire.endpoints import Ask, Endpoints, json_response
from carrom.server.wire.names import readable_or_refuse
from carrom.server.wire.values import Sitting

_READ, _SHOWN = 20, 5
"""So many lines of a record are read, or read and laid out, in the time of one stroke."""
_LONG = 400
"""Lines of a record that few matches have."""
_TIMELINES = 16
"""Timelines kept for those who ask next."""
_WHILE_PLAYED = "nothing is tried from a match while people play it, unless both sides agree"


def add_match_routes(endpoints: Endpoints, matches: OpenMatches) -> None:
    async def find(match_id: str) -> tuple[Match, Agreement]:
        """A match as it stands, which nothing changes any more, and what was agreed for it."""
        async with matches.hold(match_id) as live:
            if live is None:
                raise HTTPException(404, "there is no match at this address")
            return live.match, live.agreed

    @endpoints.route("GET", "/api/choices", r.Nothing, r.Choices, is_free=True)
    def choices(ask: Ask[r.Nothing]) -> r.Choices:
        """What can be chosen for a match."""
        from carrom.play import LEVELS
        from carrom.players import LADDER

        return r.Choices(
            opponents=opponents(known_language(ask.language)),
            players=[r.Named(rung.name, f"{rung.name}: {rung.summary}") for rung in LADDER.values()],
            skills=[r.Named(name, f"{name} (±{skill.angle:g}°)") for name, skill in LEVELS.items()],
            rulebooks=[
                r.BookToChoose(book.id, book.title, Format.of(book, "group") != Format.of(book, "final"))
                for book in RULEBOOKS.values()
            ],
            lobby=matches.settings.lobby,
        )

    @endpoints.route("POST", "/api/matches", r.NewMatch, r.MadeMatch)
    async def make(ask: Ask[r.NewMatch]) -> r.MadeMatch:
        """A new match, with the secret links of its seats."""
        matches.count_heavy(ask.address)
        wish = ask.wish
        if len({seat.seat for seat in wish.seats}) != len(wish.seats):
            raise CarromError("seat-twice", "two players cannot have one seat")
        seats = {seat.seat: _sitting(seat) for seat in wish.seats}
        return await matches.make(agree(wish.rulebook, wish.length, wish.clock, seats, wish.stage, casual=wish.casual))

    @endpoints.route("GET", "/api/matches/{match_id}/record", r.OneMatch, Response, media="text/plain")
    async def record(ask: Ask[r.OneMatch]) -> Response:
        """The record of a match."""
        match, _ = await find(ask.wish.match_id)
        matches.count_strokes(ask.address, match.number // _READ)
        return PlainTextResponse(await asyncio.to_thread(lambda: Record.of(match).text()))

    @endpoints.route("GET", "/api/matches/{match_id}/card.pdf", r.OneMatch, Response, media="application/pdf")
    async def card(ask: Ask[r.OneMatch]) -> Response:
        """The score card to print, with what has been signed (XIX)."""
        async with matches.hold(ask.wish.match_id) as live:
            if live is None:
                raise HTTPException(404, "there is no match at this address")
            match, begun = live.match, datetime.fromtimestamp(live.created)
        matches.count_heavy(ask.address)
        return Response(await asyncio.to_thread(_card_pdf, match, begun), media_type="application/pdf")

    timelines: dict[tuple[str, int, str], tuple[Match, asyncio.Future[bytes]]] = {}
    opening_long, opening = asyncio.Lock(), asyncio.Lock()

    @endpoints.route("GET", "/api/matches/{match_id}/timeline", r.OneMatch, r.Timeline)
    async def timeline(ask: Ask[r.OneMatch]) -> Response:
        """A match to step through."""
        match, _ = await find(ask.wish.match_id)
        language = known_language(ask.language)
        # All who look back at a match that is still played ask for this after every stroke: it is made once for them.
        key = (ask.wish.match_id, match.number, language)
        made_of, _ = timelines.get(key, (None, None))
        if made_of is not match:  # also where names in it are others now
            matches.count_strokes(ask.address, match.number // _SHOWN)
            timelines[key] = match, asyncio.ensure_future(asyncio.to_thread(_timeline_json, match, language))
            for old in list(timelines)[:-_TIMELINES]:
                del timelines[old]
        return json_response(await asyncio.shield(timelines[key][1]))

    @endpoints.route("POST", "/api/what-if", r.WhatIf, r.WhatIfAnswer)
    async def what_if(ask: Ask[r.WhatIf]) -> r.WhatIfAnswer:
        """Where acts would lead from a moment of a match."""
        wish = ask.wish
        matches.count_strokes(ask.address, len(wish.steps) + count_lines(wish.record or "") // _READ)
        match, seed = await source(wish)
        if wish.after > match.number:
            raise CarromError("no-such-event", f"there is no event {wish.after} to go on from")
        start, agreed, language = match.after(wish.after), seat_everybody(match, seed), known_language(ask.language)
        lies = start.board and start.board.position
        if wish.record is not None and lies and is_unaided(matches.all_open, lies):
            raise HTTPException(403, _WHILE_PLAYED)
        return await asyncio.to_thread(try_steps, start, agreed, wish.steps, language)

    async def source(wish: r.WhatIf) -> tuple[Match, int]:
        """The match that is branched, and its seed."""
        if (wish.match is None) == (wish.record is None):
            raise CarromError("match-or-record", "either the match or its record is wanted")
        if wish.match is not None:
            match, agreed = await find(wish.match)
            if not has_aids(match, agreed):
                raise HTTPException(403, _WHILE_PLAYED)
            return match, agreed.seed
        match, _ = await asyncio.to_thread(_replay, wish.record or "")
        if is_unaided_record(matches.all_open, match.effective()):
            raise HTTPException(403, _WHILE_PLAYED)
        return match, 0

    @endpoints.route("POST", "/api/records", r.RecordText, r.Timeline)
    async def show_record(ask: Ask[r.RecordText]) -> Response:
        """A record to step through."""
        lines = count_lines(ask.wish.text)
        matches.count_strokes(ask.address, lines // _SHOWN)
        # One at a time: a small text becomes megabytes, and many threads at once would leave the loop no turn. The long
        # ones, which take seconds, wait for each other: nobody with the record of his match waits for them.
        async with opening_long if lines > _LONG else opening:
            return json_response(await asyncio.to_thread(_record_json, ask.wish.text, known_language(ask.language)))


def _replay(text: str) -> tuple[Match, list[str]]:
    """The match of a record, as far as it can be, and what is wrong with it."""
    reading = read_record(text)
    replayed = reading.record.replay()
    problems = [str(fault) for fault in reading.faults]
    if replayed.refused is not None:
        problems.append(replayed.refused.text)
    return replayed.match, problems


def _record_json(text: str, language: str) -> bytes:
    match, problems = _replay(text)
    return msgspec.json.encode(build_timeline(match, language, problems))


def _timeline_json(match: Match, language: str) -> bytes:
    return msgspec.json.encode(build_timeline(match, language))


def _card_pdf(match: Match, begun: datetime) -> bytes:
    from carrom.match.card import score_card
    from carrom.render.card.pdf import card_pdf

    info = (("Date", f"{begun:%Y-%m-%d}"), ("Time", f"{begun:%H:%M}"), ("Umpire", UMPIRE), ("Start", begun.isoformat()))
    return card_pdf(score_card(replace(match, setup=replace(match.setup, info=info))))


def _sitting(wish: r.SeatWish) -> Sitting:
    name = readable_or_refuse(wish.name)
    return Sitting(name, wish.who) if wish.who != "computer" else computer_sitting(name, wish.player, wish.skill)
