"""The addresses at which the pages of the desk look. Whoever asks has to be of the staff."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TypeVar
from urllib.parse import quote

from starlette.responses import Response

from carrom.server.desk.desks import Desks, Opened
from carrom.server.desk.orders import WorkedOut
from carrom.server.desk.views import list_shapes as lists, shapes as s
from carrom.server.desk.views.hall import hall_shown, why_waiting
from carrom.server.desk.views.history import log_shown
from carrom.server.desk.views.kept import KeptAnswers
from carrom.server.desk.views.matches import find_matches
from carrom.server.desk.views.people import people_shown
from carrom.server.desk.views.plan import order_on, order_shown
from carrom.server.desk.views.referee import laws_shown, referee_shown, referee_waits
from carrom.server.desk.views.setting_up import beginning_settings, beginnings_shown, settings_shown
from carrom.server.desk.views.stages import prizes_shown, stage_inside, stages_shown
from carrom.server.desk.views.teams import line_ups_shown
from carrom.server.wire import desk_views as w, requests as r
from carrom.server.wire.desk import OneTournament
from carrom.server.wire.endpoints import Ask, Endpoints
from carrom.tournament.desk.match_choice import is_known_without_plan, is_short
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.log.fact_text import is_private
from carrom.tournament.log.state import State
from carrom.tournament.log.view import TournamentView

A = TypeVar("A")
_OF = "/api/tournaments/{tournament}"
PLANNED = frozenset({"cards", "bracket", "order", "umpires"})
"""Sheets that say when a match is played."""


def add_view_routes(endpoints: Endpoints, desks: Desks) -> None:
    kept = KeptAnswers()

    async def found(ask: Ask[w.FindWish], show: Callable[[Opened, w.FindWish], A]) -> A:
        opened = await desks.open(ask, ask.wish.tournament)
        return await asyncio.to_thread(show, opened, ask.wish)

    @endpoints.route("GET", f"{_OF}/hall", OneTournament, s.HallShown, is_free=True)
    async def hall(ask: Ask[OneTournament]) -> Response:
        """The evening on one screen."""
        opened = await desks.open(ask, ask.wish.tournament)
        past = opened.state.past
        # One answer for all, but for the few moments in which the last act is not for everybody.
        is_shown = opened.role.may("private") or not past or not is_private(past[0].told.body)
        return await kept.answer(
            opened,
            "hall" if is_shown else "hall without fees",
            lambda one: hall_shown(one.view, one.seq, one.now, is_private_shown=is_shown),
            is_of_the_minute=True,
        )

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
    async def referee(ask: Ask[OneTournament]) -> Response:
        """What the referee looks after."""
        opened = await desks.open(ask, ask.wish.tournament)
        return await kept.answer(
            opened, "referee", lambda one: referee_shown(one.view, one.seq, one.now), is_of_the_minute=True
        )

    @endpoints.route("GET", f"{_OF}/referee/waits", OneTournament, s.RefereeWaits, is_free=True)
    async def waits(ask: Ask[OneTournament]) -> Response:
        """How much waits for the referee."""
        opened = await desks.open(ask, ask.wish.tournament)
        return await kept.answer(
            opened, "waits", lambda one: referee_waits(one.view, one.seq, one.now), is_of_the_minute=True
        )

    @endpoints.route("GET", f"{_OF}/laws", w.FindWish, lists.LawsShown, is_free=True)
    async def laws(ask: Ask[w.FindWish]) -> lists.LawsShown:
        """Laws of the rulebooks of this tournament."""
        return await found(ask, lambda one, wish: laws_shown(one.view, wish.words, wish.rulebook or None))

    @endpoints.route("GET", f"{_OF}/people", OneTournament, lists.PeopleShown, is_free=True)
    async def people(ask: Ask[OneTournament]) -> Response:
        """Everybody, for the entry desk; what is private only for who may see it."""
        opened = await desks.open(ask, ask.wish.tournament)
        is_private = opened.role.may("private")
        kind = "people with contacts" if is_private else "people"
        return await kept.answer(
            opened, kind, lambda one: people_shown(one.state, one.seq, is_private_shown=is_private)
        )

    @endpoints.route("GET", f"{_OF}/stages", OneTournament, lists.StagesShown, is_free=True)
    async def stages(ask: Ask[OneTournament]) -> Response:
        """Events and their stages."""
        opened = await desks.open(ask, ask.wish.tournament)
        return await kept.answer(opened, "stages", lambda one: stages_shown(one.view, one.seq))

    @endpoints.route("GET", f"{_OF}/stage", w.StageWish, lists.StageInside, is_free=True)
    async def stage(ask: Ask[w.StageWish]) -> Response:
        """A stage: how it was drawn, its tables or its tree."""
        opened, wanted = await desks.open(ask, ask.wish.tournament), ask.wish.stage
        return await kept.answer(opened, f"stage {wanted}", lambda one: stage_inside(one.view, one.seq, wanted))

    @endpoints.route("GET", f"{_OF}/line-ups", OneTournament, lists.LineUpsShown, is_free=True)
    async def line_ups(ask: Ask[OneTournament]) -> Response:
        """Who plays for the teams."""
        opened = await desks.open(ask, ask.wish.tournament)
        return await kept.answer(opened, "line-ups", lambda one: line_ups_shown(one.state, one.seq))

    @endpoints.route("GET", f"{_OF}/prizes", OneTournament, lists.PrizesShown, is_free=True)
    async def prizes(ask: Ask[OneTournament]) -> Response:
        """Prizes that are certain."""
        opened = await desks.open(ask, ask.wish.tournament)
        return await kept.answer(opened, "prizes", lambda one: prizes_shown(one.view, one.seq))

    @endpoints.route("GET", f"{_OF}/order", w.OrderWish, lists.OrderShown, is_free=True)
    async def order(ask: Ask[w.OrderWish]) -> lists.OrderShown:
        """The order of play; on another number of tables where that is asked."""
        opened, tables = await desks.open(ask, ask.wish.tournament), ask.wish.tables
        if tables is None:
            worked = await desks.order(opened, can_ask_again=True)
        else:
            planned = await desks.planner.run(order_on, opened.state, opened.now, tables, address=opened.id)
            worked = WorkedOut(planned, opened.seq, is_current=True)
        return await asyncio.to_thread(order_shown, opened.view, opened.now, worked, tables)

    @endpoints.route("GET", f"{_OF}/settings", OneTournament, lists.SettingsShown, is_free=True)
    async def settings(ask: Ask[OneTournament]) -> Response:
        """Every setting as it is set."""
        opened = await desks.open(ask, ask.wish.tournament)
        return await kept.answer(opened, "settings", lambda one: settings_shown(one.state.announced, one.seq))

    @endpoints.route("GET", f"{_OF}/log", w.FindWish, lists.LogShown, is_free=True)
    async def log(ask: Ask[w.FindWish]) -> lists.LogShown:
        """Who did what, when and why."""
        return await found(
            ask,
            lambda one, wish: log_shown(
                one.facts,
                one.seq,
                words=wish.words,
                by=wish.by,
                state=one.state,
                is_private_shown=one.role.may("private"),
            ),
        )

    @endpoints.route("GET", f"{_OF}/print/{{sheet}}", w.SheetWish, Response, media="application/pdf")
    async def sheet(ask: Ask[w.SheetWish]) -> Response:
        """Score cards and all other sheets."""
        opened = await desks.open(ask, ask.wish.tournament, "private" if ask.wish.sheet == "fees" else "look")
        words = ask.wish.which.split()
        few = (ask.wish.sheet == "cards" and is_short(words)) or ask.wish.sheet == "protest"
        order: tuple[Appointment, ...] | None = None
        if ask.wish.sheet == "cards" and await asyncio.to_thread(is_known_without_plan, opened.view, words):
            order = ()
        elif ask.wish.sheet in PLANNED:
            order = await desks.orders.for_paper(opened.id, opened.view, opened.seq, opened.now, is_short=few)
        printer = desks.card_printer if few else desks.printer
        bare = replace(opened.state, past=())
        pdf, note = await printer.run(pdf_of, bare, opened.now, ask.wish, order, address=opened.id)
        # A heading holds no letters but those of ASCII, and names have others.
        return Response(pdf, media_type="application/pdf", headers={"carrom-note": quote(note)} if note else None)

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


def pdf_of(state: State, now: datetime, wish: w.SheetWish, order: tuple[Appointment, ...] | None) -> tuple[bytes, str]:
    """A print and what is to be said of it, made in a process of its own: a hundred score cards take seconds."""
    from carrom.render.sheets.printing import PrintWish, printed

    which = tuple(wish.which.split())
    wanted = PrintWish(
        what=wish.sheet,
        which=which,
        now=now,
        paper=wish.paper,
        is_blank=wish.blank,
        is_for_desk=wish.desk,
        order=order,
    )
    made = printed(TournamentView(state), wanted)
    return made.pdf, made.note
