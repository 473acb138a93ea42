"""Matches: creation, seats and links, summaries, records, what-if, lobby."""

import asyncio
import re
from dataclasses import replace
from datetime import datetime

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

from carrom.base.errors import CarromError
from carrom.equipment import Seat
from carrom.laws import RULEBOOKS
from carrom.match import Match, Record, read_record
from carrom.match.log.record import check_line_count
from carrom.match.scoring import Format
from carrom.server.http.endpoints import ApiRequest, Endpoints, json_response
from carrom.server.http.lan_addresses import reachable_hosts
from carrom.server.table.agreement import Agreement, make_agreement, require_name
from carrom.server.table.computers import computer_occupant, list_opponents
from carrom.server.table.hint_policy import is_hint_forbidden, is_record_in_play
from carrom.server.table.lobby import Lobby
from carrom.server.table.open_matches import OpenMatches
from carrom.server.table.presence import sorted_players
from carrom.server.table.replay import build_timeline, seat_everybody, try_steps
from carrom.server.table.snapshot import seat_views
from carrom.server.table.state import may_use_aids
from carrom.server.table.summaries import PictureCache, SummaryCache, side_names
from carrom.server.table.umpire_acts import UMPIRE_NAME
from carrom.server.table.umpire_words import supported_language
from carrom.server.wire import requests as r, values as v
from carrom.server.wire.desk import QrCodeRequest
from carrom.server.wire.values import SeatOccupant

_READ, _SHOWN = 20, 5
"""Lines read, or laid out, per stroke's cost."""
_LONG = 400
"""Few records have more lines."""
_TIMELINES = 16
_WHILE_PLAYED = "nothing is tried from a match while people play it, unless both sides agree"


def add_match_routes(endpoints: Endpoints, matches: OpenMatches) -> None:
    async def find(match_id: str) -> tuple[Match, Agreement]:
        """Raise 404 for an unknown match."""
        async with matches.hold(match_id) as live:
            if live is None:
                raise HTTPException(404, "there is no match at this address")
            return live.match, live.agreed

    @endpoints.route("GET", "/api/choices", r.Nothing, r.MatchOptions, is_free=True)
    def choices(request: ApiRequest[r.Nothing]) -> r.MatchOptions:
        """Return opponents, rulebooks and levels."""
        from carrom.play import LEVELS
        from carrom.players import LADDER

        return r.MatchOptions(
            opponents=list_opponents(supported_language(request.language)),
            players=[r.NamedOption(rung.name, f"{rung.name}: {rung.summary}") for rung in LADDER.values()],
            skills=[r.NamedOption(name, f"{name} (±{skill.angle:g}°)") for name, skill in LEVELS.items()],
            rulebooks=[
                r.RulebookOption(book.id, book.title, Format.of(book, "group") != Format.of(book, "final"))
                for book in RULEBOOKS.values()
            ],
            lobby=matches.settings.lobby,
        )

    @endpoints.route("POST", "/api/matches", r.NewMatch, r.MadeMatch)
    async def make(request: ApiRequest[r.NewMatch]) -> r.MadeMatch:
        """Create a match; the answer has its seats' secret links."""
        matches.count_heavy(request.address)
        body = request.body
        if len({seat.seat for seat in body.seats}) != len(body.seats):
            raise CarromError("seat-twice", "two players cannot have one seat")
        seats = {seat.seat: _sitting(seat) for seat in body.seats}
        return await matches.make(
            make_agreement(body.rulebook, body.length, body.clock, seats, body.stage, casual=body.casual)
        )

    @endpoints.route("GET", "/api/matches/{match_id}/record", r.OneMatch, Response, media="text/plain")
    async def record(request: ApiRequest[r.OneMatch]) -> Response:
        """Return a match's record."""
        match, _ = await find(request.body.match_id)
        matches.count_strokes(request.address, match.number // _READ)
        return PlainTextResponse(await asyncio.to_thread(lambda: Record.of(match).text()))

    @endpoints.route("GET", "/api/matches/{match_id}/card.pdf", r.OneMatch, Response, media="application/pdf")
    async def card(request: ApiRequest[r.OneMatch]) -> Response:
        """Return the score card as PDF, with signatures (XIX)."""
        async with matches.hold(request.body.match_id) as live:
            if live is None:
                raise HTTPException(404, "there is no match at this address")
            match, begun = live.match, datetime.fromtimestamp(live.created)
        matches.count_heavy(request.address)
        return Response(await asyncio.to_thread(_card_pdf, match, begun), media_type="application/pdf")

    timelines: dict[tuple[str, int, str], tuple[Match, asyncio.Future[bytes]]] = {}
    opening_long, opening = asyncio.Lock(), asyncio.Lock()

    @endpoints.route("GET", "/api/matches/{match_id}/timeline", r.OneMatch, r.Timeline)
    async def timeline(request: ApiRequest[r.OneMatch]) -> Response:
        """Return a match to step through."""
        match, _ = await find(request.body.match_id)
        language = supported_language(request.language)
        # Everyone asks after each stroke.
        key = (request.body.match_id, match.number, language)
        made_of, _ = timelines.get(key, (None, None))
        if made_of is not match:
            matches.count_strokes(request.address, match.number // _SHOWN)
            timelines[key] = match, asyncio.ensure_future(asyncio.to_thread(_timeline_json, match, language))
            for old in list(timelines)[:-_TIMELINES]:
                del timelines[old]
        return json_response(await asyncio.shield(timelines[key][1]))

    @endpoints.route("POST", "/api/what-if", r.WhatIf, r.WhatIfAnswer)
    async def what_if(request: ApiRequest[r.WhatIf]) -> r.WhatIfAnswer:
        """Return where these acts would lead from a moment."""
        body = request.body
        matches.count_strokes(request.address, len(body.steps) + check_line_count(body.record or "") // _READ)
        match, seed = await source(body)
        if body.after > match.number:
            raise CarromError("no-such-event", f"there is no event {body.after} to go on from")
        start, agreed, language = (
            match.after(body.after),
            seat_everybody(match, seed),
            supported_language(request.language),
        )
        position = start.board and start.board.position
        if body.record is not None and position and is_hint_forbidden(matches.all_open, position):
            raise HTTPException(403, _WHILE_PLAYED)
        return await asyncio.to_thread(try_steps, start, agreed, body.steps, language)

    async def source(body: r.WhatIf) -> tuple[Match, int]:
        if (body.match is None) == (body.record is None):
            raise CarromError("match-or-record", "either the match or its record is wanted")
        if body.match is not None:
            match, agreed = await find(body.match)
            if not may_use_aids(match, agreed):
                raise HTTPException(403, _WHILE_PLAYED)
            return match, agreed.seed
        match, _ = await asyncio.to_thread(_replay, body.record or "")
        if is_record_in_play(matches.all_open, match.effective()):
            raise HTTPException(403, _WHILE_PLAYED)
        return match, 0

    @endpoints.route("POST", "/api/records", r.RecordText, r.Timeline)
    async def show_record(request: ApiRequest[r.RecordText]) -> Response:
        """Return a record to step through."""
        lines = check_line_count(request.body.text)
        matches.count_strokes(request.address, lines // _SHOWN)
        # One at a time: small texts become megabytes, and threads starve the event loop. Long records delay only each
        # other.
        async with opening_long if lines > _LONG else opening:
            return json_response(
                await asyncio.to_thread(_record_json, request.body.text, supported_language(request.language))
            )


def _replay(text: str) -> tuple[Match, list[str]]:
    """The match as far as its record is valid, and its faults."""
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
    from carrom.match.views.score_card import score_card
    from carrom.render.card.pdf import card_pdf

    info = (
        ("Date", f"{begun:%Y-%m-%d}"),
        ("Time", f"{begun:%H:%M}"),
        ("Umpire", UMPIRE_NAME),
        ("Start", begun.isoformat()),
    )
    return card_pdf(score_card(replace(match, setup=replace(match.setup, info=info))))


def _sitting(seat: r.SeatRequest) -> SeatOccupant:
    name = require_name(seat.name)
    return SeatOccupant(name, seat.who) if seat.who != "computer" else computer_occupant(name, seat.player, seat.skill)


def add_seat_routes(endpoints: Endpoints, matches: OpenMatches) -> None:
    @endpoints.route("POST", "/api/seats", r.SeatQuestion, r.SeatAnswer)
    async def look(request: ApiRequest[r.SeatQuestion]) -> r.SeatAnswer:
        """Return a link's seat without claiming it."""
        body = request.body
        async with matches.hold(body.match) as live:
            if live is None:
                raise HTTPException(404, "there is no match at this address")
            seat = await matches.players(body.match, body.secret)
            if seat is None:
                raise HTTPException(404, "this link opens no seat")
            state = await live.seats.state_of(seat, body.browser)
            seats = seat_views(live.match, live.agreed)
            return r.SeatAnswer(sorted_players(seat), state, seats, sorted_players(live.audience.here()))

    @endpoints.route("POST", "/api/seats/links", r.NewLinksRequest, r.SeatLinks)
    async def link_again(request: ApiRequest[r.NewLinksRequest]) -> r.SeatLinks:
        """Return new links for the others, for the match's maker."""
        matches.count_heavy(request.address)
        links = await matches.link_again(request.body.match, request.body.key)
        if links is None:
            raise HTTPException(403, "that is not the key of this match")
        return r.SeatLinks(links)

    @endpoints.route("GET", "/api/reach", r.Nothing, r.ServerAddresses, is_free=True)
    def reach(request: ApiRequest[r.Nothing]) -> r.ServerAddresses:
        """Return this server's addresses for others."""
        settings = matches.settings
        return r.ServerAddresses(
            list(reachable_hosts(settings.host)), settings.origins[0] if settings.origins else None
        )


_PICTURES = 32
"""150 KB each."""
_ID = re.compile(v.WORD)
_A_WHILE = {"cache-control": "public, max-age=300"}


def add_game_routes(endpoints: Endpoints, matches: OpenMatches, summaries: SummaryCache) -> None:
    pictures = PictureCache(_PICTURES)

    @endpoints.route("GET", "/api/games", r.SummariesRequest, r.MatchSummaries)
    async def games(request: ApiRequest[r.SummariesRequest]) -> r.MatchSummaries:
        """Return summaries. They are public; only playing needs a secret."""
        ids = list(dict.fromkeys(one for one in request.body.ids.split(",") if one))
        if len(ids) > r.MOST_SUMMARIES:
            raise CarromError("too-many", f"more than {r.MOST_SUMMARIES} matches are not shown at once")
        cards = {one: await summaries.get(one, request.address) if _ID.match(one) else None for one in ids}
        found = [card for card in cards.values() if card is not None]
        return r.MatchSummaries(found, [one for one, card in cards.items() if card is None])

    @endpoints.route("POST", "/api/qr", QrCodeRequest, Response, media="image/svg+xml")
    def code(request: ApiRequest[QrCodeRequest]) -> Response:
        """A QR code. The text comes in the body: links contain secrets, not to be logged."""
        from carrom.render.ink.qr import qr_svg

        return Response(qr_svg(request.body.text), media_type="image/svg+xml")

    @endpoints.route("GET", "/api/matches/{match_id}/preview.png", r.OneMatch, Response, media="image/png")
    async def preview(request: ApiRequest[r.OneMatch]) -> Response:
        """Return a picture of board and players for link previews."""
        card = await summaries.get_or_404(request.body.match_id, request.address)
        name = (card.id, card.seq, *side_names(card))
        picture = await pictures.get(name, lambda: matches.count_heavy(request.address), lambda: _draw(card))
        return Response(picture, media_type="image/png", headers=_A_WHILE)


def _draw(card: r.MatchSummary) -> bytes:
    from carrom.equipment import Piece, Position
    from carrom.render.board.position_svg import PREVIEW_WIDTH, preview_svg
    from carrom.render.ink.typeset import png

    position = Position(tuple(Piece(kind, x, y) for kind, x, y in card.pieces))
    score = (card.score.a, card.score.b) if any(card.score) else None
    return png(preview_svg(position, *side_names(card), score), PREVIEW_WIDTH)


def add_lobby_routes(endpoints: Endpoints, matches: OpenMatches, lobby: Lobby) -> None:
    @endpoints.route("GET", "/api/lobby", r.Nothing, r.LobbyTables)
    async def tables(request: ApiRequest[r.Nothing]) -> r.LobbyTables:
        """Return the lobby's tables."""
        return await lobby.tables(request.address)

    @endpoints.route("POST", "/api/lobby", r.NewTable, r.MadeMatch)
    async def open_table(request: ApiRequest[r.NewTable]) -> r.MadeMatch:
        """Open a table and wait for an opponent; the answer has your seat's secret."""
        matches.count_heavy(request.address)
        body = request.body
        own, free = require_name(body.name), require_name(body.free)
        seats = {Seat.SOUTH: SeatOccupant(own, "here"), Seat.NORTH: SeatOccupant(free, "link")}
        return await lobby.open_table(make_agreement(body.rulebook, body.length, body.clock, seats), request.address)

    @endpoints.route("POST", "/api/lobby/join", r.JoinTableRequest, r.MadeMatch)
    async def join(request: ApiRequest[r.JoinTableRequest]) -> r.MadeMatch:
        """Join a table. Of concurrent requests one succeeds."""
        return await lobby.join(request.body.match, request.address)

    @endpoints.route("POST", "/api/lobby/close", r.CloseTableRequest, r.ClosedTable)
    async def close(request: ApiRequest[r.CloseTableRequest]) -> r.ClosedTable:
        """Close your open table."""
        await lobby.close_table(request.body.match, request.body.secret)
        return r.ClosedTable(request.body.match)
