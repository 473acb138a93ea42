"""People with a password: who made the first tournament here, and whom they invited. Nobody else needs an account.

Passwords are kept as argon2 hashes; to make and to check one takes long on purpose, beside the event loop. A name that
nobody has takes as long as a wrong password.
"""

import asyncio
import hashlib
import json
import logging
import re
import secrets
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from starlette.exceptions import HTTPException

from carrom.base.errors import CarromError
from carrom.server.http.guard import RateLimits
from carrom.server.stores.store import KeptItem, NotStoredError, Store
from carrom.tournament.model.people import name_key, plain_letters

_CHEROKEE: Final = ("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴ", "DRTiYAJEWMHYGhZbRWSVSLCPKdGB")
_PAIRS: Final = (
    ("АВЕЅІЈКМНОРСТУХԀԌԚԜѴҮ", "ABESIJKMHOPCTYXDGQWVY"),
    ("авеѕіјкмнорстухԁԍԛԝѵүһӏґг", "abesijkmhopctyxdgqwvyhlrr"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳ", "ABEZHIKMNOPTYXCj"),
    ("αβγεζηικνορτυχωϲς", "abyeznikvoptuxwcc"),
    ("ıɩɑɡɪʏʜᴀᴄᴇᴏᴛᴠᴡᴢꞮƖǀ", "iiagiyhaceotvwzIll"),
    ("ՕՍՏԼօսոռհյցզալ", "OUSLounnhjgqwl"),
    _CHEROKEE,
    (_CHEROKEE[0].lower(), _CHEROKEE[1].lower()),  # its small letters are the capitals once more
    ("01|", "Oll"),
)
_LATIN: Final = str.maketrans(
    {alike: latin for those, these in _PAIRS for alike, latin in zip(those, these, strict=True)}
)
_SHAPES: Final = str.maketrans({"I": "l", "L": "\N{LATIN SMALL LETTER L WITH STROKE}"})
"""A capital I has the shape of a small l, and a capital L has not."""


def look_keys(name: str) -> frozenset[str]:
    """Two names that have one of these in common look the same: by their letters, or by the shapes of them."""
    latin = "".join(map(plain_letters, name)).translate(_LATIN)
    shape = latin.translate(_SHAPES).casefold().replace("rn", "m").replace("vv", "w")
    return frozenset({f"letters {name_key(latin)}", f"shapes {' '.join(shape.split())}"})


_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{16,100}")


def new_secret() -> str:
    """Something that nobody guesses."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A short name for a link, which is no secret."""
    return secrets.token_hex(4)


def secret_hash(secret: str) -> bytes:
    """What the store keeps of a secret. What is none has the hash of nothing that was ever given out."""
    return hashlib.sha256((secret if _SECRET.fullmatch(secret) else "").encode()).digest()


def secret_hash_hex(secret: str) -> str:
    """The same, as the name of something that is kept."""
    return secret_hash(secret).hex()


def account_right(account: str) -> bytes:
    """Under what an account's role in a tournament is kept: a hash that no secret has, since none has a colon in it."""
    return hashlib.sha256(f"account:{account}".encode()).digest()


_log = logging.getLogger(__name__)
T = TypeVar("T")

_DAY = 86_400.0
_SESSION_DAYS = 14
_INVITE_DAYS = 7
_TRIES = 10
"""Attempts to sign in that an address has in a minute."""
_TRIES_BY_STRANGERS = 60
"""Attempts that all strangers together have for one name. An address from which somebody has signed in is no stranger
to that name: nobody can lock him out."""
_MOST_KNOWN = 10_000
_LOOK = "look"
"""How the names of accounts look, each with the account that was first."""
_MOST_WAITING_STRANGERS = 20
"""Strangers' passwords that wait to be worked out: each takes its memory and a part of a second."""


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who signs in. A host may make tournaments here."""

    name: str
    is_host: bool

    @property
    def key(self) -> str:
        """Names that differ in small and large letters or accents alone are one."""
        return name_key(self.name)


@dataclass(frozen=True, slots=True)
class Invite:
    """What an invitation gives: a role in a tournament, or to be a host."""

    tournament: str | None
    role: str
    is_host: bool
    is_first: bool = False
    """For whoever comes first: good as long as nobody has come."""


class Accounts:
    """Accounts, sessions and invitations of one server, all in its store."""

    def __init__(self, store: Store, memory: int) -> None:
        self._store = store
        self._memory = memory
        self._by_address = RateLimits(_TRIES)
        self._by_name = RateLimits(_TRIES_BY_STRANGERS)
        self._known: dict[tuple[str, str], None] = {}
        # One at a time for strangers, and one for those who have signed in from where they are: these wait for nobody.
        self._strangers, self._friends = asyncio.Semaphore(1), asyncio.Semaphore(1)
        self._waiting = 0
        self._nobody: str | None = None

    async def is_empty(self) -> bool:
        """Whether nobody has an account yet."""
        return not await self._store.all_kept("account")

    def count(self, address: str) -> None:
        """Count an attempt to get in; too many from one address are refused."""
        if not self._by_address.admits(address):
            raise _too_many()

    async def sign_in(self, name: str, password: str, address: str) -> tuple[Account, str]:
        """The account, and the secret of a new session."""
        key = name_key(name)
        self.count(address)
        is_known = (address, key) in self._known
        if not is_known and (self._waiting >= _MOST_WAITING_STRANGERS or not self._by_name.admits(key)):
            raise _too_many()
        kept = await self._store.kept("account", key)
        known = json.loads(kept.body) if kept is not None else None
        if self._nobody is None:
            self._nobody = await self._hashed(new_secret())
        hashed = self._nobody if known is None else known["password"]
        is_right = await self._in_thread(_is_password, hashed, password, is_known=is_known)
        if known is None or not is_right:
            raise HTTPException(401, "no such name with this password")
        self._known[address, key] = None
        if len(self._known) > _MOST_KNOWN:
            del self._known[next(iter(self._known))]
        account = Account(known["name"], known["is_host"])
        return account, await self.open_session(account)

    async def open_session(self, account: Account) -> str:
        """The secret of a new session."""
        secret = new_secret()
        body = json.dumps({"account": account.key})
        await self._store.keep(KeptItem("session", secret_hash_hex(secret), body, time.time() + _SESSION_DAYS * _DAY))
        return secret

    async def account(self, session: str | None) -> Account | None:
        """Whose session this is."""
        if not session:
            return None
        kept = await self._store.kept("session", secret_hash_hex(session))
        if kept is None:
            return None
        found = await self._store.kept("account", json.loads(kept.body)["account"])
        if found is None:
            return None
        known = json.loads(found.body)
        return Account(known["name"], known["is_host"])

    async def sign_out(self, session: str) -> None:
        """End a session."""
        await self._store.drop("session", secret_hash_hex(session))

    async def change_password(self, account: Account, old: str, new: str, address: str) -> None:
        """Another password; every session of the account ends."""
        await self.sign_in(account.name, old, address)
        await self._keep(account, new, is_new=False)
        for kept in await self._store.all_kept("session"):
            if json.loads(kept.body)["account"] == account.key:
                await self._store.drop("session", kept.id)

    async def invite(self, tournament: str | None, role: str, *, is_host: bool = False, is_first: bool = False) -> str:
        """The secret of a new invitation."""
        secret = new_secret()
        body = json.dumps({"tournament": tournament, "role": role, "is_host": is_host, "is_first": is_first})
        await self._store.keep(KeptItem("invite", secret_hash_hex(secret), body, time.time() + _INVITE_DAYS * _DAY))
        return secret

    async def invite_at_start(self, *, is_first: bool) -> str | None:
        """The secret of an invitation for an owner; None on a full disk, where a server starts all the same."""
        try:
            return await self.invite(None, "owner", is_host=True, is_first=is_first)
        except NotStoredError:
            _log.warning("no link for an owner can be made now: start the server again when something can be stored")
            return None

    async def invitation(self, secret: str) -> Invite:
        """What an invitation gives, if it is still good."""
        kept = await self._store.kept("invite", secret_hash_hex(secret))
        invite = None if kept is None else Invite(**json.loads(kept.body))
        if invite is None or (invite.is_first and not await self.is_empty()):
            raise HTTPException(404, "this invitation was used, or is too old: ask for another one")
        return invite

    async def invitations(self, tournament: str) -> list[tuple[str, str, float]]:
        """Those to a tournament that nobody has used: a name that is no secret, the role, and until when."""
        found = [(kept, Invite(**json.loads(kept.body))) for kept in await self._store.all_kept("invite")]
        return [(kept.id[:8], one.role, kept.until or 0.0) for kept, one in found if one.tournament == tournament]

    async def take_back(self, tournament: str, id: str) -> bool:
        """Whether an invitation of that name was there: it is good for nothing any more."""
        for kept in await self._store.all_kept("invite"):
            if kept.id[:8] == id and json.loads(kept.body)["tournament"] == tournament:
                return await self._store.drop("invite", kept.id)
        return False

    async def use(self, secret: str, invite: Invite, account: Account) -> bool:
        """Whether the invitation was still good: only the first who asks is told so. Every server has printed a link
        for the first owner: of all who open one of these at once, one is it."""
        if not invite.is_first:
            return await self._store.drop("invite", secret_hash_hex(secret))
        is_first = await self._store.keep(KeptItem("owner", "first", account.key), is_new=True)
        await self._store.drop("invite", secret_hash_hex(secret))
        return is_first

    async def make(self, name: str, password: str, *, is_host: bool) -> Account:
        """A new account."""
        account = Account(" ".join(name.split()), is_host)
        if not account.key:
            raise CarromError("bad-name", f"{name!r} is not a name")
        if any(sign in unicodedata.normalize("NFKC", name) for sign in "()"):
            # A link is called so in the log, with its number: nobody may pass for one, or be silenced with it.
            raise CarromError("bad-name", "a name has no brackets here: links are told by them")
        for kept in await self._store.all_kept("account"):
            if kept.id != account.key and look_keys(json.loads(kept.body)["name"]) & look_keys(account.name):
                raise _too_similar(account)
        if not await self._keep(account, password, is_new=True):
            raise HTTPException(409, f"there is an account called {account.name} already: choose another name")
        if not await self._is_first_to_look(account):
            await self.drop(account)
            raise _too_similar(account)
        return account

    async def drop(self, account: Account) -> None:
        """Take an account back."""
        for look in look_keys(account.name):
            kept = await self._store.kept(_LOOK, look)
            if kept is not None and kept.body == account.key:
                await self._store.drop(_LOOK, look)
        await self._store.drop("account", account.key)

    async def _is_first_to_look(self, account: Account) -> bool:
        """Of those who take names at once that look the same, at whichever server, one is told so."""
        for look in sorted(look_keys(account.name)):
            while not await self._store.keep(KeptItem(_LOOK, look, account.key), is_new=True):
                kept = await self._store.kept(_LOOK, look)
                if kept is not None and kept.body == account.key:
                    break
                if kept is not None and await self._store.kept("account", kept.body) is not None:
                    return False
                await self._store.drop(_LOOK, look)  # of an account that is here no more
        return True

    async def _keep(self, account: Account, password: str, *, is_new: bool) -> bool:
        hashed = await self._hashed(password)
        body = json.dumps({"name": account.name, "is_host": account.is_host, "password": hashed})
        return await self._store.keep(KeptItem("account", account.key, body), is_new=is_new)

    async def _hashed(self, password: str) -> str:
        from argon2 import PasswordHasher

        return await self._in_thread(PasswordHasher(memory_cost=self._memory).hash, password)

    async def _in_thread(self, work: Callable[..., T], *args: str, is_known: bool = False) -> T:
        self._waiting += not is_known
        try:
            async with self._friends if is_known else self._strangers:
                return await asyncio.to_thread(work, *args)
        finally:
            self._waiting -= not is_known


def _too_similar(account: Account) -> HTTPException:
    return HTTPException(409, f"{account.name} looks like the name of an account that is here: choose another one")


def _too_many() -> HTTPException:
    return HTTPException(429, "too many attempts: wait a minute")


def _is_password(hashed: str, password: str) -> bool:
    from argon2 import PasswordHasher
    from argon2.exceptions import Argon2Error

    try:
        return PasswordHasher().verify(hashed, password)
    except Argon2Error:
        return False
