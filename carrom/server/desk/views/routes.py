"""Routes of the desk's pages."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec
from starlette.responses import Response

from carrom.server.desk.desks import Desks, OpenedTournament
from carrom.server.desk.order_of_play import PlannedOrder
from carrom.server.desk.views import hall_types as s, list_types as lists
from carrom.server.desk.views.entries import line_ups_shown, people_shown
from carrom.server.desk.views.hall import hall_shown, laws_shown, referee_shown, referee_waits, why_waiting
from carrom.server.desk.views.history import log_shown
from carrom.server.desk.views.matches import find_matches, order_shown, plan_on_tables
from carrom.server.desk.views.settings import beginning_settings, beginnings_shown, settings_shown
from carrom.server.desk.views.stages import prizes_shown, stage_inside, stages_shown
from carrom.server.http.endpoints import ApiRequest, Endpoints, json_response
from carrom.server.wire import desk as w, requests as r
from carrom.server.wire.desk import OneTournament
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.desk.printouts import can_print_without_plan, is_short_choice
from carrom.tournament.log.event_text import is_private
from carrom.tournament.model.state import State
from carrom.tournament.seating.now import TournamentNow

_MOST_ANSWERS = 200


class AnswerCache:
    """The latest JSON per kind and tournament."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], tuple[tuple[int, datetime | None], asyncio.Future[bytes]]] = {}

    async def answer(
        self,
        opened: OpenedTournament,
        kind: str,
        show: Callable[[OpenedTournament], Any],
        *,
        is_of_the_minute: bool = False,
    ) -> Response:
        """A cached or new answer; lateness lasts for the minute."""
        key = (opened.id, kind)
        stamp = (opened.seq, opened.now.replace(second=0) if is_of_the_minute else None)
        cached = self._answers.pop(key, None)
        if cached is None or cached[0] != stamp or (cached[1].done() and cached[1].exception() is not None):
            cached = (stamp, asyncio.ensure_future(asyncio.to_thread(lambda: msgspec.json.encode(show(opened)))))
        self._answers[key] = cached
        for old in list(self._answers)[:-_MOST_ANSWERS]:
            del self._answers[old]
        return json_response(await asyncio.shield(cached[1]))


A = TypeVar("A")
_OF = "/api/tournaments/{tournament}"
PLANNED = frozenset({"cards", "bracket", "order", "umpires"})


def add_view_routes(endpoints: Endpoints, desks: Desks) -> None:
    answers = AnswerCache()

    async def found(request: ApiRequest[w.SearchRequest], show: Callable[[OpenedTournament, w.SearchRequest], A]) -> A:
        opened = await desks.open(request, request.body.tournament)
        return await asyncio.to_thread(show, opened, request.body)

    @endpoints.route("GET", f"{_OF}/hall", OneTournament, s.HallShown, is_free=True)
    async def hall(request: ApiRequest[OneTournament]) -> Response:
        """Return the desk's main screen."""
        opened = await desks.open(request, request.body.tournament)
        past = opened.state.past
        # All staff share an answer unless the last act is private.
        is_shown = opened.role.may("private") or not past or not is_private(past[0].last_event.body)
        return await answers.answer(
            opened,
            "hall" if is_shown else "hall without fees",
            lambda one: hall_shown(one.view, one.seq, one.now, is_private_shown=is_shown),
            is_of_the_minute=True,
        )

    @endpoints.route("GET", f"{_OF}/why/{{match}}", w.MatchRequest, s.WhyWaiting, is_free=True)
    async def why(request: ApiRequest[w.MatchRequest]) -> s.WhyWaiting:
        """Return the reasons why a match waits."""
        opened = await desks.open(request, request.body.tournament)
        return await asyncio.to_thread(why_waiting, opened.view, opened.now, request.body.match)

    @endpoints.route("GET", f"{_OF}/matches", w.SearchRequest, s.MatchList, is_free=True)
    async def matches(request: ApiRequest[w.SearchRequest]) -> s.MatchList:
        """Find matches by number, table or name; without words, those with the latest results."""
        return await found(request, lambda one, body: find_matches(one.view, body.words))

    @endpoints.route("GET", f"{_OF}/referee", OneTournament, s.RefereeShown, is_free=True)
    async def referee(request: ApiRequest[OneTournament]) -> Response:
        """Return the referee's screen."""
        opened = await desks.open(request, request.body.tournament)
        return await answers.answer(
            opened, "referee", lambda one: referee_shown(one.view, one.seq, one.now), is_of_the_minute=True
        )

    @endpoints.route("GET", f"{_OF}/referee/waits", OneTournament, s.RefereeWaits, is_free=True)
    async def waits(request: ApiRequest[OneTournament]) -> Response:
        """Count decisions and protests for the referee."""
        opened = await desks.open(request, request.body.tournament)
        return await answers.answer(
            opened, "waits", lambda one: referee_waits(one.view, one.seq, one.now), is_of_the_minute=True
        )

    @endpoints.route("GET", f"{_OF}/laws", w.SearchRequest, lists.LawsShown, is_free=True)
    async def laws(request: ApiRequest[w.SearchRequest]) -> lists.LawsShown:
        """Find laws in this tournament's rulebooks."""
        return await found(request, lambda one, body: laws_shown(one.view, body.words, body.rulebook or None))

    @endpoints.route("GET", f"{_OF}/people", OneTournament, lists.PeopleShown, is_free=True)
    async def people(request: ApiRequest[OneTournament]) -> Response:
        """All people, for the entry desk; private data only for roles that may see it."""
        opened = await desks.open(request, request.body.tournament)
        is_private = opened.role.may("private")
        kind = "people with contacts" if is_private else "people"
        return await answers.answer(
            opened, kind, lambda one: people_shown(one.state, one.seq, is_private_shown=is_private)
        )

    @endpoints.route("GET", f"{_OF}/stages", OneTournament, lists.StagesShown, is_free=True)
    async def stages(request: ApiRequest[OneTournament]) -> Response:
        """Return all events with their stages."""
        opened = await desks.open(request, request.body.tournament)
        return await answers.answer(opened, "stages", lambda one: stages_shown(one.view, one.seq))

    @endpoints.route("GET", f"{_OF}/stage", w.StageRequest, lists.StageDetail, is_free=True)
    async def stage(request: ApiRequest[w.StageRequest]) -> Response:
        """One stage with draw, group tables and matches."""
        opened, stage_key = await desks.open(request, request.body.tournament), request.body.stage
        return await answers.answer(
            opened, f"stage {stage_key}", lambda one: stage_inside(one.view, one.seq, stage_key)
        )

    @endpoints.route("GET", f"{_OF}/line-ups", OneTournament, lists.LineUpsShown, is_free=True)
    async def line_ups(request: ApiRequest[OneTournament]) -> Response:
        """Return the line-ups of all teams."""
        opened = await desks.open(request, request.body.tournament)
        return await answers.answer(opened, "line-ups", lambda one: line_ups_shown(one.state, one.seq))

    @endpoints.route("GET", f"{_OF}/prizes", OneTournament, lists.PrizesShown, is_free=True)
    async def prizes(request: ApiRequest[OneTournament]) -> Response:
        """Return the certain prizes."""
        opened = await desks.open(request, request.body.tournament)
        return await answers.answer(opened, "prizes", lambda one: prizes_shown(one.view, one.seq))

    @endpoints.route("GET", f"{_OF}/order", w.OrderRequest, lists.OrderShown, is_free=True)
    async def order(request: ApiRequest[w.OrderRequest]) -> lists.OrderShown:
        """The order of play, or what it would be on other tables."""
        opened, tables = await desks.open(request, request.body.tournament), request.body.tables
        if tables is None:
            planned = await desks.order(opened, can_ask_again=True)
        else:
            appointments = await desks.planner.run(plan_on_tables, opened.state, opened.now, tables, address=opened.id)
            planned = PlannedOrder(appointments, opened.seq, is_current=True)
        return await asyncio.to_thread(order_shown, opened.view, opened.now, planned, tables)

    @endpoints.route("GET", f"{_OF}/settings", OneTournament, lists.SettingsShown, is_free=True)
    async def settings(request: ApiRequest[OneTournament]) -> Response:
        """Return all settings with their values."""
        opened = await desks.open(request, request.body.tournament)
        return await answers.answer(opened, "settings", lambda one: settings_shown(one.state.announced, one.seq))

    @endpoints.route("GET", f"{_OF}/log", w.SearchRequest, lists.LogShown, is_free=True)
    async def log(request: ApiRequest[w.SearchRequest]) -> lists.LogShown:
        """Return the log: who did what, when and why."""
        return await found(
            request,
            lambda one, body: log_shown(
                one.facts,
                one.seq,
                words=body.words,
                by=body.by,
                state=one.state,
                is_private_shown=one.role.may("private"),
            ),
        )

    @endpoints.route("GET", f"{_OF}/print/{{sheet}}", w.SheetRequest, Response, media="application/pdf")
    async def sheet(request: ApiRequest[w.SheetRequest]) -> Response:
        """Print a sheet as PDF."""
        opened = await desks.open(
            request, request.body.tournament, "private" if request.body.sheet == "fees" else "look"
        )
        words = request.body.which.split()
        is_few = (request.body.sheet == "cards" and is_short_choice(words)) or request.body.sheet == "protest"
        order: tuple[Appointment, ...] | None = None
        if request.body.sheet == "cards" and await asyncio.to_thread(can_print_without_plan, opened.view, words):
            order = ()
        elif request.body.sheet in PLANNED:
            order = await desks.orders.for_paper(opened.id, opened.view, opened.seq, opened.now, is_short=is_few)
        printer = desks.card_printer if is_few else desks.printer
        state = replace(opened.state, past=())
        pdf, note = await printer.run(print_pdf, state, opened.now, request.body, order, address=opened.id)
        # Headers are ASCII, names are not.
        return Response(pdf, media_type="application/pdf", headers={"carrom-note": quote(note)} if note else None)

    @endpoints.route("POST", f"{_OF}/qr", w.QrCodeRequest, Response, media="image/svg+xml", is_free=True)
    async def code(request: ApiRequest[w.QrCodeRequest]) -> Response:
        """A QR code. The text comes in the body: URLs are logged, and it may hold a secret."""
        from carrom.render.ink.qr import qr_svg

        await desks.open(request, request.path["tournament"], "link")
        return Response(qr_svg(request.body.text), media_type="image/svg+xml")

    @endpoints.route("GET", "/api/beginnings", r.Nothing, lists.BeginningsShown)
    def beginnings(_: ApiRequest[r.Nothing]) -> lists.BeginningsShown:
        """Templates and formats to start from."""
        return beginnings_shown()

    @endpoints.route("GET", "/api/beginnings/settings", w.BeginningRequest, lists.SettingsShown)
    def beginning(request: ApiRequest[w.BeginningRequest]) -> lists.SettingsShown:
        """Settings of a tournament from this template or format."""
        return beginning_settings(request.body.beginning)


def print_pdf(
    state: State, now: datetime, body: w.SheetRequest, order: tuple[Appointment, ...] | None
) -> tuple[bytes, str]:
    """A hundred cards take seconds."""
    from carrom.render.sheets.printing import PrintRequest, print_sheets

    which = tuple(body.which.split())
    request = PrintRequest(
        what=body.sheet,
        which=which,
        now=now,
        paper=body.paper,
        is_blank=body.blank,
        is_for_desk=body.desk,
        order=order,
    )
    sheet = print_sheets(TournamentNow(state), request)
    return sheet.pdf, sheet.note
