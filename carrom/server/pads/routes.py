"""Routes of pads (secret in the body) and staff."""

import json
import time

from starlette.exceptions import HTTPException

from carrom.server.desk.desks import Desks
from carrom.server.http.endpoints import ApiRequest, Endpoints
from carrom.server.pads import wire as w
from carrom.server.pads.pad_log import pad_log_id
from carrom.server.pads.pads import ASIDE_ACCEPTED, Pads
from carrom.server.pads.referee import answer_call, pad_log_view, pads_view
from carrom.server.stores.store import KeptItem


def add_pad_routes(endpoints: Endpoints, pads: Pads, desks: Desks) -> None:
    @endpoints.route("POST", "/api/pads/work", w.PadWorkRequest, w.PadWork)
    async def work(request: ApiRequest[w.PadWorkRequest]) -> w.PadWork:
        """Return the matches this link may umpire."""
        return await pads.work(request.body)

    @endpoints.route("POST", "/api/pads/take-up", w.PadTakeUp, w.PadLogCopy)
    async def take_up(request: ApiRequest[w.PadTakeUp]) -> w.PadLogCopy:
        """Return another pad's facts, to take its match over."""
        return await pads.take_up(request.body)

    @endpoints.route("POST", "/api/pads/send", w.PadSends, w.PadAnswer)
    async def send(request: ApiRequest[w.PadSends]) -> w.PadAnswer:
        """Store facts once each; without facts, return how many the server has."""
        return await pads.take(request.body)

    @endpoints.route("GET", "/api/tournaments/{tournament}/pads", w.TournamentPads, w.PadsView)
    async def look(request: ApiRequest[w.TournamentPads]) -> w.PadsView:
        """Return all pads' state, disputes and referee calls."""
        opened = await desks.open(request, request.body.tournament)
        return await pads_view(pads, request.body.tournament, opened.view, every=request.body.every)

    @endpoints.route("GET", "/api/tournaments/{tournament}/pads/{match}/{pad}", w.OnePad, w.PadLogView)
    async def one(request: ApiRequest[w.OnePad]) -> w.PadLogView:
        """Return a pad's whole log."""
        body = request.body
        opened = await desks.open(request, body.tournament)
        fold = await pads.fold(pad_log_id(body.tournament, body.match, body.pad))
        if fold is None:
            raise HTTPException(404, "there is no such pad")
        return await pad_log_view(pads, fold, opened.view)

    @endpoints.route("POST", "/api/pads/calls/answer", w.AnswerCall, w.PadDone)
    async def answer(request: ApiRequest[w.AnswerCall]) -> w.PadDone:
        """Mark a referee call as answered."""
        await desks.open(request, request.body.tournament)
        if not await answer_call(pads, request.body, time.time()):
            raise HTTPException(404, "nobody has called so")
        return w.PadDone()

    @endpoints.route("POST", "/api/pads/aside/take", w.TakeAside, w.PadDone)
    async def take_aside(request: ApiRequest[w.TakeAside]) -> w.PadDone:
        """Let set-aside facts count."""
        body = request.body
        await desks.open(request, body.tournament, "choose")
        log = pad_log_id(body.tournament, body.match, body.pad)
        if await pads.fold(log) is None:
            raise HTTPException(404, "there is no such pad")
        await pads.store.keep(KeptItem(ASIDE_ACCEPTED, log, json.dumps({"upto": body.upto})), of=log)
        return w.PadDone()
