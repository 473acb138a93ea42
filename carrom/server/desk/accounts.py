"""Accounts, sessions, invitations, secrets of links. An unknown name takes as long as a wrong password."""

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

_log = logging.getLogger(__name__)
T = TypeVar("T")


# --- names that look alike --------------------------------------------------------------------------------------------

_CHEROKEE: Final = ("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴ", "DRTiYAJEWMHYGhZbRWSVSLCPKdGB")
_PAIRS: Final = (
    ("АВЕЅІЈКМНОРСТУХԀԌԚԜѴҮ", "ABESIJKMHOPCTYXDGQWVY"),
    ("авеѕіјкмнорстухԁԍԛԝѵүһӏґг", "abesijkmhopctyxdgqwvyhlrr"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳ", "ABEZHIKMNOPTYXCj"),
    ("αβγεζηικνορτυχωϲς", "abyeznikvoptuxwcc"),
    ("ıɩɑɡɪʏʜᴀᴄᴇᴏᴛᴠᴡᴢꞮƖǀ", "iiagiyhaceotvwzIll"),
    ("ՕՍՏԼօսոռհյցզալ", "OUSLounnhjgqwl"),
    _CHEROKEE,
    (_CHEROKEE[0].lower(), _CHEROKEE[1].lower()),  # its small letters look like capitals
    ("01|", "Oll"),
)
_LATIN: Final = str.maketrans(
    {alike: latin for those, these in _PAIRS for alike, latin in zip(those, these, strict=True)}
)
_SHAPES: Final = str.maketrans({"I": "l", "L": "\N{LATIN SMALL LETTER L WITH STROKE}"})
"""Capital I looks like small l; capital L does not."""


def look_keys(name: str) -> frozenset[str]:
    """Keys under which a name looks like others: confusable names share one."""
    latin = "".join(map(plain_letters, name)).translate(_LATIN)
    shape = latin.translate(_SHAPES).casefold().replace("rn", "m").replace("vv", "w")
    return frozenset({f"letters {name_key(latin)}", f"shapes {' '.join(shape.split())}"})


# --- secrets ----------------------------------------------------------------------------------------------------------

_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{16,100}")


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def new_id() -> str:
    return secrets.token_hex(4)


def secret_hash(secret: str) -> bytes:
    """Hash that the store keeps; for malformed input, one that matches no secret."""
    return hashlib.sha256((secret if _SECRET.fullmatch(secret) else "").encode()).digest()


def secret_hash_hex(secret: str) -> str:
    return secret_hash(secret).hex()


def account_right(account: str) -> bytes:
    """Key of an account's role in a tournament. Secrets contain no colon, so none matches it."""
    return hashlib.sha256(f"account:{account}".encode()).digest()


# --- accounts ---------------------------------------------------------------------------------------------------------

_DAY = 86_400.0
_SESSION_DAYS = 14
_INVITE_DAYS = 7
_TRIES = 10
"""Sign-in attempts per minute from one address."""
_TRIES_BY_STRANGERS = 60
"""Attempts per minute for a name from new addresses, so that strangers cannot lock it."""
_MOST_KNOWN = 10_000
_LOOK = "look"
_MOST_WAITING_STRANGERS = 20
"""Waiting passwords from unknown addresses."""


@dataclass(frozen=True, slots=True)
class Account:
    """A person who signs in; hosts may create tournaments."""

    name: str
    is_host: bool

    @property
    def key(self) -> str:
        return name_key(self.name)


@dataclass(frozen=True, slots=True)
class Invite:
    """An invitation to a role in a tournament, or to host."""

    tournament: str | None
    role: str
    is_host: bool
    is_first: bool = False
    """Valid only while the server has no account."""


class Accounts:
    def __init__(self, store: Store, memory: int) -> None:
        self._store = store
        self._memory = memory
        self._by_address = RateLimits(_TRIES)
        self._by_name = RateLimits(_TRIES_BY_STRANGERS)
        self._known_addresses: dict[tuple[str, str], None] = {}
        # Strangers' passwords are hashed one at a time; known addresses do not wait for them.
        self._strangers, self._friends = asyncio.Semaphore(1), asyncio.Semaphore(1)
        self._waiting = 0
        self._dummy_hash: str | None = None

    async def is_empty(self) -> bool:
        return not await self._store.all_kept("account")

    def count(self, address: str) -> None:
        """Raise 429 after too many attempts from an address."""
        if not self._by_address.admits(address):
            raise _too_many()

    async def sign_in(self, name: str, password: str, address: str) -> tuple[Account, str]:
        """Return the account and a new session's secret."""
        key = name_key(name)
        self.count(address)
        is_known = (address, key) in self._known_addresses
        if not is_known and (self._waiting >= _MOST_WAITING_STRANGERS or not self._by_name.admits(key)):
            raise _too_many()
        kept = await self._store.kept("account", key)
        stored = json.loads(kept.body) if kept is not None else None
        if self._dummy_hash is None:
            self._dummy_hash = await self._hashed(new_secret())
        hashed = self._dummy_hash if stored is None else stored["password"]
        is_right = await self._in_thread(_is_password, hashed, password, is_known=is_known)
        if stored is None or not is_right:
            raise HTTPException(401, "no such name with this password")
        self._known_addresses[address, key] = None
        if len(self._known_addresses) > _MOST_KNOWN:
            del self._known_addresses[next(iter(self._known_addresses))]
        account = Account(stored["name"], stored["is_host"])
        return account, await self.open_session(account)

    async def open_session(self, account: Account) -> str:
        secret = new_secret()
        body = json.dumps({"account": account.key})
        await self._store.keep(KeptItem("session", secret_hash_hex(secret), body, time.time() + _SESSION_DAYS * _DAY))
        return secret

    async def account(self, session: str | None) -> Account | None:
        if not session:
            return None
        kept = await self._store.kept("session", secret_hash_hex(session))
        if kept is None:
            return None
        found = await self._store.kept("account", json.loads(kept.body)["account"])
        if found is None:
            return None
        stored = json.loads(found.body)
        return Account(stored["name"], stored["is_host"])

    async def sign_out(self, session: str) -> None:
        await self._store.drop("session", secret_hash_hex(session))

    async def change_password(self, account: Account, old: str, new: str, address: str) -> None:
        """Change the password and end the account's sessions."""
        await self.sign_in(account.name, old, address)
        await self._keep(account, new, is_new=False)
        for kept in await self._store.all_kept("session"):
            if json.loads(kept.body)["account"] == account.key:
                await self._store.drop("session", kept.id)

    async def invite(self, tournament: str | None, role: str, *, is_host: bool = False, is_first: bool = False) -> str:
        secret = new_secret()
        body = json.dumps({"tournament": tournament, "role": role, "is_host": is_host, "is_first": is_first})
        await self._store.keep(KeptItem("invite", secret_hash_hex(secret), body, time.time() + _INVITE_DAYS * _DAY))
        return secret

    async def invite_at_start(self, *, is_first: bool) -> str | None:
        """Secret of an owner's invitation; None on a full disk."""
        try:
            return await self.invite(None, "owner", is_host=True, is_first=is_first)
        except NotStoredError:
            _log.warning("no link for an owner can be made now: start the server again when something can be stored")
            return None

    async def invitation(self, secret: str) -> Invite:
        """Raise 404 if the invitation is used or expired."""
        kept = await self._store.kept("invite", secret_hash_hex(secret))
        invite = None if kept is None else Invite(**json.loads(kept.body))
        if invite is None or (invite.is_first and not await self.is_empty()):
            raise HTTPException(404, "this invitation was used, or is too old: ask for another one")
        return invite

    async def invitations(self, tournament: str) -> list[tuple[str, str, float]]:
        """Unused invitations: (public id, role, expiry)."""
        found = [(kept, Invite(**json.loads(kept.body))) for kept in await self._store.all_kept("invite")]
        return [(kept.id[:8], one.role, kept.until or 0.0) for kept, one in found if one.tournament == tournament]

    async def take_back(self, tournament: str, id: str) -> bool:
        """Return whether the invitation existed."""
        for kept in await self._store.all_kept("invite"):
            if kept.id[:8] == id and json.loads(kept.body)["tournament"] == tournament:
                return await self._store.drop("invite", kept.id)
        return False

    async def use(self, secret: str, invite: Invite, account: Account) -> bool:
        """Use an invitation; return whether it was valid. Only one first-owner link is ever used."""
        if not invite.is_first:
            return await self._store.drop("invite", secret_hash_hex(secret))
        is_first = await self._store.keep(KeptItem("owner", "first", account.key), is_new=True)
        await self._store.drop("invite", secret_hash_hex(secret))
        return is_first

    async def make(self, name: str, password: str, *, is_host: bool) -> Account:
        account = Account(" ".join(name.split()), is_host)
        if not account.key:
            raise CarromError("bad-name", f"{name!r} is not a name")
        if any(sign in unicodedata.normalize("NFKC", name) for sign in "()"):
            # The log writes links in brackets: no account may pass for one.
            raise CarromError("bad-name", "a name has no brackets here: links are told by them")
        for kept in await self._store.all_kept("account"):
            if kept.id != account.key and look_keys(json.loads(kept.body)["name"]) & look_keys(account.name):
                raise _too_similar(account)
        if not await self._keep(account, password, is_new=True):
            raise HTTPException(409, f"there is an account called {account.name} already: choose another name")
        if not await self._claim_look_keys(account):
            await self.drop(account)
            raise _too_similar(account)
        return account

    async def drop(self, account: Account) -> None:
        for look in look_keys(account.name):
            kept = await self._store.kept(_LOOK, look)
            if kept is not None and kept.body == account.key:
                await self._store.drop(_LOOK, look)
        await self._store.drop("account", account.key)

    async def _claim_look_keys(self, account: Account) -> bool:
        """Claim a name; of servers at once, one succeeds."""
        for look in sorted(look_keys(account.name)):
            while not await self._store.keep(KeptItem(_LOOK, look, account.key), is_new=True):
                kept = await self._store.kept(_LOOK, look)
                if kept is not None and kept.body == account.key:
                    break
                if kept is not None and await self._store.kept("account", kept.body) is not None:
                    return False
                await self._store.drop(_LOOK, look)
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
