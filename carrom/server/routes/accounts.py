"""Signing in and out, accepting invitations."""

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response

from carrom.base.errors import CarromError
from carrom.server.desk.accounts import Account, account_right
from carrom.server.desk.desks import Desks
from carrom.server.desk.roles import ROLES, Role
from carrom.server.http.endpoints import ApiRequest, Endpoints, json_response, session_cookie
from carrom.server.wire import desk as w, requests as r

_WEEKS = 14 * 86_400


def add_account_routes(endpoints: Endpoints, desks: Desks) -> None:
    @endpoints.route("GET", "/api/session", r.Nothing, w.WhoIAm)
    async def who(request: ApiRequest[r.Nothing]) -> w.WhoIAm:
        """Return who is signed in."""
        return _who_i_am(await desks.accounts.account(request.session))

    @endpoints.route("POST", "/api/session", w.SignIn, w.WhoIAm)
    async def sign_in(request: ApiRequest[w.SignIn]) -> Response:
        """Sign in; sets an HTTP-only session cookie."""
        account, secret = await desks.accounts.sign_in(request.body.name, request.body.password, request.address)
        return _with_cookie(_who_i_am(account), secret, is_secure=request.is_secure)

    @endpoints.route("POST", "/api/session/end", r.Nothing, w.WhoIAm)
    async def sign_out(request: ApiRequest[r.Nothing]) -> Response:
        """Sign out."""
        if request.session:
            await desks.accounts.sign_out(request.session)
        return _with_cookie(w.WhoIAm(None), "", is_secure=request.is_secure)

    @endpoints.route("POST", "/api/session/password", w.NewPassword, w.WhoIAm)
    async def change_password(request: ApiRequest[w.NewPassword]) -> Response:
        """Change the password and end other sessions."""
        account = await desks.accounts.account(request.session)
        if account is None:
            raise HTTPException(401, "sign in first")
        await desks.accounts.change_password(account, request.body.old, request.body.new, request.address)
        return _with_cookie(_who_i_am(account), await desks.accounts.open_session(account), is_secure=request.is_secure)

    @endpoints.route("POST", "/api/session/join", w.JoinRequest, w.WhoIAm)
    async def join(request: ApiRequest[w.JoinRequest]) -> Response:
        """Accept an invitation, with a new account or the current one."""
        body, accounts = request.body, desks.accounts
        accounts.count(request.address)
        invite = await accounts.invitation(body.invite)
        account = await accounts.account(request.session) if body.name is None else None
        is_made = account is None
        if account is None:
            if body.name is None or body.password is None:
                raise CarromError("name-and-password", "choose a name and a password")
            account = await accounts.make(body.name, body.password, is_host=invite.is_host)
        if not await accounts.use(body.invite, invite, account):
            if is_made:
                await accounts.drop(account)
            raise HTTPException(404, "this invitation was used meanwhile")
        if invite.tournament is not None:
            role = next(one for one in ROLES if one == invite.role)
            await desks.grant_role(invite.tournament, account_right(account.key), Role(role=role, name=account.name))
        return _with_cookie(_who_i_am(account), await accounts.open_session(account), is_secure=request.is_secure)


def _who_i_am(account: Account | None) -> w.WhoIAm:
    return w.WhoIAm(None) if account is None else w.WhoIAm(account.name, account.is_host)


def _with_cookie(answer: w.WhoIAm, secret: str, *, is_secure: bool) -> Response:
    response = json_response(msgspec.json.encode(answer))
    response.set_cookie(
        session_cookie(is_secure=is_secure),
        secret,
        max_age=_WEEKS if secret else 0,
        httponly=True,
        samesite="strict",
        secure=is_secure,
    )
    return response
