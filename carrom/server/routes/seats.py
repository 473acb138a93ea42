"""Seats of a match: looked at before sitting down, linked to again by whoever made it; and how others get here."""

from starlette.exceptions import HTTPException

from carrom.server.live.audience import in_order
from carrom.server.live.open_matches import OpenMatches
from carrom.server.reach import reached_by
from carrom.server.tell.page_view import seat_views
from carrom.server.wire import requests as r, seats as s
from carrom.server.wire.endpoints import Ask, Endpoints


def add_seat_routes(endpoints: Endpoints, matches: OpenMatches) -> None:
    @endpoints.route("POST", "/api/seats", s.SeatQuestion, s.SeatAnswer)
    async def look(ask: Ask[s.SeatQuestion]) -> s.SeatAnswer:
        """Who sits at the seat of a link, before anybody sits down there by it."""
        wish = ask.wish
        async with matches.hold(wish.match) as live:
            if live is None:
                raise HTTPException(404, "there is no match at this address")
            seat = await matches.players(wish.match, wish.secret)
            if seat is None:
                raise HTTPException(404, "this link opens no seat")
            state = await live.company.state_of(seat, wish.browser)
            seats = seat_views(live.match, live.agreed)
            return s.SeatAnswer(in_order(seat), state, seats, in_order(live.audience.here()))

    @endpoints.route("POST", "/api/seats/links", s.LinksWish, s.SeatLinks)
    async def link_again(ask: Ask[s.LinksWish]) -> s.SeatLinks:
        """New links for the others, asked for by whoever made the match."""
        matches.count_heavy(ask.address)
        links = await matches.link_again(ask.wish.match, ask.wish.key)
        if links is None:
            raise HTTPException(403, "that is not the key of this match")
        return s.SeatLinks(links)

    @endpoints.route("GET", "/api/reach", r.Nothing, s.Reach, is_free=True)
    def reach(ask: Ask[r.Nothing]) -> s.Reach:
        """By which addresses others reach this server."""
        settings = matches.settings
        return s.Reach(list(reached_by(settings.host)), settings.origins[0] if settings.origins else None)
