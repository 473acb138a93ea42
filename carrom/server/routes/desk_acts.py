"""Desk acts, previews, entry lists and event stream."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from datetime import datetime
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket

from carrom.base.errors import CarromError, Refused
from carrom.server.desk.desks import DeskActRequest, Desks, EntryListReader, confirmation_token
from carrom.server.desk.event_stream import event_stream, stream_response, stream_to_socket
from carrom.server.http.endpoints import ApiRequest, Endpoints, client_address, problem, session_of
from carrom.server.http.guard import offered_protocols, protocol_value
from carrom.server.wire import desk as w, requests as r
from carrom.server.wire.desk_acts import act_from_wire
from carrom.tournament.desk.acts.setup_acts import ImportEntries, column_choices, describe_columns
from carrom.tournament.desk.impact import Effect
from carrom.tournament.desk.input_checks import result_warnings
from carrom.tournament.entrylists.roster import ImportPlan, import_facts
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.events import TournamentEvent, TournamentEventId
from carrom.tournament.model.people import PersonId
from carrom.tournament.model.state import State

_STATUS = {"forbidden": 403, "stale": 409, "confirm": 409, "busy": 503}


def refusal_response(refused: Refused) -> JSONResponse:
    return problem(refused.code, refused.text, _STATUS.get(refused.code, 422))


def add_act_routes(endpoints: Endpoints, desks: Desks) -> None:
    lists = EntryListReader()

    @endpoints.route("POST", "/api/tournaments/{tournament}/acts", w.ActRequest, w.ActDone)
    async def act(request: ApiRequest[w.ActRequest]) -> w.ActDone | Response:
        """Perform an act."""
        body, tournament = request.body, request.path["tournament"]
        role = await desks.role(request, tournament)
        read = await lists.read(role, act_from_wire(body.act))
        act_request = DeskActRequest(
            act=read, base=body.base, reason=body.reason or None, at=body.at, confirm=body.confirm
        )
        result = await desks.act(tournament, role, act_request, body.key)
        if isinstance(result, Refused):
            return refusal_response(result)
        if result.done is None:
            return w.ActDone(result.first, result.seq, [], [], is_repeated=True)
        return w.ActDone(result.first, result.seq, list(result.done.messages), _consequences(result.done.changes))

    @endpoints.route("POST", "/api/tournaments/{tournament}/preview", w.PreviewRequest, w.Preview)
    async def preview(request: ApiRequest[w.PreviewRequest]) -> w.Preview | Response:
        """Preview an act's changes."""
        opened = await desks.open(request, request.path["tournament"], "watch")
        read = await lists.read(opened.role, act_from_wire(request.body.act))
        act_request = DeskActRequest(act=read, reason=request.body.reason or None, at=request.body.at)
        done = await desks.preview(opened, act_request)
        if isinstance(done, Refused):
            return refusal_response(done)
        lines, confirm = await asyncio.to_thread(lambda: (list(done.lines), confirmation_token(opened.id, done)))
        return w.Preview(
            seq=opened.seq,
            said=list(done.messages),
            changes=_consequences(done.changes),
            lines=lines,
            warnings=result_warnings(opened.view, act_request.act, done),
            is_grave=act_request.act.is_grave(opened.state),
            confirm=confirm,
        )

    @endpoints.route("POST", "/api/tournaments/{tournament}/entries/read", w.EntryListRequest, w.ListRead)
    async def read_list(request: ApiRequest[w.EntryListRequest]) -> w.ListRead:
        """Read an entry list and return questions before the import."""
        opened = await desks.open(request, request.path["tournament"], "import")
        act_request = await lists.read(opened.role, act_from_wire(request.body.act))
        if not isinstance(act_request, ImportEntries):
            raise CarromError("import-expected", "the act that is wanted here is import")
        return await asyncio.to_thread(_read_list, opened.state, act_request, opened.now)

    @endpoints.route("GET", "/api/tournaments/{tournament}/events", w.SinceRequest, Response, media="text/event-stream")
    async def listen(request: ApiRequest[w.SinceRequest]) -> Response:
        """Stream events from now on, or after a number (`since`, or the header Last-Event-ID)."""
        since = None if request.body.since is None else str(request.body.since)
        after = since if request.last_event is None else request.last_event
        return stream_response(await _allowed_events(desks, request, request.body.tournament, after))


async def serve_events(socket: WebSocket, desks: Desks) -> None:
    """A link's secret is the subprotocol `role.SECRET`."""
    tournament: str = socket.path_params["tournament"]
    secret = protocol_value("role.", offered_protocols(socket.headers)) or None
    request = ApiRequest(r.Nothing(), client_address(socket), "en", bearer=secret, session=session_of(socket))
    await stream_to_socket(
        socket, desks.settings, lambda: _allowed_events(desks, request, tournament, socket.query_params.get("since"))
    )


async def _allowed_events(
    desks: Desks, request: ApiRequest[Any], tournament: str, after: str | None
) -> AsyncGenerator[bytes, None]:
    """Raise `HTTPException` if none are allowed."""
    opened = await desks.open(request, tournament, "watch")
    since = (
        opened.seq if after is None else int(after) if after.isascii() and after.isdigit() and len(after) < 10 else 0
    )
    if not opened.role.may("look"):
        return event_stream(desks, opened.id, since)

    async def may_listen() -> bool:
        try:
            return (await desks.role(request, opened.id)).may("look")
        except HTTPException:
            return False

    return event_stream(desks, opened.id, since, opened.role, may_listen)


def _consequences(changes: tuple[Effect, ...]) -> list[w.Consequence]:
    return [w.Consequence(one.kind, one.text) for one in changes]


def _people_read(planned: ImportPlan, state: State) -> list[w.PersonRead]:
    """New and changed people, and entering ones."""
    plays: dict[PersonId, list[str]] = {}
    for event, entry in planned.entries:
        seed = f" ({entry.seed})" if entry.seed is not None else ""
        for one in entry.members:
            plays.setdefault(one, []).append(f"{event}: {entry.id}{seed}")
    shown = (*planned.added, *planned.changed)
    names = {one.id: one.name for one in (*state.people.values(), *shown)} if planned.unplaced else {}
    for person, partner in planned.unplaced.items():
        plays.setdefault(person, []).append(f"?: {names[person]} / {partner}")
    new = {one.id for one in shown}
    known = (state.people[one] for one in plays if one not in new)
    return [
        w.PersonRead(
            one.name,
            one.club,
            None if one.born is None else one.born.isoformat(),
            one.gender,
            plays.get(one.id, []),
            *planned.rows.get(one.id, ()),
        )
        for one in (*shown, *known)
    ]


def _read_list(state: State, act_request: ImportEntries, now: datetime) -> w.ListRead:
    rows = act_request.rows()
    planned = act_request.plan(state)
    bodies = import_facts(planned, state)
    facts = [TournamentEvent(id=TournamentEventId(f"trial {n}"), at=now, body=body) for n, body in enumerate(bodies)]
    refused = fold_events(facts, state).refused
    return w.ListRead(
        columns=[w.ColumnRead(*pair) for pair in describe_columns(state, rows)],
        meanings=column_choices(state),
        questions=[
            w.EntryQuestion(one.row, one.code, one.text, list(one.choices), one.no, one.column)
            for one in planned.doubts
        ],
        rows=len(rows),
        added=[one.name for one in planned.added],
        changed=[one.name for one in planned.changed],
        known=planned.unchanged,
        entries=[f"{event}: {entry.id}" for event, entry in planned.entries],
        people=_people_read(planned, state),
        refused=None if refused is None else refused.text,
        events={one.id: one.name for one in state.announced.events},
        fee=_fee_to_ask(planned, state),
    )


def _fee_to_ask(planned: ImportPlan, state: State) -> int | None:
    """The likely fee, if people have paid and none is set; 0 without amounts."""
    if any(event.fee for event in state.announced.events) or all(one.paid is None for _, one in planned.details):
        return None
    return Counter(planned.sums).most_common(1)[0][0] if planned.sums else 0
