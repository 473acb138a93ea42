"""Templates, assets, and responses compressed once for all."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from carrom.base.characters import FORBIDDEN_CHARACTERS
from carrom.server.public.brackets import fit_name

_LONGEST = 120
_UNWANTED = re.compile(f"(?![\u2068\u2069])[{FORBIDDEN_CHARACTERS}]")  # isolates, which set names apart
"""Control and bidirectional characters."""
_GZIP_FROM = 800


@dataclass(frozen=True, slots=True)
class EncodedPage:
    body: bytes
    gzipped: bytes | None
    etag: str
    media: str

    @property
    def size(self) -> int:
        return len(self.body) + len(self.gzipped or b"")

    @classmethod
    def of(cls, text: str | bytes, media: str) -> "EncodedPage":
        body = text.encode() if isinstance(text, str) else text
        etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        small = gzip.compress(body, 6, mtime=0) if len(body) >= _GZIP_FROM else None
        return cls(body, small, etag, media)


def printable_name(text: object) -> str:
    shown = _UNWANTED.sub("", str(text))
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


def printable_text(text: object) -> str:
    return _UNWANTED.sub("", str(text))


def _name(text: object) -> Markup:
    return Markup("<bdi>{}</bdi>").format(printable_name(text))


def _slug(text: object) -> str:
    return re.sub(r"[^a-z0-9]+", "-", str(text).lower()).strip("-")


@dataclass(frozen=True, slots=True)
class Asset:
    content: EncodedPage
    version: str


_MEDIA = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


@cache
def assets() -> dict[str, Asset]:
    found = {}
    for file in files("carrom.server.public").joinpath("assets").iterdir():
        media = _MEDIA.get(file.name.rpartition(".")[2])
        if media is not None:
            content = EncodedPage.of(file.read_bytes(), media)
            found[file.name] = Asset(content, content.etag.strip('"')[:12])
    return found


def _asset(name: str) -> str:
    return f"/public/{name}?v={assets()[name].version}"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("carrom.server.public", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        name=_name,
        clean=printable_name,
        sentence=printable_text,
        slug=_slug,
        fitted=fit_name,
    )
    environment.globals.update(asset=_asset)
    return environment


def render(template: str, **values: Any) -> str:
    return _environment().get_template(template).render(**values)
