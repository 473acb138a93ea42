"""The addresses at which the pages of the desk look. Whoever asks has to be of the staff."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from starlette.responses import Response

from carrom.server.desk.desks import Desks, Opened
from carrom.server.desk.views import list_shapes as lists, shapes as s
from carrom.server.desk.views.hall import hall_shown, why_waiting
from carrom.server.desk.views.history import log_shown
from carrom.server.desk.views.matches import find_matches
from carrom.server.desk.views.people import people_shown
from carrom.server.desk.views.plan import order_shown
from carrom.server.desk.views.referee import laws_shown, referee_shown
from carrom.server.desk.views.setting_up import beginning_settings, beginnings_shown, settings_shown
from carrom.server.desk.views.stages import prizes_shown, stages_shown
from carrom.server.wire import desk_views as w, requests as r
from carrom.server.wire.desk import OneTournament
from carrom.server.wire.endpoints import Ask, Endpoints

A = TypeVar("A")
_OF = "/api/tournaments/{tournament}"


def add_view_routes(endpoints: Endpoints, desks: Desks) -> None:
    async def seen(ask: Ask[OneTournament], show: Callable[[Opened], A]) -> A:
        """What is shown of a tournament; working it out may take a moment, so it is done beside the loop."""
        opened = await desks.open(ask, ask.wish.tournament)
        return await asyncio.to_thread(show, opened)

    async def found(ask: Ask[w.FindWish], show: Callable[[Opened, w.FindWish], A]) -> A:
        opened = await desks.open(ask, ask.wish.tournament)
        return await asyncio.to_thread(show, opened, ask.wish)

    @endpoints.route("GET", f"{_OF}/hall", OneTournament, s.HallShown, is_free=True)
    async def hall(ask: Ask[OneTournament]) -> s.HallShown:
        """The evening on one screen."""
        return await seen(ask, lambda one: hall_shown(one.view, one.seq, one.now))

    @endpoints.route("GET", f"{_OF}/why/{{match}}", w.MatchWish, s.WhyWaiting, is_free=True)
    async def why(ask: Ask[w.MatchWish]) -> s.WhyWaiting:
        """What one match waits for."""
        opened = await desks.open(ask, ask.wish.tournament)
        return await asyncio.to_thread(why_waiting, opened.view, opened.now, ask.wish.match)

    @endpoints.route("GET", f"{_OF}/matches", w.FindWish, s.MatchList, is_free=True)
    async def matches(ask: Ask[w.FindWish]) -> s.MatchList:
        """Matches by number, table or name; those played last where nothing is said."""
        return await found(ask, lambda one, wish: find_matches(one.view, wish.words))

    @endpoints.route("GET", f"{_OF}/referee", OneTournament, s.RefereeShown, is_free=True)
    async def referee(ask: Ask[OneTournament]) -> s.RefereeShown:
        """What the referee looks after."""
        return await seen(ask, lambda one: referee_shown(one.view, one.seq, one.now))

    @endpoints.route("GET", f"{_OF}/laws", w.FindWish, lists.LawsShown, is_free=True)
    async def laws(ask: Ask[w.FindWish]) -> lists.LawsShown:
        """Laws of the rulebooks of this tournament."""
        return await found(ask, lambda one, wish: laws_shown(one.view, wish.words, wish.rulebook or None))

    @endpoints.route("GET", f"{_OF}/people", OneTournament, lists.PeopleShown, is_free=True)
    async def people(ask: Ask[OneTournament]) -> lists.PeopleShown:
        """Everybody, for the entry desk; what is private only for who may see it."""
        return await seen(ask, lambda one: people_shown(one.state, one.seq, is_private_shown=one.role.may("private")))

    @endpoints.route("GET", f"{_OF}/stages", OneTournament, lists.StagesShown, is_free=True)
    async def stages(ask: Ask[OneTournament]) -> lists.StagesShown:
        """Draws, tables and trees."""
        return await seen(ask, lambda one: stages_shown(one.view, one.seq))

    @endpoints.route("GET", f"{_OF}/prizes", OneTournament, lists.PrizesShown, is_free=True)
    async def prizes(ask: Ask[OneTournament]) -> lists.PrizesShown:
        """Prizes that are certain."""
        return await seen(ask, lambda one: prizes_shown(one.view, one.seq))

    @endpoints.route("GET", f"{_OF}/order", w.OrderWish, lists.OrderShown, is_free=True)
    async def order(ask: Ask[w.OrderWish]) -> lists.OrderShown:
        """The order of play; on another number of tables where that is asked."""
        opened = await desks.open(ask, ask.wish.tournament)
        return await asyncio.to_thread(order_shown, opened.view, opened.seq, opened.now, ask.wish.tables)

    @endpoints.route("GET", f"{_OF}/settings", OneTournament, lists.SettingsShown, is_free=True)
    async def settings(ask: Ask[OneTournament]) -> lists.SettingsShown:
        """Every setting as it is set."""
        return await seen(ask, lambda one: settings_shown(one.state.announced, one.seq))

    @endpoints.route("GET", f"{_OF}/log", w.FindWish, lists.LogShown, is_free=True)
    async def log(ask: Ask[w.FindWish]) -> lists.LogShown:
        """Who did what, when and why."""
        return await found(ask, lambda one, wish: log_shown(one.facts, one.seq, words=wish.words, by=wish.by))

    @endpoints.route("GET", f"{_OF}/print/{{sheet}}", w.SheetWish, Response, media="application/pdf")
    async def sheet(ask: Ask[w.SheetWish]) -> Response:
        """Score cards and all other sheets."""
        opened = await desks.open(ask, ask.wish.tournament)
        return await asyncio.to_thread(_printed, opened, ask.wish)

    @endpoints.route("POST", f"{_OF}/qr", w.CodeWish, Response, media="image/svg+xml", is_free=True)
    async def code(ask: Ask[w.CodeWish]) -> Response:
        """A QR code. What it says comes in the body, since no log should have the secret of a link."""
        from carrom.render.ink.qr import qr_svg

        await desks.open(ask, ask.path["tournament"], "link")
        return Response(qr_svg(ask.wish.text), media_type="image/svg+xml")

    @endpoints.route("GET", "/api/beginnings", r.Nothing, lists.BeginningsShown)
    def beginnings(_: Ask[r.Nothing]) -> lists.BeginningsShown:
        """The ways in which a tournament can begin."""
        return beginnings_shown()

    @endpoints.route("GET", "/api/beginnings/settings", w.BeginningWish, lists.SettingsShown)
    def beginning(ask: Ask[w.BeginningWish]) -> lists.SettingsShown:
        """What a tournament that begins so is set to."""
        return beginning_settings(ask.wish.beginning)


def _printed(opened: Opened, wish: w.SheetWish) -> Response:
    from carrom.render.sheets.printing import PrintWish, printed

    made = printed(
        opened.view,
        PrintWish(
            what=wish.sheet,
            which=tuple(wish.which.split()),
            now=opened.now,
            paper=wish.paper,
            is_blank=wish.blank,
        ),
    )
    return Response(made.pdf, media_type="application/pdf")
