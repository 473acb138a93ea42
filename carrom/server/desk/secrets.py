"""Secrets: made, told once, and kept as hashes alone."""

import hashlib
import re
import secrets
from typing import Final

_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{16,100}")


def new_secret() -> str:
    """Something that nobody guesses."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A short name for a link, which is no secret."""
    return secrets.token_hex(4)


def hash_of(secret: str) -> bytes:
    """What the store keeps of a secret. What is none has the hash of nothing that was ever given out."""
    return hashlib.sha256((secret if _SECRET.fullmatch(secret) else "").encode()).digest()


def name_of(secret: str) -> str:
    """The same, as the name of something that is kept."""
    return hash_of(secret).hex()


def account_right(account: str) -> bytes:
    """Under what an account's role in a tournament is kept: a hash that no secret has, since none has a colon in it."""
    return hashlib.sha256(f"account:{account}".encode()).digest()
