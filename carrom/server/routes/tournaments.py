"""Tournaments: creation, lists, files, removal, roles, links, browser tables."""

import asyncio
import hashlib
import json
from base64 import urlsafe_b64encode
from dataclasses import replace
from datetime import date

from starlette.exceptions import HTTPException
from starlette.responses import Response

from carrom.base.errors import CarromError, Refused
from carrom.server.desk.accounts import Account, account_right, new_id, new_secret, secret_hash
from carrom.server.desk.browser_tables import BrowserTables
from carrom.server.desk.desks import (
    Desks,
    find_by_first_line,
    first_event,
    remove_tournament as take_off,
    tournament_ids,
)
from carrom.server.desk.erasure import erase_person
from carrom.server.desk.roles import ONLY_DIRECTOR, ROLES, Role, can_revoke_link
from carrom.server.http.endpoints import ApiRequest, Endpoints
from carrom.server.routes.desk_acts import refusal_response
from carrom.server.wire import desk as w, requests as r
from carrom.tournament.desk.acts.ruling_acts import RevokeSource
from carrom.tournament.desk.input_checks import check_uploaded_file
from carrom.tournament.log.file import HEADING, event_line, from_text
from carrom.tournament.model.events import TournamentCreated
from carrom.tournament.model.people import PersonId, name_key
from carrom.tournament.settings import SettingChange, new_tournament


def add_tournament_routes(endpoints: Endpoints, desks: Desks) -> None:
    async def host(session: str | None) -> Account:
        owner = await desks.accounts.account(session)
        if owner is None or not owner.is_host:
            raise HTTPException(401 if owner is None else 403, "only who owns this server makes tournaments here")
        return owner

    @endpoints.route(
        "POST", "/api/tournaments", w.NewTournament, w.MadeTournament, largest=w.LARGEST_FILE_BODY, admit=host
    )
    async def make(request: ApiRequest[w.NewTournament]) -> w.MadeTournament:
        """Create a tournament from a template, formats or a file."""
        owner = await host(request.session)
        body = request.body
        id = urlsafe_b64encode(hashlib.sha256(f"{owner.key} {body.key}".encode()).digest()[:9]).decode()
        if (body.file is None) == (body.beginning is None):
            raise CarromError("no-format", "say how to begin, or send a file")
        if body.file is not None:
            heading, lines = await asyncio.to_thread(_file_lines, body.file)
            known = None if body.copy else await find_by_first_line(desks, lines[0])
            if known is not None and known.id != id:
                is_same = known.lines[: len(lines)] == lines
                name = known.state.announced.name
                return w.MadeTournament(known.id, known.seq, True, name, len(lines), is_same)
        else:
            changes = [SettingChange(one.setting, one.value, one.where) for one in body.settings]
            definition = new_tournament(body.beginning or "", changes, day=date.today())
            heading, lines = HEADING, [event_line(first_event(TournamentCreated(definition=definition), owner.name))]
        return w.MadeTournament(id, await desks.make(id, lines, heading=heading, owner=owner))

    @endpoints.route("GET", "/api/tournaments", r.Nothing, w.MyTournaments)
    async def mine(request: ApiRequest[r.Nothing]) -> w.MyTournaments:
        """Return tournaments in which this account has a role."""
        account = await desks.accounts.account(request.session)
        found: list[w.MyTournament] = []
        if account is None:
            return w.MyTournaments([])
        for id in await tournament_ids(desks):
            role = await desks.role_of_account(id, account)
            if role.role != "public":
                live = await desks.live(id)
                announced = live.state.announced
                found.append(w.MyTournament(id, announced.name, announced.day.isoformat(), role.role, live.seq))
        return w.MyTournaments(sorted(found, key=lambda one: (one.day, one.name), reverse=True))

    @endpoints.route("POST", "/api/tournaments/{tournament}/remove", w.RemoveRequest, w.RemovedTournament)
    async def remove(request: ApiRequest[w.RemoveRequest]) -> w.RemovedTournament:
        """Remove a tournament, its links, roles and pad logs."""
        opened = await desks.open(request, request.path["tournament"], "remove")
        name = opened.state.announced.name
        if name_key(request.body.name) != name_key(name):
            raise CarromError("name-not-repeated", f"this tournament is called {name!r}: repeat its name to remove it")
        await take_off(desks, opened.id)
        return w.RemovedTournament(name)

    @endpoints.route("GET", "/api/tournaments/{tournament}/standing", w.OneTournament, w.MyAccess)
    async def standing(request: ApiRequest[w.OneTournament]) -> w.MyAccess:
        """Return the client's role and powers."""
        opened = await desks.open(request, request.body.tournament, "watch")
        role = opened.role
        return w.MyAccess(
            opened.id,
            opened.state.announced.name,
            opened.seq,
            role.role,
            role.source,
            list(role.powers),
            role.table,
            role.match,
        )

    @endpoints.route("GET", "/api/tournaments/{tournament}/file", w.OneTournament, Response, media="text/plain")
    async def file(request: ApiRequest[w.OneTournament]) -> Response:
        """Return the file for the command line."""
        opened = await desks.open(request, request.body.tournament, "export")
        data = await desks.file_of(opened.id)
        named = {"content-disposition": f'attachment; filename="{opened.id}.tournament"'}
        return Response(data, media_type="text/plain; charset=utf-8", headers=named)

    @endpoints.route("POST", "/api/tournaments/{tournament}/erase", w.EraseRequest, w.Erased)
    async def erase(request: ApiRequest[w.EraseRequest]) -> w.Erased:
        """Erase a person from the log; results stay."""
        opened = await desks.open(request, request.path["tournament"], "erase")
        person = opened.state.people.get(PersonId(request.body.person))
        if person is None or name_key(person.name) != name_key(request.body.name):
            raise CarromError("not-one-person", "the id and the name are not those of one person here")
        name = await erase_person(desks, opened.id, opened.role, person.id)
        return w.Erased(name, (await desks.live(opened.id)).seq)

    # --- links and roles ------------------------------------------------------------------------------------------

    @endpoints.route("POST", "/api/tournaments/{tournament}/links", w.LinkRequest, w.MadeLink)
    async def link(request: ApiRequest[w.LinkRequest]) -> w.MadeLink:
        """Create a link for umpire, screen or helper."""
        opened = await desks.open(request, request.path["tournament"], "link")
        body = request.body
        if body.role in ("desk", "referee") and not opened.role.may("invite"):
            raise HTTPException(403, f"only the director gives somebody the role of the {body.role}")
        if body.role == "umpire" and (body.table is None) == (body.match is None):
            raise CarromError("table-or-match", "an umpire's link is for one table, or for one match")
        role = Role(role=body.role, name=body.name, id=new_id(), table=body.table, match=body.match)
        secret = new_secret()
        await desks.grant_role(opened.id, secret_hash(secret), role)
        return w.MadeLink(role.id, secret)

    @endpoints.route("GET", "/api/tournaments/{tournament}/roles", w.OneTournament, w.RolesGiven)
    async def roles(request: ApiRequest[w.OneTournament]) -> w.RolesGiven:
        """Return all roles, by link or account."""
        return await _roles(desks, (await desks.open(request, request.body.tournament, "link")).id)

    @endpoints.route("POST", "/api/tournaments/{tournament}/roles/revoke", w.RevokeRequest, w.RolesGiven)
    async def revoke(request: ApiRequest[w.RevokeRequest]) -> w.RolesGiven | Response:
        """Revoke a link, role or invitation. Later messages of a revoked link are quarantined."""
        opened = await desks.open(request, request.path["tournament"], "link")
        if request.body.invite:
            await desks.open(request, opened.id, "invite")
            if not await desks.accounts.take_back(opened.id, request.body.invite):
                raise HTTPException(404, "that invitation was used, or is too old")
            return await _roles(desks, opened.id)
        for grant in await desks.store.rights(opened.id):
            role = Role(**json.loads(grant.body))
            if request.body.id and role.id == request.body.id:
                if not can_revoke_link(opened.role, role):
                    raise HTTPException(403, ONLY_DIRECTOR)
                await desks.grant_role(opened.id, grant.secret, replace(role, is_revoked=True))
                recorded = await desks.record(
                    opened.id, RevokeSource(source=role.source), by=opened.role.source, key=f"revoke-{role.id}"
                )
                if isinstance(recorded, Refused):
                    return refusal_response(recorded)
                return await _roles(desks, opened.id)
            if request.body.name and not role.id and name_key(role.name) == name_key(request.body.name):
                if not opened.role.may("invite") or (role.role == "owner" and opened.role.role != "owner"):
                    raise HTTPException(403, "that role is not yours to take back")
                if role.role == "owner" and name_key(opened.role.name) == name_key(role.name):
                    raise CarromError("last-owner", "an owner does not put himself out")
                await desks.store.revoke(opened.id, account_right(name_key(request.body.name)))
                return await _roles(desks, opened.id)
        raise HTTPException(404, "nobody has that role here")

    @endpoints.route("POST", "/api/tournaments/{tournament}/invite", w.InviteRequest, w.MadeInvite)
    async def invite(request: ApiRequest[w.InviteRequest]) -> w.MadeInvite:
        """Create a single-use invitation; the guest chooses name and password."""
        opened = await desks.open(request, request.path["tournament"], "invite")
        if request.body.role == "owner" and opened.role.role != "owner":
            raise HTTPException(403, "only an owner makes another one")
        return w.MadeInvite(await desks.accounts.invite(opened.id, request.body.role))


async def _roles(desks: Desks, id: str) -> w.RolesGiven:
    found = await desks.all_roles(id)
    given = [w.RoleGiven(one.id, one.role, one.name, one.table, one.match, one.is_revoked) for one in found]
    invites = [
        w.InviteGiven(name, next(one for one in ROLES if one == role), date.fromtimestamp(until).isoformat())
        for name, role, until in await desks.accounts.invitations(id)
    ]
    return w.RolesGiven(given, invites)


def _file_lines(raw: str) -> tuple[str, list[str]]:
    """Raise `CarromError` if it is no tournament."""
    is_ours = raw.startswith("{")
    if is_ours and not raw.endswith("\n"):  # first: reading all lines takes long
        raise CarromError(
            "file-unfinished",
            "the last line of the file is unfinished, as if copying it had been interrupted: copy it once more",
        )
    loaded = from_text(raw)
    heading, *lines = raw.split("\n")[:-1]
    if not lines:
        raise CarromError("file-empty", "there is no tournament in this file")
    check_uploaded_file(loaded, lines)
    return heading, lines


def add_table_routes(endpoints: Endpoints, desks: Desks, tables: BrowserTables) -> None:
    @endpoints.route("POST", "/api/tournaments/{tournament}/tables", w.TableRequest, w.FixtureTable)
    async def open_table(request: ApiRequest[w.TableRequest]) -> w.FixtureTable:
        """Open a match's browser table, with a link per player. The result is recorded automatically."""
        opened = await desks.open(request, request.path["tournament"], "open-table")
        return await tables.open(opened, request.body.match, has_clock=request.body.clock)

    @endpoints.route("POST", "/api/tournaments/{tournament}/tables/end", w.TableRequest, w.FixtureTable)
    async def end_table(request: ApiRequest[w.TableRequest]) -> w.FixtureTable:
        """Give a match another table; the old one no longer counts."""
        opened = await desks.open(request, request.path["tournament"], "open-table")
        match, table = await tables.give_up(opened, request.body.match)
        return w.FixtureTable(match, table, [])
